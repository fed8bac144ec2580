"""Sheets of setups: every piece that starts in a place is pictured and named, nothing runs over, no page for a line."""

from __future__ import annotations

from collections import Counter

import pytest

from compiler.model.setup import set_up
from compiler.print.arts import board_art, face_art
from compiler.print.setups import scenario_pages
from compiler.render.drawing import Drawing, Run
from compiler.render.sheet.column import MARGIN
from compiler.render.sheet.presets import PAPERS
from compiler.render.style import palette_of
from tests.render.games import game

A4 = PAPERS["a4"]


def words(drawing: Drawing) -> str:
    return " ".join(item.line.text for item in drawing.items if isinstance(item, Run))


@pytest.mark.parametrize("slug", ["first_battle", "anegawa", "shogun", "marsh_barons"])
def test_every_piece_that_starts_somewhere_is_pictured_and_named(slug: str) -> None:
    one = game(slug)
    palette = palette_of(one)
    leaves = scenario_pages(one, palette, A4)
    for scenario in one.scenarios.values():
        own = [leaf for leaf in leaves if scenario.title.en in words(leaf.drawing)]
        shown = Counter(slot.art.key for leaf in own for slot in leaf.slots)
        said = " ".join(words(leaf.drawing) for leaf in own)
        for piece in set_up(one, scenario).pieces.values():
            counter = one.counters.get(piece.counter)
            if counter is not None and piece.place not in one.piles:
                assert shown[face_art(one, palette, counter, counter.faces[piece.face]).key], counter.id
                assert counter.name.en.split()[0] in said


@pytest.mark.parametrize("slug", ["anegawa", "a_most_dangerous_time"])
def test_nothing_lies_outside_the_margins(slug: str) -> None:
    one = game(slug)
    for leaf in scenario_pages(one, palette_of(one), A4):
        for slot in leaf.slots:
            x0, y0, x1, y1 = slot.window
            assert x0 >= MARGIN - 3
            assert x1 <= A4.width - MARGIN + 3
            assert y0 > MARGIN
            assert y1 <= A4.height - MARGIN + 1


def test_the_board_is_shown_where_pieces_start_on_it() -> None:
    one = game("anegawa")
    palette = palette_of(one)
    leaves = scenario_pages(one, palette, A4)
    assert leaves[0].slots[0].art.key == board_art(one, palette, one.map).key
    assert not [leaf for leaf in scenario_pages(game("shogun"), palette_of(game("shogun")), A4)[:1] if leaf.slots and
                leaf.slots[0].art.width > 100]  # fmt: skip


def test_no_page_of_a_setup_is_there_for_a_line_or_two() -> None:
    """The small board gives way before a page is begun for hardly anything."""
    one = game("a_most_dangerous_time")
    for leaf in scenario_pages(one, palette_of(one), A4):
        assert len(words(leaf.drawing)) > 250


def test_what_is_said_of_every_colour_is_said_once() -> None:
    """Four players of Shogun do the same with their spearmen: one paragraph, not four."""
    one = game("shogun")
    said = words(scenario_pages(one, palette_of(one), A4)[0].drawing)
    assert said.count("Pink, Gray, Green, Orange") == 2  # the players, and whoever places
    assert said.count("17 × Spearman") == 1


def test_a_letter_on_a_mat_is_told_as_what_it_stands_for() -> None:
    """Nobody finds "Army card: Pink: D"; under Pink's bar it is the daimyo square of the army card."""
    one = game("shogun")
    said = words(scenario_pages(one, palette_of(one), A4)[0].drawing)
    assert {"Army card: Daimyo square", "Army card: Experience hole 1"} <= set(_heads(said))
    assert "Army card: Pink: D" not in said


def _heads(said: str) -> list[str]:
    return [f"Army card: {end}" for part in said.split("Army card: ")[1:] for end in (part[:13], part[:17])]


def test_what_waits_for_its_player_is_told_once_with_where_it_goes() -> None:
    """The lists of Shingen's men stood twice on two pages; the order of placing comes before all of them."""
    one = game("shingens_arrival")
    said = " ".join(words(leaf.drawing) for leaf in scenario_pages(one, palette_of(one), A4)[:2])
    assert said.count("Anayama Nobukimi") == 1
    assert said.count("Any Takeda castle in Shinano.") == 1
    assert said.index("Order of placing") < said.index("Any Takeda castle in Shinano.") < said.index("Akiyama Nobutomo")
