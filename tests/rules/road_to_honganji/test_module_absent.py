"""Three players: the module names nobody who is not there."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from compiler.emit.module.boards import board_picker
from compiler.emit.module.marks import inquiry
from compiler.emit.module.seatmarks import seat_buttons, seat_properties
from compiler.emit.save.vsav import make_setup
from compiler.emit.seats import SIDES, absent, away_property, sides_text
from compiler.vassal.commands import GlobalProperty
from compiler.vassal.grammar import is_braced, parse
from compiler.vassal.keys import named
from compiler.vassal.traits import DoesNotStack
from compiler.vassal.values import Choose, read_change
from tests.emit.beanshell import evaluate
from tests.emit.conftest import Built
from tests.rules.covering import covers
from tests.rules.road_to_honganji.test_module_marches import Field

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


CLOSED = ("mikawa", "totomi_suruga", "kai", "kanto")


def values(module: Built, scenario: str) -> dict[str, str]:
    laid = make_setup(module.box, module.game.scenarios[scenario]).laid
    return {c.name: c.value for c in laid.commands if isinstance(c, GlobalProperty)}


@covers("road_to_honganji", "10-2.1")
def test_a_unit_that_enters_an_area_that_is_left_out_goes_back(module: Built) -> None:
    names = {id: module.box.plan.atlas.spaces[id].location for id in (*CLOSED, "gifu", "owari_ise")}
    for scenario, shut in (("three_players", True), ("four_players", False)):
        table = Field(module, {"akechi_army#1": "owari_ise", "akechi_mitsuhide": "owari_ise"})
        table.properties |= values(module, scenario)
        for id, name in names.items():
            if id == "owari_ise":
                continue
            told = table.drag("akechi_army#1", id)
            assert (f"goes back to {names['owari_ise']}: {name} is not in play" in told) is (shut and id in CLOSED), id
            table.drag("akechi_army#1", "owari_ise")


@covers("road_to_honganji", "10-2.1")
def test_what_is_left_out_is_shaded(module: Built) -> None:
    plan = module.box.plan
    picker = board_picker(plan, plan.atlas.main)
    zones = {zone.get("name"): zone.get("highlightProperty") for zone in picker.all("Zone") if zone.get("useHighlight")}
    shading = {name: prop for name, prop in zones.items() if prop}
    assert set(shading) == {plan.atlas.spaces[id].location for id in CLOSED}
    (highlight,) = picker.all("ZoneHighlight")
    three, four = values(module, "three_players"), values(module, "four_players")
    for prop in shading.values():
        assert (three[str(prop)], four[str(prop)]) == (highlight.get("name"), "")


@covers("road_to_honganji", "7-1.1", "4-6.1")
def test_who_moves_another_clan_s_unit_is_told(module: Built) -> None:
    men = {"akechi_army#1": "tanba", "akechi_mitsuhide": "tanba", "mouri_army#1": "bizen", "mouri_army#2": "bizen"}
    for seat, turn, id, told in (
        ("Akechi", "", "akechi_army#1", ""), ("Shibata", "", "akechi_army#1", "is of Akechi, and Shibata moves it"),
        ("Akechi", "", "mouri_army#1", "is of Mouri, and Akechi moves it"), ("Solitaire", "", "mouri_army#1", ""),
        ("Solitaire", "Hashiba", "akechi_army#1", "is of Akechi, and Hashiba moves it"),
        ("Solitaire", "Akechi", "akechi_army#1", ""),
    ):  # fmt: skip
        table = Field(module, men)
        table.properties |= {"PlayerSide": seat, "InTurn": turn}
        said = table.drag(id, "mimasaka" if id.startswith("mouri") else "harima")
        assert told in said if told else "moves it" not in said, (seat, turn, id)


def test_a_plate_of_control_is_neither_dragged_nor_caught_in_a_frame(module: Built) -> None:
    traits = module.box.shelf.expand(module.box.designs["control/mark"].traits)
    (fixed,) = [trait for trait in traits if isinstance(trait, DoesNotStack)]
    assert (fixed.selection, fixed.movement) == ("Z", "V")
    loose = module.box.shelf.expand(module.box.designs["last_fought/mark"].traits)
    assert not [trait for trait in loose if isinstance(trait, DoesNotStack)], "what comes and goes is laid by hand"
