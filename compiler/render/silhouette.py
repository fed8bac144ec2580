"""A drawing of the author's as one silhouette: what is filled, shapes inside shapes cut out, and its lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import shapely
from shapely.geometry import LinearRing, LineString, Polygon
from shapely.geometry.base import BaseGeometry

from compiler.render.drawing import Group, Item, Mark
from compiler.render.path import Path, joined, of_geometry

_STEPS = 12  # straight pieces of a curve: a symbol is a few millimetres wide
_WHITE = "#FFFFFF"
_CAPS = {"butt": "flat", "square": "square", "round": "round"}
_JOINS = {"miter": "mitre", "bevel": "bevel", "round": "round"}


def silhouette(items: Sequence[Item]) -> Path:
    """One even-odd path of all marks, whatever their colours; empty if nothing is drawn that has an outline.

    A white shape with a line around it is the line: that is how an outline is drawn where `fill` is forgotten.
    """
    marks = list(_marks(items))
    filled = [mark for mark in marks if mark.fill is not None and not (mark.stroke and mark.fill == _WHITE)]
    lines = [line for mark in marks for line in _lines(mark)]
    if not lines:
        return joined(mark.path for mark in filled)
    return of_geometry(shapely.union_all([_area([mark.path for mark in filled]), *lines]))


def _marks(items: Sequence[Item]) -> Iterator[Mark]:
    for item in items:
        if isinstance(item, Group):
            yield from _marks(item.items)
        elif isinstance(item, Mark):
            yield item


def _lines(mark: Mark) -> Iterator[BaseGeometry]:
    """The lines of a mark as areas as wide as they are drawn."""
    pen = mark.stroke
    for points, closed in _runs(mark.path) if pen and pen.width > 0 else ():
        assert pen is not None
        run = LinearRing(points) if closed and len(points) > 2 else LineString(points)
        yield run.buffer(pen.width / 2, cap_style=_CAPS[pen.cap], join_style=_JOINS[pen.join], mitre_limit=4.0)


def _area(paths: list[Path]) -> BaseGeometry:
    """What an even-odd filling of all paths covers."""
    rings = [Polygon(points).buffer(0) for path in paths for points, _ in _runs(path) if len(points) > 2]
    while len(rings) > 1:  # two and two: as many shapes are few steps
        pairs = zip(rings[::2], rings[1::2], strict=False)
        rings = [a.symmetric_difference(b) for a, b in pairs] + ([rings[-1]] if len(rings) % 2 else [])
    return rings[0] if rings else Polygon()


def _runs(path: Path) -> Iterator[tuple[list[tuple[float, float]], bool]]:
    """The contours of a path as points, curves cut into straight pieces, and whether each is closed."""
    points = iter(np.asarray(path.pts, float).reshape(-1, 2) / 100)
    run: list[tuple[float, float]] = []
    for op in path.ops:
        if op == "Z":
            if len(run) > 1:
                yield run, True
            run = run[:1]
        elif op == "C":
            a, b, c, d = np.array(run[-1]), next(points), next(points), next(points)
            for t in np.arange(1, _STEPS + 1) / _STEPS:
                at = a * (1 - t) ** 3 + b * 3 * t * (1 - t) ** 2 + c * 3 * t * t * (1 - t) + d * t**3
                run.append((float(at[0]), float(at[1])))
        else:
            at = next(points)
            if op == "M":
                if len(run) > 1:
                    yield run, False
                run = []
            run.append((float(at[0]), float(at[1])))
    if len(run) > 1:
        yield run, False
