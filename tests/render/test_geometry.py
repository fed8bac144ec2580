"""Shapes: smoothed alike from both sides, joined, cut."""

from __future__ import annotations

import math

from shapely.geometry import LineString, Point, Polygon, box

from compiler.render import geometry as g
from compiler.render.map.labels import Taken, around, at_sea, beside, best_spot


def test_neighbours_still_share_their_border_after_smoothing() -> None:
    left = [[(0, 0), (10, 0), (10, 5), (10, 10), (0, 10)]]
    right = [[(10, 0), (20, 0), (20, 10), (10, 10), (10, 5)]]
    shapes = g.smooth_coverage({"a": left, "b": right}, 1.3, 3)
    assert shapes["a"].intersection(shapes["b"]).area < 1e-6
    assert shapes["a"].boundary.intersection(shapes["b"].boundary.buffer(0.01)).length > 8


def test_smoothing_repeats_exactly_and_stays_near_the_line() -> None:
    ring = [[(0, 0), (20, 0), (20, 20), (0, 20)]]
    one, two = (g.smooth_coverage({"a": ring}, 1.3, 3)["a"] for _ in range(2))
    assert one.equals_exact(two, 0)
    assert one.hausdorff_distance(Polygon(ring[0])) < 8


def test_gaps_go_to_a_neighbour_and_large_holes_stay() -> None:
    shapes, land = g.close_gaps({"a": box(0, 0, 10, 10), "b": box(10.5, 0, 20, 10)}, 0.9, 5)
    assert shapes["a"].union(shapes["b"]).covers(Point(10.25, 5))
    ring = box(0, 0, 30, 30) - box(10, 10, 20, 20)
    _, land = g.close_gaps({"a": ring}, 0.5, 40)
    assert not land.contains(Point(15, 15))


def test_edges_join_into_one_line() -> None:
    edges = [[(0, 0), (1, 0)], [(2, 0), (1, 0)], [(2, 0), (3, 0)]]
    (line,) = g.chains(edges)
    assert len(line) == 4


def test_a_fork_breaks_the_chain() -> None:
    edges = [[(0, 0), (1, 0)], [(1, 0), (2, 0)], [(1, 0), (1, 1)]]
    assert len(g.chains(edges)) == 3


def test_neighbouring_tints_differ() -> None:
    cells = {f"{i}{j}": box(i, j, i + 1, j + 1) for i in range(5) for j in range(5)}
    tint = g.tinted(cells, 6)
    for a in cells:
        for b in cells:
            if a < b and cells[a].distance(cells[b]) < 0.1:
                assert tint[a] != tint[b]


def test_water_lines_lie_in_the_water() -> None:
    water = box(0, 0, 60, 60)
    for line, _ in g.water_lines(box(20, 20, 40, 40), water):
        assert line.distance(box(20, 20, 40, 40)) > 0.5
        assert water.covers(line)


def test_hatching_stays_inside() -> None:
    assert box(0, 0, 5, 5).buffer(1e-6).covers(g.hatch(box(0, 0, 5, 5), 1.5))


def test_a_bow_starts_and_ends_at_its_points() -> None:
    line = g.bow_line((0, 0), (10, 0), 0.1)
    assert line[0] == (0, 0)
    assert math.dist(line[-1], (10, 0)) < 1e-9


def test_a_name_goes_where_nothing_stands() -> None:
    taken = Taken([box(0, 0, 12, 20)])
    spot = best_spot(box(0, 0, 30, 20), 8, 4, taken, 1.0)
    assert spot is not None
    assert taken.free(spot.box)
    assert box(0, 0, 30, 20).contains(spot.box)


def test_no_room_is_none() -> None:
    assert best_spot(box(0, 0, 5, 5), 8, 4, Taken(), 1.0) is None
    assert best_spot(box(0, 0, 9, 5), 8, 4, Taken([box(0, 0, 9, 5)]), 1.0) is None


def test_a_call_out_lies_in_open_water() -> None:
    water = box(-50, -50, 50, 50) - Point(0, 0).buffer(6)
    spot = at_sea((0, 0), 10, 4, water, Taken(), (9, 12, 15))
    assert spot is not None
    assert water.contains(spot.box)


def test_a_name_beside_a_point_avoids_plates() -> None:
    taken = Taken([around(0, 0, 10, 10), around(0, 8, 12, 4)])
    spot = beside(
        0, 0, 6, 10, 3, taken, LineString([(0, 0), (0, -20)]).buffer(1), box(-50, -50, 50, 50), Polygon(), Polygon()
    )
    assert taken.hits(spot.box) == 0


def test_overlapping_names_are_found() -> None:
    taken = Taken()
    taken.name("a", box(0, 0, 4, 2))
    taken.name("b", box(3, 1, 6, 3))
    taken.name("c", box(4, 0, 6, 1))
    assert taken.overlaps() == [("a", "b")]
