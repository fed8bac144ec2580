"""Hands of cards: drawn from a deck, taken from the table, dealt round; what they hold is said to nobody.

A seat may hold several hands: each sort of them (`Hand`, or `Provinces` and `Provinces of the second colour`) is a
command of its own. The player who plays alone is asked whose hand is meant.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from compiler.emit.chat import player, said
from compiler.emit.module import keys
from compiler.emit.names import SOLO
from compiler.emit.plan import Plan
from compiler.emit.seats import absent, is_away, plays
from compiler.model.piles import Pile
from compiler.vassal import expression as ex
from compiler.vassal.keys import Key, named
from compiler.vassal.traits import DynamicProperty, Report, RestrictCommands, SendToLocation, Trait, Trigger
from compiler.vassal.values import Choose, Limits, PropertyCommand, SetValue

TO_HAND = "To hand"
HIDDEN = "ObscuredToOthers"  # VASSAL's property of a masked piece
MAP = "CurrentMap"
UNMASK = named("liege-unmask")
_SEAT = "PlayerSide"


@dataclass(frozen=True, slots=True)
class Sort:
    """Hands of one sort: of each seat at most one."""

    nth: int
    name: str  # `my hand`, or what they are called where a seat has several
    hands: tuple[Pile, ...]

    def key(self, what: str) -> Key:
        """A command about these hands."""
        return named(f"liege-hand-{self.nth}-{what}")

    @property
    def dealt(self) -> tuple[Pile, ...]:
        """The hands that are dealt to: those of the first sort."""
        return self.hands if self.nth == 0 else ()

    @property
    def property(self) -> str:
        """The property of a card that holds the window it goes to."""
        return f"Hand_{self.nth}"


def sorts(plan: Plan) -> list[Sort]:
    """The sorts of hands that hold cards."""
    hands = [pile for pile in plan.game.piles.values() if pile.kind == "hand" and pile.holds == "cards"]
    owners = [owner for hand in hands for owner in hand.owners]
    if len(set(owners)) == len(owners):
        return [Sort(0, "my hand", tuple(hands))] if hands else []
    by_name: dict[str, list[Pile]] = {}
    for hand in hands:
        by_name.setdefault(plan.atlas.windows[window_of(plan, hand)].sort, []).append(hand)
    return [Sort(n, name, tuple(own)) for n, (name, own) in enumerate(by_name.items())]


def window_of(plan: Plan, hand: Pile) -> str:
    """The window of a hand."""
    return plan.atlas.piles[hand.id].map


def draw_menu(sort: Sort) -> str:
    """What the command on a deck says."""
    return f"Draw to {sort.name}"


def hand_prototypes(plan: Plan) -> Iterator[tuple[str, tuple[Trait, ...]]]:
    """What cards need to come into hands; nobody sees which they are."""
    found = sorts(plan)
    if found:
        yield TO_HAND, (*_unmasking(), *(trait for sort in found for trait in _sort(plan, sort)))


def _unmasking() -> Iterator[Trait]:
    """Turns a card up that lies masked; the mask's own key would cover an open one."""
    yield Trigger("turn up", key=UNMASK, match=ex.braced(ex.equals(ex.prop(HIDDEN), True)), performed=(keys.HIDE,))


def _sort(plan: Plan, sort: Sort) -> Iterator[Trait]:
    own, first = sort.property, plan.atlas.piles[sort.hands[0].id]
    choices = tuple(ex.braced(_offered(plan, hand)) for hand in sort.hands)
    commands = [
        PropertyCommand("", sort.key("mine"), SetValue(ex.braced(_mine(plan, sort)))),
        PropertyCommand("", sort.key("ask"), Choose("Whose hand?", choices)),
        *(PropertyCommand("", _names(hand), SetValue(window_of(plan, hand))) for hand in _dealt(plan, sort)),
    ]
    go = sort.key("go")
    yield DynamicProperty(own, Limits(), tuple(commands))
    yield SendToLocation("", sort.key("send"), ex.braced(ex.prop(own)), "", first.x, first.y)
    yield Report((sort.key("says"),), ex.braced(_told(sort)))
    known = ex.braced(ex.not_equals(ex.prop(own), ""))
    yield Trigger("into it", key=go, match=known, performed=(sort.key("send"), UNMASK, sort.key("says")))
    alone = ex.braced(ex.equals(ex.prop(_SEAT), SOLO))
    yield Trigger("whose", key=sort.key("whose"), match=alone, performed=(sort.key("ask"),))
    chain = (sort.key("mine"), sort.key("whose"), go)
    yield Trigger("draw", key=sort.key("draw"), performed=chain)
    yield Trigger(f"Take: {sort.name}", f"Take into {sort.name}", sort.key("take"), performed=chain)
    yield RestrictCommands(f"no use for {sort.name}", "Hide", ex.braced(_useless(plan, sort)), (sort.key("take"),))
    for hand in _dealt(plan, sort):
        yield Trigger(f"dealt to {hand.id}", key=deal_key(hand), performed=(_names(hand), sort.key("send"), UNMASK))


def _dealt(plan: Plan, sort: Sort) -> tuple[Pile, ...]:
    """The hands that cards come into without being drawn: dealt round, or given by a result."""
    decks = [pile for pile in plan.game.piles.values() if pile.kind == "deck" and pile.holds == "cards"]
    given = any(deed.draw for check in plan.game.rolls.checks.values() for deed in check.does.values())
    return sort.dealt if given or any(deck.dealt for deck in decks) else ()


def _names(hand: Pile) -> Key:
    return named(f"liege-for-{hand.id}")


def deal_key(hand: Pile) -> Key:
    """The command of a card that puts it into a certain hand."""
    return named(f"liege-deal-{hand.id}")


def _holders(plan: Plan, hand: Pile) -> list[str]:
    return [plan.game.seats[seat].name.en for seat in hand.owners]


def in_play(plan: Plan, hand: Pile) -> ex.Node:
    """Whether anybody who holds a hand plays, and has a use for it."""
    played = ex.any_of(*(plays(plan, seat) for seat in hand.owners))
    return ex.every(played, ex.not_(is_away(hand.base))) if hand.base in absent(plan) else played


def _offered(plan: Plan, hand: Pile) -> ex.Node:
    """The window of a hand for the list of those that are in play."""
    return ex.if_(in_play(plan, hand), window_of(plan, hand), "")


def _mine(plan: Plan, sort: Sort) -> ex.Node:
    """The window of the hand of the player who acts; nothing where he has none."""
    found: ex.Node = ex.literal("")
    for hand in reversed(sort.hands):
        held = ex.any_of(*(ex.equals(ex.prop(_SEAT), name) for name in _holders(plan, hand)))
        found = ex.if_(held, window_of(plan, hand), found)
    return found


def _useless(plan: Plan, sort: Sort) -> ex.Node:
    """Whether the player has no such hand, or the card is in it."""
    names = [name for hand in sort.hands for name in _holders(plan, hand)]
    stranger = ex.every(*(ex.not_equals(ex.prop(_SEAT), name) for name in (*names, SOLO)))
    windows = [ex.equals(ex.prop(MAP), window_of(plan, hand)) for hand in sort.hands]
    base = sort.hands[0].base
    return ex.any_of(stranger, *windows, *((is_away(base),) if base in absent(plan) else ()))


def _told(sort: Sort) -> ex.Node:
    """Who took a card, and how many are left where it came from; never which."""
    deck = ex.prop("OldDeckName")
    left = ex.call("GetMapProperty", ex.add(deck, "_numPieces"), ex.prop("OldMap"))
    drawn = said(" draws a card from ", deck, ", ", left, " left")
    into = ex.if_(ex.equals(ex.prop(_SEAT), SOLO), said(" (", ex.prop(sort.property), ")"), "")
    taken = said(" takes a card from ", ex.prop("OldLocationName"))
    return said(player(), ex.if_(ex.equals(deck, ""), taken, drawn), into)
