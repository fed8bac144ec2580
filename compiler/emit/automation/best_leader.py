"""Numbers that other pieces lend: the best leader in range, found by counting the pieces of the map.

For every number from the highest down the expression counts who lends at least that much.
"""

from __future__ import annotations

from compiler.emit.automation.lookup import choose
from compiler.emit.manifest import COUNTER_ID
from compiler.emit.plan import Plan
from compiler.model.common import FieldType
from compiler.model.counters import CounterKind
from compiler.model.rolls import Lender, Lent
from compiler.vassal import expression as ex
from compiler.vassal.traits import CalculatedProperty


def _own(field: str) -> str:
    return f"Own_{field}"


def _kinds(plan: Plan, lent: Lent) -> list[CounterKind]:
    return [kind for kind in plan.game.counter_kinds.values() if lent.number in kind.fields]


def lent(plan: Plan, lent: Lent) -> ex.Node:
    """The best number lent to the piece that evaluates it."""
    return choose(
        [
            (ex.greater(ex.call("CountMap", ex.quoted(_lends(plan, lent, least))), 0), least)
            for least in range(_highest(plan, lent), 0, -1)
        ],
        0,
    )


def _highest(plan: Plan, lent: Lent) -> int:
    return max(
        (int(face.values.get(lent.number) or 0) for counter in plan.game.counters.values() for face in counter.faces),
        default=0,
    )


def _lends(plan: Plan, lent: Lent, least: int) -> ex.Node:
    """Whether another piece lends the asking one, whose values are filled in, so much at least."""
    kinds = {kind.id for kind in _kinds(plan, lent)}
    levels = {
        n
        for counter in plan.game.counters.values()
        if counter.kind in kinds
        for n, face in enumerate(counter.faces, 1)
        if face.id == lent.face
    }
    board = next(window for window in plan.atlas.windows.values() if window.source is plan.game.map)
    zones = ("", *(zone.name for zone in board.zones if zone.on_grid))
    return ex.every(
        ex.equals(ex.prop("Side"), "$Side$"),
        ex.not_equals(ex.prop(COUNTER_ID), f"${COUNTER_ID}$"),
        # the face before its numbers: another face may have none to compare
        ex.any_of(*(ex.equals(ex.prop("Face_Level"), n) for n in sorted(levels))),
        ex.any_of(*(_is(lender, lent.number, least, plan) for lender in lent.lenders)),
        ex.any_of(*(ex.equals(ex.prop("CurrentZone"), zone) for zone in zones)),
        ex.less_equal(ex.call("Range", ex.filled("CurrentX"), ex.filled("CurrentY")), ex.prop(lent.within)),
    )


def _is(lender: Lender, number: str, least: int, plan: Plan) -> ex.Node:
    tests: list[ex.Node] = [ex.equals(ex.prop(lender.field), str(lender.value))]
    if lender.same is not None:
        tests.append(ex.equals(ex.prop(_own(lender.same)), f"${_own(lender.same)}$"))
    enough: ex.Node = ex.greater_equal(ex.prop(number), least)
    if lender.foreign is not None and lender.penalty is not None:
        own = ex.prop(_own(lender.foreign))
        foreign = ex.every(ex.not_equals(own, ""), ex.not_equals(own, f"${_own(lender.foreign)}$"))
        penalty = int(plan.game.constants[lender.penalty].value)
        enough = ex.if_(foreign, ex.greater_equal(ex.prop(number), least - penalty), enough)
    return ex.every(*tests, enough)


def own_fields(plan: Plan, kind: CounterKind) -> list[CalculatedProperty]:
    """What lender and borrower compare, filled on every piece: of a field of sides, none stands for its own side."""
    found: dict[str, CalculatedProperty] = {}
    for modifier in plan.game.rolls.modifiers.values():
        if modifier.lent is None:
            continue
        for lender in modifier.lent.lenders:
            for field in (lender.same, lender.foreign):
                if field is not None and field in kind.fields:
                    value = ex.prop(field)
                    empty: ex.Value = ex.prop("Side") if kind.fields[field].type is FieldType.SIDE else ""
                    filled = ex.if_(ex.equals(value, ""), empty, value)
                    found[field] = CalculatedProperty(_own(field), ex.braced(filled))
    return list(found.values())
