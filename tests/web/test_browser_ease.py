"""What makes a table easy to play at: nothing to be clicked twice, read twice, or looked for under a panel."""

from __future__ import annotations

from typing import Any

import pytest

from compiler.play.book import SETUP
from compiler.web.table import Table
from tests.web.browsing import (
    LAPTOP,
    TABLET,
    able,
    asked,
    box_of,
    bring,
    middle,
    of_all,
    point,
    seated,
    spot,
    there,
    until,
)
from tests.web.tables import table, with_the_north_to_march
from tests.web.test_browser_saying import to_act

PLAN = "chapter_7"
LARGE = {"width": 3840, "height": 2160}


@pytest.mark.parametrize("viewport", [LAPTOP, TABLET, LARGE], ids=["laptop", "tablet", "4K"])
def test_a_form_says_how_much_is_left_and_ones_own_provinces_lie_above_it(browser: Any, viewport: Any) -> None:
    at = table("shogun", "link", scenario=PLAN)
    seat = at.seats[0]
    with seated(browser, at, seat, asks=seat, viewport=viewport) as (page, served):
        there(page, ".world[data-sharp]")
        left = page.locator("#form .left")
        assert left.inner_text() == "6 left"
        assert page.locator("#form header b").inner_text() == "Allot 6 koku"  # the bins say their names themselves
        form, side = box_of(page, "#form"), box_of(page, "#side")
        top = form["y"]
        assert viewport is TABLET or form["x"] + form["width"] <= side["x"]
        own = {piece.place for piece in at.session.table.pieces.values() if piece.side == seat}
        lands = [place for place in own if place in at.book.land]
        assert len(lands) > 10
        assert all(spot(page, served, place)[1] < top for place in lands)
        more = page.locator("#form .bin[data-field=swords] .btn").last
        for _ in range(6):
            more.click()
        assert left.inner_text() == "0 left"
        for bin in page.locator("#form .bin").all():
            assert bin.locator(".btn").last.is_disabled()
        page.locator("#form .bin[data-field=swords] .btn").first.click()
        assert left.inner_text() == "1 left"
        assert page.locator("#form .bin[data-field=levies] .btn").last.is_enabled()


def test_coins_that_are_paid_one_by_one_are_one_line_of_the_log(browser: Any) -> None:
    at = table("shogun", "link", scenario=PLAN)
    seat = at.seats[0]
    with seated(browser, at, seat, asks=seat) as (page, served):
        while at.session.is_sealed and len(at.hearing.lines[seat]) < 5:
            served.answers(at.waiting[0])
        paid = [line.words for line in at.hearing.lines[seat] if "goes to Koku" in line.words]
        assert len(paid) > 3
        rows = page.locator(".log li", has_text="goes to Koku")
        there(page, ".log .times")
        shown = rows.all_inner_texts()
        assert len(shown) < len(paid)
        assert sum(int(text.split("×")[1].split()[0]) if "×" in text else 1 for text in shown) == len(paid)
        # what goes together has no number of its own
        assert all(text.startswith("Koku goes to") for text in shown if "×" in text)


def moving(at: Table) -> str:
    """Akechi move out of Tanba to the capital; the first card pays for it. Where they move from."""
    options = [str(option) for option in at.session.asks["akechi"].listed]
    at.answer("akechi", at.n, {"option": options.index("Move(origin='tanba', to='miyako_azuchi')")})
    at.answer("akechi", at.n, {"option": 0})
    return "tanba"


def test_a_counter_that_lies_beside_others_is_taken_by_one_click(browser: Any) -> None:
    at = to_act("akechi")
    place = moving(at)
    with seated(browser, at, "akechi", asks="akechi") as (page, served):
        bring(page, served, place)
        able = {id for id, _ in of_all(page, f".piece.legal[data-at={place}]", "data-id", "data-at")}
        assert len(able) > 2
        point(page, ".piece.legal[data-id=hosokawa_fujitaka]")
        there(page, ".piece.picked[data-id=hosokawa_fujitaka], .fan")
        assert page.locator(".fan").count() == 0


@pytest.mark.parametrize(("viewport", "zoom"), [(LAPTOP, 1), (LARGE, 1.5)], ids=["laptop", "4K"])
def test_a_long_question_lies_beside_its_buttons_clear_of_the_panels(browser: Any, viewport: Any, zoom: float) -> None:
    at = to_act("akechi")
    moving(at)
    with seated(browser, at, "akechi", asks="akechi", viewport=viewport) as (page, _):
        asks, little, side = (box_of(page, part) for part in ("#prompt", "#mini", "#side"))
        assert len(page.inner_text("#prompt .q b")) > 60
        assert asks["height"] < 95 * zoom
        assert asks["x"] >= little["x"] + little["width"]
        assert asks["x"] + asks["width"] <= side["x"]


def test_escape_shuts_a_refusal_and_only_then_drops_what_is_picked(browser: Any) -> None:
    at = with_the_north_to_march()
    with seated(browser, at, "north", asks="north") as (page, served):
        unit = next(str(id) for id in at.session.asks["north"].listed if str(id) in at.session.table.pieces)
        bring(page, served, at.session.table.pieces[unit].place)
        page.locator("#prompt").get_by_text("List").click()
        page.keyboard.press("Escape")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        there(page, ".piece.picked")
        enemy = next(p for p in at.session.table.pieces.values() if p.side == "south" and p.place.isdigit())
        page.mouse.click(*bring(page, served, enemy.place))
        there(page, ".bubble")
        page.keyboard.press("Escape")
        page.locator(".bubble").wait_for(state="detached")
        assert page.locator(".piece.picked").count() == 1
        page.keyboard.press("Escape")
        page.locator(".piece.picked").wait_for(state="detached")
        assert asked(page, served, "north")


@pytest.mark.parametrize("height", [600, 660, 768])
def test_a_tall_card_lies_clear_of_the_rail_and_of_the_question(browser: Any, height: int) -> None:
    at = table("a_most_dangerous_time", "link", scenario="short")
    for _ in range(2):
        seat = at.waiting[0]
        at.leave(seat, at.n)
        while at.computer is not None:
            assert at.compute()
    seat = at.waiting[0]
    leader = at.session.table.pieces["nobunaga"]
    with seated(browser, at, seat, asks=seat, viewport={"width": 1366, "height": height}) as (page, served):
        bring(page, served, leader.place)
        page.mouse.move(*middle(page, ".piece[data-id=nobunaga]"))
        there(page, "#unit:not([hidden]) .why")
        card, rail, prompt = (box_of(page, part) for part in ("#unit", ".rail", "#prompt"))
        assert card["height"] > 250
        assert apart(card, rail)
        assert apart(card, prompt)


def apart(one: dict[str, float], two: dict[str, float]) -> bool:
    """Whether two boxes do not touch."""
    across = one["x"] + one["width"] <= two["x"] or two["x"] + two["width"] <= one["x"]
    return across or one["y"] + one["height"] <= two["y"] or two["y"] + two["height"] <= one["y"]


def test_a_map_of_provinces_opens_so_that_it_can_be_read(browser: Any) -> None:
    at = table("shogun", "link", scenario="four_players")
    seat = at.waiting[0]
    with seated(browser, at, seat, asks=seat) as (page, served):
        there(page, ".world[data-sharp]")
        size = served.scenery["board"]["size"]
        assert box_of(page, ".world")["width"] >= 0.599 * size[0]
        asking = {str(option) for option in at.session.asks[seat].listed}
        seen = [place for place in asking if place in at.book.land and clear(page, *spot(page, served, place))]
        assert len(seen) >= len(asking) / 2  # as much as fits of what can be chosen


def clear(page: Any, x: float, y: float) -> bool:
    """Whether a spot of the screen is the board's."""
    read = "([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest('.world'))"
    return bool(page.evaluate(read, [x, y]))


def test_a_board_is_not_shown_at_what_lies_beyond_its_edge(browser: Any) -> None:
    """Takeda begin at the eastern edge: half the window was bare table."""
    at = table("shingens_arrival", "link", "random", scenario="campaign")
    seat = at.waiting[0]
    with seated(browser, at, seat, asks=seat) as (page, served):
        page.click("#rest")
        until(page, lambda: at.session.step != SETUP and seat in served.now()[1], "the setup does not end")
        assert asked(page, served, seat)
        there(page, ".world[data-sharp]")
        world, side = box_of(page, ".world"), box_of(page, "#side")
        assert world["x"] + world["width"] > side["x"] - 60
        starts = {at.session.table.pieces[unit].place for unit in able(at, seat)}
        assert any(clear(page, *spot(page, served, start)) for start in starts)
