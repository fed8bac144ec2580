"""All rolls of a game in the module: their properties, their buttons, the menu, and the commands of pieces."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.automation.battles import battle_buttons_of, battle_traits
from compiler.emit.automation.chances import chance_buttons, chance_properties
from compiler.emit.automation.check_menu import check_traits
from compiler.emit.automation.checks import check_buttons, check_properties
from compiler.emit.automation.contests import contest_buttons_of, contest_properties
from compiler.emit.automation.deeds import face_traits
from compiler.emit.automation.fires import volley_buttons_of, volley_traits
from compiler.emit.automation.pools import pool_buttons_of, pool_traits
from compiler.emit.automation.raising import raising_buttons, raising_properties
from compiler.emit.module.boards import listed
from compiler.emit.module.icons import icon
from compiler.emit.plan import Plan
from compiler.model.counters import CounterKind
from compiler.vassal.buildfile import Component, component
from compiler.vassal.traits import Trait

MENU = "Rolls"


def roll_properties(plan: Plan) -> Iterator[Component]:
    """Everything the rolls keep."""
    yield from check_properties(plan)
    yield from chance_properties(plan)
    yield from raising_properties(plan)
    yield from contest_properties(plan)
    for made in pool_buttons_of(plan):
        yield from made.properties()
    for volley in volley_buttons_of(plan):
        yield from volley.properties()
    for battles in battle_buttons_of(plan):
        yield from battles.properties()


def roll_texts(plan: Plan) -> list[str]:
    """What the menu lists."""
    texts = [made.contest.name.en for made in contest_buttons_of(plan)]
    texts += [text for made in pool_buttons_of(plan) for text in made.texts()]
    texts += [text for made in volley_buttons_of(plan) for text in (made.volley.name.en, made.muster.clear_text)]
    return texts


def roll_buttons(plan: Plan) -> Iterator[Component]:
    """The hidden buttons of the checks, and a menu of the rolls that no piece makes."""
    yield from check_buttons(plan)
    yield from chance_buttons(plan)
    yield from raising_buttons(plan)
    for contest in contest_buttons_of(plan):
        yield from contest.buttons()
    for pool in pool_buttons_of(plan):
        yield from pool.buttons()
    for volley in volley_buttons_of(plan):
        yield from volley.buttons()
    for battles in battle_buttons_of(plan):
        yield from battles.buttons()
    texts = roll_texts(plan)
    if texts:
        yield component(
            "m.ToolbarMenu",
            description=MENU,
            text=MENU,
            tooltip="Roll and read what comes of it",
            icon=icon("attack"),
            menuItems=listed(texts),
        )


def roll_traits(plan: Plan, kind: CounterKind) -> Iterator[Trait]:
    """The commands of a kind of piece."""
    yield from face_traits(plan, kind)
    yield from check_traits(plan, kind)
    yield from pool_traits(plan, kind)
    yield from volley_traits(plan, kind)
    yield from battle_traits(plan, kind)
