"""The server of a desk: one game, any number of pages of one author, pictures as they are now, builds with progress."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import shlex
import sys
from collections.abc import AsyncIterator, Collection
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket, WebSocketDisconnect

from compiler.author.watching import hidden, settled
from compiler.diagnostics import Sink
from compiler.load.files import read_text
from compiler.web import shell
from compiler.web.desk import Desk, Message
from compiler.web.fonts import cut
from compiler.web.guard import Guard, Pace
from compiler.web.seats import token
from compiler.web.wires import MOST_OVER, heard

COOKIE = "liege-desk"
MOST_PAGES = 12
MOST_WAITING = 200
PRODUCTS = {"vmod": "Module", "vsav": "Setups", "pnp": "Print sheets"}
_LETTERS = "机"


class Fonts:
    """The fonts of the page; what the author writes may need any letter, so those of Europe and of the title."""

    def __init__(self, text: str, cache: Path | None) -> None:
        self._made = cut(text, cache)
        self.digest = shell.edition()

    def get(self, name: str) -> tuple[str, bytes] | None:
        data = self._made.get(name)
        return None if data is None else ("font/woff", data)


class DeskHouse:
    """Pages around a desk."""

    def __init__(self, folder: Path, out: Path, editor: str | None = None) -> None:
        self.key = token()
        self.desk = Desk(folder, out, self._tell)
        self.editor = editor
        self._pages: list[asyncio.Queue[str | None]] = []
        self._loop: asyncio.AbstractEventLoop | None = None
        self._building: Message | None = None  # what is being built
        self._work: asyncio.Task[None] | None = None

    def app(self, hosts: Collection[str]) -> ASGIApp:
        """The application, behind its guard."""
        fonts = Fonts(_LETTERS + _letters(self.desk.folder), self.desk.out / ".cache")

        @contextlib.asynccontextmanager
        async def lifespan(_: Starlette) -> AsyncIterator[None]:
            self._loop = asyncio.get_running_loop()
            watching = asyncio.create_task(self._watch())
            yield
            watching.cancel()
            if self._work is not None:
                self._work.cancel()

        def page(request: Request) -> Response:
            if not self._may(request):
                return PlainTextResponse("This desk opens with the link that was told when it was started.", 403)
            return shell.frame(f"{self.desk.folder.name} on the desk", "desk.js", fonts, styles=("desk.css",))

        routes = [
            Route("/open/{key}", self._enter),
            Route("/", page),
            Route("/favicon.ico", lambda _: Response(status_code=204)),
            Route("/draft/{version}/{name:path}", self._draft),
            WebSocketRoute("/wire", self._wire),
            *shell.routes(fonts, {}),
        ]
        return Guard(Starlette(routes=routes, lifespan=lifespan), hosts)

    def _enter(self, request: Request) -> Response:
        if not secrets.compare_digest(request.path_params["key"].encode(), self.key.encode()):
            return PlainTextResponse("This link opens nothing.", 403)
        answer = HTMLResponse('<!doctype html><meta http-equiv="refresh" content="0;url=/"><title>To the desk</title>')
        answer.set_cookie(COOKIE, self.key, path="/", httponly=True, samesite="strict")
        return answer

    def _may(self, request: Request | WebSocket) -> bool:
        return secrets.compare_digest(request.cookies.get(COOKIE, "").encode(), self.key.encode())

    def _draft(self, request: Request) -> Response:
        if not self._may(request):
            return shell.missing()
        data = self.desk.draft(request.path_params["version"], request.path_params["name"])
        if data is None:
            return shell.missing()
        return Response(data, media_type="image/png", headers={"Cache-Control": shell.FOR_GOOD})

    # -- watching ------------------------------------------------------------------------------------------------------
    async def _watch(self) -> None:
        """Look at every save; what is saved during a look is looked at after it."""
        import watchfiles

        saved, paths = asyncio.Event(), set[Path]()

        async def listen() -> None:
            async for changes in watchfiles.awatch(self.desk.folder, debounce=60, step=20):
                seen = {Path(path) for _, path in changes}
                if any(not hidden(path, self.desk.folder) for path in seen):
                    paths.update(seen)
                    saved.set()

        self.desk.watch.stop = saved.is_set  # what is saved is checked before any more is drawn
        listening = asyncio.create_task(listen())
        try:
            saved.set()
            while True:
                await saved.wait()
                saved.clear()
                still = sorted(paths)
                paths.clear()
                await asyncio.to_thread(settled, still)
                await asyncio.to_thread(self.desk.look)
        finally:
            listening.cancel()

    def _tell(self, message: Message) -> None:
        """To every page, from whatever thread."""
        text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._send, text)

    def _send(self, text: str) -> None:
        for page in list(self._pages):
            try:
                page.put_nowait(text)
            except asyncio.QueueFull:
                self._pages.remove(page)

    # -- the wire ------------------------------------------------------------------------------------------------------
    async def _wire(self, socket: WebSocket) -> None:
        if not self._may(socket) or len(self._pages) >= MOST_PAGES:
            await socket.close(1008)
            return
        await socket.accept()
        page: asyncio.Queue[str | None] = asyncio.Queue(MOST_WAITING)
        self._pages.append(page)
        for message in (self._hello(), self.desk.faults, self.desk.scene):
            if message is not None:
                page.put_nowait(json.dumps(message, ensure_ascii=False, separators=(",", ":")))
        speaking = asyncio.create_task(_speak(socket, page))
        try:
            await self._listen(socket, page)
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            speaking.cancel()
            if page in self._pages:
                self._pages.remove(page)

    def _hello(self) -> Message:
        told = {"game": self.desk.folder.name, "editor": self.editor is not None}
        return {"t": "hello", **told, "built": self._sizes(), "building": self._building}

    async def _listen(self, socket: WebSocket, page: asyncio.Queue[str | None]) -> None:
        pace = Pace()
        while True:
            message = await heard(socket)
            if pace.over > MOST_OVER:
                await socket.close(1008)
                return
            if not pace.may() or message is None:
                continue
            if message.get("t") == "build":
                if self._work is None or self._work.done():  # one build at a time, and meanwhile the page is heard
                    self._work = asyncio.create_task(self._build())
            elif message.get("t") == "open":
                await self._open(message)
            else:
                answer = await asyncio.to_thread(self.desk.hear, message)
                if answer is not None and not page.full():
                    page.put_nowait(json.dumps(answer, ensure_ascii=False, separators=(",", ":")))

    # -- what is done for the author -----------------------------------------------------------------------------------
    def _sizes(self) -> list[list[Any]]:
        """What lies built: its name and size."""
        home = self.desk.out / self.desk.folder.name
        kinds = {"Module": ["*.vmod"], "Setups": ["setups/*.vsav"], "Print sheets": ["pnp/*.pdf"]}
        found = {name: [p for g in globs for p in sorted(home.glob(g))] for name, globs in kinds.items()}
        return [[name, sum(p.stat().st_size for p in paths), len(paths)] for name, paths in found.items()]

    async def _build(self) -> None:
        """Product after product, so that each can be told."""
        try:
            failed = None
            for n, (kind, name) in enumerate(PRODUCTS.items()):
                self._building = {"t": "building", "name": name, "share": n / len(PRODUCTS)}
                self._tell(self._building)
                if failed := await self._product(kind):
                    break
        finally:
            self._building = None
        home = (self.desk.out / self.desk.folder.name).as_posix()
        self._tell({"t": "built", "failed": failed, "built": self._sizes(), "folder": home})

    async def _product(self, kind: str) -> str | None:
        """One product built; what the command says if it fails."""
        command = (sys.executable, "-m", "compiler", "build", str(self.desk.folder), "-o", str(self.desk.out),
                   "--only", kind, "-q")  # fmt: skip
        process = await asyncio.create_subprocess_exec(
            *command, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE
        )
        try:
            _, said = await process.communicate()
        except asyncio.CancelledError:  # the desk is closed
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            raise
        return said.decode(errors="replace")[-4000:] or "The build has failed." if process.returncode else None

    async def _open(self, message: Message) -> None:
        """Run the command given at start with a file of the game and a line; nothing else can be opened."""
        file, line = message.get("file"), message.get("line")
        if self.editor is None or not isinstance(line, int) or file not in self.desk.watch.workspace.documents():
            return
        path = str(self.desk.folder / str(file))
        words = [w.replace("{file}", path).replace("{line}", str(line)) for w in shlex.split(self.editor)]
        with contextlib.suppress(OSError):
            await asyncio.create_subprocess_exec(*words)


def _letters(folder: Path) -> str:
    """Every letter of the game's files as they are now; those that come later are shown by the system's fonts."""
    sink = Sink()
    files = [path for path in sorted(folder.rglob("*.yaml")) if not hidden(path, folder)]
    return "".join(sorted(set("".join(read_text(path, path.name, sink) or "" for path in files))))


async def _speak(socket: WebSocket, page: asyncio.Queue[str | None]) -> None:
    while True:
        text = await page.get()
        if text is None:
            await socket.close(1008)
            return
        await socket.send_text(text)
