"""Questions of one kind in a row that a seat leaves to advice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from compiler.play.ask import Refused
from compiler.play.codec import state_digest
from compiler.play.journal import read_journal
from compiler.play.topics import PlacePiece
from compiler.web.messages import ask_of
from compiler.web.table import Table
from tests.web.browsing import answering, asked, bring, seated, shows, there, until
from tests.web.tables import Party, heard, last, meeting, table


def setting_up(slug: str, scenario: str, **how: Any) -> tuple[Table, str]:
    at = table(slug, "link", scenario=scenario, **how)
    return at, at.waiting[0]


@pytest.mark.parametrize(("slug", "scenario"), [("a_most_dangerous_time", "short"), ("shingens_arrival", "campaign")])
def test_the_rest_of_a_setup_is_placed_in_one_go_and_taken_back_in_one(
    slug: str, scenario: str, tmp_path: Path
) -> None:
    path = tmp_path / "a.journal"
    at, seat = setting_up(slug, scenario, journal=path)

    async def play(party: Party) -> None:
        guest = await party.enter(seat)
        first = last(heard(guest), "ask")
        assert first["rest"]
        await party.say(guest, t="answer", n=at.n, option=0)
        before, moments = state_digest(at.session.state), len(at.session.moments)
        heard(guest)
        told = await party.say(guest, t="rest", n=at.n)
        assert len([message for message in told if message["t"] == "view"]) == 1  # not piece by piece
        assert len(at.session.moments) > moments + 18
        ask = at.session.asks.get(seat)
        assert ask is None or not isinstance(ask.topic, PlacePiece)
        assert last(told, "view")["undo"]
        await party.say(guest, t="undo", n=at.n)
        assert state_digest(at.session.state) == before
        assert len(at.session.moments) == moments
        assert at.computer is None  # nobody places anything again by itself
        await party.say(guest, t="undo", n=at.n)
        assert len(at.session.moments) == moments - 1  # what was placed by hand goes one by one
        written = read_journal(at.book, path.read_bytes(), path.name)
        assert state_digest(written.session.state) == state_digest(at.session.state)

    meeting(play, at)


def test_where_seats_take_turns_the_order_stands_until_the_step_ends() -> None:
    at, seat = setting_up("shogun", "four_players")
    step = at.session.step

    async def play(party: Party) -> None:
        guests = {place: await party.enter(place) for place in at.seats}
        await party.say(guests[seat], t="rest", n=at.n)
        own = 1
        while at.session.step == step:
            if at.computer is not None:
                assert at.computer == seat
                assert ask_of(at, seat) is None  # it is not asked what it has left to advice
                assert at.compute()
                own += 1
                continue
            assert seat not in at.waiting
            await party.say(guests[at.waiting[0]], t="answer", n=at.n, option=0)
        assert own == 6  # spearmen, two at a time
        while seat not in at.waiting:
            await party.say(guests[at.waiting[0]], t="answer", n=at.n, option=0)
        assert at.computer is None  # the next thing is asked again

    meeting(play, at)


def test_what_comes_in_a_turn_is_left_to_nobody() -> None:
    at = table("first_battle", "link", scenario="skirmish")
    for _ in range(6):
        for seat in at.waiting:
            asks = ask_of(at, seat)
            if asks is not None and at.session.step != "bid":
                assert "rest" not in asks
        at.answer(at.waiting[0], at.n, {"option": 0})

    async def play(party: Party) -> None:
        seat = at.waiting[0]
        guest = await party.enter(seat)
        n = at.n
        assert last(await party.say(guest, t="rest", n=n), "refused")["because"] == "that is for yourself to answer"
        assert last(await party.say(guest, t="rest", n=n - 1), "refused")["because"] == "the game has gone on since"
        assert last(await party.say(guest, t="rest"), "refused")
        other = await party.enter(next(each for each in at.seats if each != seat))
        assert last(await party.say(other, t="rest", n=n), "refused")["because"] == "it is not your turn"
        assert at.n == n

    meeting(play, at)


def test_advice_answers_with_what_is_listed() -> None:
    """What is suggested is an answer like any other: listed, judged, written down."""
    at, seat = setting_up("shingens_arrival", "campaign")
    at.leave(seat, at.n)
    while at.computer == seat:
        listed = list(at.session.asks[seat].listed)
        known = len(at.session.record)
        assert at.compute()
        assert at.session.record[known].answer in listed


def among_soldiers(slug: str = "a_most_dangerous_time") -> tuple[Table, str]:
    """A setup that has come to pieces of which there are several."""
    at, _ = setting_up(slug, "short" if slug == "a_most_dangerous_time" else "campaign")
    while "alike" not in (ask_of(at, at.waiting[0]) or {}):
        at.answer(at.waiting[0], at.n, {"option": 0})
    return at, at.waiting[0]


@pytest.mark.parametrize("slug", ["a_most_dangerous_time", "shingens_arrival"])
def test_one_answer_places_several_alike_and_one_undo_takes_them_back(slug: str) -> None:
    at, seat = among_soldiers(slug)

    async def play(party: Party) -> None:
        guest = await party.enter(seat)
        asks, before, moments = last(heard(guest), "ask"), state_digest(at.session.state), len(at.session.moments)
        place = at.session.asks[seat].listed[0]
        there = len(at.session.table.stacks.get(place, ()))
        assert asks["alike"] >= 3
        told = await party.say(guest, t="answer", n=at.n, option=0, times=3)
        assert len([message for message in told if message["t"] == "view"]) == 1
        assert len(at.session.table.stacks[place]) == there + 3
        assert len(at.session.moments) == moments + 3
        await party.say(guest, t="undo", n=at.n)
        assert state_digest(at.session.state) == before
        await party.say(guest, t="answer", n=at.n, option=0)
        assert len(at.session.moments) == moments + 1

    meeting(play, at)


def test_no_more_are_placed_than_are_alike() -> None:
    at, seat = among_soldiers()
    alike, moments = last([ask_of(at, seat) or {}], "ask")["alike"], len(at.session.moments)
    at.answer(seat, at.n, {"option": 0, "times": 200})
    assert len(at.session.moments) == moments + alike
    for wrong in (0, -1, 201, 10**30, "2", 1.5, None, [2]):
        with pytest.raises(Refused):
            at.answer(at.waiting[0], at.n, {"option": 0, "times": wrong})
    assert len(at.session.moments) == moments + alike


def test_what_is_no_placing_is_answered_once_however_often_it_is_sent() -> None:
    at = table("first_battle", "link", scenario="skirmish")
    moments = len(at.session.moments)
    while at.session.is_sealed:
        at.answer(at.waiting[0], at.n, {"option": 0, "times": 9})
    bids = len(at.session.moments)
    at.answer(at.waiting[0], at.n, {"option": 0, "times": 9})
    assert len(at.session.moments) == bids + 1 > moments


def test_several_are_placed_by_one_click(browser: Any) -> None:
    at, seat = among_soldiers()
    place, moments = at.session.asks[seat].listed[0], len(at.session.moments)
    with seated(browser, at, seat, asks=seat) as (page, served):
        page.click("#times .btn:last-child")
        page.click("#times .btn:last-child")
        assert page.inner_text("#times output").startswith("3 of ")
        answering(page, served, lambda: page.mouse.click(*bring(page, served, place)))
        assert len(at.session.moments) == moments + 3
        shows(page, served.now()[0])
        page.click("#undo")
        until(page, lambda: len(at.session.moments) == moments, "not taken back as one")


def test_a_press_sets_up_the_rest_of_an_army(browser: Any) -> None:
    at = table("a_most_dangerous_time", "link", scenario="short")
    seat = at.waiting[0]
    with seated(browser, at, seat, asks=seat) as (page, served):
        before = len(at.session.moments)
        page.click("#rest")
        until(page, lambda: seat not in served.now()[1], "the rest is not placed")
        assert len(at.session.moments) > before + 18
        there(page, "#undo")
        answering(page, served, lambda: page.keyboard.press("u"))
        assert len(at.session.moments) == before
        assert asked(page, served, seat)
        page.keyboard.press("r")
        until(page, lambda: seat not in served.now()[1], "the rest is not placed")
        assert len(at.session.moments) > before + 18
