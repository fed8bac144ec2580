"""Piles (decks, cups, hands) and tracks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from compiler.model.common import NO_NOTE, Name, Note, Value

TRACK_BOX = (17.0, 22.4)  # mm; holds a counter
TRACK_HEADING = 5.0  # mm above the boxes


@dataclass(frozen=True, slots=True)
class Gathering:
    """What goes into a cup that is filled again, beside its own: counters of some kinds that were drawn or lie aside.

    One whose field `leader` names a counter goes in while that stands on the map; one that bears the mark stays out.
    """

    kinds: tuple[str, ...]
    leader: str | None = None
    unless: str | None = None


@dataclass(frozen=True, slots=True)
class Pile:
    """An ordered pile of cards or counters: a deck, discard, hand, cup or pool.

    `pieces` are the ids of counters or cards that start in it unless the scenario says otherwise.
    `face`: "down" nobody sees, "up" everybody, "owner" only the seat it belongs to.
    """

    id: str
    kind: str  # deck, discard, hand, cup, pool
    name: Name
    holds: str  # cards, counters
    pieces: tuple[str, ...] = ()
    seat: str | None = None
    side: str | None = None
    face: str = "down"
    shuffled: bool = False
    discard_to: str | None = None
    reshuffle_from: str | None = None
    refill_at: str | None = None
    limit: int | None = None
    at: str | tuple[float, float] | None = None  # a box, or mm on the main board
    base: str = ""  # the id as written, before `per: seat` made one of each
    count: int | None = None  # how many pieces must start in it
    shared_with: tuple[str, ...] = ()  # further seats that hold and see it
    quiet: bool = False  # the rules tell in words what comes here
    dealt: bool = True  # of a deck: whether its cards are dealt round
    evenly: bool = False  # everybody gets as many of them as there are
    second_side: bool = False  # of a hand: for the second side of a seat that runs two
    only_played: bool = False  # cards come here because they are played; none is discarded
    takes: tuple[str, ...] = ()  # the cards that may be laid open here; all, where none is named
    laid_by: tuple[str, ...] = ()  # the seats that lay cards open here; all, where none is named
    drawn_to: str | None = None  # of a cup: the space for what was drawn; what lay there goes to `discard_to`
    gathers: Gathering | None = None
    ends: Mapping[str, str] = field(default_factory=dict, hash=False)  # counter → the loop of the sequence it ends
    note: Note = field(default=NO_NOTE, compare=False)

    @property
    def owners(self) -> tuple[str, ...]:
        """The seats that hold it."""
        return (self.seat, *self.shared_with) if self.seat else self.shared_with


@dataclass(frozen=True, slots=True)
class TrackBox:
    """One box of a track: its value, label and what is printed in it."""

    value: int | str
    label: Name
    values: dict[str, Value] = field(default_factory=dict)
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True, slots=True)
class Track:
    """A value shown by a marker: turn, score, morale. `boxes` run from first to last."""

    id: str
    name: Name
    boxes: tuple[TrackBox, ...]
    start: int | str
    role: str | None = None  # "turn" for the turn track
    marker: str | None = None
    wrap: bool = False
    quiet: bool = False  # the rules tell of its slides in words
    seat: str | None = None
    side: str | None = None
    at: tuple[float, float] | None = None
    columns: int | None = None
    frames: tuple[tuple[float, float, float, float], ...] = ()  # left, top, width, height of each box, mm
    group: int | None = None
    base: str = ""
    carry: str | None = None  # the track of the next digit: past the last box this one goes on by one
    display: str | None = None  # its boxes are those of a display, in order; after the last comes the first again
    note: Note = field(default=NO_NOTE, compare=False)

    @property
    def laid(self) -> tuple[tuple[float, float, float, float], ...]:
        """The boxes of a track that lies on the board: in rows of `columns`, below the heading at its corner."""
        if self.at is None or self.frames:
            return self.frames if self.at is not None else ()
        (x, y), (w, h), columns = self.at, TRACK_BOX, self.columns or len(self.boxes)
        return tuple((x + n % columns * w, y + TRACK_HEADING + n // columns * h, w, h) for n in range(len(self.boxes)))

    def has(self, value: int | str) -> bool:
        return any(box.value == value for box in self.boxes)
