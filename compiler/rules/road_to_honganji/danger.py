"""What may befall an area: the blows other clans could strike at it, for players that look ahead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from compiler.play.scene import Scene
from compiler.rules.road_to_honganji.ch07_movement import ways
from compiler.rules.road_to_honganji.facts import NEUTRAL, ODA
from compiler.rules.road_to_honganji.field import (
    facts,
    generals_of,
    is_defending,
    is_greater,
    is_out,
    is_vassal,
    units_by_area,
    units_in,
)
from compiler.rules.road_to_honganji.odds import Strength, outlook, strength

BY_A_CARD = 0.6  # a greater daimyo comes only if somebody holds the card and is against us
BY_REBELLING = 0.25  # a vassal would have to rebel first


def hostile(scene: Scene, clan: str, other: str) -> float:
    """How likely it is that a clan comes if it can."""
    if other in (clan, ODA, NEUTRAL) or is_out(scene, other):
        return 0.0
    if is_greater(scene, other):
        return BY_A_CARD
    return BY_REBELLING if is_vassal(scene, clan) and is_vassal(scene, other) else 1.0


def blows(scene: Scene, clan: str) -> Mapping[str, Strength]:
    """The strongest stack a clan could bring into each area next turn, when all its units are ready again."""
    return scene.memo_many(("blows", clan), lambda: _blows(scene, clan))


def _blows(scene: Scene, clan: str) -> dict[str, Strength]:
    found: dict[str, Strength] = {}
    for origin, clans in units_by_area(scene).items():
        able = [id for id in clans.get(clan, ()) if not is_defending(scene, id)]
        able = able[: len(clans.get(clan, ())) - facts(scene).left_behind]
        if not generals_of(scene, able):
            continue
        blow = strength(scene, able)
        for area in ways(scene, clan, origin, facts(scene).movement):
            if area not in found or blow.dice * blow.value > found[area].dice * found[area].value:
                found[area] = blow
    return found


def danger(scene: Scene, clan: str, area: str, units: Sequence[str]) -> float:
    """The chance that a clan that has these units in an area is driven out of it before its next turn."""
    if not units:
        return 1.0
    defence, sides = strength(scene, units), facts(scene).sides_of_a_die
    safe = 1.0
    for likely, blow in threats(scene, clan, area):
        safe *= 1 - likely * outlook(blow, defence, sides).clear
    return 1 - safe


def threats(scene: Scene, clan: str, area: str) -> list[tuple[float, Strength]]:
    """Who could come to an area against a clan, or is there already: how likely, how strong."""
    return scene.memo_many(("threats", clan, area), lambda: _threats(scene, clan, area))


def _threats(scene: Scene, clan: str, area: str) -> list[tuple[float, Strength]]:
    found = []
    for other in scene.game.sides:
        likely = hostile(scene, clan, other)
        if not likely:
            continue
        if area in blows(scene, other):
            found.append((likely, blows(scene, other)[area]))
        if units_in(scene, other, area):
            found.append((likely, strength(scene, units_in(scene, other, area))))
    return found
