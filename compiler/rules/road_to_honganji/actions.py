"""The answers of players with several parts: what an action is called, in the words of chapter 6."""

from __future__ import annotations

from dataclasses import dataclass

from compiler.model.record import record
from compiler.play.ask import Action


@record(frozen=True, slots=True)
class Play(Action):
    """Play the event of a card (6-2)."""

    card: str


@record(frozen=True, slots=True)
class Reinforce(Action):
    """Place an army of a clan from its pool in an area (6-3)."""

    clan: str
    area: str


@record(frozen=True, slots=True)
class Transfer(Action):
    """Put an Oda unit in another area (6-4)."""

    unit: str
    area: str


@record(frozen=True, slots=True)
class Move(Action):
    """Units of an area go to another one (6-5); which units is asked next."""

    origin: str
    to: str


@record(frozen=True, slots=True)
class Combat(Action):
    """The ready units in an area attack (6-6)."""

    area: str


@record(frozen=True, slots=True)
class Discard(Action):
    """Throw a card away and do nothing (6-7)."""

    card: str


@dataclass(frozen=True, slots=True)
class Command:
    """Who acts with which clan as the own clan (4-6), and what a card changes about it."""

    seat: str
    clan: str
    reach: int
    meets: str | None = None  # the rule by which the movement must end beside another clan
    bonus: int = 0
    answered: bool = True


@dataclass(frozen=True, slots=True)
class Army:
    """One side of a combat: a clan, its units that take part, the seat that decides for it (None: the fixed rule)."""

    clan: str
    units: tuple[str, ...]
    seat: str | None
    commander: str | None = None
    supporters: tuple[str, ...] = ()
