"""Paths: whole hundredths, from geometry and from SVG."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import GeometryCollection, LineString, MultiPolygon, Point, Polygon, box

from compiler.render import path as p
from compiler.render.raster import _few, _many
from compiler.render.svg import path_data


def test_a_geometry_with_holes_keeps_every_ring_closed() -> None:
    shape = box(0, 0, 10, 10) - box(2, 2, 4, 4)
    assert p.of_geometry(shape).ops == "MLLLZMLLLZ"


def test_lines_stay_open_and_points_vanish() -> None:
    shape = GeometryCollection([LineString([(0, 0), (1, 1), (1, 1.001)]), Point(3, 3)])
    assert p.of_geometry(shape) == p.Path("ML", [0, 0, 100, 100])


def test_nothing_is_drawn_of_nothing() -> None:
    assert not p.of_geometry(Polygon())
    assert not p.of_geometry(MultiPolygon())


def test_a_circle_is_round_to_a_hundredth() -> None:
    circle = p.circle(10, 10, 5)
    assert circle.bounds == (5, 5, 15, 15)


def test_an_arc_ends_where_it_should() -> None:
    pts = p.arc(0, 0, 10, 180, 360).pts
    assert (pts[0], pts[1], pts[-2], pts[-1]) == (-1000, 0, 1000, 0)


@given(st.lists(st.tuples(st.integers(-9999, 9999), st.integers(-9999, 9999)), min_size=2, max_size=20, unique=True))
def test_written_data_reads_back_as_the_same_points(points: list[tuple[int, int]]) -> None:
    path = p.polygon([(x / 100, y / 100) for x, y in points])
    back = p.of_svg(path_data(path))
    assert list(back.pts[: len(path.pts)]) == path.pts


def test_broken_path_data_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="not path data"):
        p.of_svg("M1 2 Q")


def test_moving_moves_every_point() -> None:
    moved = p.moved(p.rectangle(0, 0, 2, 1, 0.3), 1, -1)
    assert moved.bounds == (1, -1, 3, 0)
    assert math.isclose(moved.bounds[2] - moved.bounds[0], 2)


def test_short_and_long_paths_reach_cairo_alike() -> None:
    path = p.rectangle(1, 2, 30, 40, 3) + p.polygon([(0, 0), (5, 1), (2, 7)]) + p.circle(9, 9, 2)
    assert list(_few(path)) == _many(path).ravel().tolist()
