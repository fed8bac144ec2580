"""Hills, ground, fields and roads."""

from __future__ import annotations

import itertools
import math
import random
from typing import Any

from shapely.affinity import translate
from shapely.geometry import LineString, Polygon, box
from shapely.ops import unary_union as join

from compiler.render.colour import mix
from compiler.render.scene.stage import Stage, part
from compiler.render.scene.strokes import brush, spline

SKYLINES = ("rolling", "peaks", "fuji")


def skyline(
    kind: Any, base: Any, height: Any, seed: Any, x0: Any = -12.0, x1: float = 172.0, at: float = 80.0,
    scale_: float = 1.0,
) -> Any:  # fmt: skip
    rnd = random.Random(seed)
    n = 150
    xs = [x0 + (x1 - x0) * i / n for i in range(n + 1)]
    if kind == "fuji":
        out = []
        for x in xs:
            d = abs(x - at) / (52 * scale_)
            y = height * max(0.0, (1 - min(1, d) ** 0.62) * 1.02) if d > 0.045 else height * 0.88
            out.append((x, base - y - 0.25 * math.sin(x * 1.7) - 0.2 * math.sin(x * 0.9 + 1)))
        return out
    if kind == "peaks":
        pts, rough = [0.3, rnd.uniform(0.5, 1.0), 0.4, rnd.uniform(0.6, 1.0), 0.35, rnd.uniform(0.5, 0.95), 0.3], 0.26
        while len(pts) < n:
            new = []
            for a, b in itertools.pairwise(pts):
                new += [a, (a + b) / 2 + rnd.uniform(-rough, rough)]
            pts, rough = new + [pts[-1]], rough * 0.52
        m = len(pts) - 1
        return [(x0 + (x1 - x0) * i / m, base - height * max(0.02, p)) for i, p in enumerate(pts)]
    waves = [(rnd.uniform(0.5, 1), rnd.uniform(0.7, 1.3) * k, rnd.uniform(0, 6.28)) for k in (1.2, 2.3, 4.1, 7.7)]
    tot = sum(a / k**0.7 for (a, _, _), k in zip(waves, (1.2, 2.3, 4.1, 7.7), strict=False))
    return [
        (
            x,
            base
            - height
            * (
                0.5
                + 0.62
                * sum(
                    a / k**0.7 * math.sin(f * (x - x0) / 160 * 6.28 * 0.55 + p)
                    for (a, f, p), k in zip(waves, (1.2, 2.3, 4.1, 7.7), strict=False)
                )
                / tot
            ),
        )
        for x in xs
    ]


def _fringe(line: Any, x: Any, fir_h: float, fir_gap: float, rnd: random.Random) -> Any:
    """Firs along a crest."""
    trees, px = [], x[0]
    while px < x[1]:
        i = min(len(line) - 1, int((px - x[0]) / (x[1] - x[0]) * (len(line) - 1)))
        h = fir_h * rnd.uniform(0.6, 1.3)
        yy = line[i][1] + 0.3
        trees.append(
            Polygon(
                [
                    (px - h * 0.26, yy),
                    (px - h * 0.1, yy - h * 0.55),
                    (px, yy - h),
                    (px + h * 0.1, yy - h * 0.55),
                    (px + h * 0.26, yy),
                ]
            )
        )
        px += fir_gap * rnd.uniform(0.4, 1.5)
    return join(trees)


def _folds(line: Any, low: float, n: int, rnd: random.Random) -> Any:
    """Ink strokes down the slopes."""
    marks = []
    for _ in range(n):
        i = rnd.randrange(3, len(line) - 3)
        px, py = line[i]
        down = (low - py) * rnd.uniform(0.12, 0.5)
        slope = (line[i + 3][1] - line[i - 3][1]) / (line[i + 3][0] - line[i - 3][0] + 1e-6)
        dx = down * max(-0.7, min(0.7, 0.5 * (1 if slope > 0 else -1) + rnd.uniform(-0.25, 0.25)))
        y0 = py + rnd.uniform(0.2, 3.5)
        marks.append(
            brush(
                [(px, y0), (px + dx * 0.55 + rnd.uniform(-0.3, 0.3), y0 + down * 0.5), (px + dx, y0 + down)],
                [0.06, rnd.uniform(0.2, 0.6), 0.03],
                4,
            )
        )
    return marks


def _drift(x: float, depth: float, seed: int) -> float:
    """How far snow reaches down from the crest."""
    wave = 0.75 + 0.3 * math.sin(x * 1.9 + seed) + 0.22 * math.sin(x * 4.3 + seed) + 0.12 * math.sin(x * 9.1)
    return max(0.0, depth * wave)


@part
def ridge(
    st: Stage, base: Any, height: Any, colour: Any, kind: Any = "rolling", seed: int = 1, foot: Any = None,
    fade: float = 0.6, to: Any = None, x: Any = (-12, 172), at: float = 80, scale: float = 1.0, cap: Any = None,
    cap_depth: float = 0.35, strokes: Any = None, stroke_n: int = 60, firs: Any = None, fir_h: float = 1.6,
    fir_gap: float = 1.1, edge: Any = None, rim: Any = None,
) -> None:  # fmt: skip
    """A range of hills, fading into mist at the foot. `kind` rolling, peaks or fuji; `cap` snow, `strokes` ink folds,
    `firs` a fringe of trees, `edge` a key line along the crest, `rim` light on the crest."""
    line = skyline(kind, base, height, seed, x[0], x[1], at, scale)
    low = to if to is not None else base + 3
    body = Polygon(line + [(x[1], low), (x[0], low)]).buffer(0)
    rnd = random.Random(seed + 99)
    if edge:
        st.put(LineString(line).buffer(0.22), st.c(edge))
    if firs:
        st.put(_fringe(line, x, fir_h, fir_gap, rnd), st.c(firs))
    st.put(body, st.c(colour))
    if strokes:
        marks = _folds(line, low, stroke_n, rnd)
        st.put(join(marks).intersection(body), st.c(strokes))
    if rim:
        st.put((body - translate(body, 0.5, 0.55)), st.c(rim))
    if foot:
        top = min(p[1] for p in line)
        y0 = low - (low - top) * fade
        n = 26
        for i in range(n):
            yy = y0 + (low - y0) * i / n
            st.put(body.intersection(box(x[0], yy, x[1], low + 1)), mix(st.c(colour), st.c(foot), (i + 1) / n))
    if cap:
        lim = [(px, py + _drift(px, (base - py) * cap_depth, seed)) for px, py in line]
        snowy = Polygon(line + lim[::-1]).buffer(0).intersection(body)
        st.put(snowy, st.c(cap))
        if strokes:
            st.put(join(marks).intersection(snowy), mix(st.c(strokes), st.c(cap), 0.35))


@part
def ground(
    st: Stage, line: Any, colour: Any, to: float = 95, edge: Any = None, tufts: Any = None, seed: int = 4,
    n: int = 60,
) -> None:  # fmt: skip
    """Near ground under a drawn line of points."""
    pts = spline([tuple(p) for p in line], False, 10)
    body = Polygon(pts + [(pts[-1][0], to), (pts[0][0], to)]).buffer(0)
    if edge:
        st.put(LineString(pts).buffer(0.3), st.c(edge))
    st.put(body, st.c(colour))
    if tufts:
        rnd = random.Random(seed)
        marks = []
        for _ in range(n):
            px, py = rnd.choice(pts)
            py += rnd.uniform(0.4, 14) ** 1.0
            s = 0.5 + (py - min(p[1] for p in pts)) * 0.05
            px += rnd.uniform(-6, 6)
            for k in (-1, 0, 1):
                marks.append(
                    brush(
                        [(px + k * 0.35 * s, py), (px + k * 0.9 * s, py - 1.5 * s + abs(k) * 0.4 * s)], [0.24 * s, 0.04]
                    )
                )
        st.put(join(marks).intersection(body), st.c(tufts))


@part
def paddies(
    st: Stage, y: Any, to: Any, colours: Any, line: Any, vanish: Any = (80, 20), n: int = 9, rows: int = 7,
    seed: int = 6, x: Any = (-60, 220),
) -> None:  # fmt: skip
    """Rice fields in perspective: strips towards a vanishing point, cut by dykes."""
    rnd = random.Random(seed)
    st.put(box(-20, y, 180, to), st.c(line))
    ys = [y + (to - y) * ((i / rows) ** 1.8) for i in range(rows + 1)]
    for a, b in itertools.pairwise(ys):
        px = x[0] + rnd.uniform(0, 12)
        gap = 0.16 + 0.05 * (a - y)
        while px < x[1]:
            w = rnd.uniform(0.6, 1.5) * (x[1] - x[0]) / n

            def at(q: float, yy: float) -> Any:
                t = (yy - vanish[1]) / (to - vanish[1])
                return vanish[0] + (q - vanish[0]) * t

            field = Polygon(
                [
                    (at(px, a), a + gap * 0.5),
                    (at(px + w, a), a + gap * 0.5),
                    (at(px + w, b), b - gap * 0.5),
                    (at(px, b), b - gap * 0.5),
                ]
            ).buffer(-gap * 0.3)
            tone = st.c(rnd.choice(colours))
            st.put(field, tone)
            m = int((b - a) / (0.55 + (a - y) * 0.035)) + 1
            for i in range(1, m):
                yy = a + (b - a) * i / m
                xa, xb = at(px, yy) + gap, at(px + w, yy) - gap
                st.put(
                    box(xa, yy - 0.05 - (yy - y) * 0.0025, xb, yy + 0.05 + (yy - y) * 0.0025),
                    mix(tone, st.c(line), 0.42),
                )
            px += w


@part
def road(st: Stage, pts: Any, colour: Any, widths: Any = (0.5, 6), edge: Any = None) -> None:
    g = brush([tuple(p) for p in pts], list(widths))
    if edge:
        st.put(g.buffer(0.3), st.c(edge))
    st.put(g, st.c(colour))
