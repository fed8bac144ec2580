"""Tables in the browser: fifty at once on one process, and how long a page waits for its answer."""

from __future__ import annotations

import asyncio
import json
import statistics
import time
import tracemalloc
from collections.abc import Iterator

from measure import Row, fastest

from compiler import resources
from compiler.commands._game import bound
from compiler.web.engine import Engine
from compiler.web.messages import view_of
from compiler.web.room import Room
from compiler.web.seats import WATCH, Seating
from compiler.web.table import Table

GAME, SCENARIO = "first_battle", "skirmish"
TABLES, ASKS, TEMPO = 50, 250, 0.35


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
    made = fastest(lambda: [(table._seen.clear(), view_of(table, seats[0])) for _ in range(20)]) / 20  # not one kept
    return made, fastest(lambda: [json.dumps(seen) for _ in range(20)]) / 20


async def _measured() -> list[str]:
    book = bound(str(resources.games() / GAME))
    seats = book.game.scenarios[SCENARIO].seats
    engine = Engine()
    about = {"game": GAME, "scenario": SCENARIO, "art": "", "version": ""}

    def room(kind: str, n: int) -> Room:
        return Room(Table.begin(book, SCENARIO, Seating.of(dict.fromkeys(seats, kind)), str(n)), engine, about, TEMPO)

    quiet = room("link", 0)
    idle = await _latency(quiet)
    tracemalloc.start()
    rooms = [room("greedy", n) for n in range(TABLES)]
    watchers = [await each.enter(WATCH, -1, 0) for each in rooms]
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    await asyncio.sleep(3 * TEMPO)  # until all of them play
    before, begun, worked = sum(each.table.n for each in rooms), time.perf_counter(), time.process_time()
    busy = await _latency(quiet)
    share = (time.process_time() - worked) / (time.perf_counter() - begun)
    answers = sum(each.table.n for each in rooms) - before
    for each in (*rooms, quiet):
        await each.close()
    engine.shutdown()
    assert len(watchers) == TABLES
    assert answers > TABLES, "the other tables stand still"
    meanwhile = f"{answers} answers meanwhile, {share:.0%} of a core"
    return [
        f"  idle table       {_told(idle)}",
        f"  with {TABLES} more     {_told(busy)}  {_middle(busy) / _middle(idle):5.1f} of idle   {meanwhile}",
        f"  memory per table {held / TABLES / 1024:6.0f} KB",
    ]


def _middle(taken: list[float]) -> float:
    return statistics.median(taken)


def _told(taken: list[float]) -> str:
    late = sorted(taken)[int(len(taken) * 0.95)]
    return f"{_middle(taken) * 1000:6.2f} ms from message to answer, 95 % within {late * 1000:6.2f} ms"


async def _latency(room: Room) -> list[float]:
    """The times from a question of a page to its answer."""
    guest = await room.enter(room.table.seats[0], -1, 0)
    taken = []
    for _ in range(ASKS):
        while not guest.out.empty():
            guest.out.get_nowait()
        begun = time.perf_counter()
        await room.hear(guest, {"t": "why", "n": room.table.n, "option": 0})
        await guest.out.get()
        taken.append(time.perf_counter() - begun)
        await asyncio.sleep(0.013)
    room.go(guest)
    return taken
