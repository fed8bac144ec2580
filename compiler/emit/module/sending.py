"""Commands that take a card into a hand."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.names import SOLO
from compiler.emit.plan import Plan
from compiler.model.piles import Pile
from compiler.vassal import expression as ex
from compiler.vassal.keys import named
from compiler.vassal.traits import Report, RestrictCommands, SendToLocation, Trait

TO_HAND = "To hand"


def hand_prototypes(plan: Plan) -> Iterator[tuple[str, tuple[Trait, ...]]]:
    """A command for cards that takes them into one's own hand; nobody sees those of others."""
    hands = [pile for pile in plan.game.piles.values() if pile.kind == "hand" and pile.holds == "cards"]
    if hands:
        yield TO_HAND, tuple(trait for hand in hands for trait in _into(plan, hand))


def _into(plan: Plan, hand: Pile) -> Iterator[Trait]:
    spot, key = plan.atlas.piles[hand.id], named(f"liege-take-{hand.id}")
    owners = [plan.game.seats[seat].name.en for seat in hand.owners]
    yield SendToLocation(f"Take: {spot.location}", key, spot.map, spot.map, spot.x, spot.y)
    yield Report((key,), f"A card goes to {spot.location}")
    strangers = [ex.not_equals(ex.prop("PlayerSide"), name) for name in (*owners, SOLO)]
    yield RestrictCommands(f"hand of {', '.join(owners)}", "Hide", ex.braced(ex.every(*strangers)), (key,))
