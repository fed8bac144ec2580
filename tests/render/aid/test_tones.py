"""Results of tables have tints by what they mean; the word stays, and thin sheets lighten them."""

from __future__ import annotations

import pytest

from compiler.render.aid.folder import blocks_of
from compiler.render.aid.table import RESULTS, TableBody, table_body, tones_of
from compiler.render.colour import INK, contrast, mix
from compiler.render.style import palette_of
from tests.render.games import FOLDER, game_in

FIGHTS = ["first_battle", "winter_line", "samples/bridgehead", "samples/mill_at_neudorf"]


@pytest.mark.parametrize("slug", FIGHTS)
def test_results_of_a_fight_are_toned_by_whom_they_hurt(slug: str) -> None:
    one = game_in(FOLDER / slug)
    inks = tones_of(one, one.tables["combat"])
    assert {inks[code] for code in inks if code.startswith("D")} == {RESULTS["good"]}
    assert {inks[code] for code in inks if code.startswith("A")} == {RESULTS["bad"]}
    assert inks["EX"] == RESULTS["fair"]
    assert "NE" not in inks


@pytest.mark.parametrize("slug", ["anegawa", "a_most_dangerous_time", "shingens_arrival", "shogun", "road_to_honganji"])
def test_every_tone_that_a_game_gives_is_on_its_aid(slug: str) -> None:
    one = game_in(FOLDER / slug)
    bodies = [block.body for block in blocks_of(one, palette_of(one)) if isinstance(block.body, TableBody)]
    shown = {cell.text for body in bodies for row in body.rows for cell in row.cells}
    given = [result for results in one.art.sheets["tones"].values() for result in results]
    assert given
    assert set(given) <= shown


def test_no_result_of_a_morale_check_is_without_a_tone() -> None:
    one = game_in(FOLDER / "anegawa")
    body = table_body(one, palette_of(one), one.tables["morale"], {})
    assert {cell.text for row in body.rows for cell in row.cells} <= set(body.toned)


def test_words_are_read_on_every_tone() -> None:
    assert min(contrast(INK, mix(ink, "#FFFFFF", 0.62)) for ink in RESULTS.values()) >= 7
