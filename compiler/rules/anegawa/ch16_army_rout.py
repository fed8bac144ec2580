"""16.0 Army rout: an army that loses too much is tested as a whole."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from compiler.model.event import Marked, Said
from compiler.model.table import Piece
from compiler.play.ask import Flow, Refusal, decide
from compiler.play.coverage import carries
from compiler.play.outcome import AGAIN, Outcome
from compiler.play.scene import Scene
from compiler.play.step import step
from compiler.play.topics import ChoosePiece
from compiler.rules.anegawa.ch04_sequence import no_withdrawal, show_phase
from compiler.rules.anegawa.ch07_zones import is_threatened
from compiler.rules.anegawa.ch08_morale import check
from compiler.rules.anegawa.ch09_disorder import disorder
from compiler.rules.anegawa.ch13_removal import lost_in_battle, remove
from compiler.rules.anegawa.ch22_victory import sudden_end
from compiler.rules.anegawa.facts import NOBUNAGA, REMOVAL, ROUT_WEAR, facts
from compiler.rules.anegawa.field import ARMY_COMMANDER, COMBAT, Field, is_normal


def stage_of(scene: Scene, army: str) -> int:
    """The rout stage of an army: 0, 1 or 2 (16-1)."""
    return int(scene.table.mark(army, "rout_stage") or 0)


@step("16-2(3).1", "judge_army_rout", "4-6.1", "16.0.1", "16-1.1", "16-2.1", "16-2(1).1", "16-2(2).1", "16-2(4).1")
def judge_army_rout(scene: Scene) -> Flow[Outcome]:
    """The stage of each army, found anew from this turn's losses and the stage of last turn (16-2)."""
    yield from ()
    show_phase(scene)
    for army in scene.game.sides:
        before = stage_of(scene, army)
        lost = lost_in_battle(scene, army)
        row = "was in rout" if before else "was not in rout"
        stage = int(facts(scene).army_rout.look_up(lost, row).values["stage"])
        rule = RULES[bool(before), stage]
        if stage != before:
            scene.do(Marked(army, "rout_stage", stage or None, rule))
        if stage:
            scene.do(Said(f"{scene.game.sides[army].name.en}: {lost} lost, rout {stage}", rule))
    return None


# in rout last turn, stage now → the rule
RULES = {
    (True, 0): "16-2.2",
    (True, 1): "16-2(1).1",
    (True, 2): "16-2(2).1",
    (False, 0): "16-2.2",
    (False, 1): "16-2(3).1",
    (False, 2): "16-2(4).1",
}


@carries("16-3(3).1")
def is_near_enemy(field: Field, piece: Piece) -> bool:
    """Whether an enemy unit in order is within the distance at which rout checks are made (16-3(3))."""
    far, mine = field.known.rout_check_distance, field.seat(piece)
    return any(
        is_normal(other) and field.seat(other) != mine and field.distance(piece.place, other.place) <= far
        for other in field.units
    )


def check_of(scene: Scene, field: Field, piece: Piece) -> str | None:
    """The check a unit has to make in the rout of its army, if any."""
    stage = stage_of(scene, piece.side or "")
    if not stage or piece.mark("rout_tested"):
        return None
    if not is_normal(piece):
        return REMOVAL if _tests_in_disorder(field, piece) else None
    return ROUT_WEAR if stage == 2 and _tests_in_order(field, piece) else None


@carries("16-1(1).1", "16-3(4).2")
def _tests_in_disorder(field: Field, piece: Piece) -> bool:
    """Disordered units near the enemy test, generals too; of army commanders Nobunaga alone (16-3(4))."""
    exempt = field.rank(piece) == ARMY_COMMANDER and piece.id != NOBUNAGA
    return not exempt and is_near_enemy(field, piece)


@carries("16-1(2).1")
def _tests_in_order(field: Field, piece: Piece) -> bool:
    """In rout 2 combat units in an enemy zone test, generals do not; Nobunaga does wherever he is near (16-4)."""
    if piece.id == NOBUNAGA:
        return is_near_enemy(field, piece)
    return field.rank(piece) == COMBAT and is_threatened(field, piece)


@step("16-3(1).1", "rout_check", "16-3(2).1", "16-3(3).2", "16-3(4).1", "16-3(4).3", "16-4.1")
def rout_check(scene: Scene) -> Flow[Outcome]:
    """One unit of a routing army makes its check; again until all have, army by army (16-3)."""
    show_phase(scene)
    field = Field.of(scene)
    waiting = [p for army in scene.sides for p in field.units if p.side == army and check_of(scene, field, p)]
    if not waiting:
        return None
    army = waiting[0].side
    id = yield from decide(
        scene,
        lambda: _ids(waiting, army),
        (no_withdrawal, lambda it: _refuse(waiting, army, it)),
        topic=ChoosePiece("rout check"),
        prompt="which unit makes its rout check?",
        rule="16-3(1).1",
    )
    kind = check_of(scene, field, scene.table.pieces[id])
    scene.do(Marked(id, "rout_tested", True, rule="16-3(1).1"))
    if kind == REMOVAL:
        result = yield from check(scene, id, REMOVAL, rule="16-1(1).1")
        if result.values.get("removes"):
            remove(scene, id, rule="16-1(1).1")
        else:
            scene.do(Said(f"{scene.name(id)} stays, disordered", rule="16-1(6).1"))
    else:
        result = yield from check(scene, id, ROUT_WEAR, rule="16-4.2" if id == NOBUNAGA else "16-1(2).1")
        if result.values.get("disorders"):
            disorder(scene, id, rule="16-1(5).1")
    return sudden_end(scene) or AGAIN


def _ids(waiting: list[Piece], army: str | None) -> Iterator[str]:
    return (piece.id for piece in waiting if piece.side == army)


def _refuse(waiting: list[Piece], army: str | None, id: Any) -> Refusal | None:
    if id in _ids(waiting, army):
        return None
    if id in [piece.id for piece in waiting]:
        return Refusal("16-3(2).1", "armies check one after the other")
    return Refusal("16-3(1).1", f"`{id}` has no rout check to make")
