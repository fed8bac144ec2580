"""What ground and ways do is on the aid, from the map, unless the author has a chart of it."""

from __future__ import annotations

from dataclasses import replace

from compiler.render.aid.folder import blocks_of
from compiler.render.aid.ground import ground_blocks
from compiler.render.aid.table import TONES, Line, TableBody
from compiler.render.colour import contrast, low_ink, mix
from compiler.render.style import palette_of
from tests.render.games import game


def tables(slug: str) -> dict[str, TableBody]:
    one = game(slug)
    blocks = ground_blocks(one, palette_of(one), {}, "star")
    return {block.title: block.body for block in blocks if isinstance(block.body, TableBody)}


def cells(line: Line) -> list[str]:
    return [line.head, *(cell.text for cell in line.cells)]


def test_grounds_and_rivers_are_told_with_the_authors_titles() -> None:
    found = tables("winter_line")
    assert found["Ground"].heads == ["Cost", "In mud", "Columns"]
    assert cells(found["Ground"].rows[1]) == ["Forest", "2", "3", "−1"]
    assert cells(found["Rivers and roads"].rows[1]) == ["Bridge", "–", "−1", "River"]
    assert [row.head for row in found["Rivers and roads"].rows] == [
        "River",
        "Bridge",
    ]  # of the railway there is nothing


def test_kinds_of_units_are_told_by_their_names() -> None:
    woods = next(row for row in tables("first_battle")["Ground"].rows if row.head == "Woods")
    assert cells(woods) == ["Woods", "2", "−1", "Guns"]


def test_ways_between_points_are_told() -> None:
    assert [cells(row) for row in tables("marsh_barons")["Ways"].rows] == [["Road", "1"], ["Track", "2"]]


def test_nothing_is_told_twice_and_nothing_where_there_is_no_number() -> None:
    assert "Ground" not in tables("anegawa")  # it has a terrain effects table
    assert tables("shogun") == {}


def test_the_steps_of_play_say_what_their_rule_says() -> None:
    one = game("marsh_barons")
    steps = blocks_of(one, palette_of(one))[0].body.steps  # type: ignore[attr-defined]
    assert {step.name: step.line for step in steps}["Orders"] == "A baron marches at most three banners in his turn"
    silent = blocks_of(replace(one, ledger=None), palette_of(one))[0].body.steps  # type: ignore[attr-defined]
    assert {step.name: step.line for step in silent}["Orders"] == ""


def test_modifiers_carry_their_sign_and_a_tone_that_thin_sheets_lighten() -> None:
    one = game("anegawa")
    tables_ = [block.body for block in blocks_of(one, palette_of(one)) if block.title == "Terrain Effects Table"]
    assert isinstance(tables_[0], TableBody)
    assert tables_[0].signed == {2, 3, 4}  # what it costs to enter is no modifier
    rows = {row.head: [cell.text for cell in row.cells] for row in tables_[0].rows}
    assert rows["River"] == ["2", "−1", "–", "−1"]
    assert rows["Rough"] == ["2", "–", "+1"]
    full, thin = palette_of(one), low_ink(palette_of(one))
    tone = mix(TONES["−"], full.white, 0.62)
    assert contrast(thin.area(tone), thin.white) < contrast(full.area(tone), full.white)
