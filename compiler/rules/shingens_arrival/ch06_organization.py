"""6.0 Forces: where a unit that comes onto the map stands, alone or on the track of a commander."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import partial
from typing import Any

from compiler.model.event import Moved
from compiler.play.ask import Flow, Refusal, decide
from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.play.topics import PlacePiece
from compiler.rules.shingens_arrival.ch12_castles import enter_garrison
from compiler.rules.shingens_arrival.facts import ENEMY, facts
from compiler.rules.shingens_arrival.field import free_box, may_lead, war


def by_rank(scene: Scene, units: Collection[str]) -> list[str]:
    """Commanders first, so that others can be put under them (2-2-1(6).2)."""
    ranks = facts(scene).units
    return sorted(units, key=lambda unit: -ranks[unit].rank)


@carries("6-3-1.1", "6-1-2.1")
def places(scene: Scene, unit: str, hexes: Collection[str]) -> Iterator[str]:
    """Where a unit may come in: some hexes, or a box of a commander who stands in one of them (6-3)."""
    yield from hexes
    yield from boxes(scene, unit, hexes)


@carries("6-1-4.1", "6.0.2")
def boxes(scene: Scene, unit: str, hexes: Collection[str]) -> Iterator[str]:
    """The boxes of commanders in some hexes that a unit may come into."""
    army = facts(scene).units[unit].army
    for force in war(scene).of_army(army):
        if force.hex in hexes and may_lead(scene, force.id, unit) is None:
            box = free_box(scene, force.id)
            assert box is not None
            yield box


@carries("6-3-2.1", "6-1-1.2", "6-1-3.1", "6-1-6.1")
def no_place_under(scene: Scene, unit: str, box: str, hexes: Collection[str], rule: str) -> Refusal | None:
    """Why a unit may not come into a command box: its commander must stand where the unit may, and be able to lead."""
    leader = facts(scene).box_of[box]
    force = war(scene).forces.get(leader)
    if force is None:
        commanded = leader in war(scene).led_by
        return Refusal("6-1-6.2" if commanded else rule, f"`{leader}` leads no force on the map")
    if force.hex not in hexes:
        return Refusal(rule, f"`{leader}` stands in `{force.hex}`, where `{unit}` may not be")
    if box in scene.table.stacks:
        return Refusal("6-1-1.2", f"`{box}` is taken")
    return may_lead(scene, leader, unit)


@carries("17-1-2(2).7")
def bring(scene: Scene, seat: str, units: Collection[str], hexes: Collection[str], rule: str) -> Flow[None]:
    """A player puts units into some hexes and organises them at once; in garrison where an enemy force stands."""
    for unit in by_rank(scene, units):
        place = yield from decide(
            scene,
            list(places(scene, unit, hexes)),
            (partial(_no_place, scene, unit, hexes, rule),),
            topic=PlacePiece(unit),
            prompt=f"place {scene.name(unit)} where?",
            seat=seat,
            rule=rule,
            about=(unit,),
            sure=True,
        )
        scene.do(Moved(unit, place, rule=rule))
        if place in hexes and war(scene).outside(place, ENEMY[seat]):
            enter_garrison(scene, unit, "17-1-2(2).3")


def _no_place(scene: Scene, unit: str, hexes: Collection[str], rule: str, place: Any) -> Refusal | None:
    if place in facts(scene).box_of:
        return no_place_under(scene, unit, place, hexes, rule)
    return None if place in hexes else Refusal(rule, f"`{unit}` may not be placed in `{place}`")
