"""The module beside the engine: board, markers and cards as the rules want them shown."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from compiler.emit.module.holders import HELD_BY
from compiler.emit.module.prototypes import holder_name
from compiler.model.setup import fresh, set_up
from compiler.play.view import view
from compiler.rules.road_to_honganji.actions import Move, Reinforce
from compiler.vassal.grammar import parse
from compiler.vassal.traits import DynamicProperty, RestrictCommands
from compiler.vassal.values import Choose
from tests.emit.beanshell import evaluate
from tests.emit.conftest import Built
from tests.emit.module.test_vmod import undrawn
from tests.rules.covering import covers
from tests.rules.road_to_honganji.table import go, place, position


@pytest.fixture(scope="module")
def module(built: Callable[[str], Built]) -> Built:
    return built("road_to_honganji")


@covers("road_to_honganji", "1-1.1", "1-1-2.1", "1-1-3.1")
def test_the_board_shows_areas_order_boxes_turn_track_and_charts(module: Built) -> None:
    text = undrawn(module)["buildFile.xml"].decode()
    game = module.game
    for area in game.map.land:
        assert f'"{game.spaces[area].name.en}"' in text
    for box in ("order_1", "order_2", "order_3", "order_4"):
        assert game.spaces[box].at is not None
        assert f'"{game.spaces[box].name.en}"' in text
    for chart in ("petition", "death_in_battle", "game_end"):
        assert game.tables[chart].title.en in text
    assert [box.value for box in game.tracks["turn"].boxes] == [1, 2, 3, 4, 5, 6]
    assert game.tracks["turn"].marker == "turn_marker"
    assert "TurnTracker" in text


@covers("road_to_honganji", "1-3.2", "4-1.7")
def test_the_order_marker_of_a_new_rebel_is_turned(module: Built) -> None:
    faces = {seat: [face.name.en for face in module.game.counters[f"order_{seat}"].faces] for seat in module.game.seats}
    assert set(map(tuple, faces.values())) == {("Vassal", "Rebellion")}
    session = position(lands={"tanba": "akechi_mitsuhide akechi_army", "gifu": "oda_nobutada"}, hands={"akechi": "x x"})
    assert session.table.pieces["order_akechi"].face == 0
    go(session, Move("tanba", "gifu"), "akechi_mitsuhide")
    assert session.table.pieces["order_akechi"].face == 1


@covers("road_to_honganji", "2.1")
def test_setups_have_the_cards_in_the_stack_and_the_counters_beside_the_board(module: Built) -> None:
    for scenario in module.game.scenarios.values():
        table = set_up(module.game, scenario)
        assert table.count("stack") == 32
        assert table.count("armies.neutral") == 5
        assert f"{scenario.id}.vsav" in undrawn(module)
    assert module.game.piles["stack"].shuffled


@covers("road_to_honganji", "4-3.1")
def test_oda_counters_are_white_with_a_crest_of_their_own(module: Built) -> None:
    schemes = module.game.art.schemes
    assert schemes["oda"].fill == schemes["neutral"].fill == "#FFFDF6"
    assert schemes["oda"].crest == "oda"
    assert schemes["neutral"].crest == "neutral"


@covers("road_to_honganji", "6-9.1", "6-9.2")
def test_used_cards_lie_open_for_everybody(module: Built) -> None:
    assert module.game.piles["used"].face == "up"
    session = position(lands={"tanba": "akechi_mitsuhide"}, hands={"akechi": "levy x"})
    go(session, Reinforce("akechi", "tanba"), "levy#1")
    assert place(session, "levy#1") == "used"
    for seat in ("akechi", "shibata", "tokugawa", "hashiba"):
        assert "levy#1" in view(session, seat).table.pieces


# -- what the module does by itself ------------------------------------------------------------------------------------
def test_whoever_goes_over_is_told_by_names(module: Built) -> None:
    names = {side.name.en for side in module.game.sides.values()}
    traits = module.box.shelf.definitions[holder_name("oda")]
    changes = [c.change for t in traits if isinstance(t, DynamicProperty) for c in t.commands]
    (asked,) = [change for change in changes if isinstance(change, Choose)]
    assert set(asked.choices) == names
    turned = fresh(module.game, "mori_yoshimasa", "owari")._replace(side="neutral", face=1)
    held = [t.value for t in module.box.in_play(turned).all(DynamicProperty) if t.name == HELD_BY]
    assert held == ["Neutral"]


@covers("road_to_honganji", "3-3.1")
def test_only_a_vassal_petitions(module: Built) -> None:
    marker = fresh(module.game, "order_akechi", "order_1")
    for face, hidden in ((0, False), (1, True)):
        piece = module.box.in_play(marker._replace(face=face))
        (barred,) = [t for t in piece.all(RestrictCommands) if t.name == "not vassal"]
        assert evaluate(parse(barred.match), {"Face_Level": str(face + 1)}) is hidden
