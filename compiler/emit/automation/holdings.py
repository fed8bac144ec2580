"""Who holds a space, settled by the module: plates on spaces change to the side that stands there.

A plate whose side has nobody left looks who stands there. Who attacked in the space last, and whom, is kept on it until
the step that settles it is over. Where several stand and nothing decides, the players are told to choose.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.automation.lookup import choose
from compiler.emit.automation.preference import OFF, TELL_ONLY
from compiler.emit.automation.taking_part import Muster
from compiler.emit.chat import REFUSED, ruled, said
from compiler.emit.manifest import COUNTER_ID
from compiler.emit.module.holders import holder_property
from compiler.emit.module.marks import SHOWS, marker_of, property_of
from compiler.emit.names import YES, plain
from compiler.emit.plan import Plan
from compiler.model.counters import Mark
from compiler.model.holdings import Holding
from compiler.model.rolls import Volley
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component
from compiler.vassal.keys import Key, named
from compiler.vassal.traits import DynamicProperty, Report, SetGlobalProperty, Trait, Trigger
from compiler.vassal.values import Limits, PropertyCommand, SetValue

_SETTLES, _ATTACKED_BY, _ATTACKED = "Settles", "AttackedBy", "WasAttacked"  # names of sides
_BY = "SettledBy"
_CHOICE = "?"  # several stand there, and nothing decides
_GAP = "\x00"


def holding_of(plan: Plan, mark: Mark) -> Holding | None:
    """The holding that a mark shows."""
    return next((held for held in plan.game.upkeep.holdings.values() if held.mark == mark.id), None)


def _fought_by(plan: Plan, volley: Volley) -> list[Holding]:
    held = plan.game.upkeep.holdings.values()
    return [own for own in held if own.fought is not None and own.fought.volley == volley.id]


class Settling:
    """The expressions of one holding, seen from a plate."""

    def __init__(self, plan: Plan, holding: Holding) -> None:
        self.plan, self.holding, self.mark = plan, holding, plan.game.marks[holding.mark]
        names = dict.fromkeys(plan.game.counter_kinds[kind].name.en for kind in holding.held_by)
        self.kinds = ex.any_of(*(ex.equals(ex.prop("Kind"), name) for name in names))
        self.sides = {str(side): plan.game.sides[str(side)].name.en for side in self.mark.values}

    @property
    def changed(self) -> str:
        """The property that says whether any plate had something to do."""
        return f"Holding_{self.holding.id}"

    def key(self, what: str) -> Key:
        return named(f"liege-holding-{self.holding.id}-{what}")

    def anybody(self) -> ex.Node:
        """How many stand here."""
        return ex.call("CountLocation", ex.quoted(self.kinds))

    def of(self, side: ex.Value) -> ex.Node:
        """How many of a side stand here; its name is put into the test as text."""
        test = ex.every(self.kinds, ex.equals(ex.prop(holder_property(self.plan)), _GAP))
        before, _, after = ex.braced(test).partition(_GAP)
        return ex.call("CountLocation", ex.add(ex.add(before, side), after))

    def is_plate(self) -> ex.Node:
        shown = dict.fromkeys(marker_of(self.mark, value) for value in self.mark.values)
        return ex.any_of(*(ex.equals(ex.prop(COUNTER_ID), id) for id in shown))

    def is_empty(self) -> ex.Node:
        """Whether nobody stands here, though a side holds it."""
        empty = self.holding.empty
        kept = ex.prop(property_of(self.mark.id))
        assert empty is not None
        return ex.every(ex.not_equals(kept, plain(empty.to)), ex.equals(self.anybody(), 0))

    def is_due(self) -> ex.Node:
        """Whether the side of a plate has nobody left, and somebody gets the space."""
        lost, somebody = ex.equals(self.of(ex.prop(SHOWS)), 0), ex.greater(self.anybody(), 0)
        gone = ex.any_of(somebody, self.is_empty()) if self.holding.empty is not None else somebody
        return ex.every(self.is_plate(), lost, gone)

    def goes_to(self) -> ex.Node:
        """The name of the side that gets it; a sign where somebody chooses."""
        empty, cases = self.holding.empty, list[tuple[ex.Node, ex.Value]]()
        cases.append((ex.equals(self.anybody(), 0), self.sides[empty.to] if empty is not None else ex.prop(SHOWS)))
        for kept in (_ATTACKED_BY, _ATTACKED) if self.holding.fought is not None else ():
            here = ex.every(ex.not_equals(ex.prop(kept), ""), ex.greater(self.of(ex.prop(kept)), 0))
            cases.append((here, ex.prop(kept)))
        cases += [(ex.equals(self.of(name), self.anybody()), name) for name in self.sides.values()]
        return choose(cases, _CHOICE)

    # -- what is said --------------------------------------------------------------------------------------------------
    def decided_by(self) -> ex.Node:
        """The rule that decides, in small letters; where somebody chooses, who stands there. A report counts nobody."""
        names: ex.Node = ex.literal("")
        for name in self.sides.values():
            names = ex.add(names, ex.if_(ex.greater(self.of(name), 0), f", {name}", ""))
        cases: list[tuple[ex.Node, ex.Value]] = []
        if self.holding.empty is not None:
            cases.append((ex.equals(self.anybody(), 0), ruled(self.holding.empty.note)))
        new = ex.prop(_SETTLES)
        cases.append((ex.equals(new, _CHOICE), names))
        if self.holding.fought is not None:
            cases.append((ex.less(self.of(new), self.anybody()), ruled(self.holding.fought.note)))
        return choose(cases, ruled(self.holding.note))

    def told(self, does: str) -> ex.Node:
        """From whom to whom a space goes, with the rule that decides."""
        text = said(f"{self.holding.name.en}: <b>", ex.prop("location"), f"</b> {does} ", ex.prop(SHOWS), " to <b>")
        return said(text, ex.prop(_SETTLES), "</b>", ex.prop(_BY))

    def choice(self) -> ex.Node:
        """Who stands there, and that somebody chooses."""
        text = said(f"{REFUSED}{self.holding.name.en}: <b>", ex.prop("location"), "</b> is lost to ", ex.prop(SHOWS))
        text = said(text, ", and several stand there", ex.prop(_BY), ": choose one by the menu of its plate")
        return said(text, ruled(self.holding.chosen or self.holding.note))

    # -- on the plate --------------------------------------------------------------------------------------------------
    def change(self) -> PropertyCommand:
        """The mark becomes that of the new side."""
        ids = [(ex.equals(ex.prop(_SETTLES), name), side) for side, name in self.sides.items()]
        return PropertyCommand(
            "", self.key("settled"), SetValue(ex.braced(choose(ids, ex.prop(property_of(self.mark.id)))))
        )

    def traits(self) -> Iterator[Trait]:
        """A plate looks who stands there, changes or tells, and remembers who fought there."""
        look, decide = self.key("look"), self.key("decide")
        for name, value in ((_BY, self.decided_by()), (_SETTLES, self.goes_to())):  # of one key the outer hears first
            yield DynamicProperty(name, Limits(), (PropertyCommand("", look, SetValue(ex.braced(value))),))
        if self.holding.fought is not None:
            muster = _muster(self.plan, self.plan.game.rolls.volleys[self.holding.fought.volley])
            for name, back in ((_ATTACKED_BY, False), (_ATTACKED, True)):
                yield DynamicProperty(name, Limits(), (
                    PropertyCommand("", self.key("fought"), SetValue(ex.braced(ex.prop(muster.side(back))))),
                    PropertyCommand("", self.key("forgets"), SetValue("")),
                ))  # fmt: skip
        new, tells = ex.prop(_SETTLES), ex.equals(ex.prop(TELL_ONLY), True)
        settled, chosen = ex.not_equals(new, _CHOICE), ex.equals(new, _CHOICE)
        for name, test, what, sentence in (
            ("goes over", ex.every(settled, ex.not_(tells)), ("says", "settled"), self.told("goes from")),
            ("should go over", ex.every(settled, tells), ("tells",), self.told("should go from")),
            ("is chosen", chosen, ("asks",), self.choice()),
        ):
            yield Report((self.key(what[0]),), ex.braced(sentence))
            yield Trigger(name, key=decide, match=ex.braced(test), performed=tuple(self.key(own) for own in what))
        changed = PropertyCommand("", self.key("settle"), SetValue(YES))
        yield SetGlobalProperty(self.changed, Limits(), (changed,))
        yield Trigger("settled", key=self.key("settle"), performed=(look, decide))

    def property(self) -> Component:
        begins = component(
            "m.properties.ChangePropertyButton", text="", hotkey=self.key("begins"), propChanger=str(SetValue(""))
        )
        return component("m.properties.GlobalProperty", begins, name=self.changed, description="a space has changed")

    # -- buttons -------------------------------------------------------------------------------------------------------
    def _sent(self, pressed: str, sent: str, test: ex.Node, *, quiet: bool = False) -> Component:
        return component(
            "m.GlobalKeyCommand", name=f"{self.holding.name.en}: {pressed}", buttonText="", icon="",
            buttonHotkey=self.key(f"press-{pressed}"), hotkey=self.key(sent), filter=ex.braced(test),
            reportSingle=quiet, singleMap=False, canDisable=True, propertyGate=OFF, hideWhenDisabled=True,
        )  # fmt: skip

    def buttons(self) -> Iterator[Component]:
        """The one players press, the one a step presses, and what these send to plates."""
        name, nothing = self.holding.name.en, self.key("nothing")
        yield component(
            "m.DoActionButton", name=name, text=name, icon="", doHotkey=True, canDisable=True, propertyGate=OFF,
            hotkeys=(self.key("begins"), self.key("press-settle"), nothing),
            tooltip=f"{name}: every space goes to the side that stands in it",
        )  # fmt: skip
        yield component(
            "m.DoActionButton", name=f"{name}: nothing", text="", icon="", hotkey=nothing, doReport=True,
            reportFormat=f"{name}: nothing changes{ruled(self.holding.note)}", doLoop=True, loopType="counted",
            loopCount=ex.braced(ex.if_(ex.equals(ex.prop(self.changed), ""), 1, 0)),
        )  # fmt: skip
        over = [self.key("press-settle")]
        yield self._sent("settle", "settle", self.is_due())
        if self.holding.empty is not None:
            yield self._sent("empty", "settle", ex.every(self.is_plate(), self.is_empty()))
        if self.holding.fought is not None:
            muster = _muster(self.plan, self.plan.game.rolls.volleys[self.holding.fought.volley])
            here = ex.equals(ex.prop("LocationName"), f"${muster.place}$")
            yield self._sent("fought", "fought", ex.every(self.is_plate(), here), quiet=True)
            kept = ex.not_equals(ex.prop(_ATTACKED_BY), "")
            yield self._sent("forget", "forgets", ex.every(self.is_plate(), kept), quiet=True)
            over.append(self.key("press-forget"))
        yield component(
            "m.DoActionButton", name=f"{name}: at its step", text="", icon="", hotkey=self.key("step"), doHotkey=True,
            hotkeys=tuple(over),
        )  # fmt: skip


def _muster(plan: Plan, volley: Volley) -> Muster:
    return Muster(plan, volley.id, volley.name.en, volley.kinds)


def settle_key(plan: Plan, holding: Holding) -> Key:
    """What a step of the tracker presses."""
    return Settling(plan, holding).key("step")


def after_volley(plan: Plan, volley: Volley) -> tuple[Key, ...]:
    """What a volley presses when it is over: plates remember who fought, and an empty space changes at once."""
    found: list[Key] = []
    for holding in _fought_by(plan, volley):
        own = Settling(plan, holding)
        found += [own.key("press-fought"), *((own.key("press-empty"),) if holding.empty is not None else ())]
    return tuple(found)


def holding_properties(plan: Plan) -> Iterator[Component]:
    """Whether anything changed when it was last looked."""
    for holding in plan.game.upkeep.holdings.values():
        yield Settling(plan, holding).property()


def holding_buttons(plan: Plan) -> Iterator[tuple[str, list[Component]]]:
    """The entry of the menu and its components, for every holding."""
    for holding in plan.game.upkeep.holdings.values():
        yield holding.name.en, list(Settling(plan, holding).buttons())
