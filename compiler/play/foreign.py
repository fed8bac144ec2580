"""Files of ours that somebody else may have written: JSON within bounds, and reasons in our own words."""

from __future__ import annotations

import json
import math
import stat
from pathlib import Path
from typing import Any

from compiler.diagnostics import Failed, Span, diagnose
from compiler.play.codec import Unreadable
from compiler.play.faults import EngineFault

MOST_BYTES = 8 << 20  # of a file: the longest games have a tenth of it, and in memory it takes twenty times as much
MOST_DEEP = 32  # lists and mappings in each other
MOST_LETTERS = 20_000  # of one text
MOST_NUMBER = 2**53
_SHOWN = 160  # letters of a reason: what is wrong may be as long as the file


def read_bounded(path: Path, most: int = MOST_BYTES) -> bytes:
    """A file that somebody names: a plain one, of a size that games have."""
    help, name = "give a file that Liege or VASSAL wrote", path.as_posix()
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):  # a pipe would keep us waiting, a device has no end
            raise Failed(diagnose("P010", f"`{name}` cannot be read: it is not a plain file", help=help))
        with path.open("rb") as opened:
            data = opened.read(min(status.st_size, most) + 1)  # whose room is taken before the first byte
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise Failed(diagnose("P010", f"`{name}` cannot be read: {why}", help=help)) from error
    if len(data) > most:
        raise Failed(diagnose("P010", f"`{name}` cannot be read: it is far too large", Span(name), help=help))
    return data


def parse(text: str | bytes) -> Any:
    """The value of a JSON text; `Unreadable` if it is none, or holds what no file of ours could."""
    try:
        found = json.loads(text, parse_constant=_endless, parse_float=_finite)
    except Unreadable:
        raise
    except (ValueError, RecursionError) as fault:
        raise Unreadable("it is not JSON") from fault
    here = [found]
    for _ in range(MOST_DEEP):
        below: list[Any] = []
        for value in here:
            if isinstance(value, dict):
                below += value
                below += value.values()
            elif isinstance(value, list):
                below += value
            else:
                _sound(value)
        if not below:
            return found
        here = below
    raise Unreadable("it is nested deeper than any file of ours")


def _sound(value: Any) -> None:
    if isinstance(value, str):
        if len(value) > MOST_LETTERS:
            raise Unreadable("a text in it is far too long")
        if not value.isascii() and any("\ud800" <= letter <= "\udfff" for letter in value):
            raise Unreadable("a text in it holds half a character")
    elif isinstance(value, (int, float)) and not -MOST_NUMBER <= value <= MOST_NUMBER:
        raise Unreadable("a number in it is far too large")


def _endless(word: str) -> Any:
    raise Unreadable(f"`{word}` is no number")


def _finite(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise Unreadable("a number in it is far too large")
    return value


def reason(fault: BaseException) -> str:
    """Why a file cannot be used, in our own words and not at any length."""
    ours = isinstance(fault, (Unreadable, EngineFault)) and str(fault)
    return shortened(str(fault)) if ours else "it holds values of the wrong kind"


def shortened(text: str) -> str:
    """A reason that fits a line or two."""
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]} …"
