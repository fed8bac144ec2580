"""Frames, stamps and card backs of each look."""

from __future__ import annotations

import math
import random

from shapely.geometry import MultiLineString, Point, Polygon, box

from compiler.render import type as typeset
from compiler.render.colour import Palette, mix
from compiler.render.drawing import Drawing
from compiler.render.geometry import chaikin
from compiler.render.path import Path, hundredths, polygon
from compiler.render.symbols import unit
from compiler.render.theme.looks import theme_named

GOLD = "#E4B43C"


def border(drawing: Drawing, bounds: tuple[float, float, float, float], palette: Palette) -> None:
    """The frame about a map: one rule, rules with scale bars, or an engraver's triple rule."""
    x0, y0, x1, y1 = bounds
    w, h, ink = x1 - x0, y1 - y0, palette.frame
    drawing.rect(x0, y0, w, h, None, ink, 0.9)
    if palette.theme == "nato":
        drawing.rect(x0 - 2.6, y0 - 2.6, w + 5.2, h + 5.2, None, ink, 0.3)
        part = 8.0
        for n in range(0, int(w // part) - 1, 2):
            for y in (y0 - 2.3, y1 + 0.9):
                drawing.rect(x0 + n * part, y, part, 1.4, ink)
    elif palette.theme == "horse_and_musket":
        drawing.rect(x0 - 1.3, y0 - 1.3, w + 2.6, h + 2.6, None, ink, 0.2)
        drawing.rect(x0 - 2.4, y0 - 2.4, w + 4.8, h + 4.8, None, ink, 0.6)


def laurel(drawing: Drawing, x: float, y: float, r: float, ink: str) -> None:
    """A wreath open at the top."""
    leaf = Path(
        "MCCZ", hundredths([(0, 0.1), (0.15, -0.08), (0.1, -0.2), (0, -0.42), (-0.1, -0.2), (-0.15, -0.08), (0, 0.1)])
    )
    for sign in (-1, 1):
        for i in range(8):
            for tilt, far in ((24, 1.06), (-24, 0.92)):
                a = math.radians(98 + i * 19) if sign < 0 else math.radians(82 - i * 19)
                turn = math.degrees(a) + (180 - tilt if sign < 0 else tilt)
                with drawing.group(x + r * far * math.cos(a), y + r * far * math.sin(a), r, turn):
                    drawing.mark(leaf, ink)


def stamp(drawing: Drawing, x: float, y: float, r: float, palette: Palette, letter: str) -> None:
    """The sign of a game in the middle of its card back: a hex with its letter, a star, a wreath."""
    paper = palette.paper
    drawing.circle(x, y, r, palette.frame, paper, 0.6)
    if palette.theme == "nato":
        drawing.circle(x, y, r * 0.88, None, paper, 0.25)
        drawing.symbol(unit("star"), x, y, r * 1.15, "#C8452E", paper, 0.5)
    elif palette.theme == "horse_and_musket":
        laurel(drawing, x, y + 0.03 * r, r * 0.72, GOLD)
        drawing.text(x, y + r * 0.25, letter, r * 0.68, GOLD, "serif-bold", "middle")
    else:
        hexagon = [
            (x + r * 0.7 * math.cos(math.radians(a)), y + r * 0.7 * math.sin(math.radians(a)))
            for a in range(0, 360, 60)
        ]
        drawing.mark(polygon(hexagon), paper)
        drawing.text(x, y + r * 0.2, letter, r * 0.58, palette.accent, "sans-black", "middle")


def card_back(drawing: Drawing, palette: Palette, title: str) -> None:
    """The back of a card: hexes, camouflage or damask, the sign in the middle, the title below."""
    w, h, b = drawing.width, drawing.height, drawing.bleed
    drawing.rect(-b, -b, w + 2 * b, h + 2 * b, palette.area(palette.frame), r=0 if b else 3)
    m = min(2.4, w * 0.05)
    area = box(m, m, w - m, h - m)
    _pattern(drawing, palette, area, w, h)
    drawing.mark(area, None, palette.paper, 0.5, join="miter")
    drawing.mark(area.buffer(-1.2, join_style="mitre"), None, palette.paper, 0.2, join="miter")
    stamp(drawing, w / 2, h * 0.44, min(w, h) * 0.21, palette, title[:1].upper())
    face = theme_named(palette.theme).heading
    size = typeset.fit(title, 4.2 * min(1.0, w / 63), w - 14, face, 0.02)
    wide = typeset.width(title, size, face, 0.02) + 8
    top = h * 0.77
    drawing.rect(w / 2 - wide / 2, top, wide, size * 2.1, palette.area(palette.frame), palette.paper, 0.4)
    ink = palette.frame if palette.thin else palette.paper
    drawing.text(w / 2, top + size * 1.4, title, size, ink, face, "middle", 0.02)


def _pattern(drawing: Drawing, palette: Palette, area: Polygon, w: float, h: float) -> None:
    rnd, accent = random.Random(8), palette.area(palette.accent, 0.9)
    if palette.theme == "nato":
        drawing.mark(area, palette.area("#7A7A54", 0.9))
        for tone, count in (("#4F5C34", 16), ("#A8925A", 12), ("#3A3A2C", 9)):
            for _ in range(count):
                cx, cy, r = rnd.uniform(0, w), rnd.uniform(0, h), rnd.uniform(4, 9)
                ring = [
                    (
                        cx + r * rnd.uniform(0.5, 1.5) * math.cos(a * 0.9),
                        cy + r * rnd.uniform(0.4, 1.1) * math.sin(a * 0.9),
                    )
                    for a in range(7)
                ]
                blob = Polygon(chaikin(ring, 3, closed=True)).buffer(0).intersection(area)
                drawing.mark(blob, palette.area(tone, 0.85), even_odd=True)
    elif palette.theme == "horse_and_musket":
        drawing.mark(area, accent)
        tone = mix(accent, GOLD, 0.38)
        inner = area.buffer(-4.2)
        for j in range(-8, 9):
            for i in range(-6, 7):
                cx, cy = w / 2 + (i + (j % 2) * 0.5) * 9.6, h / 2 + j * 8.6
                if inner.contains(Point(cx, cy)):
                    drawing.symbol(unit("star"), cx, cy, 4.4, tone)
                    drawing.circle(cx, cy, 3.4, None, tone, 0.22)
    else:
        drawing.mark(area, accent)
        drawing.mark(_honeycomb(w, h).intersection(area), None, mix(accent, palette.white, 0.4), 0.3)


def _honeycomb(w: float, h: float, pitch: float = 7.0) -> MultiLineString:
    side = pitch / math.sqrt(3)
    lines = []
    for column in range(-1, int(w / side / 1.5) + 2):
        for row in range(-1, int(h / pitch) + 2):
            x, y = column * side * 1.5, row * pitch + (pitch / 2 if column % 2 else 0)
            ring = [
                (x + side * math.cos(math.radians(a)), y + side * math.sin(math.radians(a))) for a in (0, 60, 120, 180)
            ]
            lines.append(ring)
    return MultiLineString(lines)
