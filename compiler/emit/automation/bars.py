"""Who may not roll: refused in the words of the rule before anything is rolled, and what a piece bears afterwards."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.automation.best_leader import lent, on_map
from compiler.emit.automation.lookup import choose
from compiler.emit.automation.modifiers import boxes_of
from compiler.emit.automation.preference import is_applied
from compiler.emit.automation.roll_chain import HOLDER, held
from compiler.emit.chat import ruled
from compiler.emit.module.holders import holder_property
from compiler.emit.module.marks import bear_key, property_of
from compiler.emit.names import plain
from compiler.emit.plan import Plan
from compiler.model.bars import Bar, Borne
from compiler.model.loops import counted
from compiler.model.rolls import TARGET, Check, Lent
from compiler.vassal import expression as ex
from compiler.vassal.keys import Key, named
from compiler.vassal.traits import Trait, Trigger

Refusal = tuple[ex.Node, ex.Value]  # a test, and what is said where it holds
AIM = "Target of the next roll"  # the command of a piece that is to be attacked
_FAULT = "Fault"
_SIDE = "Side"  # printed on a counter


def fault_property(check: Check) -> str:
    """The property of a piece that holds why it may not attack."""
    return f"{_FAULT}_{check.id}"


def fault(plan: Plan, check: Check) -> ex.Node:
    """Why a piece may not roll, or attack whom it aims at; nothing where it may."""
    cases = [*_aims(plan, check), *_refusals(plan, check)] if check.target else _refusals(plan, check)
    return choose(cases, "")


def _aims(plan: Plan, check: Check) -> Iterator[Refusal]:
    """Why somebody may not be aimed at: nobody, one's own, too far."""
    name, theirs = ex.prop(held(TARGET, "name")), ex.prop(held(TARGET, HOLDER))
    own, rules = ex.prop(holder_property(plan)), ruled(check.note)
    yield ex.equals(name, ""), f"needs a target: choose {AIM} in the menu of the enemy first{rules}"
    friends: list[ex.Node] = [ex.equals(own, theirs)]
    for seat in plan.game.seats.values():
        names = [plan.game.sides[side].name.en for side in seat.sides]
        if len(names) > 1:
            friends.append(ex.every(*(ex.any_of(*(ex.equals(who, n) for n in names)) for who in (own, theirs))))
    yield ex.any_of(*friends), f"is not against one's own side{rules}"
    if check.reach is not None and plan.game.map.grid is not None:
        away = ex.call("Range", ex.prop(held(TARGET, "x")), ex.prop(held(TARGET, "y")))
        yield ex.greater(away, check.reach), ex.add(ex.add("does not reach ", name), rules)


def _refusals(plan: Plan, check: Check) -> list[Refusal]:
    """Why the piece that evaluates it may not roll."""
    return [(_holds(plan, bar), f"{bar.why}{ruled(bar.note)}") for bar in check.barred if not bar.is_printed]


def never(plan: Plan, check: Check) -> ex.Node | None:
    """Whether the counter alone keeps a piece from ever rolling; None where none does."""
    printed = [_holds(plan, bar) for bar in check.barred if bar.is_printed]
    return ex.any_of(*printed) if printed else None


def _holds(plan: Plan, bar: Bar) -> ex.Node:
    return ex.every(*_cases(plan, bar))


def _cases(plan: Plan, bar: Bar) -> Iterator[ex.Node]:
    """Everything a bar names; what takes longest to find out comes last."""
    if bar.borne is not None:
        yield _bears(bar.borne)
    for field, values in bar.only.items():
        yield ex.any_of(*(ex.equals(ex.prop(field), plain(value)) for value in values))
    if bar.sides:
        yield _one_of(bar.sides)
    if bar.turns is not None:
        track, (first, last) = counted(plan.game), bar.turns
        boxes = boxes_of(plan, track.id).items() if track is not None else ()
        yield ex.any_of(*(test for turn, test in boxes if isinstance(turn, int) and first <= turn <= last))
    if bar.track is not None:
        seats = [(plan.game.seats[str(seat)], shown) for seat, shown in boxes_of(plan, bar.track).items()]
        yield ex.any_of(*(ex.every(shown, _one_of(seat.sides)) for seat, shown in seats))
    if bar.led is not None:
        modifier, wanted = plan.game.rolls.modifiers[bar.led[0]].source, bar.led[1]
        assert isinstance(modifier, Lent)
        number = lent(plan, modifier)
        yield ex.greater(number, 0) if wanted else ex.equals(number, 0)
    if bar.beside is not None:
        yield _threatened(plan, bar.beside)


def _bears(borne: Borne) -> ex.Node:
    name = property_of(borne.mark)
    value = ex.prop(held(TARGET, name) if borne.of_target else name)
    return ex.not_equals(value, "") if borne.value is None else ex.equals(value, plain(borne.value))


def _one_of(sides: tuple[str, ...]) -> ex.Node:
    return ex.any_of(*(ex.equals(ex.prop(_SIDE), side) for side in sides))


def _threatened(plan: Plan, face: str) -> ex.Node:
    """Whether an enemy that shows a face stands in the next space: a piece of another seat."""
    counters = plan.game.counters.values()
    levels = {n for counter in counters for n, own in enumerate(counter.faces, 1) if own.id == face}
    cases: list[ex.Node] = []
    for seat in plan.game.seats.values():
        enemies = tuple(side for other in plan.game.seats.values() if other is not seat for side in other.sides)
        near = ex.less_equal(ex.call("Range", ex.filled("CurrentX"), ex.filled("CurrentY")), 1)
        lies = ex.any_of(*(ex.equals(ex.prop("Face_Level"), n) for n in sorted(levels)))
        count = ex.call("CountMap", ex.quoted(ex.every(_one_of(enemies), lies, on_map(plan), near)))
        cases.append(ex.every(_one_of(seat.sides), ex.greater(count, 0)))
    return ex.any_of(*cases)


# -- what a piece bears afterwards -------------------------------------------------------------------------------------
def bears_key(check: Check) -> Key:
    """The command by which a piece that has rolled is marked."""
    return named(f"liege-rolled-{check.id}")


def bears_traits(check: Check, rolled: ex.Node | None) -> Iterator[Trait]:
    """The marks of a piece that has rolled; none where the roll was cancelled, or results are only told."""
    if check.marks:
        match = ex.every(is_applied(), *([rolled] if rolled is not None else ()))
        chain = tuple(bear_key(mark, value) for mark, value in check.marks.items())
        yield Trigger(f"rolled {check.id}", key=bears_key(check), match=ex.braced(match), performed=chain)
