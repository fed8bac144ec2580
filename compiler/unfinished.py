"""Files that are not finished yet: whole before they get their name, and told from those that a killed writer left.

A staged file belongs to a build that holds the lock of its folder; whoever holds that lock may clear it away. A lone
one stands in a folder that nobody locks: its writer holds a lock on the file itself, which the system lets go when he
dies.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

if os.name == "posix":
    import fcntl

MARK = ".liege-"  # how the names of all unfinished files begin
STAGED = f"{MARK}stage-"
LONE = f"{MARK}alone-"


def staged(path: Path, content: bytes) -> Path:
    """The content in a new file beside its place, which no other writer knows and no link leads out of."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=STAGED)
    try:
        _fill(handle, content)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    finally:
        os.close(handle)
    return Path(name)


class Lone:
    """An unfinished file that its living writer holds, so that nobody clears it away."""

    def __init__(self, folder: Path, content: bytes, *, lasting: bool = True, private: bool = False) -> None:
        self._handle, self.path = _held(folder)
        self._lasting = lasting  # must it outlast a power cut? What can be made again need not
        try:
            _fill(self._handle, content, sync=lasting, private=private)
        except BaseException:
            self.drop()
            raise

    def put(self, path: Path) -> None:
        """Give it its place."""
        if os.name != "posix":  # an open file cannot be renamed there
            self._let_go()
        try:
            _gives_way(path)
            os.replace(self.path, path)
        except OSError:
            self.drop()
            raise
        self._let_go()
        if self._lasting:
            sync_folder(path.parent)

    def drop(self) -> None:
        """Take it away."""
        self.path.unlink(missing_ok=True)
        self._let_go()

    def _let_go(self) -> None:
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1


def _gives_way(path: Path) -> None:
    """Only a file gives way to ours, or a link: a device or a pipe would be gone for the whole machine."""
    with contextlib.suppress(FileNotFoundError):
        mode = path.lstat().st_mode
        if not (stat.S_ISREG(mode) or stat.S_ISLNK(mode) or stat.S_ISDIR(mode)):  # a folder refuses by itself
            raise OSError(errno.EINVAL, "it is a device or a pipe, not a file", str(path))


def write(path: Path, content: bytes, *, private: bool = False) -> None:
    """A file whole or not at all; an `OSError` if it cannot be written. What killed writers left there is cleared.

    A private one is for its owner's eyes only, from the first byte on.
    """
    sweep(path.parent)
    Lone(path.parent, content, private=private).put(path)


def sweep(folder: Path) -> None:
    """Clear away lone files whose writer is dead."""
    for path in _marked(folder, LONE):
        with contextlib.suppress(OSError):  # its writer lives, or somebody else was faster
            handle = os.open(path, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
            try:
                _hold(handle)
                path.unlink()
            finally:
                os.close(handle)


def clear(home: Path, keep: str, ours: Iterable[Path] = ()) -> None:
    """Clear a folder that we have locked of all that is unfinished, but for a file to keep.

    Folders that are empty for that, and those of ours that are, go too; any other empty folder is somebody's.
    """
    emptied = {Path(os.path.abspath(path)) for path in ours}
    for where, _, _ in os.walk(os.path.abspath(home), topdown=False):
        folder = Path(where)
        sweep(folder)
        for path in _marked(folder, MARK):
            if path.name != keep and not path.name.startswith(LONE):
                path.unlink(missing_ok=True)
                emptied.add(folder)
        if folder in emptied and folder != Path(os.path.abspath(home)):
            with contextlib.suppress(OSError):  # it holds something
                folder.rmdir()
                emptied.add(folder.parent)


def leavings(home: Path) -> bool:
    """Is anything unfinished in a folder or below?"""
    return any(name.startswith(MARK) for _, _, names in os.walk(home) for name in names)


def sync_folder(folder: Path) -> None:
    """Names given in a folder outlast a power cut."""
    with contextlib.suppress(OSError):  # not every system can
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _marked(folder: Path, mark: str) -> Iterator[Path]:
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        names = sorted(entry.name for entry in entries if entry.name.startswith(mark) and not entry.is_dir())
        yield from (folder / name for name in names)


def _held(folder: Path) -> tuple[int, Path]:
    """A new file that is ours. Between its making and our lock somebody may take it for left over: then another."""
    while True:
        handle, name = tempfile.mkstemp(dir=folder, prefix=LONE)
        with contextlib.suppress(OSError):
            _hold(handle)
            if os.path.samestat(os.fstat(handle), os.stat(name)):
                return handle, Path(name)
        os.close(handle)


def _hold(handle: int) -> None:
    if os.name == "posix":
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _fill(handle: int, content: bytes, *, sync: bool = True, private: bool = False) -> None:
    with os.fdopen(handle, "wb", closefd=False) as out:
        out.write(content)
    if sync:
        os.fsync(handle)
    if os.name == "posix" and not private:
        os.fchmod(handle, 0o666 & ~_UMASK)


def _umask() -> int:
    """How the system wants new files to be: mkstemp makes them for our eyes only."""
    now = os.umask(0)
    os.umask(now)
    return now


_UMASK = _umask()
