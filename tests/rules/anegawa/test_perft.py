"""Counts of all lines of play from some positions: any slip in the rules changes a number.

`UPDATE_GOLDENS=1 pytest tests/rules/anegawa/test_perft.py` counts anew; look at the difference before keeping it.
"""

from __future__ import annotations

import os
from typing import Any

import pytest

from compiler.play.perft import perft
from compiler.play.state import State
from tests.rules.anegawa.battle import AA, OT, ROOT, battle, off, on

FILE = ROOT / "tests" / "perft" / "anegawa-positions.perft"
UPDATE = bool(os.environ.get("UPDATE_GOLDENS"))
POSITIONS: dict[str, dict[str, Any]] = {
    # an attack, all that dice and players can make of it
    "attack": {"step": "attack", "seat": OT, "oda_nobunaga": "1020", "azai_company_1": "1019"},
    "attack_on_shaken": {
        "step": "attack",
        "seat": OT,
        "oda_nobunaga": on("1020", momentum="impetus"),
        "azai_company_1": off("1019"),
        "azai_company_2": "1018",
        "sakai_company_1": "0818",
    },
    "general_alone": {"step": "attack", "seat": AA, "isono_kazumasa": "1812", "sakai_company_1": "1813"},
    "rout": {
        "step": "rout",
        "initiative": OT,
        "azai_company_1": off("1019"),
        "sakai_company_1": "1020",
        "azai_company_2": off("0505"),
        "asakura_company_1": "1119",
    },
    "movement": {
        "step": "move_unit",
        "seat": OT,
        "sakai_company_1": "1811",
        "azai_company_1": "1911",
        "sakai_company_2": "1710",
        "points": {OT: 3},
    },
    "sortie": {
        "step": "move_unit",
        "seat": AA,
        "onoki_hidetoshi": "3426",
        "sakai_company_1": off("3425"),
        "sakai_company_2": "3527",
    },
    "recovery": {"step": "recover_unit", "seat": OT, "sakai_masahisa": off("1020"), "sakai_company_1": off("1021")},
}


def position(name: str) -> State:
    described = dict(POSITIONS[name])
    return battle(described.pop("step"), described.pop("seat", None), **described).state


def wanted() -> list[tuple[str, int, int]]:
    lines = [line.split() for line in FILE.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]
    return [(name, int(depth), int(count)) for name, depth, count in lines]


@pytest.mark.parametrize("name", POSITIONS)
def test_the_number_of_lines_of_play_is_the_same(name: str) -> None:
    counted = [(depth, count) for id, depth, count in wanted() if id == name]
    assert counted
    now = [(depth, perft(position(name), depth)) for depth, _ in counted]
    if UPDATE:
        text = FILE.read_text(encoding="utf-8")
        for (depth, count), (_, new) in zip(counted, now, strict=True):
            text = text.replace(f"{name} {depth} {count}\n", f"{name} {depth} {new}\n")
        FILE.write_text(text, encoding="utf-8")
        return
    assert now == counted
