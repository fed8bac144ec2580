"""A set of files put in place as one: written down before the first is seen, so that it can be completed or undone.

From the moment the journal has its name the set counts as published: whoever comes next completes what a killed build
began. If a file cannot be put in place, the journal says so, and what stood there before comes back.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Any

from compiler.unfinished import MARK, STAGED, staged, sync_folder

NAME = f"{MARK}journal"
_MOST = 4 << 20  # bytes of a journal


@dataclass(frozen=True, slots=True)
class Change:
    """A file that comes or goes; all names are below the home."""

    path: str
    new: str | None  # what comes, unfinished; None if it goes
    old: str | None  # another name of what stood there, None if nothing did


@dataclass(frozen=True, slots=True)
class Journal:
    """What a publication is about to do in a folder."""

    home: Path
    changes: tuple[Change, ...]
    undo: bool = False

    @classmethod
    def draw_up(cls, home: Path, files: Iterable[tuple[Path, Path]], gone: Iterable[str]) -> Journal:
        """The journal for unfinished files and their places; what stands there gets a second name first."""
        changes = [
            Change(_inside(home, path), _inside(home, new), _kept(home, path) if os.path.lexists(path) else None)
            for new, path in files
        ]
        going = [home / name for name in gone]
        there = [path for path in going if path.is_symlink() or path.is_file()]  # a folder of that name is not ours
        return cls(home, (*changes, *(Change(_inside(home, path), None, _kept(home, path)) for path in there)))

    def publish(self) -> None:
        """Write it down, then do it. An `OSError` after which all is as it was."""
        self._write()
        self._do(again=False)

    def complete(self) -> None:
        """Do what is left to do, or undo it if that is what it says; an `OSError` if neither can be done."""
        if self.undo:
            self._take_back()
        else:
            try:
                self._do(again=True)
            except OSError:
                if left(self.home):
                    raise

    def _do(self, *, again: bool) -> None:
        try:
            self._put(again)
        except OSError:
            undone = replace(self, undo=True)
            undone._write()
            undone._take_back()
            raise
        self._close()

    def _put(self, again: bool) -> None:
        for change in self.changes:
            if change.new is None:
                (self.home / change.path).unlink(missing_ok=True)
            elif not again or (self.home / change.new).exists():  # else it is in its place already
                os.replace(self.home / change.new, self.home / change.path)
        self._sync()

    def _take_back(self) -> None:
        for change in self.changes:
            if change.old is not None:
                with contextlib.suppress(FileNotFoundError):  # it is back already
                    os.replace(self.home / change.old, self.home / change.path)
            elif change.new is not None and not (self.home / change.new).exists():
                (self.home / change.path).unlink(missing_ok=True)
        self._sync()
        self._close()

    def _sync(self) -> None:
        for folder in sorted({(self.home / change.path).parent for change in self.changes}):
            sync_folder(folder)

    def _write(self) -> None:
        said = {"of": _mark(self.home), "undo": self.undo, "changes": [_row(c) for c in self.changes]}
        text = json.dumps(said)
        os.replace(staged(self.home / NAME, text.encode()), self.home / NAME)
        sync_folder(self.home)

    def _close(self) -> None:
        """All is in place; what cannot be tidied up now is by whoever comes next."""
        names = [name for change in self.changes for name in (change.new, change.old) if name is not None]
        for name in (*names, NAME):
            with contextlib.suppress(OSError):
                (self.home / name).unlink(missing_ok=True)


def left(home: Path) -> bool:
    """Was a publication cut off here (or is one under way)?"""
    return os.path.lexists(home / NAME)


def recover(home: Path) -> None:
    """Complete or undo what was cut off, if anything was; the folder must be locked. Else an error."""
    if left(home):
        with (home / NAME).open("rb") as file:
            text = file.read(_MOST + 1)
        _read(home, text).complete()


def _read(home: Path, text: bytes) -> Journal:
    """A journal held against what we write: it names nothing outside its folder, and unfinished files as such."""
    if len(text) > _MOST:
        raise ValueError("its journal is too long")
    try:
        found = json.loads(text)
        ours = found["of"] == _mark(home)
        changes = tuple(Change(*row) for row in found["changes"])
        journal = Journal(home, changes, found["undo"] is True)
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise ValueError("its journal cannot be read") from error
    if not ours:  # it came with a folder of somebody's: what it would take away or put there is not for us to do
        raise ValueError("its journal was not written here")
    unfinished = [name for change in changes for name in (change.new, change.old) if name is not None]
    for name in (*(change.path for change in changes), *unfinished):
        if not _below(home, name) or (PurePosixPath(name).name.startswith(STAGED) != (name in set(unfinished))):
            raise ValueError("its journal names files that are not of a build")
    return journal


def _mark(home: Path) -> str:
    """What tells this folder from every other, also from a copy of it; nobody can read from it where it lies."""
    return hashlib.sha256(f"{home.resolve()}\0{home.stat().st_ino}".encode(errors="surrogateescape")).hexdigest()


def _below(home: Path, name: Any) -> bool:
    """Is this a name below the home, without links that lead out of it?"""
    if not isinstance(name, str) or not name or "\0" in name or PurePosixPath(name).is_absolute():
        return False
    if ".." in PurePosixPath(name).parts:
        return False
    try:
        return (home / name).parent.resolve().is_relative_to(home.resolve())
    except (OSError, RuntimeError):
        return False


def _inside(home: Path, path: Path) -> str:
    """The name of a file below the home, however either of them is written."""
    return Path(os.path.abspath(path)).relative_to(os.path.abspath(home)).as_posix()


def _kept(home: Path, path: Path) -> str:
    return _inside(home, _second_name(path))


def _second_name(path: Path) -> Path:
    """What stands at a place, under an unfinished name too."""
    name = staged(path, b"")
    with contextlib.suppress(OSError):
        name.unlink()
        os.link(path, name, follow_symlinks=False)
        return name
    shutil.copy2(path, name, follow_symlinks=False)  # a system without second names
    return name


def _row(change: Change) -> list[str | None]:
    return [change.path, change.new, change.old]
