"""What we say when the fault is ours: short, and what to send us."""

from __future__ import annotations

import platform
import re
import shlex
import traceback
from collections.abc import Sequence
from pathlib import Path

from compiler.version import version

_HOME = Path(__file__).resolve().parent
_FRAME = re.compile(r'File "([^"]+)", line ([0-9]+)')


def report(error: BaseException, arguments: Sequence[str]) -> str:
    """A crash in a few lines: what broke, where in our code, on what."""
    frames = [(frame.filename, str(frame.lineno)) for frame in traceback.extract_tb(error.__traceback__)]
    # An error of a worker process carries its own traceback as text.
    frames += _FRAME.findall(str(error.__cause__ or ""))
    trail = [f"{_ours(file)}:{line}" for file, line in frames if _ours(file)]
    what = f"{type(error).__name__}: {error}".splitlines()[0][:200]
    return "\n".join(
        (
            "liege broke down. The fault is ours, not your game's. Please send us these lines",
            "and, if you may, the game's folder:",
            f"  what     {what}",
            f"  where    {' > '.join(trail[-6:])}",
            f"  command  liege {shlex.join(arguments)}",
            f"  with     liege {version()}, Python {platform.python_version()}",
            f"  on       {platform.system()} {platform.machine()}",
        )
    )


def _ours(file: str) -> str | None:
    """A file of ours by its path in the package; the reader's own paths are nobody's business."""
    path = Path(file)
    return path.relative_to(_HOME).as_posix() if path.is_relative_to(_HOME) else None
