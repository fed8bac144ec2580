"""Files put in place: each whole, all of a build or none of it, one writer to a folder at a time."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from filelock import FileLock, Timeout

from compiler.diagnostics import Failed, diagnose

PATIENCE = 600.0  # seconds we wait for another build of the same folder
_SOON = 1.0  # seconds after which we say that we wait
_MARK = ".liege-"  # how the names of our unfinished files begin: a killed build leaves such, the next one clears them


def write_whole(path: Path, content: bytes) -> None:
    """Whole or not at all: a reader never sees half a file. `Failed` if it cannot be written."""
    with told(path):
        unfinished = _unfinished(path, content)
        try:
            os.replace(unfinished, path)
        except OSError:
            unfinished.unlink(missing_ok=True)
            raise


@dataclass(slots=True)
class Staging:
    """What a build has made and nobody can see yet; `publish` puts all of it in place."""

    home: Path
    _ready: list[tuple[Path, Path]] = field(default_factory=list)

    def add(self, path: Path, content: bytes) -> None:
        """A file for later; `Failed` if it could not be put there."""
        with told(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.is_dir():
                raise IsADirectoryError(0, "it is a folder")
            self._ready.append((_unfinished(path, content), path))

    def publish(self) -> list[Path]:
        """Put every file in place, in the order they were added."""
        done = []
        for unfinished, path in self._ready:
            with told(path):
                os.replace(unfinished, path)
            done.append(path)
        return done

    def clear(self) -> None:
        """Take away what was not published, of this build and of any that was killed, and folders left empty."""
        for unfinished, _ in self._ready:
            unfinished.unlink(missing_ok=True)
        for where, _, names in os.walk(self.home, topdown=False):
            for name in names:
                if name.startswith(_MARK):
                    Path(where, name).unlink(missing_ok=True)
            if Path(where) != self.home:
                with contextlib.suppress(OSError):  # it holds something
                    os.rmdir(where)


@contextlib.contextmanager
def staging(home: Path, lock: Path, waiting: Callable[[str], None] = lambda _: None) -> Iterator[Staging]:
    """A folder to build into, ours alone until the end; `Failed` if we may not write there.

    Whoever holds the file `lock` builds; it is never removed, or two could hold it. `waiting` hears of another build
    that must end first.
    """
    with told(home):
        lock.parent.mkdir(parents=True, exist_ok=True)
        held = _acquire(FileLock(lock), home, waiting)
    with held:
        made = not home.exists()
        with told(home):
            home.mkdir(parents=True, exist_ok=True)
        stage = Staging(home)
        try:
            stage.clear()
            yield stage
        finally:
            with contextlib.suppress(OSError):
                stage.clear()
                if made:
                    home.rmdir()  # only if nothing came of it


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
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        help = "make room, or choose a folder you may write to"
        raise Failed(diagnose("E002", f"`{path.as_posix()}` cannot be written: {reason}", help=help)) from error


def _unfinished(path: Path, content: bytes) -> Path:
    """The content in a new file beside its place, which no other writer knows and no link leads out of."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=_MARK)
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(content)
            out.flush()
            os.fsync(handle)
        os.chmod(name, 0o666 & ~_UMASK)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return Path(name)


def _umask() -> int:
    """How the system wants new files to be: mkstemp makes them for our eyes only."""
    now = os.umask(0)
    os.umask(now)
    return now


_UMASK = _umask()
