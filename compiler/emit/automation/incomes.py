"""Income by a button: how many spaces each side holds on the board, and what they bring, with the rule."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.automation.preference import OFF
from compiler.emit.chat import with_rules
from compiler.emit.module.holders import holder_property
from compiler.emit.module.marks import property_of
from compiler.emit.names import YES
from compiler.emit.plan import Plan
from compiler.model.upkeep import Income
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component
from compiler.vassal.keys import Key, named
from compiler.vassal.values import SetValue


def held_property(income: Income, side: str) -> str:
    """The property that holds how many spaces a side was last found to hold."""
    return f"Held_{income.id}_{side}"


def _needed_property(income: Income, side: str) -> str:
    return f"Needed_{income.id}_{side}"


def _counts(income: Income, side: str) -> Key:
    return named(f"liege-income-{income.id}-{side}")


def _needs(income: Income, side: str) -> Key:
    return named(f"liege-income-{income.id}-{side}-needs")


def held(plan: Plan, income: Income, side: str) -> ex.Node:
    """The number of spaces a side holds: one for every space with a piece that counts, and none of another side."""
    kinds = [ex.equals(ex.prop("Kind"), plan.game.counter_kinds[kind].name.en) for kind in income.held_by]
    counts: ex.Node = ex.any_of(*kinds)
    if income.without is not None:
        counts = ex.every(counts, ex.not_equals(ex.prop(property_of(income.without)), YES))
    test, other = ex.every(_belongs(plan, side), counts), ex.every(ex.not_(_belongs(plan, side)), counts)
    total: ex.Node = ex.literal(0)
    for space in plan.game.spaces.values():
        if space.kind == income.spaces:
            spot = plan.atlas.spaces[space.id]
            here = ex.call("CountLocation", spot.location, spot.map, ex.quoted(test))
            strangers = ex.call("CountLocation", spot.location, spot.map, ex.quoted(other))
            alone = ex.every(ex.greater(here, 0), ex.equals(strangers, 0))  # who holds it will be fought out
            total = ex.add(total, ex.if_(alone, 1, 0))
    return total


def _belongs(plan: Plan, side: str) -> ex.Node:
    return ex.equals(ex.prop(holder_property(plan)), plan.game.sides[side].name.en)


def needed(plan: Plan, income: Income, side: str) -> ex.Node:
    """How many pieces a side has of the kind without which it gets no least income; 1 where none is asked for."""
    if income.needs is None:
        return ex.literal(1)
    kind = plan.game.counter_kinds[income.needs].name.en
    test = ex.every(_belongs(plan, side), ex.equals(ex.prop("Kind"), kind))
    maps = dict.fromkeys(plan.atlas.spaces[s.id].map for s in plan.game.spaces.values() if s.kind == income.spaces)
    total: ex.Node = ex.literal(0)
    for map in maps:
        total = ex.add(total, ex.call("CountMap", map, ex.quoted(test)))
    return total


def collected(plan: Plan, income: Income, side: str) -> ex.Node:
    """What a side collects, from the two numbers counted before."""
    constants = plan.game.constants
    share = ex.divide(ex.prop(held_property(income, side)), int(constants[income.each].value))
    if income.least is None:
        return share
    least = int(constants[income.least].value)
    few = ex.every(ex.less(share, least), ex.greater(ex.prop(_needed_property(income, side)), 0))
    return ex.if_(few, least, share)


def sentence(plan: Plan, income: Income) -> ex.Node:
    """Every side that is in play, with its spaces and its income."""
    text: ex.Node = ex.literal(f"{income.name.en}:")
    for side in income.sides:
        count = ex.prop(held_property(income, side))
        playing = ex.any_of(ex.greater(count, 0), ex.greater(ex.prop(_needed_property(income, side)), 0))
        words = ex.add(f" <b>{plan.game.sides[side].name.en}</b>: {income.counted.en} ", count)
        words = ex.add(ex.add(words, f", {income.unit.en} <b>"), collected(plan, income, side))
        text = ex.add(text, ex.if_(playing, ex.add(words, "</b>."), ""))
    return with_rules(text, income.note)


def income_properties(plan: Plan) -> Iterator[Component]:
    """What was last counted, and the hidden buttons that count."""
    for income in plan.game.upkeep.incomes.values():
        for side in income.sides:
            for name, key, count in (
                (held_property(income, side), _counts(income, side), held(plan, income, side)),
                (_needed_property(income, side), _needs(income, side), needed(plan, income, side)),
            ):
                button = component(
                    "m.properties.ChangePropertyButton",
                    text="",
                    hotkey=key,
                    propChanger=str(SetValue(ex.braced(count))),
                )
                yield component(
                    "m.properties.GlobalProperty",
                    button,
                    name=name,
                    initialValue="0",
                    description=f"{income.name.en}: {income.counted.en}",
                )


def income_buttons(plan: Plan) -> Iterator[tuple[str, list[Component]]]:
    """The entry of the menu and its components, for every income."""
    for income in plan.game.upkeep.incomes.values():
        says = named(f"liege-income-{income.id}-says")
        counting = [key for side in income.sides for key in (_counts(income, side), _needs(income, side))]
        yield (
            income.name.en,
            [
                component(
                    "m.DoActionButton",
                    name=f"Income {income.id}",
                    text=income.name.en,
                    icon="",
                    doHotkey=True,
                    tooltip=f"Count {income.counted.en} and tell what they bring",
                    hotkeys=(*counting, says),
                    canDisable=True,
                    propertyGate=OFF,
                ),
                component(
                    "m.DoActionButton",
                    name=f"Income {income.id} says",
                    text="",
                    icon="",
                    hotkey=says,
                    doReport=True,
                    reportFormat=ex.braced(sentence(plan, income)),
                ),
            ],
        )
