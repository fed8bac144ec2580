"""Hits of a volley on those who take part: by kind in order, as long as nobody has a choice.

Each piece hears the command in turn and takes a hit while any is due; of pieces that differ (generals) all are hit, or
their player is told to choose. Who attacked counts as moved, where that has a meaning.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from compiler.emit.automation.deeds import deed_chain
from compiler.emit.automation.marches import ACTED, FOUGHT, march_of, wears, weary_traits
from compiler.emit.automation.preference import is_applied
from compiler.emit.automation.resets import acts
from compiler.emit.automation.roll_chain import face_of
from compiler.emit.automation.taking_part import Muster
from compiler.emit.chat import REFUSED, said
from compiler.emit.module import keys
from compiler.emit.names import YES, counted
from compiler.emit.plan import Plan
from compiler.model.counters import CounterKind
from compiler.model.deeds import Deed
from compiler.model.rolls import Volley
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component
from compiler.vassal.keys import Key, named
from compiler.vassal.traits import DynamicProperty, SetGlobalProperty, Trait, Trigger
from compiler.vassal.values import AddNumber, Limits, PropertyCommand, SetValue

_BOTH = (False, True)


@dataclass(frozen=True, slots=True)
class Hits:
    """What the hits of one volley do."""

    plan: Plan
    volley: Volley
    muster: Muster

    def due(self, back: bool) -> str:
        """The property with the hits that a side has to take yet."""
        return f"Volley_{self.volley.id}_due{'_back' if back else ''}"

    def _key(self, what: str, back: bool = False) -> Key:
        return named(f"liege-hits-{self.volley.id}-{what}{'-back' if back else ''}")

    def chain(self) -> tuple[Key, ...]:
        """What comes after the dice."""
        acted = (self._key("acts"),) if self._marks() else ()
        if not self.volley.losses:
            return acted
        found = [self._key("due", back) for back in _BOTH]
        found += [self._key(f"on-{kind}", back) for back in _BOTH[::-1] for kind in self.volley.losses]
        return (*found, *(self._key("rest", back) for back in _BOTH[::-1]), *acted)

    def _marks(self) -> bool:
        return any(acts(self.plan, kind) for kind in self.volley.kinds)

    def _chosen(self, kind: str) -> bool:
        """Whether pieces of a kind differ within a side, so that somebody chooses."""
        own = [c for c in self.plan.game.counters.values() if c.kind == kind]
        sorts = {(c.side, *(str(face.values) for face in c.faces), str(c.values)) for c in own}
        return len(sorts) > len({c.side for c in own})

    def _of_kind(self, kind: str) -> ex.Node:
        return ex.equals(ex.prop("Kind"), self.plan.game.counter_kinds[kind].name.en)

    # -- components ----------------------------------------------------------------------------------------------------
    def properties(self, by_back: ex.Node, by_first: ex.Node) -> Iterator[Component]:
        """The hits a side has to take: those of the other one."""
        for back, hits in ((False, by_back), (True, by_first)) if self.volley.losses else ():
            value = SetValue(ex.braced(ex.if_(is_applied(), hits, 0)))
            change = component(
                "m.properties.ChangePropertyButton", text="", hotkey=self._key("due", back), propChanger=str(value)
            )
            yield component(
                "m.properties.GlobalProperty", change, name=self.due(back), initialValue="0", isNumeric=True, min="0",
                max="99", description="hits to take",
            )  # fmt: skip

    def buttons(self) -> Iterator[Component]:
        """One for each kind of each side, what is left to choose, and that attackers have acted."""
        for back in _BOTH if self.volley.losses else ():
            for kind in self.volley.losses:
                yield from self._on(kind, back)
            yield self._rest(back)
        if self._marks():
            yield self._sent("acts", self._key("acts"), self._key("acted"), self.muster.takes(), back=False, quiet=True)

    def _on(self, kind: str, back: bool) -> Iterator[Component]:
        sent, press = self._key("taken"), self._key(f"press-{kind}", back)
        test = ex.every(self.muster.takes(), self._of_kind(kind))
        yield self._sent(f"hits on {kind}", press, sent, test, back=back)
        there = ex.call("CountMap", self.plan.atlas.main.name, ex.quoted(ex.every(test, self.muster.belongs(back))))
        enough = ex.greater_equal(ex.prop(self.due(back)), there) if self._chosen(kind) else ex.literal(True)
        yield component(
            "m.DoActionButton", name=f"Hits on {kind}", text="", icon="", hotkey=self._key(f"on-{kind}", back),
            doHotkey=True, hotkeys=(press,), doLoop=True, loopType="counted",
            loopCount=ex.braced(ex.if_(ex.every(ex.greater(ex.prop(self.due(back)), 0), enough), 1, 0)),
        )  # fmt: skip

    def _sent(self, name: str, pressed: Key, sent: Key, test: ex.Node, *, back: bool, quiet: bool = False) -> Component:
        return component(
            "m.GlobalKeyCommand", name=name, buttonText="", icon="", buttonHotkey=pressed, hotkey=sent,
            filter=ex.braced(ex.every(test, self.muster.belongs(back))), reportSingle=quiet, singleMap=False,
        )  # fmt: skip

    def _rest(self, back: bool) -> Component:
        """Hits that somebody has to choose for, if anybody is left."""
        due, here = ex.prop(self.due(back)), self.muster.how_many(back=back)
        text = said(f"{REFUSED}{self.volley.name.en}: ", ex.prop(self.muster.side(back)), " take ")
        text = said(text, counted(due, "more hit", "more hits"), " and choose who")
        return component(
            "m.DoActionButton", name="Hits left", text="", icon="", hotkey=self._key("rest", back), doReport=True,
            reportFormat=ex.braced(text), doLoop=True, loopType="counted",
            loopCount=ex.braced(ex.if_(ex.every(ex.greater(due, 0), ex.greater(here, 0)), 1, 0)),
        )  # fmt: skip

    # -- on the piece --------------------------------------------------------------------------------------------------
    def traits(self, kind: CounterKind) -> Iterator[Trait]:
        """Takes a hit while its side has one to take; has acted."""
        for back in _BOTH if kind.id in self.volley.losses else ():
            less = self._key("less", back)
            yield SetGlobalProperty(
                self.due(back), Limits(True, "0", "99"), (PropertyCommand("", less, AddNumber("-1")),)
            )
            match, out = (
                ex.every(self.muster.owns(back), ex.greater(ex.prop(self.due(back)), 0)),
                self.muster.key("set-1"),
            )
            yield Trigger(
                "is hit", key=self._key("taken"), match=ex.braced(match), performed=(less, out, self._key("lost"))
            )
        if kind.id in self.volley.losses:
            yield from self._lost(kind, self.volley.losses[kind.id])
        if acts(self.plan, kind.id):
            fought = (self._key("acted"), YES), (keys.UNMARK_MOVED, "")
            own = tuple(PropertyCommand("", key, SetValue(value)) for key, value in fought)
            yield DynamicProperty(FOUGHT, Limits(), own)
            still = ex.braced(ex.not_equals(ex.prop("Moved"), True))
            yield Trigger("has attacked", key=self._key("acted"), match=still, performed=(keys.MARK_MOVED,))
            worn = wears(self.plan, kind.id)
            if worn is not None:
                yield from weary_traits(worn, face_of(self.plan, kind), is_applied(), self._key("acted"))
            if march_of(self.plan, kind.id) is not None:
                yield Trigger("marches no more", key=self._key("acted"), performed=(ACTED,))

    def _lost(self, kind: CounterKind, deed: Deed) -> Iterator[Trait]:
        """What a hit does: sides of which it says so are turned over, once.

        Triggers on one key are judged one after the other: that of the turned stands outside, and finds them unturned.
        """
        lies = face_of(self.plan, kind)
        tests = {
            side: ex.every(ex.equals(ex.prop("Side"), side), ex.not_equals(lies, own.face or ""))
            for side, own in deed.sides.items()
        }
        spared = ex.braced(ex.not_(ex.any_of(*tests.values()))) if tests else ""
        gone = tuple(deed_chain(self.plan, kind, deed))
        yield Trigger("lost", key=self._key("lost"), match=spared, performed=gone)
        for side, test in tests.items():
            chain = tuple(deed_chain(self.plan, kind, deed.sides[side]))
            yield Trigger("turned", key=self._key("lost"), match=ex.braced(test), performed=chain)
