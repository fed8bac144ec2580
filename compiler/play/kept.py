"""What follows from a few places of the table: worked out once, kept until something there changes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from compiler.model.table import Piece, Table
from compiler.play.coverage import watcher

T = TypeVar("T")
_NOTHING = Table()


class Kept:
    """Values by key, each with the things it follows from: places, pieces, tracks, or whatever bears a mark.

    A place has changed when a piece came or went, lies otherwise or in another order there. What changed is found by
    comparing tables, so it does not matter how play came from one to the other: by an answer, by undo, in a copy.
    """

    __slots__ = ("_keys", "_table", "_watcher", "values")

    def __init__(self) -> None:
        self.values: dict[Any, Any] = {}
        self._keys: dict[str, set[Any]] = {}
        self._table = _NOTHING
        self._watcher: object = None

    def at(self, table: Table) -> Kept:
        """This with what still holds on a table, and nothing else."""
        if self._watcher is not watcher():  # who counts rows wants to see them come to bear
            self.values, self._keys, self._watcher = {}, {}, watcher()
        if table is not self._table:
            for thing in changed(self._table, table):
                for key in self._keys.pop(thing, ()):
                    self.values.pop(key, None)
            self._table = table
        return self

    def put(self, key: Any, value: T, of: Iterable[str]) -> T:
        """Keep a value until one of the things it follows from changes."""
        self.values[key] = value
        keys = self._keys
        for thing in of:
            if thing in keys:
                keys[thing].add(key)
            else:
                keys[thing] = {key}
        return value


def changed(old: Table, new: Table) -> set[str]:
    """The places, pieces, tracks and bearers of marks that are not the same on two tables."""
    found: set[str] = set()
    if old.pieces is not new.pieces:
        for before, after in differing(old, new):
            for piece in (before, after):
                if piece is not None:
                    found.add(piece.id)
                    found.add(piece.place)
    if old.stacks is not new.stacks:
        lay = old.stacks
        found.update([place for place, stack in new.stacks.items() if lay.get(place) is not stack])
    if old.tracks is not new.tracks:
        stood = old.tracks
        found.update([track for track, value in new.tracks.items() if stood.get(track) != value])
    if old.marks is not new.marks:
        one, other = old.marks, new.marks
        found.update([key[0] for key, value in other.items() if one.get(key) != value])
        found.update([key[0] for key in one if key not in other])
    return found


def differing(old: Table, new: Table) -> list[tuple[Piece | None, Piece | None]]:
    """Pieces before and after, where they are not the same."""
    if len(old.pieces) == len(new.pieces):  # they mostly come in one order
        pairs = [pair for pair in zip(old.pieces.values(), new.pieces.values(), strict=True) if pair[0] is not pair[1]]
        if all(before.id == after.id for before, after in pairs):
            return list(pairs)
    ids = dict.fromkeys((*old.pieces, *new.pieces))
    both = [(old.pieces.get(id), new.pieces.get(id)) for id in ids]
    return [pair for pair in both if pair[0] is not pair[1]]
