"""Battles and sieges of forces as data: who fights with whom, what changes a die, and what comes of it.

A force is a piece on the map with all whom it carries. Its strength is a field of all of them together; a table turns
strength and die into steps. Who stands behind the walls of a space can only be besieged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from compiler.model.common import NO_NOTE, Name, Note

ATTACKERS, TARGETS = "attackers", "targets"


# -- what changes a die ------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class GroundThere:
    """A field of the ground of the space that is attacked."""

    effect: str


@dataclass(frozen=True, slots=True)
class Crossing:
    """A field of what lies on the side between the two spaces."""

    effect: str


@dataclass(frozen=True, slots=True)
class LeadersApart:
    """A field of the leader who counts, less that of the other: the first ranks that are there, of them the best."""

    number: str
    rank: str
    order: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class LowestApart:
    """A mark of numbers, the lowest of several forces, less that of the others; of a besieged space its own."""

    mark: str


@dataclass(frozen=True, slots=True)
class OfSpace:
    """A field of the besieged space, so many times."""

    field: str
    times: int = 1


@dataclass(frozen=True, slots=True)
class OfMarked:
    """A number, where those who attack bear a mark."""

    value: int
    mark: str


@dataclass(frozen=True, slots=True)
class Behind:
    """A number by the field of somebody behind the walls; the first that is found counts."""

    field: str
    numbers: Mapping[str, int]


Cause = GroundThere | Crossing | LeadersApart | LowestApart | OfSpace | OfMarked | Behind


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that changes a die, by its name."""

    name: Name
    cause: Cause
    note: Note = field(default=NO_NOTE, compare=False)


# -- fights in the field -----------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Barred:
    """A mark with which nobody attacks, or is attacked, and why in words."""

    who: str  # ATTACKERS or TARGETS
    mark: str
    why: str
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True, slots=True)
class Retreat:
    """Losses that are taken in spaces instead of steps; each costs as much of the mark that shakes a force."""

    most: str  # a constant
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True, slots=True)
class Beaten:
    """Each force of the side that lost more rolls how far it retreats, up to `most`; some rolls cost steps."""

    most: str  # a constant
    steps: str  # a constant: steps by roll
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True, slots=True)
class Alone:
    """Only one force attacks, but for those who bear a mark."""

    unless: str
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True, slots=True)
class Acted:
    """A force acts once: the mark of those who did, and its value by the side they serve."""

    mark: str
    of: Mapping[str, str]
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True, slots=True)
class Fight:
    """One kind of battle between forces in two spaces beside each other.

    Either those attacked strike back after it, with changes of their own, or both sides roll at once.
    """

    id: str
    name: Name
    table: str
    changes: tuple[Change, ...] = ()
    back: tuple[Change, ...] = ()
    at_once: bool = False
    led_by: tuple[str, str] | None = None  # field and value that somebody on each side has
    barred: tuple[Barred, ...] = ()
    alone: Alone | None = None
    retreat: Retreat | None = None
    beaten: Beaten | None = None
    answered: Note = field(default=NO_NOTE, compare=False)  # the rule by which those attacked strike back
    note: Note = field(default=NO_NOTE, compare=False)


# -- sieges ------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Invest:
    """All of a player in the space together are as strong as a field of it, so many times, wants."""

    name: Name
    level: str  # a field of the space
    factor: str  # a constant
    least: str  # a constant: never less than this
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True, slots=True)
class Assault:
    """The strength of the assault less that of the garrison: the walls are worn, the assaulters lose steps."""

    name: Name
    table: str
    worn: str  # parts of the table
    lost: str
    changes: tuple[Change, ...] = ()
    apart: Note = field(default=NO_NOTE, compare=False)  # no call where there was an assault, and none after one
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True, slots=True)
class Call:
    """The walls as they are give the column; flags of the result say whether they are taken, and the garrison free."""

    name: Name
    table: str
    taken: str
    free: str
    share: str  # a constant: one step in so many of a garrison that surrenders joins the caller
    by: tuple[str, tuple[str, ...]]  # field and values of those who may call
    changes: tuple[Change, ...] = ()
    once: Note = field(default=NO_NOTE, compare=False)  # a space is called once
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True, slots=True)
class Hunger:
    """A roll for a besieged space: numbers of the result wear the walls or shake those behind them."""

    name: Name
    table: str
    worn: str
    shaken: str
    changes: tuple[Change, ...] = ()
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True, slots=True)
class Siege:
    """Spaces with walls: whose they are, what shows how much they stand, and what can be done against them."""

    spaces: str  # a kind of space
    owner: str  # its field with a side
    taken: str  # the mark that shows who took one
    ruined: str  # the mark of those given up
    worn: str  # the mark of numbers; without one it is whole
    full: str  # a constant
    invested: str  # the mark of those who besiege
    invest: Invest
    assault: Assault
    call: Call
    hunger: Hunger
    offer: Name  # the garrison gives up by itself, and is free
    offered: Note = field(default=NO_NOTE, compare=False)
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True, slots=True)
class Points:
    """What battles do to the scores: a track of numbers by side, and what is won and lost on it."""

    of: Mapping[str, str]  # side → track
    rank: str  # a field of whoever is killed
    killed: str  # a constant: points by what it says
    beaten: str  # a constant: what a battle lost with both rolling costs
    taken: str  # a field of besieged spaces: what they are worth
    chief: tuple[str, str]  # field and value of those whose army leaves with them
    ends: tuple[str, ...]  # counters whose death ends the game
    killed_note: Note = field(default=NO_NOTE, compare=False)
    beaten_note: Note = field(default=NO_NOTE, compare=False)
    taken_note: Note = field(default=NO_NOTE, compare=False)
    lost_note: Note = field(default=NO_NOTE, compare=False)
    chief_note: Note = field(default=NO_NOTE, compare=False)
    ends_note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True, slots=True)
class Battles:
    """Everything of a game that forces do to each other."""

    name: Name
    kinds: tuple[str, ...]
    dice: str
    strength: str
    carry: str  # whom a piece has with it
    inside: str  # the mark of those behind walls
    shaken: str  # the mark of numbers that retreats lower
    least: str  # a constant: below it a force is lost
    acted: Acted
    fights: Mapping[str, Fight]
    siege: Siege | None = None
    points: Points | None = None
    breaks: Note = field(default=NO_NOTE, compare=False)
    note: Note = field(default=NO_NOTE, compare=False)

    def tables(self) -> Iterator[str]:
        """The tables that are read."""
        yield from (fight.table for fight in self.fights.values())
        if self.siege is not None:
            yield from (self.siege.assault.table, self.siege.call.table, self.siege.hunger.table)

    def changes(self) -> Iterator[Change]:
        """All that changes any die."""
        for fight in self.fights.values():
            yield from (*fight.changes, *fight.back)
        if self.siege is not None:
            yield from (*self.siege.assault.changes, *self.siege.call.changes, *self.siege.hunger.changes)
