"""Who plays: the seats of the setup, kept in a property of the module that every save sets."""

from __future__ import annotations

from compiler.emit.plan import Plan
from compiler.model.scenario import Scenario
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component

SEATS = "Seats"  # the names of the seats in play, each between bars


def seats_text(plan: Plan, scenario: Scenario | None) -> str:
    """The seats of a scenario as the property holds them; of none, all."""
    seats = scenario.seats if scenario is not None else tuple(plan.game.seats)
    return "".join(f"|{plan.game.seats[seat].name.en}" for seat in seats) + "|"


def seats_property(plan: Plan) -> Component:
    return component(
        "m.properties.GlobalProperty", name=SEATS, initialValue=seats_text(plan, None), description="who plays"
    )


def plays(plan: Plan, seat: str) -> ex.Node:
    """Whether a seat is in play."""
    return ex.Method(ex.prop(SEATS), "contains", (ex.literal(f"|{plan.game.seats[seat].name.en}|"),))
