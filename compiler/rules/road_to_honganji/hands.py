"""What hands do to the pieces: armies to and from their pools, units turned, cards used and drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from compiler.model.event import Marked, Moved, Turned
from compiler.model.record import record
from compiler.play.ask import Flow, Refusal, Topic, decide
from compiler.play.coverage import carries
from compiler.play.faults import EngineFault
from compiler.play.mechanics.cards import put, top
from compiler.play.scene import Scene
from compiler.rules.road_to_honganji.facts import ARMIES, CASTLES, HAND, NEUTRAL, ODA, REMOVED, STACK, USED
from compiler.rules.road_to_honganji.field import READY, SPENT, TURNED, different, hand, pool, unit

ENOUGH = "enough"


@record(frozen=True, slots=True)
class PayWith(Topic):
    """Which card is discarded; `purpose` says what for: an action, an additional combat, nothing."""

    purpose: str


# -- units -------------------------------------------------------------------------------------------------------------
@carries("1-2.2")
def turn(scene: Scene, ids: Iterable[str], face: int, rule: str) -> None:
    """Some units become ready or spent; an Oda army has no such sides and stays as it is."""
    for id in ids:
        if scene.table.pieces[id].face != face and not _has_two_clans(scene, id):
            scene.do(Turned(id, face, rule=rule))


def _has_two_clans(scene: Scene, id: str) -> bool:
    return unit(scene, id).clan == ODA and not unit(scene, id).general


@carries("1-2-2-1.x1", "6-3-2.x1")
def place_army(scene: Scene, clan: str, area: str, face: int, rule: str) -> str:
    """An army comes out of the pool of its clan, lying as the rule of the placement says."""
    id = pool(scene, clan)[0]
    turn(scene, (id,), face, rule)
    scene.do(Moved(id, area, rule=rule))
    return id


@carries("8-4.3", "8-4-1.1")
def remove(scene: Scene, id: str, rule: str) -> None:
    """A unit leaves the map: an army to its pool, a castle to its box, ready side up; a general for good."""
    piece = scene.table.pieces[id]
    if unit(scene, id).general and not unit(scene, id).castle:
        scene.do(Moved(id, REMOVED, rule=rule))
        return
    turn(scene, (id,), READY, rule)
    scene.do(Moved(id, f"{CASTLES}.{piece.side}" if unit(scene, id).castle else f"{ARMIES}.{piece.side}", rule=rule))


@carries("8-4-1.2", "8-4.x2")
def lose_army(scene: Scene, id: str, rule: str) -> None:
    """An army is lost: removed, but an Oda army is turned over and is a Neutral army where it stands."""
    if scene.table.pieces[id].side == ODA:
        scene.do(Turned(id, TURNED, side=NEUTRAL, rule="8-4-1.2"))
    else:
        remove(scene, id, rule)


def spend(scene: Scene, ids: Iterable[str], rule: str) -> None:
    turn(scene, ids, SPENT, rule)


# -- cards -------------------------------------------------------------------------------------------------------------
def use_card(scene: Scene, seat: str, card: str, rule: str) -> None:
    """A card of a hand goes face up to the used cards."""
    scene.do(put(scene.game, card, USED, rule))
    if scene.table.mark(seat, "used_card") is None:
        scene.do(Marked(seat, "used_card", True, rule="6.3"))


def pay(scene: Scene, seat: str, rule: str, what: str = "it") -> Flow[str]:
    """A player chooses one card of his hand and discards it for what he does."""
    card: str = yield from decide(
        scene,
        lambda: different(scene, hand(scene, seat)),
        [not_in_hand(scene, seat, rule)],
        topic=PayWith("action"),
        seat=seat,
        rule=rule,
        prompt=f"discard which card for {what}?",
    )
    use_card(scene, seat, card, rule)
    return card


def not_in_hand(scene: Scene, seat: str, rule: str) -> Callable[[Any], Refusal | None]:
    """Only a card of the player's hand will do."""
    return lambda card: None if card in hand(scene, seat) else Refusal(rule, f"`{card}` is not in the hand")


@carries("3-2.x1")
def draw_cards(scene: Scene, seat: str, count: int, rule: str) -> None:
    """Cards off the top of the stack into a hand; the stack never runs out within a turn."""
    for _ in range(count):
        card = top(scene.table, STACK)
        if card is None:
            raise EngineFault("the stack has run out within a turn")
        scene.do(put(scene.game, card, f"{HAND}.{seat}", rule))
