"""16-5 and 16-7 Units dropped off on the way, and the price of ending a move in Iga."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.model.event import Marked, Moved
from compiler.model.record import record
from compiler.play.ask import Action, Flow, Refusal
from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.rules.shingens_arrival.ch09_activation import phase_of
from compiler.rules.shingens_arrival.ch15_killed import lose_steps
from compiler.rules.shingens_arrival.ch16_march import March
from compiler.rules.shingens_arrival.facts import TAISHO, facts
from compiler.rules.shingens_arrival.field import free_box, may_lead
from compiler.rules.shingens_arrival.forces import Force
from compiler.rules.shingens_arrival.told import tell_left


@record(frozen=True, slots=True)
class Drop(Action):
    """Leave led units behind as one force: a unit, and under a taisho those he is to lead."""

    leader: str
    led: tuple[str, ...] = ()


def drops(march: March) -> Iterator[Drop]:
    units = march.facts.units
    for unit in march.force.units[1:]:
        drop = Drop(unit)
        if refuse_drop(march, drop) is None:
            yield drop
        if units[unit].rank == TAISHO:
            led = tuple(u for u in march.force.units[1:] if units[u].rank < TAISHO)[: len(units[unit].boxes)]
            if led:
                yield Drop(unit, led)


@carries("16-5.x1", "16-5.x2")
def refuse_drop(march: March, answer: Drop) -> Refusal | None:
    """Why units may not be left behind: only led ones, and under a taisho only busho."""
    led = march.force.units[1:]
    if march.inside:
        return Refusal("16-5.x1", "units are dropped outside garrison")
    for unit in (answer.leader, *answer.led):
        if unit not in led:
            return Refusal("16-5.x1", f"`{unit}` is not led by `{march.force.id}`")
    units = march.facts.units
    if len({answer.leader, *answer.led}) != 1 + len(answer.led):
        return Refusal("16-5.x1", "a unit is dropped once")
    for unit in answer.led:
        if units[answer.leader].rank < TAISHO:
            return Refusal("6-1.1", f"`{answer.leader}` is no commander")
        if units[unit].rank >= units[answer.leader].rank:
            return Refusal("6-1-6.1", f"`{answer.leader}` cannot command `{unit}`")
    if len(answer.led) > len(units[answer.leader].boxes):
        return Refusal("6-1-1.2", f"the command track of `{answer.leader}` is full")
    return None


@carries("16-5.3", "16-5-2.1")
def drop(scene: Scene, force: Force, answer: Drop) -> None:
    """Units stay behind as a force, with the morale they had; they do nothing more in this phase (16-5)."""
    tell_left(scene, force.id, (answer.leader, *answer.led))
    scene.do(Moved(answer.leader, force.hex, rule="16-5.1"))
    if force.morale:
        scene.do(Marked(answer.leader, "morale", force.morale, rule="11-3-3.1"))
    scene.do(Marked(answer.leader, "acted", phase_of(scene), rule="16-5.3"))
    for unit in answer.led:
        assert may_lead(scene, answer.leader, unit) is None
        box = free_box(scene, answer.leader)
        assert box is not None
        scene.do(Moved(unit, box, rule="16-5.x1"))


@carries("16-7.1")
def end_in_iga(scene: Scene, force: Force) -> Flow[None]:
    """Whoever ends his movement in Iga loses a step, those dropped there too; nobody is killed by it (16-7)."""
    if facts(scene).province.get(force.hex) != "iga":
        return
    steps = facts(scene).iga_steps
    yield from lose_steps(scene, force.seat, force.units, steps, rule="16-7.1", killed=False)
