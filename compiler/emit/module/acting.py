"""Whose step it is: by the line of the tracker, and by the order that the table shows.

The tracker shows it, and a property of the module keeps it: after a save is opened the tracker is drawn before anybody
can say where pieces lie, and what one player does for all sides is told in the name of the one whose step it is.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.automation.conditions import Acting
from compiler.emit.automation.lookup import choose
from compiler.emit.chat import IN_TURN
from compiler.emit.manifest import COUNTER_ID
from compiler.emit.module.following import STEP
from compiler.emit.module.lines import Entry
from compiler.emit.module.tracks import track_property
from compiler.emit.plan import Plan
from compiler.emit.seats import SEATS, seats_text
from compiler.model.scenario import Scenario
from compiler.model.sequence import PER_SEAT, SequenceNode
from compiler.model.table import Table
from compiler.model.upkeep import Ranking
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component
from compiler.vassal.keys import named
from compiler.vassal.values import SetValue

LOOK = named("liege-whose-step")  # the property is set anew


def acting_in(plan: Plan, entry: Entry, nodes: dict[str, SequenceNode]) -> Acting:
    """Who acts in a line: by his place in the order, where the table shows it."""
    game, found = plan.game, Acting()
    for id, n in entry.passes:
        node = nodes[id]
        if node.by_setup:
            found = _nth(plan, n)
        elif node.kind == "each" and node.over == "seat" and (track := game.tracks.get(node.order or "")) is not None:
            seats = [str(box.value) for box in track.boxes]
            if len(seats) == len(game.seats) == 2 and set(seats) == set(game.seats):  # the track says who goes first
                own = ex.prop(track_property(track))
                first: Acting = [(ex.equals(own, box.label.en), str(box.value)) for box in track.boxes]
                found = first if n == 0 else [(test, seats[1 - k]) for k, (test, _) in enumerate(first)]
        elif node.times == PER_SEAT:
            ranking = next(iter(game.upkeep.rankings.values()), None)
            found = _ranked(plan, ranking, n) if ranking is not None else []
    return found


def _nth(plan: Plan, n: int) -> Acting:
    """The nth player: in each setup one of those who play it."""
    setups: dict[str, list[str]] = {}
    for scenario in plan.game.scenarios.values():
        if n < len(scenario.seats):
            known = setups.setdefault(scenario.seats[n], [])
            known += [text for text in (seats_text(plan, scenario),) if text not in known]
    if len(setups) == 1:
        return [(ex.literal(True), seat) for seat in setups]
    played = ex.prop(SEATS)
    return [(ex.any_of(*(ex.equals(played, text) for text in texts)), seat) for seat, texts in setups.items()]


def _ranked(plan: Plan, ranking: Ranking, n: int) -> Acting:
    """Whose marker lies in the nth box."""
    if n >= len(ranking.boxes):
        return []
    spot, found = plan.atlas.spaces[ranking.boxes[n]], Acting()
    for counter in plan.game.counters.values():
        seat = plan.game.seat_of(counter.side) if counter.side else None
        if counter.kind == ranking.markers and seat is not None:
            mine = ex.quoted(ex.equals(ex.prop(COUNTER_ID), counter.id))
            found.append((ex.greater(ex.call("CountLocation", spot.location, spot.map, mine), 0), seat))
    return found


def acting_at(plan: Plan, table: Table, entry: Entry, scenario: Scenario) -> str | None:
    """The seat that acts in a line, as the engine has the table; the same as `acting_in` sees in VASSAL."""
    game, found, nodes = plan.game, None, plan.nodes
    for id, n in entry.passes:
        node = nodes[id]
        if node.by_setup:
            found = scenario.seats[n] if n < len(scenario.seats) else None
        elif node.kind == "each" and node.over == "seat" and (track := game.tracks.get(node.order or "")) is not None:
            seats = [str(box.value) for box in track.boxes]
            if len(seats) == len(game.seats) == 2 and set(seats) == set(game.seats):
                found = seats[(seats.index(str(table.tracks[track.id])) + n) % 2]
        elif node.times == PER_SEAT:
            ranking = next(iter(game.upkeep.rankings.values()), None)
            found = _ranked_at(plan, table, ranking, n) if ranking is not None else None
    return found


def _ranked_at(plan: Plan, table: Table, ranking: Ranking, n: int) -> str | None:
    lying = table.stacks.get(ranking.boxes[n], ()) if n < len(ranking.boxes) else ()
    markers = (plan.game.counters.get(table.pieces[id].counter) for id in lying)
    sides = (m.side for m in markers if m is not None and m.kind == ranking.markers and m.side is not None)
    return next((seat for side in sides if (seat := plan.game.seat_of(side)) is not None), None)


# -- in the module -----------------------------------------------------------------------------------------------------
def in_turn(plan: Plan, otherwise: ex.Value = "") -> ex.Node:
    """The name of the seat whose step it is; in a line of which the table does not tell, `otherwise`."""
    by_line: list[tuple[Acting, list[str]]] = []
    for entry in plan.lines:
        acting = acting_in(plan, entry, plan.nodes)
        known = next((labels for own, labels in by_line if own == acting), None)
        if known is not None:
            known.append(entry.label)
        elif acting:
            by_line.append((acting, [entry.label]))
    cases: list[tuple[ex.Node, ex.Value]] = []
    for acting, labels in by_line:
        here = ex.any_of(*(ex.equals(ex.prop(STEP), label) for label in labels))
        names = [(test, plan.game.seats[seat].name.en) for test, seat in acting]
        cases.append((here, choose(names, otherwise)))
    return choose(cases, "")


def knows_turns(plan: Plan) -> bool:
    """Whether the module can tell in any line whose step it is."""
    return any(acting_in(plan, entry, plan.nodes) for entry in plan.lines)


def in_turn_property(plan: Plan) -> Iterator[Component]:
    """Whose step it is, by name; empty where it is nobody's or everybody's."""
    change = component(
        "m.properties.ChangePropertyButton", text="", hotkey=LOOK, propChanger=str(SetValue(ex.braced(in_turn(plan))))
    )
    own = (change,) if knows_turns(plan) else ()
    yield component("m.properties.GlobalProperty", *own, name=IN_TURN, initialValue="", description="whose step it is")


def in_turn_at(plan: Plan, table: Table, line: int, scenario: Scenario) -> str:
    """What the property holds when the tracker stands at a line."""
    seat = acting_at(plan, table, plan.lines[line], scenario) if plan.lines else None
    return "" if seat is None else plan.game.seats[seat].name.en
