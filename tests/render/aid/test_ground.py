"""What ground and ways do is on the aid, from the map, unless the author has a chart of it."""

from __future__ import annotations

from dataclasses import replace

from compiler.render.aid.folder import blocks_of
from compiler.render.aid.ground import ground_blocks
from compiler.render.aid.table import Line, TableBody
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
