"""A content-addressed store: what was made from the same bytes by the same code is not made again.

No times are looked at. An entry that does not match its own checksum counts as absent.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable, Sized
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")
_MADE_WITH = (
    "cairocffi", "font-source-sans-pro", "font-source-serif-pro", "fonttools", "jsonschema", "jsonschema-rs", "lxml",
    "matplotlib-fontja", "numpy", "pillow", "pyyaml", "shapely", "uharfbuzz",
)  # fmt: skip
_MARK = 32  # bytes of checksum before the data


def digest(*parts: bytes | str) -> str:
    """SHA-256 of parts, each with its length, so that no two lists of parts look alike."""
    total = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8") if isinstance(part, str) else part
        total.update(len(data).to_bytes(8, "big"))
        total.update(data)
    return total.hexdigest()


@lru_cache(1)
def renderer() -> str:
    """Digest of the drawing code itself and of the libraries it needs."""
    parts: list[bytes | str] = []
    for entry in sorted(files("compiler.render").iterdir(), key=lambda e: e.name):
        if entry.name.endswith((".py", ".svg")):
            parts += [entry.name, entry.read_bytes()]
    return digest(*parts, libraries())


def libraries() -> str:
    """The versions of the libraries we read, check and draw with."""
    found = []
    for name in _MADE_WITH:
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            found.append(f"{name} ?")
    return ", ".join(found)


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
    """Entries in a folder, one file each, named by key; without a folder nothing is kept."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self.made = 0
        self.found = 0

    def get(self, key: str) -> bytes | None:
        """The entry of a key, if it is there and whole."""
        if self.folder is None:
            return None
        try:
            data = (self.folder / key[:2] / key).read_bytes()
        except OSError:
            return None
        body = data[_MARK:]
        return body if hashlib.sha256(body).digest() == data[:_MARK] else None

    def put(self, key: str, data: bytes) -> None:
        """Keep an entry; a reader never sees half of it."""
        if self.folder is None:
            return
        folder = self.folder / key[:2]
        folder.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=folder, prefix=".")
        with os.fdopen(handle, "wb") as out:
            out.write(hashlib.sha256(data).digest() + data)
        os.replace(name, folder / key)

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
