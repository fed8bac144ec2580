"""build.json: what a build made and from what, so that nothing is made twice from the same sources by the same code."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from importlib.metadata import entry_points
from pathlib import Path, PurePosixPath
from typing import Any

from compiler.cache import digest
from compiler.diagnostics import Sink
from compiler.fingerprint import fingerprint
from compiler.load import Bundle
from compiler.load.bundle import kind_of, names

NAME = "build.json"
LINE = "compiler.pipeline"
RULES = "compiler.rules"  # the entry points that offer rules
_ROW = {"kind", "source", "sha256", "content"}  # what is recorded of a file
_MOST = 16 << 20  # bytes of a record
_RULES = re.compile(rb"^rules:[ \t]*[\"']?(\w+)", re.MULTILINE)


def code(folder: Path) -> str:
    """Fingerprint of all that a build of a game runs: the line itself, and its rules if another package has them.

    `rules` is only peeked at: the check reads it properly.
    """
    try:
        named = _RULES.search((folder / "game.yaml").read_bytes())
    except OSError:
        named = None
    if named is None or (Path(__file__).parent / "rules" / named[1].decode()).is_dir():
        return fingerprint(LINE)
    return fingerprint(LINE, *(point.module for point in entry_points(group=RULES, name=named[1].decode())))


def whole(folder: Path, *asked: Any, grown: Mapping[str, bytes] | None = None) -> str | None:
    """Stands for all that a build of a game can see: every file of its folder, our code, how it was asked for.

    `grown` are files as the build is about to leave them. None if not every file may be read: the check has to say why.
    """
    sink, grown = Sink(), grown or {}
    found = [name for name in names(folder, sink) if name not in grown]
    if len(sink) or not all((folder / name).is_file() for name in found):
        return None
    contents = {name: hashlib.sha256(content).digest() for name, content in grown.items()}
    try:
        for name in found:
            with (folder / name).open("rb") as file:
                contents[name] = hashlib.file_digest(file, "sha256").digest()
    except OSError:
        return None
    parts: list[bytes | str] = [code(folder), folder.resolve().name, repr(asked)]
    for name, content in sorted(contents.items()):
        parts += [name, content]
    return digest(*parts)


def sources(bundle: Bundle, kind: str, settings: Any, grown: Mapping[str, bytes] | None = None) -> str:
    """Stands for everything an artefact of a kind is made from: the game's files, our code, how it was asked for.

    `grown` are files at the top of the game as the build is about to leave them.
    """
    grown = grown or {}
    parts: list[bytes | str] = [code(bundle.folder), kind, repr(settings)]
    texts = {
        (sort, PurePosixPath(document.file).name): document.text.encode()
        for sort, document in bundle
        if PurePosixPath(document.file).name not in grown
    }
    texts |= {(kind_of(name) or "", name): content for name, content in grown.items()}
    for (sort, name), text in sorted(texts.items()):
        parts += [sort, name, text]
    for name in bundle.art:
        parts += [name, (bundle.folder / name).read_bytes()]
    return digest(*parts)


class Record:
    """The record of one game's build: read from its folder, written there again."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._earlier, self._whole = _read(home / NAME)
        self._made: dict[str, dict[str, str]] = {}

    def standing(self, kind: str, source: str) -> list[str]:
        """The files of a kind that an earlier build made from the same source, if all of them are still whole."""
        found = {
            name: file for name, file in self._earlier.items()
            if file.get("kind") == kind and file.get("source") == source
        }  # fmt: skip
        if not self._intact(found):
            return []
        self._made.update(found)
        return list(found)

    def unchanged(self, whole: str | None, kinds: Iterable[str]) -> list[str]:
        """The files of some kinds if a build of the very same had nothing to say and all of them are still whole."""
        if whole is None or whole != self._whole:
            return []
        found = [(name, file) for kind in kinds for name, file in self._earlier.items() if file.get("kind") == kind]
        return [name for name, _ in found] if self._intact(dict(found)) else []

    def _intact(self, files: Mapping[str, Mapping[str, str]]) -> bool:
        """Are the files there, byte for byte as they were made?"""
        paths = [(self._home / name, file["sha256"]) for name, file in files.items()]
        return all(path.is_file() and _sha(path.read_bytes()) == sha for path, sha in paths)

    def add(self, kind: str, source: str, name: str, content: bytes, about: str) -> None:
        """A file just made; `about` is its content digest. An empty source means: make it again next time."""
        self._made[name] = {"kind": kind, "source": source, "sha256": _sha(content), "content": about}

    def renew(self, kind: str) -> None:
        """Files of a kind had faults: whoever builds next must hear of them."""
        for file in self._made.values():
            if file["kind"] == kind:
                file["source"] = ""

    def close(self, whole: str | None, *, complete: bool) -> bytes:
        """The record as a file.

        `whole` stands for all the build saw, None if it had something to say: then the next one must say it again.
        """
        kept = self._made if complete else {**self._earlier, **self._made}
        return (json.dumps({"artefacts": kept, "whole": whole}, indent=2, sort_keys=True) + "\n").encode()

    def gone(self, *, complete: bool) -> list[str]:
        """What an earlier whole build made below the home and this one no longer does."""
        home, names = self._home.resolve(), sorted(set(self._earlier) - set(self._made)) if complete else []
        return [name for name in names if (home / name).resolve().is_relative_to(home)]


def _read(path: Path) -> tuple[dict[str, dict[str, str]], str | None]:
    """What an earlier build recorded; a record we cannot read, or that is not of our making, is none."""
    try:
        if not path.is_file() or path.stat().st_size > _MOST:  # a pipe would keep us waiting for ever
            return {}, None
        found = json.loads(path.read_text(encoding="utf-8"))
        made, whole = found["artefacts"], found.get("whole")
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}, None
    ours = isinstance(made, dict) and all("\0" not in name and _is_row(row) for name, row in made.items())
    return (made, whole if isinstance(whole, str) else None) if ours else ({}, None)


def _is_row(row: Any) -> bool:
    return isinstance(row, dict) and set(row) == _ROW and all(isinstance(value, str) for value in row.values())


def _sha(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
