"""Strokes and curves of pictures: splines, brushes, rods, ripples, crests; shapes stand in a 100 box on (50, 100)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from typing import Any

from shapely.affinity import affine_transform, translate
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from compiler.render.path import Path
from compiler.render.symbols import has, symbol


def spline(pts: Any, closed: bool = True, n: int = 7) -> Any:
    """Catmull-Rom through the points."""
    m, out = len(pts), []
    for i in range(m if closed else m - 1):
        p = [pts[(i + k) % m] if closed else pts[min(m - 1, max(0, i + k))] for k in (-1, 0, 1, 2)]
        for j in range(n):
            t = j / n
            out.append(
                tuple(
                    0.5
                    * (
                        2 * p[1][q]
                        + (p[2][q] - p[0][q]) * t
                        + (2 * p[0][q] - 5 * p[1][q] + 4 * p[2][q] - p[3][q]) * t * t
                        + (3 * p[1][q] - p[0][q] - 3 * p[2][q] + p[3][q]) * t**3
                    )
                    for q in (0, 1)
                )
            )
    return out if closed else out + [pts[-1]]


def blob(*pts: Any, n: int = 7) -> Any:
    return Polygon(spline(list(pts), True, n)).buffer(0)


def brush(pts: Any, widths: Any, n: int = 7) -> Any:
    """A stroke of changing width along a smooth line."""
    line = spline(list(pts), False, n) if len(pts) > 2 else list(pts)
    m, left, right = len(line) - 1, [], []
    for i, (x, y) in enumerate(line):
        a, b = line[max(0, i - 1)], line[min(m, i + 1)]
        dx, dy = b[0] - a[0], b[1] - a[1]
        s = math.hypot(dx, dy) or 1
        f = i / m * (len(widths) - 1)
        k = min(int(f), len(widths) - 2)
        w = (widths[k] + (widths[k + 1] - widths[k]) * (f - k)) / 2
        left.append((x - dy / s * w, y + dx / s * w))
        right.append((x + dy / s * w, y - dx / s * w))
    return Polygon(left + right[::-1]).buffer(0)


def bend(
    a: tuple[float, float], b: tuple[float, float], c: tuple[float, float], n: int = 24
) -> list[tuple[float, float]]:
    """Points of a quadratic curve."""
    steps = [i / n for i in range(n + 1)]
    return [((1 - t) ** 2 * a[0] + 2 * t * (1 - t) * b[0] + t * t * c[0],
             (1 - t) ** 2 * a[1] + 2 * t * (1 - t) * b[1] + t * t * c[1]) for t in steps]  # fmt: skip


def rod(x0: Any, y0: Any, x1: Any, y1: Any, w: Any) -> Any:
    return brush([(x0, y0), (x1, y1)], [w, w])


def lens(x: Any, y: Any, w: Any, h: Any) -> Any:
    """Ripple: a flat pointed oval."""
    return Polygon(
        [
            (x - w / 2, y),
            (x - w / 5, y - h / 2),
            (x + w / 5, y - h / 2),
            (x + w / 2, y),
            (x + w / 5, y + h / 2),
            (x - w / 5, y + h / 2),
        ]
    )


def put_at(shape: Any, x: Any, y: Any, k: Any, flip: bool = False, foot: Any = (50, 100)) -> Any:
    """Shapes are drawn in a 100 box standing on (50, 100)."""
    s = -k if flip else k
    return affine_transform(shape, [s, 0, 0, k, x - foot[0] * s, y - foot[1] * k])


@cache
def crest(name: str) -> BaseGeometry:
    """A crest or symbol as a shape: its outlines by the even-odd rule."""
    full = f"mon-{name}" if has(f"mon-{name}") else f"unit-{name}"
    return translate(outline(symbol(full)), 50, 50).simplify(0.3)


def outline(path: Path, steps: int = 8) -> BaseGeometry:
    """The shape that a path fills by the even-odd rule, curves as short lines."""
    whole: BaseGeometry = Polygon()
    for ring in rings(path, steps):
        if len(ring) > 2:
            whole = whole.symmetric_difference(Polygon(ring).buffer(0))
    return whole


def rings(path: Path, steps: int) -> Iterator[list[tuple[float, float]]]:
    """The closed lines of a path, in its own units."""
    points = [(x / 100, y / 100) for x, y in zip(path.pts[::2], path.pts[1::2], strict=True)]
    at, ring = 0, list[tuple[float, float]]()
    for op in path.ops:
        if op == "M":
            if ring:
                yield ring
            ring = [points[at]]
            at += 1
        elif op == "L":
            ring.append(points[at])
            at += 1
        elif op == "C":
            a, b, c, d = ring[-1], *points[at : at + 3]
            for n in range(1, steps + 1):
                t = n / steps
                u = 1 - t
                ring.append((u**3 * a[0] + 3 * u * u * t * b[0] + 3 * u * t * t * c[0] + t**3 * d[0],
                             u**3 * a[1] + 3 * u * u * t * b[1] + 3 * u * t * t * c[1] + t**3 * d[1]))  # fmt: skip
            at += 3
    if ring:
        yield ring


def mon_at(name: Any, x: Any, y: Any, size: Any, lean: float = 0.0) -> Any:
    g = affine_transform(crest(name), [size / 100, 0, 0, size / 100, x - size / 2, y - size / 2])
    return affine_transform(g, [1, 0, lean, 1, 0, -lean * x]) if lean else g
