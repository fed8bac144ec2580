"""Who may attack: not whoever is spent, be it of an earlier turn or by having attacked just now.

A second attack of the same men is possible where a payment says so: in the same place, with nobody who marched, and for
one more card than there have been attacks in the pass. What is between ends it: a march, or an attack elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from compiler.emit.automation.lookup import choose
from compiler.emit.automation.marches import FOUGHT, MARCHED, again_property, march_of, wears
from compiler.emit.automation.payments import begins_key, in_time, number_property
from compiler.emit.automation.roll_chain import Link, face_of
from compiler.emit.chat import ruled
from compiler.emit.names import YES, words
from compiler.emit.plan import Plan
from compiler.model.common import Note
from compiler.model.counters import CounterKind
from compiler.model.upkeep import Payment
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component
from compiler.vassal.values import SetValue


@dataclass(frozen=True, slots=True)
class Resting:
    """The tests of pieces that take part in one volley."""

    plan: Plan
    volley: str
    note: Note  # the rule that only units that have not acted attack

    @property
    def payment(self) -> Payment | None:
        """What a second attack is paid by; None where there is none."""
        paid = self.plan.game.upkeep.payments.values()
        return next((own for own in paid if own.again is not None and own.again.volley == self.volley), None)

    @property
    def _fights(self) -> str:
        """The property that counts the attacks of a pass."""
        return f"Fights_{self.volley}"

    # -- the tests -----------------------------------------------------------------------------------------------------
    def _goes_on(self) -> ex.Node:
        """Whether a piece attacked here last, and nobody with it had marched."""
        here = ex.equals(ex.prop(again_property(self.volley)), ex.prop("LocationName"))
        return ex.every(ex.equals(ex.prop(FOUGHT), YES), here)

    def _is_paid(self, payment: Payment) -> ex.Node:
        """Whether one more card was used than there were attacks; out of its time nobody knows."""
        more = ex.greater(ex.prop(number_property(payment)), ex.prop(self._fights))
        return ex.any_of(ex.not_(in_time(self.plan, payment)), more)

    def is_worn(self, kind: CounterKind) -> ex.Node | None:
        """The test of a piece of a kind that may not attack; None where nobody is ever spent by acting."""
        worn = wears(self.plan, kind.id)
        if worn is None:
            return None
        fought: ex.Node = ex.equals(ex.prop(FOUGHT), YES)
        if self.payment is not None:
            fought = ex.every(fought, ex.not_(ex.every(self._goes_on(), self._is_paid(self.payment))))
        acted_before = ex.not_equals(ex.prop("Moved"), True)  # who came here just now may fight
        return ex.every(ex.equals(face_of(self.plan, kind), worn.to), ex.any_of(acted_before, fought))

    def why(self, kind: CounterKind) -> ex.Node:
        """Why such a piece does not attack, with the rule."""
        worn = wears(self.plan, kind.id)
        cases: list[tuple[ex.Node, ex.Value]] = []
        if self.payment is not None and self.payment.again is not None:
            rules, card = ruled(self.payment.again.note), self.payment.name.en
            unpaid = f"attacks again for one more of {card}: use it first{rules}"
            cases.append((self._goes_on(), unpaid))
            cases.append((ex.equals(ex.prop(FOUGHT), YES), f"has attacked, and does not attack again{rules}"))
        spent = words(worn.to) if worn is not None else ""
        return choose(cases, f"is {spent}, and does not attack{ruled(self.note)}")

    def why_nobody(self, kind: CounterKind) -> ex.Node:
        """Why none of a side attacks where such a piece stands."""
        worn = wears(self.plan, kind.id)
        spent = f"all of them are {words(worn.to) if worn is not None else ''}{ruled(self.note)}"
        if self.payment is None or self.payment.again is None:
            return ex.literal(spent)
        rules, card = ruled(self.payment.again.note), self.payment.name.en
        unpaid = f"an attack again is for one more of {card}: use it first{rules}"
        cases: list[tuple[ex.Node, ex.Value]] = [(self._goes_on(), unpaid)]
        return choose(cases, spent)

    # -- what is kept --------------------------------------------------------------------------------------------------
    def links(self, place: ex.Node, attackers: ex.Node) -> list[Link]:
        """After the dice: one more attack, and where those who made it may go on; nowhere if any of them marched."""
        if self.payment is None:
            return []
        kinds = [k for k in self.plan.game.rolls.volleys[self.volley].kinds if march_of(self.plan, k) is not None]
        names = dict.fromkeys(self.plan.game.counter_kinds[kind].name.en for kind in kinds)
        of_kind = ex.any_of(*(ex.equals(ex.prop("Kind"), name) for name in names))
        marched = ex.every(attackers, of_kind, ex.greater(ex.prop(MARCHED), 0))
        some = ex.greater(ex.call("CountMap", self.plan.atlas.main.name, ex.quoted(marched)), 0) if kinds else None
        where = place if some is None else ex.if_(some, "", place)
        return [
            Link(self._fights, "0", SetValue(ex.braced(ex.add(ex.prop(self._fights), 1)))),
            Link(again_property(self.volley), "", SetValue(ex.braced(where))),
        ]

    def properties(self, place: ex.Node, attackers: ex.Node) -> Iterator[Component]:
        """The same as components; attacks are counted anew in each pass."""
        for link in self.links(place, attackers):
            made = link.component()
            if link.holder == self._fights and self.payment is not None:
                made.add(component(
                    "m.properties.ChangePropertyButton", text="", hotkey=begins_key(self.payment),
                    propChanger=str(SetValue("0")),
                ))  # fmt: skip
            yield made
