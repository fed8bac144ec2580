"""The game of the emit bench: 60 x 35 hexes, 250 two-sided counters, 64 cards, a setup of 100 pieces."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from compiler import resources

COLUMNS, ROWS, COUNTERS, CARDS, PLACED = 60, 35, 250, 64, 100
_COUNTER = """\
  unit_{n:03}:
    {{kind: infantry, name: {{en: "Spears {n}", ja: 長槍}}, side: {side}, steps: 2, morale: 3, rule: "5.1",
     zone: true, faces: {{fresh: {{state: front, attack: {a}, defence: 4, move: 4}},
     shaken: {{state: disordered, attack: 1, defence: 3, move: 3}}}}}}
"""
_CARD = '  card_{n:02}: {{kind: event, number: {n}, name: "Event {n}", when: At once, effect: It comes true.}}\n'
_PLACE = '  - {{at: "{column:02}{row:02}", put: [unit_{n:03}], rule: "12.1"}}\n'
_SCENARIO = """\
id: field
title: {en: The field, ja: 野}
description: A hundred companies stand in the field.
seats: [north, south]
turns: [1, 8]
tracks: {initiative: south}
place:
"""
_PILE = """\
  events: {name: Events, kind: deck, holds: cards, of: [event], shuffled: true, at: [1330, 120], rule: "3.4"}
"""
# room for the large field: what lies beside the map moves to its right and below it
_MOVED = (
    ("map.yaml", "size: [420, 276]", "size: [1440, 760]"),
    ("map.yaml", "at: [384, 152]", "at: [1220, 160]"),
    ("map.yaml", "at: [226, 192]", "at: [1020, 192]"),
    ("tracks.yaml", "at: [226,", "at: [1020,"),
    ("tracks.yaml", "at: [10, 243]", "at: [10, 712]"),
    ("piles.yaml", "at: [300, 87]", "at: [1100, 87]"),
    ("piles.yaml", "at: [324, 87]", "at: [1130, 87]"),
    ("art.yaml", "at: [226, 8]", "at: [1020, 8]"),
    ("art.yaml", "at: [368, 8]", "at: [1200, 8]"),
    ("art.yaml", "at: [392, 216]", "at: [1300, 216]"),
)


def write_field(folder: Path, counters: int = COUNTERS, placed: int = PLACED) -> Path:
    """The game in a folder of its own."""
    shutil.copytree(
        resources.games() / "first_battle",
        folder,
        ignore=shutil.ignore_patterns(".*", "scenarios", "examples", "texts", "ids.lock.yaml"),
    )
    _edit(folder / "game.yaml", "id: first_battle", f"id: {folder.name}")
    for file, old, new in _MOVED:
        _edit(folder / file, old, new)
    board = folder / "map.yaml"
    rows = "rows:\n" + "".join(f'  - "{("cwchct" * 10)[:COLUMNS]}"\n' for _ in range(ROWS))
    board.write_text(re.sub(r"rows:\n(  - .*\n)+", rows, board.read_text(encoding="utf-8")), encoding="utf-8")
    army = [_COUNTER.format(n=n, side=("north", "south")[n % 2], a=2 + n % 3) for n in range(counters)]
    _write(folder / "counters" / "army.yaml", "counters:\n" + "".join(army))
    cards = "kinds:\n  event: {name: Event, size: [63, 88]}\ncards:\n"
    _write(folder / "cards.yaml", cards + "".join(_CARD.format(n=n) for n in range(1, CARDS + 1)))
    piles = folder / "piles.yaml"
    piles.write_text(piles.read_text(encoding="utf-8") + _PILE, encoding="utf-8")
    places = [_PLACE.format(column=12 + n % 40, row=12 + n // 40, n=n) for n in range(placed)]
    _write(folder / "scenarios" / "field.yaml", _SCENARIO + "".join(places))
    return folder


def _edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    if old not in text:
        raise SystemExit(f"{path.name} no longer says {old!r}")
    path.write_text(text.replace(old, new), encoding="utf-8")


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
