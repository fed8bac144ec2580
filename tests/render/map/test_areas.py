"""Area maps: straits where only the sea joins, lanes that touch no third area, closed borders, fences."""

from __future__ import annotations

import itertools

import pytest
from shapely.geometry import LineString

from compiler.render.map.areas import POINT, _areas, _touching
from compiler.render.map.lanes import _crossing
from tests.render.games import SLUGS, game
from tests.render.maps import layer, marks, plan

AREAS = [slug for slug in SLUGS if game(slug).map.kind == "areas"]


@pytest.mark.parametrize("slug", AREAS)
def test_what_touches_is_linked_and_what_is_linked_by_land_touches(slug: str) -> None:
    drawn = plan(slug)
    found = _areas(drawn)
    land = {id: shape for id, shape in found.shapes.items() if id not in found.water}
    touching = {frozenset((a, b)): line.length for a, b, line in _touching(land)}
    by_land = {frozenset((k.a, k.b)) for k in drawn.map.links if drawn.style.links[k.kind] == "none"}
    assert [set(pair) for pair, length in touching.items() if length > POINT and pair not in by_land] == []
    assert [set(pair) for pair in by_land if pair <= set(land) and pair not in touching] == []


def test_areas_joined_only_by_sea_have_water_between_them() -> None:
    shapes = _areas(plan("shogun")).shapes
    assert shapes["buzen"].distance(shapes["nagato"]) > 1.5


def test_neighbours_share_their_border_without_gap_or_overlap() -> None:
    found = _areas(plan("shogun"))
    for a, b in itertools.islice(itertools.combinations(found.shapes, 2), 400):
        assert found.shapes[a].intersection(found.shapes[b]).area < 0.6, (a, b)
    gaps = found.land.buffer(-0.3).difference(LineString())
    for shape in found.shapes.values():
        gaps = gaps.difference(shape.buffer(0.15))
    assert gaps.area < 1.0


def test_a_lane_touches_no_third_area() -> None:
    drawn = plan("shogun")
    shapes = _areas(drawn).shapes
    lanes = [link for link in drawn.map.links if drawn.style.links[link.kind] == "lane"]
    assert len(lanes) == 17
    for link in lanes:
        line = LineString(_crossing(shapes, link.a, link.b))
        third = [id for id in shapes if id not in (link.a, link.b) and line.intersection(shapes[id]).length > 1]
        assert third == [], (link.a, link.b)


def test_a_name_stands_in_its_own_area_or_has_a_leader() -> None:
    drawn = plan("shogun")
    shapes = _areas(drawn).shapes
    at_sea = 0
    for id in drawn.map.land:
        (shape,) = [shape for text, shape in drawn.taken.names if text == f"{drawn.map.spaces[id].name.en} {id}"]
        inside = shapes[id].intersection(shape).area / shape.area
        at_sea += inside < 0.1
        assert inside > 0.95 or inside < 0.1, id
    assert at_sea < 8


def test_a_fence_follows_the_edge_of_its_region() -> None:
    drawn = plan("road_to_honganji")
    assert marks(layer(drawn.drawing, "fences"))
    assert any("Four players only" in text for text, _ in drawn.taken.names)
