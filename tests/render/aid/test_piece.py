"""The counter on an aid: everything on it is named, and no line crosses anything else; flows, units, rules in short."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from shapely.geometry import LineString, Point, box

from compiler.model.game import HelpPage
from compiler.render.aid.flow import FlowBody, flow_of
from compiler.render.aid.folder import aid_pages
from compiler.render.aid.piece import piece_block
from compiler.render.aid.pointing import DOT, EDGE, LEAST, PieceBody, Shown, direct, way
from compiler.render.aid.rules import rule_blocks
from compiler.render.aid.steps import TextBody
from compiler.render.aid.table import TableBody
from compiler.render.aid.units import units_block
from compiler.render.drawing import Drawing, Mark, Run
from compiler.render.sheet.presets import A4
from compiler.render.style import palette_of
from tests.render.games import SLUGS, game
from tests.render.maps import inked, runs


def shown(slug: str) -> list[Shown]:
    block = piece_block(game(slug), palette_of(game(slug)))
    assert block is not None
    assert isinstance(block.body, PieceBody)
    return block.body.faces


def words(slug: str) -> list[list[str]]:
    return [[named.words for side in one.sides for named in side] for one in shown(slug)]


def told(slug: str) -> set[str]:
    pages = aid_pages(game(slug), palette_of(game(slug)), A4)
    return {run.line.text for page in pages for run in runs(page.items)}


def test_what_stands_on_a_counter_is_named_by_the_titles_of_its_fields() -> None:
    assert words("first_battle")[0] == ["Side", "Attack - defence - march"]
    front, back = words("anegawa")
    assert front == ["Army commander", "Command range - command value", "First attack factor / second attack factor"]
    assert set(back) == {"Recovery morale", "Morale", "Victory points", "Rout movement factor", "Start hex"}


@pytest.mark.parametrize("slug", [slug for slug in SLUGS if slug != "amber_strait"])
def test_lines_to_what_is_named_cross_nothing_else(slug: str) -> None:
    for one in shown(slug):
        for side, named in enumerate(one.sides):
            for each in named:
                points = way(each.box, one.boxes, side)
                assert points is not None, each.words
                line = LineString(points)
                others = [box(*b).buffer(-0.005) for b in one.boxes if b != each.box]
                assert not any(line.intersects(other) for other in others), each.words


def test_lines_leave_a_counter_in_the_order_of_their_words() -> None:
    for slug in ("anegawa", "shogun", "road_to_honganji"):
        for one in shown(slug):
            for side, named in enumerate(one.sides):
                leave = [(way(each.box, one.boxes, side) or [(0.0, 0.0)])[0][1] for each in named]
                assert all(a <= b for a, b in pairwise(leave))


def test_a_counter_that_shows_only_its_side_explains_itself() -> None:
    assert piece_block(game("amber_strait"), palette_of(game("amber_strait"))) is None


@pytest.mark.parametrize("slug", [slug for slug in SLUGS if slug != "amber_strait"])
def test_the_counter_is_on_the_sheet(slug: str) -> None:
    assert "The counter" in told(slug)


def page(text: str) -> HelpPage:
    return HelpPage("Fight", text)


def flow(text: str) -> FlowBody | None:
    return flow_of(palette_of(game("shogun")), page(text))


def test_lines_with_arrows_are_ways_side_by_side() -> None:
    body = flow("Roll a die\n- 1 to 3 → Miss: Nothing.\n- 4 to 6 → Hit: The target falls back.\nThen the next.")
    assert body is not None
    assert [(way.name, way.when, way.text) for way in body.ways] == [
        ("Miss", "1 to 3", "Nothing."),
        ("Hit", "4 to 6", "The target falls back."),
    ]
    assert (body.first, body.last) == ("Roll a die", "Then the next.")
    tall = body.least(120, 3.2)
    drawing = Drawing(120, tall)
    body.draw(drawing, 0, 0, 120, tall, 3.2)
    assert {"Miss", "Hit", "Roll a die", "Then the next."} <= {run.line.text for run in runs(drawing.items)}
    assert flow("Roll a die\n- 1 to 3: Nothing.\n- 4 to 6 → Hit: The target falls back.") is None
    assert flow("- a → B: c\n- d → E: f") is None  # nothing that they come from


def test_an_attack_at_anegawa_is_a_flow() -> None:
    assert {"Heavy damage", "Light damage", "Miss"} <= told("anegawa")


def test_units_that_are_few_stand_in_one_table() -> None:
    block = units_block(game("marsh_barons"), palette_of(game("marsh_barons")))
    assert block is not None
    assert isinstance(block.body, TableBody)
    assert block.body.heads == ["Men", "Order", "Hits", "March", "Cost"]
    assert next((row.head, [cell.text for cell in row.cells]) for row in block.body.rows) == (
        "Bows",
        ["3 / 2 / 1", "2", "3", "2", "2"],
    )
    assert set(block.body.swatches) == {"Bows", "Knights", "Pikes", "Household"}
    assert units_block(game("anegawa"), palette_of(game("anegawa"))) is None  # far too many


def test_small_games_tell_their_rules_in_short() -> None:
    one = game("marsh_barons")
    found = {block.title: block.body for block in rule_blocks(one, palette_of(one), set())}
    assert list(found) == ["Marches", "Battles", "Places and gold"]
    battles = found["Battles"]
    assert isinstance(battles, TextBody)
    assert "- A battle lasts three rounds at most." in battles.page.text
    assert list(rule_blocks(replace(one, ledger=None), palette_of(one), set())) == []
    assert list(rule_blocks(game("shingens_arrival"), palette_of(game("shingens_arrival")), set())) == []


def test_a_chapter_that_a_page_of_help_tells_in_short_has_no_second_block() -> None:
    one = game("first_battle")
    assert one.ledger is not None
    shared = {page.title for page in one.help} & set(one.ledger.chapters.values())
    assert shared == {"How to win"}
    assert "How to win" not in {block.title for block in rule_blocks(one, palette_of(one), set())}
    assert "How to win" in {block.title for block in rule_blocks(replace(one, help=()), palette_of(one), set())}


@pytest.mark.parametrize("slug", [slug for slug in SLUGS if slug != "amber_strait"])
def test_the_dot_at_the_end_of_a_line_covers_nothing(slug: str) -> None:
    """At the least size of a counter on an aid: its ink is read through no dot."""
    for one in shown(slug):
        inks = [box(b[0], b[1], b[2], b[3]) for b in one.boxes]
        for side, named in enumerate(one.sides):
            for each in named:
                end = Point((way(each.box, one.boxes, side) or direct(each.box, side))[-1])
                assert min(end.distance(ink) for ink in inks) * LEAST > DOT + EDGE / 2, each.words


@pytest.mark.parametrize("slug", ["first_battle", "a_most_dangerous_time", "shingens_arrival", "road_to_honganji"])
def test_a_counter_and_its_other_face_stand_in_the_middle(slug: str) -> None:
    block = piece_block(game(slug), palette_of(game(slug)))
    assert block is not None
    drawing = Drawing(130, 60)
    block.body.draw(drawing, 0, 0, 130, 60, 3.2)
    letters = [inked(run).bounds for run in drawing.items if isinstance(run, Run)]
    plates = [mark.path.bounds for mark in drawing.items if isinstance(mark, Mark) and mark.fill]
    left, right = (min(b[0] for b in (*letters, *plates)), max(b[2] for b in (*letters, *plates)))
    assert left == pytest.approx(130 - right, abs=2)
