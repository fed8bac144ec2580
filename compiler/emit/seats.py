"""Who plays: the seats and sides of the setup, kept in properties of the module that every save sets."""

from __future__ import annotations

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
    """The sides in play: those of the seats, and those that nobody runs."""
    game = plan.game
    run = {side: game.seat_of(side, scenario) for side in game.sides}
    known = scenario.seats if scenario is not None else tuple(game.seats)
    idle = {side for side in game.sides if game.seat_of(side) is None and not any(
        side in sides for one in game.scenarios.values() for sides in one.control.values())}  # fmt: skip
    names = [game.sides[side].name.en for side, seat in run.items() if side in idle or seat in known]
    return "".join(f"|{name}" for name in names) + "|"


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
