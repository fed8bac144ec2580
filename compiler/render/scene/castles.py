"""Castles, turrets, halls and pagodas."""

from __future__ import annotations

from typing import Any

from shapely.affinity import translate
from shapely.geometry import Polygon, box

from compiler.render.colour import mix
from compiler.render.scene.roofs import eaves, gable, roof, stones
from compiler.render.scene.stage import Stage, part
from compiler.render.scene.strokes import bend, blob, brush, put_at


def _foundation(st: Stage, x: float, y: float, w: float, h: float, stone: str, line: str) -> None:
    """The curved base of a keep, its right face in the shade."""
    foot, head = w * 0.5, w * 0.36
    left = bend((x - foot, y), (x - head - w * 0.02, y - h * 0.45), (x - head, y - h))
    right = bend((x + head, y - h), (x + head + w * 0.02, y - h * 0.45), (x + foot, y))
    shape = Polygon(left + right).buffer(0)
    shade = shape.intersection(box(x + head * 0.15, y - h, x + foot, y))
    st.put(shape.buffer(w * 0.004), line)
    st.put(shape, stone)
    stones(st, shape, mix(stone, line, 0.5), w * 0.055, 3)
    st.put(shade, mix(stone, line, 0.22))
    stones(st, shade, mix(stone, line, 0.62), w * 0.055, 3)


def _crown(
    st: Stage, at: tuple[float, float], sizes: tuple[float, float, float, float], last: bool, twins: bool,
    inks: tuple[str, str, str, str, str],
) -> None:  # fmt: skip
    """Gables on a roof of a keep; the highest carries two golden fish."""
    (x, y), (half, rise, top, w), (tiles, wall, line, trim, fish) = at, sizes, inks
    dark = mix(tiles, line, 0.25)
    if last:
        gable(st, x, y - rise * 0.12, half * 0.44, rise * 1.25, dark, wall, trim)
        tail = blob((30, 100), (40, 60), (30, 20), (62, 0), (56, 40), (72, 70), (70, 100))
        for side in (-1, 1):
            st.put(put_at(tail, x + side * top, y - rise * 1.55, w * 0.0006, side > 0), fish)
        return
    for gx in (x - half * 0.42, x + half * 0.42) if twins else (x,):
        gable(st, gx, y - rise * 0.1, half * (0.3 if twins else 0.38), rise * 1.05, dark, wall, trim)


@part
def castle(
    st: Stage, at: Any, w: Any, tiers: int = 3, roof_: Any = "roof", wall: Any = "wall", stone: Any = "stone",
    line: Any = "ink", gold: Any = None, lit: Any = None, snow: Any = None, base: float = 0.34,
    boards: Any = None,
) -> None:  # fmt: skip
    """Keep on a stone base: white walls, dark tiles, gables. `at` is the middle of the foot."""
    x, y = at
    cr, cw, cs, cl = st.c(roof_), st.c(wall), st.c(stone), st.c(line)
    ct = mix(cr, cw, 0.35)
    h0, head = w * base, w * 0.36
    _foundation(st, x, y, w, h0, cs, cl)
    yy, half = y - h0, head * 0.97
    for i in range(tiers):
        wh = w * (0.13 - 0.012 * i)
        wall_g = box(x - half * 0.9, yy - wh, x + half * 0.9, yy)
        st.put(wall_g.buffer(w * 0.004), cl)
        st.put(wall_g, cw)
        st.put(box(x + half * 0.3, yy - wh, x + half * 0.9, yy), mix(cw, cl, 0.14))
        if boards:
            st.put(box(x - half * 0.9, yy - wh * 0.45, x + half * 0.9, yy), st.c(boards))
        n = max(2, 5 - i)
        for j in range(n):
            wx = x - half * 0.72 + 1.44 * half * (j + 0.5) / n
            win = box(wx - half * 0.07, yy - wh * 0.74, wx + half * 0.07, yy - wh * 0.3)
            st.put(win, st.c(lit) if lit and (i + j) % 2 == 0 else cl)
        rise = w * (0.105 - 0.005 * i)
        last = i == tiers - 1
        ry = yy - wh
        hw = half * 1.26
        tp = half * (0.52 if last else 0.78)
        roof(st, x, ry, hw, rise * (1.5 if last else 1), tp, cr, mix(cr, cl, 0.5) if not snow else mix(cr, cl, 0.4), ct)
        if snow:
            gg = eaves(x, ry, hw, rise * (1.5 if last else 1), tp)
            st.put(gg - translate(gg, 0, rise * 0.42), st.c(snow))
        trim = st.c(gold) if gold else None
        _crown(st, (x, ry), (half, rise, tp, w), last, i == 0 and tiers > 2, (cr, cw, cl, trim or ct, trim or cl))
        yy = ry - rise * (0.82 if not last else 1)
        half *= 0.76


@part
def turret(
    st: Stage, at: Any, w: Any, roof_: Any = "roof", wall: Any = "wall", stone: Any = "stone", line: Any = "ink",
    run: Any = None,
) -> None:  # fmt: skip
    """Corner tower with an optional run of wall to each side: run = [left, right]."""
    x, y = at
    cr, cw, cs, cl = st.c(roof_), st.c(wall), st.c(stone), st.c(line)
    if run:
        a, b = x - run[0], x + run[1]
        st.put(Polygon([(a, y), (a + 0.3, y - w * 0.22), (b - 0.3, y - w * 0.22), (b, y)]), cs)
        stones(st, box(a, y - w * 0.22, b, y), mix(cs, cl, 0.45), w * 0.1, 5)
        st.put(box(a, y - w * 0.42, b, y - w * 0.2), cw)
        n = int((b - a) / (w * 0.22))
        for i in range(n):
            st.put(box(a + (i + 0.4) * (b - a) / n, y - w * 0.35, a + (i + 0.6) * (b - a) / n, y - w * 0.28), cl)
        st.put(Polygon([(a - 0.4, y - w * 0.4), (a, y - w * 0.52), (b, y - w * 0.52), (b + 0.4, y - w * 0.4)]), cr)
    st.put(Polygon([(x - w * 0.5, y), (x - w * 0.42, y - w * 0.3), (x + w * 0.42, y - w * 0.3), (x + w * 0.5, y)]), cs)
    stones(st, box(x - w * 0.45, y - w * 0.3, x + w * 0.45, y), mix(cs, cl, 0.5), w * 0.1, 6)
    st.put(box(x - w * 0.36, y - w * 0.58, x + w * 0.36, y - w * 0.28), cw)
    for k in (-0.18, 0.08):
        st.put(box(x + k * w, y - w * 0.5, x + (k + 0.1) * w, y - w * 0.38), cl)
    roof(st, x, y - w * 0.56, w * 0.5, w * 0.2, w * 0.3, cr, mix(cr, cl, 0.5), mix(cr, cw, 0.3))
    st.put(box(x - w * 0.24, y - w * 0.9, x + w * 0.24, y - w * 0.7), cw)
    st.put(box(x - w * 0.1, y - w * 0.86, x + w * 0.0, y - w * 0.77), cl)
    roof(st, x, y - w * 0.88, w * 0.38, w * 0.22, w * 0.16, cr, mix(cr, cl, 0.5), mix(cr, cw, 0.3))


@part
def hall(
    st: Stage, at: Any, w: Any, roof_: Any = "roof", wall: Any = "wall", post: Any = "post", line: Any = "ink",
    lit: Any = None, snow: Any = None, steps: bool = True,
) -> None:  # fmt: skip
    """Temple hall: a great curved roof on posts."""
    x, y = at
    cr, cl = st.c(roof_), st.c(line)
    h = w * 0.2
    if steps:
        st.put(box(x - w * 0.44, y - w * 0.035, x + w * 0.44, y), mix(st.c(wall), cl, 0.35))
        st.put(box(x - w * 0.4, y - w * 0.06, x + w * 0.4, y - w * 0.03), mix(st.c(wall), cl, 0.2))
    st.put(box(x - w * 0.37, y - w * 0.05 - h, x + w * 0.37, y - w * 0.05), st.c(lit) if lit else st.c(wall))
    for i in range(8):
        px = x - w * 0.36 + w * 0.72 * i / 7
        st.put(box(px - w * 0.011, y - w * 0.05 - h, px + w * 0.011, y - w * 0.05), st.c(post))
    for k in (0.25, 0.62):
        st.put(
            box(x - w * 0.37, y - w * 0.05 - h * k - w * 0.006, x + w * 0.37, y - w * 0.05 - h * k + w * 0.006),
            st.c(post),
        )
    yy = y - w * 0.04 - h
    roof(st, x, yy, w * 0.56, w * 0.17, w * 0.34, cr, mix(cr, cl, 0.5), mix(cr, st.c(wall), 0.35))
    roof(st, x, yy - w * 0.155, w * 0.37, w * 0.16, w * 0.27, cr, mix(cr, cl, 0.5), mix(cr, st.c(wall), 0.35))
    if snow:
        for g in (eaves(x, yy, w * 0.56, w * 0.17, w * 0.34), eaves(x, yy - w * 0.155, w * 0.37, w * 0.16, w * 0.27)):
            st.put(g - translate(g, 0, w * 0.06), st.c(snow))
    st.put(box(x - w * 0.3, yy - w * 0.345, x + w * 0.3, yy - w * 0.31), cl)
    for s in (-1, 1):
        st.put(box(x + s * w * 0.29 - w * 0.016, yy - w * 0.375, x + s * w * 0.29 + w * 0.016, yy - w * 0.3), cl)


@part
def pagoda(
    st: Stage, at: Any, h: Any, roof_: Any = "roof", wall: Any = "wall", line: Any = "ink", tiers: int = 5,
    lit: Any = None, snow: Any = None,
) -> None:  # fmt: skip
    x, y = at
    cr, cl = st.c(roof_), st.c(line)
    unit, half = h * 0.72 / tiers, h * 0.15
    yy = y
    st.put(box(x - half * 1.1, y - h * 0.025, x + half * 1.1, y), mix(st.c(wall), cl, 0.4))
    for i in range(tiers):
        k = 1 - 0.09 * i
        st.put(box(x - half * 0.62 * k, yy - unit * 0.62, x + half * 0.62 * k, yy), st.c(lit) if lit else st.c(wall))
        for p in (-0.6, -0.2, 0.2, 0.6):
            st.put(box(x + half * k * p - h * 0.004, yy - unit * 0.62, x + half * k * p + h * 0.004, yy), cl)
        roof(
            st,
            x,
            yy - unit * 0.55,
            half * 1.25 * k,
            unit * 0.48,
            half * 0.5 * k,
            cr,
            mix(cr, cl, 0.5),
            mix(cr, st.c(wall), 0.3),
            tiles=h > 14,
        )
        if snow:
            g = eaves(x, yy - unit * 0.55, half * 1.25 * k, unit * 0.48, half * 0.5 * k)
            st.put(g - translate(g, 0, unit * 0.2), st.c(snow))
        yy -= unit
    st.put(brush([(x, yy + unit * 0.1), (x, yy - h * 0.22)], [h * 0.02, h * 0.006]), cl)
    for i in range(6):
        st.put(box(x - h * 0.016, yy - h * (0.04 + i * 0.024), x + h * 0.016, yy - h * (0.03 + i * 0.024)), cl)
