"""The stage of a picture: filled shapes in scene units, cut to a window; and the vocabulary of parts put on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import shapely
from shapely.geometry import Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.geometry.polygon import orient

from compiler.render.colour import mix
from compiler.render.drawing import Drawing
from compiler.render.path import EMPTY, Path, of_geometry

Window = tuple[float, float, float, float]
F = TypeVar("F", bound=Callable[..., None])
WHOLE: Window = (0.0, 0.0, 160.0, 90.0)
PARTS: dict[str, Callable[..., None]] = {}
TIDY = 0.012  # of a unit: how far a shape may be simplified


def part(draw: F) -> F:
    """A word of the vocabulary, by the name of its function."""
    PARTS[draw.__name__.rstrip("_")] = draw
    return draw


class Stage:
    """Filled shapes, back to front. No strokes, clips, opacity or gradients: any window can be cut by geometry."""

    def __init__(self, palette: Mapping[str, str], window: Window = WHOLE) -> None:
        self.pal, self.window = palette, window
        x, y, w, h = window
        self.box = box(x, y, x + w, y + h)
        self.items: list[tuple[list[Polygon], str]] = []

    def c(self, name: Any, default: Any = None) -> Any:
        """A colour: a name of the palette, a hex code, or [a, b, t] to mix two of them."""
        if name is None:
            return default
        if isinstance(name, (list, tuple)):
            return mix(self.c(name[0]), self.c(name[1]), name[2])
        return name if str(name).startswith("#") else self.pal[name]

    def put(self, shape: BaseGeometry, fill: str) -> None:
        """Ink a shape, as far as it lies inside the window."""
        if shape.is_empty:
            return
        x0, y0, x1, y1 = shape.bounds
        a, b, c, d = self.box.bounds
        if x1 <= a or x0 >= c or y1 <= b or y0 >= d:
            return
        if not shape.is_valid:
            shape = shapely.make_valid(shape)
        if x0 < a or x1 > c or y0 < b or y1 > d:
            shape = shape.intersection(self.box)
        found = [p for p in getattr(shape, "geoms", [shape]) if p.geom_type == "Polygon" and p.area > 1e-4]
        if found:
            self.items.append((found, fill))

    def many(self, shapes: Iterable[BaseGeometry], fill: str) -> None:
        """Ink several shapes."""
        for shape in shapes:
            self.put(shape, fill)

    def cut(self, window: Window) -> Stage:
        """A part of the picture, by geometry."""
        small = Stage(self.pal, window)
        for found, fill in self.items:
            for shape in found:
                small.put(shape, fill)
        return small

    def marks(self) -> list[tuple[Path, str]]:
        """The picture as paths, neighbours of one ink in one path."""
        found: list[tuple[Path, str]] = []
        for shapes, fill in self.items:
            path = EMPTY
            for shape in shapes:
                tidy = shape.simplify(TIDY)
                path += of_geometry(orient(tidy) if tidy.geom_type == "Polygon" and not tidy.is_empty else tidy)
            if found and found[-1][1] == fill:
                found[-1] = (found[-1][0] + path, fill)
            elif path:
                found.append((path, fill))
        return found

    def paint(self, drawing: Drawing, x: float, y: float, width: float) -> float:
        """Put the picture somewhere, this wide; returns how high it is."""
        k = width / self.window[2]
        with drawing.group(x - self.window[0] * k, y - self.window[1] * k, k):
            for path, fill in self.marks():
                drawing.mark(path, fill)
        return self.window[3] * k
