"""10-2-9 The Ikko-Ikki rise again: steps left over rebuild units that were eliminated."""

from __future__ import annotations

from compiler.model.event import Marked, Moved, Turned
from compiler.play.ask import Flow, decide
from compiler.play.coverage import carries
from compiler.play.joining import counted
from compiler.play.scene import Scene
from compiler.play.topics import ChoosePiece
from compiler.rules.shingens_arrival.ch09_activation import phase_of
from compiler.rules.shingens_arrival.ch15_killed import damaged
from compiler.rules.shingens_arrival.facts import LOST_IKKO
from compiler.rules.shingens_arrival.field import free_box, may_lead, war

LEAVE = "leave"  # the rest of the steps is not used


def lost_units(scene: Scene) -> list[str]:
    """The Ikko-Ikki units that wait to be raised again."""
    return list(scene.table.stacks.get(LOST_IKKO, ()))


@carries("10-2-9.1", "10-2-9.2", "10-2-9.3")
def rebuild(scene: Scene, leader: str, steps: int) -> Flow[None]:
    """Share steps among eliminated units; each comes back by its first step (10-2-9)."""
    raised: list[str] = []
    while steps > 0:
        units = [*damaged(scene, raised), *lost_units(scene)]
        if not units:
            return
        unit = yield from decide(
            scene,
            units,
            topic=ChoosePiece("raise"),
            prompt=f"raise which unit? {counted(steps, 'step')} left",
            seat=war(scene).forces[leader].seat,
            rule="10-2-9.1",
            stop=LEAVE,
        )
        if unit == LEAVE:
            return
        steps -= 1
        if unit in raised:
            piece = scene.table.pieces[unit]
            scene.do(Turned(unit, piece.face - 1, piece.steps + 1, rule="10-2-9.2"))
        else:
            raised.append(unit)
            _come_back(scene, leader, unit)


def _come_back(scene: Scene, leader: str, unit: str) -> None:
    """A unit stands again with one step: in the force, or beside it with its morale and walls (10-2-9.1)."""
    force, piece = war(scene).forces[leader], scene.table.pieces[unit]
    if piece.steps > 1:  # it went with its force before its steps were lost
        scene.do(Turned(unit, len(scene.game.counters[piece.counter].faces) - 1, 1, rule="10-2-9.1"))
    if may_lead(scene, leader, unit) is None:
        box = free_box(scene, leader)
        assert box is not None
        scene.do(Moved(unit, box, rule="10-2-9.1"))
        return
    scene.do(Moved(unit, force.hex, rule="10-2-9.1"))
    for mark in ("morale", "garrison"):
        if force.leader.mark(mark) is not None:
            scene.do(Marked(unit, mark, force.leader.mark(mark), rule="10-2-9.1"))
    scene.do(Marked(unit, "acted", phase_of(scene), rule="10-2-9.1"))
