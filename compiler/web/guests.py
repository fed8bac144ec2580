"""Those who look at a table: an open page each, and what is on its way there."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field

from compiler.web.messages import Message

MOST_WAITING = 200  # messages a slow page may be behind


@dataclass(eq=False)
class Guest:
    """One open page: the place it came to, the seat it looks from, what it has been sent."""

    place: str
    seat: str
    heard: int = 0  # lines of the log it has
    curtain: str | None = None  # the seat that may look next; until it does, nothing is sent
    out: asyncio.Queue[str | None] = field(default_factory=lambda: asyncio.Queue(MOST_WAITING))

    def send(self, message: Message) -> None:
        """Put a message on its way."""
        self.put(text_of(message))

    def put(self, text: str) -> None:
        """Put what is written already on its way; a page that does not listen is left."""
        try:
            self.out.put_nowait(text)
        except asyncio.QueueFull:
            self.leave()

    def leave(self) -> None:
        while not self.out.empty():
            self.out.get_nowait()
        self.out.put_nowait(None)


def text_of(message: Message) -> str:
    """A message as it is sent."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))
