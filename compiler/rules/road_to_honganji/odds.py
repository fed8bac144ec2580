"""What a combat promises: chances worked out from the dice of both sides, for players that look ahead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import comb

from compiler.play.scene import Scene
from compiler.rules.road_to_honganji.ch08_unled import unled_commander, unled_support
from compiler.rules.road_to_honganji.field import facts, generals_of, unit


@dataclass(frozen=True, slots=True)
class Outlook:
    """What one combat promises the attacker."""

    clear: float  # the chance that no unit of the target is left
    kills: float  # units of the target hit, on average
    losses: float  # own units hit, on average
    ruin: float  # the chance that every own unit is hit


@dataclass(frozen=True, slots=True)
class Strength:
    """The dice of one side: how many, and what they must not exceed."""

    units: int
    dice: int
    value: int


def strength(scene: Scene, units: Sequence[str], bonus: int = 0) -> Strength:
    """A side led as well as it can be."""
    generals = generals_of(scene, units)
    if not generals:
        return Strength(len(units), 0, 0)
    chief = unled_commander(scene, generals)
    support = len(unled_support(scene, units, chief))
    value = unit(scene, chief).military + support * facts(scene).strategist_bonus + bonus
    return Strength(len(units), len(units) - support, value)


@cache
def hits(dice: int, value: int, sides: int) -> tuple[float, ...]:
    """The chance of each number of hits."""
    p = min(value, sides) / sides
    return tuple(comb(dice, k) * p**k * (1 - p) ** (dice - k) for k in range(dice + 1))


@cache
def outlook(attack: Strength, defence: Strength, sides: int, *, answered: bool = True) -> Outlook:
    """What an attack promises."""
    ours = hits(attack.dice, attack.value, sides)
    theirs = hits(defence.dice, defence.value, sides) if answered else (1.0,)
    return Outlook(
        clear=sum(chance for n, chance in enumerate(ours) if n >= defence.units),
        kills=sum(chance * min(n, defence.units) for n, chance in enumerate(ours)),
        losses=sum(chance * min(n, attack.units) for n, chance in enumerate(theirs)),
        ruin=sum(chance for n, chance in enumerate(theirs) if n >= attack.units),
    )
