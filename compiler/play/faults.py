"""Our own bugs in play: never the author's, never the player's."""

from __future__ import annotations

import traceback
from pathlib import Path
from typing import Any


class EngineFault(Exception):
    """An invariant of the engine broke; `replay` reproduces it, where there is one."""

    def __init__(self, message: str, replay: dict[str, Any] | None = None) -> None:
        super().__init__(message)
        self.replay = replay


def breakdown(broken: Exception) -> str:
    """What broke down and where: rules in Python count on data of their own game, which an author may have changed."""
    told = traceback.extract_tb(broken.__traceback__)[-1]
    return f"{type(broken).__name__}: {broken} ({Path(told.filename).name}:{told.lineno})"
