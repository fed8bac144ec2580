"""What every seat has heard of a game as it goes on: the log is told once, entry by entry, to each listener."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from compiler.model.event import Event
from compiler.model.table import Table
from compiler.play.ask import CHANCE
from compiler.play.log import Entry
from compiler.play.session import Session
from compiler.play.state import Choice
from compiler.play.telling import Teller


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence a listener heard: the entry of the log it is about, who had answered before it."""

    at: int  # place in the log of the session
    entry: Entry
    words: str
    by: str | None  # the seat whose answer led to it; None: several answered under seal, or nobody
    known: bool  # whether the listener knows the piece it is about

    @property
    def event(self) -> Event:
        assert not isinstance(self.entry.what, Choice)
        return self.entry.what


class Hearing:
    """The lines of every listener, kept up as the session goes on and when it goes back."""

    def __init__(self, session: Session, listeners: Iterable[str]) -> None:
        self.session = session
        self.tellers = {seat: Teller.of(session, seat) for seat in listeners}
        self.lines: dict[str, list[Line]] = {seat: [] for seat in self.tellers}
        self.table = session.opening
        self.told = 0
        self._by: str | None = None

    def go_on(self) -> None:
        """Tell what is new; after an undo, forget what was taken back."""
        session = self.session
        if self.told > len(session.log):
            self._back()
        for at in range(self.told, len(session.log)):
            entry = session.log[at]
            if isinstance(entry.what, Choice):
                if entry.what.seat != CHANCE:
                    self._by = None if entry.sealed else entry.what.seat
                continue
            before, self.table = self.table, entry.what.on(self.table)
            for seat, teller in self.tellers.items():
                words = teller.tell(entry, before, self.table)
                if words is not None:
                    known = teller.knows(entry.what, before, self.table)
                    self.lines[seat].append(Line(at, entry, words, self._by, known))
        self.told = len(session.log)

    def _back(self) -> None:
        """To where the log ends now."""
        end = len(self.session.log)
        for lines in self.lines.values():
            while lines and lines[-1].at >= end:
                lines.pop()
        self.table, self.told = table_at(self.session, end), end
        answers = [e for e in self.session.log if isinstance(e.what, Choice) and e.what.seat != CHANCE]
        self._by = answers[-1].what.seat if answers and not answers[-1].sealed else None  # type: ignore[union-attr]


def table_at(session: Session, end: int) -> Table:
    """The table as it was after so many entries of the log."""
    table = session.opening
    for entry in session.log[:end]:
        if not isinstance(entry.what, Choice):
            table = entry.what.on(table)
    return table
