"""What players do between battles and the module does for them: count income, climb ladders, reveal, cover, reset."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from compiler.model.allowances import Allowance
from compiler.model.carries import Carry
from compiler.model.common import NO_NOTE, Name, Note
from compiler.model.holdings import Holding
from compiler.model.marches import March
from compiler.model.sends import Send

if TYPE_CHECKING:
    from compiler.model.counters import Counter
    from compiler.model.game import Game
    from compiler.model.graph import Display, Space


@dataclass(frozen=True, slots=True)
class Income:
    """What a side collects for the spaces it holds.

    A side holds a space where a piece of it of one of the kinds `held_by` stands, unless it bears the mark `without`.
    So many spaces as the constant `each` says bring one; what is left over is lost. A side gets no less than the
    constant `least` while it has a piece of the kind `needs` on those spaces.
    """

    id: str
    name: Name
    spaces: str  # a kind of space
    counted: Name  # what the spaces are called when counted
    unit: Name  # what comes in
    held_by: tuple[str, ...]
    sides: tuple[str, ...]
    each: str
    least: str | None = None
    needs: str | None = None
    without: str | None = None
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True, slots=True)
class Effect:
    """Something that may be done as often as the level of a ladder says."""

    text: str
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True, slots=True)
class Ladder:
    """Boxes a marker climbs: those of the kind `boxes` whose field `same` is the marker's own, by the field `order`."""

    id: str
    name: Name
    markers: str  # a kind of counter
    boxes: str  # a kind of space
    order: str
    level: str
    same: str | None = None
    effects: tuple[Effect, ...] = ()
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True, slots=True)
class Reveal:
    """Pieces of some kinds go from private boxes into open ones, all at a command of their owner."""

    id: str
    name: Name
    kinds: tuple[str, ...]
    boxes: Mapping[str, str]
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True, slots=True)
class Cover:
    """Cards that are laid face down in the first empty box of a display, so that others can stand on them."""

    id: str
    name: Name
    cards: tuple[str, ...]  # kinds of cards
    display: str  # as written, before `per` made one of each
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True, slots=True)
class Reset:
    """Pieces of some kinds that show the face `face` are turned to the face `to` when a step of the sequence begins.

    Only a counter with both faces is turned; where it says so, only one that has moved or attacked since.
    """

    id: str
    name: Name
    kinds: tuple[str, ...]
    face: str
    to: str
    at: str  # a node of the sequence
    moved: bool = False
    note: Note = field(default=NO_NOTE, compare=False)

    def turns(self, counter: Counter) -> tuple[int, int] | None:
        """From which face of a counter to which, counted from 0; None for one it leaves as it lies."""
        faces = [face.id for face in counter.faces]
        if counter.kind not in self.kinds or self.face not in faces or self.to not in faces:
            return None
        return faces.index(self.face), faces.index(self.to)


@dataclass(frozen=True, slots=True)
class Score:
    """What a side has earned so far: the field `worth` of every space it is marked to hold, and its own marks.

    A space counts whose mark `mark` names the side, if a piece of one of the kinds `held_by` stands there. A mark of
    the side, or of the seat that plays it, is worth the constant `marks` gives it.
    """

    id: str
    name: Name
    sides: tuple[str, ...]
    spaces: str  # a kind of space
    mark: str
    worth: str
    held_by: tuple[str, ...]
    marks: Mapping[str, str] = field(default_factory=dict)  # mark → constant
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True, slots=True)
class Chosen:
    """When a node of the sequence begins, the ranked choose their places, the first first, and cut in there."""

    at: str
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True, slots=True)
class Ranking:
    """Sides by their score: those whose marker lies in one of the boxes with the face `face` up. Ties by a list."""

    id: str
    name: Name
    score: str
    markers: str  # a kind of counter
    face: str
    boxes: tuple[str, ...]
    most_first: bool
    ties: str  # a constant
    at: str | None = None  # a node of the sequence that does it by itself when it begins
    chosen: Chosen | None = None
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True, slots=True)
class Again:
    """Those who attacked without having marched attack once more at once, each time for one more card."""

    volley: str
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True, slots=True)
class Payment:
    """Cards of some kinds are used in one part of the sequence, at least one in each pass of a loop."""

    id: str
    name: Name
    cards: tuple[str, ...]  # kinds of cards
    during: str  # a node of the sequence
    each: str  # the loop
    at: str  # the node that ends a pass
    again: Again | None = None
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True, slots=True)
class Upkeep:
    """All of it by id."""

    incomes: Mapping[str, Income] = field(default_factory=dict)
    ladders: Mapping[str, Ladder] = field(default_factory=dict)
    reveals: Mapping[str, Reveal] = field(default_factory=dict)
    covers: Mapping[str, Cover] = field(default_factory=dict)
    resets: Mapping[str, Reset] = field(default_factory=dict)
    scores: Mapping[str, Score] = field(default_factory=dict)
    rankings: Mapping[str, Ranking] = field(default_factory=dict)
    marches: Mapping[str, March] = field(default_factory=dict)
    holdings: Mapping[str, Holding] = field(default_factory=dict)
    payments: Mapping[str, Payment] = field(default_factory=dict)
    allowances: Mapping[str, Allowance] = field(default_factory=dict)
    sends: Mapping[str, Send] = field(default_factory=dict)
    carries: Mapping[str, Carry] = field(default_factory=dict)


def bearer(game: Game, mark: str, side: str) -> str:
    """Who bears a mark that counts for a side: the side, or the seat that plays it."""
    return side if "sides" in game.marks[mark].on else game.seat_of(side) or side


def display_of(game: Game, space: str) -> Display | None:
    """The display a space is a box of."""
    found = game.spaces[space]
    return game.maps[found.board].displays.get(found.display or "")


def displays_called(game: Game, base: str) -> list[Display]:
    """A display by the id as written: itself, or one for each seat or side."""
    return [d for board in game.maps.values() for d in board.displays.values() if d.id.partition(".")[0] == base]


def rungs(game: Game, ladder: Ladder, marker: Counter) -> list[Space]:
    """The boxes of a ladder that a marker climbs, lowest first."""
    own = marker.faces[0].values.get(ladder.same, marker.values.get(ladder.same)) if ladder.same else None
    if ladder.same and own is None:
        return []
    found = []
    for space in (space for space in game.spaces.values() if space.kind == ladder.boxes):
        display = display_of(game, space.id)
        foreign = display is not None and display.side not in (None, marker.side)
        if not foreign and (ladder.same is None or space.values.get(ladder.same) == own):
            found.append(space)
    return sorted(found, key=lambda space: float(space.values.get(ladder.order, 0)))
