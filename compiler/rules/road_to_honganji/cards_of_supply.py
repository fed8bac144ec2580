"""Events that bring or shift armies: Levy, Nobunaga Orders a Transfer, Ikki Uprising (cards 13 to 15)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from compiler.play.ask import Answer, Flow, Refusal, decide
from compiler.play.coverage import carries
from compiler.play.outcome import Victory
from compiler.play.scene import Scene
from compiler.play.topics import ChoosePiece, ChooseSpace, NameNumber
from compiler.rules.road_to_honganji.actions import Transfer
from compiler.rules.road_to_honganji.ch06_placement import bad_oda_area, not_controlled, oda_areas, transfer
from compiler.rules.road_to_honganji.events import CardEvent
from compiler.rules.road_to_honganji.facts import LEVY, NEUTRAL, NOBUNAGA, ODA, TRANSFER, UPRISING, CombatCard
from compiler.rules.road_to_honganji.field import (
    READY,
    SPENT,
    areas,
    called,
    controlled,
    controller,
    distinct,
    is_vassal,
    on_map,
    pool,
    units_of,
)
from compiler.rules.road_to_honganji.hands import ENOUGH, place_army


# -- 13 Levy -----------------------------------------------------------------------------------------------------------
def no_levy(scene: Scene, seat: str, card: CombatCard) -> str | None:
    if not pool(scene, seat):
        return f"no army of {called(scene, seat)} is left"
    return None if controlled(scene, seat) else f"{called(scene, seat)} controls no area"


@carries("Cards.13")
def levy(scene: Scene, seat: str, card: CombatCard) -> Flow[Victory | None]:
    """One or two own armies are placed, spent, each in any area under control."""
    for n in range(min(card.units, len(pool(scene, seat)))):
        area: str = yield from decide(
            scene,
            lambda: controlled(scene, seat),
            [lambda answer: not_controlled(scene, seat, answer, "Cards.13")],
            topic=ChooseSpace("levy"),
            seat=seat,
            rule="Cards.13",
            stop=ENOUGH if n else None,
            prompt="where is an army placed?",
        )
        if area == ENOUGH:
            break
        place_army(scene, seat, area, SPENT, "Cards.13")
    return None


# -- 14 Nobunaga Orders a Transfer -------------------------------------------------------------------------------------
def ordered(scene: Scene) -> Iterator[Transfer]:
    """Every Oda unit but Nobunaga with every other Oda area."""
    for id in distinct(scene, units_of(scene, ODA)):
        here = scene.table.pieces[id].place
        if id != NOBUNAGA:
            yield from (Transfer(id, area) for area in oda_areas(scene) if area != here)


def no_order(scene: Scene, seat: str, card: CombatCard) -> str | None:
    if not is_vassal(scene, seat):
        return "only a vassal can play it"
    if not on_map(scene, NOBUNAGA):
        return "Oda Nobunaga is off the map"
    return None if any(True for _ in ordered(scene)) else "no Oda unit can go to another Oda area"


@carries("Cards.14")
def order_transfer(scene: Scene, seat: str, card: CombatCard) -> Flow[Victory | None]:
    """One or two Oda units, never Nobunaga, leave one area for one other Oda area as they lie."""
    first: Transfer | None = None
    origin = ""
    for _ in range(card.units):
        answer: Answer = yield from decide(
            scene,
            ordered(scene) if first is None else [t for t in ordered(scene) if _along(scene, t, origin, first)],
            [partial(bad_order, scene, origin, first)],
            topic=ChoosePiece("transfer", None if first is None else first.area),
            seat=seat,
            rule="Cards.14",
            stop=None if first is None else ENOUGH,
            prompt="which Oda unit is transferred where?",
        )
        if not isinstance(answer, Transfer):
            break
        first, origin = answer, scene.table.pieces[answer.unit].place
        transfer(scene, answer, "Cards.14")
    return None


def _along(scene: Scene, answer: Transfer, origin: str, first: Transfer) -> bool:
    return answer.area == first.area and scene.table.pieces[answer.unit].place == origin


def bad_order(scene: Scene, origin: str, first: Transfer | None, answer: Any) -> Refusal | None:
    """Why an Oda unit cannot be transferred so."""
    if not isinstance(answer, Transfer) or answer.unit not in units_of(scene, ODA) or answer.unit == NOBUNAGA:
        return Refusal("Cards.14", "name an Oda unit other than Nobunaga")
    if first is not None and not _along(scene, answer, origin, first):
        return Refusal("Cards.14", "both units leave the same area for the same area")
    return bad_oda_area(scene, answer)


# -- 15 Ikki Uprising --------------------------------------------------------------------------------------------------
def uprisings(scene: Scene, seat: str) -> list[str]:
    return [area for area in areas(scene) if controller(scene, area) != seat]


def no_uprising(scene: Scene, seat: str, card: CombatCard) -> str | None:
    if not pool(scene, NEUTRAL):
        return "no Neutral army is left"
    return None if uprisings(scene, seat) else f"{called(scene, seat)} controls all areas"


@carries("Cards.15")
def rise(scene: Scene, seat: str, card: CombatCard) -> Flow[Victory | None]:
    """One or two Neutral armies are placed in an area of another; no combat follows."""
    area: str = yield from decide(
        scene,
        lambda: uprisings(scene, seat),
        [partial(bad_uprising, scene, seat)],
        topic=ChooseSpace("uprising"),
        seat=seat,
        rule="Cards.15",
        prompt="where is the uprising?",
    )
    most = min(card.units, len(pool(scene, NEUTRAL)))
    number: int = yield from decide(
        scene,
        range(1, most + 1),
        topic=NameNumber("uprising", 1, most),
        seat=seat,
        rule="Cards.15",
        prompt="how many Neutral armies?",
    )
    for _ in range(number):
        place_army(scene, NEUTRAL, area, READY, "Cards.15")
    return None


def bad_uprising(scene: Scene, seat: str, area: Any) -> Refusal | None:
    if area in scene.scenario.closed:
        return Refusal("10-2.x1", f"{scene.name(area)} is not in play")
    if area not in uprisings(scene, seat):
        return Refusal("Cards.15", f"`{area}` is no area under control of another")
    return None


EVENTS: Mapping[str, CardEvent] = {
    LEVY: CardEvent(no_levy, levy),
    TRANSFER: CardEvent(no_order, order_transfer),
    UPRISING: CardEvent(no_uprising, rise),
}
