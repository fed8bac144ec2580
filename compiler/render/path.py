"""Paths: outlines in whole hundredths of a unit, the one shape every back end draws.

Whole numbers make the three back ends agree to the last bit: what the SVG says is what cairo fills and what the
PDF holds. A unit is a millimetre for drawings, a hundredth of the box for symbols and of an em tenth for glyphs.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import shapely
from fontTools.pens.basePen import BasePen
from fontTools.svgLib.path import parse_path
from shapely.geometry.base import BaseGeometry

Point = tuple[float, float]

# Control-point distance that makes four cubic curves a circle.
_ROUND = 0.5522847498


class Path:
    """A list of operations (M L C Z) and their points, flat, in hundredths.

    `memo` is None for a shape drawn once; shapes drawn often (glyphs, symbols) carry a dict in which a back end
    keeps its own form of the path.
    """

    __slots__ = ("memo", "ops", "pts")

    def __init__(self, ops: str, pts: list[int], shared: bool = False) -> None:
        self.ops = ops
        self.pts = pts
        self.memo: dict[str, Any] | None = {} if shared else None

    def __bool__(self) -> bool:
        return bool(self.ops)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Path) and self.ops == other.ops and self.pts == other.pts

    def __hash__(self) -> int:
        return hash((self.ops, tuple(self.pts)))

    def __add__(self, other: Path) -> Path:
        return Path(self.ops + other.ops, self.pts + other.pts)

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """Left, top, right, bottom of all points, control points included."""
        xs, ys = self.pts[0::2], self.pts[1::2]
        return min(xs) / 100, min(ys) / 100, max(xs) / 100, max(ys) / 100


EMPTY = Path("", [])


def hundredths(points: Iterable[Sequence[float]]) -> list[int]:
    """Flat whole hundredths of a list of points."""
    return [round(v * 100) for p in points for v in p]


def polyline(points: Sequence[Sequence[float]]) -> Path:
    """An open line through points."""
    return Path("M" + "L" * (len(points) - 1), hundredths(points))


def polygon(points: Sequence[Sequence[float]]) -> Path:
    """A closed outline through points."""
    return Path("M" + "L" * (len(points) - 1) + "Z", hundredths(points))


def rectangle(x: float, y: float, w: float, h: float, r: float = 0.0) -> Path:
    """A rectangle with its top left corner at (x, y) and round corners of radius r."""
    if not r:
        return polygon([(x, y), (x + w, y), (x + w, y + h), (x, y + h)])
    r = min(r, w / 2, h / 2)
    q = r * (1 - _ROUND)
    points = [
        (x + r, y),
        (x + w - r, y), (x + w - q, y), (x + w, y + q), (x + w, y + r),
        (x + w, y + h - r), (x + w, y + h - q), (x + w - q, y + h), (x + w - r, y + h),
        (x + r, y + h), (x + q, y + h), (x, y + h - q), (x, y + h - r),
        (x, y + r), (x, y + q), (x + q, y), (x + r, y),
    ]  # fmt: skip
    return Path("MLCLCLCLCZ", hundredths(points))


def ellipse(x: float, y: float, rx: float, ry: float) -> Path:
    """An ellipse about (x, y)."""
    kx, ky = rx * _ROUND, ry * _ROUND
    points = [
        (x + rx, y),
        (x + rx, y + ky), (x + kx, y + ry), (x, y + ry),
        (x - kx, y + ry), (x - rx, y + ky), (x - rx, y),
        (x - rx, y - ky), (x - kx, y - ry), (x, y - ry),
        (x + kx, y - ry), (x + rx, y - ky), (x + rx, y),
    ]  # fmt: skip
    return Path("MCCCCZ", hundredths(points))


def circle(x: float, y: float, r: float) -> Path:
    """A circle about (x, y)."""
    return ellipse(x, y, r, r)


def arc(x: float, y: float, r: float, start: float, end: float) -> Path:
    """An open arc about (x, y), angles in degrees, clockwise on the page; quarter turns at most per curve."""
    steps = max(1, math.ceil(abs(end - start) / 90 - 1e-9))
    sweep = math.radians(end - start) / steps
    k = 4 / 3 * math.tan(sweep / 4) * r
    points, a = [(x + r * math.cos(math.radians(start)), y + r * math.sin(math.radians(start)))], math.radians(start)
    for _ in range(steps):
        b = a + sweep
        ca, sa, cb, sb = math.cos(a), math.sin(a), math.cos(b), math.sin(b)
        points += [
            (x + r * ca - k * sa, y + r * sa + k * ca),
            (x + r * cb + k * sb, y + r * sb - k * cb),
            (x + r * cb, y + r * sb),
        ]
        a = b
    return Path("M" + "C" * steps, hundredths(points))


def joined(paths: Iterable[Path]) -> Path:
    """Many paths as one, for marks of one ink."""
    ops: list[str] = []
    pts: list[int] = []
    for path in paths:
        ops.append(path.ops)
        pts += path.pts
    return Path("".join(ops), pts)


def moved(path: Path, dx: float, dy: float) -> Path:
    """The path shifted by (dx, dy)."""
    x, y = round(dx * 100), round(dy * 100)
    pts = list(path.pts)
    pts[0::2] = [v + x for v in pts[0::2]]
    pts[1::2] = [v + y for v in pts[1::2]]
    return Path(path.ops, pts)


def of_geometry(geometry: BaseGeometry) -> Path:
    """Any shapely geometry: areas and rings closed, lines open, points left out."""
    parts = shapely.get_parts(geometry)
    while any(shapely.get_num_geometries(parts) > 1):
        parts = shapely.get_parts(parts)
    kinds = shapely.get_type_id(parts)
    rings = shapely.get_rings(parts[kinds == 3])
    lines = parts[(kinds == 1) | (kinds == 2)]
    return _of_lines(np.concatenate([rings, lines]), len(rings))


def of_areas(polygons: Any) -> Path:
    """An array of polygons as one path."""
    rings = shapely.get_rings(polygons)
    return _of_lines(rings, len(rings))


def _of_lines(lines: Any, rings: int) -> Path:
    """Path of line geometries, the first `rings` of them closed; repeated points go."""
    coords, index = shapely.get_coordinates(lines, return_index=True)
    if not len(coords):
        return EMPTY
    grid = np.rint(coords * 100).astype(np.int64)
    first = np.ones(len(grid), bool)
    first[1:] = index[1:] != index[:-1]
    closed = (index < rings) | np.asarray(shapely.is_ring(lines), bool)[index]
    last = np.ones(len(grid), bool)
    last[:-1] = first[1:]
    keep = first.copy()
    keep[1:] |= (grid[1:] != grid[:-1]).any(axis=1)
    keep &= ~(last & closed & ~first)
    grid, index, closed = grid[keep], index[keep], closed[keep]
    counts = np.bincount(index, minlength=len(lines))
    shut = np.zeros(len(lines), bool)
    shut[index] = closed
    ops: list[str] = []
    pts: list[int] = []
    flat, at = grid.ravel().tolist(), 0
    for count, ring in zip(counts.tolist(), shut.tolist(), strict=True):
        if count >= (3 if ring else 2):
            ops.append("M" + "L" * (count - 1) + ("Z" if ring else ""))
            pts += flat[at : at + 2 * count]
        at += 2 * count
    return Path("".join(ops), pts)


class PathPen(BasePen):  # type: ignore[misc]
    """Collects what a fontTools drawing draws; `scale` turns its units into hundredths, y may be flipped."""

    def __init__(self, scale: float = 100.0, flip: bool = False) -> None:
        super().__init__(None)
        self.ops: list[str] = []
        self.pts: list[int] = []
        self._x, self._y = scale, -scale if flip else scale

    def _put(self, op: str, *points: Point) -> None:
        self.ops.append(op)
        for x, y in points:
            self.pts += (round(x * self._x), round(y * self._y))

    def _moveTo(self, pt: Point) -> None:
        self._put("M", pt)

    def _lineTo(self, pt: Point) -> None:
        self._put("L", pt)

    def _curveToOne(self, pt1: Point, pt2: Point, pt3: Point) -> None:
        self._put("C", pt1, pt2, pt3)

    def _closePath(self) -> None:
        self._put("Z")

    def _endPath(self) -> None:
        """An open contour simply ends."""

    def path(self, shared: bool = False) -> Path:
        return Path("".join(self.ops), self.pts, shared)


def of_svg(data: str, shared: bool = False) -> Path:
    """Path data of an SVG `d` attribute; raises ValueError if it is not path data."""
    pen = PathPen()
    try:
        parse_path(data, pen)
    except (ValueError, IndexError, TypeError, ArithmeticError, AssertionError) as fault:
        raise ValueError(f"not path data: {fault}") from None
    return pen.path(shared)
