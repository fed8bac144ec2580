"""Hostile messages: malformed, oversized, out of turn, replayed, of a foreign seat. No crash, no change, no leak.

Of random ones each test sends ten thousand; `LIEGE_FAULTS=400` sends fewer.
"""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from itertools import product
from typing import Any

import pytest

from compiler.play.codec import state_digest
from compiler.play.offers import form
from compiler.web.seats import SCREEN, WATCH
from tests.web.tables import Party, heard, last, meeting, table
from tests.web.test_secrecy import Reader, kept

MANY = int(os.environ.get("LIEGE_FAULTS", "10000"))
ODD: list[Any] = [None, True, -1, 0, 10**30, 1.5, "", "done", "x" * 5000, [], [[[[[[1]]]]]], {}, {"plan": [1]}]
WORDS = ["answer", "seal", "unseal", "undo", "why", "peek", "replay", "reveal", "hold", "renew", "sit", "save", "odd"]
WORDS += ["rest", "wish", "grant", "zones"]
KEYS = ["n", "option", "text", "answer", "to", "thing", "taken", "re", "seat", "kind", "place", "as", "on"]
KEYS += ["times", "yes"]


@pytest.mark.parametrize("message", [{}, {"t": 1}, {"t": None}, {"t": []}, {"t": "nonsense"}, {"t": "answer"}])
def test_what_is_no_message_is_told_so(message: dict[str, Any]) -> None:
    async def play(party: Party) -> None:
        guest = await party.enter("north")
        heard(guest)
        await party.room.hear(guest, message)
        assert last(heard(guest), "refused")["because"]
        assert party.room.table.n == 0

    meeting(play, table("first_battle", "link", scenario="skirmish"))


def test_out_of_turn_replayed_and_foreign_answers_change_nothing() -> None:
    async def play(party: Party) -> None:
        at = party.room.table
        pink, gray, watch = await party.enter("pink"), await party.enter("gray"), await party.enter(WATCH)
        n = at.n
        assert last(await party.say(pink, t="seal", n=n - 1, option=0), "refused")["because"].startswith("the game has")
        await party.say(pink, t="seal", n=n, option=0)
        again = await party.say(pink, t="seal", n=n, option=3)  # the seat has answered
        assert last(again, "refused")["because"] == "it is not your turn"
        assert list(at.sealed) == ["pink"]
        for guest in (gray, watch):  # a seat cannot speak for another, whatever it says
            await party.say(guest, t="unseal", n=n, seat="pink")
            assert list(at.sealed) == ["pink"]
        assert last(await party.say(watch, t="seal", n=n, option=0), "refused")["because"] == "onlookers only look on"
        for kind in ("sit", "renew"):
            assert last(await party.say(gray, t=kind, seat="pink", place="pink", kind="random"), "refused")

    meeting(play, table("shogun", "link", scenario="chapter_7"))


def test_illegal_answers_are_refused_with_their_rule() -> None:
    async def play(party: Party) -> None:
        at = party.room.table
        pink = await party.enter("pink")
        before = state_digest(at.session.state)
        for plan, rule in (([3, 1, 0, 1, 0], "4-1.5"), ([0, 0, 0, 0, 0], "4-1.1")):
            no = last(await party.say(pink, t="seal", n=at.n, answer={"plan": plan}), "refused")
            assert no["rule"] == rule
        assert not at.sealed
        assert state_digest(at.session.state) == before

    meeting(play, table("shogun", "link", scenario="chapter_7"))


def random_message(luck: random.Random, n: int) -> dict[str, Any]:
    """Nonsense, half of it of the right moment: what only looks at that is refused for it, and tells nothing more."""
    message: dict[str, Any] = {"t": luck.choice(WORDS)}
    for key in luck.sample(KEYS, luck.randrange(5)):
        message[key] = luck.choice([n, luck.randrange(-2, 30), *ODD, "pink", "musashi", "pink_army_1", "random"])
    if luck.random() < 0.5:
        message |= {"n": n, luck.choice(["option", "to"]): luck.randrange(4)}
    return message


@pytest.mark.parametrize("slug", ["first_battle", "shogun"])
def test_random_messages_neither_break_nor_change_nor_tell(slug: str) -> None:
    """From everybody who is not asked: a seat that has sealed, an onlooker."""
    luck = random.Random(slug)  # only which nonsense is tried

    async def play(party: Party) -> None:
        at = party.room.table
        seat = at.seats[0]
        asked, watch = await party.enter(seat), await party.enter(WATCH)
        await party.say(asked, t="seal", n=at.n, option=0)
        before, n = state_digest(at.session.state), at.n
        others = [str(at.session.asks[s].listed[-1]) for s in at.seats[1:]]
        sent: Counter[str] = Counter()
        while sent.total() < MANY:
            guest = luck.choice([asked, watch])
            message = random_message(luck, n)
            if guest is asked and message["t"] in ("unseal", "undo"):
                continue  # this seat may
            await party.room.hear(guest, message)
            sent[message["t"]] += 1
            text = json.dumps(heard(guest))
            assert "Traceback" not in text
            assert not any(other in text for other in others if len(other) > 8)
            assert not any(secret in text for secret in at.seating.tokens.values())
        assert (state_digest(at.session.state), at.n, list(at.sealed)) == (before, n, [seat])
        assert (sent.total(), set(sent)) == (MANY, set(WORDS))

    meeting(play, table(slug, "link", scenario={"shogun": "chapter_7"}.get(slug, "skirmish")))


@pytest.mark.parametrize("slug", ["first_battle", "shogun"])
def test_random_messages_of_whoever_is_asked_never_break_the_game(slug: str) -> None:
    luck = random.Random(11)
    moments: set[int] = set()
    sent: Counter[str] = Counter()

    async def play(party: Party) -> None:
        at = party.room.table
        guests = {seat: await party.enter(seat) for seat in at.seats}
        screen = await party.enter(SCREEN)
        readers = {seat: Reader(at, seat) for seat in at.seats}
        for _ in range(MANY):
            guest = luck.choice([*guests.values(), screen])
            message = random_message(luck, at.n)
            await party.room.hear(guest, message)
            sent[message["t"]] += 1
            assert "Traceback" not in json.dumps(heard(screen))
            kept(readers, guests, f"{message} at {at.n}")
            moments.add(at.n)
        assert at.session.asks or at.session.outcome
        assert len(moments) > 5  # some were answers
        assert (sent.total(), set(sent)) == (MANY, set(WORDS))

    meeting(play, table(slug, "link", scenario={"shogun": "chapter_7"}.get(slug, "skirmish")))


def test_of_all_that_can_be_written_into_the_form_only_plans_are_allowed() -> None:
    async def play(party: Party) -> None:
        at = party.room.table
        seat = at.seats[0]
        guest = await party.enter(seat)
        heard(guest)
        ask = at.session.asks[seat]
        made = form(ask)
        assert made is not None
        allowed = 0
        for plan in product(*(range(field.most + 1) for field in made.fields)):
            told = await party.say(guest, t="why", n=at.n, answer={"plan": list(plan)})
            if told[-1]["t"] == "allowed":
                allowed += 1
            else:
                assert last(told, "refused")["rule"], plan
                assert last(told, "refused")["gist"], plan
        assert allowed == len(ask.listed) == 119

    meeting(play, table("shogun", "link", scenario="chapter_7"))
