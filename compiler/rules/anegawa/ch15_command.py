"""15.0 Leaders: who is in whose range, whose value helps whom, who may attack."""

from __future__ import annotations

from compiler.model.table import Piece
from compiler.play.coverage import carries
from compiler.play.mechanics.reckoning import best_lent, lenders
from compiler.rules.anegawa.field import ARMY_COMMANDER, COMBAT, Field, is_normal

# 15-3(1).3: other generals lend their value to a general, but only his army commander spares him the fight check.
ANY_GENERAL_FREES_FROM_FIGHT_CHECK = False


def leaders_of(field: Field, unit: Piece) -> list[Piece]:
    """The leaders who command a unit where it stands; enemies in between do not matter (15-1).

    A leader in order commands others of his own army (15-1, 15-4); one who is no army commander only units under the
    crest of his own clan (15-6). Nobody leads himself (15-2). All this is in rolls.yaml.
    """
    return [leader for leader, _ in lenders(field.scene, field.known.command, unit)]


@carries("15-1.1", "15-1.2", "15-1.3", "15-2(1).2", "15-2(2).1", "15.0(2).1", "15-4(1).1", "15-4(2).1", "15-4(2).2",
         "15-4(3).1", "15-5.1", "15-5.2", "15-5-1(1).1", "15-5-1(1).2", "15-5-1(1).3", "15-5-1(2).1", "15-5-1(2).2",
         "15-6(1).1")  # fmt: skip
def leadership(field: Field, unit: Piece) -> int:
    """The best value of all leaders in range; they do not add up (15-2). Generals and army commanders get it too.

    A striped general is worth one less to a unit of another stripe or of none (15-5).
    """
    return best_lent(field.scene, field.known.command, unit)


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
    return not any(field.rank(leader) == ARMY_COMMANDER for leader in leaders_of(field, unit))
