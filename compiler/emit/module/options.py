"""The window of scenario options: every rule that players may choose, set as the scenario has it."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.module.boards import listed
from compiler.emit.module.icons import icon
from compiler.emit.names import cited, shown
from compiler.emit.plan import Plan
from compiler.model.common import Value
from compiler.model.game import Game, Option
from compiler.model.scenario import Scenario
from compiler.vassal.buildfile import Component, component

_TAB = "Optional rules"


def option_property(option: str) -> str:
    """The property that holds what was chosen."""
    return f"Option_{option}"


def option_tab(plan: Plan) -> Iterator[Component]:
    """The window, in a game that has options."""
    if plan.game.options:
        yield component(
            "m.properties.ScenarioPropertiesOptionTab",
            *(_option(plan.game, option) for option in plan.game.options.values()),
            name=_TAB,
            heading="Agree on these before play",
            report="$PlayerSide$: $propertyPrompt$: $newValue$",
            leftAlign="right",
        )


def option_button(plan: Plan) -> list[Component]:
    """The icon that opens the window."""
    if not plan.game.options:
        return []
    return [Component("option", {"name": "scenarioPropertiesIcon"}, icon("check"))]


def option_values(plan: Plan, scenario: Scenario) -> Iterator[tuple[str, str]]:
    """The properties that a save sets: options as the scenario has them."""
    for option in plan.game.options.values():
        value = scenario.options.get(option.id, option.default)
        yield option_property(option.id), _text(plan.game, option, value)


def _is_switch(option: Option) -> bool:
    return option.choices == (False, True)


def _text(game: Game, option: Option, value: Value) -> str:
    return str(value is True).lower() if _is_switch(option) else shown(game, value)


def _option(game: Game, option: Option) -> Component:
    about = f"{option.name.en}{cited(option.note)}"
    name, initial = option_property(option.id), _text(game, option, option.default)
    if _is_switch(option):
        return component("m.properties.BooleanScenarioProperty", name=name, initialValue=initial, description=about)
    choices = listed(shown(game, choice) for choice in option.choices)
    return component(
        "m.properties.ListScenarioProperty", name=name, initialValue=initial, description=about, options=choices
    )
