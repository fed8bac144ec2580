"""Tables for tests: no pictures are drawn, computers do not wait, luck has a seed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from compiler.web.engine import Engine, _do
from compiler.web.guests import Guest
from compiler.web.room import Room
from compiler.web.seats import Seating
from compiler.web.table import Table
from tests.games.playable import bound

Message = dict[str, Any]
PATIENCE = 300  # seconds


def table(slug: str, *kinds: str, scenario: str | None = None, seed: str = "7", journal: Path | None = None) -> Table:
    """A new table; the last kind goes for all seats left."""
    book = bound(slug)
    name = scenario or next(iter(book.game.scenarios))
    seats = book.game.scenarios[name].seats
    given = [*kinds, *[kinds[-1]] * len(seats)]
    return Table.begin(book, name, Seating.of(dict(zip(seats, given, strict=False))), seed, journal)


class AtOnce(Engine):
    """An engine without a thread: work is done when it is given. A long walk waits for no other thread to be woken."""

    def _put(self, lane: object, work: Callable[[], Any]) -> Future[Any]:
        made: Future[Any] = Future()
        _do(made, work)
        return made


class Party:
    """A room and its guests, spoken to without a socket."""

    def __init__(self, at: Table, engine: Engine) -> None:
        self.engine = engine
        self.room = Room(at, self.engine, {"game": "g", "scenario": "s", "art": "a", "version": "0"}, tempo=0)

    async def enter(self, place: str, n: int = -1, lines: int = 0) -> Guest:
        return await self.room.enter(place, n, lines)

    async def say(self, guest: Guest, **message: Any) -> list[Message]:
        await self.room.hear(guest, message)
        return heard(guest)


def heard(guest: Guest) -> list[Message]:
    """Everything on its way to a guest."""
    return [json.loads(text) for text in on_the_way(guest)]


def on_the_way(guest: Guest) -> list[str]:
    """The same as it is sent."""
    found: list[str] = []
    while not guest.out.empty():
        text = guest.out.get_nowait()
        if text is not None:
            found.append(text)
    return found


def last(messages: list[Message], kind: str) -> Message:
    return [message for message in messages if message["t"] == kind][-1]


def meeting(
    play: Callable[[Party], Coroutine[Any, Any, None]],
    at: Table,
    patience: float = PATIENCE,
    engine: Callable[[], Engine] = Engine,
) -> None:
    """Let a test play at a table, for so many seconds at most."""

    async def run() -> None:
        party = Party(at, engine())
        try:
            await asyncio.wait_for(play(party), patience)
        finally:
            await party.room.close()
            party.engine.shutdown()

    asyncio.run(run())


def with_the_north_to_march() -> Table:
    """A skirmish after the bids: the North is asked for a march."""
    at = table("first_battle", "human", "link", scenario="skirmish")
    at.answer("south", at.n, {"option": 0})
    at.answer("north", at.n, {"option": 3})
    return at
