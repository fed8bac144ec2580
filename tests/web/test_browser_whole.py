"""Whole games with one way of acting only: fingers on a tablet, keys; and a piece that is led its way hex by hex."""

from __future__ import annotations

import re
from typing import Any

from compiler.model.event import Moved
from compiler.web.seats import SCREEN
from tests.web.browsing import (
    TABLET,
    Page,
    answer_anyhow,
    answering,
    asked,
    middle,
    middles,
    peeked,
    ready,
    seated,
    shows,
    spot,
    there,
    until,
    visit,
)
from tests.web.served import Served, serving
from tests.web.tables import table, with_the_north_to_march

SKIRMISH = "skirmish"


def test_a_piece_goes_the_way_it_is_led_hex_by_hex_with_its_cost_shown(browser: Any) -> None:
    at = with_the_north_to_march()
    with seated(browser, at, SCREEN, asks="north") as (page, served):
        pieces, stacks, near = at.session.table.pieces, at.session.table.stacks, served.scenery["near"]
        units = [str(id) for id in at.session.asks["north"].listed if str(id) in pieces]
        unit, way = next(
            (unit, (one, two))
            for unit in units
            if len(stacks[pieces[unit].place]) == 1
            for ask in (peeked(served, "north", unit),)
            for one in near[pieces[unit].place]
            for two in near[one]
            if (one, two) not in ask.listed and ask.judge((one, two)) is None and not {one, two} & set(stacks)
        )  # a way that is allowed and not offered: another one leads there
        question, start, before = peeked(served, "north", unit), pieces[unit].place, at.n
        assert question.price is not None
        page.mouse.move(*spot(page, served, start))
        page.mouse.down()
        for place in way:
            page.mouse.move(*spot(page, served, place), steps=6)
        cost = question.price(way).cost
        there(page, ".way circle.total")
        assert page.locator(".way text.total").text_content() == f"{cost:g}"
        drawn = page.locator(".way path.l").get_attribute("d")
        middles = [served.scenery["spaces"][place]["at"] for place in (start, *way)]
        assert [float(part) for part in re.findall(r"[\d.]+", drawn)] == [part for spot in middles for part in spot]
        page.mouse.up()
        shows(page, before + 2)
        gone = [entry.what for entry in at.session.log if isinstance(entry.what, Moved) and entry.what.piece == unit]
        assert gone[-1].path == way
        # back and led on from where it turns: the loop is cut off
        page.keyboard.press("u")
        shows(page, before + 3)
        page.keyboard.press("u")
        shows(page, before + 4)
        assert asked(page, served, "north")
        page.mouse.move(*spot(page, served, start))
        page.mouse.down()
        for place in (way[0], way[1], way[0]):
            page.mouse.move(*spot(page, served, place), steps=6)
        page.mouse.up()
        shows(page, before + 6)
        gone = [entry.what for entry in at.session.log if isinstance(entry.what, Moved) and entry.what.piece == unit]
        assert gone[-1].path == way[:1]


def tap(page: Page, x: float, y: float) -> None:
    page.touchscreen.tap(x, y)


def free(page: Page) -> list[tuple[float, float]]:
    """The middles of pieces that can be chosen and lie clear of the panels."""
    return [(x, y) for x, y in middles(page, ".piece.legal") if 80 < x < 800 and 80 < y < 760]


def answer_by_touch(page: Page, served: Served, march: bool) -> None:
    """One answer by taps alone: a march by piece and place, else a button, else the list."""
    if page.locator("#form:not([hidden]) #seal").count():
        page.locator("#form:not([hidden]) #seal:not(:disabled)").tap()
    elif march and (spots := free(page)):
        tap(page, *spots[0])
        there(page, ".costs text, .fan .pick, .choice .btn")
        if page.locator(".fan .pick").count():
            page.locator(".fan .pick").first.tap()
            there(page, ".costs text")
        tap(page, *middle(page, ".costs text"))
    elif page.locator("#prompt .btn.main[data-option]").count():
        page.locator("#prompt .btn.main[data-option]").tap()
    elif page.locator("#prompt .acts [data-option]").count():
        page.locator("#prompt .acts [data-option]").first.tap()
    else:
        page.locator("#prompt .acts .btn", has_text=re.compile("List|choices")).tap()
        page.locator(".list .btn").first.tap()


def test_a_whole_game_by_touch_on_a_tablet(browser: Any) -> None:
    with seated(
        browser,
        table("first_battle", "human", "random", scenario=SKIRMISH),
        SCREEN,
        viewport=TABLET,
        has_touch=True,
        is_mobile=True,
    ) as (page, served):
        page.locator("[data-r=fit]").tap()
        answers = marches = 0
        while asked(page, served, "north"):
            answers += 1
            assert answers < 200
            march = marches < 3 and bool(page.locator(".piece.legal").count())
            marches += march
            answering(page, served, lambda march=march: answer_by_touch(page, served, march))  # type: ignore[misc]
        assert marches == 3
        page.locator(".veil .hall h1").wait_for()
        page.locator(".veil [data-shut]", has_text="Look at the board").tap()
        page.locator(".veil").wait_for(state="detached")


def test_marches_by_keys_alone(browser: Any) -> None:
    at = with_the_north_to_march()
    with seated(browser, at, SCREEN, asks="north") as (page, served):
        before = at.n
        page.keyboard.press("Tab")
        there(page, ".piece.legal:focus")
        unit = str(page.locator(".piece:focus").get_attribute("data-id"))
        page.keyboard.press("Enter")
        there(page, f".piece.picked[data-id='{unit}']")
        there(page, ".costs text")
        goals = {answer[-1] for answer in peeked(served, "north", unit).listed if isinstance(answer, tuple)}
        page.keyboard.press("Tab")  # the first place it can go to; its way is shown
        there(page, ".way path.l")
        page.keyboard.press("Enter")
        shows(page, before + 2)
        assert at.session.table.pieces[unit].place in goals
        # a step by the keys around the hand, from the piece that is picked up
        assert asked(page, served, "north")
        page.keyboard.press("Tab")
        there(page, ".piece.legal:focus")
        other = str(page.locator(".piece:focus").get_attribute("data-id"))
        start, n = at.session.table.pieces[other].place, at.n
        page.keyboard.press("Enter")
        there(page, ".costs text")
        for key in "wedsaq":
            page.keyboard.press(key)
            if page.locator(".way path.l").count():
                break
            page.keyboard.press("Escape")
            page.keyboard.press("Tab")
            page.keyboard.press("Enter")
            there(page, ".costs text")
        page.keyboard.press("Enter")
        until(page, lambda: served.now()[0] >= n + 2, "the step is not taken")
        assert at.session.table.pieces[other].place in served.scenery["near"][start]


def test_a_whole_game_by_keys_with_an_end_that_can_be_read(browser: Any) -> None:
    with (
        serving("marsh_barons", table("marsh_barons", "human", "random")) as served,
        visit(browser, served, SCREEN) as page,
    ):
        seat, answers = served.table.seats[0], 0
        ready(page)
        while asked(page, served, seat):
            answers += 1
            assert answers < 400
            answering(page, served, lambda: answer_anyhow(page))
        page.locator(".veil .hall h1").wait_for()
        assert served.table.session.outcome is not None
