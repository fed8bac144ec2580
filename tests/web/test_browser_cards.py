"""What is pointed at is shown to be read: a card, a unit that is picked; what can be done lies beside it."""

from __future__ import annotations

from typing import Any

from compiler.play.ask import Refusal
from compiler.play.offers import refusal
from compiler.web.seats import SCREEN
from tests.web.browsing import TABLET, alone, box_of, peeked, seated, there
from tests.web.tables import table, with_the_north_to_march
from tests.web.test_browser_clicks import pick


def test_a_card_of_the_hand_is_shown_large_and_what_it_can_do_lies_under_it(browser: Any) -> None:
    with seated(browser, table("road_to_honganji", "human", "greedy"), SCREEN, asks="akechi") as (page, _):
        held = page.locator(".hand .pick.legal").first
        held.hover()
        there(page, "#unit.printed:not([hidden]) img")
        assert page.get_attribute("#unit.printed img", "alt") == held.get_attribute("title")
        small, large = box_of(page, ".hand .pick.legal img"), box_of(page, "#unit.printed img")
        assert large["height"] > 3 * small["height"]
        held.click()
        there(page, ".choice .btn")
        card, offered = box_of(page, ".hand .pick.legal"), box_of(page, ".choice")
        assert offered["x"] < card["x"] + card["width"]
        assert card["x"] < offered["x"] + offered["width"]
        assert 0 <= offered["y"] - card["y"] - card["height"] < 20
        page.keyboard.press("Escape")
        page.mouse.move(500, 500)
        page.locator("#unit").wait_for(state="hidden")


def test_on_a_tablet_the_card_lies_above_the_sheet_that_holds_the_hand(browser: Any) -> None:
    with seated(
        browser, table("road_to_honganji", "human", "greedy"), SCREEN, viewport=TABLET, has_touch=True, asks="akechi"
    ) as (page, _):
        page.locator(".hand .pick.legal").first.tap()
        there(page, "#unit.printed:not([hidden]) img")
        card, prompt = box_of(page, "#unit.printed"), box_of(page, ".prompt")
        assert card["y"] + card["height"] <= prompt["y"]


def test_a_unit_that_is_picked_says_how_far_it_goes(browser: Any) -> None:
    at = with_the_north_to_march()
    with seated(browser, at, SCREEN, asks="north") as (page, served):
        unit = alone(at, "north")
        ask = peeked(served, "north", unit)
        goals = {answer[-1] for answer in ask.listed if isinstance(answer, tuple)}
        most = max(int(ask.price(answer).cost) for answer in ask.listed if isinstance(answer, tuple))
        pick(page, served, unit)
        says = f"Can go to {len(goals)} places, at a cost of {most} at most."
        page.locator("#unit .why.ok", has_text=says).wait_for()


def test_a_march_that_is_too_long_names_the_space_that_was_clicked() -> None:
    at = with_the_north_to_march()
    unit = next(str(id) for id in at.session.asks["north"].listed if str(id) in at.session.table.pieces)
    ask = at.peek("north", at.n, {"option": list(at.session.asks["north"].listed).index(unit)})
    assert ask is not None
    said = {place: refusal(at.book, ask, at.session.table, place) for place in at.book.game.spaces if place.isdigit()}
    far = {place: no.because for place, no in said.items() if isinstance(no, Refusal) and "too far" in no.because}
    assert len(far) > 5
    assert all(because.startswith(f"`{place}` is too far") for place, because in far.items())
