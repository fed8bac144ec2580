"""The log of a game: every answer and event with the step it came in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, overload

from compiler.model.common import Value
from compiler.model.event import Event
from compiler.play.state import Choice, Cursor

Loops = tuple[tuple[str, Value], ...]


class Entry(NamedTuple):
    """A line of the log: an answer, or an event, and the step it came in."""

    step: str
    what: Choice | Event
    sealed: bool = False  # an answer others see only when all are in
    loops: Loops = ()  # where in the sequence the step stood


class Log(Sequence[Entry]):
    """Lines in order, made when somebody reads them: play writes many thousand that nobody ever does."""

    __slots__ = ("_cursors", "_sealed", "_whats")

    def __init__(self) -> None:
        self._whats: list[Choice | Event] = []
        self._cursors: list[Cursor] = []  # where each came
        self._sealed: list[bool] = []

    def answer(self, cursor: Cursor, choice: Choice, sealed: bool) -> None:
        """A seat, or chance, has answered."""
        self._whats.append(choice)
        self._cursors.append(cursor)
        self._sealed.append(sealed)

    def happen(self, cursor: Cursor, events: Sequence[Event]) -> None:
        """Things have happened in a step."""
        self._whats += events
        self._cursors += [cursor] * len(events)
        self._sealed += [False] * len(events)

    def cut(self, length: int) -> None:
        """Forget everything after so many lines."""
        del self._whats[length:], self._cursors[length:], self._sealed[length:]

    def first(self, length: int) -> Log:
        """A log of its own with the first so many lines."""
        kept = Log()
        kept._whats, kept._cursors = self._whats[:length], self._cursors[:length]
        kept._sealed = self._sealed[:length]
        return kept

    def __len__(self) -> int:
        return len(self._whats)

    @overload
    def __getitem__(self, index: int) -> Entry: ...

    @overload
    def __getitem__(self, index: slice) -> list[Entry]: ...

    def __getitem__(self, index: int | slice) -> Entry | list[Entry]:
        if isinstance(index, slice):
            return list(map(_entry, self._whats[index], self._cursors[index], self._sealed[index]))
        return _entry(self._whats[index], self._cursors[index], self._sealed[index])

    def __iter__(self) -> Iterator[Entry]:
        return map(_entry, self._whats, self._cursors, self._sealed)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Log) and self._whats == other._whats and self._sealed == other._sealed:
            # lines in common are the same objects: lists are compared without making a single line
            return self._cursors == other._cursors or list(self) == list(other)
        return isinstance(other, list) and list(self) == other

    __hash__ = None  # type: ignore[assignment]  # it grows


def _entry(what: Choice | Event, cursor: Cursor, sealed: bool) -> Entry:
    return Entry(cursor.step, what, sealed, cursor.loops)
