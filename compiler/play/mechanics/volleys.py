"""Volleys: what the dice of many units come to. The module says the same (`emit.automation.volleys`, `fires`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from compiler.model.rolls import Volley
from compiler.model.table import Piece
from compiler.model.ways import Way
from compiler.play.mechanics.modifiers import Given
from compiler.play.mechanics.reckoning import NOTHING, NOUGHT, Figure, Part, modified
from compiler.play.scene import Scene


class Led(NamedTuple):
    """One side in a volley: how many units, who commands them, and how many support him instead of rolling."""

    units: int
    commander: Piece | None = None
    supporters: int = 0

    @property
    def dice(self) -> int:
        """How many dice it rolls."""
        return self.units - self.supporters if self.commander is not None else 0


def aimed(scene: Scene, volley: Volley, led: Led, given: Given = NOTHING) -> Figure:
    """What the dice of a side must not exceed; 0 without a commander."""
    commander = led.commander
    if commander is None:
        return NOUGHT
    parts = [Part(scene.name(commander.id), scene.value(commander, volley.hits) or 0, volley.note.rule)]
    if volley.adds is not None and led.supporters:
        adds = scene.game.constants[volley.adds]
        parts.append(Part("support", led.supporters * int(adds.value), adds.note.rule))
    more = modified(scene, volley.modifiers, commander, given)
    return Figure((*parts, *more.parts), sum([part.value for part in parts]) + more.sum)


# -- ways to fire ------------------------------------------------------------------------------------------------------
def lowest(scene: Scene, way: Way) -> int:
    """The lowest that hits, with what is added to the die."""
    return int(scene.game.constants[way.at_least].value)


def added(scene: Scene, volley: Volley, way: Way, unit: Piece, commander: Piece | None = None) -> Figure:
    """What is added to every die of units of one side, be they led or not; `unit` is any of them."""
    more = modified(scene, (*volley.modifiers, *way.modifiers), unit)
    if commander is None or not way.led:
        return more
    own = Part(scene.name(commander.id), scene.value(commander, volley.hits) or 0, volley.note.rule)
    return Figure((own, *more.parts), own.value + more.sum)


def hits_of(dice: Sequence[int], more: float, least: int) -> int:
    """How many dice hit."""
    return sum([die + more >= least for die in dice])


def dice_of(scene: Scene, way: Way, units: Sequence[Piece]) -> int:
    """A die for each unit; those with the mark of the way share one."""
    if way.shared is None:
        return len(units)
    mark, each = way.shared.mark, int(scene.game.constants[way.shared.units].value)
    sharing = sum([piece.mark(mark) is not None for piece in units])
    return len(units) - sharing + -(-sharing // each)
