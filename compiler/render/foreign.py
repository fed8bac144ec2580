"""Pictures of the author's: an SVG becomes marks of ours, a PNG is decoded and encoded anew; all else is refused.

Nothing is fetched, followed, executed or expanded. An SVG that is more than flat ink is painted (`foreign_svg`).
"""

from __future__ import annotations

import io
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path as FilePath
from typing import Any

from fontTools.misc.transform import Identity, Transform
from fontTools.pens.transformPen import TransformPen
from fontTools.svgLib.path import parse_path
from lxml import etree
from PIL import Image, UnidentifiedImageError

from compiler.diagnostics import Failed, Span, diagnose
from compiler.load.pictures import lying, opened
from compiler.render.colour import code_of
from compiler.render.drawing import Drawing
from compiler.render.foreign_svg import bare, guard, local, outlined, painted, soft
from compiler.render.own import own_fonts
from compiler.render.path import PathPen

MAX_EXTENT = 100_000.0


@dataclass(frozen=True, slots=True)
class Limits:
    """How large a picture may be: bytes, pixels, pixels of one side, elements and points of an SVG."""

    bytes: int = 4_000_000
    pixels: int = 16_000_000
    side: int = 8_192
    elements: int = 5_000
    points: int = 200_000
    what: str = "art is drawn a few centimetres wide"


SMALL = Limits()
BOARD = Limits(64_000_000, 80_000_000, 16_384, 50_000, 2_000_000, "a map is drawn at 100 to 300 dots per inch")

_SVG = "http://www.w3.org/2000/svg"
_LINK = "{http://www.w3.org/1999/xlink}href"
_SHAPES = ("path", "rect", "circle", "ellipse", "line", "polyline", "polygon")
_QUIET = ("title", "desc", "metadata", "defs")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,3})?")
_CALL = re.compile(r"([a-zA-Z]+)\s*\(([^()]*)\)\s*,?\s*")
_NAMED = {
    "black": "#000000", "white": "#FFFFFF", "red": "#FF0000", "green": "#008000", "blue": "#0000FF",
    "yellow": "#FFFF00", "orange": "#FFA500", "purple": "#800080", "gray": "#808080", "grey": "#808080",
    "brown": "#A52A2A", "gold": "#FFD700", "silver": "#C0C0C0", "navy": "#000080", "maroon": "#800000",
}  # fmt: skip


# what makes a picture upright, by how it lies (EXIF)
_UPRIGHT = {
    2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180, 4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE, 6: Image.Transpose.ROTATE_270, 7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}  # fmt: skip


@dataclass(slots=True)
class _Source:
    """The file being read: its name for messages, its place, and how much may still be drawn."""

    name: str
    span: Span | None
    limits: Limits = SMALL
    faces: Mapping[str, str] = field(default_factory=dict)  # fonts of the author's
    elements: int = 0
    points: int = 0

    def __post_init__(self) -> None:
        self.elements, self.points = self.limits.elements, self.limits.points

    def fail(self, code: str, message: str, help: str) -> Failed:
        return Failed(diagnose(code, f"`{self.name}` {message}", self.span, help=help))

    def huge(self, what: str) -> Failed:
        return self.fail("R204", what, f"use a smaller picture: {self.limits.what}")


def read_art(folder: FilePath, name: str, span: Span | None = None, limits: Limits = SMALL) -> bytes:
    """The bytes of an art file, which must lie inside the game's folder; `Failed` if not."""
    source = _Source(name, span, limits)
    root = folder.resolve()
    try:
        path = (root / name).resolve(strict=True)
        if not path.is_relative_to(root) or not path.is_file():
            raise OSError
        if path.stat().st_size > limits.bytes:
            raise source.huge(f"is larger than {limits.bytes // 1_000_000} MB")
        return path.read_bytes()
    except (OSError, ValueError, RuntimeError):
        raise source.fail("R205", "is no file inside the game's folder", "put the picture beside art.yaml") from None


def import_bitmap(data: bytes, name: str, span: Span | None = None, limits: Limits = SMALL) -> tuple[bytes, int, int]:
    """A PNG, GIF or JPEG decoded, and encoded by us as PNG, upright, with its size; `Failed` if broken or a bomb."""
    upright = decoded(data, name, span, limits)
    out = io.BytesIO()
    upright.save(out, "PNG", compress_level=6)
    return out.getvalue(), *upright.size


def decoded(data: bytes, name: str, span: Span | None = None, limits: Limits = SMALL) -> Image.Image:
    """A PNG, GIF or JPEG upright, with all its colours; `Failed` if broken or a bomb."""
    source = _Source(name, span, limits)
    help = "save it again as a plain PNG"
    try:
        with opened(io.BytesIO(data)) as image:
            w, h = image.size
            if w * h > limits.pixels or max(w, h) > limits.side:
                raise source.huge(f"is {w} × {h} pixels")
            turn = _UPRIGHT.get(lying(image))
            clean = image.convert("RGBA")
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as fault:
        raise source.huge("has more pixels than any picture needs") from fault
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError) as fault:
        raise source.fail("R201", "is not a picture that can be read", help) from fault
    return clean if turn is None else clean.transpose(turn)


def put_art(
    drawing: Drawing,
    folder: FilePath,
    name: str,
    box: tuple[float, float, float, float],
    span: Span | None = None,
    cover: bool = False,
) -> None:
    """Draw a picture of the author's into a box (x, y, w, h); what is wrong with it is a problem of the drawing.

    To `cover` the box, a bitmap of another shape is cut at two edges instead of being stretched.
    """
    x, y, w, h = box
    try:
        data = read_art(folder, name, span)
        if name.lower().endswith(".svg"):
            drawing.put(import_svg(data, w, h, name, span, faces=own_fonts(folder)), x, y)
        else:
            png, *size = import_bitmap(data, name, span)
            other = cover and abs(size[0] / size[1] * h / w - 1) > 0.01
            drawing.picture(_cut(png, w / h) if other else png, x, y, w, h)
    except Failed as failed:
        drawing.problems += failed.diagnostics


def _cut(png: bytes, shape: float) -> bytes:
    """The middle of a picture, as wide to its height as asked."""
    with Image.open(io.BytesIO(png)) as image:
        w, h = image.size
        wide, high = min(w, max(1, round(h * shape))), min(h, max(1, round(w / shape)))
        left, top = (w - wide) // 2, (h - high) // 2
        out = io.BytesIO()
        image.crop((left, top, left + wide, top + high)).save(out, "PNG", compress_level=6)
    return out.getvalue()


def import_svg(
    data: bytes,
    width: float,
    height: float,
    name: str,
    span: Span | None = None,
    limits: Limits = SMALL,
    faces: Mapping[str, str] | None = None,
) -> Drawing:
    """An SVG as marks, scaled to fit and centred in a box of millimetres; `Failed` if it may not be used."""
    source = _Source(name, span, limits, faces or {})
    root = _parse(data, source)
    x, y, w, h = _view(root, source)
    scale = min(width / w, height / h)
    left, top = (width - w * scale) / 2, (height - h * scale) / 2
    place = Identity.translate(left, top).scale(scale).translate(-x, -y)
    drawing = Drawing(width, height, span=span)
    guard(root, source.fail, limits.elements)
    root = outlined(root, source.faces, source.fail)
    if soft(root):
        root.set("viewBox", f"{x} {y} {w} {h}")
        drawing.picture(painted(root, w * scale, h * scale, source.fail), left, top, w * scale, h * scale)
        return drawing
    ids = {node.get("id"): node for node in root.iter() if isinstance(node.tag, str) and node.get("id")}
    _Reader(source, drawing, ids).children(root, place, _Style(), 0)
    return drawing


def _parse(data: bytes, source: _Source) -> Any:
    if len(data) > source.limits.bytes:
        raise source.huge(f"is larger than {source.limits.bytes // 1_000_000} MB")
    if re.search(rb"<!\s*(DOCTYPE|ENTITY)", data, re.IGNORECASE):
        raise source.fail("R202", "declares a document type or entities", "remove the DOCTYPE: SVG needs none")
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_comments=True, remove_pis=True
    )
    try:
        root: Any = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as fault:
        raise source.fail("R201", "is not an SVG that can be read", "open and save it in a vector editor") from fault
    if root.tag != f"{{{_SVG}}}svg" or root.getroottree().docinfo.internalDTD is not None:
        raise source.fail("R201", "is not an SVG that can be read", "open and save it in a vector editor")
    return root


def _numbers(text: str | None) -> list[float]:
    return [float(v) for v in _NUMBER.findall(text or "")]


def _view(root: Any, source: _Source) -> tuple[float, float, float, float]:
    """The view box, or the size, of a picture."""
    box = _numbers(root.get("viewBox"))
    if len(box) != 4:
        size = [*_numbers(root.get("width"))[:1], *_numbers(root.get("height"))[:1]]
        box = [0.0, 0.0, *size]
    if len(box) != 4 or not all(math.isfinite(v) for v in box) or box[2] <= 0 or box[3] <= 0:
        raise source.fail("R201", "has no size", "give the svg element a viewBox")
    if max(abs(v) for v in box) > MAX_EXTENT or min(box[2:]) < 1e-3:
        raise source.huge("has a view box out of all measure")
    return box[0], box[1], box[2], box[3]


@dataclass(frozen=True, slots=True)
class _Style:
    """Paint as inherited."""

    fill: str | None = "#000000"
    stroke: str | None = None
    width: float = 1.0
    cap: str = "butt"
    join: str = "miter"
    even_odd: bool = False


class _Reader:
    """Walks the tree and draws the few elements we know."""

    def __init__(self, source: _Source, drawing: Drawing, ids: dict[str, Any]) -> None:
        self._source, self._drawing, self._ids = source, drawing, ids

    def children(self, node: Any, place: Transform, style: _Style, depth: int) -> None:
        if depth > 24:
            raise self._source.huge("is nested too deep")
        for child in node:
            if isinstance(child.tag, str):
                self._element(child, place, style, depth)

    def _element(self, node: Any, place: Transform, style: _Style, depth: int) -> None:
        name = local(node)
        if not name or name in _QUIET:
            return
        self._source.elements -= 1
        if self._source.elements < 0:
            raise self._source.huge(f"has more than {self._source.limits.elements} elements")
        place = place.transform(self._transform(node))
        style = self._style(node, style)
        if name in ("g", "svg"):
            self.children(node, place, style, depth + 1)
        elif name == "use":
            self._use(node, place, style, depth)
        elif name in _SHAPES:
            self._shape(node, name, place, style)
        elif name != "symbol":
            raise self._source.fail("R203", f"uses the element `{name}`", "draw it with plain shapes")

    def _use(self, node: Any, place: Transform, style: _Style, depth: int) -> None:
        target = self._ids.get((node.get("href") or node.get(_LINK) or "#")[1:])
        if target is None or depth > 12:
            raise self._source.fail("R203", "uses a shape it does not hold", "draw the shape in place")
        x, y = (_numbers(node.get(k)) or [0.0] for k in ("x", "y"))
        place = place.translate(x[0], y[0])
        if bare(target.tag) == "symbol":
            self.children(target, place, style, depth + 1)
        else:
            self._element(target, place, style, depth + 1)

    def _transform(self, node: Any) -> Transform:
        text = (node.get("transform") or "").strip()
        out = Identity
        while text:
            call = _CALL.match(text)
            made = _one_transform(call[1], _numbers(call[2])) if call else None
            if call is None or made is None or not all(math.isfinite(v) for v in made):
                raise self._source.fail("R203", "has a transform that cannot be read", "apply the transform first")
            out, text = out.transform(made), text[call.end() :]
        return out

    def _style(self, node: Any, style: _Style) -> _Style:
        given = {bare(k): v for k, v in node.attrib.items()}
        for rule in given.pop("style", "").split(";"):
            key, _, value = rule.partition(":")
            given[key.strip()] = value.strip()
        width = _numbers(given.get("stroke-width"))
        return _Style(
            self._paint(given.get("fill"), style.fill),
            self._paint(given.get("stroke"), style.stroke),
            width[0] if width else style.width,
            _known(given.get("stroke-linecap"), ("butt", "round", "square"), style.cap),
            _known(given.get("stroke-linejoin"), ("miter", "round", "bevel"), style.join),
            given["fill-rule"] == "evenodd" if "fill-rule" in given else style.even_odd,
        )

    def _paint(self, text: str | None, inherited: str | None) -> str | None:
        if text is None or text in ("inherit", "currentColor"):
            return inherited
        if text in ("none", "transparent"):
            return None
        if text.lower() in _NAMED:
            return _NAMED[text.lower()]
        if re.fullmatch(r"#[0-9a-fA-F]{6}", text):
            return text.upper()
        if re.fullmatch(r"#[0-9a-fA-F]{3}", text):
            return "#" + "".join(c * 2 for c in text[1:]).upper()
        parts = _numbers(text)
        if re.fullmatch(r"rgb\([\d\s,.]+\)", text) and len(parts) == 3:
            return code_of(*parts)
        raise self._source.fail("R203", f"has a colour `{text[:40]}`", "write colours as `#RRGGBB`")

    def _shape(self, node: Any, name: str, place: Transform, style: _Style) -> None:
        data = node.get("d") or "" if name == "path" else _outline(name, node)
        pen = PathPen()
        try:
            parse_path(data, TransformPen(pen, place))
        except (ValueError, IndexError, TypeError, ArithmeticError, AssertionError) as fault:
            raise self._source.fail("R201", f"has a `{name}` that cannot be read", "redraw that shape") from fault
        path = pen.path()
        self._source.points -= len(path.pts) // 2
        if self._source.points < 0 or any(abs(v) > 1e9 for v in path.pts):
            raise self._source.huge("has more points than any picture needs")
        scale = math.sqrt(abs(place[0] * place[3] - place[1] * place[2]))
        self._drawing.mark(
            path, style.fill, style.stroke, style.width * scale, (), style.cap, style.join, style.even_odd
        )


def _known(value: str | None, allowed: tuple[str, ...], inherited: str) -> str:
    return value if value in allowed else inherited


def _one_transform(name: str, v: list[float]) -> Transform | None:
    n = len(v)
    if name == "matrix" and n == 6:
        return Transform(*v)
    if name == "translate" and n in (1, 2):
        return Identity.translate(v[0], v[1] if n == 2 else 0)
    if name == "scale" and n in (1, 2):
        return Identity.scale(v[0], v[1] if n == 2 else v[0])
    if name == "rotate" and n in (1, 3):
        cx, cy = v[1:] if n == 3 else (0.0, 0.0)
        return Identity.translate(cx, cy).rotate(math.radians(v[0])).translate(-cx, -cy)
    if name in ("skewX", "skewY") and n == 1:
        a = math.radians(v[0])
        return Identity.skew(a if name == "skewX" else 0, a if name == "skewY" else 0)
    return None


def _outline(name: str, node: Any) -> str:
    """Path data of a basic shape."""

    def at(key: str) -> float:
        return (_numbers(node.get(key)) or [0.0])[0]

    if name == "rect":
        return f"M{at('x')} {at('y')}h{at('width')}v{at('height')}h{-at('width')}z"
    if name in ("circle", "ellipse"):
        rx, ry = (at("r"), at("r")) if name == "circle" else (at("rx"), at("ry"))
        return f"M{at('cx') - rx} {at('cy')}a{rx} {ry} 0 1 0 {2 * rx} 0a{rx} {ry} 0 1 0 {-2 * rx} 0z"
    if name == "line":
        return f"M{at('x1')} {at('y1')}L{at('x2')} {at('y2')}"
    points = " ".join(str(v) for v in _numbers(node.get("points")))
    return f"M{points}{'z' if name == 'polygon' else ''}" if points else ""
