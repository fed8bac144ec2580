"""Scenarios: who plays, what stands where, what comes later."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from compiler.model.common import NO_NOTE, Name, Note, Value


@dataclass(frozen=True, slots=True)
class Placement:
    """Counters (or cards) put in one place; `face` and `steps` where they don't start fresh."""

    counter: str
    at: str
    count: int = 1
    face: str | None = None
    steps: int | None = None
    facing: int | None = None
    marks: Mapping[str, Value] = field(default_factory=dict)
    side: str | None = None
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True, slots=True)
class FreePlacement:
    """Counters a seat places as it likes in any of some spaces; `count` of them where not all."""

    id: str
    seat: str
    counters: tuple[tuple[str, int], ...]
    spaces: tuple[str, ...]
    count: int | None = None
    per_space: int | None = None
    text: str | None = None
    pool: str | None = None
    suggested: tuple[Placement, ...] = ()
    exactly: Mapping[str, int] = field(default_factory=dict)  # space → how many must stand there
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True, slots=True)
class Reinforcement:
    """Counters that come in a later turn, at a place or in any of some spaces."""

    turn: int | str
    counters: tuple[tuple[str, int], ...]
    spaces: tuple[str, ...]
    seat: str | None = None
    text: str | None = None
    option: str | None = None
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True, slots=True)
class Scenario:
    """One way to start a game."""

    id: str
    title: Name
    seats: tuple[str, ...]
    description: str = ""
    first_turn: int | str | None = None
    last_turn: int | str | None = None
    control: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # seat → sides, where it differs
    options: Mapping[str, Value] = field(default_factory=dict)
    placements: tuple[Placement, ...] = ()
    free: tuple[FreePlacement, ...] = ()
    reinforcements: tuple[Reinforcement, ...] = ()
    tracks: Mapping[str, int | str] = field(default_factory=dict)
    piles: Mapping[str, tuple[tuple[str, int], ...]] = field(default_factory=dict)
    marks: tuple[tuple[str, str, Value], ...] = ()  # target, mark, value
    unused: tuple[str, ...] = ()
    closed: tuple[str, ...] = ()  # spaces out of play
    backs: tuple[str, ...] = ()  # boards that lie with their back up, by the ids of the backs
    note: Note = field(default=NO_NOTE, compare=False)
