"""The properties of the module, and those that a setup on the back of a board changes."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.automation.carrying import carry_properties
from compiler.emit.automation.contests import add_setters
from compiler.emit.automation.ground import ground_properties
from compiler.emit.automation.holdings import holding_properties
from compiler.emit.automation.incomes import income_properties
from compiler.emit.automation.left_out import left_out_properties
from compiler.emit.automation.moves import move_properties
from compiler.emit.automation.payments import payment_properties
from compiler.emit.automation.rankings import ranking_properties
from compiler.emit.automation.roll_menu import roll_properties
from compiler.emit.automation.stock_counts import stock_properties
from compiler.emit.automation.table_buttons import table_properties
from compiler.emit.chat import colour_properties
from compiler.emit.first_view import view_properties
from compiler.emit.manifest import ENGINE_STATE
from compiler.emit.module.acting import in_turn_property
from compiler.emit.module.again import loop_properties
from compiler.emit.module.card_menu import card_properties
from compiler.emit.module.dice import hit_property
from compiler.emit.module.holders import holder_properties
from compiler.emit.module.options import option_tab
from compiler.emit.module.passing import is_passed
from compiler.emit.module.seatmarks import seat_properties
from compiler.emit.module.stepping import stepping_properties
from compiler.emit.module.tracker import DOCKED
from compiler.emit.module.tracks import track_properties
from compiler.emit.module.windows import window_properties
from compiler.emit.plan import Plan
from compiler.emit.seats import away_properties, seats_property, sides_property
from compiler.vassal.buildfile import Component, component


def properties(plan: Plan) -> list[Component]:
    """The properties of the module, with commands to set those that commands set."""
    docked = "the turn tracker begins in the toolbar"
    found = [
        component("m.properties.GlobalProperty", name=ENGINE_STATE, description="what the referee remembers"),
        component("m.properties.GlobalProperty", name=DOCKED, initialValue="true", description=docked),
        seats_property(plan),
        sides_property(plan),
        *away_properties(plan),
        *left_out_properties(plan),
        *view_properties(plan),
        *option_tab(plan),
        *colour_properties(plan),
        *card_properties(plan),
        *window_properties(plan),
        *track_properties(plan),
        *loop_properties(plan),
        *in_turn_property(plan),
        *stepping_properties(plan),
        *holder_properties(plan),
        *seat_properties(plan),
        *hit_property(plan),
        *table_properties(plan),
        *ground_properties(plan),
        *move_properties(plan),
        *carry_properties(plan),
        *income_properties(plan),
        *ranking_properties(plan),
        *holding_properties(plan),
        *payment_properties(plan, is_passed(plan)),
        *stock_properties(plan),
        *roll_properties(plan),
    ]
    add_setters(plan, found)
    return found


def turned_properties(plan: Plan) -> Iterator[tuple[str, str]]:
    """What the ground and its rules are where backs of boards lie up: names and values that differ from the fronts'."""
    if plan.fronts is None:
        return
    before = {part.get("name"): part.get("initialValue") for part in properties(plan.fronts)}
    for part in properties(plan):
        name, value = part.get("name"), part.get("initialValue")
        if name in before and before[name] != value:
            yield name, value
