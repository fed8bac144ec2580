"""8-4. Handling damage: who is hit, armies removed or turned over, generals dead or fleeing."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from compiler.model.event import Moved, Said
from compiler.model.record import record
from compiler.play.ask import Flow, Refusal, Topic, decide, dice
from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.rules.road_to_honganji.ch08_unled import unled_flight, unled_losses
from compiler.rules.road_to_honganji.ch10_knocked_out import after_damage
from compiler.rules.road_to_honganji.facts import ONE_DIE
from compiler.rules.road_to_honganji.field import (
    armies_of,
    called,
    controlled,
    distinct,
    facts,
    generals_of,
    is_defending,
    unit,
)
from compiler.rules.road_to_honganji.hands import lose_army, remove, spend

DEAD = "dead"
Loss = tuple[str, Sequence[str], str | None]  # a clan, its units that are hit, the seat that decides for it


@record(frozen=True, slots=True)
class TakeDamage(Topic):
    """Which of a clan's units takes the next point of damage."""

    units: tuple[str, ...]
    points: int


@record(frozen=True, slots=True)
class Flee(Topic):
    """Where a general flees."""

    general: str


@carries("8-4.1", "8-4.x1", "8-4.2", "FAQ-Q7.1")
def pick_losses(scene: Scene, units: Sequence[str], seat: str | None, points: int) -> Flow[list[str]]:
    """A clan picks as many of its units in the combat as points of damage, armies before generals, none twice."""
    if points >= len(units):
        return [*armies_of(scene, units), *generals_of(scene, units)]
    if seat is None:
        return unled_losses(scene, units, points)
    picked: list[str] = []
    owner = called(scene, str(scene.table.pieces[units[0]].side))
    while len(picked) < points:
        rest = [id for id in units if id not in picked]
        answer: str = yield from decide(
            scene,
            distinct(scene, rest),
            [partial(bad_loss, scene, rest)],
            seat=seat,
            rule="8-4.1",
            topic=TakeDamage(tuple(rest), points - len(picked)),
            about=tuple(units),
            prompt=f"damage to take: {points - len(picked)}; which unit of {owner} takes it?",
        )
        picked.append(answer)
    return picked


def bad_loss(scene: Scene, rest: Sequence[str], answer: Any) -> Refusal | None:
    """Why a unit cannot take the damage."""
    if answer not in rest:
        return Refusal("8-4.1", f"`{answer}` is no unit of the clan in this combat that is left to pick")
    if unit(scene, answer).general and armies_of(scene, rest):
        return Refusal("8-4.2", "armies take damage before generals")
    return None


@carries("8-4.x1", "8-4-2.2")
def carry_out(scene: Scene, area: str, losses: tuple[Loss, Loss]) -> Flow[None]:
    """Armies go and generals check, those of the target first; then what follows from leaders that fell."""
    (target, _, _), (attacker, _, _) = losses
    by = {target: attacker, attacker: target}
    for _, hit, _ in losses:
        for id in armies_of(scene, hit):
            lose_army(scene, id, "8-4-1.1")
    fallen: dict[str, str] = {}
    for clan, hit, seat in losses:
        for id in generals_of(scene, hit):
            if not (yield from survives(scene, id, clan, seat, area)):
                fallen[id] = by[clan]
    after_damage(scene, fallen)


@carries("8-4-2.1", "8-4-2-2.2", "8-4-2.x1")
def survives(scene: Scene, id: str, clan: str, seat: str | None, area: str) -> Flow[bool]:
    """The death in battle check of one general: dead, or he flees; who only defends is dead without a die."""
    if is_defending(scene, id):
        remove(scene, id, "1-2-1-2.4")
        return False
    scene.do(Said(f"{scene.game.pieces[id].name.en} is hit and rolls for his life", rule="8-4-2.1"))
    (die,) = yield from dice(scene, ONE_DIE, purpose="death in battle", rule="8-4-2.1")
    result = facts(scene).death_in_battle.look_up(column="result", row=die)
    if result.code == DEAD:
        remove(scene, id, "8-4-2-1.1")
        return False
    refuges = refuges_of(scene, clan, area)
    if not refuges:
        remove(scene, id, "8-4-2-2.2")
        return False
    yield from flee(scene, id, clan, seat, refuges)
    return True


@carries("8-4-2-2.1", "FAQ-Q8.1")
def refuges_of(scene: Scene, clan: str, area: str) -> list[str]:
    """Where a general may flee: any area his clan controls but the one of the combat."""
    return [other for other in controlled(scene, clan) if other != area]


@carries("8-4-2-2.x1", "4-1.9", "4-1.x3")
def flee(scene: Scene, id: str, clan: str, seat: str | None, refuges: Sequence[str]) -> Flow[None]:
    """A general goes to an area of his clan, spent; no movement, so no combat and no rebellion."""

    def judge(answer: Any) -> Refusal | None:
        if answer in refuges:
            return None
        fled = scene.table.pieces[id].place
        if answer == fled:
            return Refusal("FAQ-Q8.1", f"{scene.name(id)} flees from this battle")
        return Refusal("8-4-2-2.1", f"`{answer}` is not under control of {called(scene, clan)}")

    if seat is None:
        to = unled_flight(scene, clan, refuges)
    else:
        to = yield from decide(
            scene,
            refuges,
            [judge],
            topic=Flee(id),
            seat=seat,
            rule="8-4-2-2.1",
            about=(id,),
            prompt=f"where does {scene.name(id)} flee?",
        )
    scene.do(Moved(id, to, rule="8-4-2-2.1"))
    spend(scene, (id,), "8-4-2-2.1")
