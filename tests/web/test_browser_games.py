"""Games in a real browser: a turn of Anegawa by mouse, a round of Shogun with a page for each of five seats."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import Any

from compiler.play.session import Session
from compiler.web.seats import SCREEN, WATCH
from compiler.web.table import Table
from tests.web.browsing import (
    Page,
    Visit,
    answer_anyhow,
    answering,
    asked,
    ready,
    seated,
    shows,
    spot,
    there,
    until,
    visit,
)
from tests.web.frames import Overheard
from tests.web.served import Served, serving
from tests.web.tables import table


def test_a_turn_of_anegawa_by_mouse(browser: Any) -> None:
    with seated(browser, table("anegawa", "human", "random"), SCREEN) as (page, served):
        assert int(str(page.locator(".mini output").text_content()).split()[0]) >= 60  # figures can be read at first
        page.click("[data-r=fit]")  # the whole board lies in the free part of the window
        at, seat, moved = served.table, served.table.seats[0], 0
        while asked(page, served, seat) and at.session.table.tracks["turn"] == 1:
            ask = at.session.asks[seat]
            if page.locator("#prompt .btn.main[data-option]").count() == 0:
                answering(page, served, lambda: answer_by_mouse(page, served, at.session))
            elif moved < 2:
                moved += 1
                march(page, served, seat, str(ask.listed[-2]))
            else:
                answering(page, served, lambda: page.click("#prompt .btn.main[data-option]"))
        assert moved == 2
        assert at.session.table.tracks["turn"] == 2
        there(page, "#steps .turn")
        assert page.inner_text("#steps .turn") == "Turn 2"
        # the log has the turn in its headings, and of a march where it went: the way is drawn
        page.click("[data-tab=log]") if page.locator("[data-tab=log][aria-selected=false]").count() else None
        told = page.locator(".log").text_content()
        assert "Turn 1" in page.locator(".log .step").first.text_content()
        assert "Phase: " not in told
        assert " goes to " in told
        assert not re.search(r" by \d{4}-", told)


def answer_by_mouse(page: Page, served: Served, session: Session) -> None:
    """A click on a button, else on the first place or piece that is offered."""
    if page.locator("#prompt .acts [data-option]").count():
        page.locator("#prompt .acts [data-option]").first.click()
        return
    first = next(iter(session.asks.values())).listed[0]
    thing = str(first[-1] if isinstance(first, tuple) else first)
    place = session.table.pieces[thing].place if thing in session.table.pieces else thing
    page.mouse.click(*spot(page, served, place))


def march(page: Page, served: Served, seat: str, unit: str) -> None:
    """Pick a unit up, look at the way, go it: what is drawn is what is played."""
    at = served.table
    before, option = at.n, list(at.session.asks[seat].listed).index(unit)
    ahead = served.opened.house.engine.submit(lambda: at.peek(seat, before, {"option": option})).result()
    assert ahead is not None
    way = max((tuple(answer) for answer in ahead.listed if isinstance(answer, tuple)), key=len)
    start = at.session.table.pieces[unit].place
    page.mouse.click(*spot(page, served, start))
    there(page, f".piece.picked[data-id='{unit}']")
    there(page, ".costs text")
    assert "First attack factor" in page.inner_text("#unit")
    goal = spot(page, served, way[-1])
    page.mouse.move(*goal)
    there(page, ".way path.l")
    drawn = page.locator(".way path.l").get_attribute("d")
    middles = [served.scenery["spaces"][place]["at"] for place in (start, *way)]
    assert [float(part) for part in re.findall(r"[\d.]+", drawn)] == [part for at in middles for part in at]
    page.mouse.click(*goal)
    shows(page, before + 2)
    assert at.session.table.pieces[unit].place == way[-1]


def keeps_secrets(heard: Overheard) -> None:
    """No frame tells a page what its seat might not know; and what others were told it would have been found."""
    kinds = {json.loads(text)["t"] for one in heard.visits.values() for text in one.frames}
    assert {"view", "events", "ask"} <= kinds
    for place, other in pairwise(heard.visits):
        assert heard.leaks(place) == []
        assert heard.leaks(other) == []
        assert heard.leaks(place, sent_to=other) != []


def test_five_pages_seal_their_plans_and_play_a_round_and_no_frame_tells(browser: Any) -> None:
    at = table("shogun", "link", scenario="five_players")
    while not at.session.is_sealed:  # provinces and armies are placed by whoever is asked
        at.answer(at.waiting[0], at.n, {"option": 0})
    with serving("shogun", at) as served:
        visits: dict[str, Visit] = {}
        for seat in at.seats:  # five links in one browser: each seat is a place of its own
            visits[seat] = visit(browser, served, seat, beside=next(iter(visits.values()), None))
        pages = {seat: one.page for seat, one in visits.items()}
        last = at.seats[-1]
        try:
            for seat, page in pages.items():
                page.bring_to_front()
                ready(page)
                koku = int(re.findall(r"\d+", page.inner_text("#form header"))[0])
                for _ in range(koku):
                    page.click("[data-field=levies] .btn:last-child")
                there(page, "#seal:not(:disabled)")
                if seat != last:
                    answering(page, served, lambda page=page: page.click("#seal"))  # type: ignore[misc]
                    there(page, ".seal-stamp")
            for seat in at.seats[:-1]:
                there(pages[last], f"#seats [data-seat={seat}] .sealed")
            assert list(at.sealed) == list(at.seats[:-1])
            frames = "".join(str(frame) for frame in visits[last].frames)
            assert '"plan":[' not in frames.replace(" ", "")
            n = at.n
            pages[last].bring_to_front()
            pages[last].click("#seal")
            for page in pages.values():
                shows(page, n + 1)
            assert not at.sealed
            answers, heard = 0, Overheard(served, visits)
            while at.session.table.tracks["round"] == 1:
                answers += 1
                seat = served.now()[1][0]
                page = pages[seat]
                assert asked(page, served, seat)
                page.bring_to_front()
                answering(page, served, lambda page=page: answer_anyhow(page))  # type: ignore[misc]
                heard.note()
            assert answers > 10
            until(pages[last], lambda: "2" in pages[last].inner_text("#steps .turn"), "the round is not told")
            keeps_secrets(heard)
        finally:
            for one in visits.values():
                one.__exit__()


def with_hands(seed: str = "7") -> Table:
    """A Most Dangerous Time, both sides with some cards in their hands."""
    at = table("a_most_dangerous_time", "random", scenario="short", seed=seed)
    while any(len(at.session.table.stacks.get(f"hand.{seat}", ())) < 2 for seat in at.seats):
        assert at.compute()
    for seat in at.seats:
        at.sit(seat, "link")
    return at


def test_no_frame_of_a_hand_of_cards_tells_what_others_hold(browser: Any) -> None:
    at = with_hands()
    with serving("a_most_dangerous_time", at) as served:
        visits: dict[str, Visit] = {}
        for place in (WATCH, *at.seats):
            visits[place] = visit(browser, served, place, beside=next(iter(visits.values()), None))
        try:
            for one in visits.values():
                ready(one.page)
            heard, hands = Overheard(served, visits), set()
            end = heard.note() + 30
            while heard.note() < end:
                seat = served.now()[1][0]
                hands |= {card for each in at.seats for card in at.session.table.stacks[f"hand.{each}"]}
                page = visits[seat].page
                assert asked(page, served, seat)
                page.bring_to_front()
                answering(page, served, lambda page=page: answer_anyhow(page))  # type: ignore[misc]
            assert len(hands) >= 4
            for one in visits.values():
                shows(one.page, served.now()[0])
            keeps_secrets(heard)
        finally:
            for one in visits.values():
                one.__exit__()
