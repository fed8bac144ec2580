"""What comes in over a socket: messages of ours, bounded; everything else is nothing."""

from __future__ import annotations

import json
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from compiler.web.guard import MOST_BYTES

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
    return found if isinstance(found, dict) else None
