"""The keys of a table: what opens its seats, in a file of their own beside the journal.

A journal is shown about, sent to others and verified, so nothing in it opens a seat, nor can a seat's secret be worked
out from it. The secrets stand in `<name>.keys`, made for its owner's eyes alone. The file says which journal it belongs
to: lying beside another one it opens nothing.
"""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from compiler import unfinished
from compiler.diagnostics import Failed
from compiler.play.codec import FORMAT, Unreadable
from compiler.play.foreign import parse, read_bounded
from compiler.play.journal import head_of
from compiler.web.seats import KINDS, SCREEN, WATCH, Seating

SUFFIX = ".keys"
MOST_BYTES = 64 << 10
_TOKEN, _ID = re.compile(r"[\w-]{22}", re.ASCII), re.compile(r"[0-9a-f]{8}")


class Lost(Exception):
    """Why the keys of a journal cannot be used: its seats get new ones."""


def keys_of(journal: Path) -> Path:
    """Where the keys of a journal are kept."""
    return journal.with_name(journal.name + SUFFIX)


def keep(journal: Path, seating: Seating) -> None:
    """Write down who sits where and what lets them in; an `OSError` if that cannot be done."""
    kept = {
        "liege": FORMAT,
        "what": "keys",
        "of": _mark(journal),
        "id": seating.id,
        "name": seating.name,
        "port": seating.port,
        "kinds": seating.kinds,
        "tokens": seating.tokens,
    }
    unfinished.write(keys_of(journal), (json.dumps(kept, indent=1) + "\n").encode(), private=True)


def kept(journal: Path, seats: Mapping[str, str]) -> Seating | None:
    """The seating of a table that is taken up, if its keys are there; `Lost` if they are and must not be used."""
    path = keys_of(journal)
    if not path.exists():
        return None
    try:
        if os.name == "posix" and stat.S_IMODE(path.stat().st_mode) & 0o077:
            raise Lost("others could read them")
        found = parse(read_bounded(path, MOST_BYTES))
    except (OSError, Failed, Unreadable) as fault:
        raise Lost("they cannot be read") from fault
    if not isinstance(found, dict) or found.get("what") != "keys" or found.get("of") != _mark(journal):
        raise Lost("they are of another journal")
    try:
        return _seating(found, seats)
    except (KeyError, TypeError, ValueError) as fault:
        raise Lost("they cannot be read") from fault


def _seating(found: dict[str, Any], seats: Mapping[str, str]) -> Seating:
    kinds, tokens = dict(found["kinds"]), dict(found["tokens"])
    if kinds.keys() != seats.keys() or not all(kind in KINDS for kind in kinds.values()):
        raise ValueError("other seats")
    if tokens.keys() != {*seats, SCREEN, WATCH} or not all(_TOKEN.fullmatch(each) for each in tokens.values()):
        raise ValueError("other links")
    if not _ID.fullmatch(found["id"]) or not str(found["name"]).isdigit() or not 0 <= int(found["port"]) < 1 << 16:
        raise ValueError("another table")
    return Seating({seat: kinds[seat] for seat in seats}, tokens, found["id"], str(found["name"]), int(found["port"]))


def _mark(journal: Path) -> object:
    """The digest of a journal's first line: its seed is in it, so no two games share it."""
    return head_of(read_bounded(journal)).get("is")
