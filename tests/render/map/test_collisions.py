"""Names against what is drawn: lines, borders, coasts and slots, from the display list and not from the plan."""

from __future__ import annotations

import pytest
from shapely import STRtree
from shapely.geometry import LineString, box
from shapely.geometry.base import BaseGeometry

from compiler.render.drawing import Mark
from compiler.render.map.land import land_of
from compiler.render.map.plan import Plan
from tests.render.games import SLUGS, game
from tests.render.maps import layer, marks, plan

LINES = ("scenery", "rivers", "borders", "roads", "links", "lanes", "fences")
TOUCH = 0.25  # square mm of a line that the box of a name may hold: less than a corner


def strokes(mark: Mark) -> list[BaseGeometry]:
    """The lines of a mark as bands, as wide as they are inked."""
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
    return [line.buffer(mark.stroke.width / 2, cap_style="flat") for line in found]


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
