"""Battles as a plain lord weighs them: what an attack does against what it costs. Not part of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from compiler.play.scene import Scene
from compiler.rules.shingens_arrival.ch14_modifiers import attack_parts, counterattack_parts, decisive_parts
from compiler.rules.shingens_arrival.ch14_skirmish import Attack
from compiler.rules.shingens_arrival.facts import ODA, SODAISHO, facts
from compiler.rules.shingens_arrival.field import war
from compiler.rules.shingens_arrival.forces import Force
from compiler.rules.shingens_arrival.plans import goal_of, is_last_turn
from compiler.rules.shingens_arrival.targets import takes_the_field
from compiler.rules.shingens_arrival.told import Part

DICE = range(1, 7)
THROWN_AWAY = 1.5  # so much stronger an enemy is not attacked by a weak force
POOR = 0.34  # an attack that may be hoped to cost them less, and as much to whoever makes it, is not made


def hoped(scene: Scene, forces: Sequence[Force], parts: Sequence[Part]) -> float:
    """The losses some forces inflict, on an average."""
    strength, add = max(1, war(scene).strength(forces)), sum(figure for _, figure in parts)
    table = facts(scene).field_battle_table
    return sum(int(table.cell(strength, die + add)) for die in DICE) / 6


def _exchange(scene: Scene, mine: Sequence[Force], theirs: Sequence[Force]) -> float:
    """What an attack does to them against what it costs; it is worth a little that they may have to go."""
    given = hoped(scene, mine, attack_parts(scene, mine, theirs))
    taken = hoped(scene, theirs, counterattack_parts(scene, mine, theirs))
    if given <= min(taken, POOR):
        return -1.0
    return 1.5 + 2.0 * (given - 0.8 * taken)


def clash(scene: Scene, force: Force, there: Sequence[Force]) -> float:
    """An attack as an action: those who are after somebody else do not let themselves be held up."""
    weak = not takes_the_field(scene, force)
    if force.inside and war(scene).strength(there) > war(scene).strength([force]):
        return -1.0  # the weaker stay behind their walls
    if force.print.rank == SODAISHO and force.morale < 0 and not force.inside:
        return -1.0
    if weak and not force.inside and war(scene).strength(there) > THROWN_AWAY * war(scene).strength([force]):
        return -1.0
    if force.army == ODA and is_last_turn(scene) and goal_of(scene, force) not in (force.hex, there[0].hex):
        return -1.0  # to the line first
    aside = 0.0 if force.inside or there[0].hex == goal_of(scene, force) or weak else 1.0
    return _exchange(scene, [force], there) - aside


def decisive(scene: Scene, force: Force, there: Sequence[Force]) -> float:
    """All who stand here against all who stand there."""
    if not any(f.print.rank == SODAISHO for f in there):
        return -1.0
    mine = [f for f in war(scene).here(force.hex, force.seat) if f.inside == force.inside]
    given, taken = (hoped(scene, a, decisive_parts(a, b)) for a, b in ((mine, there), (there, mine)))
    return 2.0 + 2.0 * (given - taken) if given > taken + 0.5 else -1.0


def attack_on(scene: Scene, force: Force, option: Any) -> float:
    """Whom of those in a hex to attack."""
    if not isinstance(option, Attack):
        return 0.0
    return _exchange(scene, [force], [war(scene).forces[id] for id in option.targets])
