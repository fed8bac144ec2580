"""A drawing as a PDF content stream: the third form of the display list, vector throughout.

A `Form` is a finished stream with its box. Faces are written once and placed many times; a form is also what the
cache keeps, so that a changed counter redraws only itself.
"""

from __future__ import annotations

import io
import math
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from PIL import Image

from compiler.render.colour import rgb
from compiler.render.drawing import Drawing, Group, Item, Mark, Picture, Place, Run, Stroke
from compiler.render.path import Path, rectangle

Box = tuple[float, float, float, float]
WORD_WIDTH = 0.5  # ems of every letter of the unseen font
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}


@dataclass(frozen=True, slots=True)
class Bitmap:
    """An image as PDF wants it: compressed samples, and compressed opacity if it has any."""

    width: int
    height: int
    samples: bytes
    opacity: bytes | None = None


@dataclass(frozen=True, slots=True)
class Form:
    """A content stream in hundredths of a millimetre, y down, its box in millimetres, and what else it shows.

    Images are `bitmaps`; `parts` are forms that many forms show, such as the picture at the head of every page.
    """

    stream: bytes
    box: Box
    bitmaps: tuple[Bitmap, ...] = ()
    spoken: bool = False  # whether it holds unseen words
    parts: tuple[Form, ...] = ()


@dataclass(slots=True)
class _State:
    """What the pen holds; only changes are written. PDF starts with black, mitred and butt."""

    fill: str = "#000000"
    stroke: str = "#000000"
    width: str = "1"
    dash: str = "[]"
    cap: str = "butt"
    join: str = "miter"


def _number(value: float) -> str:
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _colour(code: str) -> str:
    return " ".join(_number(v / 255) for v in rgb(code))


def _build(path: Path) -> str:
    out: list[str] = []
    pts, i = path.pts, 0
    for op in path.ops:
        if op == "L":
            out.append(f"{pts[i]} {pts[i + 1]} l")
            i += 2
        elif op == "M":
            out.append(f"{pts[i]} {pts[i + 1]} m")
            i += 2
        elif op == "C":
            out.append(f"{' '.join(map(str, pts[i : i + 6]))} c")
            i += 6
        else:
            out.append("h")
    return " ".join(out)


def _path(path: Path) -> str:
    if path.memo is None:
        return _build(path)
    found: str | None = path.memo.get("pdf")
    if found is None:
        found = path.memo["pdf"] = _build(path)
    return found


class _Writer:
    """Turns display-list items into operators."""

    def __init__(self) -> None:
        self.out: list[str] = []
        self.bitmaps: list[Bitmap] = []
        self.parts: list[Form] = []
        self._state = _State()

    def write(self, items: Iterable[Item]) -> None:
        last: Run | None = None
        for item in items:
            if last is not None:  # a halo is the same line once more, below: its words are said once
                twice = isinstance(item, Run) and item.line is last.line and item.place == last.place
                self._run(last, said=not twice)
                last = None
            if isinstance(item, Mark):
                self._mark(item)
            elif isinstance(item, Run):
                last = item
            elif isinstance(item, Group) and item.memo is not None:
                self._part(item, item.memo)
            elif isinstance(item, Group):
                before = self._enter(item.place, 1, item.window, item.corner)
                self.write(item.items)
                self._leave(before)
            else:
                self._picture(item)
        if last is not None:
            self._run(last, said=True)

    def _enter(self, place: Place, unit: float, window: Box | None = None, corner: float = 0.0) -> _State:
        k, a = place.scale * unit, math.radians(place.turn)
        c, s = k * math.cos(a), k * math.sin(a)
        matrix = " ".join(f"{v:.6f}".rstrip("0").rstrip(".") for v in (c, s, -s, c))
        clip = ""
        if window is not None:
            x0, y0, x1, y1 = window
            edge = [_number(v * 100) for v in (x0, y0, x1 - x0, y1 - y0)]
            round = rectangle(x0, y0, x1 - x0, y1 - y0, corner)
            clip = f"{_path(round)} W n " if corner else f"{' '.join(edge)} re W n "
        self.out.append(f"q {clip}{matrix} {_number(place.x * 100)} {_number(place.y * 100)} cm")
        before = self._state
        self._state = _State(before.fill, before.stroke, before.width, before.dash, before.cap, before.join)
        return before

    def _leave(self, before: _State) -> None:
        self.out.append("Q")
        self._state = before

    def _part(self, item: Group, memo: dict[str, Any]) -> None:
        """What many forms show is a form of its own, written once."""
        part: Form | None = memo.get("pdf")
        if part is None:
            part = memo["pdf"] = _form(item.items, _bounds(item.items))
        if part not in self.parts:
            self.parts.append(part)
        before = self._enter(item.place, 100, item.window, item.corner)
        self.out.append(f"/P{self.parts.index(part)} Do")
        self._leave(before)

    def _mark(self, item: Mark) -> None:
        if item.place is None:
            self._set(item.fill, item.stroke, 1)
            self.out.append(_path(item.path) + _paint(item.fill, item.stroke, item.even_odd))
            return
        before = self._enter(item.place, 1)
        self._set(item.fill, item.stroke, item.place.scale)
        self.out.append(_path(item.path) + _paint(item.fill, item.stroke, item.even_odd))
        self._leave(before)

    def _run(self, item: Run, said: bool) -> None:
        """Each glyph is painted alone, since a path may not span a change of the matrix; words lie unseen over it."""
        before = self._enter(item.place, 0.1)
        self._set(item.fill, item.stroke, item.place.scale * 0.1)
        paint, at = _paint(item.fill, item.stroke, False), 0
        for glyph, x in item.line.glyphs:
            shift = f"1 0 0 1 {x - at} 0 cm " if x != at else ""
            self.out.append(shift + _path(glyph.path) + paint)
            at = x
        if said and item.line.text.strip():
            self.out.append(_words(item.line.text, item.line.advance, at))
        self._leave(before)

    def _set(self, fill: str | None, stroke: Stroke | None, scale: float) -> None:
        state = self._state
        if fill and fill != state.fill:
            self.out.append(_colour(fill) + " rg")
            state.fill = fill
        if stroke is None:
            return
        k = 100 / scale
        width = _number(stroke.width * k)
        dash = f"[{' '.join(_number(v * k) for v in stroke.dash)}]"
        if stroke.colour != state.stroke:
            self.out.append(_colour(stroke.colour) + " RG")
            state.stroke = stroke.colour
        if width != state.width:
            self.out.append(width + " w")
            state.width = width
        if dash != state.dash:
            self.out.append(dash + " 0 d")
            state.dash = dash
        if stroke.cap != state.cap:
            self.out.append(f"{_CAPS[stroke.cap]} J")
            state.cap = stroke.cap
        if stroke.join != state.join:
            self.out.append(f"{_JOINS[stroke.join]} j")
            state.join = stroke.join

    def _picture(self, item: Picture) -> None:
        """The unit square of an image has y up, so the box is turned over."""
        bitmap = _bitmap(item.png)
        if bitmap not in self.bitmaps:
            self.bitmaps.append(bitmap)
        x, y, w, h = (_number(v * 100) for v in (item.x, item.y + item.height, item.width, -item.height))
        self.out.append(f"q {w} 0 0 {h} {x} {y} cm /I{self.bitmaps.index(bitmap)} Do Q")


def _words(text: str, advance: float, at: int) -> str:
    """A line of unseen text as wide as the glyphs, to be found, copied and read aloud; y points down: it is turned."""
    codes = text.encode("utf-16-be").hex().upper()
    wide = 100 * advance / (len(text) * WORD_WIDTH)
    return f"BT 3 Tr /T 1000 Tf {_number(wide)} Tz 1 0 0 -1 {-at} 0 Tm <{codes}> Tj ET"


def _paint(fill: str | None, stroke: Stroke | None, even_odd: bool) -> str:
    star = "*" if even_odd else ""
    if fill and stroke:
        return " B" + star
    return " f" + star if fill else " S"


def _bitmap(png: bytes) -> Bitmap:
    with Image.open(io.BytesIO(png)) as image:
        rgba = image.convert("RGBA")
    alpha = rgba.getchannel("A")
    opacity = None if alpha.getextrema() == (255, 255) else zlib.compress(alpha.tobytes(), 6)
    return Bitmap(rgba.width, rgba.height, zlib.compress(rgba.convert("RGB").tobytes(), 6), opacity)


def form_of(drawing: Drawing) -> Form:
    """The drawing with its bleed as a form."""
    b = drawing.bleed
    return _form(drawing.items, (-b, -b, drawing.width + b, drawing.height + b))


def _form(items: list[Item], box: Box) -> Form:
    writer = _Writer()
    writer.write(items)
    stream = zlib.compress("\n".join(writer.out).encode("ascii"), 6)
    spoken = any(one.startswith("BT ") for one in writer.out)
    return Form(stream, box, tuple(writer.bitmaps), spoken, tuple(writer.parts))


def _bounds(items: list[Item]) -> Box:
    """The box around flat shapes, which is all that a shared picture is made of."""
    boxes = [item.path.bounds for item in items if isinstance(item, Mark) and item.stroke is None]
    assert len(boxes) == len(items)
    return (
        min(box[0] for box in boxes),
        min(box[1] for box in boxes),
        max(box[2] for box in boxes),
        max(box[3] for box in boxes),
    )
