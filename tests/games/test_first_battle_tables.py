"""Every figure of the small game that a rule uses, typed a second time: a slip in one place shows."""

from __future__ import annotations

from collections.abc import Callable

from compiler.model.game import Game
from tests.games import figures


def test_the_figures_are_as_the_rules_have_them(game_of: Callable[[str], Game]) -> None:
    assert figures.differences(game_of("first_battle")) == []
