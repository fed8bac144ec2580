"""What follows from a few places of the table: worked out once, kept until something there changes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import compress
from operator import is_not
from typing import Any, TypeVar

from compiler.model.table import Piece, Table
from compiler.play.coverage import watcher

T = TypeVar("T")
_NOTHING = Table()
MANY_SLOTS = 256  # of one thing; at this number and whenever it has doubled, those done with are thrown away


class Kept:
    """Values by key, each with the things it follows from: places, pieces, tracks, or whatever bears a mark.

    A place has changed when a piece came or went, lies otherwise or in another order there. What changed is found by
    comparing tables, so it does not matter how play came from one to the other: by an answer, by undo, in a copy.
    """

    __slots__ = ("_news", "_slots", "_table", "_watcher", "values")

    def __init__(self) -> None:
        self.values: dict[Any, Any] = {}
        self._slots: dict[str, list[list[Any]]] = {}  # thing → slots with the keys that hang on it; empty: gone already
        self._news: dict[Any, set[str]] = {}
        self._table = _NOTHING
        self._watcher: object = None

    def at(self, table: Table) -> Kept:
        """This with what still holds on a table, and nothing else."""
        if self._watcher is not watcher():  # who counts rows wants to see them come to bear
            self.values, self._slots, self._news, self._watcher = {}, {}, {}, watcher()
        if table is not self._table:
            things = changed(self._table, table)
            for thing in things:
                for slot in self._slots.pop(thing, ()):
                    if slot:
                        self.values.pop(slot.pop(), None)
            for news in self._news.values():
                news |= things
            self._table = table
        return self

    def news(self, key: str) -> set[str] | None:
        """What has changed since this was last asked under a key, for what is mended and not made anew; None at first.

        Keys are few words of the rules, never made in play: each costs a little whenever the table changes.
        """
        found = self._news.get(key)
        self._news[key] = set()
        return found

    def put(self, key: Any, value: T, of: Iterable[str]) -> T:
        """Keep a value until one of the things it follows from changes."""
        self.values[key] = value
        slots, slot = self._slots, [key]  # one for all its things: no key is hashed for each of them
        for thing in of:
            some = slots.get(thing)
            if some is None:
                slots[thing] = [slot]
            else:
                some.append(slot)
                many = len(some)
                if many >= MANY_SLOTS and not many & (many - 1):
                    slots[thing] = [slot for slot in some if slot]
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
        found.update(compress(new.stacks, map(is_not, map(old.stacks.get, new.stacks), new.stacks.values())))
    if old.tracks is not new.tracks:
        stood = old.tracks
        found.update([track for track, value in new.tracks.items() if stood.get(track) != value])
    if old.marks is not new.marks:
        one, other = old.marks, new.marks
        found.update([key[0] for key, value in other.items() if one.get(key) != value])
        found.update([key[0] for key in one if key not in other])
    return found


def differing(old: Table, new: Table) -> Sequence[tuple[Piece | None, Piece | None]]:
    """Pieces before and after, where they are not the same."""
    if len(old.pieces) == len(new.pieces):  # they mostly come in one order
        both = zip(old.pieces.values(), new.pieces.values(), strict=True)
        pairs = [(was, now) for was, now in both if was is not now]
        if all(was.id == now.id for was, now in pairs):
            return pairs
    ids = dict.fromkeys((*old.pieces, *new.pieces))
    every = [(old.pieces.get(id), new.pieces.get(id)) for id in ids]
    return [pair for pair in every if pair[0] is not pair[1]]
