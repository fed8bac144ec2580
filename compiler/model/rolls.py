"""Rolls the module makes for the players: a piece against its own numbers, seats against each other, pools of dice.

The numbers are those the engine uses: factors of counters, constants, tables, boxes of tracks, kinds of ground.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from compiler.model.common import NO_NOTE, Name, Note, Value
from compiler.model.graph import Map, Space

ROLLER, TARGET = "roller", "target"
OUTCOME, TOTAL = "outcome", "total"


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
    """The best number that others of the same side lend a piece: leaders within their own range."""

    number: str
    within: str
    face: str
    lenders: tuple[Lender, ...]


@dataclass(frozen=True, slots=True)
class Case:
    """When a modifier counts: all that is said must be so."""

    marked: tuple[tuple[str, Value], ...] = ()
    unmarked: tuple[str, ...] = ()
    turns: tuple[int, int] | None = None
    seats: tuple[str, ...] = ()
    option: str | None = None


@dataclass(frozen=True, slots=True)
class RollModifier:
    """A number added to a roll, or to what it is compared with; exactly one of its sources is filled."""

    id: str
    name: Name
    value: float | None = None
    constant: str | None = None  # a number, or numbers by side
    ground: str | None = None  # a field of the terrain
    lent: Lent | None = None
    box: str | None = None  # a track: the field of its box that is named after the seat
    lead: str | None = None  # what each seat is asked for; the higher adds the difference
    ask: Mapping[str, float] = field(default_factory=dict)
    result: tuple[str, str] | None = None  # a table and a value of its results: the player says which result it was
    of: str = ROLLER
    case: Case = Case()
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a roll comes to: one exact roll, up to a field of the piece with all modifiers, or any other."""

    gives: str
    roll: int | None = None
    up_to: str | None = None
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True, slots=True)
class Reading:
    """How a table is read after a check; `outcome`, a face of the target, or a head by name."""

    table: str
    column: str
    row: str
    face: str | None = None  # "column" or "row", where the face of the target stands for it


@dataclass(frozen=True, slots=True)
class Check:
    """A piece rolls against its own numbers; the first outcome that fits counts."""

    id: str
    name: Name
    kinds: tuple[str, ...]
    dice: str
    outcomes: tuple[Outcome, ...]
    modifiers: tuple[str, ...] = ()
    reading: Reading | None = None
    target: bool = False
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True, slots=True)
class Contest:
    """Two seats roll; the higher total wins, and each total is read in a table."""

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
class Rolls:
    """All rolls of a game by id."""

    modifiers: Mapping[str, RollModifier] = field(default_factory=dict)
    checks: Mapping[str, Check] = field(default_factory=dict)
    contests: Mapping[str, Contest] = field(default_factory=dict)
    pools: Mapping[str, Pool] = field(default_factory=dict)

    def all(self) -> Iterator[Check | Contest | Pool]:
        yield from self.checks.values()
        yield from self.contests.values()
        yield from self.pools.values()


def strongest(board: Map, space: Space, effect: str) -> int:
    """The effect of all ground in one space: the strongest, whichever way it works.

    Ground is the terrain drawn, and that which the kind of place stands for (a castle).
    """
    names = dict.fromkeys(name for name in (space.terrain, space.kind) if name in board.terrain)
    return max((int(board.terrain[name or ""].values[effect]) for name in names), key=abs, default=0)
