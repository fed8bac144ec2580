"""What every seat has heard of a game as it goes on: the log is told once, entry by entry, to each listener."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from compiler.model.event import Event
from compiler.model.table import Table
from compiler.play.ask import CHANCE
from compiler.play.joining import along
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
    also: tuple[Event, ...] = ()  # events before it that the same sentence tells

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
        new = list(along(self.table, session.log[self.told :]))
        by = self._answered(entry for entry, _, _ in new)
        for seat, teller in self.tellers.items():
            for at, heard in enumerate(teller.hear(new), self.told):
                event = heard.entry.what
                if heard.words is not None and not isinstance(event, Choice):
                    known = teller.knows(event, heard.before, heard.after)
                    self.lines[seat].append(Line(at, heard.entry, heard.words, by[at - self.told], known, heard.also))
        self.table = new[-1][2] if new else self.table
        self.told = len(session.log)

    def _answered(self, entries: Iterable[Entry]) -> list[str | None]:
        """For each entry the seat that had answered last."""
        found = []
        for entry in entries:
            if isinstance(entry.what, Choice) and entry.what.seat != CHANCE:
                self._by = None if entry.sealed else entry.what.seat
            found.append(self._by)
        return found

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
