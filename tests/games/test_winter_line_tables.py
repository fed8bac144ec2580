"""Tables and ground of the winter line, typed a second time."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from compiler.model.game import Game
from tests.rules.covering import covers

COMBAT = """
AE AL AL AR AR NE DR
AE AL AR AR NE DR DR
AL AR AR NE DR DR DL
AL AR NE DR DR EX DL
AR NE DR DR EX DL DE
AR DR DR EX DL DE DE
"""
GROUND = {  # cost, cost in mud, shift
    "clear": (1, 2, None),
    "forest": (2, 3, -1),
    "hill": (2, 2, -1),
    "marsh": (3, 4, None),
    "town": (1, 1, -1),
}
BETWEEN = {"river": (1, -1), "bridge": (None, -1), "rail": (None, None)}  # adds, shift


@pytest.fixture(scope="module")
def war(game_of: Callable[[str], Game]) -> Game:
    return game_of("winter_line")


@covers("winter_line", "7.4")
def test_the_combat_table(war: Game) -> None:
    table = war.tables["combat"]
    assert [" ".join(map(str, row)) for row in table.cells] == COMBAT.strip().split("\n")
    assert [head.label for head in table.columns.heads] == ["1:2", "1:1", "3:2", "2:1", "3:1", "4:1", "5:1"]


RESULTS = {  # steps of attackers, of defenders; hexes back of attackers, of defenders
    "AE": ("all", None, None, None),
    "AL": (1, None, 1, None),
    "AR": (None, None, 1, None),
    "NE": (None, None, None, None),
    "DR": (None, None, None, 1),
    "EX": ("match", "all", None, None),
    "DL": (None, 1, None, 2),
    "DE": (None, "all", None, 2),
}


@covers("winter_line", "7.9", "7.10")
def test_the_results(war: Game) -> None:
    keys = ("attacker_hits", "defender_hits", "attacker_retreats", "defender_retreats")
    found = war.tables["combat"].results
    assert {code: tuple(result.values.get(key) for key in keys) for code, result in found.items()} == RESULTS


@covers("winter_line", "2.2")
def test_the_fortunes(war: Game) -> None:
    assert [row[0] for row in war.tables["fortunes"].cells] == ["partisans", "convoy", "recruits", "quiet"]


@covers("winter_line", "4.2", "4.3", "7.6", "7.7", "8.2")
def test_the_ground(war: Game) -> None:
    board = war.map
    found = {id: tuple(kind.values.get(k) for k in ("cost", "mud_cost", "shift")) for id, kind in board.terrain.items()}
    assert found == GROUND
    between = {id: tuple(k.values.get(v) for v in ("adds", "stream")) for id, k in board.feature_kinds.items()}
    assert between == BETWEEN
