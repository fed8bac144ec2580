"""Where names go: inside areas, beside points, or out at sea with a leader; no two ever overlap."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import shapely
from shapely import STRtree
from shapely.geometry import Point, box
from shapely.geometry.base import BaseGeometry

Box = tuple[float, float, float, float]


def around(x: float, y: float, w: float, h: float) -> BaseGeometry:
    """The box w × h centred on (x, y)."""
    return box(x - w / 2, y - h / 2, x + w / 2, y + h / 2)


@dataclass(frozen=True, slots=True)
class Spot:
    """A place found: centre, the box it takes, how much of it lies inside."""

    x: float
    y: float
    box: BaseGeometry
    inside: float = 1.0


@dataclass(slots=True)
class Taken:
    """What already stands on a map and may not be written over; names are remembered for the final check."""

    shapes: list[BaseGeometry] = field(default_factory=list)
    names: list[tuple[str, BaseGeometry]] = field(default_factory=list)
    _tree: STRtree | None = None
    _known: int = 0

    def add(self, *shapes: BaseGeometry) -> None:
        self.shapes += shapes

    def name(self, text: str, shape: BaseGeometry) -> None:
        """A name that was written."""
        self.shapes.append(shape)
        self.names.append((text, shape))

    def hits(self, shape: BaseGeometry) -> int:
        """How many taken shapes a box touches; those added last are looked at one by one."""
        if self._tree is None or len(self.shapes) - self._known > 24:
            self._grow()
        assert self._tree is not None
        found = len(self._tree.query(shape, predicate="intersects"))
        return found + sum(bool(shape.intersects(s)) for s in self.shapes[self._known :])

    def clear(self, boxes: Any) -> Any:
        """Which of many boxes touch nothing."""
        if self._tree is None or len(self.shapes) > self._known:
            self._grow()
        assert self._tree is not None
        found = np.ones(len(boxes), bool)
        found[self._tree.query(boxes, predicate="intersects")[0]] = False
        return found

    def _grow(self) -> None:
        self._tree, self._known = STRtree(self.shapes), len(self.shapes)

    def free(self, shape: BaseGeometry) -> bool:
        return self.hits(shape) == 0

    def overlaps(self) -> list[tuple[str, str]]:
        """Pairs of names whose boxes overlap: must be empty on a finished map."""
        if len(self.names) < 2:
            return []
        shapes = [shape for _, shape in self.names]
        pairs = STRtree(shapes).query(shapes, predicate="intersects").T.tolist()
        return [
            (self.names[i][0], self.names[j][0])
            for i, j in sorted(pairs)
            if i < j and shapes[i].intersection(shapes[j]).area > 0.01
        ]


def best_spot(
    area: BaseGeometry,
    w: float,
    h: float,
    taken: Taken,
    step: float = 2.0,
    prefer: tuple[float, float] | None = None,
    ys: Sequence[float] | None = None,
    need: float = 0.97,
    pull: float = 0.02,
) -> Spot | None:
    """The best centre for a w × h box inside an area, clear of what is taken; None if there is none.

    `ys` restricts the heights tried: hex maps allow only those that miss the hex numbers. `pull` is how much a
    millimetre away from `prefer` costs; a millimetre of room to the border is worth 0.12.
    """
    area = area.simplify(0.25)
    if area.is_empty:
        return None
    x0, y0, x1, y1 = area.bounds
    heights = np.arange(y0 + h / 2, y1 - h / 2 + step, step) if ys is None else np.asarray(ys, float)
    across = np.arange(x0 + w / 2, x1 - w / 2 + step, step)
    if not len(across) or not len(heights):
        return None
    gx, gy = (g.ravel() for g in np.meshgrid(across, heights))
    boxes = shapely.box(gx - w / 2, gy - h / 2, gx + w / 2, gy + h / 2)
    shapely.prepare(area)
    # three corners and the middle must lie inside; only then is the share worth measuring
    corners = sum(shapely.contains_xy(area, gx + i * w / 2, gy + j * h / 2) for i in (-1, 1) for j in (-1, 1))
    likely = np.flatnonzero((corners > 2) & shapely.contains_xy(area, gx, gy))
    inside = np.zeros(len(boxes))
    inside[likely] = np.where(shapely.contains_properly(area, boxes[likely]), 1.0, 0.0)
    edge = likely[inside[likely] < 1] if need < 0.99 else likely[:0]
    inside[edge] = shapely.area(shapely.intersection(area, boxes[edge])) / (w * h)
    ok = np.flatnonzero(inside >= need)
    if not len(ok):
        return None
    room = np.minimum(shapely.distance(area.boundary, shapely.points(gx[ok], gy[ok])), 14) * 0.12
    score = inside[ok] * 10 + room
    if prefer:
        score = score - pull * np.hypot(gx[ok] - prefer[0], gy[ok] - prefer[1])
    ranked = ok[np.lexsort((gx[ok], gy[ok], -np.round(score, 6)))]
    for start in range(0, len(ranked), _CHUNK):
        chunk = ranked[start : start + _CHUNK]
        free = chunk[taken.clear(boxes[chunk])]
        if len(free):
            i = free[0]
            return Spot(float(gx[i]), float(gy[i]), boxes[i], float(inside[i]))
    return None


_CHUNK = 200  # places looked at together, the best first


def at_sea(
    point: tuple[float, float], w: float, h: float, water: BaseGeometry, taken: Taken, reach: Iterable[float]
) -> Spot | None:
    """The nearest free place for a box in open water, on rings about a point."""
    shapely.prepare(water)
    for distance in reach:
        for degrees in range(0, 360, 15):
            x = point[0] + distance * math.cos(math.radians(degrees))
            y = point[1] + distance * math.sin(math.radians(degrees))
            shape = around(x, y, w, h)
            if water.contains(shape) and taken.free(shape):
                return Spot(x, y, shape)
    return None


def places_about(x: float, y: float, r: float, w: float, size: float) -> list[tuple[float, float]]:
    """Centres for a name about a plate of radius r, best first: S N E W SE SW NE NW, then between."""
    return [
        (x, y + r + size * 0.55), (x, y - r - size * 0.45), (x + r + w / 2 + 0.8, y), (x - r - w / 2 - 0.8, y),
        (x + r + w / 2 + 0.3, y + r * 0.85), (x - r - w / 2 - 0.3, y + r * 0.85),
        (x + r + w / 2 + 0.3, y - r * 0.85), (x - r - w / 2 - 0.3, y - r * 0.85),
        (x + r + w / 2 + 0.8, y + r * 0.5), (x - r - w / 2 - 0.8, y + r * 0.5),
        (x + r + w / 2 + 0.8, y - r * 0.5), (x - r - w / 2 - 0.8, y - r * 0.5),
        (x + w * 0.3, y + r + size * 0.55), (x - w * 0.3, y + r + size * 0.55),
        (x + w * 0.3, y - r - size * 0.45), (x - w * 0.3, y - r - size * 0.45),
    ]  # fmt: skip


def beside(
    x: float, y: float, r: float, w: float, size: float, taken: Taken, net: BaseGeometry, inside: BaseGeometry,
    shore: BaseGeometry, stands: BaseGeometry,
) -> Spot:  # fmt: skip
    """The cheapest of the places: leaving the map costs most, then a plate or name hit, a stand of counters, a link,
    a coast.

    Farther rings are tried while every place of a ring hits something.
    """
    best: tuple[float, Spot] | None = None
    shapely.prepare(net)
    shapely.prepare(shore)
    shapely.prepare(stands)
    for ring, extra in enumerate((0.0, 1.2, 2.5, 4.0, 5.5, 8.0)):
        for rank, (px, py) in enumerate(places_about(x, y, r + extra, w, size)):
            shape = around(px, py, w, size * 0.9)
            hits = taken.hits(shape)
            covered = float(shape.intersection(net).area) if net.intersects(shape) else 0.0
            cost = rank * 0.4 + ring * 4 + 90 * hits + (20 + covered if covered > 0.05 else 0.0)
            cost += 25.0 if shore.intersects(shape.buffer(0.5)) else 0.0
            under = float(shape.intersection(stands).area) if stands.intersects(shape) else 0.0
            cost += 30 + under if under > 0.05 else 0.0
            cost += 0.0 if inside.contains(shape) else 500.0
            if best is None or cost < best[0]:
                best = (cost, Spot(px, py, shape))
        if best is not None and best[0] < 9:
            break
    assert best is not None
    return best[1]


def nearest_edge(shape: BaseGeometry, x: float, y: float) -> tuple[float, float]:
    """The point of a box nearest to a place: where a leader ends."""
    line = shapely.shortest_line(shape, Point(x, y))
    (ex, ey), *_ = line.coords
    return float(ex), float(ey)
