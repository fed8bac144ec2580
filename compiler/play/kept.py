"""What follows from a few places of the table: worked out once, kept until something there changes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import compress
from operator import is_not
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from compiler.model.event import Drawn, Event, Marked, Moved, Rolled, Said, Shuffled, TrackSet, Turned
from compiler.model.table import Piece, Table
from compiler.play.coverage import watcher

if TYPE_CHECKING:
    from compiler.play.scene import Scene

T = TypeVar("T")
_NOTHING = Table()
MANY_GROUPS = 256  # of one thing; at this number and whenever it has doubled, those that hold nothing are forgotten
Group = list[Any]  # the keys of values that follow from the very same things


class Kept:
    """Values by key, each with the things it follows from: places, pieces, tracks, or whatever bears a mark.

    A place has changed when a piece came or went, lies otherwise or in another order there. What changed is found by
    comparing tables, so it does not matter how play came from one to the other: by an answer, by undo, in a copy.
    """

    __slots__ = ("_groups", "_groups_of", "_news", "_scene", "_seen", "_table", "_watcher", "values")

    def __init__(self) -> None:
        self.values: dict[Any, Any] = {}
        self._groups: dict[tuple[str, ...], Group] = {}  # rules keep many values that follow from the same few places
        self._groups_of: dict[str, list[Group]] = {}  # thing → the groups it is in
        self._news: dict[Any, set[str]] = {}
        self._table = _NOTHING
        self._scene: Scene | None = None  # where we stood last, and how much had happened there
        self._seen = 0
        self._watcher: object = None

    def at(self, table: Table, scene: Scene | None = None) -> Kept:
        """This with what still holds on a table, and nothing else; a scene we know tells by itself what happened."""
        if self._watcher is not watcher():  # who counts rows wants to see them come to bear
            self.values, self._groups, self._groups_of, self._news, self._watcher = {}, {}, {}, {}, watcher()
        if table is not self._table:
            events = led(self._scene, self._seen, scene) if scene is not None else None
            things = told(events, self._table, table) if events is not None else changed(self._table, table)
            if not self._groups_of.keys().isdisjoint(things):
                self._drop(things)
            for news in self._news.values():
                news |= things
            self._table = table
        if scene is not None:
            self._scene, self._seen = scene, len(scene.events)
        return self

    def _drop(self, things: set[str]) -> None:
        for thing in things:
            for group in self._groups_of.get(thing, ()):
                if group:
                    for key in group:
                        self.values.pop(key, None)
                    group.clear()

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
        things = tuple(of)
        if things:
            group = self._groups.get(things)
            (group if group is not None else self._group(things)).append(key)
        return value

    def _group(self, things: tuple[str, ...]) -> Group:
        group: Group = []
        self._groups[things] = group
        for thing in things:
            some = self._groups_of.setdefault(thing, [])
            some.append(group)
            many = len(some)
            if many >= MANY_GROUPS and not many & (many - 1):
                self._forget_empty(but=group)
        return group

    def _forget_empty(self, but: Group) -> None:
        """Groups that hold nothing now are made anew when they are wanted again."""
        self._groups = {things: group for things, group in self._groups.items() if group or group is but}
        for thing, some in self._groups_of.items():
            self._groups_of[thing] = [group for group in some if group or group is but]


def led(was: Scene | None, seen: int, scene: Scene, *, pieces: bool = False) -> Sequence[Event] | None:
    """The events from a moment of some scene, so many into it, to a scene as it is now; None if we cannot tell.

    We can in one scene, and where a scene began just where the other has come to, or those that went on from there: as
    most steps do. For what happened to `pieces` alone it is enough that they lay just there.
    """
    if was is scene:
        return scene.events[seen:]
    if was is None:
        return None
    events, start = was.events[seen:], scene.entry
    while was.table is not start and not (pieces and was.table.pieces is start.pieces):
        after = was.after
        if after is None or after.entry is not was.table:
            return None
        events += after.events
        was = after
    return events + scene.events


class Seen(NamedTuple):
    """A moment of play: the scene, its table and how much had happened in it."""

    scene: Scene
    table: Table
    events: int

    @classmethod
    def now(cls, scene: Scene) -> Seen:
        return tuple.__new__(cls, (scene, scene.table, len(scene.events)))

    def differing(self, scene: Scene) -> Sequence[tuple[Piece | None, Piece | None]]:
        """Pieces then and now, where they are not the same."""
        events = led(self.scene, self.events, scene, pieces=True)
        if events is None:
            return differing(self.table, scene.table)
        old, new = self.table.pieces, scene.table.pieces
        pairs = [(old.get(id), new.get(id)) for id in dict.fromkeys(map(_piece, events))]
        return [pair for pair in pairs if pair[0] is not pair[1]]


def touched(was: Scene, seen: int, before: Table, scene: Scene) -> set[str]:
    """The places where pieces came, went or changed since a moment of some scene, when the table was as `before`."""
    events = led(was, seen, scene, pieces=True)
    if events is None:
        return {piece.place for pair in differing(before, scene.table) for piece in pair if piece is not None}
    old, new = before.pieces.get, scene.table.pieces.get
    places: set[str] = set()
    for event in events:
        name = _piece(event)
        one, other = old(name), new(name)
        if one is not other:
            if one is not None:
                places.add(one.place)
            if other is not None:
                places.add(other.place)
    return places


def _piece(event: Event) -> str:
    """The piece an event is about; if it is about none, a name that is no piece's."""
    what = type(event)  # not `isinstance`: this is asked of every event, and most are of the first kinds
    if what is Moved or what is Drawn or what is Turned:
        return event.piece  # type: ignore[union-attr,return-value]
    if what is Marked:
        return event.target  # type: ignore[union-attr]
    if isinstance(event, (Said, Rolled, TrackSet, Shuffled)):
        return ""
    return event.piece.id if isinstance(event.piece, Piece) else event.piece  # type: ignore[union-attr]


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


def told(events: Iterable[Event], old: Table, new: Table) -> set[str]:
    """What is not the same on two tables, or was touched at least, by the events that lead from one to the other."""
    found: set[str] = set()
    names: set[str] = set()  # of pieces and bearers of marks
    for event in events:
        what = type(event)
        if what is Marked:
            names.add(event.target)  # type: ignore[union-attr]
        elif what is Moved or what is Drawn or what is Turned:
            names.add(event.piece)  # type: ignore[union-attr,arg-type]
        elif what is TrackSet:
            found.add(event.track)  # type: ignore[union-attr]
        elif what is Shuffled:
            found.add(event.pile)  # type: ignore[union-attr]
        elif what is not Said and what is not Rolled:
            names.add(_piece(event))
    for pieces in (new.pieces,) if old.stacks is new.stacks else (old.pieces, new.pieces):
        found.update([piece.place for piece in map(pieces.get, names) if piece is not None])
    return found | names


def differing(old: Table, new: Table) -> Sequence[tuple[Piece | None, Piece | None]]:
    """Pieces before and after, where they are not the same."""
    if len(old.pieces) == len(new.pieces):  # they mostly come in one order
        before, after = old.pieces.values(), new.pieces.values()
        pairs = list(compress(zip(before, after, strict=True), map(is_not, before, after)))
        if all(was.id == now.id for was, now in pairs):
            return pairs
    ids = dict.fromkeys((*old.pieces, *new.pieces))
    every = [(old.pieces.get(id), new.pieces.get(id)) for id in ids]
    return [pair for pair in every if pair[0] is not pair[1]]
