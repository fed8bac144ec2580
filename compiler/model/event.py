"""What a hand can do at the table: a closed union of events, each with its effect and its inverse."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from compiler.model.common import Value
from compiler.model.record import record
from compiler.model.table import Piece, Table

Pieces = dict[str, Piece]
Stacks = dict[str, tuple[str, ...]]
K = TypeVar("K")
V = TypeVar("V")
_new = tuple.__new__  # twice as quick as the constructor of a named tuple


def writable(part: Mapping[K, V]) -> dict[K, V]:
    """A copy of a part of a table; `dict.copy` is many times as quick as `dict` where something was taken out."""
    return part.copy() if isinstance(part, dict) else dict(part)


def _lift(stacks: dict[str, tuple[str, ...]], piece: str, place: str) -> None:
    stack = stacks[place]
    if len(stack) == 1:
        del stacks[place]
    else:
        at = stack.index(piece)
        stacks[place] = stack[:at] + stack[at + 1 :]


def _drop(stacks: dict[str, tuple[str, ...]], piece: str, place: str, index: int | None) -> None:
    stack = stacks.get(place)
    if stack is None:
        stacks[place] = (piece,)
    elif index is None:
        stacks[place] = (*stack, piece)
    else:
        stacks[place] = (*stack[:index], piece, *stack[index:])


@record(frozen=True, slots=True)
class Placed:
    """A piece comes onto the table (at `index` of its stack, on top by default)."""

    piece: Piece
    index: int | None = None
    rule: str | None = None

    def on(self, table: Table) -> Table:
        stacks = writable(table.stacks)
        _drop(stacks, self.piece.id, self.piece.place, self.index)
        return Table({**table.pieces, self.piece.id: self.piece}, stacks, table.tracks, table.marks)

    def inverse(self, before: Table) -> Event:
        return Removed(self.piece.id)


@record(frozen=True, slots=True)
class Removed:
    """A piece leaves the table altogether."""

    piece: str
    rule: str | None = None

    def on(self, table: Table) -> Table:
        pieces = writable(table.pieces)
        gone = pieces.pop(self.piece)
        stacks = writable(table.stacks)
        _lift(stacks, self.piece, gone.place)
        return Table(pieces, stacks, table.tracks, table.marks)

    def inverse(self, before: Table) -> Event:
        piece = before.pieces[self.piece]
        return Placed(piece, before.stacks[piece.place].index(self.piece))


@record(frozen=True, slots=True)
class Moved:
    """A piece goes to another place; `path` are the spaces it passed, for reports."""

    piece: str
    to: str
    index: int | None = None
    path: tuple[str, ...] = ()
    rule: str | None = None

    def on(self, table: Table) -> Table:
        pieces, stacks = writable(table.pieces), writable(table.stacks)
        self.within(pieces, stacks)
        return Table(pieces, stacks, table.tracks, table.marks)

    def within(self, pieces: Pieces, stacks: Stacks) -> None:
        """The effect on pieces and stacks that may be changed."""
        name, to = self.piece, self.to
        id, counter, place, face, steps, side, facing, seen_by, marks = pieces[name]
        _lift(stacks, name, place)
        _drop(stacks, name, to, self.index)
        pieces[name] = _new(Piece, (id, counter, to, face, steps, side, facing, seen_by, marks))

    def inverse(self, before: Table) -> Event:
        place = before.pieces[self.piece].place
        return Moved(self.piece, place, before.stacks[place].index(self.piece))


@record(frozen=True, slots=True)
class Turned:
    """A piece changes as it lies: face, steps, facing, the side that holds it. None leaves a thing as it is."""

    piece: str
    face: int | None = None
    steps: int | None = None
    facing: int | None = None
    side: str | None = None
    rule: str | None = None

    def on(self, table: Table) -> Table:
        pieces = writable(table.pieces)
        self.within(pieces, {})
        return Table(pieces, table.stacks, table.tracks, table.marks)

    def within(self, pieces: Pieces, stacks: Stacks) -> None:
        """The effect on pieces that may be changed."""
        id, counter, place, face, steps, side, facing, seen_by, marks = pieces[self.piece]
        face = face if self.face is None else self.face
        steps = steps if self.steps is None else self.steps
        side = side if self.side is None else self.side
        facing = facing if self.facing is None else self.facing
        pieces[self.piece] = _new(Piece, (id, counter, place, face, steps, side, facing, seen_by, marks))

    def inverse(self, before: Table) -> Event:
        old = before.pieces[self.piece]
        return Turned(self.piece, old.face, old.steps, old.facing, old.side)


@record(frozen=True, slots=True)
class Marked:
    """A mark is set on a piece, space, seat or side; None or False takes it away."""

    target: str
    mark: str
    value: Value = True
    rule: str | None = None

    def on(self, table: Table) -> Table:
        if self.target in table.pieces:
            pieces = writable(table.pieces)
            self.within(pieces, {})
            return Table(pieces, table.stacks, table.tracks, table.marks)
        marks = writable(table.marks)
        if self.value is None or self.value is False:
            marks.pop((self.target, self.mark), None)
        else:
            marks[self.target, self.mark] = self.value
        return Table(table.pieces, table.stacks, table.tracks, marks)

    def within(self, pieces: Pieces, stacks: Stacks) -> None:
        """The effect on pieces that may be changed; it must be a piece that is marked."""
        name, value = self.target, self.value
        piece = pieces[name]
        if not piece.marks and value is not None and value is not False:  # the most common by far
            pieces[name] = _new(Piece, (*piece[:8], ((self.mark, value),)))
        else:
            pieces[name] = piece.with_mark(self.mark, value)

    def inverse(self, before: Table) -> Event:
        if self.target in before.pieces:
            return Marked(self.target, self.mark, before.pieces[self.target].mark(self.mark))
        return Marked(self.target, self.mark, before.mark(self.target, self.mark))


@record(frozen=True, slots=True)
class TrackSet:
    """A track's marker is moved to a value."""

    track: str
    value: int | str
    rule: str | None = None

    def on(self, table: Table) -> Table:
        return Table(table.pieces, table.stacks, {**table.tracks, self.track: self.value}, table.marks)

    def inverse(self, before: Table) -> Event:
        return TrackSet(self.track, before.tracks[self.track])


@record(frozen=True, slots=True)
class Shuffled:
    """A pile has a new order (bottom first)."""

    pile: str
    order: tuple[str, ...]
    rule: str | None = None

    def on(self, table: Table) -> Table:
        stacks = writable(table.stacks)
        if self.order:
            stacks[self.pile] = self.order
        return Table(table.pieces, stacks, table.tracks, table.marks)

    def inverse(self, before: Table) -> Event:
        return Shuffled(self.pile, before.stacks.get(self.pile, ()))


@record(frozen=True, slots=True)
class Drawn:
    """A piece is taken from a pile into another place, to be seen by some seats (None: by all)."""

    piece: str
    to: str
    seen_by: tuple[str, ...] | None = None
    index: int | None = None
    rule: str | None = None

    def on(self, table: Table) -> Table:
        pieces, stacks = writable(table.pieces), writable(table.stacks)
        self.within(pieces, stacks)
        return Table(pieces, stacks, table.tracks, table.marks)

    def within(self, pieces: Pieces, stacks: Stacks) -> None:
        """The effect on pieces and stacks that may be changed."""
        name, to = self.piece, self.to
        id, counter, place, face, steps, side, facing, _, marks = pieces[name]
        _lift(stacks, name, place)
        _drop(stacks, name, to, self.index)
        pieces[name] = _new(Piece, (id, counter, to, face, steps, side, facing, self.seen_by, marks))

    def inverse(self, before: Table) -> Event:
        old = before.pieces[self.piece]
        return Drawn(self.piece, old.place, old.seen_by, before.stacks[old.place].index(self.piece))


@record(frozen=True, slots=True)
class Revealed:
    """A piece is shown to some seats (None: to all), or hidden again from the others."""

    piece: str
    seen_by: tuple[str, ...] | None = None
    rule: str | None = None

    def on(self, table: Table) -> Table:
        piece = table.pieces[self.piece]._replace(seen_by=self.seen_by)
        return Table({**table.pieces, self.piece: piece}, table.stacks, table.tracks, table.marks)

    def inverse(self, before: Table) -> Event:
        return Revealed(self.piece, before.pieces[self.piece].seen_by)


@record(frozen=True, slots=True)
class Rolled:
    """Dice fell; the table does not change."""

    purpose: str
    values: tuple[int, ...]
    rule: str | None = None
    die: str | None = None  # where its faces have names

    def on(self, table: Table) -> Table:
        return table

    def inverse(self, before: Table) -> Event:
        return self


@record(frozen=True, slots=True)
class Said:
    """A line for the log; the table does not change. `to` are the seats that hear it (None: all)."""

    text: str
    rule: str | None = None
    to: tuple[str, ...] | None = None

    def on(self, table: Table) -> Table:
        return table

    def within(self, pieces: Pieces, stacks: Stacks) -> None:
        """No effect: it is said while hands are busy."""

    def inverse(self, before: Table) -> Event:
        return self


Event = Placed | Moved | Removed | Turned | Marked | TrackSet | Drawn | Shuffled | Revealed | Rolled | Said
Handling = Moved | Drawn | Turned | Marked | Said  # what hands do to pieces that stay on the table, and say meanwhile


def handled(table: Table, events: Sequence[Handling]) -> Table:
    """Several things done to pieces, one after the other: the table is copied once and not for each."""
    pieces, stacks = writable(table.pieces), table.stacks
    for event in events:
        if type(event) is Moved or type(event) is Drawn:  # else all of them stay where they are
            stacks = writable(stacks)
            break
    for event in events:
        event.within(pieces, stacks)  # type: ignore[arg-type]  # it is written to only where it was copied
    return Table(pieces, stacks, table.tracks, table.marks)
