"""Cards in play: played and discarded by name, laid open before a player, turned over."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.atlas import is_deck
from compiler.emit.automation.payments import payment_traits
from compiler.emit.chat import player, said
from compiler.emit.module import keys
from compiler.emit.module.hands import HIDDEN, TO_HAND, UNMASK, sorts
from compiler.emit.plan import Plan
from compiler.model.counters import Card
from compiler.model.piles import Pile
from compiler.vassal import expression as ex
from compiler.vassal.keys import Key, named
from compiler.vassal.traits import (
    Prototype,
    Report,
    RestrictCommands,
    ReturnToDeck,
    SendToLocation,
    SubMenu,
    Trait,
    Trigger,
)

RULE = "Rule"  # the property of a card with its rule, as the chat shows it
_LAY = "Lay open"


def card_traits(plan: Plan, card: Card) -> Iterator[Prototype]:
    """What a card may do, as prototypes."""
    if sorts(plan):
        yield Prototype(TO_HAND)
    yield from (Prototype(_to(pile)) for pile in plan.discards(card.id))
    if _open_piles(plan):
        yield Prototype(_LAY)


def card_prototypes(plan: Plan) -> Iterator[tuple[str, tuple[Trait, ...]]]:
    """A definition for every pile that cards are played to, and one for the piles they are laid open in."""
    targets = {pile.id: pile for card in plan.game.cards.values() for pile in plan.discards(card.id)}
    for pile in targets.values():
        yield _to(pile), tuple(_played(plan, pile))
    if _open_piles(plan):
        yield _LAY, tuple(_laid(plan))


def _to(pile: Pile) -> str:
    return f"Plays to {pile.id}"


def _played(plan: Plan, pile: Pile) -> Iterator[Trait]:
    """Play and discard: the card is turned up, goes to its pile, and all hear its name."""
    back, name = named(f"liege-to-{pile.id}"), pile.name.en
    yield ReturnToDeck("", back, name, player_chooses=False, deck_expression=name)
    commands = (("Play", "plays", keys.PLAY), ("Discard", "discards", keys.DISCARD))
    for word, verb, key in commands:
        menu = f"{word}: to {name}"  # both go to one pile, and only the chat tells them apart
        says = named(f"liege-says-{verb}-{pile.id}")
        yield Report((says,), ex.braced(said(player(), f" {verb} <b>", ex.prop("newPieceName"), "</b>", ex.prop(RULE))))
        yield Trigger(menu, menu, key, performed=(UNMASK, back, says))
    yield from payment_traits(plan, pile, tuple(named(f"liege-says-{verb}-{pile.id}") for _, verb, _ in commands))
    yield RestrictCommands(
        f"lies in {pile.id}",
        "Hide",
        ex.braced(ex.equals(ex.prop("DeckName"), name)),
        tuple(key for _, _, key in commands),
    )


def _open_piles(plan: Plan) -> list[Pile]:
    """Where cards that stay in play lie for all to see."""
    return [
        pile
        for pile in plan.game.piles.values()
        if pile.kind == "pool" and pile.holds == "cards" and pile.face == "up" and not is_deck(pile)
    ]


def _laid(plan: Plan) -> Iterator[Trait]:
    says, sent = named("liege-says-laid"), list[Key]()
    menus = []
    for pile in _open_piles(plan):
        spot, key, go = plan.atlas.piles[pile.id], named(f"liege-lay-{pile.id}"), named(f"liege-lays-{pile.id}")
        yield SendToLocation("", go, spot.map, spot.map, spot.x, spot.y)
        yield Trigger(pile.name.en, pile.name.en, key, performed=(UNMASK, go, says))
        sent.append(key)
        menus.append(pile.name.en)
    told = said(player(), " lays <b>", ex.prop("newPieceName"), "</b> open: ", ex.prop("location"), ex.prop(RULE))
    yield Report((says,), ex.braced(told))
    yield SubMenu(_LAY, tuple(menus))


def turned(plan: Plan) -> ex.Node:
    """How a card lies now, told by the player who turned it; in a hand that is nobody's business."""
    faces = ex.if_(ex.equals(ex.prop(HIDDEN), True), " face down", " face up")
    told = said(player(), " turns <b>", ex.prop("newPieceName"), "</b> in ", ex.prop("location"), faces)
    windows = [window.name for window in plan.atlas.windows.values() if window.kind == "hand"]
    unseen = ex.any_of(*(ex.equals(ex.prop("CurrentMap"), name) for name in windows))
    return ex.if_(unseen, "", told) if windows else told
