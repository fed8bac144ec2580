"""`liege watch` without the terminal: settle, look, draw; what is told goes to whoever asked."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from compiler.author.drafts import Drafts, Stop, faulty, never
from compiler.author.index import read_index
from compiler.author.workspace import Look, Workspace
from compiler.diagnostics import Diagnostic
from compiler.model.game import Game

__all__ = ["Round", "Watch", "hidden", "settled"]

_STILL = 0.02  # seconds in which a file must not change to count as written


@dataclass(frozen=True, slots=True)
class Round:
    """What one look at a game gave: diagnostics, pictures that were drawn anew, and how long each took."""

    found: tuple[Diagnostic, ...]
    drawn: tuple[str, ...]
    to_message: float
    to_picture: float


@dataclass(slots=True)
class Watch:
    """One game that is looked at again and again; `tell` hears the diagnostics as soon as they are known.

    `show` gets the game as it is drawn, whole or as far as it goes, and the pictures that are new.
    """

    folder: Path
    pictures: Path
    tell: Callable[[tuple[Diagnostic, ...], float], None] = lambda found, seconds: None
    show: Callable[[Game | None, bool, list[str]], None] = lambda game, whole, drawn: None  # when pictures are drawn
    stop: Stop = never  # whether there is something newer to look at: drawing waits
    workspace: Workspace = field(init=False)
    drafts: Drafts = field(init=False)
    _whole: Game | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self.workspace = Workspace(self.folder)
        self.drafts = Drafts(self.pictures)

    def round(self, *, with_sheets: bool = True) -> Round:
        """Look at everything, tell it, then draw what changed; the rules come last, for they take longest."""
        begun = time.perf_counter()
        look = self.workspace.look()
        message = time.perf_counter() - begun
        self.tell(look.found, message)
        drawn = self._draw(look)
        picture = time.perf_counter() - begun
        self._whole = look.game
        if self.stop():
            return Round(look.found, tuple(drawn), message, picture)
        more = self.workspace.rules(look)
        if more:
            self.tell((*look.found, *more), time.perf_counter() - begun)
        if with_sheets:
            drawn += self.sheets()
        return Round((*look.found, *more), tuple(drawn), message, picture)

    def sheets(self) -> list[str]:
        """Draw the sheets of what was looked at last, if it is whole; those that are new."""
        if self._whole is None or self.stop():
            return []
        drawn = self.drafts.sheets(self._whole, self.pictures.parent.parent / ".cache", self.stop)
        if drawn:
            self.show(self._whole, True, drawn)
        return drawn

    def first(self) -> Round:
        """The first look; what is saved while it lasts, before anybody watches, is looked at too."""
        while True:
            before = _states(sorted(self.folder.rglob("*.yaml")))
            found = self.round()
            if _states(sorted(self.folder.rglob("*.yaml"))) == before:
                return found

    def _draw(self, look: Look) -> list[str]:
        game = look.game if look.game is not None else self.workspace.draft()
        drawn: list[str] = []
        if game is not None:
            bad = faulty(read_index(self.workspace.documents()), look.found, self.folder) if look.game is None else {}
            drawn = self.drafts.renew(game, bad, self.stop)
        self.show(game, look.game is not None, drawn)
        return drawn


def settled(paths: Iterable[Path], longest: float = 1.0) -> None:
    """Wait until files are written to the end: their size and time stand still for a moment."""
    end = time.monotonic() + longest
    before = _states(paths)
    while time.monotonic() < end:
        time.sleep(_STILL)
        after = _states(paths)
        if after == before:
            return
        before = after


def hidden(path: Path, folder: Path) -> bool:
    """What the loader leaves alone: editors keep their own files beside ours."""
    try:
        return any(part.startswith(".") for part in path.relative_to(folder).parts) or path.name.endswith("~")
    except ValueError:
        return True


def _states(paths: Iterable[Path]) -> list[tuple[int, int] | None]:
    found: list[tuple[int, int] | None] = []
    for path in paths:
        try:
            seen = path.stat()
            found.append((seen.st_mtime_ns, seen.st_size))
        except OSError:
            found.append(None)
    return found
