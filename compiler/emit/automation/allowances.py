"""How often a piece may roll: counted on the piece, refused with the rule when it is over, and who is left is told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from compiler.emit.automation.roll_chain import face_of
from compiler.emit.chat import REFUSED, ruled, said
from compiler.emit.manifest import COUNTER_ID
from compiler.emit.module.options import option_property
from compiler.emit.names import piece_names
from compiler.emit.plan import Plan
from compiler.emit.seats import plays
from compiler.model.allowances import Allowance
from compiler.model.counters import Counter, CounterKind
from compiler.model.rolls import Check
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component
from compiler.vassal.keys import Key, named
from compiler.vassal.traits import DynamicProperty, Report, Trait, Trigger
from compiler.vassal.values import Limits, PropertyCommand, SetValue

_FEW = 12  # of more pieces nobody is told by name


def allowances_of(plan: Plan) -> list[Allowed]:
    """Everything that is rolled so often and no more."""
    return [Allowed(plan, own) for own in plan.game.upkeep.allowances.values()]


def allowed(plan: Plan, check: Check) -> Allowed | None:
    """How often a check may be rolled; None where it may be at will."""
    return next((own for own in allowances_of(plan) if own.check.id == check.id), None)


@dataclass(frozen=True, slots=True)
class Allowed:
    """The expressions, traits and buttons of one allowance."""

    plan: Plan
    own: Allowance

    @property
    def check(self) -> Check:
        return self.plan.game.rolls.checks[self.own.check]

    @property
    def rolled(self) -> str:
        """The property of a piece that counts its rolls."""
        return f"Rolled_{self.own.check}"

    def key(self, what: str) -> Key:
        return named(f"liege-allowed-{self.own.id}-{what}")

    # -- what is asked -------------------------------------------------------------------------------------------------
    def _kinds(self) -> list[CounterKind]:
        return [self.plan.game.counter_kinds[id] for id in self.check.kinds]

    def _showing(self, kind: CounterKind) -> ex.Node:
        """The test of pieces of a kind that have the command."""
        own = ex.equals(ex.prop("Kind"), kind.name.en)
        return own if self.check.face is None else ex.every(own, ex.equals(face_of(self.plan, kind), self.check.face))

    def most(self) -> ex.Node:
        """How often each may roll now."""
        number: ex.Node = ex.literal(int(self.plan.game.constants[self.own.number].value))
        if self.own.more is None:
            return number
        lost: ex.Node = ex.literal(0)
        for seat in self.plan.game.seats:
            lost = ex.add(lost, ex.if_(plays(self.plan, seat), 1, 0))
        for kind in self._kinds():
            shown = ex.call("CountMap", self.plan.atlas.main.name, ex.quoted(self._showing(kind)))
            lost = ex.subtract(lost, shown)
        return ex.if_(ex.equals(ex.prop(option_property(self.own.more)), True), ex.add(number, lost), number)

    def _counters(self) -> list[Counter]:
        return [c for c in self.plan.game.counters.values() if c.kind in self.check.kinds]

    def left(self) -> ex.Node:
        """The names of those who have not rolled, each after a comma."""
        text: ex.Node = ex.literal("")
        window = self.plan.atlas.main.name
        for counter in self._counters():
            kind = self.plan.game.counter_kinds[counter.kind]
            mine = ex.quoted(ex.every(ex.equals(ex.prop(COUNTER_ID), counter.id), self._showing(kind)))
            here = ex.greater(ex.call("CountMap", window, mine), 0)
            fewer = ex.less(ex.call("SumMap", self.rolled, window, mine), self.most())
            text = ex.add(text, ex.if_(ex.every(here, fewer), f", {piece_names(self.plan.game)[counter.id]}", ""))
        return text

    def told(self, before: str, after: str = "") -> ex.Node:
        """A sentence with their names; nothing where nobody is left."""
        left = self.left()
        names = ex.Method(left, "substring", (ex.literal(2),))
        return ex.if_(ex.equals(left, ""), "", said(before, names, after))

    # -- on the piece --------------------------------------------------------------------------------------------------
    def traits(self, key: Key, menu: str, done: tuple[Key, ...], rolls: ex.Node | None) -> Iterator[Trait]:
        """The command of the check; it counts where `rolls` holds, and is refused when that is enough."""
        number, name = ex.prop(self.rolled), self.check.name.en
        counts, judged = self.key("counted"), self.key("judged")
        more = PropertyCommand("", counts, SetValue(ex.braced(ex.add(number, 1))))
        anew = PropertyCommand("", self.key("anew"), SetValue("0"))
        yield DynamicProperty(self.rolled, Limits(), (more, anew), value="0")
        told = said(f"{REFUSED}{name}: <b>", ex.prop("newPieceName"), "</b> has had its turn")
        yield Report((self.key("refused"),), ex.braced(said(told, ruled(self.own.note))))
        last = (self.key("left"),) if len(self._counters()) <= _FEW else ()
        if last:
            yield Report(last, ex.braced(self.told(f"{name}: still to come: ")))
        enough = ex.greater_equal(number, self.most())
        # of two triggers of one key the inner is judged first: a roll that counts is not refused afterwards
        yield Trigger("enough", key=judged, match=ex.braced(enough), performed=(self.key("refused"),))
        counted = counts if rolls is None else self.key("counts")
        if rolls is not None:
            yield Trigger("counts", key=counted, match=ex.braced(rolls), performed=(counts,))
        yield Trigger("rolls", key=judged, match=ex.braced(ex.not_(enough)), performed=(*done, counted, *last))
        yield Trigger(menu, menu, key, performed=(judged,))

    # -- at a step -----------------------------------------------------------------------------------------------------
    def steps(self) -> Iterator[tuple[str, Key, list[Component], list[str]]]:
        """Who rolls is told when it begins, and who has not when it is over; each turn begins anew."""
        lines, name = self.plan.lines, self.own.name.en
        begins = [entry.label for entry in lines if self.own.at in entry.begins]
        kinds = " or ".join(dict.fromkeys(kind.name.en.lower() for kind in self._kinds()))
        hint = self.told(f"{name}: ", f"; right-click the {kinds}")
        missed = self.told(f"{REFUSED}{name}: not made by ", ruled(self.own.note))
        if len(self._counters()) <= _FEW:
            yield f"tells: {name}", self.key("hint"), [self._says("hint", hint)], begins
            after = [lines[(n + 1) % len(lines)].label for n, entry in enumerate(lines) if entry.label in begins]
            over = [label for label in after if label not in begins]
            yield f"misses: {name}", self.key("missed"), [self._says("missed", missed)], over
        of_kind = ex.any_of(*(ex.equals(ex.prop("Kind"), kind.name.en) for kind in self._kinds()))
        sent = component(
            "m.GlobalKeyCommand", name=f"{name}: anew", buttonText="", icon="", buttonHotkey=self.key("press-anew"),
            hotkey=self.key("anew"), filter=ex.braced(ex.every(of_kind, ex.not_equals(ex.prop(self.rolled), 0))),
            reportSingle=True, singleMap=False,
        )  # fmt: skip
        yield f"anew: {name}", self.key("press-anew"), [sent], [lines[0].label]

    def _says(self, what: str, text: ex.Node) -> Component:
        return component(
            "m.DoActionButton", name=f"{self.own.name.en}: {what}", text="", icon="", hotkey=self.key(what),
            doReport=True, reportFormat=ex.braced(text),
        )  # fmt: skip


def allowance_steps(plan: Plan) -> Iterator[tuple[str, Key, list[Component], list[str]]]:
    """What the tracker does for all of them."""
    for made in allowances_of(plan):
        yield from made.steps()
