"""The symbol set drawn: crests and units from their outlines, NATO boxes from geometry. Names are `model.symbols`'.

Every symbol is one even-odd path about the origin, 100 units across; colour is the caller's.
"""

from __future__ import annotations

from functools import lru_cache

from shapely.geometry import LineString, MultiLineString, Point, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from compiler.diagnostics import Failed, Span, diagnose
from compiler.model.symbols import ALIASES, has, names, outlines
from compiler.render.own import MARK, own_fonts, path_of
from compiler.render.path import Path, moved, of_geometry, of_svg
from compiler.render.silhouette import silhouette

__all__ = ["has", "mon", "names", "symbol", "unit"]


@lru_cache(None)
def symbol(name: str) -> Path:
    """The symbol of a full name such as `unit-bow`, `mon-oda` or `nato-infantry`; KeyError if there is none."""
    if MARK in name:
        return _own(name)
    if name.startswith("nato-"):
        path = of_geometry(_nato(name.removeprefix("nato-")))
        return Path(path.ops, path.pts, shared=True)
    path = moved(of_svg(outlines()[ALIASES.get(name, name)]), -50, -50)
    return Path(path.ops, path.pts, shared=True)


def mon(clan: str) -> Path:
    """The crest of a clan; a plain ring for a clan without one."""
    if MARK in clan:
        return symbol(clan)
    name = f"mon-{clan}"
    return symbol(name if name in outlines() else "mon-neutral")


def unit(name: str) -> Path:
    """A unit or marker symbol by its short name; KeyError if there is none."""
    return symbol(f"unit-{name}")


def _own(mark: str) -> Path:
    """A drawing of the author's as one silhouette, a hundred units across."""
    from compiler.render.foreign import import_svg

    path = path_of(mark)
    span = Span(path.as_posix(), 1, 1, 1)
    home = next((folder.parent for folder in path.parents if folder.name == "art"), path.parent)
    drawing = import_svg(path.read_bytes(), 100.0, 100.0, path.name, span, faces=own_fonts(home))
    made = moved(silhouette(drawing.items), -50, -50)
    if not made:
        message = f"`{path.name}` has no shape and no line that a symbol could show"
        raise Failed(diagnose("R203", message, span, help="draw it with plain shapes, without gradients and opacity"))
    return Path(made.ops, made.pts, shared=True)


def _pen(*points: tuple[float, float], width: float = 5.0) -> BaseGeometry:
    return LineString(points).buffer(width / 2, cap_style="flat")


_BOX = box(-46, -30, 46, 30)
_CROSS = MultiLineString([[(-46, -30), (46, 30)], [(-46, 30), (46, -30)]])
_SLASH = LineString([(-46, 30), (46, -30)])

# kind → what lies inside the frame
_NATO: dict[str, BaseGeometry] = {
    "infantry": _CROSS.buffer(2.5),
    "cavalry": _SLASH.buffer(2.5),
    "artillery": Point(0, 0).buffer(10),
    "armour": Point(0, 0).buffer(1).union(box(-20, -0.1, 20, 0.1)).buffer(12).boundary.buffer(2.5),
    "mechanized": unary_union([_CROSS.buffer(2.5), box(-20, -0.1, 20, 0.1).buffer(12).boundary.buffer(2.5)]),
    "engineer": unary_union([_pen((-20, 14), (-20, -12), (20, -12), (20, 14)), _pen((0, -12), (0, 14))]),
    "supply": _pen((-46, 16), (46, 16)),
    "headquarters": Polygon([(-46, -30), (46, -30), (46, -12), (-46, -12)]),
    "air": unary_union([Polygon([(0, 0), (-30, 12), (-30, -12)]), Polygon([(0, 0), (30, 12), (30, -12)])]),
    "naval": unary_union([_pen((0, -20), (0, 20)), _pen((-12, -12), (12, -12)), _pen((-18, 8), (0, 20), (18, 8))]),
    "unknown": Polygon(),
}


def _nato(kind: str) -> BaseGeometry:
    frame = _BOX.buffer(2.5, join_style="mitre").difference(_BOX.buffer(-2.5, join_style="mitre"))
    return unary_union([frame, _NATO[kind].intersection(_BOX)])
