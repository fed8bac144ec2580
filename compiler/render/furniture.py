"""What every sheet of the family shares: frame, seal, cartouche, compass, scale bar, bands, badges, slips."""

from __future__ import annotations

import math
from collections.abc import Callable

from shapely.geometry import MultiPolygon, Polygon, box
from shapely.geometry.base import BaseGeometry

from compiler.render import type as typeset
from compiler.render.colour import INK, PAPER, Palette, Side, contrast, mix
from compiler.render.drawing import Drawing
from compiler.render.path import Path, arc, circle, joined, of_geometry, polygon, rectangle
from compiler.render.theme.ornament import border


def frame(drawing: Drawing, x: float, y: float, w: float, h: float, colour: str, gap: float = 1.2) -> None:
    """Thick and thin rule: the family border."""
    drawing.rect(x, y, w, h, None, colour, 0.9)
    drawing.rect(x + gap, y + gap, w - 2 * gap, h - 2 * gap, None, colour, 0.25)


def seal(drawing: Drawing, x: float, y: float, size: float, text: str, ground: str, ink: str = PAPER) -> None:
    """Red name seal, read down from the right; a short last column is centred."""
    drawing.rect(x, y, size, size, ground, r=size * 0.08)
    inset = size * 0.06
    drawing.rect(x + inset, y + inset, size * 0.88, size * 0.88, None, ink, size * 0.022, r=size * 0.05)
    columns = 1 if len(text) <= 2 else 2 if len(text) <= 6 else 3
    per = math.ceil(len(text) / columns)
    em = size * 0.84 / max(per, columns)
    for i, char in enumerate(text):
        column, row = divmod(i, per)
        count = min(per, len(text) - column * per)
        cx = x + size / 2 + (columns - 1) * em / 2 - column * em
        drawing.text(cx, y + size / 2 - count * em / 2 + (row + 0.87) * em, char, em, ink, "kanji", "middle", bold=0.03)


def badge(
    drawing: Drawing,
    x: float,
    y: float,
    r: float,
    value: object,
    fill: str = INK,
    ink: str = PAPER,
    ring: str = PAPER,
    size: float = 0.0,
) -> None:
    """A number in a disc."""
    drawing.circle(x, y, r, fill, ring, 0.22)
    k = typeset.fit(str(value), size or r * 1.6, r * 1.75, "sans-black")
    drawing.text(x, y + k * 0.345, str(value), k, ink, "sans-black", "middle")


def scale_bar(
    drawing: Drawing, x: float, y: float, part: float, labels: tuple[str, ...], note: str, palette: Palette
) -> None:
    """Alternating parts with a number at every end, starting with 0."""
    for i in range(len(labels)):
        fill = palette.ink if i % 2 == 0 else palette.white
        drawing.rect(x + i * part, y, part, 1.3, fill, palette.ink, 0.18)
    for i, label in enumerate(("0", *labels)):
        drawing.text(x + i * part, y - 1, label, 2.1, palette.ink, "sans-semi", "middle")
    drawing.text(x, y + 5.0, note, 2.4, palette.soft, "sans-italic")


def compass(
    drawing: Drawing, x: float, y: float, r: float, ink: str, paper: str, turn: float = 0.0, north: str = "北"
) -> None:
    """Four blades, half dark and half light; north carries its kanji. `turn` is for maps that are not north up."""
    with drawing.group(x, y, turn=turn):
        drawing.circle(0, 0, r * 0.62, None, ink, 0.2)
        drawing.circle(0, 0, r * 0.70, None, ink, 0.35)
        for k in range(4):
            a = math.radians(90 * k - 90)
            tip = (r * math.cos(a), r * math.sin(a))
            left = (r * 0.2 * math.cos(a - 0.785), r * 0.2 * math.sin(a - 0.785))
            right = (r * 0.2 * math.cos(a + 0.785), r * 0.2 * math.sin(a + 0.785))
            drawing.polygon([tip, left, (0, 0)], ink, ink, 0.12)
            drawing.polygon([tip, right, (0, 0)], paper, ink, 0.12)
        drawing.text(0, -r - 0.9, north, r * 0.44, ink, "kanji" if north == "北" else "sans-bold", "middle", bold=0.04)


def passe_partout(drawing: Drawing, view: BaseGeometry, palette: Palette) -> None:
    """Margin that trims a map to its window, then the thick and thin frame."""
    x0, y0, x1, y1 = view.bounds
    b = drawing.bleed
    outer = box(-b, -b, drawing.width + b, drawing.height + b)
    drawing.mark(outer.difference(view), palette.paper, even_odd=True)
    if palette.theme != "japan":
        border(drawing, (x0, y0, x1, y1), palette)
        return
    drawing.mark(view, None, palette.frame, 0.9, join="miter")
    drawing.rect(x0 - 1.6, y0 - 1.6, x1 - x0 + 3.2, y1 - y0 + 3.2, None, palette.frame, 0.25)


def heading(drawing: Drawing, x: float, y: float, w: float, title: str, note: str, palette: Palette) -> float:
    """Chart heading with its accent rule; returns the height below it where content starts."""
    size = typeset.fit(title, 5.0, w * (0.62 if note else 1.0), "serif-bold")
    drawing.text(x, y, title, size, palette.frame, "serif-bold")
    if note:
        room = w - typeset.width(title, size, "serif-bold") - 4
        size = typeset.fit(note, 2.4, room, "sans-italic")
        drawing.text(x + w, y, note, size, palette.soft, "sans-italic", "end")
    drawing.line([(x, y + 2.0), (x + w, y + 2.0)], palette.accent, 0.6)
    return y + 3.6


def _stripes(s: float, h: float, n: int, slant: float, share: float = 0.5) -> Path:
    step = s / n
    bars = MultiPolygon(
        [
            Polygon([(i * step, h), (i * step + slant, 0), ((i + share) * step + slant, 0), ((i + share) * step, h)])
            for i in range(-2, n)
        ]
    )
    return of_geometry(bars.intersection(box(0, 0, s, h)))


def _checks(s: float, h: float) -> Path:
    n = 2 * round(s / h)
    c = s / n
    return joined(rectangle(i * c, (i % 2) * h / 2, c, h / 2) for i in range(n))


def _waves(s: float, h: float) -> Path:
    n, out = 6, []
    for i in range(n):
        x, r = (i + 0.5) * s / n, s / n / 2 * 0.86
        ring = arc(x, h, r, 180, 360), arc(x, h, r - 0.34, 360, 180)
        band = Path("MCC" + "LCC" + "Z", [*ring[0].pts, *ring[1].pts])
        out += [band, polygon([(x - r * 0.36, h), *_fan(x, h, r * 0.36)])]
    return joined(out)


def _fan(x: float, y: float, r: float) -> list[tuple[float, float]]:
    return [(x + r * math.cos(math.radians(a)), y + r * math.sin(math.radians(a))) for a in range(180, 361, 20)]


# pattern → the light shapes on the dark band, for a counter s wide and a band h high
_BANDS: dict[str, Callable[[float, float], Path]] = {
    "solid": lambda s, h: Path("", []),
    "double": lambda s, h: joined([rectangle(0, h * 0.2, s, h * 0.22), rectangle(0, h * 0.6, s, h * 0.22)]),
    "teeth": lambda s, h: joined(
        polygon([(i * s / 8, h), ((i + 0.5) * s / 8, 0), ((i + 1) * s / 8, h)]) for i in range(8)
    ),
    "checks": _checks,
    "dots": lambda s, h: joined(circle((i + 0.5) * s / 9, h / 2, h * 0.27) for i in range(9)),
    "slash": lambda s, h: _stripes(s, h, 9, h),
    "bars": lambda s, h: joined(rectangle((i + 0.25) * s / 8, 0, s / 16, h) for i in range(8)),
    "diamonds": lambda s, h: joined(
        polygon(
            [(i * s / 8, h / 2), ((i + 0.5) * s / 8, h * 0.08), ((i + 1) * s / 8, h / 2), ((i + 0.5) * s / 8, h * 0.92)]
        )
        for i in range(8)
    ),
    "wave": _waves,
}
BANDS = (*_BANDS, "plain")


def edge_band(drawing: Drawing, x: float, y: float, w: float, h: float, side: Side, bleed: float = 0.0) -> None:
    """The side's pattern along an edge: it reads without colour. The dark ground goes into the bleed."""
    pattern = _BANDS.get(side.band)
    if pattern is None:
        return
    fill = side.band_fill or side.fill
    deep = contrast(fill, INK) < 5
    dark, light = mix(fill, INK, 0.55 if deep else 0.42), mix(fill, PAPER, 0.62 if deep else 0.72)
    drawing.rect(x - bleed, y - bleed, w + 2 * bleed, h + bleed, dark)
    shapes = pattern(w, h)
    if shapes:
        with drawing.group(x, y):
            drawing.mark(shapes, light)


def slip(
    drawing: Drawing, x: float, y: float, w: float, text: str, paper: str = PAPER, ink: str = INK, em: float = 0.0
) -> float:
    """Name slip: vertical kanji on paper, like a banner; returns its height."""
    em = em or min(w * 0.74, 10.2 / max(1, len(text)))
    h = em * len(text) + 0.9
    drawing.rect(x, y, w, h, paper, INK, 0.16, r=0.3)
    drawing.column(x + w / 2, y + 0.42, text, em, ink, 0.035)
    return h


def trim_line(drawing: Drawing, w: float, h: float) -> None:
    """Counter trim: the hairline that shows the cut on a white sheet."""
    drawing.rect(0, 0, w, h, None, mix(INK, PAPER, 0.25), 0.14)
