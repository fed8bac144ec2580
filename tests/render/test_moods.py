"""Five games, five moods: no two of them look alike from across the table, and nobody's inks are hard to read."""

from __future__ import annotations

from itertools import combinations

import pytest

from compiler.render.colour import contrast, difference, readable
from compiler.render.style import palette_of
from tests.render.games import game

FIVE = ("anegawa", "shogun", "shingens_arrival", "road_to_honganji", "a_most_dangerous_time")


@pytest.mark.parametrize(("one", "other"), list(combinations(FIVE, 2)))
def test_no_two_games_are_printed_in_the_same_inks(one: str, other: str) -> None:
    a, b = palette_of(game(one)), palette_of(game(other))
    furniture = [difference(getattr(a, ink), getattr(b, ink)) for ink in ("paper", "frame", "accent")]
    assert max(furniture) > 14
    # and what they have in common with another is never all of it
    assert sum(gap > 4 for gap in furniture) >= 2


@pytest.mark.parametrize("slug", FIVE)
def test_ink_and_accent_are_read_on_the_paper_of_the_game(slug: str) -> None:
    palette = palette_of(game(slug))
    assert contrast(palette.ink, palette.paper) >= 7
    assert contrast(palette.frame, palette.paper) >= 7
    assert contrast(palette.accent, palette.paper) >= 3  # bars, rules, large letters
    assert contrast(readable(palette.accent, palette.paper), palette.paper) >= 4.5
