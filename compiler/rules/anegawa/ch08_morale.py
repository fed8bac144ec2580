"""8.0 Morale: two dice against a unit's morale, read in the line of the check."""

from __future__ import annotations

from compiler.model.event import Said
from compiler.model.table import Piece
from compiler.model.tables import Result
from compiler.play.ask import Flow, dice
from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.rules.anegawa.ch12_terrain import terrain_morale
from compiler.rules.anegawa.ch15_command import leadership
from compiler.rules.anegawa.facts import TWO_DICE, Facts, facts
from compiler.rules.anegawa.field import Field


@carries("8.0(1).1", "8-1.1")
def outcome(known: Facts, check: str, roll: int, morale: int) -> Result:
    """What a roll means: 2 and 12 come first, then equal to morale or less passes.

    Which line of the table serves which check is in rolls.yaml (MORALE.1). The line named kill check lacks the retreat
    and the recovery that the rules give that check, so kill checks read the line of a damaged and disordered unit.
    """
    if roll in (2, 12):
        column = str(roll)
    else:
        column = "up to morale" if roll <= morale else "above morale"
    return known.morale.look_up(column, known.lines[check])


@carries("8.0(2).1", "8.0(2).2", "8.0(2).3", "16-1(3).1")
def morale(field: Field, piece: Piece) -> int:
    """The morale of the side that lies up, with leadership and terrain, for every kind of check (12.0(3), 15-2)."""
    return field.value(piece, "morale") + leadership(field, piece) + terrain_morale(field, piece)


def _words(kind: str) -> str:
    return kind.replace("_", " ")


def check(
    scene: Scene, id: str, kind: str, *, rule: str, modifier: int = 0, figure: int | None = None, answers: bool = True
) -> Flow[Result]:
    """A unit makes a check: `figure` replaces its morale, `modifier` changes it; if it `answers` it may strike back."""
    piece = scene.table.pieces[id]
    if figure is None:
        figure = morale(Field.of(scene), piece)
    roll = yield from dice(scene, TWO_DICE, purpose=f"{_words(kind)} check", rule=rule)
    against = figure + modifier
    result = outcome(facts(scene), kind, sum(roll), against)
    told = result.text if answers else result.values.get("unanswered", result.text)
    scene.do(Said(f"{scene.name(id)}, {_words(kind)} check: {sum(roll)} against {against}. {told}", rule=rule))
    return result
