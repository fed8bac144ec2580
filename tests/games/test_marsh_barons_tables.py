"""What roads of Marsh Barons cost, typed a second time."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from compiler.model.game import Game
from tests.rules.covering import covers


@pytest.fixture(scope="module")
def feud(game_of: Callable[[str], Game]) -> Game:
    return game_of("marsh_barons")


@covers("marsh_barons", "3.2")
def test_roads_and_tracks(feud: Game) -> None:
    assert {id: kind.values["cost"] for id, kind in feud.map.link_kinds.items()} == {"road": 1, "track": 2}
