"""15.0 Leaders: who is in whose range, whose value helps whom, who may attack."""

from __future__ import annotations

from compiler.model.table import Piece
from compiler.play.coverage import carries
from compiler.rules.anegawa.field import ARMY_COMMANDER, COMBAT, Field, is_normal

# 15-3(1).3: other generals lend their value to a general, but only his army commander spares him the fight check.
ANY_GENERAL_FREES_FROM_FIGHT_CHECK = False


@carries("15-1.1", "15-1.3")
def in_range(field: Field, leader: Piece, unit: Piece) -> bool:
    """Whether a unit is within a leader's command range; enemies in between do not matter (15-1)."""
    return field.distance(leader.place, unit.place) <= field.value(leader, "range")


@carries("15-4(2).1", "15-4(3).1", "15-2(2).1", "15-1.2", "15-4(1).1", "15-6(1).1")
def may_lead(field: Field, leader: Piece, unit: Piece) -> bool:
    """Whether a leader can command a unit at all.

    A leader in order commands others of his own army (15-1, 15-4); one who is no army commander only units under the
    crest of his own clan (15-6). Nobody leads himself (15-2).
    """
    if leader.side != unit.side or leader.id == unit.id or not is_normal(leader) or field.rank(leader) == COMBAT:
        return False
    return field.rank(leader) == ARMY_COMMANDER or field.crest(leader) == field.crest(unit)


@carries("15-5.1", "15-5.2", "15-5-1(1).1", "15-5-1(1).2", "15-5-1(1).3", "15-5-1(2).1", "15-5-1(2).2")
def lent_value(field: Field, leader: Piece, unit: Piece) -> int:
    """The value a leader has for a unit: one less for a striped general with a unit of another stripe or of none."""
    value = field.value(leader, "value")
    stripe = field.stripe(leader)
    if field.rank(leader) != ARMY_COMMANDER and stripe is not None and stripe != field.stripe(unit):
        value += field.known.foreign_stripe
    return max(0, value)


@carries("15-2(1).1", "15-2(1).2", "15.0(2).1", "15-4(2).2")
def leadership(field: Field, unit: Piece) -> int:
    """The best value of all leaders in range; they do not add up (15-2). Generals and army commanders get it too."""
    best = 0
    for leader in field.leaders(unit.side):
        if in_range(field, leader, unit) and may_lead(field, leader, unit):
            best = max(best, lent_value(field, leader, unit))
    return best


@carries("15-3(1).1", "15-3(1).2", "15-3(2).1")
def is_commanded(field: Field, unit: Piece) -> bool:
    """Whether a unit is under command now: a leader with a value of at least 1 is in range, or it is an army
    commander in order (15-3)."""
    return (field.rank(unit) == ARMY_COMMANDER and is_normal(unit)) or leadership(field, unit) > 0


@carries("15-3-1(1).1", "15-3(1).3", "15-3-1(4).1")
def needs_fight_check(field: Field, unit: Piece) -> bool:
    """Whether a general must pass a fight check to attack: his army commander is out of range or disordered."""
    if field.rank(unit) in (ARMY_COMMANDER, COMBAT):
        return False
    if ANY_GENERAL_FREES_FROM_FIGHT_CHECK:
        return not is_commanded(field, unit)
    return not any(
        field.rank(leader) == ARMY_COMMANDER and may_lead(field, leader, unit) and in_range(field, leader, unit)
        for leader in field.leaders(unit.side)
    )
