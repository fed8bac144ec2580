"""Events of intrigue: Opportunism, the Chief Adviser declaration, Slander (cards 5 to 7)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from compiler.model.event import Marked, Revealed, Said, Turned
from compiler.model.record import record
from compiler.play.ask import Flow, Refusal, Topic, decide
from compiler.play.coverage import carries
from compiler.play.mechanics.cards import put
from compiler.play.outcome import Victory
from compiler.play.scene import Scene
from compiler.play.topics import ChoosePiece
from compiler.rules.road_to_honganji.events import CardEvent
from compiler.rules.road_to_honganji.facts import (
    CAPITAL,
    DECLARE,
    NEUTRAL,
    NOBUNAGA,
    SLANDER,
    TURN_COAT,
    USED,
    CombatCard,
)
from compiler.rules.road_to_honganji.field import called, controller, different, facts, hand, is_vassal, on_map, players


@record(frozen=True, slots=True)
class ChooseVictim(Topic):
    """Which vassal is slandered."""

    seat: str


@record(frozen=True, slots=True)
class TakeCard(Topic):
    """Which card of another player's hand is thrown away."""

    victim: str


# -- 5 Opportunism -----------------------------------------------------------------------------------------------------
def waverers(scene: Scene, seat: str) -> list[str]:
    """The generals with a red name on the map that are of another clan and have not turned their coats yet."""
    pieces = scene.table.pieces
    return [
        id
        for id, unit in facts(scene).units.items()
        if unit.red_name and on_map(scene, id) and pieces[id].side != seat and pieces[id].mark("turncoat") is None
    ]


def no_waverer(scene: Scene, seat: str, card: CombatCard) -> str | None:
    return None if waverers(scene, seat) else "no general with a red name of another clan is left to turn"


@carries("Cards.5")
def turn_coat(scene: Scene, seat: str, card: CombatCard) -> Flow[Victory | None]:
    """A general with a red name joins the Neutral clan where he stands, as a defending general, lying as he lies."""
    general: str = yield from decide(
        scene,
        lambda: waverers(scene, seat),
        [partial(bad_waverer, scene, seat)],
        topic=ChoosePiece("turn_coat"),
        seat=seat,
        rule="Cards.5",
        prompt="which general turns his coat?",
    )
    scene.do(Turned(general, side=NEUTRAL, rule="Cards.5"))
    scene.do(Marked(general, "turncoat", True, rule="Cards.5"))
    return None


def bad_waverer(scene: Scene, seat: str, general: Any) -> Refusal | None:
    if general not in waverers(scene, seat):
        return Refusal("Cards.5", f"`{general}` is no general with a red name of another clan, or has turned already")
    return None


# -- 6 Chief Adviser to the Emperor Declaration ------------------------------------------------------------------------
def no_adviser(scene: Scene, seat: str, card: CombatCard) -> str | None:
    if on_map(scene, NOBUNAGA):
        return "Oda Nobunaga is on the map"
    if controller(scene, CAPITAL) != seat:
        return f"{called(scene, seat)} does not control the capital"
    return "he holds the point already" if scene.table.mark(seat, "adviser") else None


@carries("Cards.6", "9-2.4")
def declare(scene: Scene, seat: str, card: CombatCard) -> Flow[Victory | None]:
    """The point passes to the player of the card and stays with him, whoever holds the capital later."""
    for other in players(scene):
        if scene.table.mark(other, "adviser"):
            scene.do(Marked(other, "adviser", None, rule="Cards.6"))
    scene.do(Marked(seat, "adviser", True, rule="9-2.4"))
    yield from ()  # nobody is asked
    return None


# -- 7 Slander ---------------------------------------------------------------------------------------------------------
def victims(scene: Scene, seat: str) -> list[str]:
    return [other for other in players(scene) if other != seat and is_vassal(scene, other) and hand(scene, other)]


def no_victim(scene: Scene, seat: str, card: CombatCard) -> str | None:
    if not is_vassal(scene, seat):
        return "only a vassal can play it"
    if not on_map(scene, NOBUNAGA):
        return "Oda Nobunaga is off the map"
    return None if victims(scene, seat) else "no other vassal holds a card"


@carries("Cards.7", "6-9.x1")
def slander(scene: Scene, seat: str, card: CombatCard) -> Flow[Victory | None]:
    """The player alone looks at the hand of another vassal and throws one card of it away."""
    victim: str = yield from decide(
        scene,
        lambda: victims(scene, seat),
        [partial(bad_victim, scene, seat)],
        topic=ChooseVictim(seat),
        seat=seat,
        rule="Cards.7",
        prompt="which vassal is slandered?",
    )
    scene.do(Said(f"{called(scene, seat)} slanders {called(scene, victim)}", rule="Cards.7"))
    for held in hand(scene, victim):
        scene.do(Revealed(held, (victim, seat), rule="Cards.7"))
    lost: str = yield from decide(
        scene,
        lambda: different(scene, hand(scene, victim)),
        [partial(bad_card, scene, victim)],
        topic=TakeCard(victim),
        seat=seat,
        rule="Cards.7",
        prompt=f"which card of {called(scene, victim)} is thrown away?",
    )
    scene.do(put(scene.game, lost, USED, "Cards.7"))
    return None


def bad_victim(scene: Scene, seat: str, victim: Any) -> Refusal | None:
    if victim not in victims(scene, seat):
        return Refusal("Cards.7", f"`{victim}` is no other vassal with a card")
    return None


def bad_card(scene: Scene, victim: str, card: Any) -> Refusal | None:
    return None if card in hand(scene, victim) else Refusal("Cards.7", f"`{card}` is not in his hand")


EVENTS: Mapping[str, CardEvent] = {
    TURN_COAT: CardEvent(no_waverer, turn_coat),
    DECLARE: CardEvent(no_adviser, declare),
    SLANDER: CardEvent(no_victim, slander),
}
