"""Files put in place: each whole, all of a build or none of it, one writer to a folder at a time."""

from __future__ import annotations

import contextlib
import errno
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from filelock import FileLock, Timeout

from compiler import journal, unfinished
from compiler.diagnostics import Diagnostic, Failed, Span, diagnose

PATIENCE = 600.0  # seconds we wait for another build of the same folder
_SHOWN = 80  # letters of a name that is too long
_SOON = 1.0  # seconds after which we say that we wait
CACHE = ".cache"  # beside the folders of the games: what is drawn already, and the locks


def write_whole(path: Path, content: bytes) -> None:
    """Whole or not at all: a reader never sees half a file. `Failed` if it cannot be written."""
    with told(path):
        unfinished.write(path, content)


@dataclass(slots=True)
class Staging:
    """What a build has made and nobody can see yet; `publish` puts all of it in place."""

    home: Path
    _ready: list[tuple[Path, Path]] = field(default_factory=list)
    _first: list[_Reserved] = field(default_factory=list)
    _folders: list[Path] = field(default_factory=list)  # that we made, or took a file from

    def add(self, path: Path, content: bytes) -> None:
        """A file for later, below the home; `Failed` if it could not be put there."""
        with told(path):
            self._folders += [folder for folder in path.parents if not folder.exists()]
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.is_dir():
                raise IsADirectoryError(0, "it is a folder")
            if not path.parent.resolve().is_relative_to(self.home.resolve()):
                raise OSError(0, "a link leads out of the folder")
            self._ready.append((unfinished.staged(path, content), path))

    def reserve(self, path: Path, content: bytes, before: str | None) -> None:
        """A file elsewhere that must stand before anything of the home is seen; `before` is the text it had, if any."""
        with told(path):
            self._first.append(_Reserved(path, before, content, unfinished.Lone(path.parent, content)))

    def publish(self, gone: Iterable[str] = ()) -> None:
        """Put every file in place and take away those that are gone; after a `Failed` all is as it was."""
        gone = tuple(gone)
        self._folders += [(self.home / name).parent for name in gone]
        with told(self.home):
            set_ = journal.Journal.draw_up(self.home, self._ready, gone)
        done: list[_Reserved] = []
        try:
            for one in self._first:
                one.put()
                done.append(one)
            with told(self.home):
                set_.publish()
        except Failed:
            for one in reversed(done):
                one.take_back()
            raise

    def clear(self) -> None:
        """Take away what was not published, of this build and of any that was killed, and folders left empty."""
        for one in self._first:
            one.new.drop()
        journal.recover(self.home)
        unfinished.clear(self.home, journal.NAME, self._folders)


@dataclass(slots=True)
class _Reserved:
    """A file outside the home, and what it was when the build began."""

    path: Path
    before: str | None
    content: bytes
    new: unfinished.Lone

    def put(self) -> None:
        """Put it in place, if nobody changed what is there."""
        with told(self.path):
            now = self.path.read_bytes().decode("utf-8").removeprefix("\ufeff") if self.path.exists() else None
            if now == self.before:
                self.new.put(self.path)
            if now in (self.before, self.content.decode("utf-8")):  # another build of the same game was faster
                return
        message = f"`{self.path.name}` was changed while the game was built"
        raise Failed(diagnose("E001", message, Span(self.path.as_posix()), help="build again"))

    def take_back(self) -> None:
        """As it was; if not even that can be done, it stays: numbers that nothing has yet do no harm."""
        with contextlib.suppress(OSError):
            if self.before is None:
                self.path.unlink(missing_ok=True)
            else:
                unfinished.write(self.path, self.before.encode())


@contextlib.contextmanager
def staging(home: Path, waiting: Callable[[str], None] = lambda _: None) -> Iterator[Staging]:
    """A folder to build into, ours alone until the end; `Failed` if we may not write there.

    `waiting` hears of another build that must end first. What a killed build began there is completed.
    """
    with _locked(home, waiting):
        made = not home.exists()
        with told(home):
            home.mkdir(parents=True, exist_ok=True)
        stage = Staging(home)
        try:
            with _mended(home):
                stage.clear()
            yield stage
        finally:
            with contextlib.suppress(OSError, ValueError):
                stage.clear()
                if made:
                    home.rmdir()  # only if nothing came of it


def tidy(home: Path, game: Path, waiting: Callable[[str], None] = lambda _: None) -> None:
    """Before a build: what killed ones left is completed or cleared away, in the home, the game and the cache."""
    unfinished.sweep(game)
    unfinished.sweep(home.parent / CACHE)
    if unfinished.leavings(home):
        with _locked(home, waiting), _mended(home):
            Staging(home).clear()


def settle(file: Path, waiting: Callable[[str], None] = lambda _: None) -> None:
    """Before somebody reads a file: what a build began in its folder when it was cut off is completed first."""
    for home in file.absolute().parents[:3]:
        if journal.left(home):
            with _locked(home, waiting), _mended(home):
                journal.recover(home)


@contextlib.contextmanager
def _mended(home: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        message = f"a build of `{home.as_posix()}` was cut off, and what it began cannot be completed: {reason}"
        help = f"make the folder writable; or remove it, `{journal.NAME}` and all, and build again"
        raise Failed(diagnose("E005", message, Span((home / journal.NAME).as_posix()), help=help)) from error


@contextlib.contextmanager
def _locked(home: Path, waiting: Callable[[str], None]) -> Iterator[None]:
    """Whoever holds the lock of a folder may change it; its file is never removed, or two could hold it."""
    lock = home.parent / CACHE / f"{home.name}.lock"
    with told(home):
        lock.parent.mkdir(parents=True, exist_ok=True)
        held = _acquire(FileLock(lock), home, waiting)
    with held:
        yield


def _acquire(lock: FileLock, home: Path, waiting: Callable[[str], None]) -> contextlib.AbstractContextManager[object]:
    try:
        return lock.acquire(timeout=_SOON)
    except Timeout:
        waiting(f"another build is writing to `{home.as_posix()}`: waiting for it")
        try:
            return lock.acquire(timeout=PATIENCE)
        except Timeout:
            help = "wait for it to end, or build into another folder with `-o`"
            raise Failed(diagnose("E003", f"another build holds `{home.as_posix()}`", help=help)) from None


@contextlib.contextmanager
def told(path: Path) -> Iterator[None]:
    """What the system says while we write becomes a diagnostic: a full disk is not a fault of ours."""
    try:
        yield
    except (OSError, ValueError) as error:  # a NUL in a path is a ValueError
        raise Failed(refused(path, error, "written", "make room, or choose a folder you may write to")) from error


def refused(path: Path, error: OSError | ValueError, done: str, help: str) -> Diagnostic:
    """What the system does not let us do with a file; what is wrong with its very name has a way out of its own."""
    reason, name = (getattr(error, "strerror", None) or "unknown reason").lower(), path.as_posix()
    if getattr(error, "errno", None) == errno.ENAMETOOLONG:
        name, help = f"{name[:_SHOWN]}…", "give a shorter name"
    elif "\0" in name:
        name, reason, help = name.replace("\0", "␀"), "no file has a NUL in its name", "give a name without it"
    elif isinstance(error, ValueError):
        reason = str(error).lower()
    return diagnose("E002", f"`{name}` cannot be {done}: {reason}", help=help)
