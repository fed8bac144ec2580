"""A table with people around it: turns, seals, undo, curtain, reconnection, computers, restart."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from compiler.play import undoing
from compiler.play.codec import state_digest
from compiler.play.hearing import table_at
from compiler.play.journal import read_journal
from compiler.web.messages import view_of
from compiler.web.seats import SCREEN, WATCH, Seating
from compiler.web.table import Table
from tests.games.playable import bound
from tests.web.tables import Party, heard, last, meeting, table, with_the_north_to_march

SKIRMISH = "skirmish"


def test_a_page_gets_view_ask_and_log_and_an_answer_goes_on() -> None:
    async def play(party: Party) -> None:
        north, south = await party.enter("north"), await party.enter("south")
        for guest in (north, south):
            told = heard(guest)
            assert [m["t"] for m in told if m["t"] != "seats"] == ["hello", "view", "ask"]
            assert last(told, "ask")["form"] == {"verb": None, "fields": [{"name": "number", "least": 0, "most": 3}]}
        n = party.room.table.n
        told = await party.say(north, t="seal", n=n, option=1)
        assert last(told, "view")["mine"]
        assert last(heard(south), "view")["sealed"] == ["north"]
        assert party.room.table.n == n
        told = await party.say(south, t="seal", n=n, option=0)
        assert party.room.table.n == n + 1
        assert last(told, "events")["list"]

    meeting(play, table("first_battle", "link", scenario=SKIRMISH))


def test_a_seal_may_be_opened_until_the_last_is_in() -> None:
    async def play(party: Party) -> None:
        north = await party.enter("north")
        heard(north)
        n = party.room.table.n
        await party.say(north, t="seal", n=n, option=2)
        told = await party.say(north, t="unseal", n=n)
        assert last(told, "ask")["options"]
        assert not party.room.table.sealed

    meeting(play, table("first_battle", "link", scenario=SKIRMISH))


async def through_bids(party: Party) -> tuple[str, int]:
    """Both bid; who marches then, and what was changed so far."""
    at = party.room.table
    for seat in at.seats:
        guest = await party.enter(seat)
        await party.say(guest, t="seal", n=at.n, option=1)
        party.room.go(guest)
    return at.waiting[0], at.n


def test_undo_takes_back_ones_own_answers_and_no_others() -> None:
    async def play(party: Party) -> None:
        at = party.room.table
        seat, n = await through_bids(party)
        guest, other = await party.enter(seat), await party.enter(next(s for s in at.seats if s != seat))
        heard(guest)
        before = state_digest(at.session.state)
        assert last(await party.say(other, t="undo", n=n), "refused")["because"].endswith("since")
        await party.say(guest, t="answer", n=n, option=0)
        await party.say(guest, t="answer", n=n + 1, option=0)
        lines = len(at.hearing.lines[seat])
        for _ in range(2):
            await party.say(guest, t="undo", n=at.n)
        assert state_digest(at.session.state) == before
        assert len(at.hearing.lines[seat]) < lines
        assert "refused" in [m["t"] for m in await party.say(guest, t="undo", n=at.n)]  # the bids were opened

    meeting(play, table("first_battle", "link", scenario=SKIRMISH))


def test_peek_and_why_change_nothing() -> None:
    async def play(party: Party) -> None:
        at = party.room.table
        seat, n = await through_bids(party)
        guest = await party.enter(seat)
        asked = last(heard(guest), "ask")
        before = state_digest(at.session.state)
        peeked = last(await party.say(guest, t="peek", n=n, option=0), "peeked")
        assert all(option["path"] and "cost" in option for option in peeked["ask"]["options"])
        taken = asked["options"][0]["takes"][0]
        enemy = next(p.id for p in at.session.table.pieces.values() if p.side and p.side != seat)
        no = last(await party.say(guest, t="why", n=n, thing=enemy), "refused")
        rows = at.book.game.ledger.rows if at.book.game.ledger else {}
        assert no["gist"] == rows[no["rule"]].says
        assert enemy in no["because"]
        here = at.session.table.pieces[taken].place
        assert last(await party.say(guest, t="why", n=n, thing=here, taken=0), "refused")["because"]
        pile = last(await party.say(guest, t="why", n=n, thing="orders_cup", re="thing"), "refused")
        assert (pile["re"], pile["because"]) == ("thing", "nothing is asked about `orders_cup` now")
        assert (state_digest(at.session.state), at.n) == (before, n)
        # asked too late it is told what it asked about: what was only wondered at is no refusal of an answer
        assert last(await party.say(guest, t="why", n=n - 1, thing=enemy, re="card 3"), "refused")["re"] == "card 3"

    meeting(play, table("first_battle", "link", scenario=SKIRMISH))


def test_whoever_comes_back_gets_what_it_missed_and_no_more() -> None:
    async def play(party: Party) -> None:
        at = party.room.table
        seat, n = await through_bids(party)
        guest = await party.enter(seat)
        lines = len(at.hearing.lines[seat])
        heard(guest)
        party.room.go(guest)
        await party.say(helper := await party.enter(seat), t="answer", n=n, option=0)
        await party.say(helper, t="answer", n=at.n, option=0)
        back = await party.enter(seat, n, lines)
        told = heard(back)
        assert last(told, "events")["from"] == lines
        assert "undone" not in [m["t"] for m in told]
        await party.say(helper, t="undo", n=at.n)
        stale = heard(await party.enter(seat, n, lines + 5))
        assert stale[1] == {"t": "undone", "to": 0}

    meeting(play, table("first_battle", "link", scenario=SKIRMISH))


def test_a_curtain_falls_between_two_at_one_screen() -> None:
    async def play(party: Party) -> None:
        at = party.room.table
        guest = await party.enter(SCREEN)
        told = heard(guest)
        assert [m["t"] for m in told] == ["hello", "curtain"]
        assert (
            last(await party.say(guest, t="answer", n=at.n, option=0), "refused")["because"] == "the table is covered"
        )
        told = await party.say(guest, t="reveal")
        assert last(told, "now")["seat"] == "crown"
        hand = set(at.session.table.stacks["hand.crown"])
        assert hand <= set(last(told, "view")["table"]["pieces"])
        while guest.curtain is None:
            told = await party.say(guest, t="answer", n=at.n, option=0)
        assert [m["t"] for m in told][-1] == "curtain"
        assert not any(m["t"] == "view" for m in told)
        shown = set(last(await party.say(guest, t="reveal"), "view")["table"]["pieces"])
        assert not set(at.session.table.stacks.get("hand.crown", ())) & shown

    meeting(play, table("amber_strait", "human", "human"))


def test_computers_play_to_the_end_and_onlookers_see_it() -> None:
    async def play(party: Party) -> None:
        guest = await party.enter(WATCH)
        party.room.play_on()
        while party.room.table.session.outcome is None:
            await asyncio.sleep(0.01)
            heard(guest)
        await asyncio.sleep(0.05)
        assert party.room.table.session.outcome is not None
        assert last(await party.say(guest, t="answer", n=0, option=0), "refused")["because"] == "onlookers only look on"
        whole = await party.say(guest, t="replay", to=3)
        assert last(whole, "past")["to"] == 3

    meeting(play, table("first_battle", "random", scenario=SKIRMISH))


def test_a_table_that_was_killed_goes_on_from_its_journal(tmp_path: Path) -> None:
    path, slug = tmp_path / "a.journal", "shogun"
    at = table(slug, "random", journal=path)
    for _ in range(60):
        at.compute()
    sealing = next((seat for seat in at.waiting if at.session.is_sealed), None)
    at.close()
    back = Table.resume(
        read_journal(bound(slug), path.read_bytes(), path.name), Seating.of(dict(at.seating.kinds)), path
    )
    assert state_digest(back.session.state) == state_digest(at.session.state)
    assert back.sealed == at.sealed
    assert back.waiting == at.waiting
    assert sealing is None or sealing in back.waiting
    assert [line.words for line in back.hearing.lines["pink"]] == [line.words for line in at.hearing.lines["pink"]]
    for _ in range(20):
        assert back.compute()
    assert read_journal(bound(slug), path.read_bytes(), path.name, whole=True).lines > 60
    back.close()


async def gone_on(party: Party) -> tuple[str, str, str]:
    """One has answered and the other gone on since; who they are, and the state before."""
    at = party.room.table
    first, _ = await through_bids(party)
    before = state_digest(at.session.state)
    while at.waiting == (first,):
        ask = at.session.asks[first]
        at.answer(first, at.n, {"option": list(ask.listed).index(ask.stop) if ask.stop is not None else 0})
    return first, at.waiting[0], before


def test_what_others_have_gone_on_from_is_taken_back_when_all_agree() -> None:
    async def play(party: Party) -> None:
        at = party.room.table
        first, second, before = await gone_on(party)
        mine, theirs, watch = await party.enter(first), await party.enter(second), await party.enter(WATCH)
        at.answer(second, at.n, {"option": 0})
        n = at.n
        assert last(heard(mine), "view")["wish"]
        assert last(await party.say(mine, t="undo", n=n), "refused")
        heard(theirs), heard(watch)
        told = await party.say(mine, t="wish", n=n)
        assert not last(told, "wish")["yours"]
        assert last(heard(theirs), "wish")["yours"]
        assert not last(heard(watch), "wish")["yours"]
        assert last(await party.say(watch, t="grant", n=n, yes=True), "refused")
        assert last(await party.say(mine, t="grant", n=n, yes=True), "refused")
        no = last(await party.say(theirs, t="grant", n=n, yes=False), "wish")
        assert no["because"].startswith(at.name(second))
        assert at.n == n
        await party.say(mine, t="wish", n=n)
        await party.say(theirs, t="grant", n=n, yes=True)
        assert state_digest(at.session.state) == before
        assert at.waiting == (first,)
        assert last(await party.say(theirs, t="grant", n=at.n, yes=True), "refused")

    meeting(play, table("first_battle", "link", scenario=SKIRMISH))


def test_a_wish_is_over_when_the_game_goes_on_and_computers_do_not_mind(tmp_path: Path) -> None:
    async def play(party: Party) -> None:
        at = party.room.table
        first, second, _ = await gone_on(party)
        mine, theirs = await party.enter(first), await party.enter(second)
        await party.say(mine, t="wish", n=at.n)
        old = at.n
        await party.say(theirs, t="answer", n=at.n, option=0)
        assert party.room.wish is None
        assert last(await party.say(theirs, t="grant", n=old, yes=True), "refused")
        at.sit(second, "random")
        back = at.n
        await party.say(mine, t="wish", n=back)
        assert at.waiting == (first,)
        assert at.n == back + 1
        written = read_journal(at.book, path.read_bytes(), path.name)
        assert state_digest(written.session.state) == state_digest(at.session.state)

    path = tmp_path / "a.journal"
    meeting(play, table("first_battle", "link", scenario=SKIRMISH, journal=path))


def test_an_answer_is_taken_back_though_a_computer_has_answered_while_the_wish_was_on_its_way() -> None:
    async def play(party: Party) -> None:
        at = party.room.table
        first, second, before = await gone_on(party)
        at.sit(second, "random")
        mine = await party.enter(first)
        seen = last(heard(mine), "view")
        assert seen["wish"]
        assert at.compute()
        assert at.n > seen["n"]
        told = await party.say(mine, t="wish", n=seen["n"])
        assert not [message for message in told if message["t"] == "refused"]
        assert state_digest(at.session.state) == before
        # a wish from before one's own last answer means another one
        again = await party.say(mine, t="wish", n=seen["n"])
        assert last(again, "refused")["because"] == "the game has gone on since"

    meeting(play, table("first_battle", "link", scenario=SKIRMISH))


def test_a_view_does_not_lay_the_whole_game_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether the last answer may be taken back is told with every view: it must not cost more the longer a game is."""
    at = with_the_north_to_march()
    laid: list[int] = []
    monkeypatch.setattr(undoing, "table_at", lambda session, end: laid.append(end) or table_at(session, end))
    for _ in range(12):
        seat = at.waiting[0]
        at.answer(seat, at.n, {"option": 0})
        known = view_of(at, seat)["undo"]
        assert laid == []
        assert known == (undoing.no_undo(at.session, seat, at.seats) is None)  # the long way says the same
        laid.clear()
