"""A content-addressed store: what was made from the same bytes by the same code is not made again.

No times are looked at. An entry that does not match its own checksum counts as absent.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Sized
from pathlib import Path
from typing import Any, TypeVar

from compiler.fingerprint import fingerprint
from compiler.unfinished import Lone

T = TypeVar("T")
_MARK = 32  # bytes of checksum before the data


def digest(*parts: bytes | str) -> str:
    """SHA-256 of parts, each with its length, so that no two lists of parts look alike."""
    total = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8") if isinstance(part, str) else part
        total.update(len(data).to_bytes(8, "big"))
        total.update(data)
    return total.hexdigest()


def remembered(key: str, make: Callable[[], T]) -> T:
    """Something dear that two parts of one build need, such as a board: made once. Only the last few are held."""
    if key not in _RECENT:
        while len(_RECENT) >= 3:
            del _RECENT[next(iter(_RECENT))]
        _RECENT[key] = make()
    found: T = _RECENT[key]
    return found


_RECENT: dict[str, Any] = {}


class Store:
    """Entries in a folder, one file each, named by key and by the code that makes them; without a folder none is kept.

    `made_by` names the modules whose code decides what an entry is: entries of other code are not seen.
    """

    def __init__(self, folder: Path | None, *made_by: str) -> None:
        self.folder = folder
        self._code = fingerprint(*made_by) if folder is not None else ""
        self.made = 0
        self.found = 0

    def get(self, key: str) -> bytes | None:
        """The entry of a key, if it is there and whole."""
        if self.folder is None:
            return None
        try:
            data = self._path(self.folder, key).read_bytes()
        except OSError:
            return None
        body = data[_MARK:]
        return body if hashlib.sha256(body).digest() == data[:_MARK] else None

    def put(self, key: str, data: bytes) -> None:
        """Keep an entry; a reader never sees half of it."""
        if self.folder is None:
            return
        path = self._path(self.folder, key)
        with contextlib.suppress(OSError):  # a store that cannot keep is only slow
            path.parent.mkdir(parents=True, exist_ok=True)
            Lone(self.folder, hashlib.sha256(data).digest() + data, lasting=False).put(path)

    def _path(self, folder: Path, key: str) -> Path:
        name = digest(self._code, key)
        return folder / name[:2] / name

    def keep(self, key: str, make: Callable[[], bytes], faults: Sized = ()) -> bytes:
        """The entry of a key, made now if need be.

        What adds to `faults` while it is made is not kept: it must be told again next time, and at its place then.
        """
        data = self.get(key)
        if data is None:
            self.made += 1
            before = len(faults)
            data = make()
            if len(faults) == before:
                self.put(key, data)
        else:
            self.found += 1
        return data
