"""What all rolls share: links of a chain, and what a piece tells of itself.

A command of a piece first puts what is needed of the piece into properties of the module, `Roller_…` of the one that
rolls and `Target_…` of the one aimed at, then presses a hidden button that asks, rolls, looks up and speaks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from compiler.emit.automation.best_leader import lent
from compiler.emit.automation.ground import effect_at
from compiler.emit.automation.lookup import choose
from compiler.emit.manifest import COUNTER_ID
from compiler.emit.module.holders import holder_property
from compiler.emit.module.marks import NONE, property_of, seat_property
from compiler.emit.names import YES
from compiler.emit.plan import Plan
from compiler.model.counters import CounterKind
from compiler.model.rolls import (
    ROLLER,
    TARGET,
    Check,
    Constant,
    Ground,
    Lent,
    Marked,
    RollModifier,
    Seats,
    Sure,
    Unmarked,
)
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component
from compiler.vassal.keys import Key, named
from compiler.vassal.values import Change

_PREFIX = {ROLLER: "Roller", TARGET: "Target"}
SIDE, HOLDER = "side", "holder"
TELL = named("liege-tell-roller")  # the command at which a piece tells of itself


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


def judge_key(check: Check) -> Key:
    """The command at which a piece keeps why it may not roll."""
    return named(f"liege-judge-{check.id}")


def refuse_key(check: Check) -> Key:
    """The command at which it says so."""
    return named(f"liege-refuse-{check.id}")


def ground_of(effect: str) -> str:
    """What a piece calls an effect of its ground when it tells of it."""
    return f"ground_{effect}"


def sure_of(check: Check, test: Sure) -> str:
    """What a piece calls it that it comes to an outcome without a roll."""
    return f"sure_{check.id}_{check.sure.index(test)}"


def _is_sure(plan: Plan, test: Sure) -> ex.Node:
    """Whether a piece has what makes the outcome sure; a mark of its side is one of whoever holds it now."""
    tests: list[ex.Node] = [ex.equals(ex.prop(flag), YES) for flag in test.flags]
    tests += [ex.not_equals(ex.prop(property_of(mark)), "") for mark in test.marks]
    for mark in (plan.game.marks[id] for id in test.of_side):
        for side in plan.game.sides.values():
            marked = ex.not_equals(ex.prop(seat_property(mark, side.id)), NONE)
            tests.append(ex.every(ex.equals(ex.prop(holder_property(plan)), side.name.en), marked))
    return ex.if_(ex.any_of(*tests), YES, "")


# -- what a piece tells ------------------------------------------------------------------------------------------------
def told(plan: Plan, of: str, kind: CounterKind) -> dict[str, ex.Node]:
    """What pieces of a kind tell when they roll, or are aimed at."""
    checks = [check for check in plan.game.rolls.checks.values() if kind.id in check.kinds]
    found: dict[str, ex.Node] = {}
    for check in checks:
        if of == TARGET and not check.target:
            continue
        found["name"] = ex.prop("PieceName")
        found[HOLDER] = ex.prop(holder_property(plan))
        if of == TARGET:
            found["id"] = ex.prop("UniqueID")
            found |= {"x": ex.prop("CurrentX"), "y": ex.prop("CurrentY")}
        if of == ROLLER:
            found |= {sure_of(check, test): _is_sure(plan, test) for test in check.sure}
            for field in check.fields:
                found[field] = ex.if_(ex.equals(ex.prop(field), ""), 0, ex.prop(field))
        elif check.reading is not None and check.reading.by_face:
            found["face"] = face_of(plan, kind)
        if of == TARGET:
            borne = (bar.borne for bar in check.barred if bar.borne is not None and bar.borne.of_target)
            found |= {property_of(one.mark): ex.prop(property_of(one.mark)) for one in borne}
        for modifier in (plan.game.rolls.modifiers[id] for id in check.modifiers):
            if modifier.of == of:
                found.update(_told_for(plan, modifier))
    return found


def _told_for(plan: Plan, modifier: RollModifier) -> Iterator[tuple[str, ex.Node]]:
    """What a modifier needs to know of the piece it is about."""
    match modifier.source:
        case Ground(effect):
            yield ground_of(effect), effect_at(plan, effect)
        case Lent():
            yield modifier.id, lent(plan, modifier.source)
        case Constant(id) if isinstance(plan.game.constants[id].value, Mapping):
            yield SIDE, ex.prop("Side")
    for case in modifier.cases:
        match case:
            case Marked(mark, _) | Unmarked(mark):
                yield property_of(mark), ex.prop(property_of(mark))
            case Seats():
                yield SIDE, ex.prop("Side")


def face_of(plan: Plan, kind: CounterKind) -> ex.Node:
    """The id of the face that lies up; counters whose faces are others than those of most are asked for by name."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for counter in plan.game.counters.values():
        if counter.kind == kind.id:
            groups.setdefault(tuple(face.id for face in counter.faces), []).append(counter.id)
    if not groups:
        return ex.literal("")
    level = ex.prop("Face_Level")
    *few, most = sorted(groups, key=lambda faces: len(groups[faces]))
    found = choose([(ex.equals(level, n), id) for n, id in enumerate(most, 1)], "")
    for faces in reversed(few):
        if faces != most[: len(faces)]:
            mine = ex.any_of(*(ex.equals(ex.prop(COUNTER_ID), id) for id in groups[faces]))
            found = ex.if_(mine, choose([(ex.equals(level, n), id) for n, id in enumerate(faces, 1)], ""), found)
    return found


def signed(number: ex.Node) -> ex.Node:
    """A number with its sign."""
    return ex.add(ex.if_(ex.greater(number, 0), "+", ""), number)


def target_checks(plan: Plan, kind: CounterKind) -> list[Check]:
    """The checks of a kind that are aimed at another piece."""
    return [check for check in plan.game.rolls.checks.values() if check.target and kind.id in check.kinds]
