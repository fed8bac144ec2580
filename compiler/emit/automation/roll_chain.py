"""What all rolls share: links of a chain, what a piece tells of itself, modifiers as expressions.

A command of a piece first puts what is needed of the piece into properties of the module, `Roller_…` of the one that
rolls and `Target_…` of the one aimed at, then presses a hidden button that asks, rolls, looks up and speaks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from compiler.emit.automation.best_leader import lent
from compiler.emit.automation.ground import effect_at
from compiler.emit.automation.lookup import choose, whole
from compiler.emit.module.loops import counted
from compiler.emit.module.marks import property_of
from compiler.emit.names import YES, plain
from compiler.emit.plan import Plan
from compiler.model.counters import CounterKind
from compiler.model.rolls import ROLLER, TARGET, Check, RollModifier
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component
from compiler.vassal.keys import Key, named
from compiler.vassal.values import Change, Choose

_PREFIX = {ROLLER: "Roller", TARGET: "Target"}
_NONE = "none of these"
_TURN = "Turn"  # the tracker keeps it


@dataclass(frozen=True, slots=True)
class Link:
    """A property and the change that a hidden button makes to it."""

    holder: str
    start: str
    change: Change

    @property
    def key(self) -> Key:
        return named(f"liege-link-{self.holder}")

    def component(self) -> Component:
        button = component("m.properties.ChangePropertyButton", text="", hotkey=self.key, propChanger=str(self.change))
        return component("m.properties.GlobalProperty", button, name=self.holder, initialValue=self.start)


def held(of: str, name: str) -> str:
    """The property that keeps what a piece told of itself."""
    return f"{_PREFIX[of]}_{name}"


# -- what a piece tells ------------------------------------------------------------------------------------------------
def told(plan: Plan, of: str, kind: CounterKind) -> dict[str, ex.Node]:
    """What pieces of a kind tell when they roll, or are aimed at."""
    checks = [check for check in plan.game.rolls.checks.values() if kind.id in check.kinds]
    found: dict[str, ex.Node] = {}
    for check in checks:
        if of == TARGET and not check.target:
            continue
        found["name"] = ex.prop("PieceName")
        if of == ROLLER:
            for field in (outcome.up_to for outcome in check.outcomes if outcome.up_to):
                found[field] = ex.if_(ex.equals(ex.prop(field), ""), 0, ex.prop(field))
        elif check.reading is not None and check.reading.face is not None:
            found["face"] = _face(plan, kind)
        for modifier in (plan.game.rolls.modifiers[id] for id in check.modifiers):
            if modifier.of == of:
                found.update(_told_for(plan, modifier))
    return found


def _told_for(plan: Plan, modifier: RollModifier) -> Iterator[tuple[str, ex.Node]]:
    if modifier.ground is not None:
        yield f"ground_{modifier.ground}", effect_at(plan, modifier.ground)
    if modifier.lent is not None:
        yield modifier.id, lent(plan, modifier.lent)
    for mark in (*(mark for mark, _ in modifier.case.marked), *modifier.case.unmarked):
        yield property_of(mark), ex.prop(property_of(mark))
    if modifier.case.seats or isinstance(_constant(plan, modifier), dict):
        yield "side", ex.prop("Side")


def _face(plan: Plan, kind: CounterKind) -> ex.Node:
    """The id of the face that lies up."""
    faces = {face.id: n for c in plan.game.counters.values() if c.kind == kind.id for n, face in enumerate(c.faces, 1)}
    level = ex.prop("Face_Level")
    return choose([(ex.equals(level, n), id) for id, n in faces.items()], "")


# -- modifiers ---------------------------------------------------------------------------------------------------------
def _constant(plan: Plan, modifier: RollModifier) -> object:
    return plan.game.constants[modifier.constant].value if modifier.constant is not None else None


def asked(plan: Plan, modifier: RollModifier) -> Link | None:
    """The link that asks the player, where the modifier is for him to say."""
    choices = _choices(plan, modifier)
    if not choices:
        return None
    return Link(f"Ask_{modifier.id}", next(iter(choices)), Choose(modifier.name.en, tuple(choices)))


def _choices(plan: Plan, modifier: RollModifier) -> dict[str, float]:
    """Choices with their numbers; of the results of a table those that change anything."""
    if modifier.result is None:
        return dict(modifier.ask)
    table, value = modifier.result
    numbers = {r.code: float(r.values.get(value) or 0) for r in plan.game.tables[table].results.values()}
    return {_NONE: 0.0, **{code: number for code, number in numbers.items() if number}}


def number_of(plan: Plan, modifier: RollModifier) -> ex.Node:
    """What the modifier of a piece's roll adds, 0 where it does not count."""
    constant, of = _constant(plan, modifier), modifier.of
    number: ex.Node
    if modifier.ground is not None:
        number = ex.prop(held(of, f"ground_{modifier.ground}"))
    elif modifier.lent is not None:
        number = ex.prop(held(of, modifier.id))
    elif isinstance(constant, dict):
        side = ex.prop(held(of, "side"))
        number = choose([(ex.equals(side, id), whole(value)) for id, value in constant.items()], 0)
    elif constant is not None or modifier.value is not None:
        number = ex.literal(whole(float(str(constant if constant is not None else modifier.value))))
    else:
        own = ex.prop(f"Ask_{modifier.id}")
        choices = _choices(plan, modifier)
        number = choose([(ex.equals(own, label), whole(value)) for label, value in choices.items()], 0)
    cases = list(_cases(plan, modifier))
    return ex.if_(ex.every(*cases), number, 0) if cases else number


def _cases(plan: Plan, modifier: RollModifier) -> Iterator[ex.Node]:
    case, of = modifier.case, modifier.of
    for mark, value in case.marked:
        yield ex.equals(ex.prop(held(of, property_of(mark))), plain(value))
    for mark in case.unmarked:
        yield ex.equals(ex.prop(held(of, property_of(mark))), "")
    if case.seats:
        sides = dict.fromkeys(side for seat in case.seats for side in plan.game.seats[seat].sides)
        yield ex.any_of(*(ex.equals(ex.prop(held(of, "side")), side) for side in sides))
    yield from general_cases(plan, modifier)


def general_cases(plan: Plan, modifier: RollModifier) -> Iterator[ex.Node]:
    """The cases that have nothing to do with a piece: turn and option."""
    case = modifier.case
    if case.turns is not None:
        low, high = case.turns
        boxes = turn_boxes(plan)
        yield ex.any_of(*(test for value, test in boxes.items() if isinstance(value, int) and low <= value <= high))
    if case.option is not None:
        yield ex.equals(ex.prop(option_property(case.option)), YES)


def turn_boxes(plan: Plan) -> dict[int | str, ex.Node]:
    """For every turn the test whether it is that turn."""
    track = counted(plan.game)
    boxes = track.boxes if track is not None else ()
    numbered = all(isinstance(box.value, int) for box in boxes)
    return {box.value: ex.equals(ex.prop(_TURN), box.value if numbered else box.label.en) for box in boxes}


def option_property(option: str) -> str:
    """The property that holds what the players agreed on."""
    return f"Option_{option}"


def roll_options(plan: Plan) -> list[str]:
    """The options that matter to a roll."""
    found = (modifier.case.option for modifier in plan.game.rolls.modifiers.values())
    return list(dict.fromkeys(option for option in found if option is not None))


def signed(number: ex.Node) -> ex.Node:
    """A number with its sign."""
    return ex.add(ex.if_(ex.greater(number, 0), "+", ""), number)


def target_checks(plan: Plan, kind: CounterKind) -> list[Check]:
    """The checks of a kind that are aimed at another piece."""
    return [check for check in plan.game.rolls.checks.values() if check.target and kind.id in check.kinds]
