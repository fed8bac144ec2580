"""Names against what is drawn: lines, borders, coasts and slots, from the display list and not from the plan."""

from __future__ import annotations

from itertools import combinations

import pytest
from shapely import STRtree, unary_union
from shapely.geometry import LineString, MultiPoint, box
from shapely.geometry.base import BaseGeometry

from compiler.render.counter.safe import shape_box
from compiler.render.drawing import Mark
from compiler.render.map.board import plan_of
from compiler.render.map.land import land_of
from compiler.render.map.plan import Plan
from tests.render.games import SLUGS, game
from tests.render.map.test_names import relabelled
from tests.render.maps import layer, marks, mini, plan

LINES = ("scenery", "rivers", "borders", "roads", "links", "lanes", "fences")
SYMBOLS = ("relief", "links", "roads", "spaces", "places", "names", "boxes")
PLATES = ("spaces", "places")  # with crest, level and walls
TOUCH = 0.25  # square mm of a line that the box of a name may hold: less than a corner


def lines(mark: Mark) -> list[BaseGeometry]:
    """The lines of a mark, if it is drawn of straight ones where it stands."""
    found: list[BaseGeometry] = []
    points: list[tuple[float, float]] = []
    if mark.stroke is None or mark.place is not None or "C" in mark.path.ops:
        return []
    pts = iter(mark.path.pts)
    for op in mark.path.ops:
        if op == "Z":
            points.append(points[0])
            continue
        if op == "M" and len(points) > 1:
            found.append(LineString(points))
        points = [] if op == "M" else points
        points.append((next(pts) / 100, next(pts) / 100))
    if len(points) > 1:
        found.append(LineString(points))
    return found


def strokes(mark: Mark) -> list[BaseGeometry]:
    """The lines of a mark as bands, as wide as they are inked."""
    return [line.buffer(mark.stroke.width / 2, cap_style="flat") for line in lines(mark)] if mark.stroke else []


def filled(mark: Mark) -> BaseGeometry:
    """The box of a filled mark, where it is put as it stands."""
    return box(*mark.path.bounds) if mark.place is None else box(0, 0, 0, 0)


def crossings(drawn: Plan) -> list[str]:
    """Names whose boxes lie on a line, with the layer of the line."""
    plates = [filled(mark) for mark in marks(layer(drawn.drawing, "spaces")) if mark.fill]
    names = [shape for _, shape in drawn.taken.names]
    on_plate = {n for n, shape in enumerate(names) if any(plate.contains(shape) for plate in plates)}
    tree = STRtree(names)
    found = set()
    for name in LINES:
        for mark in marks(layer(drawn.drawing, name)):
            if name == "scenery" and (mark.stroke is None or not mark.stroke.dash):
                continue  # the pale paper under a path
            for band in strokes(mark):
                for n in tree.query(band, predicate="intersects").tolist():
                    if n not in on_plate and names[n].intersection(band).area > TOUCH:
                        found.add(f"{drawn.taken.names[n][0]} on {name}")
    return sorted(found)


@pytest.mark.parametrize("slug", SLUGS)
def test_no_name_lies_on_a_line(slug: str) -> None:
    assert crossings(plan(slug)) == []


def outlines(drawn: Plan) -> BaseGeometry:
    """Borders and coasts of an area map, as they are smoothed."""
    water = set(drawn.style.part("areas").get("water", ()))
    spaces = drawn.map.spaces
    return land_of(
        tuple((id, spaces[id].outline) for id in drawn.map.land if spaces[id].outline and id not in water)
    ).lines


@pytest.mark.parametrize("slug", [slug for slug in SLUGS if game(slug).map.kind == "areas"])
def test_no_name_of_an_area_touches_a_border_or_coast(slug: str) -> None:
    lines = outlines(plan(slug))
    near = [text for text, shape in plan(slug).taken.names if shape.distance(lines) < 0.3]
    assert near == []


@pytest.mark.parametrize("slug", SLUGS)
def test_no_name_lies_on_a_slot_for_pieces(slug: str) -> None:
    """Slots are broken squares in the layer of names; a name beside one keeps its distance."""
    drawn = plan(slug)
    slots = [box(*m.path.bounds) for m in marks(layer(drawn.drawing, "names")) if m.stroke and m.stroke.dash]
    assert [t for t, shape in drawn.taken.names if any(shape.intersection(s).area > 0.05 for s in slots)] == []


def outline(mark: Mark) -> BaseGeometry:
    """What a plate covers: the hull of its points, which cuts the corners off a disc."""
    return MultiPoint(
        [(x / 100, y / 100) for x, y in zip(mark.path.pts[::2], mark.path.pts[1::2], strict=True)]
    ).convex_hull


def on_symbols(drawn: Plan) -> list[str]:
    """Names whose boxes lie on a symbol (castle, crest, ship, town) or on a plate that they are not written on."""
    names = [shape for _, shape in drawn.taken.names]
    tree = STRtree(names)
    found = set()
    for name in SYMBOLS:
        for mark in marks(layer(drawn.drawing, name)):
            if mark.fill is None or (mark.place is None and name not in PLATES):
                continue
            shape = box(*shape_box(mark)) if mark.place is not None else outline(mark)
            for n in tree.query(shape, predicate="intersects").tolist():
                written_on = mark.place is None and shape.contains(names[n])
                if not written_on and names[n].intersection(shape).area > TOUCH:
                    found.add(f"{drawn.taken.names[n][0]} on {name}")
    return sorted(found)


@pytest.mark.parametrize("slug", SLUGS)
def test_no_name_lies_on_a_symbol(slug: str) -> None:
    assert on_symbols(plan(slug)) == []


def test_a_name_on_a_symbol_is_seen() -> None:
    castle = mini("points").map.spaces["yokoyama"].at
    drawn = plan_of(relabelled("points", "odani", castle), mini("points").map.id)
    assert any(text.startswith("Odani") for text in on_symbols(drawn))


ENDS = 8.0  # mm: from one harbour two may set out side by side
MERGED = 4.0  # mm that two lanes may run in each other's casing: less than a crossing at a fair angle


def lanes(drawn: Plan) -> list[BaseGeometry]:
    """Sea lanes as they are drawn: dashes, where trails have round dots."""
    found = [m for name in ("links", "lanes") for m in marks(layer(drawn.drawing, name))]
    return [line for m in found if m.stroke and len(m.stroke.dash) == 2 and m.stroke.cap == "butt" for line in lines(m)]


def merging(lanes: list[BaseGeometry], plates: BaseGeometry) -> list[tuple[float, float]]:
    """Where two lanes run as one: the middle of each stretch outside harbours and the plates that they end at."""
    free = [lane.difference(unary_union([plates, lane.boundary.buffer(ENDS)])) for lane in lanes]
    together = [a.intersection(b.buffer(1.5)) for a, b in combinations(free, 2)]
    return [(line.centroid.x, line.centroid.y) for line in together if line.length > MERGED]


@pytest.mark.parametrize("slug", ["a_most_dangerous_time", "amber_strait", "shogun"])
def test_no_two_sea_lanes_merge(slug: str) -> None:
    """In A Most Dangerous Time those of Mizushima and Sogo went into the Sea of Harima as one."""
    drawn = plan(slug)
    plates = unary_union([outline(m) for m in marks(layer(drawn.drawing, "spaces")) if m.fill and m.place is None])
    assert len(lanes(drawn)) >= 15
    assert merging(lanes(drawn), plates) == []


def test_lanes_that_merge_are_seen() -> None:
    straight, late = LineString([(0, 0), (60, 0)]), LineString([(0, 20), (30, 1), (60, 0.5)])
    assert merging([straight, late], box(58, -5, 68, 5)) != []
    assert merging([straight, LineString([(30, -20), (32, 20)])], box(58, -5, 68, 5)) == []  # a crossing
