"""17.0 Recovery: disordered units try to form up again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from compiler.model.event import Marked
from compiler.model.table import Piece
from compiler.play.ask import Flow, Refusal, decide
from compiler.play.coverage import carries
from compiler.play.outcome import AGAIN, Outcome
from compiler.play.scene import Scene
from compiler.play.step import step
from compiler.play.topics import ChoosePiece
from compiler.rules.anegawa.ch04_sequence import DONE, no_withdrawal, show_phase
from compiler.rules.anegawa.ch07_zones import is_threatened
from compiler.rules.anegawa.ch08_morale import check, morale
from compiler.rules.anegawa.ch09_disorder import restore
from compiler.rules.anegawa.ch13_removal import remove
from compiler.rules.anegawa.ch15_command import leadership
from compiler.rules.anegawa.ch21_surprise import idle_on_first_turn
from compiler.rules.anegawa.ch22_victory import sudden_end
from compiler.rules.anegawa.facts import RECOVERY, RECOVERY_ALONE
from compiler.rules.anegawa.field import Field, is_normal


def recovery_figure(field: Field, piece: Piece) -> int:
    """What a unit rolls against: its morale with leadership and terrain, or out of command the figure in brackets with
    terrain alone (17-1(3), 17-3)."""
    return morale(field.scene, piece, recovery_check(field, piece))


def recovery_check(field: Field, piece: Piece) -> str:
    """The check a unit makes to form up again."""
    return RECOVERY if _is_led(field, piece) else RECOVERY_ALONE


@carries("17-1(3).1", "17-2(2).1", "17-3.1", "17-4(2).2")
def _is_led(field: Field, piece: Piece) -> bool:
    return leadership(field, piece) > 0


class Recovering:
    """The recovery of one side as it stands now."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.field = Field.of(scene)

    def units(self) -> Iterator[str]:
        return (p.id for p in self.field.of_seat(self.scene.active) if not is_normal(p))

    def refuse(self, id: Any) -> Refusal | None:
        """Why a unit may not make a recovery check now."""
        piece = self.scene.table.pieces.get(id) if isinstance(id, str) else None
        if piece is None or self.field.at.get(piece.place) != piece:
            return Refusal("17-1(1).1", f"`{id}` is no unit on the map")
        if self.field.seat(piece) != self.scene.active:
            return Refusal("17-4(1).1", f"`{id}` recovers in the part of the other side")
        if is_normal(piece):
            return Refusal("17-1(1).1", f"`{id}` is in order")
        if idle_on_first_turn(self.scene, piece):
            return Refusal("21.0(3).1", f"`{id}` is surprised and cannot recover on turn 1")
        if piece.mark("recovery_tried"):
            return Refusal("17-4(2).1", f"`{id}` has made its check")
        if is_threatened(self.field, piece):
            return Refusal("17-1(2).1", f"`{id}` is in an enemy zone")
        return None


@step("17-1(1).1", "recover_unit", "17.0.1", "17-4(1).1", "17-4(1).2", "17-4(2).1", "9.0(4).1")
def recover_unit(scene: Scene) -> Flow[Outcome]:
    """One unit makes its recovery check; again until the player is done. Nobody has to (17-1)."""
    show_phase(scene)
    recovering = Recovering(scene)
    id = yield from decide(
        scene,
        recovering.units,
        (no_withdrawal, recovering.refuse),
        topic=ChoosePiece("recover"),
        prompt="recover which unit?",
        rule="17-1(1).1",
        stop=DONE,
    )
    if id == DONE:
        return None
    kind = recovery_check(recovering.field, scene.table.pieces[id])
    scene.do(Marked(id, "recovery_tried", True, rule="17-4(2).1"))
    result = yield from check(scene, id, kind, rule="17-2(2).1")
    if result.values.get("recovers"):
        restore(scene, id, rule="17-2(1).1")
    elif result.values.get("removes"):
        remove(scene, id, rule="17-2(3).1")
    return sudden_end(scene) or AGAIN
