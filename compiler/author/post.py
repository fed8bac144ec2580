"""What an editor sends, read so that a lie about its length costs one message and not the server."""

from __future__ import annotations

import io
import logging
import re
import traceback
from pathlib import Path
from typing import Final

from pygls.exceptions import JsonRpcException

__all__ = ["Post", "quiet"]

_LONGEST: Final = 64 * 1024 * 1024  # bytes of one message: more is no text of a game
_LENGTH: Final = re.compile(rb"content-length:[ \t]*([^\r\n]*)\r?\n\Z", re.IGNORECASE)
_SHOWN: Final = 200  # letters of a reason
_UNREADABLE: Final = b"?"  # stands for a message that cannot be told from the next: no JSON, and answered as such


class Post(io.BufferedReader):
    """Standard input, message by message.

    After a message of the wrong length its rest stands before the next head: the head is found where it is.
    """

    _is_lost = False

    def readline(self, size: int | None = -1, /) -> bytes:
        """A line of a message's head."""
        line = super().readline(_LONGEST)
        found = _LENGTH.search(line)
        if found is None:
            return line
        said = found[1].strip()
        length = int(said) if said.isdigit() and len(said) <= len(str(_LONGEST)) else 0
        self._is_lost = not 0 < length <= _LONGEST
        return b"Content-Length: %d\r\n" % (len(_UNREADABLE) if self._is_lost else length)

    def read(self, size: int | None = -1, /) -> bytes:
        """A message's body."""
        if self._is_lost:
            self._is_lost = False
            return _UNREADABLE
        return super().read(size)


class _Words(logging.Formatter):
    """One line for what an editor did wrong; and for what we did wrong, to be sent to us."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        error = record.exc_info[1] if record.exc_info else None
        said = record.getMessage().splitlines()[0][:_SHOWN]
        if error is None:
            return f"liege lsp: {said}"
        if isinstance(error, (JsonRpcException, ValueError, RecursionError)):
            return f"liege lsp: {said}: {str(error).partition(chr(10))[0][:_SHOWN]}"
        trail = [f"{Path(frame.filename).name}:{frame.lineno}" for frame in traceback.extract_tb(error.__traceback__)]
        told = f"{said}: {error!r}"[:_SHOWN]
        return f"liege lsp: the fault is ours, please send us this: {told} ({' > '.join(trail[-4:])})"


def quiet() -> None:
    """Faults of messages are told in a line each: editors show whatever stands on standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(_Words())
    handler.setLevel(logging.WARNING)
    log = logging.getLogger("pygls")
    log.handlers, log.propagate = [handler], False
