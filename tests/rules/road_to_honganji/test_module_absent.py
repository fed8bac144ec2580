"""Three players: the module names nobody who is not there."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from compiler.emit.module.marks import inquiry
from compiler.emit.module.seatmarks import seat_buttons, seat_properties
from compiler.emit.save.vsav import make_setup
from compiler.emit.seats import SIDES, absent, away_property, sides_text
from compiler.vassal.commands import GlobalProperty
from compiler.vassal.grammar import is_braced, parse
from compiler.vassal.keys import named
from compiler.vassal.values import Choose, read_change
from tests.emit.beanshell import evaluate
from tests.emit.conftest import Built
from tests.rules.covering import covers

GONE = ("Tokugawa", "Houjou")


@pytest.fixture
def module(built: Callable[[str], Built]) -> Built:
    return built("road_to_honganji")


def offered(change: str, sides: str) -> list[str]:
    """What a question offers."""
    found = read_change(change)
    assert isinstance(found, Choose)
    texts = [str(evaluate(parse(c), {SIDES: sides})) if is_braced(c) else c for c in found.choices]
    return [text for text in texts if text]


@covers("road_to_honganji", "10-2.3")
def test_clans_of_which_no_counter_is_used_are_not_in_play(module: Built) -> None:
    plan, game = module.box.plan, module.game
    assert all(f"|{name}|" not in sides_text(plan, game.scenarios["three_players"]) for name in GONE)
    assert all(f"|{name}|" in sides_text(plan, game.scenarios["four_players"]) for name in GONE)
    assert absent(plan) == ["tokugawa", "houjou"]


def test_who_is_not_there_is_not_offered_for_control_nor_for_having_knocked_out(module: Built) -> None:
    plan = module.box.plan
    three, four = (sides_text(plan, module.game.scenarios[id]) for id in ("three_players", "four_players"))
    asks = inquiry(plan, module.game.marks["control"], named("x"))
    assert asks is not None
    (ask,) = [c.change for t in asks.traits() for c in getattr(t, "commands", ()) if isinstance(c.change, Choose)]
    questions = {str(ask)}
    for part in seat_properties(plan):
        changes = (str(child.get("propChanger")) for child in part.children)
        questions |= {change for change in changes if change.startswith("E")}
    assert len(questions) > 4
    for question in questions:
        assert set(offered(question, four)) - set(offered(question, three)) == set(GONE)


def test_marks_of_who_is_not_there_are_barred_in_the_menu(module: Built) -> None:
    buttons = {part.get("text"): part for part in seat_buttons(module.box.plan) if part.kind == "DoActionButton"}
    assert buttons["Took revenge: Tokugawa"].get("propertyGate") == away_property("tokugawa")
    assert buttons["Knocked out by: Houjou"].get("propertyGate") == away_property("houjou")
    assert buttons["Took revenge: Akechi"].get("propertyGate") == ""
    for scenario, value in (("three_players", "true"), ("four_players", "false")):
        laid = make_setup(module.box, module.game.scenarios[scenario]).laid
        values = {c.name: c.value for c in laid.commands if isinstance(c, GlobalProperty)}
        assert [values[away_property(id)] for id in ("tokugawa", "houjou")] == [value] * 2
