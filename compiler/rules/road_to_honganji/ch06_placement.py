"""6-3 and 6-4. Army reinforcement, own or Neutral; transfer placement of Oda clan armies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from compiler.model.event import Moved
from compiler.play.ask import Refusal
from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.rules.road_to_honganji.actions import Reinforce, Transfer
from compiler.rules.road_to_honganji.facts import NEUTRAL, ODA
from compiler.rules.road_to_honganji.field import (
    READY,
    SPENT,
    areas,
    armies_of,
    called,
    controlled,
    controller,
    distinct,
    facts,
    is_vassal,
    pool,
    units_by_area,
    units_in,
    units_of,
)
from compiler.rules.road_to_honganji.hands import place_army


# -- reinforcement -----------------------------------------------------------------------------------------------------
def reinforcements(scene: Scene, seat: str) -> Iterator[Reinforce]:
    """Every reinforcement a player can make."""
    if pool(scene, seat):
        yield from (Reinforce(seat, area) for area in controlled(scene, seat))
    if pool(scene, NEUTRAL):
        yield from (Reinforce(NEUTRAL, area) for area in areas(scene) if units_in(scene, NEUTRAL, area))


def bad_reinforcement(scene: Scene, seat: str, answer: Reinforce) -> Refusal | None:
    """Why a player cannot reinforce so."""
    if answer.clan not in (seat, NEUTRAL):
        return Refusal("6-3.1", "a reinforcement is of the own clan or of Neutral armies")
    if answer.area in scene.scenario.closed:
        return Refusal("10-2.1", f"{scene.name(answer.area)} is not in play")
    if not pool(scene, answer.clan):
        return Refusal("1-2-2-1.1", f"no army of {called(scene, answer.clan)} is left")
    if answer.clan == NEUTRAL:
        return no_neutral_unit(scene, answer.area)
    return not_controlled(scene, seat, answer.area, "6-3-1.1")


@carries("6-3-2.1", "6-3-2.x2")
def no_neutral_unit(scene: Scene, area: Any) -> Refusal | None:
    """A Neutral army joins a unit of the Neutral clan: turncoats and turned Oda armies are such units as well."""
    if area in areas(scene) and units_in(scene, NEUTRAL, area):
        return None
    return Refusal("6-3-2.1", f"no Neutral unit is in `{area}`")


@carries("5-2.x3")
def not_controlled(scene: Scene, clan: str, area: Any, rule: str) -> Refusal | None:
    """Why an area does not count as under control of a clan now; who else stands there does not matter."""
    if area not in areas(scene):
        return Refusal(rule, f"`{area}` is no area in play")
    if controller(scene, area) == clan:
        return None
    if not units_by_area(scene)[area]:
        return Refusal("5-3.1", f"{scene.name(area)} is empty and Neutral")
    if set(units_by_area(scene)[area]) == {clan}:
        return Refusal("5-2.x3", f"control of {scene.name(area)} is settled at the end of the action turn")
    return Refusal(rule, f"{scene.name(area)} is not under control of {called(scene, clan)}")


@carries("6-3.1", "6-3-1.1", "6-3.x1")
def reinforce(scene: Scene, seat: str, answer: Reinforce) -> None:
    """One army from the pool: an own one spent, a Neutral one ready."""
    own = answer.clan == seat
    place_army(scene, answer.clan, answer.area, SPENT if own else READY, "6-3-1.1" if own else "6-3-2.1")


# -- transfer ----------------------------------------------------------------------------------------------------------
@carries("6-4.2")
def oda_areas(scene: Scene) -> list[str]:
    """The areas under Oda control that hold an Oda unit: an army may be transferred there."""
    return scene.memo("oda areas", lambda: [area for area in controlled(scene, ODA) if units_in(scene, ODA, area)])


def transfers(scene: Scene, seat: str) -> Iterator[Transfer]:
    """Every transfer of an Oda army a vassal can make."""
    if is_vassal(scene, seat):
        for id in distinct(scene, armies_of(scene, units_of(scene, ODA))):
            here = scene.table.pieces[id].place
            yield from (Transfer(id, area) for area in oda_areas(scene) if area != here)


@carries("6-4.1")
def bad_transfer(scene: Scene, seat: str, answer: Transfer) -> Refusal | None:
    """Why a player cannot transfer an Oda army so; that Nobunaga is gone does not matter."""
    if not is_vassal(scene, seat):
        return Refusal("6-4.1", "only a vassal transfers Oda armies")
    if answer.unit not in units_of(scene, ODA):
        return Refusal("6-4.2", f"`{answer.unit}` is no Oda army on the map")
    if facts(scene).units[answer.unit].general:
        return Refusal("6-4.4", "only armies are transferred")
    return bad_oda_area(scene, answer)


def bad_oda_area(scene: Scene, answer: Transfer) -> Refusal | None:
    """Why an Oda unit cannot be put in an area."""
    if answer.area in scene.scenario.closed:
        return Refusal("10-2.1", f"{scene.name(answer.area)} is not in play")
    if answer.area == scene.table.pieces[answer.unit].place:
        return Refusal("6-4.2", "it stands there already")
    if answer.area not in oda_areas(scene):
        return Refusal("6-4.2", f"`{answer.area}` is no area under Oda control with an Oda unit")
    return None


@carries("10-3.1", "10-3.2", "6-4.x1")
def transfer(scene: Scene, answer: Transfer, rule: str = "6-4.2") -> None:
    """The unit is put in the area as it lies; that is no movement, so no combat follows."""
    scene.do(Moved(answer.unit, answer.area, rule=rule))
