"""Cards in play: played and discarded by name, laid open before a player, turned over."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.atlas import is_deck
from compiler.emit.automation.payments import payment_traits
from compiler.emit.chat import player, said
from compiler.emit.module import keys
from compiler.emit.module.hands import HIDDEN, TO_HAND, UNMASK, sorts
from compiler.emit.names import SOLO
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
    if _open_piles(plan, card.id):
        yield Prototype(_laying(plan, card.id))


def card_prototypes(plan: Plan) -> Iterator[tuple[str, tuple[Trait, ...]]]:
    """A definition for every pile that cards are played to, and one for the piles they are laid open in."""
    targets = {pile.id: pile for card in plan.game.cards.values() for pile in plan.discards(card.id)}
    for pile in targets.values():
        yield _to(pile), tuple(_played(plan, pile))
    laid = {_laying(plan, card): _open_piles(plan, card) for card in plan.game.cards if _open_piles(plan, card)}
    for name, piles in laid.items():
        yield name, tuple(_laid(plan, piles))


def _to(pile: Pile) -> str:
    return f"Plays to {pile.id}"


def _played(plan: Plan, pile: Pile) -> Iterator[Trait]:
    """Play and discard: the card is turned up, goes to its pile, and all hear its name."""
    back, name = named(f"liege-to-{pile.id}"), pile.name.en
    yield ReturnToDeck("", back, name, player_chooses=False, deck_expression=name)
    commands = [("Play", "plays", keys.PLAY)]
    if not pile.only_played:
        commands.append(("Discard", "discards", keys.DISCARD))
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


def _laying(plan: Plan, card: str) -> str:
    """The prototype with the piles a card may be laid in."""
    named_ones = [pile.id for pile in _open_piles(plan, card) if pile.takes]
    return f"{_LAY}: {', '.join(named_ones)}" if named_ones else _LAY


def _open_piles(plan: Plan, card: str) -> list[Pile]:
    """Where a card that stays in play lies for all to see."""
    return [
        pile
        for pile in plan.game.piles.values()
        if pile.kind == "pool" and pile.holds == "cards" and pile.face == "up" and not is_deck(pile)
        if not pile.takes or card in pile.takes
    ]


def _laid(plan: Plan, piles: list[Pile]) -> Iterator[Trait]:
    says, sent = named("liege-says-laid"), list[Key]()
    menus = []
    for pile in piles:
        spot, key, go = plan.atlas.piles[pile.id], named(f"liege-lay-{pile.id}"), named(f"liege-lays-{pile.id}")
        yield SendToLocation("", go, spot.map, spot.map, spot.x, spot.y)
        yield Trigger(pile.name.en, pile.name.en, key, performed=(UNMASK, go, says))
        if pile.laid_by:
            seats = (SOLO, *(plan.game.seats[seat].name.en for seat in pile.laid_by))
            others = ex.every(*(ex.not_equals(ex.prop("PlayerSide"), seat) for seat in seats))
            yield RestrictCommands(f"not laid in {pile.id}", "Hide", ex.braced(others), (key,))
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
