"""6-2. Playing events: which cards can be played, and what each of them does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from compiler.model.event import Said
from compiler.play.ask import Flow, Refusal
from compiler.play.coverage import carries
from compiler.play.outcome import Victory
from compiler.play.scene import Scene
from compiler.rules.road_to_honganji import cards_of_command, cards_of_force, cards_of_guile, cards_of_supply
from compiler.rules.road_to_honganji.ch09_victory import sudden_end
from compiler.rules.road_to_honganji.events import CardEvent
from compiler.rules.road_to_honganji.facts import CombatCard
from compiler.rules.road_to_honganji.field import called, cunning, facts, hand
from compiler.rules.road_to_honganji.hands import use_card

EVENTS: Mapping[str, CardEvent] = {
    does: event
    for cards in (cards_of_command, cards_of_force, cards_of_guile, cards_of_supply)
    for does, event in cards.EVENTS.items()
}


@carries("6-2.2", "6-2.x3")
def bad_event(scene: Scene, seat: str, card: Any) -> Refusal | None:
    """Why a player cannot play the event of a card: not his, too little cunning, or it would change nothing."""
    if card not in hand(scene, seat):
        return Refusal("6-2.1", f"`{card}` is not in the hand")
    printed = facts(scene).cards[card]
    if cunning(scene, seat) < printed.cunning:
        return Refusal("6-2.2", f"the card needs cunning {printed.cunning}, and the clan has {cunning(scene, seat)}")
    return refused(scene, seat, printed)


def refused(scene: Scene, seat: str, card: CombatCard) -> Refusal | None:
    """Why the event of a card cannot take place now."""
    because = EVENTS[card.does].barred(scene, seat, card)
    return None if because is None else Refusal(card.rule, because)


@carries("6-2.1", "6-2.3", "6-2.x2", "9-1.x1")
def play_event(scene: Scene, seat: str, card: str) -> Flow[Victory | None]:
    """The card is shown and laid on the used cards, which pays for the action; then its event takes place."""
    scene.do(Said(f"{called(scene, seat)} plays {scene.game.pieces[card].name.en}", rule="6-2.1"))
    use_card(scene, seat, card, "6-2.1")
    printed = facts(scene).cards[card]
    won = yield from EVENTS[printed.does].take_place(scene, seat, printed)
    return won or sudden_end(scene)
