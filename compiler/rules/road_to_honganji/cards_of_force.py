"""Events against units and places: cards 2 to 4 and 8."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from compiler.model.event import Moved, Said
from compiler.model.record import record
from compiler.play.ask import Action, Flow, Refusal, decide
from compiler.play.coverage import carries
from compiler.play.outcome import Victory
from compiler.play.scene import Scene
from compiler.play.topics import ChoosePiece, ChooseSpace
from compiler.rules.road_to_honganji.ch06_placement import not_controlled
from compiler.rules.road_to_honganji.ch08_combat import player_of
from compiler.rules.road_to_honganji.ch08_damage import pick_losses
from compiler.rules.road_to_honganji.events import CardEvent
from compiler.rules.road_to_honganji.facts import DESERT, FORTIFY, INDUCE, NEUTRAL, SURRENDER, CombatCard
from compiler.rules.road_to_honganji.field import (
    SPENT,
    areas,
    armies_of,
    beside,
    called,
    controlled,
    controller,
    facts,
    on_map,
    pool,
    units_by_area,
    units_in,
)
from compiler.rules.road_to_honganji.hands import lose_army, place_army, remove, spend


# -- 2 Ashigaru Desertion ----------------------------------------------------------------------------------------------
@record(frozen=True, slots=True)
class Desert(Action):
    """Half of the armies of a clan in an area desert."""

    clan: str
    area: str


def desertions(scene: Scene, seat: str) -> Iterator[Desert]:
    for area, clans in units_by_area(scene).items():
        yield from (Desert(c, area) for c, units in clans.items() if c != seat and armies_of(scene, units))


def no_deserters(scene: Scene, seat: str, card: CombatCard) -> str | None:
    return None if any(True for _ in desertions(scene, seat)) else "no other clan has an army on the map"


@carries("Cards.2")
def desert(scene: Scene, seat: str, card: CombatCard) -> Flow[Victory | None]:
    """Half of the armies another clan has in an area are lost, at least one; that clan picks as with damage."""
    chosen: Desert = yield from decide(
        scene,
        lambda: desertions(scene, seat),
        [lambda a: None if a in list(desertions(scene, seat)) else Refusal("Cards.2", "no army of another clan there")],
        topic=ChooseSpace("desert"),
        seat=seat,
        rule="Cards.2",
        prompt="which clan loses half of its armies, and where?",
    )
    armies = armies_of(scene, units_in(scene, chosen.clan, chosen.area))
    lost = yield from pick_losses(scene, armies, player_of(scene, chosen.clan), max(1, len(armies) // 2))
    what = f"{len(lost)} of {len(armies)} armies of {called(scene, chosen.clan)} desert in {scene.name(chosen.area)}"
    scene.do(Said(what, rule="Cards.2"))
    for id in lost:
        lose_army(scene, id, "Cards.2")
    return None


# -- 3 Fortification ---------------------------------------------------------------------------------------------------
def castle_sites(scene: Scene, seat: str) -> list[str]:
    """The areas under control of a player where his castle is not."""
    now = scene.table.pieces[facts(scene).castles[seat]].place
    return [area for area in controlled(scene, seat) if area != now]


def no_site(scene: Scene, seat: str, card: CombatCard) -> str | None:
    return None if castle_sites(scene, seat) else f"{called(scene, seat)} controls no area but the one of his castle"


@carries("Cards.3", "FAQ-Q2.1", "FAQ-Q5.1", "FAQ-Q6.1")
def fortify(scene: Scene, seat: str, card: CombatCard) -> Flow[Victory | None]:
    """The castle of the player comes spent from beside the board, or from its area as it lies."""
    castle = facts(scene).castles[seat]
    area: str = yield from decide(
        scene,
        lambda: castle_sites(scene, seat),
        [partial(bad_site, scene, seat)],
        topic=ChooseSpace("fortify"),
        seat=seat,
        rule="Cards.3",
        prompt=f"{scene.name(castle)} goes where?",
    )
    if not on_map(scene, castle):
        spend(scene, (castle,), "Cards.3")
    scene.do(Moved(castle, area, rule="Cards.3"))
    return None


def bad_site(scene: Scene, seat: str, area: Any) -> Refusal | None:
    if area == scene.table.pieces[facts(scene).castles[seat]].place:
        return Refusal("Cards.3", "the castle stands there already")
    return not_controlled(scene, seat, area, "Cards.3")


# -- 4 Surrender of Garrison Army --------------------------------------------------------------------------------------
@carries("FAQ-Q1.1", "10-1.x2")
def castles_of_others(scene: Scene, seat: str) -> list[str]:
    """The castles of other player clans on the map, those of knocked-out clans among them."""
    return [id for clan, id in facts(scene).castles.items() if clan != seat and on_map(scene, id)]


def no_castle(scene: Scene, seat: str, card: CombatCard) -> str | None:
    return None if castles_of_others(scene, seat) else "no castle of another clan is on the map"


@carries("Cards.4")
def surrender(scene: Scene, seat: str, card: CombatCard) -> Flow[Victory | None]:
    """One castle of another player clan goes beside the board; it may be built again."""
    castle: str = yield from decide(
        scene,
        lambda: castles_of_others(scene, seat),
        [partial(bad_castle, scene, seat)],
        topic=ChoosePiece("surrender"),
        seat=seat,
        rule="Cards.4",
        prompt="which castle surrenders?",
    )
    remove(scene, castle, "Cards.4")
    return None


def bad_castle(scene: Scene, seat: str, castle: Any) -> Refusal | None:
    if castle not in facts(scene).castles.values():
        return Refusal("FAQ-Q1.1", f"`{castle}` is none of the four castles")
    if castle not in castles_of_others(scene, seat):
        return Refusal("Cards.4", "it is his own, or not on the map")
    return None


# -- 8 Inducement ------------------------------------------------------------------------------------------------------
def inducible(scene: Scene, seat: str) -> list[str]:
    """Neutral areas beside one of his own where only Neutral generals stand."""
    near = dict.fromkeys(other for area in controlled(scene, seat) for other in beside(scene, area))
    return [area for area in areas(scene) if area in near and _has_only_generals(scene, area)]


def _has_only_generals(scene: Scene, area: str) -> bool:
    here = units_by_area(scene)[area]
    neutral = here.get(NEUTRAL, ())
    return controller(scene, area) == NEUTRAL and set(here) == {NEUTRAL} and not armies_of(scene, neutral)


def nobody_to_induce(scene: Scene, seat: str, card: CombatCard) -> str | None:
    if not pool(scene, seat):
        return f"no army of {called(scene, seat)} is left"
    return None if inducible(scene, seat) else "no Neutral area with only generals is adjacent"


@carries("Cards.8")
def induce(scene: Scene, seat: str, card: CombatCard) -> Flow[Victory | None]:
    """The Neutral generals of an adjacent area are removed and an own army is placed there, spent."""
    area: str = yield from decide(
        scene,
        lambda: inducible(scene, seat),
        [partial(bad_inducement, scene, seat)],
        topic=ChooseSpace("induce"),
        seat=seat,
        rule="Cards.8",
        prompt="which Neutral area is won over?",
    )
    for id in units_in(scene, NEUTRAL, area):
        remove(scene, id, "Cards.8")
    place_army(scene, seat, area, SPENT, "Cards.8")
    return None


def bad_inducement(scene: Scene, seat: str, area: Any) -> Refusal | None:
    if area in scene.scenario.closed:
        return Refusal("10-2.x1", f"{scene.name(area)} is not in play")
    if area not in inducible(scene, seat):
        return Refusal("Cards.8", f"`{area}` is no adjacent Neutral area with only Neutral generals in it")
    return None


EVENTS: Mapping[str, CardEvent] = {
    DESERT: CardEvent(no_deserters, desert),
    FORTIFY: CardEvent(no_site, fortify),
    SURRENDER: CardEvent(no_castle, surrender),
    INDUCE: CardEvent(nobody_to_induce, induce),
}
