"""A table that is really served, in a thread, for tests that come by the wire."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import io
import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import uvicorn
from PIL import Image

from compiler import pipeline
from compiler.diagnostics import Sink
from compiler.pipeline import Checked
from compiler.play.ask import Ask
from compiler.web.guard import MOST_BYTES
from compiler.web.guests import Guest
from compiler.web.opening import Opened, open_table
from compiler.web.pictures import Pictures
from compiler.web.scenery import letters, scenery
from compiler.web.serving import open_door
from compiler.web.table import Table
from tests.games.playable import GAMES

CACHE = Path(__file__).parents[2] / "build" / ".cache"  # fonts are cut once


@cache
def read(slug: str) -> Checked:
    found = pipeline.read(Path(GAMES / slug), Sink())
    assert found is not None
    return found


@cache
def pictures(slug: str) -> Pictures:
    return blank_pictures(read(slug))


def blank_pictures(of: Checked) -> Pictures:
    """The pictures of a game; its board is blank, for drawing one takes its time."""
    found = Pictures(of.game, of.bundle, CACHE)
    found.add_fonts(letters(of.game))
    blank = io.BytesIO()
    Image.new("P", (8, 8), 0).save(blank, "PNG")
    for name in (found.far, *(f"{begun}.png" for begun in found.tiles.values())):
        found._made[name] = blank.getvalue()
    return found


@cache
def scenery_of(slug: str) -> dict[str, Any]:
    return scenery(read(slug).game, pictures(slug))


@dataclass(frozen=True)
class Served:
    """A server: its address, and what it serves."""

    host: str
    opened: Opened
    loop: asyncio.AbstractEventLoop

    @property
    def table(self) -> Table:
        return self.opened.table

    @property
    def scenery(self) -> dict[str, Any]:
        """What the page knows of the game."""
        return scenery_of(self.table.book.game.id)

    def link(self, place: str) -> str:
        return f"http://{self.host}/seat/1/{self.table.seating.tokens[place]}"

    def cookie(self, place: str) -> str:
        """What a page of a place carries."""
        seating = self.table.seating
        return f"{seating.cookie}={seating.tokens[place]}"

    def now(self) -> tuple[int, tuple[str, ...], str | None]:
        """Changes so far, who is asked, a computer among them: read between two answers, never within one."""
        at = self.table
        return self.opened.house.engine.submit(lambda: (at.n, at.waiting, at.computer)).result()

    def answers(self, seat: str, **given: Any) -> None:
        """A seat answers elsewhere; every open page is told. Without a word it takes the first option."""
        n = self.now()[0]
        message = {"t": "answer", "n": n, **(given or {"option": 0})}
        self._hears(seat, message)
        assert self.now()[0] != n or self.table.session.is_sealed, message

    def goes_on(self, until: str, choose: Callable[[Ask], int]) -> None:
        """All seats answer until one is asked; pages are told only then, of everything."""
        at, engine = self.table, self.opened.house.engine
        while at.session.outcome is None:
            n, (seat, *_), _ = self.now()
            option = choose(at.session.asks[seat])
            engine.submit(at.answer, seat, n, {"option": option}).result()
            if self.now()[1][:1] == (until,):
                break
        asyncio.run_coroutine_threadsafe(self.opened.house.rooms["1"]._show_all(), self.loop).result()

    def takes_back(self, seat: str) -> None:
        """A seat takes its last answer back, elsewhere."""
        self._hears(seat, {"t": "undo", "n": self.now()[0]})

    def _hears(self, seat: str, message: dict[str, Any]) -> None:
        room = self.opened.house.rooms["1"]
        asyncio.run_coroutine_threadsafe(room.hear(Guest(seat, seat), message), self.loop).result()

    def cut(self) -> None:
        """Every line is cut, as if the network had failed."""
        room = self.opened.house.rooms["1"]
        for guest in list(room.guests):
            self.loop.call_soon_threadsafe(guest.leave)

    def get(self, path: str, **headers: str) -> tuple[http.client.HTTPResponse, bytes]:
        line = http.client.HTTPConnection(self.host, timeout=120)
        line.request("GET", path, headers={"Host": self.host, **headers})
        answer = line.getresponse()
        data = answer.read()
        line.close()
        return answer, data


class Server(uvicorn.Server):
    """A server that tells in which loop it runs."""

    loop: asyncio.AbstractEventLoop

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self.loop = asyncio.get_running_loop()
        await super().startup(sockets)


def _shown(slug: str, table: Table, own: tuple[Checked, Pictures] | None) -> tuple[Checked, Table, Pictures]:
    return (own[0], table, own[1]) if own is not None else (read(slug), table, pictures(slug))


@contextlib.contextmanager
def serving(
    slug: str, table: Table, tempo: float = 0.0, own: tuple[Checked, Pictures] | None = None
) -> Iterator[Served]:  # fmt: skip
    """Serve a table until the test is over; of a game that is none of ours, its `own` definition and pictures."""
    door = open_door(0, lan=False)
    opened = open_table(*_shown(slug, table, own), door.hosts, tempo)
    config = uvicorn.Config(
        opened.app, log_level="critical", ws="websockets-sansio", ws_max_size=MOST_BYTES, timeout_graceful_shutdown=1
    )
    server = Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [door.listening]}, daemon=True)
    thread.start()
    while not server.started:
        thread.join(0.01)
    try:
        yield Served(door.hosts[0], opened, server.loop)
    finally:
        server.should_exit = True
        thread.join(10)
        door.listening.close()
        opened.house.engine.shutdown()
