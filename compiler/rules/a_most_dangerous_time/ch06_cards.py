"""Chapter 6, Event Cards: hands, draws, playing a card, who may play which and when."""

from __future__ import annotations

from compiler.model.event import Drawn, Said
from compiler.play.ask import Flow, Refusal, shuffle
from compiler.play.coverage import carries
from compiler.play.mechanics.cards import put, top
from compiler.play.scene import Scene
from compiler.rules.a_most_dangerous_time.asking import faction_of_seat, pick
from compiler.rules.a_most_dangerous_time.ch15_fortune import has_fortune, pass_fortune
from compiler.rules.a_most_dangerous_time.facts import ANTI, DECK, ODA, PLAYED, facts
from compiler.rules.a_most_dangerous_time.field import four, three
from compiler.rules.a_most_dangerous_time.loyalty import active_alliance, active_faction

KEEP, EXCHANGE = "keep", "exchange"


@carries("16.1.4(1).1", "16.2.8(1).1")
def hand_pile(scene: Scene, seat: str) -> str:
    """The pile of a player's cards; the three Oda players of four share one (16.2.8(1).1)."""
    return "shared_hand" if seat != ANTI and four(scene) else f"hand.{seat}"


def hand(scene: Scene, seat: str) -> tuple[str, ...]:
    return scene.table.stacks.get(hand_pile(scene, seat), ())


@carries("6.2.x1", "6.3.2", "6.3.4", "15.6(3).1", "6.2.2")
def draw_cards(scene: Scene, seat: str, count: int, rule: str) -> Flow[None]:
    """So many cards one at a time; the holder of Good Fortune may exchange one; an empty deck gives none (6.2.x1)."""
    for _ in range(count):
        card = top(scene.table, DECK)
        if card is None:
            return
        scene.do(put(scene.game, card, hand_pile(scene, seat), rule))
        if not has_fortune(scene, seat) or not scene.table.count(DECK):
            continue
        answer = yield from pick(
            scene,
            seat,
            (KEEP, EXCHANGE),
            what="exchange",
            rule="15.6(3).1",
            prompt=f"keep {scene.game.cards[card].name.en}, or use Good Fortune?",
        )
        if answer == EXCHANGE:
            words = f"{scene.game.seats[seat].name.en} use Good Fortune: the card goes back and another is drawn"
            scene.do(Said(words, rule="15.6(3).1"))
            yield from pass_fortune(scene, seat)
            scene.do(Drawn(card, DECK, (), rule="15.6(3).1"))
            yield from shuffle(scene, DECK, rule="15.6(3).1")
            again = top(scene.table, DECK)
            assert again is not None
            scene.do(put(scene.game, again, hand_pile(scene, seat), "15.6(3).1"))


@carries("6.3.3", "6.3.1", "CardsAll.1")
def play_card(scene: Scene, seat: str, card: str, rule: str) -> None:
    """A card is shown and leaves the game before it takes effect; the Iron Ship stays before its player (6.3.3)."""
    thing = scene.game.cards[card]
    scene.do(Said(f"{scene.game.seats[seat].name.en} play {thing.name.en} ({thing.number})", rule=rule))
    pile = lasting_pile(scene, seat) if thing.values.get("stays") else PLAYED
    scene.do(put(scene.game, card, pile, rule))


def lasting_pile(scene: Scene, seat: str) -> str:
    if faction_of_seat(scene, seat) == ODA:
        return "lasting_oda"
    return "lasting_anti_oda_b" if seat == "anti_oda_b" else "lasting_anti_oda"


def number(scene: Scene, card: str) -> int:
    return facts(scene).numbers[card]


@carries("6.1.1", "6.1.2", "6.1.5", "6.1.6", "4.1(1).2", "4.1(1).3", "16.1.4(4).1")
def not_yours(scene: Scene, seat: str, card: str) -> Refusal | None:
    """Why a player cannot play a card at all now: not his, for the other Faction, or its impulse is not on."""
    if card not in hand(scene, seat):
        return Refusal("6.3.1", "that card is not in your hand")
    values = scene.game.cards[card].values
    who = faction_of_seat(scene, seat)
    crosswise = three(scene) and bool(values.get("cross"))
    if values["who"] not in ("either", who) and not crosswise:
        return Refusal(_row(scene, card), "that card serves the other Faction")
    timing = values["timing"]
    if timing == "ikko_impulse" and active_alliance(scene) != "ikko_ikki":
        return Refusal("4.1(1).3", "riots break out in an Ikko-Ikki impulse")
    if timing == "oda_impulse" and active_faction(scene) != ODA:
        return Refusal("4.1(1).2", "a truce is made in an Oda impulse")
    return None


def _row(scene: Scene, card: str) -> str:
    """The row of the ledger that a card names last: its own."""
    rows = scene.game.cards[card].note.rules
    return scene.book.once(("row", card), lambda: next((r for r in rows if r.startswith("Card")), "CardsAll.1"))


def own_row(scene: Scene, card: str) -> str:
    return _row(scene, card)


def with_timing(scene: Scene, seat: str, timings: tuple[str, ...]) -> list[str]:
    """The cards in a hand that belong to some windows."""
    held = hand(scene, seat) if timings else ()
    return scene.memo_of(("timing", seat, timings), (held,), lambda: _with_timing(scene, held, timings)) if held else []


def _with_timing(scene: Scene, held: tuple[str, ...], timings: tuple[str, ...]) -> list[str]:
    known = facts(scene).timings
    return [card for card in held if known[card] in timings]
