"""The upkeep menu: what the module counts, tells and reveals at a command, put together."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.automation.holdings import holding_buttons
from compiler.emit.automation.incomes import income_buttons
from compiler.emit.automation.ladders import ladder_buttons
from compiler.emit.automation.rankings import ranking_buttons
from compiler.emit.automation.stock_counts import stock_buttons
from compiler.emit.module.boards import listed
from compiler.emit.module.icons import icon
from compiler.emit.module.passing import rounds_said
from compiler.emit.module.secrets import reveal_buttons
from compiler.emit.plan import Plan
from compiler.vassal.buildfile import Component, component

MENU = "Upkeep"


def upkeep_buttons(plan: Plan) -> Iterator[Component]:
    """All buttons, gathered in a menu."""
    texts: list[str] = []
    menus = (reveal_buttons, income_buttons, holding_buttons, ranking_buttons, ladder_buttons, stock_buttons)
    for text, made in (entry for menu in menus for entry in menu(plan)):
        if text:
            texts.append(text)
        yield from made
    texts += rounds_said(plan)  # seldom pressed
    if texts:
        yield component(
            "m.ToolbarMenu",
            description=MENU,
            text=MENU,
            icon=icon("income"),
            menuItems=listed(texts),
            tooltip=f"{', '.join(texts)}: counted and told by the module",
        )
