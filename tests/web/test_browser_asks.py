"""What the page shows is what the rules allow: rings over many questions, undo, two pages of a seat, a line cut."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest

from compiler.play.ask import Ask
from compiler.play.offers import offers
from compiler.play.view import redacted
from compiler.web.messages import past_of
from tests.web.browsing import Page, answering, asked, of_all, point, ready, seated, shows, spot, there, until, visit
from tests.web.served import Served, serving
from tests.web.tables import table, with_the_north_to_march

GIVING_UP = ("withdraw", "concede")
RINGS = """() => [...document.querySelectorAll(".piece.legal")].map((made) => [made.dataset.id, made.dataset.at])"""


def legal(served: Served, seat: str, ask: Ask) -> set[str]:
    """The pieces a question can be answered with, as the rules say."""
    at = served.table
    seen = redacted(at.book, at.session.table, seat, at.session.state.scenario)
    found: set[str] = set()
    for offer in offers(at.book, ask, seen):
        found |= set(offer.takes or ([offer.target] if offer.target else []))
    return {id for id in found if id in seen.pieces}


@pytest.mark.parametrize(("slug", "asks"), [("anegawa", 120), ("shogun", 80)])
def test_what_is_ringed_is_what_the_rules_allow(browser: Any, slug: str, asks: int) -> None:
    at, luck = table(slug, "link"), random.Random(slug)  # only which answers are tried
    with seated(browser, at, at.seats[0]) as (page, served):
        seat, looked, ringed = at.seats[0], 0, 0
        while looked < asks and at.session.outcome is None:
            if served.now()[1][0] == seat:
                assert asked(page, served, seat)
                looked += 1
                ringed += rings_right(page, served, seat, at.session.asks[seat])
            served.goes_on(seat, lambda ask: luck.choice(onward(ask)))
        assert looked == asks
        assert ringed > 5


def onward(ask: Ask) -> list[int]:
    """The answers that do not end the game."""
    return [n for n, option in enumerate(ask.listed) if option not in GIVING_UP]


def rings_right(page: Page, served: Served, seat: str, ask: Ask) -> bool:
    """On hexes each piece has its ring; elsewhere alike ones lie together, and one ring is for all of them."""
    may, pieces = legal(served, seat, ask), served.table.session.table.pieces
    places = {**served.scenery["piles"], **served.scenery["spaces"]}
    on_board = {id for id in may if not (at := places.get(pieces[id].place, {})).get("away") and at.get("at")}
    shown = page.evaluate(RINGS)
    assert {id for id, _ in shown} <= may
    sorts = {(id.split("#")[0], at) for id, at in shown}
    assert {(id.split("#")[0], pieces[id].place) for id in on_board} <= sorts
    return bool(shown)


PRESSED = """([what, when]) => setTimeout(() => document.querySelector(what)?.click(), when - Date.now())"""
LOOK = """() => ({
  pieces: [...document.querySelectorAll(".piece")]
    .map(({ dataset, className, style }) => [dataset.id, dataset.at, className, style.transform].join()).sort(),
  log: document.querySelector("#side .body").innerText,
  marks: [...document.querySelectorAll(".stage > svg")].map((made) => made.innerHTML),
  prompt: document.querySelector("#prompt").innerText,
  steps: document.querySelector("#steps").innerText,
  boxes: document.querySelector("#ribbon").innerText,
})"""


def test_undo_restores_board_log_marks_and_prompt_and_ends_at_a_roll(browser: Any) -> None:
    at = with_the_north_to_march()
    with seated(browser, at, "north", asks="north") as (page, served):
        page.mouse.move(683, 20)
        before = page.evaluate(LOOK)
        n = served.now()[0]
        served.answers("north")
        served.answers("north")
        shows(page, n + 2)
        assert page.evaluate(LOOK) != before
        for more in (3, 4):
            page.keyboard.press("u")
            shows(page, n + more)
        assert asked(page, served, "north")
        assert page.evaluate(LOOK) == before
        # on to the first roll: what came before it stays
        rolled = len(at.session.log)
        while not any(type(entry.what).__name__ == "Rolled" for entry in at.session.log[rolled:]):
            seat = served.now()[1][0]
            ask = at.session.asks[seat]
            served.answers(seat, option=len(ask.listed) - 1 if ask.stop is not None and len(ask.listed) > 9 else 0)
        last = served.now()[0]
        shows(page, last)
        assert page.locator("#undo").count() == 0
        page.keyboard.press("u")
        page.keyboard.press("1")
        there(page, "[data-tab=log][aria-selected=true]")  # the keys have been heard
        assert served.now()[0] == last


def test_two_pages_of_a_seat_follow_each_other_and_an_answer_counts_once(browser: Any) -> None:
    at = with_the_north_to_march()
    with serving("first_battle", at) as served:
        one = visit(browser, served, "north")
        with one as first, visit(browser, served, "north", beside=one) as second:
            for page in (first, second):
                ready(page)
                assert asked(page, served, "north")
            n = served.now()[0]
            done = "#prompt .btn.main[data-option]"
            for page in (first, second):  # pressed in both at the same time
                page.evaluate(PRESSED, [done, time.time() * 1000 + 1000])
            for page in (first, second):
                until(
                    page, lambda page=page: int(page.locator("body").get_attribute("data-n")) > n, "it does not follow"
                )  # type: ignore[misc]
                shows(page, served.now()[0])
            assert served.now()[0] == n + 1
            assert first.locator(".log").inner_text() == second.locator(".log").inner_text()


def test_a_line_cut_with_a_piece_in_the_hand_comes_back_to_the_same_question(browser: Any) -> None:
    at = with_the_north_to_march()
    with serving("first_battle", at) as served, (seat := visit(browser, served, "north")) as page:
        ready(page)
        assert asked(page, served, "north")
        asking, n = page.locator("#prompt .q b").inner_text(), served.now()[0]
        page.mouse.click(*spot(page, served, at.session.table.pieces["north_spears#2"].place))
        there(page, ".costs text")
        page.context.set_offline(True)
        served.cut()
        page.locator(".lost:not([hidden])").wait_for()
        assert page.locator(".piece").count() > 5  # the board stays
        page.wait_for_timeout(10_000)  # tries fail, ever more seldom
        assert page.locator(".lost:not([hidden])").is_visible()
        page.context.set_offline(False)
        page.locator(".lost").wait_for(state="hidden")
        assert asked(page, served, "north")
        assert page.locator("#prompt .q b").inner_text() == asking
        assert served.now()[0] == n
        point(page, ".piece[data-id='north_spears#2']")
        there(page, ".costs text")
        answering(page, served, lambda: point(page, ".costs text"))
        assert seat.errors  # the browser tells of every try that failed, and of nothing else
        seat.expected = ("ERR_INTERNET_DISCONNECTED",)


def test_a_list_of_choices_goes_when_its_question_has_been_answered(browser: Any) -> None:
    at = with_the_north_to_march()
    with seated(browser, at, "north", asks="north") as (page, served):
        page.keyboard.press("l")
        there(page, ".list input:focus")
        served.answers("north")  # in another page of the seat
        shows(page, served.now()[0])
        page.locator(".list").wait_for(state="detached")
        assert asked(page, served, "north")
        n = served.now()[0]
        page.keyboard.press("Enter")  # nothing is left of the list that could answer the next question
        page.keyboard.press("l")
        there(page, ".list input:focus")
        assert served.now()[0] == n


def test_every_moment_of_the_ribbon_is_the_engines_for_each_seat(browser: Any) -> None:
    at = table("first_battle", "random", scenario="skirmish")
    while len(at.hearing.lines["north"]) < 24:
        assert at.compute()
    for seat in at.seats:
        at.sit(seat, "link")
    with serving("first_battle", at) as served:
        near, engine = served.scenery["near"], served.opened.house.engine
        for seat in at.seats:
            with visit(browser, served, seat) as page:
                ready(page)
                page.keyboard.press("Home")
                for to in range(len(at.hearing.lines[seat])):
                    there(page, f"body.past[data-to='{to}']")
                    then = engine.submit(past_of, at, seat, to).result()["table"]["stacks"]
                    shown = [
                        (id, place)
                        for id, place in of_all(page, ".piece[data-id]", "data-id", "data-at")
                        if place in near
                    ]
                    assert sorted(shown) == sorted((id, place) for place in near for id in then.get(place, ())), to
                    page.keyboard.press(".")
                there(page, "body:not(.past)")
