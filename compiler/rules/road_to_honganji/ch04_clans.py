"""4. Daimyos and controlled armies: sides, vassals and rebels, who directs whom."""

from __future__ import annotations

from compiler.model.event import Said, Turned
from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.rules.road_to_honganji.facts import NEUTRAL, ODA
from compiler.rules.road_to_honganji.field import (
    ANTI_ODA,
    NEUTRAL_SIDE,
    ODA_SIDE,
    REBEL_FACE,
    called,
    facts,
    is_greater,
    is_out,
    is_rebel,
    is_vassal,
    other_clans,
    units_of,
)


@carries("4.2", "4-1.3", "4-2.5", "4-3.3", "4-4.2", "10-1.2")
def side(scene: Scene, clan: str) -> str:
    """The side of a clan: that of Oda, against him, or Neutral."""
    if clan == NEUTRAL or is_out(scene, clan):
        return NEUTRAL_SIDE
    if clan == ODA or is_vassal(scene, clan):
        return ODA_SIDE
    return ANTI_ODA


def rebels_by_ending(scene: Scene, clan: str, area: str) -> bool:
    """Whether a clan becomes a rebel by ending a movement in an area: a vassal beside Oda or another vassal."""
    others = other_clans(scene, clan, area)
    return is_vassal(scene, clan) and (ODA in others or any(is_vassal(scene, other) for other in others))


@carries("4-1.5", "4-1.6", "4-1.8", "4-1.x1")
def rebel_on_arrival(scene: Scene, clan: str, area: str) -> bool:
    """A vassal who ends movement beside Oda or another vassal is a rebel before anything else happens.

    Nothing else makes a rebel, and nothing makes a vassal again: this is the one place that turns an order marker.
    """
    if not rebels_by_ending(scene, clan, area):
        return False
    rule = "4-1.5" if ODA in other_clans(scene, clan, area) else "4-1.6"
    scene.do(Said(f"{called(scene, clan)} rebels", rule=rule))
    scene.do(Turned(facts(scene).markers[clan], REBEL_FACE, rule=rule))
    return True


@carries("4-2.3", "4-2.4", "4-2.x1", "10-2.x1")
def directable(scene: Scene, seat: str) -> list[str]:
    """The greater daimyos of a player's list that have a unit on the map."""
    return [clan for clan in facts(scene).directs[seat] if units_of(scene, clan)]


@carries("7-2.x1", "7-2.4", "7-2.5")
def may_part(scene: Scene, clan: str, other: str) -> bool:
    """Whether two clans in one area may leave each other: rebel and rebel, or a rebel and a greater daimyo."""
    if is_rebel(scene, clan):
        return is_rebel(scene, other) or is_greater(scene, other)
    return is_greater(scene, clan) and is_rebel(scene, other)


@carries("7-5.1")
def lets_pass(scene: Scene, clan: str, other: str) -> bool:
    """Whether a vassal may go on through an area for all that a clan stands there: Oda or another vassal."""
    return is_vassal(scene, clan) and (other == ODA or is_vassal(scene, other))
