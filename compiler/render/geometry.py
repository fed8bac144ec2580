"""Shapes cut before they are inked: hand-drawn lines, shared borders, water lining. Seeded, so it repeats exactly."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

import shapely
from shapely import STRtree
from shapely.affinity import rotate
from shapely.geometry import LineString, MultiLineString, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import linemerge, unary_union

Point = tuple[float, float]
Line = list[Point]


def parts(shape: BaseGeometry) -> list[BaseGeometry]:
    """The simple geometries of a shape, empty ones left out."""
    return [g for g in shapely.get_parts(shape).tolist() if not g.is_empty]


def stretches(line: BaseGeometry, width: float, chunk: int = 4) -> list[BaseGeometry]:
    """The room a line takes, in small pieces: asking whether a box touches them is quick."""
    found = []
    for part in parts(line):
        if part.geom_type != "LineString":
            continue
        points = list(part.simplify(0.08).coords)
        found += [LineString(points[n : n + chunk + 1]) for n in range(0, len(points) - 1, chunk)]
    return [line.buffer(width / 2, quad_segs=2) for line in found]


def areas(shape: BaseGeometry) -> list[Polygon]:
    """The polygons of a shape."""
    out = []
    for part in parts(shape):
        if part.geom_type == "Polygon":
            out.append(part)
        elif part.geom_type in ("MultiPolygon", "GeometryCollection"):
            out += areas(part)
    return out


def largest(shape: BaseGeometry) -> Polygon:
    """The largest polygon of a shape; an empty one if it has none."""
    return max(areas(shape), key=lambda g: g.area, default=Polygon())


def pole(shape: BaseGeometry) -> Point:
    """The point of a shape farthest from its border: where the eye looks for a name."""
    part = largest(shape)
    if part.is_empty:
        return 0.0, 0.0
    x, y = shapely.maximum_inscribed_circle(part, 1.0).coords[0]
    return float(x), float(y)


def chaikin(points: Sequence[Point], times: int = 2, closed: bool = True, cut: float = 0.25) -> Line:
    """Corner cutting: organic lines from crude ones, without leaving their hull."""
    line = list(points)
    for _ in range(times):
        ends = line[1:] + line[:1] if closed else line[1:]
        out: Line = [] if closed else [line[0]]
        for (ax, ay), (bx, by) in zip(line, ends, strict=False):
            dx, dy = (bx - ax) * cut, (by - ay) * cut
            out += ((ax + dx, ay + dy), (bx - dx, by - dy))
        line = out if closed else [*out, line[-1]]
    return line


def wobble(points: Sequence[Point], amount: float, seed: int | str, closed: bool = False) -> Line:
    """Split each segment once and push the middle sideways: a hand's shake."""
    rnd, out = random.Random(seed), []
    ends = [*points[1:], *(points[:1] if closed else ())]
    for (x0, y0), (x1, y1) in zip(points, ends, strict=False):
        n = math.hypot(x1 - x0, y1 - y0) or 1.0
        s = rnd.uniform(-1, 1) * min(amount, n * 0.22)
        out += [(x0, y0), ((x0 + x1) / 2 - (y1 - y0) / n * s, (y0 + y1) / 2 + (x1 - x0) / n * s)]
    return out if closed else [*out, points[-1]]


def soften(shape: BaseGeometry, r: float) -> BaseGeometry:
    """Round convex and concave corners of an area by r."""
    return shape.buffer(-r, quad_segs=4).buffer(2 * r, quad_segs=4).buffer(-r, quad_segs=4)


def smooth_area(shape: BaseGeometry, amount: float, seed: int = 1, times: int = 2) -> BaseGeometry:
    """Wobble, then cut the corners of every ring."""

    def ring(line: BaseGeometry, salt: int) -> Line:
        return chaikin(wobble(list(line.coords)[:-1], amount, seed + salt, closed=True), times)

    done = [
        Polygon(ring(area.exterior, k * 7), [ring(hole, k * 7 + 3) for hole in area.interiors]).buffer(0)
        for k, area in enumerate(areas(shape))
    ]
    return unary_union(done) if done else Polygon()


def smooth_coverage(
    shapes: Mapping[str, Sequence[Sequence[Point]]], amount: float, times: int = 2
) -> dict[str, BaseGeometry]:
    """Smooth outlines that share borders so that they still share them: each arc is smoothed once."""
    rings = [
        (key, [(round(x, 3), round(y, 3)) for x, y in ring])
        for key, outline in shapes.items()
        for ring in outline
        if len(ring) > 2
    ]
    near: dict[Point, set[Point]] = {}
    for _, ring in rings:
        for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
            near.setdefault(a, set()).add(b)
            near.setdefault(b, set()).add(a)
    knots = {p for p, q in near.items() if len(q) > 2}
    out: dict[str, list[BaseGeometry]] = {key: [] for key in shapes}
    for key, ring in rings:
        out[key].append(Polygon(_smooth_ring(ring, knots, amount, times)).buffer(0))
    return {key: unary_union(found) if found else Polygon() for key, found in out.items()}


@lru_cache(4096)
def _arc(points: tuple[Point, ...], amount: float, times: int) -> Line:
    return chaikin(wobble(points, amount, f"{points[0]}{points[-1]}"), times, closed=False)


def _smooth_ring(ring: Line, knots: set[Point], amount: float, times: int) -> Line:
    cuts = [i for i, p in enumerate(ring) if p in knots]
    if not cuts:
        return chaikin(wobble(ring, amount, str(min(ring)), closed=True), times)
    ring = ring[cuts[0] :] + ring[: cuts[0]]
    cuts = [*(i - cuts[0] for i in cuts), len(ring)]
    line: Line = []
    for i, j in pairwise(cuts):
        part = tuple((ring + ring[:1])[i : j + 1])
        back = part[::-1]
        # both neighbours ask for the arc in the same direction
        line += _arc(part, amount, times)[:-1] if part <= back else _arc(back, amount, times)[::-1][:-1]
    return line


def close_gaps(
    shapes: Mapping[str, BaseGeometry], reach: float = 0.9, keep: float = 30.0
) -> tuple[dict[str, BaseGeometry], BaseGeometry]:
    """Land without pinholes: a gap between neighbours goes to the one with the longest shared edge.

    Returns the shapes and the land. Holes larger than `keep` square millimetres stay: they are lakes or bays.
    """
    land = unary_union([s.buffer(reach, quad_segs=2) for s in shapes.values()]).buffer(-reach, quad_segs=2)
    land = unary_union([Polygon(g.exterior, [h for h in g.interiors if Polygon(h).area > keep]) for g in areas(land)])
    gaps = land.difference(unary_union(list(shapes.values())))
    keys = list(shapes)
    tree = STRtree([shapes[k] for k in keys])
    extra: dict[str, list[BaseGeometry]] = {}
    for gap in areas(gaps):
        if gap.area > 0.01:
            ring = gap.buffer(0.05)
            near = sorted(int(i) for i in tree.query(ring))
            if near:
                owner = max(near, key=lambda i, ring=ring: shapes[keys[i]].intersection(ring).area)  # type: ignore[misc]
                extra.setdefault(keys[owner], []).append(ring)
    return {k: unary_union([v, *extra[k]]) if k in extra else v for k, v in shapes.items()}, land


def chains(edges: Iterable[Sequence[Point]]) -> list[Line]:
    """Join unordered two-point edges into polylines; they break where three or more meet."""
    left = {tuple(e): None for e in edges if len(e) == 2}
    near: dict[Point, list[tuple[Point, ...]]] = {}
    for edge in left:
        for p in edge:
            near.setdefault(_grid(p), []).append(edge)
    starts = [p for p, found in near.items() if len(found) != 2]
    out = []
    for start in (*starts, *near):
        for first in near[start]:
            if first in left:
                out.append(_chain(first, start, near, left))
    return out


def _grid(p: Point) -> Point:
    return round(p[0], 1), round(p[1], 1)


def _chain(
    first: tuple[Point, ...],
    start: Point,
    near: Mapping[Point, list[tuple[Point, ...]]],
    left: dict[tuple[Point, ...], None],
) -> Line:
    del left[first]
    line = list(first) if _grid(first[0]) == start else list(first[::-1])
    while True:
        at = _grid(line[-1])
        more = [e for e in near[at] if e in left]
        if len(near[at]) != 2 or not more:
            return line
        del left[more[0]]
        line.append(more[0][1] if _grid(more[0][0]) == at else more[0][0])


def inner_borders(shapes: Iterable[BaseGeometry], land: BaseGeometry, view: BaseGeometry) -> BaseGeometry:
    """Borders between neighbours, each once, as long lines so that dashes run on."""
    lines = unary_union([s.boundary for s in shapes]).difference(land.boundary.buffer(0.5)).intersection(view)
    found = [g for g in parts(lines) if g.geom_type == "LineString"]
    return linemerge(MultiLineString(found)).simplify(0.06) if found else MultiLineString()


# offset from the coast and width of each line, from the shore outwards
WATER_LINES = ((0.7, 0.28), (1.7, 0.22), (3.1, 0.18), (5.0, 0.15), (7.4, 0.12))


def water_lines(
    land: BaseGeometry, water: BaseGeometry, steps: Sequence[tuple[float, float]] = WATER_LINES
) -> list[tuple[BaseGeometry, float]]:
    """Engraver's water lining: offsets of the coast with their widths, fading out to sea."""
    inside = water.buffer(-0.01)
    shore = land.simplify(0.15)
    out = []
    for offset, width in steps:
        line = soften(shore.buffer(offset, quad_segs=4), 0.8).boundary
        out.append((line.intersection(inside).simplify(0.05), width))
    return out


def hatch(area: BaseGeometry, pitch: float, angle: float = 45.0) -> BaseGeometry:
    """Parallel lines inside a shape: the colourless second code."""
    x0, y0, x1, y1 = area.bounds
    cx, cy, reach = (x0 + x1) / 2, (y0 + y1) / 2, math.hypot(x1 - x0, y1 - y0)
    n = int(reach / pitch) + 1
    rows = [LineString([(cx - reach, cy + i * pitch), (cx + reach, cy + i * pitch)]) for i in range(-n, n + 1)]
    return rotate(MultiLineString(rows), angle, origin=(cx, cy)).intersection(area)


def bow_line(a: Point, b: Point, bend: float = 0.12, steps: int = 16) -> Line:
    """A shallow arc between two points."""
    mx, my = (a[0] + b[0]) / 2 - (b[1] - a[1]) * bend, (a[1] + b[1]) / 2 + (b[0] - a[0]) * bend
    out = []
    for i in range(steps + 1):
        t = i / steps
        u = 1 - t
        out.append((u * u * a[0] + 2 * t * u * mx + t * t * b[0], u * u * a[1] + 2 * t * u * my + t * t * b[1]))
    return out


def tinted(shapes: Mapping[str, BaseGeometry], inks: int, reach: float = 0.3) -> dict[str, int]:
    """A tint for each shape so that neighbours differ, the largest first, every tint used about as often."""
    keys = sorted(shapes, key=lambda k: (-shapes[k].area, k))
    tree = STRtree([shapes[k] for k in keys])
    tint: dict[str, int] = {}
    for key in keys:
        close = tree.query(shapes[key], predicate="dwithin", distance=reach)
        used = {tint[keys[i]] for i in close if keys[i] in tint}
        free = [i for i in range(inks) if i not in used] or list(range(inks))
        counts = list(tint.values())
        tint[key] = min(free, key=lambda i: (counts.count(i), i))
    return tint
