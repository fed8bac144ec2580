"""Map style: recipes by the words of ids, overridden by art.yaml; what no map has is told."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from compiler.model.game import Game
from compiler.render.map import recipes
from compiler.render.map.board import plan_of
from compiler.render.map.recipes import TERRAIN, by_word, style_of
from compiler.render.map.relief import ground_tone
from compiler.schema.catalogue import schema
from tests.render.games import game
from tests.render.maps import mini


def styled(one: Game, **style: Any) -> Game:
    return dataclasses.replace(one, art=dataclasses.replace(one.art, map=style))


@pytest.mark.parametrize(
    ("id", "recipe"),
    [
        ("plain", "bare"), ("clear", "bare"), ("flat", "bare"), ("rough", "tufts"), ("foothills", "humps"),
        ("hill", "humps"), ("high_mountain", "peaks"), ("woods", "trees"), ("forest", "trees"), ("paddy", "paddies"),
        ("river", "stream"), ("lake", "water"), ("deep_sea", "water"), ("town", "town"), ("marsh", "reeds"),
        ("lava", "tint"),
    ],
)  # fmt: skip
def test_a_terrain_is_drawn_by_the_word_in_its_id(id: str, recipe: str) -> None:
    assert by_word(id, TERRAIN, "tint") == recipe


def test_the_style_of_the_game_overrules_the_word() -> None:
    one = styled(game("first_battle"), terrain={"woods": "reeds"}, spaces={"place": {"value": False}})
    style = style_of(one, one.map)
    assert style.terrain["woods"] == "reeds"
    assert style.terrain["hill"] == "humps"
    assert style.spaces["place"].value is None
    assert style_of(game("first_battle"), game("first_battle").map).spaces["place"].value == "points"


def test_the_schema_offers_exactly_the_recipes_there_are() -> None:
    offered = schema("art")["properties"]["map"]["properties"]
    for part, known in (("terrain", recipes.TERRAIN_RECIPES), ("features", recipes.FEATURE_RECIPES),
                          ("links", recipes.LINK_RECIPES), ("regions", recipes.REGION_RECIPES)):  # fmt: skip
        assert offered[part]["additionalProperties"]["enum"] == list(known)
    look = offered["spaces"]["additionalProperties"]["properties"]
    assert look["shape"]["enum"] == list(recipes.SHAPES)


def test_one_space_may_look_unlike_its_kind() -> None:
    one = game("shingens_arrival")
    style = style_of(one, one.map)
    assert style.look(one.map.spaces["0725"]).shape == "seal"
    assert style.look(one.map.spaces["5713"]).shape == "square"


@pytest.mark.parametrize(
    "style",
    [{"terrain": {"montain": "peaks"}}, {"links": {"rode": "road"}}, {"spaces": {"castel": {"shape": "disc"}}},
     {"areas": {"water": ["inland_see"]}}, {"regions": {"provence": "province"}}, {"features": {"brook": "river"}}],
)  # fmt: skip
def test_a_style_for_what_no_map_has_is_a_fault(style: dict[str, Any]) -> None:
    one = styled(mini("areas"), **style)
    assert [d.code for d in plan_of(one, one.map.id).drawing.problems] == ["R404"]


def test_grounds_that_nothing_but_a_tint_is_known_of_do_not_look_alike() -> None:
    one = game("first_battle")
    ground = {**one.map.terrain, **dict.fromkeys(("lava", "glass", "moss"), one.map.terrain["woods"])}
    board = dataclasses.replace(one.map, terrain=ground)
    plan = plan_of(dataclasses.replace(one, maps={**one.maps, "main": board}), "main")
    assert len({ground_tone(plan, id) for id in ("lava", "glass", "moss")}) == 3
