"""The table: where every piece is, how it lies, what the tracks and marks show. Nothing else is state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import NamedTuple

from compiler.model.common import Value
from compiler.model.record import record

_new = tuple.__new__  # twice as quick as the constructor of a named tuple


class Piece(NamedTuple):  # a tuple, for speed: play makes them by the thousand
    """A counter or card on the table."""

    id: str
    counter: str  # id of its Counter or Card
    place: str  # a space, or a pile
    face: int = 0
    steps: int = 1
    side: str | None = None  # who holds it now
    facing: int = 0
    seen_by: tuple[str, ...] | None = None  # None: everybody; else only these seats know what it is
    marks: tuple[tuple[str, Value], ...] = ()

    def mark(self, id: str) -> Value:
        """The value of a mark on this piece, or None."""
        for name, value in self.marks:
            if name == id:
                return value
        return None

    def with_mark(self, id: str, value: Value) -> Piece:
        """The same piece with a mark set; None or False takes it away."""
        marks = self.marks
        if marks and (len(marks) > 1 or marks[0][0] == id):
            marks = tuple([m for m in marks if m[0] != id]) if len(marks) > 1 else ()
        if value is not None and value is not False:
            marks = tuple(sorted((*marks, (id, value)), key=_first)) if marks else ((id, value),)
        return _new(Piece, (*self[:8], marks))


def _first(mark: tuple[str, Value]) -> str:
    return mark[0]


@record(frozen=True, slots=True)
class Table:
    """All pieces by id, stacks bottom first (piles: the last is the top), track values, marks on spaces and seats."""

    pieces: Mapping[str, Piece] = field(default_factory=dict)
    stacks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    tracks: Mapping[str, int | str] = field(default_factory=dict)
    marks: Mapping[tuple[str, str], Value] = field(default_factory=dict)  # (space, seat or side; mark) → value

    def at(self, place: str) -> Iterator[Piece]:
        """The pieces in a place, bottom first."""
        pieces = self.pieces
        return (pieces[id] for id in self.stacks.get(place, ()))

    def count(self, place: str) -> int:
        return len(self.stacks.get(place, ()))

    def mark(self, target: str, mark: str) -> Value:
        """The value of a mark on a space, seat or side, or None."""
        return self.marks.get((target, mark))
