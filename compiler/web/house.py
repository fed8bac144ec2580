"""The server of tables: links in, pages and pictures out, one socket for every open page, files to take away."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections import Counter
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket, WebSocketDisconnect

from compiler.web import shell
from compiler.web.engine import Engine
from compiler.web.guard import Guard
from compiler.web.guests import Guest
from compiler.web.pictures import Pictures
from compiler.web.room import Room
from compiler.web.seats import SCREEN
from compiler.web.wires import MOST_OVER, heard

MOST_FILES = 8  # made and not yet fetched, of one table
MOST_TABLES = 24  # under one roof, those that were branched off too
JOINING = 10.0  # seconds a socket may keep silent at first
# a file of a game by its kind: asked of the game as it is now, and what makes its name and bytes then, anywhere
Maker = Callable[[Room, str], Callable[[], tuple[str, bytes]]]


class House:
    """Tables under one roof."""

    def __init__(self, rooms: Mapping[str, Room], engine: Engine, files: Maker) -> None:
        self.rooms, self.engine, self.files = dict(rooms), engine, files
        self.writing = ThreadPoolExecutor(1, "files")  # one at a time: nobody's play waits for it
        self.made: dict[str, tuple[str, str, bytes]] = {}  # key → place, name, bytes; fetched once

    def app(self, title: str, pictures: Pictures, scenery: Mapping[str, Any], hosts: Collection[str]) -> ASGIApp:
        """The application, behind its guard."""

        @contextlib.asynccontextmanager
        async def lifespan(_: Starlette) -> AsyncIterator[None]:
            for room in self.rooms.values():
                room.play_on()
            yield
            for room in self.rooms.values():
                await room.close()
            self.writing.shutdown(cancel_futures=True)

        def page(request: Request) -> Response:
            if self._room(request) is None:
                return _stranger()
            return shell.frame(title, "table.js", pictures, first=pictures.first)

        routes = [
            Route("/", _front),
            Route("/favicon.ico", lambda _: Response(status_code=204)),
            Route("/seat/{table}/{token}", self._enter),
            Route("/t/{table}/{place}/", page),
            Route("/t/{table}/{place}/file/{key}", self._file),
            WebSocketRoute("/t/{table}/{place}/wire", self._wire),
            *shell.routes(pictures, scenery),
        ]
        return Guard(Starlette(routes=routes, lifespan=lifespan), hosts)

    # -- coming in -----------------------------------------------------------------------------------------------------
    def _enter(self, request: Request) -> Response:
        """A link becomes a cookie of its place alone, and leaves the address: two seats fit into one browser."""
        name, token = request.path_params["table"], request.path_params["token"]
        room = self.rooms.get(name)
        place = room.table.seating.place_of(token) if room is not None else None
        if room is None or place is None:
            return _stranger()
        to = f"/t/{name}/{place}/"
        # sent on by the page itself: a strict cookie does not come along on the way in from elsewhere
        body = f'<!doctype html><meta http-equiv="refresh" content="0;url={to}"><title>To the table</title>'
        answer = HTMLResponse(body)
        answer.set_cookie(room.table.seating.cookie, token, path=to, httponly=True, samesite="strict")
        return answer

    def _room(self, request: Request | WebSocket) -> Room | None:
        """The room of an address, if the cookie opens the place."""
        room = self.rooms.get(request.path_params["table"])
        if room is None:
            return None
        seating = room.table.seating
        given = request.cookies.get(seating.cookie, "")
        return room if seating.may(request.path_params["place"], given) else None

    def _file(self, request: Request) -> Response:
        if self._room(request) is None:
            return _stranger()
        place, name, data = self.made.pop(request.path_params["key"], ("", "", b""))
        if place != f"{request.path_params['table']}/{request.path_params['place']}":
            return shell.missing()
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(data, media_type="application/octet-stream", headers=headers)

    # -- the wire ------------------------------------------------------------------------------------------------------
    async def _wire(self, socket: WebSocket) -> None:
        room, place = self._room(socket), socket.path_params["place"]
        if room is None or room.is_full(place):
            await socket.close(1008)
            return
        guest: Guest | None = None
        try:
            first = await _first(socket, room.knocking)
            if first is None or first.get("t") != "join":
                await socket.close(1008)
                return
            n, lines = first.get("n"), first.get("lines")
            known = isinstance(n, int) and isinstance(lines, int) and lines >= 0
            guest = await room.enter(place, n if known else -1, lines if known else 0)  # type: ignore[arg-type]
            speaking = asyncio.create_task(_speak(socket, guest))
            try:
                await self._listen(socket, room, guest)
            finally:
                speaking.cancel()
        except (TimeoutError, WebSocketDisconnect, RuntimeError):
            pass
        finally:
            if guest is not None:
                room.go(guest)

    async def _listen(self, socket: WebSocket, room: Room, guest: Guest) -> None:
        pace = room.pace(guest.place)
        while True:
            message = await heard(socket)
            if guest not in room.guests or pace.over > MOST_OVER:
                await socket.close(1008)
                return
            if not pace.may():
                if pace.over == 1:
                    guest.send({"t": "refused", "re": "", "because": "too many messages at once", "rule": None})
                continue
            if message is None:
                guest.send({"t": "refused", "re": "", "because": "that is no message of ours", "rule": None})
            elif message.get("t") == "save":
                await self._save(room, guest, message)
            elif message.get("t") == "branch":
                await self._branch(room, guest, message)
            else:
                await room.hear(guest, message)

    async def _save(self, room: Room, guest: Guest, message: Mapping[str, Any]) -> None:
        """A file to take away: made now, fetched once under a name nobody can guess."""
        kind = message.get("as")
        whole = room.table.is_open() and guest.place == SCREEN
        if guest.curtain is not None or kind not in (("vsav", "vlog", "save", "replay") if whole else ("vsav", "vlog")):
            because = "that file would tell secrets of others" if kind in ("save", "replay") else "no such file"
            guest.send({"t": "refused", "re": "save", "because": because, "rule": None})
            return
        loop = asyncio.get_running_loop()
        work = await loop.run_in_executor(self.engine, self.files, room, str(kind))
        name, data = await loop.run_in_executor(self.writing, work)
        table = next(id for id, each in self.rooms.items() if each is room)
        while len(self.made) >= MOST_FILES * len(self.rooms):
            del self.made[next(iter(self.made))]
        key = secrets.token_urlsafe(16)
        self.made[key] = (f"{table}/{guest.place}", name, data)
        guest.send({"t": "saved", "as": kind, "name": name, "size": len(data), "url": f"file/{key}"})

    async def _branch(self, room: Room, guest: Guest, message: Mapping[str, Any]) -> None:
        """Play on from a moment of the past: a new table for whoever started this one, if it tells no secrets."""
        to, because = message.get("to"), None
        if guest.place != SCREEN or guest.curtain is not None:
            because = "only whoever started the table may do that"
        elif not room.table.is_open():
            because = "that would tell secrets of others"
        elif not isinstance(to, int) or isinstance(to, bool) or len(self.rooms) >= MOST_TABLES:
            because = "there are too many tables here" if isinstance(to, int) else "a message names its `to`"
        if because is not None or not isinstance(to, int):
            guest.send({"t": "refused", "re": "branch", "because": because, "rule": None})
            return
        loop, seed = asyncio.get_running_loop(), secrets.token_hex(16)
        made = await loop.run_in_executor(self.engine, room.table.branch, guest.seat, to, seed)
        name = next(each for each in map(str, count(1)) if each not in self.rooms)
        made.seating.name, made.seating.port = name, room.table.seating.port
        made.keep()
        self.rooms[name] = Room(made, self.engine, room.about, room.tempo)
        self.rooms[name].play_on()
        guest.send({"t": "branched", "url": f"/seat/{name}/{made.seating.tokens[SCREEN]}"})


async def _first(socket: WebSocket, knocking: Counter[str]) -> dict[str, Any] | None:
    """What a socket says first; while it is silent it counts among those of its place."""
    place = socket.path_params["place"]
    knocking[place] += 1
    try:
        await socket.accept()
        return await asyncio.wait_for(heard(socket), JOINING)
    finally:
        knocking[place] -= 1


async def _speak(socket: WebSocket, guest: Guest) -> None:
    while True:
        text = await guest.out.get()
        if text is None:
            await socket.close(1008)
            return
        await socket.send_text(text)


def _front(_: Request) -> Response:
    return PlainTextResponse("This is a table of Liege. You need the link of a seat to sit down.")


def _stranger() -> Response:
    return PlainTextResponse("This link does not open a seat: it may have been renewed.", 403)
