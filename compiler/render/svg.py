"""A drawing as SVG: millimetres, only paths and groups, relative numbers rounded to a hundredth."""

from __future__ import annotations

import base64
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from compiler.render.drawing import Drawing, Group, Item, Mark, Picture, Place, Run, Stroke
from compiler.render.path import Path
from compiler.render.type import Glyph, Line


def number(value: float) -> str:
    """A short decimal: two places at most, no leading zero."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    if text in ("-0", ""):
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


class _Hundredths(dict[int, str]):
    """Whole hundredths as short decimals, each worked out once; far numbers are not kept."""

    def __missing__(self, value: int) -> str:
        text = number(value / 100)
        if -9999 < value < 9999:
            self[value] = text
        return text


class _Whole(dict[int, str]):
    """Whole numbers as text, each worked out once."""

    def __missing__(self, value: int) -> str:
        text = str(value)
        if -9999 < value < 9999:
            self[value] = text
        return text


_MM = _Hundredths()
_INT = _Whole()


def path_data(path: Path, text: dict[int, str] = _MM) -> str:
    """The `d` of a path: one absolute move, then relative commands."""
    out: list[str] = []
    put = out.append
    pts, i, x, y, sx, sy, last = path.pts, 0, 0, 0, 0, 0, ""
    for op in path.ops:
        if op == "L":
            dx, dy = pts[i] - x, pts[i + 1] - y
            i += 2
            x += dx
            y += dy
            if not dy:
                put("h" + text[dx])
                last = "h"
            elif not dx:
                put("v" + text[dy])
                last = "v"
            else:
                a, b = text[dx], text[dy]
                if last == "l":
                    put(a if a[0] == "-" else " " + a)
                else:
                    put("l" + a)
                put(b if b[0] == "-" else " " + b)
                last = "l"
        elif op == "Z":
            put("z")
            x, y, last = sx, sy, "z"
        elif op == "M":
            sx, sy = pts[i], pts[i + 1]
            i += 2
            put(_pair("m" if last else "M", sx - x, sy - y, text))
            x, y, last = sx, sy, "m"
        else:
            a6 = [text[v - (y if k % 2 else x)] for k, v in enumerate(pts[i : i + 6])]
            put("c" + a6[0] + "".join(v if v[0] == "-" else " " + v for v in a6[1:]))
            x, y, last = pts[i + 4], pts[i + 5], "c"
            i += 6
    return "".join(out)


def _pair(letter: str, dx: int, dy: int, text: dict[int, str]) -> str:
    b = text[dy]
    return letter + text[dx] + (b if b[0] == "-" else " " + b)


def _shared_data(path: Path) -> str:
    """Whole-number data of a path that is drawn often."""
    if path.memo is None:
        return path_data(path, _INT)
    found: str | None = path.memo.get("svg")
    if found is None:
        found = path.memo["svg"] = path_data(path, _INT)
    return found


def _glyph_parts(glyph: Glyph) -> tuple[int, int, str, int, int]:
    """First point of an outline, its data after that point, and where the pen ends."""
    memo = glyph.path.memo
    assert memo is not None
    found: tuple[int, int, str, int, int] | None = memo.get("run")
    if found is None:
        data = path_data(glyph.path, _INT)
        pts = glyph.path.pts
        head = len(_pair("M", pts[0], pts[1], _INT))
        at, last = 0, 0
        for op in glyph.path.ops:
            if op == "M":
                last = at
            at += {"M": 2, "L": 2, "C": 6, "Z": 0}[op]
        found = memo["run"] = (pts[0], pts[1], data[head:], pts[last], pts[last + 1])
    return found


def line_data(line: Line) -> str:
    """All glyphs of a line as one path at 1000 units per em."""
    out: list[str] = []
    x = y = 0
    for glyph, dx in line.glyphs:
        fx, fy, rest, ex, ey = _glyph_parts(glyph)
        out.append(_pair("m" if out else "M", fx + dx - x, fy - y, _INT))
        out.append(rest)
        x, y = ex + dx, ey
    return "".join(out)


def _long(value: float) -> str:
    """A scale factor: five significant places."""
    text = f"{value:.5f}".rstrip("0").rstrip(".")
    return text.replace("0.", ".", 1) if text.startswith("0.") else text


def _transform(place: Place, unit: float) -> str:
    parts = []
    if place.x or place.y:
        parts.append(f"translate({number(place.x)} {number(place.y)})")
    if place.turn:
        parts.append(f"rotate({number(place.turn)})")
    if place.scale * unit != 1:
        parts.append(f"scale({_long(place.scale * unit)})")
    return f' transform="{"".join(parts)}"' if parts else ""


def _paint(fill: str | None, stroke: Stroke | None, even_odd: bool, scale: float) -> str:
    out = f' fill="{fill or "none"}"'
    if even_odd and fill:
        out += ' fill-rule="evenodd"'
    if stroke:
        out += f' stroke="{stroke.colour}" stroke-width="{number(stroke.width / scale)}"'
        if stroke.dash:
            out += f' stroke-dasharray="{" ".join(number(v / scale) for v in stroke.dash)}"'
        if stroke.cap != "butt":
            out += f' stroke-linecap="{stroke.cap}"'
        if stroke.join != "miter":
            out += f' stroke-linejoin="{stroke.join}"'
    return out


class _Writer:
    """Turns items into elements, one to a line."""

    def __init__(self) -> None:
        self.out: list[str] = []
        self._windows = 0
        # what stands in a window often stands in many of a sheet: its text is made once
        self._faces: dict[int, list[str]] = {}

    def write(self, item: Item) -> None:
        if isinstance(item, Mark):
            self._mark(item)
        elif isinstance(item, Run):
            scale = item.place.scale / 1000
            paint = _paint(item.fill, item.stroke, False, scale)
            self.out.append(f'<path{_transform(item.place, 0.001)} d="{line_data(item.line)}"{paint}/>')
        elif isinstance(item, Group):
            self._group(item)
        else:
            self.out.append(_image(item))

    def _mark(self, item: Mark) -> None:
        if item.place is None:
            paint = _paint(item.fill, item.stroke, item.even_odd, 1)
            self.out.append(f'<path d="{path_data(item.path)}"{paint}/>')
        else:
            scale = item.place.scale / 100
            paint = _paint(item.fill, item.stroke, item.even_odd, scale)
            self.out.append(f'<path{_transform(item.place, 0.01)} d="{_shared_data(item.path)}"{paint}/>')

    def _group(self, item: Group) -> None:
        layer = ""
        if item.name:
            layer = f' id={quoteattr(item.name)} inkscape:groupmode="layer" inkscape:label={quoteattr(item.name)}'
        opened = f"<g{layer}{_transform(item.place, 1)}>"
        if item.window is None:
            self.out.append(opened)
            if item.memo is None:
                for inner in item.items:
                    self.write(inner)
            else:
                self.out += _kept(item.items, item.memo)
            self.out.append("</g>")
            return
        x0, y0, x1, y1 = item.window
        box = f'x="{number(x0)}" y="{number(y0)}" width="{number(x1 - x0)}" height="{number(y1 - y0)}"'
        if item.corner:  # called by its size: one inside a window of a sheet must not bear the name of another
            box += f' rx="{number(item.corner)}"'
            name = f"round{number(x1 - x0)}x{number(y1 - y0)}r{number(item.corner)}"
        else:
            name = f"window{self._windows}"
            self._windows += 1
        self.out += [f'<clipPath id="{name}"><rect {box}/></clipPath>', f'<g clip-path="url(#{name})">', opened]
        self.out += self._face(item.items)
        self.out += ["</g>", "</g>"]

    def _face(self, items: list[Item]) -> list[str]:
        found = self._faces.get(id(items))
        if found is None:
            found = self._faces[id(items)] = _elements(items)
        return found


def _elements(items: list[Item]) -> list[str]:
    inside = _Writer()
    for inner in items:
        inside.write(inner)
    return inside.out


def _kept(items: list[Item], memo: dict[str, Any]) -> list[str]:
    """The elements of what is put in many places, made once."""
    found: list[str] | None = memo.get("svg")
    if found is None:
        found = memo["svg"] = ["\n".join(_elements(items))]
    return found


def _image(item: Picture) -> str:
    data = base64.b64encode(item.png).decode("ascii")
    box = f'x="{number(item.x)}" y="{number(item.y)}" width="{number(item.width)}" height="{number(item.height)}"'
    return f'<image {box} preserveAspectRatio="none" href="data:image/png;base64,{data}"/>'


def svg_text(drawing: Drawing, title: str = "", bleed: float = 0.0) -> str:
    """The whole file; `bleed` widens the view on every side to show what lies beyond the edge."""
    w, h = drawing.width + 2 * bleed, drawing.height + 2 * bleed
    head = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
        f'width="{number(w)}mm" height="{number(h)}mm" '
        f'viewBox="{number(-bleed)} {number(-bleed)} {number(w)} {number(h)}">'
    )
    out = [head]
    if title:
        out.append(f"<title>{escape(title)}</title>")
    writer = _Writer()
    for item in drawing.items:
        writer.write(item)
    return "\n".join([*out, *writer.out, "</svg>\n"])
