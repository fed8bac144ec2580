"""The bench a counter is drawn on: sheet, inks, size and the values of a face; and the grounds of its states."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from shapely.geometry import Polygon, box

from compiler.diagnostics import Failed
from compiler.model.symbols import full_name
from compiler.render import symbols
from compiler.render.colour import INK, Palette, Side, contrast, mix, on
from compiler.render.counter.slots import Slot
from compiler.render.drawing import Drawing
from compiler.render.furniture import edge_band
from compiler.render.geometry import hatch
from compiler.render.path import Path

SMALLEST = 1.7  # mm; nothing on a counter may be smaller
NAMED = 5.5  # contrast of a name on its strip
SAFE = 0.8  # mm from the edge that letters, numbers, plates and crests keep

# state of a face → how its ground is drawn
GROUNDS = {
    "front": "front", "reduced": "reduced", "disordered": "disordered", "spent": "spent", "betrayed": "betrayed",
    "plain": "plain", "marker": "marker", "hidden": "plain", "back": "plain", "routed": "disordered",
    "exhausted": "spent", "used": "spent", "inverted": "reduced", "damaged": "reduced",
}  # fmt: skip


@dataclass(slots=True)
class Bench:
    """What a part of a counter is drawn with: the sheet, the inks, the size, and the values of the face."""

    drawing: Drawing
    palette: Palette
    side: Side
    width: float
    height: float
    bleed: float
    values: Mapping[str, Any]
    round: bool = False
    ground: str = "#FFFFFF"
    ink: str = INK
    back: bool = False
    scale: float = 1.0  # mm to a unit of the layout
    folder: str = ""  # of the game, for the author's pictures

    def face(self, name: str) -> str:
        """A type face by the name a layout gives it: a role, or a font of the author's."""
        return self.palette.faces.get(name, name)

    def drawn(self, name: str) -> Path | None:
        """A symbol of the author's or of the set; None if there is none.

        A picture in `art/` that is no silhouette does not stand in the way of a symbol of the set that has its name.
        """
        own, full = self.palette.symbols.get(name), full_name(name)
        if own is not None:
            try:
                return symbols.symbol(own)
            except Failed:
                if not symbols.has(full):
                    raise
        return symbols.symbol(full) if symbols.has(full) else None

    def legible(self, text: str, size: float) -> None:
        """Note type that nobody can read on a counter in the hand."""
        if size * self.scale < SMALLEST - 0.005:
            self.drawing.problem(
                "R304", f"`{text}` on counter `{self.values['id']}` shrinks to {size * self.scale:.2f} mm",
                "shorten it, or let its slot break it: `lines: 2`",
            )  # fmt: skip

    def colour(self, name: str, default: str = "strong") -> str:
        """An ink by name: of the side, of the family, or written out."""
        name = name or default
        fill, paper = self.side.fill, self.palette.white
        # on low-ink sheets the side's own colour is left only to edges and crests
        own = self.side.band_fill or fill
        if name.startswith("#"):
            return name
        known = {
            "strong": self.ink,
            "ground": self.ground,
            "fill": fill,
            "text": self.side.text,
            "ink": self.palette.ink,
            "paper": paper,
            "white": paper,
            "seal": self.palette.seal,
            "accent": self.palette.accent,
            "frame": self.palette.frame,
            "deep": self._deep(),
            "edge": own if contrast(own, paper) > 1.5 else mix(own, INK, 0.5),
            "crest": self._crest(),
            "faint": mix(own, paper, 0.55) if contrast(own, paper) > 1.3 else mix(own, INK, 0.16),
            "plate": INK if self.back or self.side.text == INK else paper,
        }
        if name in ("plate_ink", "on_deep"):
            return on(known["plate" if name == "plate_ink" else "deep"])
        return known.get(name) or self.palette.tone(name)

    def _crest(self) -> str:
        """On a back the crest is in the colour of the side, darkened until it shows."""
        if not self.back:
            return self.ink
        fill = self.side.band_fill or self.side.fill
        return fill if contrast(fill, self.ground) > 2.2 else mix(fill, INK, 0.35)

    def _deep(self) -> str:
        """The ground of a name strip: half way to ink or more, so that white letters stand on it; light to save ink."""
        if self.side.band_fill:
            return mix(self.side.fill, INK, 0.08)
        if contrast(self.side.fill, self.palette.white) <= 1.1:
            return INK
        tones = (mix(self.side.fill, INK, step / 20) for step in range(10, 20))
        return next((tone for tone in tones if contrast(tone, self.palette.white) >= NAMED), INK)


def ground(bench: Bench, slot: Slot) -> None:
    style = slot.text("style", "front")
    if slot.text("fill") or slot.text("colour") or slot.words():
        _coloured(bench, slot)
    elif bench.round:
        _disc(bench)
    elif style == "front":
        _front(bench, slot)
    elif style == "broken":
        _broken(bench)
    elif style == "marker":
        _marker(bench, bench.palette.side("marker") if "marker" in bench.palette.sides else bench.side)
    else:
        _back(bench, style)
    if slot.flag("frame") or style == "marker":
        _inner_frame(bench, slot.number("inset", 0.7))


def _inner_frame(bench: Bench, inset: float) -> None:
    if bench.round:
        r = bench.width / 2
        bench.drawing.circle(r, r, r - inset, None, bench.ink, 0.28)
    else:
        w, h = bench.width - 2 * inset, bench.height - 2 * inset
        bench.drawing.rect(inset, inset, w, h, None, bench.ink, 0.28, r=0.5)


def _flood(bench: Bench, colour: str) -> None:
    b = bench.bleed
    if bench.round:
        r = bench.width / 2
        bench.drawing.circle(r, r, r + b, colour)
    else:
        bench.drawing.rect(-b, -b, bench.width + 2 * b, bench.height + 2 * b, colour)


def _coloured(bench: Bench, slot: Slot) -> None:
    """A ground in a colour of its own: `fill` and `text`, or pairs of them by value in `words`."""
    fill, text = slot.text("fill") or slot.text("colour", "paper"), slot.text("text")
    for key in (f"{bench.values['id']}.{bench.values['face']}", str(bench.values["face"]), str(bench.values["id"]),
                str(bench.values["kind"])):  # fmt: skip
        pair = slot.words().get(key)
        if isinstance(pair, (list, tuple)) and len(pair) == 2:
            fill, text = str(pair[0]), str(pair[1])
            break
    _ground(bench, bench.colour(fill), bench.colour(text) if text else "")
    _flood(bench, bench.ground)


def _ground(bench: Bench, fill: str, ink: str = "") -> None:
    """The ground of a piece and the ink on it; to save ink, the ground's own colour draws on a light one."""
    # the colours of a side are light already on such sheets
    if not bench.palette.thin or fill == bench.side.fill:
        bench.ground, bench.ink = fill, ink or on(fill)
    else:
        bench.ground = bench.palette.area(fill)
        bench.ink = fill if contrast(fill, bench.ground) > 3.5 else bench.palette.ink


def _front(bench: Bench, slot: Slot) -> None:
    bench.ground, bench.ink = bench.side.fill, bench.side.text
    _flood(bench, bench.ground)
    edge_band(bench.drawing, 0, 0, bench.width, slot.number("band", 1.7), bench.side, bench.bleed)


def _disc(bench: Bench) -> None:
    """Round, so that fingers in the cup know it: two rings, one of them dashed."""
    bench.ground, bench.ink = bench.side.fill, bench.side.text
    if bench.values["side"] is None:
        _ground(bench, bench.palette.accent)
    _flood(bench, bench.ground)
    r = bench.width / 2
    bench.drawing.circle(r, r, r - 0.8, None, bench.ink, 0.35)
    bench.drawing.circle(r, r, r - 1.5, None, bench.ink, 0.15, (0.5, 0.5))


def _marker(bench: Bench, side: Side) -> None:
    """A flat ground; the second face has the colours swapped."""
    fill, text = side.fill, side.text
    if bench.values["side"] is None:
        fill, text = mix(bench.palette.paper, bench.palette.frame, 0.07), bench.palette.ink
    if bench.values["state"] not in ("front", "marker"):
        fill, text = text, fill
    bench.ground, bench.ink = fill, text
    _flood(bench, fill)


def _broken(bench: Bench) -> None:
    """A unit out of order: paper with a hatched band at the top, a rule at each side, nothing under its numbers."""
    bench.back = True
    edge, b, w, h = bench.colour("edge"), bench.bleed, bench.width, bench.height
    bench.ground, bench.ink = mix(bench.side.fill, bench.palette.white, 0.86), bench.palette.ink
    _flood(bench, bench.ground)
    bench.drawing.rect(-b, -b, w + 2 * b, 1.9 + b, mix(edge, bench.ground, 0.75))
    band = hatch(box(-b, -b, w + b, 1.9), 1.5, -45)
    bench.drawing.mark(band, None, edge, 0.6, cap="butt")
    for x in (-b, w - 0.55):
        bench.drawing.rect(x, 1.9, 0.55 + b, h + b - 1.9, edge)


def _back(bench: Bench, style: str) -> None:
    """Paper with a frame in the colour of the side, and the mark of the state."""
    bench.back = True
    edge, paper = bench.palette.area(bench.colour("edge"), 0.45), bench.palette.white
    bench.ground, bench.ink = mix(bench.side.fill, paper, 0.86), bench.palette.ink
    _flood(bench, edge)
    f, w, h, d = 1.05, bench.width, bench.height, bench.drawing
    d.rect(f, f, w - 2 * f, h - 2 * f, bench.ground)
    if style == "disordered":  # the frame is broken; nothing lies under the numbers
        b, inner = bench.bleed, box(f, f, w - f, h - f)
        bars = hatch(box(-b, -b, w + b, h + b).difference(inner), 1.7, -45)
        d.mark(bars, None, mix(edge, paper, 0.72), 0.62, cap="butt")
        d.rect(f, f, w - 2 * f, h - 2 * f, None, edge, 0.2)
    elif style == "spent":
        d.mark(Polygon([(f, h - f), (w - f, h - f), (w - f, f)]), mix(edge, paper, 0.62))
    elif style == "reduced":
        d.mark(Polygon([(f, f), (f + 4.2, f), (f, f + 4.2)]), edge)
    elif style == "betrayed":
        tone = mix(edge, paper, 0.62)
        d.mark(Polygon([(f, f), (w - f, f), (w / 2, h / 2)]), tone)
        d.mark(Polygon([(f, h - f), (w - f, h - f), (w / 2, h / 2)]), tone)
