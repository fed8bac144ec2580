"""Our own bugs in play: never the author's, never the player's."""

from __future__ import annotations

from typing import Any


class EngineFault(Exception):
    """An invariant of the engine broke; `replay` reproduces it, where there is one."""

    def __init__(self, message: str, replay: dict[str, Any] | None = None) -> None:
        super().__init__(message)
        self.replay = replay
