"""A drawing as PNG: drawn directly by cairo, then reduced to a palette; same drawing, same bytes."""

from __future__ import annotations

import io
import math
from array import array
from struct import pack, unpack
from typing import Any

import cairocffi as cairo
import numpy as np
from cairocffi import cairo as lib
from cairocffi import ffi
from PIL import Image

from compiler.render.colour import rgb
from compiler.render.drawing import Drawing, Group, Item, Mark, Picture, Place, Run, Stroke
from compiler.render.path import Path, rectangle

_CAPS = {"round": cairo.LINE_CAP_ROUND, "butt": cairo.LINE_CAP_BUTT, "square": cairo.LINE_CAP_SQUARE}
_JOINS = {"round": cairo.LINE_JOIN_ROUND, "miter": cairo.LINE_JOIN_MITER, "bevel": cairo.LINE_JOIN_BEVEL}


def _header(kind: int, length: int) -> float:
    """The head of a cairo path element as a double that has its bits."""
    (bits,) = unpack("d", pack("ii", kind, length))
    return float(bits)


# by operation: how many rows of two numbers it takes in cairo's list, and the first number of the first row
_HEAD = {"M": _header(0, 2), "L": _header(1, 2), "C": _header(2, 4), "Z": _header(3, 1)}
_ROWS, _HEADS = np.zeros(128, np.int64), np.zeros(128)
for _op, _length in (("M", 2), ("L", 2), ("C", 4), ("Z", 1)):
    _ROWS[ord(_op)], _HEADS[ord(_op)] = _length, _HEAD[_op]


_SHORT = 60  # operations up to which a plain loop is quicker than arrays


def _encode(path: Path) -> Any:
    """A path as cairo's own path structure: one call appends it, however long it is."""
    rows = _few(path) if len(path.ops) <= _SHORT else _many(path)
    data = ffi.from_buffer("cairo_path_data_t[]", rows)
    made = ffi.new("cairo_path_t *", {"status": 0, "data": data, "num_data": len(data)})
    return made, data, rows


def _few(path: Path) -> Any:
    out: list[float] = []
    pts, i = path.pts, 0
    for op in path.ops:
        out += (_HEAD[op], 0.0)
        if op != "Z":
            count = 6 if op == "C" else 2
            out += pts[i : i + count]
            i += count
    return array("d", out)


def _many(path: Path) -> Any:
    ops = np.frombuffer(path.ops.encode("ascii"), np.uint8)
    ends = np.cumsum(_ROWS[ops])
    heads = ends - _ROWS[ops]
    rows = np.zeros((int(ends[-1]), 2))
    points = np.ones(len(rows), bool)
    points[heads] = False
    rows[heads, 0] = _HEADS[ops]
    rows[points] = np.array(path.pts, float).reshape(-1, 2)
    return rows


def _append(context: Any, path: Path) -> None:
    if path.memo is None:
        encoded = _encode(path)
    else:
        encoded = path.memo.get("cairo")
        if encoded is None:
            encoded = path.memo["cairo"] = _encode(path)
    lib.cairo_append_path(context._pointer, encoded[0])


class Painter:
    """Draws display lists onto a cairo context whose unit is a millimetre."""

    __slots__ = ("_context",)

    def __init__(self, context: Any) -> None:
        self._context = context
        # Paths come in hundredths; the factor is folded in once instead of dividing every number.
        context.scale(0.01, 0.01)

    def draw(self, items: list[Item]) -> None:
        for item in items:
            if isinstance(item, Mark):
                self._mark(item)
            elif isinstance(item, Run):
                self._run(item)
            elif isinstance(item, Group):
                self._group(item)
            else:
                self._picture(item)

    def _group(self, item: Group) -> None:
        context = self._context
        if item.window is not None:
            x0, y0, x1, y1 = item.window
            context.save()
            if item.corner:
                _append(context, rectangle(x0, y0, x1 - x0, y1 - y0, item.corner))
            else:
                context.rectangle(x0 * 100, y0 * 100, (x1 - x0) * 100, (y1 - y0) * 100)
            context.clip()
        self._enter(item.place, 1)
        self.draw(item.items)
        context.restore()
        if item.window is not None:
            context.restore()

    def _enter(self, place: Place, unit: float) -> None:
        context = self._context
        context.save()
        context.translate(place.x * 100, place.y * 100)
        if place.turn:
            context.rotate(math.radians(place.turn))
        if place.scale * unit != 1:
            context.scale(place.scale * unit, place.scale * unit)

    def _mark(self, item: Mark) -> None:
        if item.place is None:
            _append(self._context, item.path)
            self._ink(item.fill, item.stroke, item.even_odd, 1)
        else:
            self._enter(item.place, 1)
            _append(self._context, item.path)
            self._ink(item.fill, item.stroke, item.even_odd, item.place.scale)
            self._context.restore()

    def _run(self, item: Run) -> None:
        """Glyph outlines are 1000 to the em; a hundredth of a millimetre is the unit around them."""
        context, pointer = self._context, self._context._pointer
        self._enter(item.place, 0.1)
        at = 0
        for glyph, x in item.line.glyphs:
            lib.cairo_translate(pointer, float(x - at), 0.0)
            at = x
            _append(context, glyph.path)
        self._ink(item.fill, item.stroke, False, item.place.scale * 0.1)
        context.restore()

    def _ink(self, fill: str | None, stroke: Stroke | None, even_odd: bool, scale: float) -> None:
        context = self._context
        if fill:
            context.set_fill_rule(cairo.FILL_RULE_EVEN_ODD if even_odd else cairo.FILL_RULE_WINDING)
            context.set_source_rgb(*_unit_rgb(fill))
            (context.fill_preserve if stroke else context.fill)()
        if stroke:
            context.set_source_rgb(*_unit_rgb(stroke.colour))
            k = 100 / scale
            context.set_line_width(stroke.width * k)
            context.set_dash([v * k for v in stroke.dash])
            context.set_line_cap(_CAPS[stroke.cap])
            context.set_line_join(_JOINS[stroke.join])
            context.stroke()

    def _picture(self, item: Picture) -> None:
        surface = cairo.ImageSurface.create_from_png(io.BytesIO(item.png))
        context = self._context
        context.save()
        context.translate(item.x * 100, item.y * 100)
        context.scale(item.width * 100 / surface.get_width(), item.height * 100 / surface.get_height())
        context.set_source_surface(surface)
        context.paint()
        context.restore()


def _unit_rgb(code: str) -> tuple[float, float, float]:
    r, g, b = rgb(code)
    return r / 255, g / 255, b / 255


def raster(drawing: Drawing, scale: float, clear: bool = False, bleed: float = 0.0, times: int = 1) -> Image.Image:
    """The drawing at `scale` pixels per millimetre; `clear` leaves unpainted ground transparent, else white.

    With `times` every pixel becomes so many across and down: exactly, whatever the size in millimetres.
    """
    w = max(1, round((drawing.width + 2 * bleed) * scale)) * times
    h = max(1, round((drawing.height + 2 * bleed) * scale)) * times
    surface = cairo.ImageSurface(cairo.FORMAT_ARGB32 if clear else cairo.FORMAT_RGB24, w, h)
    context = cairo.Context(surface)
    if not clear:
        context.set_source_rgb(1, 1, 1)
        context.paint()
    context.scale(w / (drawing.width + 2 * bleed), h / (drawing.height + 2 * bleed))
    context.translate(bleed, bleed)
    Painter(context).draw(drawing.items)
    surface.flush()
    data = bytes(surface.get_data())
    stride = surface.get_stride()
    if clear:
        return Image.frombytes("RGBa", (w, h), data, "raw", "BGRa", stride).convert("RGBA")
    return Image.frombytes("RGB", (w, h), data, "raw", "BGRX", stride)


def _photographed(items: list[Item]) -> bool:
    """Whether a bitmap of the author's is on it: a palette would make bands of its colours."""
    return any(isinstance(i, Picture) or (isinstance(i, Group) and _photographed(i.items)) for i in items)


def png_bytes(drawing: Drawing, scale: float, clear: bool = False, colours: int = 255) -> bytes:
    """A palette PNG without dithering: a third of the size of full colour, and flat inks stay flat.

    A picture with clear ground, or with the author's bitmap on it, keeps its full colours: a palette would make
    solid ink a little transparent, and bands of soft tones.
    """
    image = raster(drawing, scale, clear)
    if not clear and not _photographed(drawing.items):
        image = image.quantize(colours, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=6, dpi=(scale * 25.4, scale * 25.4))
    return out.getvalue()


def jpeg_bytes(drawing: Drawing, scale: float) -> bytes:
    """A board on a scan: what was a photograph stays one, at a quality that shows no trace of it."""
    out = io.BytesIO()
    dots = round(scale * 25.4)
    raster(drawing, scale).convert("RGB").save(out, "JPEG", quality=92, subsampling=0, dpi=(dots, dots))
    return out.getvalue()


def sharp_bytes(drawing: Drawing, scale: float, clear: bool, times: int, colours: int = 127) -> bytes:
    """A palette PNG of several times the size it is shown at, so that it stays sharp when looked at closely.

    Clear ground is one entry of the palette: the soft edge that this costs comes back when the picture is reduced.
    """
    image = raster(drawing, scale, clear, times=times)
    flat = image.convert("RGB").quantize(colours, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    options: dict[str, Any] = {}
    if clear:
        options["transparency"] = nothing = colours
        flat.putpalette([*(flat.getpalette() or [])[: 3 * colours], 255, 255, 255])
        flat.paste(nothing, mask=image.getchannel("A").point([255] * 128 + [0] * 128))
    out = io.BytesIO()
    flat.save(out, "PNG", compress_level=6, dpi=(scale * times * 25.4, scale * times * 25.4), **options)
    return out.getvalue()
