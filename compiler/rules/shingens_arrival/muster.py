"""Oda muster before Shingen comes: commanders take in the plain units who stand alone. Not part of the rules."""

from __future__ import annotations

from collections.abc import Sequence

from compiler.play.scene import Scene
from compiler.rules.shingens_arrival.ch12_castles import castles_of
from compiler.rules.shingens_arrival.facts import BUSHO, ODA, ODA_PLAYER
from compiler.rules.shingens_arrival.field import free_box, war
from compiler.rules.shingens_arrival.forces import Force
from compiler.rules.shingens_arrival.roads import about
from compiler.rules.shingens_arrival.shingens_road import is_past
from compiler.rules.shingens_arrival.targets import HUNT, around

NEARBY = 10.0  # points of march for which a commander goes to fetch men
SEVERAL = 2  # plain units for whom he does; one of them may stay with the castle


def gathers(scene: Scene, force: Force) -> str | None:
    """The castle nearby where a commander of Oda with room for them finds plain units, and no enemy about it."""
    if not _has_room(scene, force) or force.morale < 0 or is_past(scene):
        return None
    spots = (
        (about(scene, force.hex, hex), hex)
        for hex in castles_of(scene, ODA_PLAYER)
        if len(_alone(scene, hex)) >= SEVERAL and not _is_watched(scene, hex)
    )
    found = min((spot for spot in spots if spot[0] <= NEARBY), default=None)
    return None if found is None else found[1]


def is_fetched(scene: Scene, force: Force) -> bool:
    """Whether a plain unit had better stay before the walls: a commander is there who has room for it."""
    alone = _alone(scene, force.hex)
    if len(alone) < SEVERAL or force not in alone or is_past(scene):
        return False
    return any(_has_room(scene, f) for f in war(scene).outside(force.hex, ODA_PLAYER))


def _has_room(scene: Scene, force: Force) -> bool:
    return force.army == ODA and not force.inside and free_box(scene, force.id) is not None


def _alone(scene: Scene, hex: str) -> Sequence[Force]:
    found = war(scene).outside(hex, ODA_PLAYER)
    return [f for f in found if f.army == ODA and f.print.rank == BUSHO and not f.investing]


def _is_watched(scene: Scene, hex: str) -> bool:
    near = around(scene, hex, HUNT)
    return any(f.seat != ODA_PLAYER and not f.inside and f.hex in near for f in war(scene).forces.values())
