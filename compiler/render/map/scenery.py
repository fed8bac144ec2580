"""Scenery: paths and hamlets that no rule reads, drawn quietly so that the land is not empty."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from shapely import STRtree
from shapely.geometry import LineString, box
from shapely.geometry import Point as ShapelyPoint
from shapely.geometry.base import BaseGeometry

from compiler.model.graph import Point
from compiler.render.colour import PAPER, mix
from compiler.render.geometry import chaikin, wobble
from compiler.render.map.field import HexField
from compiler.render.map.plan import Hand, Plan
from compiler.render.map.relief import ground_tone
from compiler.render.symbols import unit

SIZE = 5.2  # of a symbol, at a pitch of 16.5: smaller than that of a place
PALE = 0.3  # how far scenery fades into the ground
EDGE = 22.0  # mm from the edge within which a way runs on over it
CLEAR = 0.6  # mm between a path and the name of a hamlet
MEET = 6.0  # mm within which the end of a path belongs to another
BESIDE = -2.4  # mm by which a path passes left of the middle, where no number stands


def paths(plan: Plan, field: HexField) -> list[LineString]:
    """Thin pale paths, under the water: where one meets a river it fords it."""
    ground = ground_tone(plan, field.base)
    ink = mix(plan.tone("#8A6A42", "road"), ground, PALE)
    lines = []
    for n, way in enumerate(_given(plan, "paths")):
        points = [field.grid.centre(field.map.cells[id]) for id in way["through"] if id in field.map.cells]
        if len(points) < 2:
            continue
        aside = [(x + BESIDE * field.scale, y) for x, y in points]
        ends = [_over(plan, aside[1], aside[0]), *aside, _over(plan, aside[-2], aside[-1])]
        lines.append(LineString(chaikin(wobble(ends, 1.1, n), 3, closed=False)))
    found = [met_by(line, [other for other in lines if other is not line]).intersection(plan.view) for line in lines]
    for line in found:
        plan.drawing.mark(line, None, mix(ground, PAPER, 0.6), 1.5)
    for line in found:  # over the paper of all of them, so that a fork is whole
        plan.drawing.mark(line, None, ink, 0.7, (3.2, 0.8), "butt")
    return found


def met_by(line: LineString, others: Sequence[LineString]) -> LineString:
    """A path whose ends reach the path they were meant to meet: rounding took that off its corner."""
    points = list(line.coords)
    for _ in range(2):
        points.reverse()  # one end, then the other
        end = ShapelyPoint(points[-1])
        near = min(others, key=end.distance, default=None)
        if near is not None and 0.05 < end.distance(near) < MEET:
            to = near.interpolate(near.project(end))
            while len(points) > 2 and ShapelyPoint(points[-1]).distance(to) < 2 * MEET:
                points.pop()
            points.append((to.x, to.y))
    return LineString(points)


def _over(plan: Plan, before: Point, end: Point) -> Point:
    """Where a way goes on beyond its last hex: over the edge of the map, if it lies there."""
    if plan.view.boundary.distance(ShapelyPoint(end)) > EDGE:
        return end
    far = 2 * EDGE / max(1.0, math.dist(before, end))
    return end[0] + (end[0] - before[0]) * far, end[1] + (end[1] - before[1]) * far


def hamlets(plan: Plan, field: HexField, ways: Sequence[LineString] = ()) -> None:
    """Roofs with a small name below, or wherever there is room beside them that no path crosses."""
    lines = STRtree([shape for _, shape in plan.lines])
    for place in _given(plan, "hamlets"):
        cell = field.map.cells.get(place["at"])
        if cell is None:
            continue
        (x, y), k, name = field.grid.centre(cell), field.scale, place["name"]
        ground = ground_tone(plan, field.terrain[cell])
        ink = mix(plan.tone("#6B4A34", "village"), ground, PALE / 2)
        plan.drawing.symbol(unit(place.get("symbol", "village")), x, y - 0.4 * k, SIZE * k, ink, ground, 0.35)
        plan.taken.add(box(x - 3 * k, y - 3 * k, x + 3 * k, y + 2.4 * k))
        hand = Hand("serif-italic", 2.1, mix(plan.palette.ink, ground, 0.2), mix(ground, PAPER, 0.3))
        text = name if isinstance(name, str) else str(name["en"])
        beside = hand.width(text) / 2 + 3.4 * k
        spots = [(x, y + 5.4 * k), (x + 2 * k, y + 5.4 * k), (x - 2 * k, y + 5.4 * k), (x, y + 6.6 * k)]
        spots += [(x + side * beside, y + down * k) for side in (1, -1) for down in (0.6, 2.4, 4.2)]
        free = [at for at in spots if _clear(plan, hand.box(text, *at), lines, ways)]
        plan.write(text, *(free or spots)[0], hand, what=f"{text} {place['at']}")


def _clear(plan: Plan, area: BaseGeometry, lines: STRtree, ways: Sequence[LineString]) -> bool:
    """Whether nothing lies in an area: no name, no line that counts, no path."""
    crossed = any(way.distance(area) < CLEAR for way in ways)
    return not crossed and plan.taken.free(area) and not len(lines.query(area))


def _given(plan: Plan, part: str) -> Iterator[Mapping[str, Any]]:
    yield from plan.style.part("scenery").get(part, ())
