"""Ground and patterns: terrain marks, waves, gold leaf, clouds, card backs. Strokes and flat inks only."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import shapely
from shapely.geometry import LineString, MultiLineString, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from compiler.render.colour import PAPER, mix
from compiler.render.drawing import Drawing
from compiler.render.geometry import chaikin, parts
from compiler.render.path import Path, arc, hundredths, joined, of_geometry

Point = tuple[float, float]


def tuft(x: float, y: float) -> Path:
    """Three grass strokes."""
    points = [(x - 0.75, y), (x - 0.4, y - 0.8), (x, y), (x, y - 1.1), (x + 0.75, y), (x + 0.4, y - 0.8)]
    return Path("MLMLML", hundredths(points))


def tufts(x: float, y: float, rnd: random.Random, count: int = 5, spread: float = 5.6) -> Path:
    """Broken ground: grass about a centre, clear of the number above it."""
    out = []
    for _ in range(count):
        a, d = rnd.uniform(0, math.tau), rnd.uniform(0.45, 1) * spread
        px, py = x + d * math.cos(a), y + d * math.sin(a)
        if abs(px - x) < 4 and py < y - 3.6:
            py += 3.4
        out.append(tuft(px, py))
    return joined(out)


def hump(drawing: Drawing, x: float, y: float, w: float, ridge: str, fill: str) -> None:
    """A low hill with one shading stroke; the open outline closes for the fill only."""
    points = [(x - w / 2 + w * i / 8, y - w * 0.34 * math.sin(math.pi * i / 8)) for i in range(9)]
    shade = [(x + w * 0.06, y - w * 0.22), (x + w * 0.16, y - w * 0.05)]
    drawing.mark(Path("MLLLLLLLLML", hundredths([*points, *shade])), fill, ridge, 0.2)


def peak(
    drawing: Drawing, x: float, y: float, w: float, h: float, ridge: str, light: str, dark: str, rnd: random.Random
) -> None:
    """One ink mountain: lit left face, dark right face, broken base line."""
    top = (x + rnd.uniform(-0.12, 0.12) * w, y - h)
    left, right = (x - w / 2, y), (x + w / 2, y)
    foot = (x + rnd.uniform(0.02, 0.12) * w, y)
    bend = ((top[0] + left[0]) / 2 + rnd.uniform(-0.05, 0.03) * w, (top[1] + left[1]) / 2)
    fall = ((top[0] + right[0]) / 2 + 0.06 * w, (top[1] + right[1]) / 2)
    crest = (top[0] + 0.05 * w, y - h * 0.55)
    drawing.polygon([left, bend, top, crest, foot], light)
    drawing.polygon([top, fall, right, foot, crest], dark)
    drawing.mark(Path("MLLLLMLL", hundredths([left, bend, top, fall, right, top, crest, foot])), None, ridge, 0.24)


def fir(x: float, y: float) -> Path:
    """A small tree."""
    return Path("MLLZ", hundredths([(x - 0.9, y), (x, y - 2.4), (x + 0.9, y)]))


def crown(x: float, y: float, s: float = 1.0) -> Path:
    """A round tree standing at (x, y): its crown and a stroke for the trunk."""
    points = [
        (x - 1.15 * s, y - 0.9 * s), (x - 1.5 * s, y - 2.2 * s), (x - 0.7 * s, y - 3.0 * s), (x, y - 3.0 * s),
        (x + 0.7 * s, y - 3.0 * s), (x + 1.5 * s, y - 2.2 * s), (x + 1.15 * s, y - 0.9 * s),
        (x + 0.7 * s, y - 0.4 * s), (x - 0.7 * s, y - 0.4 * s), (x - 1.15 * s, y - 0.9 * s),
        (x, y - 0.5 * s), (x, y + 0.2 * s), (x + 0.35 * s, y - 2.3 * s), (x + 0.75 * s, y - 1.3 * s),
    ]  # fmt: skip
    return Path("MCCCZMLML", hundredths(points))


def pine(x: float, y: float, s: float = 1.0) -> Path:
    """A pine standing at (x, y): two tiers and a stroke for the trunk."""
    tiers = [(-1.15, -0.4), (-0.4, -1.5), (-0.85, -1.5), (0, -3.3), (0.85, -1.5), (0.4, -1.5), (1.15, -0.4)]
    points = [(x + dx * s, y + dy * s) for dx, dy in tiers]
    return Path("MLLLLLLZML", hundredths([*points, (x, y - 0.4 * s), (x, y + 0.2 * s)]))


def hachures(edge: BaseGeometry, inside: BaseGeometry, rnd: random.Random, pitch: float = 1.7) -> Path:
    """Short strokes down a slope, from its edge inwards."""
    out: list[int] = []
    shapely.prepare(inside)
    for line in parts(edge):
        n = int(line.length / pitch)
        at = [i * pitch for i in range(n)]
        starts = shapely.get_coordinates(shapely.line_interpolate_point(line, at))
        ends = shapely.get_coordinates(shapely.line_interpolate_point(line, [a + 0.1 for a in at]))
        for (px, py), (qx, qy) in zip(starts, ends, strict=True):
            nx, ny = -(qy - py) / 0.1, (qx - px) / 0.1
            if math.hypot(nx, ny) < 1.5:
                side = 1 if shapely.contains_xy(inside, px + nx * 0.5, py + ny * 0.5) else -1
                k = side * rnd.uniform(0.9, 1.9)
                out += hundredths([(px, py), (px + nx * k, py + ny * k)])
    return Path("ML" * (len(out) // 4), out)


def paddies(
    drawing: Drawing, x: float, y: float, free: BaseGeometry, rnd: random.Random, ground: str, paddy: str, ridge: str
) -> None:
    """Ruled strips of rice on one old field grid: all share an angle."""
    px, py = x + rnd.uniform(-3.4, 1.0), y + rnd.uniform(-2.2, 3.6)
    rows: list[int] = []

    def turned(dx: float, dy: float) -> Point:
        return px + dx * _COS + dy * _SIN, py - dx * _SIN + dy * _COS

    for k in range(rnd.choice((2, 3, 3, 4))):
        w, h, tone = 2.5, rnd.choice((3.4, 4.4, 5.2)), rnd.choice((0.25, 0.45, 0.65))
        left = k * 2.7
        strip = [turned(left, -h / 2), turned(left + w, -h / 2), turned(left + w, h / 2), turned(left, h / 2)]
        if not all(shapely.contains_xy(free, [p[0] for p in strip], [p[1] for p in strip])):
            continue
        drawing.polygon(strip, mix(ground, paddy, tone))
        for q in (0.7, 1.5, 2.3, 3.1, 3.9, 4.7):
            if q < h - 0.3:
                rows += hundredths([turned(left + 0.4, q - h / 2), turned(left + w - 0.4, q - h / 2)])
    if rows:
        lines = Path("ML" * (len(rows) // 4), rows)
        drawing.mark(lines, None, mix(paddy, ridge, 0.22), 0.14, (0.45, 0.35), "butt")


# the angle of the field grid: 9 degrees up to the right
_COS, _SIN = math.cos(math.radians(9)), math.sin(math.radians(9))


def wave_fans(water: BaseGeometry, pitch: float = 14.0) -> Path:
    """Sparse wave fans on a half-drop grid, wherever a whole fan lies in the given water."""
    fans = []
    for cx, cy in _afloat(water, pitch):
        fans += [arc(cx, cy, pitch * k, 180, 360) for k in (0.157, 0.286, 0.414)]
    return joined(fans)


def ripples(water: BaseGeometry, pitch: float = 18.0) -> Path:
    """Sparse engraver's ripples: two short swells, one below the other, as charts of the open sea have them."""
    found = []
    for cx, cy in _afloat(water, pitch):
        for x, y, w in ((cx - 1.2, cy - 3.4, 2.2), (cx + 1.0, cy - 2.0, 1.7)):
            found += [arc(x - w, y, w, 25, 155), arc(x + w, y, w, 25, 155)]
    return joined(found)


def _afloat(water: BaseGeometry, pitch: float) -> list[tuple[float, float]]:
    """The places of a half-drop grid around which all is water."""
    if water.is_empty:
        return []
    x0, y0, x1, y1 = water.bounds
    half = pitch / 2
    centres = [
        (x0 + i * pitch + (half if j % 2 else 0), y0 + j * half)
        for j in range(int((y1 - y0) / half) + 1)
        for i in range(int((x1 - x0) / pitch) + 1)
    ]
    shapely.prepare(water)
    boxes = shapely.box(*zip(*((cx - half, cy - half, cx + half, cy + 1) for cx, cy in centres), strict=True))
    return [at for at, ok in zip(centres, shapely.contains(water, boxes).tolist(), strict=True) if ok]


def gold_leaf(land: BaseGeometry, pitch: float = 19.0, seed: int = 5) -> BaseGeometry:
    """Seams of gold-leaf squares, each end a little off."""
    x0, y0, x1, y1 = land.bounds
    rnd = random.Random(seed)

    def off() -> float:
        return rnd.uniform(-0.6, 0.6)

    down = [[(x0 + i * pitch + off(), y0), (x0 + i * pitch + off(), y1)] for i in range(int((x1 - x0) / pitch) + 2)]
    over = [[(x0, y0 + j * pitch + off()), (x1, y0 + j * pitch + off())] for j in range(int((y1 - y0) / pitch) + 2)]
    return MultiLineString(down + over).intersection(land)


def cloud(drawing: Drawing, bars: Sequence[tuple[float, float, float]], pitch: float, fill: str, line: str) -> None:
    """Gold cloud of a folding screen: stacked capsules (x, y, length) for titles and empty corners."""
    body = unary_union([LineString([(x, y), (x + w, y)]).buffer(pitch * 0.56, quad_segs=12) for x, y, w in bars])
    body = body.buffer(pitch * 0.1).buffer(-pitch * 0.2).buffer(pitch * 0.1)
    drawing.mark(body.simplify(0.02), fill, line, 0.35)
    drawing.mark(body.buffer(-pitch * 0.16).simplify(0.02), None, line, 0.14)


def seigaiha(x: float, y: float, w: float, h: float, r: float) -> Path:
    """Overlapping waves: arcs cut to a rectangle."""
    arcs = []
    for j in range(int(h / (r * 0.5)) + 3):
        for i in range(int(w / (2 * r)) + 2):
            cx, cy = x + i * 2 * r + (r if j % 2 else 0), y + j * r * 0.5
            for k in (1.0, 0.72, 0.44):
                arcs.append(
                    [
                        (cx + k * r * math.cos(math.radians(a)), cy - k * r * math.sin(math.radians(a)))
                        for a in range(30, 151, 10)
                    ]
                )
    return of_geometry(MultiLineString(arcs).intersection(box(x, y, x + w, y + h)))


def asanoha(x: float, y: float, w: float, h: float, a: float) -> Path:
    """Hemp leaves: triangles with their three inner rays, cut to a rectangle."""
    hh = a * math.sqrt(3) / 2
    segments: dict[tuple[Point, Point], None] = {}
    for j in range(-1, int(h / hh) + 2):
        for i in range(-1, int(w / a) + 2):
            ox, oy = x + i * a + (a / 2 if j % 2 else 0), y + j * hh
            up = [(ox, oy), (ox + a, oy), (ox + a / 2, oy + hh)]
            down = [(ox + a / 2, oy + hh), (ox + a, oy), (ox + 1.5 * a, oy + hh)]
            for tri in (up, down):
                c = (sum(p[0] for p in tri) / 3, sum(p[1] for p in tri) / 3)
                for p, q in ((tri[0], tri[1]), (tri[1], tri[2]), (tri[2], tri[0]), *((p, c) for p in tri)):
                    segments[min((p, q), (q, p))] = None
    return of_geometry(MultiLineString(list(segments)).intersection(box(x, y, x + w, y + h)))


def scene(
    drawing: Drawing,
    at: tuple[float, float, float, float],
    sky: str,
    sun: str,
    ridge: str,
    mist: str,
    seed: int,
    sun_at: Point = (0.68, 0.42),
) -> None:
    """Woodblock vignette in a box (x, y, w, h): sun disc, three ridges, mist bars. Twelve paths."""
    x, y, w, h = at
    window = box(x, y, x + w, y + h)
    drawing.rect(x, y, w, h, sky)
    disc = shapely.Point(x + w * sun_at[0], y + h * sun_at[1]).buffer(h * 0.30, quad_segs=24)
    drawing.mark(disc.intersection(window), sun)
    rnd = random.Random(seed)
    for i, tone in enumerate((0.55, 0.3, 0.0)):
        base, n = y + h * (0.62 + 0.14 * i), 7
        crest: list[Point] = [(x, base)]
        for k in range(n + 1):
            rise = h * (0.22 - 0.05 * i) * rnd.random() + (h * 0.06 if k % 2 else 0)
            crest.append((x + w * k / n, base - rise))
        line = chaikin(crest, 2, closed=False)
        drawing.mark(shapely.Polygon([(x, y + h), *line, (x + w, y + h)]).intersection(window), mix(ridge, sky, tone))
    bars = []
    for k in range(3):
        yy, a = y + h * (0.34 + 0.17 * k), x + w * rnd.uniform(-0.1, 0.45)
        length = w * rnd.uniform(0.3, 0.5)
        bars.append([(a, yy), (a + length, yy)])
        bars.append([(a + length * 0.35, yy + h * 0.05), (a + length * 1.25, yy + h * 0.05)])
    drawing.mark(MultiLineString(bars).buffer(h * 0.026).intersection(window), mist)


def relief_tones(ground: str, ridge: str) -> tuple[str, str]:
    """Lit and dark face of a mountain on a ground."""
    return mix(ground, PAPER, 0.55), mix(ground, ridge, 0.45)
