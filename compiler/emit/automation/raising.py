"""Counters that a result raises: one of the pile of a side comes to a space that this side holds.

The piece that rolled finds the side, its own or one that its player names, then the space; the only one, where there
is one only. A hidden button sends the top of the pile there. Without a counter or a space the players are told so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from compiler.emit.asking import Inquiry
from compiler.emit.atlas import is_deck
from compiler.emit.automation.conditions import lying
from compiler.emit.automation.landing import sent_to
from compiler.emit.automation.lookup import choose
from compiler.emit.automation.moves import GUARDED, UNGUARDED
from compiler.emit.chat import player, ruled, said
from compiler.emit.manifest import COUNTER_ID
from compiler.emit.module import keys
from compiler.emit.module.cups import in_deck
from compiler.emit.module.marks import SHOWS, marker_of
from compiler.emit.plan import Plan
from compiler.model.counters import CounterKind
from compiler.model.deeds import Deed, Raising
from compiler.model.piles import Pile
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component
from compiler.vassal.keys import Key, named
from compiler.vassal.traits import DynamicProperty, GlobalHotkey, Report, SetGlobalProperty, Trait, Trigger
from compiler.vassal.values import Limits, PropertyCommand, SetValue

SIDE, ROOM, PLACE = "RaisedSide", "RaisedRoom", "RaisedIn"  # of the piece that rolled
TO = "Raised_to"  # where the next counter comes to
_RAISED = named("liege-raised")


def raise_key(raising: Raising) -> Key:
    """The command of a piece whose side gets a counter."""
    return named(f"liege-raises-{raising.pile}-{raising.of or 'own'}")


def raisings(plan: Plan) -> list[Raising]:
    """All that results raise."""
    checks = plan.game.rolls.checks.values()
    return [deed.raises for check in checks for deed in check.does.values() if deed.raises is not None]


def piles_of(plan: Plan, raising: Raising) -> dict[str, Pile]:
    """The pile of each side that has one to take from."""
    found = {side: plan.game.piles.get(f"{raising.pile}.{side}") for side in plan.game.sides}
    return {side: pile for side, pile in found.items() if pile is not None and is_deck(pile)}


@dataclass(frozen=True, slots=True)
class _Raised:
    """The expressions of one raising, seen from the piece that rolled."""

    plan: Plan
    raising: Raising

    def key(self, what: str) -> Key:
        return named(f"liege-raising-{self.raising.of or 'own'}-{what}")

    def name(self, side: str) -> str:
        return self.plan.game.sides[side].name.en

    @property
    def sort(self) -> str:
        """What the piles are called, whosesoever they are."""
        pile = next(iter(piles_of(self.plan, self.raising).values()))
        return pile.name.en.partition(":")[0]

    def holds(self, side: ex.Value) -> ex.Node:
        """The test of a plate that shows a side."""
        mark = self.plan.game.marks[self.raising.mark]
        plates = dict.fromkeys(marker_of(mark, value) for value in mark.values)
        return ex.every(
            ex.any_of(*(ex.equals(ex.prop(COUNTER_ID), id) for id in plates)), ex.equals(ex.prop(SHOWS), side)
        )

    def able(self) -> dict[str, ex.Node]:
        """The sides of the list by name: whether this one may choose each, and there is a counter and a space."""
        lists = self.plan.game.constants[self.raising.of or ""].value
        assert isinstance(lists, Mapping)
        found, window = {}, self.plan.atlas.main.name
        for side, pile in piles_of(self.plan, self.raising).items():
            chosen_by = [ex.equals(ex.prop("Side"), own) for own, listed in lists.items() if side in listed]
            if chosen_by:
                spaces = ex.call("CountMap", window, ex.quoted(self.holds(self.name(side))))
                left = ex.greater(lying(self.plan, pile.id), 0)
                found[self.name(side)] = ex.every(ex.any_of(*chosen_by), left, ex.greater(spaces, 0))
        return found

    def left(self) -> ex.Node:
        """How many counters the side has left."""
        piles = piles_of(self.plan, self.raising)
        own = ex.prop(SIDE)
        return choose([(ex.equals(own, self.name(s)), lying(self.plan, pile.id)) for s, pile in piles.items()], 0)

    def spaces(self) -> dict[str, ex.Node]:
        """Every space by its name, and whether the side holds it."""
        board, window = self.plan.game.map, self.plan.atlas.main.name
        names = [self.plan.atlas.spaces[id].location for id in board.land]
        held = ex.quoted_now(self.holds(f"${SIDE}$"))
        return {name: ex.greater(ex.call("CountLocation", name, window, held), 0) for name in names}

    def rooms(self) -> ex.Node:
        """How many spaces there are to choose from; none where no counter is left."""
        total: ex.Node = ex.literal(0)
        for test in self.spaces().values():
            total = ex.add(total, ex.if_(test, 1, 0))
        return ex.if_(ex.greater(self.left(), 0), total, 0)

    # -- on the piece that rolled --------------------------------------------------------------------------------------
    def traits(self) -> Iterator[Trait]:
        """Nothing to raise: told. One space: there. Several: the player is asked, and may leave it at that."""
        spaces, where = self.spaces(), self.key("asked")
        title = f"{self.sort}: where does one come to?"
        asks = Inquiry(f"raised_{self.raising.of or 'own'}", "", where, title, {name: name for name in spaces}, spaces)
        only, decides, goes = self.key("only"), self.key("decided"), self.key("goes")
        first = choose([(test, name) for name, test in spaces.items()], "")
        yield DynamicProperty(
            f"{PLACE}_{self.raising.of or 'own'}", Limits(),
            (
                PropertyCommand("", only, SetValue(ex.braced(first))),
                PropertyCommand("", asks.taken, SetValue(ex.braced(asks.kept(ex.literal(""))))),
            ),
        )  # fmt: skip
        place = ex.prop(f"{PLACE}_{self.raising.of or 'own'}")
        yield SetGlobalProperty(TO, Limits(), (PropertyCommand("", goes, SetValue(ex.braced(place))),))
        for key in (only, asks.taken):
            known = ex.braced(ex.not_equals(place, ""))
            yield Trigger("comes", key=key, match=known, performed=(goes, self.key("press")))
        yield from self._presses()
        yield from asks.traits()
        nothing = said(
            player(), ": <b>", ex.prop("newPieceName"), "</b>: it comes to nothing", ruled(self.raising.note)
        )
        yield Report((self.key("nothing"),), ex.braced(nothing))
        number = ex.prop(ROOM)
        for name, test, chain in (
            ("nowhere", ex.equals(number, 0), (self.key("nothing"),)),
            ("one place", ex.equals(number, 1), (only,)),
            ("a choice", ex.greater(number, 1), (asks.key,)),
        ):
            yield Trigger(name, key=decides, match=ex.braced(test), performed=chain)
        yield from self._side((self.key("rooms"), decides))

    def _presses(self) -> Iterator[Trait]:
        """The button of the side."""
        for side, pile in piles_of(self.plan, self.raising).items():
            press = self.key(f"press-{side}")
            yield GlobalHotkey("", press, _press_key(pile))
            mine = ex.braced(ex.equals(ex.prop(SIDE), self.name(side)))
            yield Trigger(f"of {side}", key=self.key("press"), match=mine, performed=(press,))

    def commands(self) -> Iterator[tuple[str, PropertyCommand]]:
        """What sets the side, and how much room there is."""
        yield ROOM, PropertyCommand("", self.key("rooms"), SetValue(ex.braced(self.rooms())))
        if self.raising.of is None:
            yield SIDE, PropertyCommand("", self.key("side"), SetValue(ex.braced(ex.prop("SideName"))))
            return
        total: ex.Node = ex.literal(0)
        for test in self.able().values():
            total = ex.add(total, ex.if_(test, 1, 0))
        yield ROOM, PropertyCommand("", self.key("sides"), SetValue(ex.braced(total)))
        asks = self._whose()
        yield SIDE, PropertyCommand("", asks.taken, SetValue(ex.braced(asks.kept(ex.literal("")))))

    def _whose(self) -> Inquiry:
        able = self.able()
        title = f"{self.sort}: whose?"
        return Inquiry(
            f"raised_of_{self.raising.of}", "", self.key("whose"), title, {name: name for name in able}, able
        )

    def _side(self, then: tuple[Key, ...]) -> Iterator[Trait]:
        """The side is found, or named; then comes the space."""
        if self.raising.of is None:
            yield Trigger("raises", key=raise_key(self.raising), performed=(self.key("side"), *then))
            return
        asks, chosen = self._whose(), ex.braced(ex.not_equals(ex.prop(SIDE), ""))
        yield from asks.traits()
        yield Trigger("of that side", key=asks.taken, match=chosen, performed=then)
        for name, test, chain in (
            ("nobody", ex.equals(ex.prop(ROOM), 0), (self.key("nothing"),)),
            ("somebody", ex.greater(ex.prop(ROOM), 0), (asks.key,)),
        ):
            yield Trigger(name, key=self.key("able"), match=ex.braced(test), performed=chain)
        yield Trigger("raises", key=raise_key(self.raising), performed=(self.key("sides"), self.key("able")))


def _press_key(pile: Pile) -> Key:
    return named(f"liege-press-raised-{pile.id}")


def raising_traits(plan: Plan, kind: CounterKind, deeds: list[Deed]) -> Iterator[Trait]:
    """What the kind that rolls needs, and the kind that is raised."""
    own = [_Raised(plan, deed.raises) for deed in deeds if deed.raises is not None]
    commands: dict[str, list[PropertyCommand]] = {}
    for made in own:
        for name, command in made.commands():
            commands.setdefault(name, []).append(command)
    for name, changes in commands.items():
        yield DynamicProperty(name, Limits(), tuple(changes), value="0" if name == ROOM else "")
    for made in own:
        yield from made.traits()
    raised = [r for r in raisings(plan) if kind.id in _kinds(plan, r)]
    if raised:
        go, says = named("liege-raised-goes"), named("liege-raised-told")
        yield sent_to(plan, go, ex.prop(TO))
        told = said(player(), ": <b>", ex.prop("newPieceName"), "</b> comes to <b>", ex.prop("location"), "</b>")
        yield Report((says,), ex.braced(said(told, ruled(raised[0].note))))
        yield Trigger("is raised", key=_RAISED, performed=(GUARDED, go, UNGUARDED, keys.UNMARK_MOVED, says))


def _kinds(plan: Plan, raising: Raising) -> set[str]:
    """The kinds of counters that lie in such piles."""
    ids = {id for pile in piles_of(plan, raising).values() for id in pile.pieces}
    return {plan.game.counters[id].kind for id in ids if id in plan.game.counters}


def raising_properties(plan: Plan) -> Iterator[Component]:
    """Where the next counter comes to."""
    if raisings(plan):
        yield component("m.properties.GlobalProperty", name=TO, initialValue="", description="where one comes to")


def raising_buttons(plan: Plan) -> Iterator[Component]:
    """The hidden buttons that send the top of a pile."""
    piles = {pile.id: pile for raising in raisings(plan) for pile in piles_of(plan, raising).values()}
    for pile in piles.values():
        yield component(
            "m.GlobalKeyCommand", name=f"One of {pile.name.en}", buttonText="", icon="", buttonHotkey=_press_key(pile),
            hotkey=_RAISED, deckCount="1", target=in_deck(pile), reportSingle=False, singleMap=False,
        )  # fmt: skip
