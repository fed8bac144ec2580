"""The people around a table: sockets, what each has been sent, computers that play on, the curtain between players."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Callable
from typing import Any, TypeVar

from compiler.play.ask import Ask, Refusal, Refused
from compiler.play.codec import answer_to_json
from compiler.play.offers import refusal, spoken
from compiler.play.view import has_secrets
from compiler.web.engine import Engine, stretch
from compiler.web.guard import Pace
from compiler.web.guests import Guest, text_of
from compiler.web.messages import (
    Message,
    allowed_of,
    ask_of,
    events_of,
    past_of,
    question_of,
    refused_of,
    view_of,
    zones_of,
)
from compiler.web.seats import KINDS, ONLOOKER, SCREEN, WATCH
from compiler.web.table import Table
from compiler.web.wires import meant, number
from compiler.web.wishes import Wish, others

T = TypeVar("T")
MOST_SOCKETS = 8  # of one place
TEMPO = 0.35  # seconds between the answers of computers


class Room:
    """A table and the pages that look at it. The game itself runs in the thread of `engine`."""

    def __init__(self, table: Table, engine: Engine, about: Message, tempo: float = TEMPO) -> None:
        self.table, self.engine, self.about, self.tempo = table, engine, about, tempo
        self.guests: list[Guest] = []
        self.knocking: Counter[str] = Counter()  # sockets of a place that have not said who comes
        self.paces: dict[str, Pace] = {}
        self.held = False  # computers wait
        self.wish: Wish | None = None  # to take back what others have gone on from
        self._lock = asyncio.Lock()
        self._playing: asyncio.Task[None] | None = None

    async def _run(self, work: Callable[[], T], later: bool = False) -> T:
        return await asyncio.wrap_future(self.engine.later(work) if later else self.engine.submit(work))

    # -- coming and going ----------------------------------------------------------------------------------------------
    def is_full(self, place: str) -> bool:
        return self.knocking[place] + sum(guest.place == place for guest in self.guests) >= MOST_SOCKETS

    async def enter(self, place: str, n: int, lines: int) -> Guest:
        """Somebody opens a page; who has been here before tells what it has, and gets what it missed."""
        async with self._lock:
            guest = Guest(place, self._seat_at(place))
            table = self.table
            known = len(table.hearing.lines[guest.seat])
            fresh = not (table.back_at <= n <= table.n) or lines > known or place == SCREEN
            guest.heard = 0 if fresh else lines
            self.guests.append(guest)
            guest.send(self._hello(guest))
            if fresh and lines:
                guest.send({"t": "undone", "to": 0})
            if self._hides(guest):
                guest.curtain = guest.seat
            await self._show(guest)
            self._tell_seats(but=guest)
        self.play_on()
        return guest

    def go(self, guest: Guest) -> None:
        if guest in self.guests:
            self.guests.remove(guest)
            self._tell_seats()

    def _seat_at(self, place: str) -> str:
        if place == WATCH:
            return ONLOOKER
        if place != SCREEN:
            return place
        here = self.table.seating.here
        return next((seat for seat in self.table.waiting if seat in here), here[0] if here else ONLOOKER)

    def _hides(self, guest: Guest) -> bool:
        """Whether a curtain falls between the players at the first screen."""
        session, here = self.table.session, self.table.seating.here
        if guest.place != SCREEN or len(here) < 2:
            return False
        return session.is_sealed or has_secrets(self.table.book.game, session.table, here)

    # -- sending -------------------------------------------------------------------------------------------------------
    def _hello(self, guest: Guest) -> Message:
        return {"t": "hello", **self.about, "place": guest.place, "seat": guest.seat, **self._seats(guest)}

    def _seats(self, guest: Guest) -> Message:
        """Who sits where; whoever started the table sees the links too."""
        table = self.table
        taken = {other.place for other in self.guests}
        seats: list[Message] = []
        for seat, kind in table.seating.kinds.items():
            row: Message = {"id": seat, "name": table.name(seat), "kind": kind}
            row["here"] = seat in taken or (kind == "human" and SCREEN in taken) or kind in ("random", "greedy")
            if guest.place == SCREEN:
                row["link"] = table.seating.tokens[seat]
            seats.append(row)
        found: Message = {"seats": seats, "watching": sum(other.place == WATCH for other in self.guests)}
        found["held"] = self.held
        if guest.place == SCREEN:
            found["watch"] = table.seating.tokens[WATCH]
        return found

    def _tell_seats(self, but: Guest | None = None) -> None:
        for guest in self.guests:
            if guest is not but:
                guest.send({"t": "seats", **self._seats(guest)})

    async def _show(self, guest: Guest, later: bool = False) -> None:
        """The table as it is now, to one page."""
        if guest.curtain is not None:
            name = self.table.name(guest.curtain)
            guest.send({"t": "curtain", "seat": guest.curtain, "name": name})
            return
        for text in await self._run(lambda: [text_of(message) for message in self._news(guest)], later):
            guest.put(text)

    def _news(self, guest: Guest) -> list[Message]:
        table, seat = self.table, guest.seat
        lines = len(table.hearing.lines[seat])
        found: list[Message] = []
        if guest.heard > lines:
            found.append({"t": "undone", "to": lines})
            guest.heard = lines
        if guest.heard < lines:
            found.append(events_of(table, seat, guest.heard))
            guest.heard = lines
        found.append(view_of(table, seat))
        asked = ask_of(table, seat)
        if asked is not None:
            found.append(asked)
        return found

    async def _show_all(self, later: bool = False) -> None:
        if self.wish is not None and self.wish.n != self.table.n:
            self.wish = None  # the game has gone on
        for guest in list(self.guests):
            self._turn(guest)
            await self._show(guest, later)

    def _turn(self, guest: Guest) -> None:
        """At the first screen the view goes to whoever is asked, behind a curtain if need be."""
        if guest.place != SCREEN or guest.curtain is not None:
            return
        here, waiting = self.table.seating.here, self.table.waiting
        if guest.seat in waiting and guest.seat in here:
            return
        following = next((seat for seat in waiting if seat in here), None)
        if following is None or following == guest.seat:
            return
        if self._hides(guest):
            guest.curtain = following
            return
        guest.seat, guest.heard = following, 0  # nothing is secret: what was heard is told anew, and is the same
        guest.send({"t": "now", "seat": following})

    # -- hearing -------------------------------------------------------------------------------------------------------
    def pace(self, place: str) -> Pace:
        return self.paces.setdefault(place, Pace())

    async def hear(self, guest: Guest, message: Message) -> None:
        """A message of a page. Whatever is wrong with it is told to that page alone, and nothing changes."""
        kind = message.get("t")
        work = _HEARD.get(kind) if isinstance(kind, str) else None
        async with self._lock:
            try:
                if guest.curtain is not None and kind != "reveal":
                    raise Refused(Refusal(None, "the table is covered"))
                if work is None:
                    raise Refused(Refusal(None, "that is no message of ours"))
                changed = await work(self, guest, message)
            except Refused as no:
                guest.send(refused_of(self.table, no.refusal, meant(message)))
                return
            if changed:
                await self._show_all()
        if changed:
            self.play_on()

    def _player(self, guest: Guest) -> str:
        if guest.seat == ONLOOKER:
            raise Refused(Refusal(None, "onlookers only look on"))
        if self.table.seating.kinds[guest.seat] not in ("human", "link"):
            raise Refused(Refusal(None, "a computer has this seat now"))
        return guest.seat

    async def _answer(self, guest: Guest, message: Message) -> bool:
        seat, n = self._player(guest), number(message)
        await self._run(lambda: self.table.answer(seat, n, message))
        return True

    async def _rest(self, guest: Guest, message: Message) -> bool:
        """Questions like this one are left to advice: those in a row are answered at once, and shown together."""
        seat, n = self._player(guest), number(message)
        await self._run(lambda: self.table.leave(seat, n))
        while self.table.computer == seat:
            await self._think()
        return True

    async def _undo(self, guest: Guest, message: Message) -> bool:
        seat, n = self._player(guest), number(message)
        await self._run(lambda: self.table.undo(seat, n))
        return True

    async def _wish(self, guest: Guest, message: Message) -> bool:
        """Take back more than one may: everybody else is asked, and one no is enough."""
        seat, n = self._player(guest), number(message)
        await self._run(lambda: self.table.wish(seat, n))
        self.wish = Wish(seat, self.table.n, others(self.table.seating, seat))
        return await self._granted()

    async def _grant(self, guest: Guest, message: Message) -> bool:
        wish = self.wish
        if wish is None or wish.n != self.table.n or guest.place not in wish.open:
            raise Refused(Refusal(None, "nobody asks you for that"))
        if message.get("yes") is True:
            wish.open.discard(guest.place)
            return await self._granted()
        self.wish = None
        name = self.table.name(guest.seat)
        self._tell_all({"t": "wish", "by": None, "because": f"{name} would not have it taken back"})
        return False

    async def _granted(self) -> bool:
        """Done when all have agreed; else everybody sees who is asked for what."""
        wish = self.wish
        assert wish is not None
        if wish.open:
            name = self.table.name(wish.seat)
            for guest in self.guests:
                guest.send({"t": "wish", "by": wish.seat, "name": name, "n": wish.n, "yours": guest.place in wish.open})
            return False
        self.wish = None
        await self._run(lambda: self.table.undo_far(wish.seat))
        return True

    def _tell_all(self, message: Message) -> None:
        for guest in self.guests:
            guest.send(message)

    async def _why(self, guest: Guest, message: Message) -> bool:
        """Why an answer, or anything done to a thing, is not allowed."""
        seat, n = self._player(guest), number(message)
        guest.send(await self._run(lambda: self._reason(seat, n, message)))
        return False

    def _reason(self, seat: str, n: int, message: Message) -> Message:
        table = self.table
        ask, told = table.asked(seat, n), meant(message)
        thing, taken = message.get("thing"), message.get("taken")
        if isinstance(taken, int) and not isinstance(taken, bool):  # the question that would follow is meant
            ask, taken = table.peek(seat, n, {"option": taken}) or ask, None
        if isinstance(thing, str):
            return self._about(seat, ask, thing, taken if isinstance(taken, str) else None, told)
        answer = table.read(ask, message)
        found = None if answer in ask.listed else ask.judge(answer)
        return refused_of(table, found, told) if found is not None else allowed_of(table, ask, answer, told)

    def _about(self, seat: str, ask: Ask, thing: str, taken: str | None, told: str) -> Message:
        """Why nothing can be done to a thing; or the answer that does it, though it is not listed."""
        table, game = self.table, self.table.book.game
        seen = table.seen(seat)
        if thing in game.piles:
            return refused_of(table, Refusal(ask.rule, f"nothing is asked about `{thing}` now"), told)
        if thing not in seen.pieces and thing not in game.spaces:
            raise Refused(Refusal(None, "there is no such thing on the table"))
        no = refusal(table.book, ask, seen, thing, taken)
        if isinstance(no, Refusal):
            return refused_of(table, no, told)
        text = spoken(table.book, no, seen)
        return {"t": "allowed", "n": table.n, "re": told, "text": text, "answer": answer_to_json(no)}

    async def _peek(self, guest: Guest, message: Message) -> bool:
        seat, n = self._player(guest), number(message)

        def look() -> Message:
            ask = self.table.peek(seat, n, message)
            found = None if ask is None else question_of(self.table, seat, ask)
            return {"t": "peeked", "n": n, "option": message.get("option"), "ask": found}

        guest.send(await self._run(look))
        return False

    async def _replay(self, guest: Guest, message: Message) -> bool:
        to = number(message, "to")
        guest.send(await self._run(lambda: past_of(self.table, guest.seat, to)))
        return False

    async def _zones(self, guest: Guest, _: Message) -> bool:
        guest.send(await self._run(lambda: zones_of(self.table, guest.seat)))
        return False

    async def _reveal(self, guest: Guest, _: Message) -> bool:
        """Whoever comes to the screen next raises the curtain: from here on all is made for that seat."""
        if guest.curtain is not None:
            guest.seat, guest.heard, guest.curtain = guest.curtain, 0, None
            guest.send({"t": "undone", "to": 0})
            guest.send({"t": "now", "seat": guest.seat})
            await self._show(guest)
        return False

    def _host(self, guest: Guest) -> None:
        if guest.place != SCREEN:
            raise Refused(Refusal(None, "only whoever started the table may do that"))

    async def _hold(self, guest: Guest, message: Message) -> bool:
        self._player(guest)
        self.held = message.get("on") is True
        self._tell_seats()
        self.play_on()
        return False

    async def _renew(self, guest: Guest, message: Message) -> bool:
        """A new link for a place; whoever came by the old one has to leave."""
        self._host(guest)
        place = message.get("place")
        if not isinstance(place, str) or place not in self.table.seating.tokens or place == SCREEN:
            raise Refused(Refusal(None, "there is no such seat"))
        self.table.renew(place)
        for other in [other for other in self.guests if other.place == place]:
            self.guests.remove(other)
            other.leave()
        self._tell_seats()
        return False

    async def _sit(self, guest: Guest, message: Message) -> bool:
        self._host(guest)
        seat, kind = message.get("seat"), message.get("kind")
        if seat not in self.table.seats or kind not in KINDS:
            raise Refused(Refusal(None, "there is no such seat, or nobody of that kind"))
        self.table.sit(str(seat), str(kind))
        self._tell_seats()
        return True

    # -- computers -----------------------------------------------------------------------------------------------------
    def play_on(self) -> None:
        """Let computers answer while they are asked, one after the other, slowly enough to follow."""
        idle = self._playing is None or self._playing.done()
        if idle and self.table.computer is not None and not self.held:
            self._playing = asyncio.get_running_loop().create_task(self._play())

    async def _play(self) -> None:
        while (seat := self.table.computer) is not None:
            await asyncio.sleep(self.tempo if seat in self.table.players else 0)  # an order is no thinking
            async with self._lock:
                if self.held or not await self._think():
                    return
                await self._show_all(later=True)

    async def _think(self) -> bool:
        """One answer of a computer, a stretch at a time: what people ask at other tables is answered in between."""
        thinking = self.table.computing()
        while (done := await self._run(lambda: stretch(thinking), later=True)) is None:
            pass
        return done[0]

    async def close(self) -> None:
        if self._playing is not None:
            self._playing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._playing
        for guest in list(self.guests):
            guest.leave()
        self.table.close()


_HEARD: dict[str, Any] = {
    "answer": Room._answer,
    "seal": Room._answer,
    "rest": Room._rest,
    "undo": Room._undo,
    "wish": Room._wish,
    "grant": Room._grant,
    "unseal": Room._undo,
    "why": Room._why,
    "peek": Room._peek,
    "replay": Room._replay,
    "zones": Room._zones,
    "reveal": Room._reveal,
    "hold": Room._hold,
    "renew": Room._renew,
    "sit": Room._sit,
}
