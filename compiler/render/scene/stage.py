"""The stage of a picture: filled shapes in scene units, cut to a window; and the vocabulary of parts put on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import numpy as np
import shapely
from shapely.geometry import Polygon, box
from shapely.geometry.base import BaseGeometry

from compiler.render.colour import mix
from compiler.render.drawing import Drawing, Group, Item, Mark, Place
from compiler.render.path import Path, of_areas

Window = tuple[float, float, float, float]
F = TypeVar("F", bound=Callable[..., None])
WHOLE: Window = (0.0, 0.0, 160.0, 90.0)
PARTS: dict[str, Callable[..., None]] = {}
TIDY = 0.012  # of a unit: how far a shape may be simplified
LEAST = 1e-4  # of a square unit: less is not seen
AREA = 3  # shapely's number of the polygon
Shapes = tuple[Any, Any]  # arrays: polygons, and the ink of each


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
        # what is made of it once, when it is whole
        self._shapes: Shapes | None = None
        self._cuts: dict[Window, Stage] = {}
        self._marks: list[Item] | None = None
        self._memo: dict[str, Any] = {}

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
        found = [p for p in getattr(shape, "geoms", [shape]) if p.geom_type == "Polygon" and p.area > LEAST]
        if found:
            self.items.append((found, fill))

    def many(self, shapes: Iterable[BaseGeometry], fill: str) -> None:
        """Ink several shapes."""
        for shape in shapes:
            self.put(shape, fill)

    def cut(self, window: Window) -> Stage:
        """A part of the picture, by geometry; the same part is cut once."""
        made = self._cuts.get(window)
        if made is None:
            made = self._cuts[window] = Stage(self.pal, window)
            made._shapes = _inside(*self._tidy(), made.box)
        return made

    def _tidy(self) -> Shapes:
        """All shapes with their inks, back to front, as simple as the eye allows."""
        if self._shapes is None:
            shapes = np.array([shape for found, _ in self.items for shape in found], object)
            inks = np.array([fill for found, fill in self.items for _ in found], object)
            self._shapes = _polygons(shapely.simplify(shapes, TIDY), inks)
        return self._shapes

    def marks(self) -> list[Item]:
        """The picture as marks, neighbours of one ink in one path; made once."""
        if self._marks is None:
            shapes, inks = self._tidy()
            turns = np.flatnonzero(inks[1:] != inks[:-1]) + 1
            runs = zip([0, *turns], [*turns, len(inks)], strict=True) if len(inks) else ()
            paths = ((of_areas(shapes[start:end]), inks[start]) for start, end in runs)
            self._marks = [Mark(Path(path.ops, path.pts, shared=True), ink) for path, ink in paths if path]
        return self._marks

    def paint(self, drawing: Drawing, x: float, y: float, width: float) -> float:
        """Put the picture somewhere, this wide; returns how high it is."""
        k = width / self.window[2]
        place = Place(x - self.window[0] * k, y - self.window[1] * k, k)
        if self.marks():
            drawing.items.append(Group(self.marks(), place, memo=self._memo))
        return self.window[3] * k


def _inside(shapes: Any, inks: Any, window: BaseGeometry) -> Shapes:
    """Shapes as far as they lie in a window."""
    if not len(shapes):
        return shapes, inks
    a, b, c, d = window.bounds
    x0, y0, x1, y1 = shapely.bounds(shapes).T
    seen = ~((x1 <= a) | (x0 >= c) | (y1 <= b) | (y0 >= d))
    shapes, inks = shapes[seen], inks[seen]
    across = ((x0 < a) | (x1 > c) | (y0 < b) | (y1 > d))[seen]
    valid = shapely.make_valid(shapes[across])  # what was simplified may cross itself
    shapes[across] = shapely.intersection(valid, window)
    return _polygons(shapes, inks)


def _polygons(shapes: Any, inks: Any) -> Shapes:
    """The areas among shapes, holes turned the other way round; what nobody could see goes."""
    parts, index = shapely.get_parts(shapes, return_index=True)
    keep = (shapely.get_type_id(parts) == AREA) & (shapely.area(parts) > LEAST)
    return shapely.orient_polygons(parts[keep]), inks[index[keep]]
