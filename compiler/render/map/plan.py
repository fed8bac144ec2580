"""What drawing one board needs, and the one place that writes names: every name is remembered for the final check."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from shapely import STRtree
from shapely.affinity import rotate
from shapely.geometry import box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from compiler.diagnostics import Span
from compiler.model.common import Name
from compiler.model.game import Game
from compiler.model.graph import Map, Point
from compiler.render import type as typeset
from compiler.render.colour import INK, PAPER, WHITE, Palette, Side, contrast, mix
from compiler.render.drawing import Drawing
from compiler.render.map.labels import Taken
from compiler.render.map.recipes import Style, tone

# height of capitals above the baseline and depth of descenders below it, in ems
RISE, FALL = 0.72, 0.23
HIDDEN = 0.4  # share of a line of the rules that names and plates may cover
SEEN = 1.12  # contrast with paper that the faintest watermark has


@dataclass(frozen=True, slots=True)
class Hand:
    """How a name is written: face, size, ink, halo, letter spacing and weight."""

    face: str = "serif"
    size: float = 2.45
    ink: str = INK
    halo: str | None = None
    halo_width: float = 0.55
    track: float = 0.0
    bold: float = 0.0

    def width(self, text: str) -> float:
        return typeset.width(text, self.size, self.face, self.track)

    def sized(self, size: float) -> Hand:
        return replace(self, size=size)

    def box(self, text: str, x: float, y: float, anchor: str = "middle", turn: float = 0.0) -> BaseGeometry:
        """The room a line takes when its baseline runs through (x, y)."""
        w = self.width(text)
        left = x - {"start": 0.0, "middle": w / 2, "end": w}[anchor]
        shape = box(left, y - RISE * self.size, left + w, y + FALL * self.size)
        return rotate(shape, turn, origin=(x, y)) if turn else shape


@dataclass(slots=True)
class Plan:
    """One board being drawn."""

    game: Game
    map: Map
    palette: Palette
    style: Style
    drawing: Drawing
    view: BaseGeometry
    thin: bool = False
    taken: Taken = field(default_factory=Taken)
    ground: list[BaseGeometry] = field(default_factory=list)  # what furniture without a place may not cover
    lines: list[tuple[str, BaseGeometry]] = field(default_factory=list)  # what the rules read, and nothing may cover

    def tone(self, default: str, *names: str) -> str:
        """The first of the named tones the palette has, or a default."""
        return tone(self.palette, default, *names)

    def water(self, *names: str) -> str:
        """The ground of a kind of water: white on low-ink sheets, whatever the name of its tone."""
        return WHITE if self.thin else self.tone("#A9C6D0", *names, "lake", "sea", "water")

    def side(self, name: str | None) -> Side:
        return self.palette.side(name)

    def faint(self, name: str | None, share: float = 0.72) -> str:
        """The ink of a side's watermark on paper; a side in white or yellow still shows."""
        side = self.palette.side(name)
        ink = side.band_fill or side.fill
        shown = mix(ink, PAPER, share)
        return shown if contrast(shown, PAPER) >= SEEN else mix(mix(ink, self.palette.ink, 0.45), PAPER, share)

    def crest(self, name: str | None) -> str:
        return self.palette.side(name).mon

    def fill(self, shape: BaseGeometry, ink: str, stroke: str | None = None, width: float = 0.0) -> None:
        """A cut shape in one ink."""
        self.drawing.mark(shape.simplify(0.04), ink, stroke, width, even_odd=True)

    def write(
        self, text: str, x: float, y: float, hand: Hand, anchor: str = "middle", turn: float = 0.0, what: str = ""
    ) -> BaseGeometry:
        """Write a name and remember the room it takes; `what` tells it apart from its namesakes."""
        shape = hand.box(text, x, y, anchor, turn)
        self.drawing.text(
            x, y, text, hand.size, hand.ink, hand.face, anchor, hand.track, hand.halo, hand.halo_width, hand.bold, turn
        )
        self.taken.name(what or text, shape)
        return shape

    def column(self, text: str, x: float, top: float, hand: Hand, pitch: float = 1.0, what: str = "") -> None:
        """Write a name downwards, centred on x, and remember the room it takes."""
        half, height = hand.size / 2, len(text) * hand.size * pitch
        self.drawing.column(x, top, text, hand.size, hand.ink, hand.bold, pitch, hand.halo, hand.halo_width)
        self.taken.name(what or text, box(x - half, top, x + half, top + height))

    def bilingual(
        self, name: Name, x: float, y: float, hand: Hand, size: float = 0.86, gap: float = 0.45,
        anchor: str = "start", what: str = "",
    ) -> float:  # fmt: skip
        """English and kanji on one baseline; returns their width."""
        kanji = replace(hand, face="kanji", size=hand.size * size, track=0.06, bold=0.02,
                        ink=mix(hand.ink, hand.halo or self.palette.paper, 0.3))  # fmt: skip
        first = hand.width(name.en)
        second = hand.size * gap + kanji.width(name.ja) if name.ja else 0.0
        left = x - {"start": 0.0, "middle": (first + second) / 2, "end": first + second}[anchor]
        self.write(name.en, left, y, hand, "start", what=f"{name.en} {what}".strip())
        if name.ja:
            self.write(name.ja, left + first + second, y, kanji, "end")
        return first + second

    def read(self, what: str, line: BaseGeometry) -> None:
        """A line that a rule reads: the final check looks whether it can be seen."""
        self.lines.append((what, line))

    def no_room(self, what: str, span: Span) -> None:
        """A name found no place."""
        self.drawing.problem("R403", f"there is no room on the map for the name `{what}`",
                             "give it a `label: [x, y]` in mm, or a shorter name", span)  # fmt: skip

    def check(self) -> None:
        """Names that overlap or leave the sheet are faults of the map."""
        w, h = self.drawing.width, self.drawing.height
        sheet = box(0, 0, w, h)
        for one, other in self.taken.overlaps():
            self.drawing.problem("R401", f"the names `{one}` and `{other}` overlap on map `{self.map.id}`",
                                 "move one of them with `label: [x, y]`, in mm", self.map.note.span)  # fmt: skip
        for what in self._covered():
            self.drawing.problem("R405", f"{what} is covered on map `{self.map.id}`",
                                 "move the name or the plate that lies on it", self.map.note.span)  # fmt: skip
        for text, shape in self.taken.names:
            if not sheet.contains(shape):
                self.drawing.problem("R402", f"the name `{text}` leaves the sheet of map `{self.map.id}`",
                                     "move it with `label: [x, y]`, in mm", self.map.note.span)  # fmt: skip

    def _covered(self) -> Iterator[str]:
        """Lines of the rules of which too little can be seen for what stands on them."""
        if not self.lines:
            return
        shapes = self.taken.shapes
        tree = STRtree(shapes)
        for what, line in self.lines:
            near = tree.query(line, predicate="intersects")
            if len(near) and line.intersection(unary_union([shapes[n] for n in near])).length > HIDDEN * line.length:
                yield what


def corner(at: Point, size: Point) -> tuple[float, float, float, float]:
    """The rectangle (x, y, w, h) about a centre."""
    return at[0] - size[0] / 2, at[1] - size[1] / 2, size[0], size[1]


def rect(values: Sequence[float]) -> BaseGeometry:
    """The box of a rectangle (x, y, w, h)."""
    x, y, w, h = values
    return box(x, y, x + w, y + h)
