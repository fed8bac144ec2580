"""Flight and cards that results give: a piece goes to another space its side holds, a player gets a card."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.asking import Inquiry
from compiler.emit.automation.landing import sent_to
from compiler.emit.automation.lookup import choose
from compiler.emit.automation.moves import GUARDED, UNGUARDED
from compiler.emit.automation.raising import raising_traits
from compiler.emit.chat import REFUSED, player, said
from compiler.emit.manifest import COUNTER_ID
from compiler.emit.module import keys
from compiler.emit.module.card_menu import one_card_key
from compiler.emit.module.hands import sorts
from compiler.emit.module.holders import holder_property
from compiler.emit.module.marks import SHOWS
from compiler.emit.plan import Plan
from compiler.model.counters import CounterKind
from compiler.model.deeds import Deed
from compiler.vassal import expression as ex
from compiler.vassal.keys import Key, named
from compiler.vassal.traits import DynamicProperty, GlobalHotkey, Report, Trait, Trigger
from compiler.vassal.values import Limits, PropertyCommand, SetValue

_ROOM = "Flees_to"  # how many places there are to flee to


def flee_key(mark: str) -> Key:
    """The command of a piece that flees."""
    return named(f"liege-flees-{mark}")


def draw_key(deck: str) -> Key:
    """The command of a piece whose player gets a card."""
    return named(f"liege-gives-{deck}")


def deeds_of(plan: Plan, kind: CounterKind) -> Iterator[Deed]:
    """All that results may do to a kind."""
    for check in plan.game.rolls.checks.values():
        if kind.id in check.kinds:
            for deed in check.does.values():
                yield from (deed, *deed.sides.values())
    for volley in plan.game.rolls.volleys.values():
        if kind.id in volley.losses:
            yield volley.losses[kind.id]
            yield from volley.losses[kind.id].sides.values()


def outcome_traits(plan: Plan, kind: CounterKind) -> Iterator[Trait]:
    """What a kind needs to flee, to give its player a card, and to raise another."""
    deeds = list(deeds_of(plan, kind))
    for mark in dict.fromkeys(deed.flees for deed in deeds if deed.flees is not None):
        yield from _flight(plan, mark)
    for deck in dict.fromkeys(deed.draw for deed in deeds if deed.draw is not None):
        yield from _card(plan, deck)
    yield from raising_traits(plan, kind, deeds)


def _flight(plan: Plan, mark: str) -> Iterator[Trait]:
    """Nowhere to go: lost. One place: there. Several: the player is asked, and may leave it at that."""
    board, holder = plan.game.map, ex.prop(holder_property(plan))
    spots = {plan.atlas.spaces[id].location: plan.atlas.spaces[id] for id in board.land}
    free = {name: _is_free(plan, mark, name) for name in spots}
    rooms: ex.Node = ex.literal(0)
    for test in free.values():
        rooms = ex.add(rooms, ex.if_(test, 1, 0))
    number = ex.prop(_ROOM)
    count, go, says, lost = (named(f"liege-flight-{what}") for what in ("rooms", "goes", "told", "lost"))
    asks = Inquiry(
        "flight", "", named("liege-flight-asked"), "Flees to which space?", {name: name for name in spots}, free
    )
    only = named("liege-flight-only")
    yield DynamicProperty(_ROOM, Limits(), (PropertyCommand("", count, SetValue(ex.braced(rooms))),), value="0")
    yield DynamicProperty(
        "Flight", Limits(),
        (
            PropertyCommand("", only, SetValue(ex.braced(choose([(test, name) for name, test in free.items()], "")))),
            PropertyCommand("", asks.taken, SetValue(ex.braced(asks.kept(ex.literal(""))))),
        ),
    )  # fmt: skip
    where = ex.prop("Flight")
    yield sent_to(plan, go, where)
    told = said(player(), ": <b>", ex.prop("newPieceName"), "</b> flees to <b>", ex.prop("location"), "</b>")
    yield Report((says,), ex.braced(told))
    nowhere = said("<b>", ex.prop("newPieceName"), "</b> has nowhere to flee to: ", holder, " hold no other area")
    yield Report((lost,), ex.braced(nowhere))
    owed = said(f"{REFUSED}<b>", ex.prop("newPieceName"), "</b> has to flee yet: drag it to another space of ", holder)
    yield Report((named("liege-flight-owed"),), ex.braced(owed))
    unknown = ex.braced(ex.equals(where, ""))
    yield Trigger("has to flee", key=asks.taken, match=unknown, performed=(named("liege-flight-owed"),))
    known = ex.braced(ex.not_equals(where, ""))
    for key in (only, asks.taken):
        yield Trigger("flees", key=key, match=known, performed=(GUARDED, go, UNGUARDED, says))
    yield from asks.traits()
    for name, test, chain in (
        ("nowhere", ex.equals(number, 0), (lost, keys.ELIMINATE)),
        ("one place", ex.equals(number, 1), (only,)),
        ("a choice", ex.greater(number, 1), (asks.key,)),
    ):
        yield Trigger(name, key=named("liege-flight-decided"), match=ex.braced(test), performed=chain)
    yield Trigger("flight", key=flee_key(mark), performed=(count, named("liege-flight-decided")))


def _is_free(plan: Plan, mark: str, name: str) -> ex.Node:
    """Whether a place is another one, marked for the side of the piece, with men of it."""
    window, holder = plan.atlas.main.name, holder_property(plan)
    mine = ex.every(ex.equals(ex.prop(COUNTER_ID), f"{mark}/mark"), ex.equals(ex.prop(SHOWS), f"${holder}$"))
    men = ex.equals(ex.prop(holder), f"${holder}$")
    return ex.every(
        ex.not_equals(ex.prop("LocationName"), name),
        ex.greater(ex.call("CountLocation", name, window, ex.quoted_now(mine)), 0),
        ex.greater(ex.call("CountLocation", name, window, ex.quoted_now(men)), 0),
    )


def _card(plan: Plan, deck: str) -> Iterator[Trait]:
    """Presses the button that deals one card to the hand of whoever runs the side."""
    side = ex.prop("Side")
    for sort in sorts(plan)[:1]:
        for hand in sort.hands:
            sides = [s for seat in hand.owners for s in plan.game.seats[seat].sides]
            press = named(f"liege-press-{deck}-{hand.id}")
            yield GlobalHotkey("", press, one_card_key(deck, hand))
            mine = ex.any_of(*(ex.equals(side, s) for s in sides))
            yield Trigger(f"a card for {hand.id}", key=draw_key(deck), match=ex.braced(mine), performed=(press,))
