"""11.0 Morale: how it falls, what happens below -4, how a force recovers."""

from __future__ import annotations

from compiler.play.ask import Flow, Refusal
from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.rules.shingens_arrival.ch08_lines import has_line
from compiler.rules.shingens_arrival.ch09_activation import activation
from compiler.rules.shingens_arrival.ch15_killed import eliminate_force
from compiler.rules.shingens_arrival.facts import facts
from compiler.rules.shingens_arrival.field import die, set_mark, war
from compiler.rules.shingens_arrival.forces import Force
from compiler.rules.shingens_arrival.told import tell_recovery


@carries("11.0.1", "11-1-4.1", "11-1-2.1", "11-1-2.2")
def lower_morale(
    scene: Scene, leader: str, by: int, *, rule: str, killed: bool = False, attacker: str | None = None
) -> list[str]:
    """A force loses morale; below -4 it is eliminated, killed if that comes of a battle. Returns the units gone."""
    force = war(scene).forces[leader]
    value = force.morale - by
    if value < facts(scene).lowest_morale:
        worst = f"below {facts(scene).lowest_morale}"
        fought, starved = f"loses {by} morale and is {worst}:", f"starves without a line: {worst} morale,"
        why = f"{fought if killed else starved} the force breaks up"
        return eliminate_force(scene, leader, why=why, killed=killed, attacker=attacker, rule="11-1-2.2")
    set_mark(scene, leader, "morale", value or None, rule)
    return []


def no_recovery(force: Force) -> Refusal | None:
    """Why a force has nothing to recover (9.x3)."""
    return None if force.morale < 0 else Refusal("9.x3", f"the morale of `{force.id}` is not lowered")


@carries("11-4.1", "11-4-2.1", "11-4-3.1", "8-4-2.1")
def recover(scene: Scene, force: Force) -> Flow[None]:
    """One point comes back: surely with a line, else by a roll not above the activation rating (11-4)."""
    if not has_line(scene, force):
        rolled = yield from die(scene, "morale recovery", "11-4-3.1")
        if rolled > activation(scene, force):
            tell_recovery(scene, force.id, force.morale, "11-4-3.1")
            return
        _better(scene, force, "11-4-3.1")
        return
    _better(scene, force, "11-4-2.1")


def _better(scene: Scene, force: Force, rule: str) -> None:
    """One point of morale is back; the marker tells of it unless that was the last (11-4)."""
    now = force.morale + 1
    set_mark(scene, force.id, "morale", now or None, rule)
    if not now:
        tell_recovery(scene, force.id, now, rule)
