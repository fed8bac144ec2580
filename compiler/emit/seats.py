"""Who plays: the seats and sides of the setup, kept in properties of the module that every save sets."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.plan import Plan
from compiler.model.scenario import Scenario
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component

SEATS, SIDES = "Seats", "SidesInPlay"  # the names of those in play, each between bars


def seats_text(plan: Plan, scenario: Scenario | None) -> str:
    """The seats of a scenario as the property holds them; of none, all."""
    seats = scenario.seats if scenario is not None else tuple(plan.game.seats)
    return "".join(f"|{plan.game.seats[seat].name.en}" for seat in seats) + "|"


def seats_property(plan: Plan) -> Component:
    return component(
        "m.properties.GlobalProperty", name=SEATS, initialValue=seats_text(plan, None), description="who plays"
    )


def sides_text(plan: Plan, scenario: Scenario | None) -> str:
    """The sides in play: those of the seats, and those that nobody runs if the scenario uses any of their counters."""
    game = plan.game
    run = {side: game.seat_of(side, scenario) for side in game.sides}
    known = scenario.seats if scenario is not None else tuple(game.seats)
    idle = {side for side in game.sides if game.seat_of(side) is None and not any(
        side in sides for one in game.scenarios.values() for sides in one.control.values())}  # fmt: skip
    idle -= _unused(plan, scenario)
    names = [game.sides[side].name.en for side, seat in run.items() if side in idle or seat in known]
    return "".join(f"|{name}" for name in names) + "|"


def _unused(plan: Plan, scenario: Scenario | None) -> set[str]:
    """The sides of whose counters a scenario uses none."""
    if scenario is None:
        return set()
    counters = [counter for counter in plan.game.counters.values() if counter.side is not None]
    used = {counter.side for counter in counters if counter.id not in scenario.unused}
    return {counter.side for counter in counters if counter.side is not None} - used


def sides_property(plan: Plan) -> Component:
    return component(
        "m.properties.GlobalProperty", name=SIDES, initialValue=sides_text(plan, None), description="which sides play"
    )


def is_in_play(plan: Plan, side: str) -> ex.Node:
    """Whether a side is in play."""
    return ex.Method(ex.prop(SIDES), "contains", (ex.literal(f"|{plan.game.sides[side].name.en}|"),))


def plays(plan: Plan, seat: str) -> ex.Node:
    """Whether a seat is in play."""
    return ex.Method(ex.prop(SEATS), "contains", (ex.literal(f"|{plan.game.seats[seat].name.en}|"),))


# -- who is not there --------------------------------------------------------------------------------------------------
def away_property(holder: str) -> str:
    """The property that says of a seat or side that it does not play: what is about it alone is barred then."""
    return f"Away_{holder}"


def is_away(holder: str) -> ex.Node:
    """Whether the setup goes without it; only asked of those that some setup goes without (`absent`)."""
    return ex.equals(ex.prop(away_property(holder)), True)


def runs(plan: Plan, seat: str, side: str) -> ex.Node:
    """Whether a seat runs a side: its own, or in some setup that of a seat that does not play."""
    usual = plan.game.seat_of(side)
    tests = [plays(plan, seat), is_in_play(plan, side)]
    if usual != seat and usual is not None:
        tests.append(ex.not_(plays(plan, usual)))
    return ex.every(*tests)


def absent(plan: Plan) -> list[str]:
    """The seats, sides and sorts of hands that some scenario goes without."""
    gone = {holder for one in plan.game.scenarios.values() for holder, away in _away(plan, one).items() if away}
    return [holder for holder in dict.fromkeys((*plan.game.seats, *plan.game.sides, *_second(plan))) if holder in gone]


def _second(plan: Plan) -> list[str]:
    """The sorts of hands that only a seat of two sides has."""
    return list(dict.fromkeys(pile.base for pile in plan.game.piles.values() if pile.second_side))


def _away(plan: Plan, scenario: Scenario | None) -> dict[str, bool]:
    seats, sides = seats_text(plan, scenario), sides_text(plan, scenario)
    away = {side: f"|{data.name.en}|" not in sides for side, data in plan.game.sides.items()}
    run = [plan.game.seat_of(side, scenario) for side in plan.game.sides]
    away |= {sort: all(run.count(seat) < 2 for seat in plan.game.seats) for sort in _second(plan)}
    return away | {seat: f"|{data.name.en}|" not in seats for seat, data in plan.game.seats.items()}


def away_values(plan: Plan, scenario: Scenario | None) -> Iterator[tuple[str, str]]:
    """Each such property with its value in a scenario."""
    away = _away(plan, scenario)
    yield from ((away_property(holder), "true" if away[holder] else "false") for holder in absent(plan))


def away_properties(plan: Plan) -> Iterator[Component]:
    for name, value in away_values(plan, None):
        yield component("m.properties.GlobalProperty", name=name, initialValue=value, description="does not play")
