"""Ladders: markers that climb boxes by a command, and say what their level allows."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.automation.preference import OFF
from compiler.emit.chat import said, with_rules
from compiler.emit.manifest import COUNTER_ID
from compiler.emit.module import keys
from compiler.emit.names import plain
from compiler.emit.plan import Plan
from compiler.model.common import Note
from compiler.model.counters import Counter
from compiler.model.graph import Space
from compiler.model.upkeep import Ladder, rungs
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component
from compiler.vassal.keys import named
from compiler.vassal.traits import CalculatedProperty, Prototype, Report, SendToLocation, SubMenu, Trait

ZONE = "CurrentZone"


def level_property(ladder: Ladder) -> str:
    """The property of a marker that holds its level; 0 off the ladder."""
    return f"Level_{ladder.id}"


def climbers(plan: Plan, ladder: Ladder) -> list[Counter]:
    """The markers of a ladder that have boxes to climb."""
    return [c for c in plan.game.counters.values() if c.kind == ladder.markers and rungs(plan.game, ladder, c)]


def _prototype(ladder: Ladder, counter: Counter) -> str:
    """The prototype of a marker: those with the same value climb boxes of the same names."""
    own = counter.faces[0].values.get(ladder.same, counter.values.get(ladder.same)) if ladder.same else None
    return f"Climbs {ladder.id}" + (f" {plain(own)}" if own is not None else "")


def climbs(plan: Plan, counter: Counter) -> list[Prototype]:
    """The prototypes of the ladders a counter climbs."""
    return [
        Prototype(_prototype(ladder, counter))
        for ladder in plan.game.upkeep.ladders.values()
        if counter.kind == ladder.markers and rungs(plan.game, ladder, counter)
    ]


def ladder_prototypes(plan: Plan) -> Iterator[tuple[str, tuple[Trait, ...]]]:
    """A definition for all markers that climb boxes of the same names, each on the window of its side."""
    for ladder in plan.game.upkeep.ladders.values():
        groups: dict[str, list[Counter]] = {}
        for counter in climbers(plan, ladder):
            groups.setdefault(_prototype(ladder, counter), []).append(counter)
        for name, counters in groups.items():
            yield name, tuple(_climbing(plan, ladder, counters))


def _climbing(plan: Plan, ladder: Ladder, counters: list[Counter]) -> Iterator[Trait]:
    """Up, down and back to the first box, with what the level then allows."""
    boxes, name = rungs(plan.game, ladder, counters[0]), ladder.name.en
    zones = [plan.atlas.spaces[box.id].location for box in boxes]
    window = ex.braced(_window(plan, ladder, counters))
    yield CalculatedProperty(level_property(ladder), ex.braced(level(plan, ladder, boxes)))
    yield CalculatedProperty("Stats", ex.braced(ex.add(f"{name} ", allowed(ladder))))
    commands = (
        (f"{name}: up", keys.STEP_UP, climbed(zones, 1)),
        (f"{name}: down", keys.STEP_DOWN, climbed(zones, -1)),
        (f"{name}: back to the first", named(f"liege-first-{ladder.id}"), ex.literal(zones[0])),
    )
    for menu, key, zone in commands:
        yield SendToLocation(menu, key, window, window, destination="Z", zone=ex.braced(zone))
    yield Report(tuple(key for _, key, _ in commands), ex.braced(_told(ladder)))
    yield SubMenu(name, tuple(menu for menu, _, _ in commands))


def _window(plan: Plan, ladder: Ladder, counters: list[Counter]) -> ex.Node:
    """The window with the ladder of the marker's side."""
    windows = {c.side: plan.atlas.spaces[rungs(plan.game, ladder, c)[0].id].map for c in counters}
    found: ex.Node = ex.literal(next(iter(windows.values())))
    for side, window in windows.items():
        found = ex.if_(ex.equals(ex.prop("Side"), side or ""), window, found)
    return found


def level(plan: Plan, ladder: Ladder, boxes: list[Space]) -> ex.Node:
    """The level of the box a marker lies in."""
    found: ex.Node = ex.literal(0)
    for box in reversed(boxes):
        number = int(str(box.values[ladder.level]))
        found = ex.if_(ex.equals(ex.prop(ZONE), plan.atlas.spaces[box.id].location), number, found)
    return found


def climbed(zones: list[str], steps: int) -> ex.Node:
    """The box so many steps on; the ends hold, and from anywhere else it goes to the first."""
    found: ex.Node = ex.literal(zones[0])
    for n, zone in reversed(list(enumerate(zones))):
        to = zones[max(0, min(len(zones) - 1, n + steps))]
        found = ex.if_(ex.equals(ex.prop(ZONE), zone), to, found)
    return found


def allowed(ladder: Ladder) -> ex.Node:
    """The level, and what may be done as often as it says."""
    own = ex.prop(level_property(ladder))
    text: ex.Node = ex.add("level ", own)
    for effect in ladder.effects:
        text = ex.add(text, ex.add(f"; {effect.text}: ", own))
    return text


def _told(ladder: Ladder) -> ex.Node:
    start = ex.add(ex.prop("newPieceName"), ex.add(" is in ", ex.prop("location")))
    return with_rules(said(start, ": ", allowed(ladder)), *_notes(ladder))


def all_levels(plan: Plan, ladder: Ladder) -> ex.Node:
    """The levels of all markers on their ladders, by side, and what a level allows."""
    text: ex.Node = ex.literal(f"{ladder.name.en}:")
    for counter in climbers(plan, ladder):
        window = plan.atlas.spaces[rungs(plan.game, ladder, counter)[0].id].map
        mine = ex.quoted(ex.equals(ex.prop(COUNTER_ID), counter.id))
        found = ex.call("SumMap", level_property(ladder), window, mine)
        words = ex.add(f" {plan.names[counter.id]} <b>level ", ex.add(found, "</b>;"))
        text = ex.add(text, ex.if_(ex.greater(found, 0), words, ""))
    effects = "; ".join(effect.text for effect in ladder.effects)
    return with_rules(said(text, f" the level says how many: {effects}" if effects else ""), *_notes(ladder))


def _notes(ladder: Ladder) -> Iterator[Note]:
    yield ladder.note
    yield from (effect.note for effect in ladder.effects)


def ladder_buttons(plan: Plan) -> Iterator[tuple[str, list[Component]]]:
    """The entry of the menu and its component, for every ladder."""
    for ladder in plan.game.upkeep.ladders.values():
        name = plain(ladder.name.en)
        yield (
            name,
            [
                component(
                    "m.DoActionButton",
                    name=f"Ladder {ladder.id}",
                    text=name,
                    icon="",
                    doReport=True,
                    tooltip=f"Tell the levels: {name}",
                    reportFormat=ex.braced(all_levels(plan, ladder)),
                    canDisable=True,
                    propertyGate=OFF,
                )
            ],
        )
