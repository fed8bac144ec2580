"""A map on a picture: how the pixels of the author's file become millimetres of the board."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from compiler.diagnostics import NOWHERE, Span

Point = tuple[float, float]
# x and y of a pixel become a·x + b·y + c and d·x + e·y + f millimetres.
Matrix = tuple[float, float, float, float, float, float]


@dataclass(frozen=True, slots=True)
class Sheet:
    """One picture of a board: its file, its size in pixels, and where its pixels lie."""

    file: str
    pixels: Point
    matrix: Matrix
    span: Span = field(default=NOWHERE, compare=False)

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """Its corners on the board, clockwise from the top left."""
        w, h = self.pixels
        a, b, c, d = (moved(self.matrix, p) for p in ((0.0, 0.0), (w, 0.0), (w, h), (0.0, h)))
        return a, b, c, d

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom on the board."""
        xs, ys = zip(*self.corners, strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    @property
    def straight(self) -> bool:
        """Whether it only has to be scaled: no turn, no slant worth a tenth of a millimetre."""
        _, b, _, d, _, _ = self.matrix
        return abs(b) * self.pixels[1] < 0.1 and abs(d) * self.pixels[0] < 0.1

    @property
    def dpi(self) -> float:
        """Pixels to the inch at true size."""
        return 25.4 / scale_of(self.matrix)


@dataclass(frozen=True, slots=True)
class Backdrop:
    """The pictures under a map, what is drawn on top of them, and the hexes whose pixels its author measured."""

    sheets: tuple[Sheet, ...]
    draw: tuple[str, ...] = ()
    hexes: Mapping[str, Point] = field(default_factory=dict)
    measured: Mapping[str, Span] = field(default_factory=dict, compare=False)  # where the pixels of each stand

    def at(self, pixel: Point) -> Point:
        """A pixel of the first picture on the board."""
        return moved(self.sheets[0].matrix, pixel)

    def size(self, pixels: Point) -> Point:
        """Width and height of a rectangle of the first picture."""
        a, b, _, d, e, _ = self.sheets[0].matrix
        return pixels[0] * math.hypot(a, d), pixels[1] * math.hypot(b, e)


def moved(matrix: Matrix, point: Point) -> Point:
    """A point taken from one plane to the other."""
    a, b, c, d, e, f = matrix
    x, y = point
    return a * x + b * y + c, d * x + e * y + f


def shifted(matrix: Matrix, dx: float, dy: float) -> Matrix:
    """The same, then moved by so many millimetres."""
    a, b, c, d, e, f = matrix
    return a, b, c + dx, d, e, f + dy


def scale_of(matrix: Matrix) -> float:
    """Millimetres to the pixel, in the mean."""
    a, b, _, d, e, _ = matrix
    return math.sqrt(abs(a * e - b * d))


def inverse(matrix: Matrix) -> Matrix:
    """The way back."""
    a, b, c, d, e, f = matrix
    k = a * e - b * d
    return e / k, -b / k, (b * f - c * e) / k, -d / k, a / k, (c * d - a * f) / k


def turned(scale: float, degrees: float, pixel: Point, on: Point) -> Matrix:
    """A picture scaled and turned back by so many degrees, such that a pixel comes to lie on a point."""
    t = math.radians(-degrees)
    a, b = scale * math.cos(t), -scale * math.sin(t)
    d, e = -b, a
    x, y = pixel
    return a, b, on[0] - a * x - b * y, d, e, on[1] - d * x - e * y


def fitted(pairs: list[tuple[Point, Point]]) -> Matrix | None:
    """The plane that brings pixels nearest to their points (least squares); None if they lie on one line."""
    n = len(pairs)
    mx, my = sum(p[0] for p, _ in pairs) / n, sum(p[1] for p, _ in pairs) / n
    u = [(p[0] - mx, p[1] - my) for p, _ in pairs]
    xx, xy, yy = sum(x * x for x, _ in u), sum(x * y for x, y in u), sum(y * y for _, y in u)
    k = xx * yy - xy * xy
    if k <= 1e-4 * (xx + yy) ** 2:
        return None
    rows = []
    for axis in (0, 1):
        mean = sum(q[axis] for _, q in pairs) / n
        px = sum(x * (q[axis] - mean) for (x, _), (_, q) in zip(u, pairs, strict=True))
        py = sum(y * (q[axis] - mean) for (_, y), (_, q) in zip(u, pairs, strict=True))
        a, b = (px * yy - py * xy) / k, (py * xx - px * xy) / k
        rows.append((a, b, mean - a * mx - b * my))
    return (*rows[0], *rows[1])


def wrong_one(pairs: Mapping[str, tuple[Point, Point]]) -> tuple[str, Point] | None:
    """Of four and more measured points the one without which a picture would fit best, and its pixel by the others.

    The plane through the others says it: the less it is slanted and the nearer they lie, the likelier they are right.
    """

    def doubt(left_out: str) -> float:
        others = [pair for id, pair in pairs.items() if id != left_out]
        plane = fitted(others)
        if plane is None:
            return math.inf
        reach = max(math.dist(p, q) for _, p in others for _, q in others)
        return misfit(plane) + max(math.dist(moved(plane, p), q) for p, q in others) / reach

    if len(pairs) < 4:
        return None
    worst = min(pairs, key=doubt)
    plane = fitted([pair for id, pair in pairs.items() if id != worst])
    return None if plane is None else (worst, moved(inverse(plane), pairs[worst][1]))


def misfit(matrix: Matrix) -> float:
    """How far a plane is from one that only scales and turns: 0 is none, 1 as far as can be (a mirror)."""
    a, b, _, d, e, _ = matrix
    same, other = math.hypot(a + e, d - b), math.hypot(a - e, b + d)
    return 1.0 if same == 0 else min(1.0, other / same)
