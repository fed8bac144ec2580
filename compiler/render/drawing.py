"""The display list: what a component looks like, as marks in the order they are inked.

A drawing is in millimetres, origin top left, y down. Only flat inks: no opacity, filters, masks or gradients.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from shapely.geometry.base import BaseGeometry

from compiler.diagnostics import Diagnostic, Span, diagnose
from compiler.render import type as typeset
from compiler.render.colour import INK
from compiler.render.path import Path, circle, ellipse, of_geometry, polygon, polyline, rectangle


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line: colour, width in mm, dash lengths in mm, and its ends and corners."""

    colour: str
    width: float
    dash: tuple[float, ...] = ()
    cap: str = "round"
    join: str = "round"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a thing is put: turned by degrees clockwise, scaled, then moved."""

    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0
    turn: float = 0.0


@dataclass(frozen=True, slots=True)
class Mark:
    """A path inked once. Stroke widths are millimetres of the drawing, also when the path is scaled."""

    path: Path
    fill: str | None = None
    stroke: Stroke | None = None
    even_odd: bool = False
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """A shaped line of text; the scale of its place is the type size, x and y its left end on the baseline."""

    line: typeset.Line
    place: Place
    fill: str
    stroke: Stroke | None = None


@dataclass(frozen=True, slots=True)
class Picture:
    """A bitmap of the author's, checked and re-encoded by us, filling a box."""

    png: bytes
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Group:
    """Marks put somewhere together; a name makes the group a layer.

    `window` (left, top, right, bottom, around the group) hides what lies outside: sheets use it for bleed, cards for
    their round corners (`corner`).
    `memo` is a dict for what is put in many places: a back end keeps its own form of the items in it.
    """

    items: list[Item]
    place: Place = Place()
    name: str = ""
    window: tuple[float, float, float, float] | None = None
    corner: float = 0.0
    memo: dict[str, Any] | None = field(default=None, compare=False)


Item = Mark | Run | Picture | Group


@dataclass(slots=True)
class Drawing:
    """A display list under construction, and what went wrong while drawing it.

    `bleed` says how far the marks go beyond the edge on every side. `span` is where faults of the text are reported.
    """

    width: float
    height: float
    bleed: float = 0.0
    span: Span | None = None
    items: list[Item] = field(default_factory=list)
    problems: list[Diagnostic] = field(default_factory=list)
    opens: list[str] = field(default_factory=list)  # what begins on it, for bookmarks

    def share(self) -> None:
        """Say that this will be drawn often: back ends then keep their own form of each of its paths."""
        _share(self.items)

    def mark(
        self,
        shape: Path | BaseGeometry,
        fill: str | None = None,
        stroke: str | None = None,
        width: float = 0.0,
        dash: Sequence[float] = (),
        cap: str = "round",
        join: str = "round",
        even_odd: bool = False,
    ) -> None:
        """Ink a path or a shapely geometry."""
        path = shape if isinstance(shape, Path) else of_geometry(shape)
        if path:
            line = Stroke(stroke, width, tuple(dash), cap, join) if stroke else None
            self.items.append(Mark(path, fill, line, even_odd))

    def rect(
        self,
        x: float,
        y: float,
        w: float,
        h: float,
        fill: str | None = None,
        stroke: str | None = None,
        width: float = 0.0,
        r: float = 0.0,
        dash: Sequence[float] = (),
    ) -> None:
        """A rectangle with mitred or rounded corners."""
        self.mark(rectangle(x, y, w, h, r), fill, stroke, width, dash, "butt", "miter")

    def circle(
        self,
        x: float,
        y: float,
        r: float,
        fill: str | None = None,
        stroke: str | None = None,
        width: float = 0.0,
        dash: Sequence[float] = (),
    ) -> None:
        """A circle."""
        self.mark(circle(x, y, r), fill, stroke, width, dash, "butt")

    def ellipse(
        self,
        x: float,
        y: float,
        rx: float,
        ry: float,
        fill: str | None = None,
        stroke: str | None = None,
        width: float = 0.0,
    ) -> None:
        """An ellipse."""
        self.mark(ellipse(x, y, rx, ry), fill, stroke, width)

    def polygon(
        self, points: Sequence[Sequence[float]], fill: str | None, stroke: str | None = None, width: float = 0.0
    ) -> None:
        """A closed outline."""
        self.mark(polygon(points), fill, stroke, width)

    def line(
        self,
        points: Sequence[Sequence[float]],
        stroke: str,
        width: float,
        dash: Sequence[float] = (),
        cap: str = "round",
    ) -> None:
        """An open line."""
        self.mark(polyline(points), None, stroke, width, dash, cap)

    def symbol(
        self,
        path: Path,
        x: float,
        y: float,
        size: float,
        fill: str | None,
        stroke: str | None = None,
        width: float = 0.0,
        turn: float = 0.0,
    ) -> None:
        """A symbol of the 100 × 100 box, `size` mm across, centred; a stroke is a casing outside it."""
        place = Place(x, y, size / 100, turn)
        if stroke:
            casing = Stroke(stroke, 2 * width)
            self.items.append(Mark(path, stroke, casing, even_odd=True, place=place))
        if fill:
            self.items.append(Mark(path, fill, None, even_odd=True, place=place))

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        fill: str = INK,
        face: str = "sans",
        anchor: str = "start",
        track: float = 0.0,
        halo: str | None = None,
        halo_width: float = 0.0,
        bold: float = 0.0,
        turn: float = 0.0,
    ) -> float:
        """Text on a baseline at (x, y); returns its width. `bold` fattens by ems, `halo` is a casing drawn first."""
        line = typeset.shape(text, face, track)
        if line.missing:
            self._no_glyph(line.missing)
        if not line.glyphs:
            return line.advance * size
        x, y = _anchored(x, y, line.advance * size, anchor, turn)
        place = Place(x, y, size, turn)
        if halo:
            self.items.append(Run(line, place, halo, Stroke(halo, 2 * halo_width + bold * size)))
        self.items.append(Run(line, place, fill, Stroke(fill, bold * size) if bold else None))
        return line.advance * size

    def block(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        measure: float,
        fill: str = INK,
        face: str = "sans",
        leading: float = 1.28,
        anchor: str = "start",
    ) -> float:
        """Wrapped text from the baseline y down; returns the baseline of the last line."""
        lines = typeset.wrap(text, size, measure, face)
        for i, line in enumerate(lines):
            self.text(x, y + i * size * leading, line, size, fill, face, anchor)
        return y + max(0, len(lines) - 1) * size * leading

    def column(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        fill: str = INK,
        bold: float = 0.0,
        pitch: float = 1.0,
        halo: str | None = None,
        halo_width: float = 0.0,
    ) -> None:
        """Vertical kanji centred on x, the first em box starting at y; the long vowel bar is turned."""
        for i, char in enumerate(text):
            top = y + i * pitch * size
            if char in _TURNED:
                self.text(x - 0.36 * size, top + 0.5 * size, char, size, fill, "kanji", "middle", 0, halo, halo_width,
                          bold, 90)  # fmt: skip
            else:
                self.text(x, top + 0.87 * size, char, size, fill, "kanji", "middle", 0, halo, halo_width, bold)

    def picture(self, png: bytes, x: float, y: float, width: float, height: float) -> None:
        """A checked bitmap in a box."""
        self.items.append(Picture(png, x, y, width, height))

    @contextmanager
    def group(
        self, x: float = 0.0, y: float = 0.0, scale: float = 1.0, turn: float = 0.0, name: str = ""
    ) -> Iterator[None]:
        """Marks made inside lie in a group."""
        outer, self.items = self.items, []
        try:
            yield
        finally:
            inner, self.items = self.items, outer
            if inner or name:
                self.items.append(Group(inner, Place(x, y, scale, turn), name))

    def put(self, other: Drawing, x: float, y: float, scale: float = 1.0, turn: float = 0.0, name: str = "") -> None:
        """Another drawing as a group, its problems included."""
        self.items.append(Group(other.items, Place(x, y, scale, turn), name))
        self.problems += other.problems

    def problem(self, code: str, message: str, help: str | None = None, span: Span | None = None) -> None:
        """Note a fault of this drawing."""
        self.problems.append(diagnose(code, message, span or self.span, help=help))

    def _no_glyph(self, chars: str) -> None:
        named = ", ".join(f"`{c}` (U+{ord(c):04X})" for c in dict.fromkeys(chars))
        self.problem(
            "R101",
            f"no font has the character {named}",
            f"put a font that has it into `art/`, {font_for(chars)}: any `.ttf` or `.otf` there is used",
        )


def font_for(chars: str) -> str:
    """A free font for the script of some letters, as a file to add: the Noto family has one for each."""
    scripts = [unicodedata.name(char, "").partition(" ")[0] for char in chars]
    script = next((one for one in scripts if one.isalpha() and one not in _NO_SCRIPT), "")
    return f"say `NotoSans{script.capitalize()}-Regular.ttf`" if script else "say `NotoSansSymbols2-Regular.ttf`"


# first words of the names of signs that belong to no script of their own
_NO_SCRIPT = frozenset(("CJK", "LATIN", "GREEK", "CYRILLIC", "BLACK", "WHITE", "HEAVY", "LEFT", "RIGHT", "DOUBLE"))
_TURNED = frozenset("ー―—–-~〜")


def _anchored(x: float, y: float, width: float, anchor: str, turn: float) -> tuple[float, float]:
    """The left end of a line whose start, middle or end stands at (x, y)."""
    back = {"start": 0.0, "middle": width / 2, "end": width}[anchor]
    if not turn:
        return x - back, y
    a = math.radians(turn)
    return x - back * math.cos(a), y - back * math.sin(a)


def _share(items: list[Item]) -> None:
    for item in items:
        if isinstance(item, Group):
            _share(item.items)
        elif isinstance(item, Mark) and item.path.memo is None:
            item.path.memo = {}
