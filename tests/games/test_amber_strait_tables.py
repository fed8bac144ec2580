"""Tables of Amber Strait, typed a second time."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from compiler.model.game import Game
from tests.rules.covering import covers


@pytest.fixture(scope="module")
def strait(game_of: Callable[[str], Game]) -> Game:
    return game_of("amber_strait")


@covers("amber_strait", "6.2")
def test_trouble(strait: Game) -> None:
    table = strait.tables["trouble"]
    assert [row[0] for row in table.cells] == ["quelled", "one", "two"]
    assert [head.label for head in table.rows.heads] == ["0 or less", "1 to 2", "3 or more"]


@covers("amber_strait", "9.7")
def test_storms(strait: Game) -> None:
    table = strait.tables["storms"]
    assert [row[0] for row in table.cells] == ["isles", "spared", "both"]
    assert [head.label for head in table.rows.heads] == ["1 to 3", "4 to 5", "6"]
