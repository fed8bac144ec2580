"""Sea lanes of area maps: the shortest crossing that touches no third area, from ring to ring."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely
from shapely.geometry import LineString, Point
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points, unary_union

from compiler.render.colour import PAPER, mix, on
from compiler.render.geometry import bow_line, parts
from compiler.render.map.plan import Plan

Line = list[tuple[float, float]]
INLAND = 2.0
STEP = 3.0
ISLET = 90.0  # square mm


def lanes(plan: Plan, shapes: dict[str, BaseGeometry], sea: str) -> None:
    """Every link that is drawn as a lane, and links whose areas do not touch."""
    found = []
    for link in plan.map.links:
        recipe = plan.style.links.get(link.kind, "none")
        if link.a in shapes and link.b in shapes:
            apart = recipe == "none" and shapes[link.a].distance(shapes[link.b]) > 0.3
            if recipe != "none" or apart:
                found.append(_crossing(shapes, link.a, link.b))
    draw_lanes(plan, found, sea)
    plan.taken.add(*(LineString(line).buffer(1.1) for line in found))


def draw_lanes(plan: Plan, lines: Sequence[Line], sea: str) -> None:
    """Dashes on a casing, then a ring at every end."""
    ink = plan.tone(plan.palette.frame, "lane", "sea_lane")
    casing = mix(sea, PAPER, 0.75)
    ink = ink if on(casing) != PAPER else PAPER
    for line in lines:
        plan.drawing.line(line, casing, 1.3)
        plan.drawing.line(line, ink, 0.6, (1.9, 1.2), "butt")
    for line in lines:
        for end in (line[0], line[-1]):
            plan.drawing.circle(*end, 0.95, casing, ink, 0.42)


def _crossing(shapes: dict[str, BaseGeometry], a: str, b: str) -> Line:
    """A shallow bow from just inside one coast to just inside the other."""
    one, other = shapes[a], shapes[b]
    reach = unary_union([one.envelope, other.envelope]).envelope
    near = [shape for id, shape in shapes.items() if id not in (a, b) and shape.intersects(reach)]
    others = unary_union([shape.simplify(0.3) for shape in near]).intersection(reach)
    shapely.prepare(others)
    first, second = _coast(one), _coast(other)
    gaps = np.hypot(first[:, None, 0] - second[None, :, 0], first[:, None, 1] - second[None, :, 1])
    order = np.argsort(gaps, axis=None, kind="stable")
    for n in order[:4000]:
        i, j = divmod(int(n), len(second))
        line = LineString([first[i], second[j]])
        if not others.intersects(line) or line.intersection(others).length < 0.5:
            break
    else:
        i, j = divmod(int(order[0]), len(second))
    start, end = _inside(one, first[i]), _inside(other, second[j])
    return bow_line(start, end, 0.10)


def _coast(shape: BaseGeometry) -> np.ndarray:
    """Points along the outline of all parts."""
    found = []
    for line in parts(shape.boundary):
        at = np.arange(0, line.length, STEP)
        found.append(shapely.get_coordinates(shapely.line_interpolate_point(line, at)))
    return np.concatenate(found)


def _inside(shape: BaseGeometry, point: np.ndarray) -> tuple[float, float]:
    """A place a little inland; lanes of an islet all meet in its middle."""
    if shape.area < ISLET:
        middle = shape.representative_point()
        return middle.x, middle.y
    core = shape.buffer(-INLAND)
    spot = nearest_points(core if not core.is_empty else shape.representative_point(), Point(point))[0]
    return spot.x, spot.y
