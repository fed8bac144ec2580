"""A game of any size for the benches: the small game with a large army."""

from __future__ import annotations

import shutil
from pathlib import Path

from compiler import resources

_COUNTER = """\
  unit_{n:04}:
    {{kind: infantry, name: {{en: "Spears {n}", ja: 長槍{n}}}, side: {side}, steps: 2, morale: 3, rule: "5.1",
     zone: true, faces: {{fresh: {{state: front, attack: {a}, defence: 4, move: 4}},
     shaken: {{state: disordered, attack: 1, defence: 3, move: 3}}}}}}
"""
_SCENARIO = """\
id: army
title: {en: Grand army, ja: 大軍}
description: Everybody waits in camp.
seats: [north, south]
turns: [1, 8]
tracks: {initiative: south}
place:
"""


def write_army(folder: Path, counters: int) -> Path:
    """A whole game in `folder` with this many kinds of counters, each set up once."""
    shutil.copytree(
        resources.games() / "first_battle",
        folder,
        ignore=shutil.ignore_patterns(".*", "scenarios", "examples", "texts", "ids.lock.yaml"),
    )
    game = folder / "game.yaml"
    title = game.read_text(encoding="utf-8").replace("id: first_battle", f"id: {folder.name}")
    game.write_text(title, encoding="utf-8")
    rows = [_COUNTER.format(n=n, side=("north", "south")[n % 2], a=2 + n % 3) for n in range(counters)]
    (folder / "counters").mkdir()
    (folder / "counters" / "army.yaml").write_text("counters:\n" + "".join(rows), encoding="utf-8")
    places = [f'  - {{at: camp_south, put: [unit_{n:04}], rule: "12.1"}}\n' for n in range(counters)]
    (folder / "scenarios").mkdir()
    (folder / "scenarios" / "army.yaml").write_text(_SCENARIO + "".join(places), encoding="utf-8")
    return folder
