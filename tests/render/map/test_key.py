"""The key of a map: all that needs explaining, inside its panel."""

from __future__ import annotations

import pytest
from shapely.affinity import translate
from shapely.geometry import Point, box

from compiler.render.map.key import entries
from tests.render.games import SLUGS, game
from tests.render.maps import plan

HEX = [slug for slug in SLUGS if game(slug).map.kind == "hex"]


@pytest.mark.parametrize("slug", SLUGS)
def test_every_board_has_a_key_with_all_its_words_inside(slug: str) -> None:
    shown = plan(slug)
    given = shown.style.part("key")
    (x, y), (w, h) = given["at"], given["size"]
    panel = box(x, y, x + w, y + h)
    words = {name: shape for name, shape in shown.taken.names if name.endswith("(key)")}
    assert len(words) >= len(list(entries(shown))) > 0
    assert [name for name, shape in words.items() if not panel.contains(shape)] == []


@pytest.mark.parametrize("slug", HEX)
def test_the_key_of_a_hex_map_explains_every_ground_and_course(slug: str) -> None:
    map = game(slug).map
    explained = {entry.name.en for entry in entries(plan(slug))}
    used = {space.terrain for space in map.spaces.values()}
    assert {kind.name.en for id, kind in map.terrain.items() if id in used} <= explained
    assert {map.feature_kinds[route.kind].name.en for route in map.routes} <= explained


@pytest.mark.parametrize("slug", SLUGS)
def test_the_panel_of_the_key_covers_no_space_and_no_box(slug: str) -> None:
    map, given = game(slug).map, plan(slug).style.part("key")
    (x, y), (w, h) = given["at"], given["size"]
    panel = box(x, y, x + w, y + h)
    on_board = [shown for shown in map.displays.values() if shown.window == "board"]
    assert [d.id for d in on_board if panel.intersects(translate(box(0, 0, *d.size), *d.at))] == []
    assert [id for id in map.land if panel.contains(Point(map.spaces[id].at))] == []
