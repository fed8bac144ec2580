"""Who supports the commander of a volley: asked before the dice, of each side that has somebody able to.

Whoever is able takes part, rolls a die as yet, and is not the only one who could command. Where nobody is, no question
comes: VASSAL leaves empty answers out, and asks nothing if none is left.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from compiler.emit.asking import Question
from compiler.emit.automation.roll_chain import Link
from compiler.emit.automation.taking_part import HELPS, LEADS, ROLLS, Muster
from compiler.emit.manifest import COUNTER_ID
from compiler.emit.names import piece_names
from compiler.emit.plan import Plan
from compiler.model.counters import Counter
from compiler.model.rolls import Volley
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component
from compiler.vassal.keys import Key, named
from compiler.vassal.values import SetValue

BOTH = (False, True)
NOBODY, ALL = "nobody: all of them roll", "all of these support the commander"
_UNASKED = "-"


@dataclass(frozen=True, slots=True)
class Supporting:
    """The questions of one volley."""

    plan: Plan
    volley: Volley
    muster: Muster

    @property
    def able(self) -> list[Counter]:
        """The counters that may support."""
        flag, game = self.volley.support, self.plan.game
        own = (counter for counter in game.counters.values() if counter.kind in self.volley.kinds)
        return [c for c in own if flag is not None and any(face.values.get(flag) is True for face in c.faces)]

    def _name(self, part: str, back: bool) -> str:
        return f"Volley_{self.volley.id}_{part}{'_back' if back else ''}"

    def _key(self, back: bool) -> Key:
        return named(f"liege-volley-{self.volley.id}-supported{'-back' if back else ''}")

    def found(self) -> list[Link]:
        """What is looked up before the questions: who of each side is able to support."""
        return [
            Link(self._name(f"able_{counter.id}", back), "0", SetValue(ex.braced(self._fits(counter, back))))
            for back in BOTH
            for counter in self.able
        ]

    def _fits(self, counter: Counter, back: bool) -> ex.Node:
        """1 for a counter that rolls a die on a side that somebody else commands, or can; else 0."""
        window, own = self.plan.atlas.main.name, ex.equals(ex.prop(COUNTER_ID), counter.id)
        here = ex.call(
            "CountMap", window, ex.quoted(ex.every(own, self.muster.takes(ROLLS), self.muster.belongs(back)))
        )
        names = dict.fromkeys(self.plan.game.counter_kinds[kind].name.en for kind in self.volley.leaders)
        kinds = ex.any_of(*(ex.equals(ex.prop("Kind"), name) for name in names))
        chiefs = ex.every(kinds, self.muster.takes(ROLLS, LEADS), self.muster.belongs(back))
        others = ex.greater(ex.call("CountMap", window, ex.quoted(chiefs)), 1)  # he and another
        return ex.if_(ex.every(ex.greater(here, 0), others), 1, 0)

    def _is_able(self, counter: Counter, back: bool) -> ex.Node:
        return ex.equals(ex.prop(self._name(f"able_{counter.id}", back)), 1)

    def _how_many(self, back: bool) -> ex.Node:
        total: ex.Node = ex.literal(0)
        for counter in self.able:
            total = ex.add(total, ex.prop(self._name(f"able_{counter.id}", back)))
        return total

    def _answer(self, counter: Counter) -> str:
        return f"{piece_names(self.plan.game)[counter.id]} supports the commander"

    def questions(self) -> Iterator[Question]:
        """One for each side; nobody is asked where nobody is able."""
        for back in BOTH if self.able else ():
            somebody = ex.greater(self._how_many(back), 0)
            choices = [ex.braced(ex.if_(somebody, NOBODY, ""))]
            choices += [ex.braced(ex.if_(self._is_able(c, back), self._answer(c), "")) for c in self.able]
            choices.append(ex.braced(ex.if_(ex.greater(self._how_many(back), 1), ALL, "")))
            who = "who strike back" if back else "who attack"
            title = f"{self.volley.name.en}: who supports the commander of those {who}?"
            unasked = ex.braced(ex.if_(somebody, "", _UNASKED))
            yield Question(self._name("supported", back), title, tuple(choices), unasked=unasked)

    def names(self, back: bool) -> ex.Node:
        """Those who support the commander of a side, by name."""
        text: ex.Node = ex.literal("")
        for counter in self.able:
            own = ex.every(ex.equals(ex.prop(COUNTER_ID), counter.id), self.muster.takes(HELPS))
            here = ex.quoted(ex.every(own, self.muster.belongs(back)))
            helps = ex.greater(ex.call("CountMap", self.plan.atlas.main.name, here), 0)
            text = ex.add(text, ex.if_(helps, f", {piece_names(self.plan.game)[counter.id]}", ""))
        return ex.if_(ex.equals(text, ""), "", ex.Method(text, "substring", (ex.literal(2),)))

    def chain(self) -> tuple[Key, ...]:
        """What is done when the questions are answered."""
        return tuple(self._key(back) for back in BOTH) if self.able else ()

    def buttons(self) -> Iterator[Component]:
        """Those who were named support from now on."""
        for back in BOTH if self.able else ():
            answer = ex.prop(self._name("supported", back))
            chosen = [
                ex.every(
                    ex.equals(ex.prop(COUNTER_ID), counter.id),
                    self._is_able(counter, back),
                    ex.any_of(ex.equals(answer, self._answer(counter)), ex.equals(answer, ALL)),
                )
                for counter in self.able
            ]
            test = ex.every(self.muster.takes(ROLLS), self.muster.belongs(back), ex.any_of(*chosen))
            yield component(
                "m.GlobalKeyCommand", name=f"{self.volley.name.en}: support", buttonText="", icon="",
                buttonHotkey=self._key(back), hotkey=self.muster.key(f"set-{HELPS}"), filter=ex.braced(test),
                reportSingle=True, singleMap=False,
            )  # fmt: skip
