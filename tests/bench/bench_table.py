"""Tables in the browser: fifty at once on one process, and how long a page waits for its answer."""

from __future__ import annotations

import asyncio
import json
import statistics
import time
import tracemalloc
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

from measure import Row, fastest

from compiler import resources
from compiler.commands._game import bound
from compiler.web.messages import view_of
from compiler.web.room import Room
from compiler.web.seats import WATCH, Seating
from compiler.web.table import Table

GAME, SCENARIO = "first_battle", "skirmish"
TABLES, ASKS, TEMPO = 50, 60, 0.35


def rows() -> Iterator[str]:
    """Latency idle and with fifty tables of two computers each; memory per table; a view of the largest game."""
    yield from asyncio.run(_measured())
    made, text = _view()
    yield str(Row("view of Shogun, five players", made * 1000, 1.2, " ms"))
    yield str(Row("the same as the text a page is sent", text * 1000, None, " ms"))


def _view() -> tuple[float, float]:
    """The time a view of the largest game takes, and to write it as text."""
    book = bound(str(resources.games() / "shogun"))
    seats = book.game.scenarios["five_players"].seats
    table = Table.begin(book, "five_players", Seating.of(dict.fromkeys(seats, "random")), "7")
    for _ in range(200):
        table.compute()
    seen = view_of(table, seats[0])
    made = fastest(lambda: [view_of(table, seats[0]) for _ in range(20)]) / 20
    return made, fastest(lambda: [json.dumps(seen) for _ in range(20)]) / 20


async def _measured() -> list[str]:
    book = bound(str(resources.games() / GAME))
    seats = book.game.scenarios[SCENARIO].seats
    engine = ThreadPoolExecutor(1)
    about = {"game": GAME, "scenario": SCENARIO, "art": "", "version": ""}

    def room(kind: str, n: int) -> Room:
        return Room(Table.begin(book, SCENARIO, Seating.of(dict.fromkeys(seats, kind)), str(n)), engine, about, TEMPO)

    quiet = room("link", 0)
    idle = await _latency(quiet)
    tracemalloc.start()
    rooms = [room("random", n) for n in range(TABLES)]
    watchers = [await each.enter(WATCH, -1, 0) for each in rooms]
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    busy = await _latency(quiet)
    answers = sum(each.table.n for each in rooms)
    for each in (*rooms, quiet):
        await each.close()
    engine.shutdown()
    assert len(watchers) == TABLES
    return [
        f"  idle table       {idle * 1000:6.2f} ms from message to answer",
        f"  with {TABLES} more     {busy * 1000:6.2f} ms  {busy / idle:5.1f} of idle   {answers} answers meanwhile",
        f"  memory per table {held / TABLES / 1024:6.0f} KB",
    ]


async def _latency(room: Room) -> float:
    """The median time from a question of a page to its answer."""
    guest = await room.enter(room.table.seats[0], -1, 0)
    taken = []
    for _ in range(ASKS):
        while not guest.out.empty():
            guest.out.get_nowait()
        begun = time.perf_counter()
        await room.hear(guest, {"t": "why", "n": room.table.n, "option": 0})
        await guest.out.get()
        taken.append(time.perf_counter() - begun)
        await asyncio.sleep(0.01)
    room.go(guest)
    return statistics.median(taken)
