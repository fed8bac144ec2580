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


def commanded(scene: Scene, volley: Volley, way: Way, units: Sequence[Piece]) -> list[tuple[Piece | None, list[Piece]]]:
    """Who fires under whom, if the bravest leaders take units of their own sides first; and those without a leader.

    A leader fires with his command. Who shares dice is taken last, and units that nobody leads fire by what is added.
    """
    kinds, counters = volley.leaders, scene.game.counters
    leaders = [unit for unit in units if counters[unit.counter].kind in kinds] if way.led and way.commands else []
    shared = way.shared.mark if way.shared is not None else None
    left = [unit for unit in units if unit not in leaders and counters[unit.counter].kind not in kinds]
    left.sort(key=lambda unit: shared is not None and unit.mark(shared) is not None)
    found: list[tuple[Piece | None, list[Piece]]] = []
    for leader in sorted(leaders, key=lambda u: -int(scene.value(u, volley.hits) or 0)):
        own = [unit for unit in left if unit.side == leader.side][: _limit(scene, way, leader)]
        left = [unit for unit in left if unit not in own]
        found.append((leader, [leader, *own]))
    alone: dict[float, list[Piece]] = {}
    for unit in (u for u in units if u in left or (u not in leaders and counters[u.counter].kind in kinds)):
        alone.setdefault(added(scene, volley, way, unit).sum, []).append(unit)
    return [*found, *((None, own) for own in alone.values())]


def _limit(scene: Scene, way: Way, leader: Piece) -> int:
    """How many units a leader leads."""
    commands = way.commands
    assert commands is not None
    raised = next((value for mark, value in commands.marks.items() if leader.mark(mark) is not None), None)
    grade = raised if raised is not None else scene.value(leader, commands.by)
    return int(scene.game.constants[commands.limit].value.get(str(grade), 0))


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
