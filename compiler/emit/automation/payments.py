"""Cards that pay for what is done: a card played out of time, and a march or a pass without one, are told.

The names of the cards that were played or discarded in a pass are kept, and told when it is over.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.chat import REFUSED, ruled, said
from compiler.emit.module.following import STEP
from compiler.emit.module.lines import lines_over, one_of
from compiler.emit.names import within
from compiler.emit.plan import Plan
from compiler.model.piles import Pile
from compiler.model.upkeep import Payment
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component
from compiler.vassal.keys import Key, named
from compiler.vassal.traits import Report, SetGlobalProperty, Trait
from compiler.vassal.values import AddNumber, Limits, PropertyCommand, SetValue

_NOBODY = "-"  # nobody owes a card


def _property(payment: Payment) -> str:
    """The cards of this pass by name; empty while one is owed."""
    return f"Paid_{payment.id}"


def number_property(payment: Payment) -> str:
    """How many they are."""
    return f"{_property(payment)}_number"


def _key(payment: Payment, what: str) -> Key:
    return named(f"liege-payment-{payment.id}-{what}")


def begins_key(payment: Payment) -> Key:
    """What is pressed when a pass begins."""
    return _key(payment, "begins")


def _pass_name(plan: Plan, payment: Payment) -> str:
    """What one pass is called within a sentence."""
    return within(plan.game, one_of(plan.nodes[payment.each].name.en))


def in_time(plan: Plan, payment: Payment) -> ex.Node:
    """Whether it is the time for such cards."""
    labels = [entry.label for entry in plan.lines if payment.during in entry.within]
    return ex.any_of(*(ex.equals(ex.prop(STEP), label) for label in labels))


def paid_by(plan: Plan, pile: Pile) -> list[Payment]:
    """The payments made with cards that go to a pile."""
    kinds = {card.kind for card in plan.game.cards.values() if pile in plan.discards(card.id)}
    return [payment for payment in plan.game.upkeep.payments.values() if kinds & set(payment.cards)]


def payment_traits(plan: Plan, pile: Pile, told: tuple[Key, ...]) -> Iterator[Trait]:
    """A card that is played or discarded is remembered, and told if it is not the time for it."""
    for payment in paid_by(plan, pile):
        own = ex.prop(_property(payment))
        none = ex.any_of(ex.equals(own, ""), ex.equals(own, _NOBODY))
        name = ex.if_(none, ex.prop("PieceName"), said(own, ", ", ex.prop("PieceName")))
        changes = tuple(PropertyCommand("", key, SetValue(ex.braced(name))) for key in told)
        yield SetGlobalProperty(_property(payment), Limits(), changes)
        more = tuple(PropertyCommand("", key, AddNumber("1")) for key in told)
        yield SetGlobalProperty(number_property(payment), Limits(True, "0", "99"), more)
        phase = plan.nodes[payment.during].name.en
        late = f"{REFUSED}{payment.name.en}: they are used in the phase {phase}, and it is another{ruled(payment.note)}"
        yield Report(told, ex.braced(ex.if_(in_time(plan, payment), "", late)))


def unpaid(plan: Plan) -> Iterator[tuple[ex.Node, ex.Value]]:
    """What is said of a march for which no card was used."""
    for payment in plan.game.upkeep.payments.values():
        owed = ex.every(ex.equals(ex.prop(_property(payment)), ""), in_time(plan, payment))
        yield owed, f"no card has been used in this {_pass_name(plan, payment)}{ruled(payment.note)}"


def payment_properties(plan: Plan, empty: ex.Node) -> Iterator[Component]:
    """The cards of the pass; one that is `empty` has nothing for anybody, and owes none."""
    for payment in plan.game.upkeep.payments.values():
        owes = ex.every(in_time(plan, payment), ex.not_(empty))
        begins = SetValue(ex.braced(ex.if_(owes, "", _NOBODY)))
        change = component(
            "m.properties.ChangePropertyButton", text="", hotkey=_key(payment, "begins"), propChanger=str(begins)
        )
        yield component(
            "m.properties.GlobalProperty", change, name=_property(payment), initialValue=_NOBODY, description="used"
        )
        none = component(
            "m.properties.ChangePropertyButton", text="", hotkey=begins_key(payment), propChanger=str(SetValue("0"))
        )
        yield component(
            "m.properties.GlobalProperty", none, name=number_property(payment), initialValue="0", isNumeric=True,
            min="0", max="99", description="how many",
        )  # fmt: skip


def payment_steps(plan: Plan) -> Iterator[tuple[str, Key, list[Component], list[str]]]:
    """What the tracker does when a pass is over: it tells which cards were used, and begins anew."""
    for payment in plan.game.upkeep.payments.values():
        own, name = ex.prop(_property(payment)), _pass_name(plan, payment)
        none = f"{REFUSED}{payment.name.en}: none has been used in that {name}{ruled(payment.note)}"
        text = ex.if_(ex.equals(own, ""), none, said(f"{payment.name.en} of that {name}: ", own))
        says = component(
            "m.DoActionButton", name=f"{payment.name.en} used", text="", icon="", hotkey=_key(payment, "says"),
            doReport=True, reportFormat=ex.braced(text), doLoop=True, loopType="counted",
            loopCount=ex.braced(ex.if_(ex.equals(own, _NOBODY), 0, 1)),
        )  # fmt: skip
        over = component(
            "m.DoActionButton", name=f"{payment.name.en} at a step", text="", icon="", hotkey=_key(payment, "over"),
            doHotkey=True, hotkeys=(_key(payment, "says"), _key(payment, "begins")),
        )  # fmt: skip
        starts = lines_over(plan.game, plan.lines, payment.at)
        yield f"pays: {payment.name.en}", _key(payment, "over"), [says, over], starts
