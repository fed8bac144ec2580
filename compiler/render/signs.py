"""Small signs of ours: on pieces, and on the plates that lie on spaces."""

from __future__ import annotations

from compiler.render.colour import INK, PAPER, Palette, Side
from compiler.render.drawing import Drawing
from compiler.render.symbols import mon
from compiler.render.type import fit

BADGE = 4.6  # mm across
PLATE = (11.0, 11.0)  # mm; lies under the counters of a space


def crest(side: Side) -> Drawing:
    """The crest of a side on a small disc."""
    drawing = Drawing(6, 6)
    drawing.circle(3, 3, 2.75, side.fill, PAPER, 0.4)
    drawing.symbol(mon(side.mon), 3, 3, 4.2, side.text)
    return drawing


def veil(w: float, h: float) -> Drawing:
    """A small sign in the upper right corner of a piece."""
    drawing = Drawing(w, h)
    x, y, r = w - 2.4, 2.4, 2.0
    drawing.circle(x, y, r, INK, PAPER, 0.3)
    drawing.text(x, y + 1.05, "?", 3.0, PAPER, "sans-bold", "middle")
    return drawing


def plate(palette: Palette, text: str, side: Side | None) -> Drawing:
    """The crest of a side, or a word, on a plate that lies on a space."""
    w, h = PLATE
    drawing = Drawing(w, h)
    fill, ink = (side.fill, side.text) if side is not None else (palette.white, palette.ink)
    drawing.rect(0.3, 0.3, w - 0.6, h - 0.6, fill, palette.ink, 0.5, r=1.6)
    if side is not None:
        drawing.symbol(mon(side.mon), w / 2, h / 2, h * 0.66, ink)
    else:
        drawing.text(w / 2, h / 2 + 0.9, text, fit(text, 2.6, w - 1.6, "sans-bold"), ink, "sans-bold", "middle")
    return drawing


def badge(text: str, fill: str) -> Drawing:
    """A letter on a small disc."""
    drawing = Drawing(BADGE, BADGE)
    half = BADGE / 2
    drawing.circle(half, half, half - 0.25, fill, PAPER, 0.4)
    drawing.text(half, half + 1.15, text, 3.3, PAPER, "sans-bold", "middle")
    return drawing
