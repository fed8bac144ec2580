"""Numbers that other pieces lend: the best leader in range, found by counting the pieces of the map.

For every number from the highest down the expression counts who lends at least that much.
"""

from __future__ import annotations

from compiler.emit.automation.lookup import choose
from compiler.emit.manifest import COUNTER_ID
from compiler.emit.names import plain
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
        [(ex.greater(_lenders(plan, lent, least), 0), least) for least in range(_highest(plan, lent), 0, -1)], 0
    )


def _highest(plan: Plan, lent: Lent) -> int:
    return max(
        (int(face.values.get(lent.number) or 0) for counter in plan.game.counters.values() for face in counter.faces),
        default=0,
    )


def _lenders(plan: Plan, lent: Lent, least: int) -> ex.Node:
    """How many others lend so much at least."""
    if _are_single(plan, lent):
        other = ex.not_equals(ex.prop(COUNTER_ID), f"${COUNTER_ID}$")
        return ex.call("CountMap", ex.quoted(_lends(plan, lent, least, other)))
    # pieces of one counter cannot be told apart: the asking one is taken off where it would count itself
    own = [ex.every(_has(lender), ex.greater_equal(ex.prop(lent.number), least)) for lender in lent.lenders]
    mine = ex.every(_lies_right(plan, lent), ex.any_of(*own), on_map(plan))
    return ex.subtract(ex.call("CountMap", ex.quoted(_lends(plan, lent, least))), ex.if_(mine, 1, 0))


def _are_single(plan: Plan, lent: Lent) -> bool:
    """Whether there is but one piece of every counter that lends."""
    return all(
        c.count == 1 for c in plan.game.counters.values() if any(face.values.get(lent.number) for face in c.faces)
    )


def _lends(plan: Plan, lent: Lent, least: int, *tests: ex.Node) -> ex.Node:
    """Whether another piece lends the asking one, whose values are filled in, so much at least."""
    return ex.every(
        ex.equals(ex.prop("Side"), "$Side$"),
        *tests,
        # the face before its numbers: another face may have none to compare
        _lies_right(plan, lent),
        ex.any_of(*(_is(lender, lent.number, least, plan) for lender in lent.lenders)),
        on_map(plan),
        ex.less_equal(ex.call("Range", ex.filled("CurrentX"), ex.filled("CurrentY")), ex.prop(lent.within)),
    )


def _lies_right(plan: Plan, lent: Lent) -> ex.Node:
    """Whether a piece lies on the face on which it lends."""
    kinds = {kind.id for kind in _kinds(plan, lent)}
    levels = {
        n
        for counter in plan.game.counters.values()
        if counter.kind in kinds
        for n, face in enumerate(counter.faces, 1)
        if face.id == lent.face
    }
    return ex.any_of(*(ex.equals(ex.prop("Face_Level"), n) for n in sorted(levels)))


def on_map(plan: Plan) -> ex.Node:
    """Whether a piece stands in a space of the map, and in no box beside it."""
    board = next(window for window in plan.atlas.windows.values() if window.source is plan.game.map)
    zones = ("", *(zone.name for zone in board.zones if zone.on_grid))
    return ex.any_of(*(ex.equals(ex.prop("CurrentZone"), zone) for zone in zones))


def _has(lender: Lender) -> ex.Node:
    """Whether a piece is one of those that lend."""
    return ex.equals(ex.prop(lender.field), plain(lender.value))


def _is(lender: Lender, number: str, least: int, plan: Plan) -> ex.Node:
    tests: list[ex.Node] = [_has(lender)]
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
        if not isinstance(modifier.source, Lent):
            continue
        for lender in modifier.source.lenders:
            for field in (lender.same, lender.foreign):
                if field is not None and field in kind.fields:
                    value = ex.prop(field)
                    empty: ex.Value = ex.prop("Side") if kind.fields[field].type is FieldType.SIDE else ""
                    filled = ex.if_(ex.equals(value, ""), empty, value)
                    found[field] = CalculatedProperty(_own(field), ex.braced(filled))
    return list(found.values())
