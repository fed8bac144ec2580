"""10-1 and 11-3 Reorganization: units pass between forces of one hex; what becomes of morale and markers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from compiler.model.event import Marked, Moved
from compiler.model.record import record
from compiler.model.table import Piece
from compiler.play.ask import Action, Flow, Refusal, decide
from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.rules.shingens_arrival.ch09_activation import has_acted, is_able, phase_of
from compiler.rules.shingens_arrival.ch10_replenishment import WHATS, can_replenish, no_replenishing, replenish
from compiler.rules.shingens_arrival.ch13_investing import check_investments
from compiler.rules.shingens_arrival.facts import BUSHO, facts
from compiler.rules.shingens_arrival.field import Choose, free_box, may_lead, set_mark, strip, war
from compiler.rules.shingens_arrival.forces import Force

DONE = "done"
ALONE = "alone"


@record(frozen=True, slots=True)
class Transfer(Action):
    """A unit passes under a commander in the hex, or out of its force to stand `alone`."""

    unit: str
    to: str


class Reorganization:
    """One reorganization: who pays, who takes part, which units have changed their place."""

    def __init__(self, scene: Scene, payer: Force) -> None:
        self.scene = scene
        self.payer = payer.id
        self.hex, self.army, self.inside = payer.hex, payer.army, payer.inside
        self.part: dict[str, None] = {payer.id: None}  # units leading forces that took part
        self.moved: set[str] = set()

    @carries("10-1.1", "10-1.x1")
    def forces(self) -> list[Force]:
        """The forces of the army in the hex, on the same side of the walls (10-1)."""
        return [f for f in war(self.scene).at.get(self.hex, ()) if f.army == self.army and f.inside == self.inside]

    @carries("10-1(1).1", "10-1(2).1", "10-1.2")
    def transfers(self) -> Iterator[Transfer]:
        """Everything one unit can do: join a commander, or leave to stand alone (10-1)."""
        forces, units = self.forces(), facts(self.scene).units
        chiefs = [other for other in forces if other.print.rank > BUSHO]
        for force in forces:
            for unit in force.units:
                if unit != force.id:
                    yield Transfer(unit, ALONE)
                rank = units[unit].rank
                for chief in chiefs:
                    if chief is not force and chief.print.rank > rank:
                        yield Transfer(unit, chief.id)

    def refuse(self, answer: Any) -> Refusal | None:
        """Why a unit may not pass so."""
        if not isinstance(answer, Transfer):
            return Refusal("10-1.1", "a unit passes to a commander, or stands alone")
        force = war(self.scene).force_of(answer.unit)
        if force is None or force.hex != self.hex or force.army != self.army:
            return Refusal("10-1.1", f"`{answer.unit}` is not of this army in `{self.hex}`")
        if force.inside != self.inside:
            return Refusal("10-1.x1", f"`{answer.unit}` is on the other side of the walls")
        if answer.unit in self.moved:
            return Refusal("10-1-3.1", f"`{answer.unit}` has passed already")
        return self._stale(force) or self._refuse_to(force, answer)

    @carries("10-1-1.1")
    def _stale(self, force: Force) -> Refusal | None:
        """A force that has acted in this phase takes no part, unless it is by this very reorganization (10-1-1)."""
        if force.id in self.part or not force.has_acted(phase_of(self.scene)):
            return None
        return Refusal("10-1-1.1", f"`{force.id}` has acted in this phase")

    def _refuse_to(self, force: Force, answer: Transfer) -> Refusal | None:
        if answer.to == ALONE:
            return None if answer.unit != force.id else Refusal("9.x3", f"`{answer.unit}` leads his force already")
        chief = war(self.scene).forces.get(answer.to)
        if chief is None or chief.hex != self.hex or chief.id == force.id:
            return Refusal("10-1.1", f"`{answer.to}` leads no other force in `{self.hex}`")
        if chief.inside != self.inside:
            return Refusal("10-1.x1", f"`{answer.to}` is on the other side of the walls")
        if answer.unit == force.id and len(force.units) > 1:
            return Refusal("6-1-6.2", f"`{answer.unit}` still leads others; they go first")
        return self._stale(chief) or may_lead(self.scene, answer.to, answer.unit)

    # -- doing it ------------------------------------------------------------------------------------------------------
    @carries("6-1-5.1", "11-3-1.1", "11-3-2.1", "11-3-3.1", "11-3-4.1", "11-3-5.1", "11-3-6.1", "6-2.x2", "10-1-3.1")
    def apply(self, answer: Transfer) -> None:
        """A unit passes. The receiver takes the lower morale, the giver keeps his; an investment goes along."""
        scene, now = self.scene, war(self.scene)
        giver = now.force_of(answer.unit)
        assert giver is not None
        self.moved.add(answer.unit)
        self.part.setdefault(giver.id)
        if answer.to == ALONE:
            scene.do(Moved(answer.unit, self.hex, rule="10-1(2).1"))
            self._inherit(answer.unit, giver.leader)
            self.part.setdefault(answer.unit)
            return
        chief = now.forces[answer.to]
        box = free_box(scene, chief.id)
        assert box is not None
        if giver.id == answer.unit:
            strip(scene, answer.unit, "6-2.x2")
            del self.part[answer.unit]
        scene.do(Moved(answer.unit, box, rule="10-1(1).1"))
        set_mark(scene, chief.id, "morale", min(chief.morale, giver.morale) or None, "11-3-1.1")
        if giver.investing:
            set_mark(scene, chief.id, "invested", True, "13-1-4.1")
        self.part.setdefault(chief.id)

    def _inherit(self, unit: str, leader: Piece) -> None:
        for mark in ("morale", "garrison", "invested"):
            if leader.mark(mark) is not None:
                self.scene.do(Marked(unit, mark, leader.mark(mark), rule="11-3-3.1"))

    @carries("10-1-2.1", "10-1-3.1")
    def finish(self) -> None:
        """Everybody who took part has acted (10-1-2, 10-1-3)."""
        for leader in self.part:
            has_acted(self.scene, leader)
        check_investments(self.scene)


def can_transfer(scene: Scene, force: Force) -> bool:
    """Whether any unit could pass at all."""
    if len(force.units) > 1:
        return True  # those he leads may always stand alone
    work, there = Reorganization(scene, force), war(scene).at[force.hex]
    fit = [f for f in work.forces() if work._stale(f) is None] if len(there) > 1 else []
    if any(len(f.units) > 1 for f in fit):
        return True
    chiefs = [f.id for f in fit if f.print.rank > BUSHO]
    return any(may_lead(scene, chief, f.id) is None for chief in chiefs for f in fit if f.id != chief)


def no_reorganizing(scene: Scene, force: Force) -> Refusal | None:
    """Why a force has nothing to reorganise (9.x3)."""
    return None if can_transfer(scene, force) else Refusal("9.x3", "nothing could pass between forces here")


@carries("10.0.1", "10-2-1.1", "6-3-3.1")
def reorganize(scene: Scene, force: Force) -> Flow[None]:
    """Units pass one by one until the player is done; then the commander who paid may replenish (10.0, 10-2-1)."""
    work = Reorganization(scene, force)
    while True:
        answer = yield from decide(
            scene,
            work.transfers,
            (work.refuse,),
            topic=Choose("transfer", force.id),
            prompt="which unit passes where?",
            seat=force.seat,
            rule="10-1.1",
            stop=DONE if work.moved else None,
            about=(force.hex,),
        )
        if answer == DONE:
            break
        work.apply(answer)
        if not any(work.refuse(transfer) is None for transfer in work.transfers()):
            break
    work.finish()
    yield from _replenish_after(scene, force.id)


@carries("10-1.x2")
def _replenish_after(scene: Scene, payer: str) -> Flow[None]:
    """The force that paid may replenish, if whoever leads it now could act in this stage (10-1.x2)."""
    force = war(scene).force_of(payer)
    if force is None or not is_able(scene, force) or not can_replenish(scene, force):
        return
    what = yield from decide(
        scene,
        WHATS,
        (lambda a: no_replenishing(scene, force, a),),
        topic=Choose("replenish", force.id),
        prompt="replenish as well?",
        seat=force.seat,
        rule="10.0.1",
        stop=DONE,
    )
    if what != DONE:
        yield from replenish(scene, force.id, what)


def ranks(scene: Scene, force: Force) -> list[int]:
    """The ranks of a force's units, for laws."""
    units = facts(scene).units
    return [units[unit].rank for unit in force.units]
