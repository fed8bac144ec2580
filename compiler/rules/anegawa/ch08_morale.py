"""8.0 Morale: two dice against a unit's morale, read in the line of the check."""

from __future__ import annotations

from compiler.model.event import Said
from compiler.model.table import Piece
from compiler.model.tables import Result
from compiler.play.ask import Flow, dice
from compiler.play.coverage import carries
from compiler.play.mechanics import reckoning
from compiler.play.mechanics.modifiers import Given
from compiler.play.mechanics.reckoning import NOTHING, reckon
from compiler.play.scene import Scene
from compiler.rules.anegawa.facts import RECOVERY, RECOVERY_ALONE, REMOVAL, REMOVAL_AFTER_ATTACK, TWO_DICE, facts

CALLED = {RECOVERY_ALONE: RECOVERY, REMOVAL_AFTER_ATTACK: REMOVAL}


@carries("8.0(1).1", "8-1.1")
def outcome(scene: Scene, kind: str, piece: Piece, roll: int, against: int) -> Result:
    """What a roll means: 2 and 12 come first, then equal to morale or less passes.

    Which line of the table serves which check is in rolls.yaml (MORALE.1). The line named kill check lacks the retreat
    and the recovery that the rules give that check, so kill checks read the line of a damaged and disordered unit.
    """
    made = facts(scene).checks[kind]
    came_to = reckoning.outcome(scene, made, piece, roll, against - scene.value(piece, made.fields[0]))
    found = reckoning.result(scene, made, came_to)
    assert found is not None, "every outcome has a column"
    return found


@carries("8.0(2).1", "8.0(2).2", "8.0(2).3", "16-1(3).1")
def morale(scene: Scene, piece: Piece, kind: str = REMOVAL, given: Given = NOTHING) -> int:
    """What a unit rolls against: the morale of the side that lies up with leadership and terrain, for every kind of
    check, and what else belongs to that kind (12.0(3), 15-2)."""
    made = facts(scene).checks[kind]
    return int(scene.value(piece, made.fields[0]) + reckon(scene, made, piece, given=given).sum)


def _words(kind: str) -> str:
    """What a check is called, however it came about."""
    return CALLED.get(kind, kind).replace("_", " ")


def check(scene: Scene, id: str, kind: str, *, rule: str, given: Given = NOTHING, answers: bool = True) -> Flow[Result]:
    """A unit makes a check; `given` is what brought it about, where that matters; it strikes back only if it
    `answers`."""
    piece = scene.table.pieces[id]
    against = morale(scene, piece, kind, given)
    roll = yield from dice(scene, TWO_DICE, purpose=f"{_words(kind)} check", rule=rule)
    result = outcome(scene, kind, piece, sum(roll), against)
    told = result.text if answers else result.values.get("unanswered", result.text)
    scene.do(Said(f"{scene.name(id)}, {_words(kind)} check: {sum(roll)} against {against}. {told}", rule=rule))
    return result
