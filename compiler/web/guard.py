"""Who may speak to us at all: hosts and origins that are our own, headers that let nothing else in, bounded talk."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES = 64 * 1024  # of a message
RATE, BURST = 20.0, 40.0  # messages a second of one place, and how many at once
HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' blob:; style-src 'self'; script-src 'self'; connect-src 'self'; "
        "font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Guard:
    """Lets in what names us as its host and comes from our own pages; everything we send carries our headers."""

    def __init__(self, app: ASGIApp, hosts: Collection[str]) -> None:
        self.app, self.hosts = app, frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if not self._known(scope["type"], headers):
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 1008})
            else:
                await PlainTextResponse("This table is served under another name.", 403)(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                out = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    out[name] = value
                out.setdefault("Cache-Control", "no-store")
            await send(message)

        await self.app(scope, receive, with_headers)

    def _known(self, kind: str, headers: Headers) -> bool:
        if headers.get("host", "").lower() not in self.hosts or len(headers.getlist("host")) != 1:
            return False
        origin = headers.get("origin")
        if origin is None:
            return kind != "websocket"  # a socket of ours always has one
        return origin.lower() in {f"http://{host}" for host in self.hosts}


class Pace:
    """How fast one place may speak."""

    def __init__(self) -> None:
        self._left, self._at = BURST, time.monotonic()
        self.over = 0  # messages in a row that came too soon

    def may(self) -> bool:
        now = time.monotonic()
        self._left = min(BURST, self._left + (now - self._at) * RATE)
        self._at = now
        if self._left < 1:
            self.over += 1
            return False
        self._left -= 1
        self.over = 0
        return True
