"""Rolls as data: a piece against its own numbers, seats against each other, pools of dice, and what modifies them.

Every choice an author has is a small class of a closed union: a modifier has a `Source` and `Case`s, an outcome a
`Test`, a reading its `Place`s. Play reckons with them (`play.mechanics.reckoning`), the module is built from them
(`emit.automation.modifiers`); a new class is refused by both until they know what to do with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from compiler.model.bars import Bar
from compiler.model.battles import Battles
from compiler.model.common import NO_NOTE, Name, Note, Value
from compiler.model.deeds import Deed
from compiler.model.graph import Map, Space
from compiler.model.ways import Parties, Way

if TYPE_CHECKING:
    from compiler.model.game import Game

ROLLER, TARGET = "roller", "target"


# -- where a number comes from -----------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Number:
    """A number of its own."""

    value: float


@dataclass(frozen=True, slots=True)
class Constant:
    """A constant of the game: a number, or numbers by side; sides it does not name have 0."""

    id: str


@dataclass(frozen=True, slots=True)
class Ground:
    """A field of the ground a piece stands on, of several grounds the strongest; 0 off the map."""

    effect: str


@dataclass(frozen=True, slots=True)
class Lender:
    """Which pieces lend: those whose field `field` is `value`.

    `same` names a field in which both must agree, `foreign` one in which it costs the `penalty` to differ, if the
    lender's is filled.
    """

    field: str
    value: Value
    same: str | None = None
    foreign: str | None = None
    penalty: str | None = None  # a constant


@dataclass(frozen=True, slots=True)
class Lent:
    """The best number that others of the same side lend a piece, never below 0: leaders within their own range."""

    number: str
    within: str
    face: str
    lenders: tuple[Lender, ...]


@dataclass(frozen=True, slots=True)
class Box:
    """A track: the field of its box that is named after the seat."""

    track: str


@dataclass(frozen=True, slots=True)
class Lead:
    """What each seat is asked for; the higher adds the difference."""

    asked: str


@dataclass(frozen=True, slots=True)
class Asked:
    """Choices of the player, each with its number."""

    choices: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Brought:
    """The result of a table that brought the roll about: one of its values is the number."""

    table: str
    value: str


@dataclass(frozen=True, slots=True)
class OnCard:
    """A card played with the roll: one of its fields is the number."""

    field: str


Source = Number | Constant | Ground | Lent | Box | Lead | Asked | Brought | OnCard
OF_PIECES = (Ground, Lent, Asked, Brought, OnCard)  # what only a roll of a piece knows
OF_SEATS = (Box, Lead)  # what only a roll of seats knows


# -- when it counts ----------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Marked:
    """The piece bears a mark with a value."""

    mark: str
    value: Value


@dataclass(frozen=True, slots=True)
class Unmarked:
    """The piece does not bear a mark."""

    mark: str


@dataclass(frozen=True, slots=True)
class Turns:
    """From one turn to another."""

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Seats:
    """For some seats."""

    seats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chosen:
    """An option is chosen."""

    option: str


Case = Marked | Unmarked | Turns | Seats | Chosen


@dataclass(frozen=True, slots=True)
class RollModifier:
    """A number added to a roll, or to what it is compared with, where all its cases hold."""

    id: str
    name: Name
    source: Source
    of: str = ROLLER
    cases: tuple[Case, ...] = ()
    note: Note = field(default=NO_NOTE, compare=False)


# -- what a roll comes to ----------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Sure:
    """No die is rolled: the piece has one of the flags, bears one of the marks, or its side bears one."""

    flags: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    of_side: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Exactly:
    """This roll, whatever the modifiers."""

    roll: int


@dataclass(frozen=True, slots=True)
class UpTo:
    """A roll up to a field of the piece with all modifiers."""

    field: str


@dataclass(frozen=True, slots=True)
class AtLeast:
    """A roll that with all modifiers comes to a constant at least."""

    constant: str


@dataclass(frozen=True, slots=True)
class Otherwise:
    """Any other roll."""


Test = Sure | Exactly | UpTo | AtLeast | Otherwise


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a roll is called that fits a test."""

    gives: str
    test: Test
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True, slots=True)
class ByOutcome:
    """The head named like the outcome."""


@dataclass(frozen=True, slots=True)
class ByTargetFace:
    """The head named like the face of the target."""


@dataclass(frozen=True, slots=True)
class ByHead:
    """One head."""

    label: str


Place = ByOutcome | ByTargetFace | ByHead


@dataclass(frozen=True, slots=True)
class Reading:
    """How a table is read after a check."""

    table: str
    column: Place
    row: Place

    @property
    def by_face(self) -> bool:
        """Whether the face of the target counts."""
        return ByTargetFace() in (self.column, self.row)


# -- rolls -------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Check:
    """A piece rolls against its own numbers; the first outcome that fits counts.

    What it does befalls the target, of a check that is aimed at one, else the piece itself.
    """

    id: str
    name: Name
    kinds: tuple[str, ...]
    dice: str
    outcomes: tuple[Outcome, ...]
    modifiers: tuple[str, ...] = ()
    reading: Reading | None = None
    target: bool = False  # whether it is aimed at another piece
    face: str | None = None  # the face a piece must show to roll; any, where none is named
    needs: str | None = None  # a flag that a piece must have to roll
    reach: int | None = None  # how many spaces away the target may be; any, where none is given
    barred: tuple[Bar, ...] = ()  # who may not roll
    marks: Mapping[str, Value] = field(default_factory=dict)  # what the piece bears once it has rolled
    does: Mapping[str, Deed] = field(default_factory=dict)  # by what the table, or the outcome, says
    note: Note = field(default=NO_NOTE, compare=False)

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields of the piece it rolls against."""
        return tuple(outcome.test.field for outcome in self.outcomes if isinstance(outcome.test, UpTo))

    @property
    def sure(self) -> tuple[Sure, ...]:
        """The outcomes that some pieces come to without a roll."""
        return tuple(outcome.test for outcome in self.outcomes if isinstance(outcome.test, Sure))


@dataclass(frozen=True, slots=True)
class Contest:
    """Two seats roll; the higher total wins, of equals the first, and each total is read in a table."""

    id: str
    name: Name
    dice: str
    seats: tuple[str, str]
    modifiers: tuple[str, ...] = ()
    table: str | None = None
    won: str = ""  # the row of the table for the winner
    lost: str = ""
    sets: tuple[str | None, str | None] = (None, None)  # tracks that name winner and loser
    note: Note = field(default=NO_NOTE, compare=False)

    def other(self, seat: str) -> str:
        """The seat on the other side."""
        first, second = self.seats
        return second if seat == first else first


@dataclass(frozen=True, slots=True)
class Pool:
    """A die for each unit: it hits at or below the field `hits`. Kinds roll in the order of the field `order`."""

    id: str
    name: Name
    dice: str
    hits: str
    order: str
    kinds: tuple[str, ...]
    parts: tuple[tuple[int, ...], ...]  # places of the order that roll before losses are taken
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True, slots=True)
class Volley:
    """A die for each unit of a side: all hit at or below the field `hits` of the one who commands.

    Those with the flag `support` may add the constant `adds` instead of rolling; without a commander nobody rolls. Two
    sides roll at each other, with the modifiers of the attacker. `losses`: of these kinds the first is hit first.

    Where it has `ways`, the number of the commander is added to the dice instead, which hit at or above a number; those
    without a commander roll too, and modifiers are everybody's.
    """

    id: str
    name: Name
    dice: str
    kinds: tuple[str, ...]
    leaders: tuple[str, ...]  # kinds that may command
    hits: str
    support: str | None = None
    adds: str | None = None
    modifiers: tuple[str, ...] = ()
    losses: Mapping[str, Deed] = field(default_factory=dict)
    ways: Mapping[str, Way] = field(default_factory=dict)
    parties: Parties | None = None  # who fires together; sides of their own, where it is not said
    rested: Note | None = field(default=None, compare=False)  # the rule that who has acted does not attack
    note: Note = field(default=NO_NOTE, compare=False)


Roll = Check | Contest | Pool | Volley


@dataclass(frozen=True, slots=True)
class Rolls:
    """All rolls of a game by id."""

    modifiers: Mapping[str, RollModifier] = field(default_factory=dict)
    checks: Mapping[str, Check] = field(default_factory=dict)
    contests: Mapping[str, Contest] = field(default_factory=dict)
    pools: Mapping[str, Pool] = field(default_factory=dict)
    volleys: Mapping[str, Volley] = field(default_factory=dict)
    battles: Mapping[str, Battles] = field(default_factory=dict)

    def all(self) -> Iterator[Roll]:
        yield from self.checks.values()
        yield from self.contests.values()
        yield from self.pools.values()
        yield from self.volleys.values()


# -- what follows from the definition alone ----------------------------------------------------------------------------
def strongest(board: Map, space: Space, effect: str) -> int:
    """The effect of all ground in one space: the strongest, whichever way it works.

    Ground is the terrain drawn, and that which the kind of place stands for (a castle).
    """
    names = dict.fromkeys(name for name in (space.terrain, space.kind) if name in board.terrain)
    return max((int(board.terrain[name or ""].values.get(effect) or 0) for name in names), key=abs, default=0)


def printed(game: Game, pool: Pool, field: str) -> dict[str, int]:
    """A field of every kind of a pool; all counters of a kind have the same (C526)."""
    found = {}
    for kind in pool.kinds:
        face = next((counter.faces[0] for counter in game.counters.values() if counter.kind == kind), None)
        found[kind] = int(face.values.get(field) or 0) if face is not None else 0
    return found


def in_order(game: Game, pool: Pool) -> dict[int, tuple[str, ...]]:
    """The kinds of a pool by their place in the order, the first place first."""
    places = printed(game, pool, pool.order)
    found = sorted(set(places.values()))
    return {place: tuple(kind for kind in pool.kinds if places[kind] == place) for place in found}
