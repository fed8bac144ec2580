"""What comes in over a socket: messages of ours, bounded; everything else is nothing."""

from __future__ import annotations

import json
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from compiler.play.ask import Refusal, Refused
from compiler.web.guard import MOST_BYTES

MOST_DEEP = 24  # lists and mappings in each other
MOST_MEANT = 200  # letters
MOST_OVER = 400  # messages in a row that came too soon, before a socket is shut


async def heard(socket: WebSocket) -> dict[str, Any] | None:
    """The next message; None if it is none of ours."""
    event = await socket.receive()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(event.get("code", 1000))
    text = event.get("text")
    if text is None or len(text) > MOST_BYTES:
        return None
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) and _sound(found, MOST_DEEP) else None


def number(message: dict[str, Any], name: str = "n") -> int:
    """A number of a message, such as the change of the game it answers to."""
    found = message.get(name)
    if not isinstance(found, int) or isinstance(found, bool):
        raise Refused(Refusal(None, f"a message names its `{name}`"))
    return found


def meant(message: dict[str, Any]) -> str:
    """What a message is about in its page's own words, which come back with what is told; else its kind."""
    own, kind = message.get("re"), message.get("t")
    if isinstance(own, str) and len(own) < MOST_MEANT:
        return own
    return kind if isinstance(kind, str) else ""


def _sound(value: Any, deep: int) -> bool:
    """Whether a value is as shallow as our messages are, and every text of it can be written again."""
    if isinstance(value, str):
        return not any("\ud800" <= letter <= "\udfff" for letter in value)
    if isinstance(value, dict):
        return deep > 0 and all(_sound(key, deep) and _sound(part, deep - 1) for key, part in value.items())
    return not isinstance(value, list) or (deep > 0 and all(_sound(part, deep - 1) for part in value))
