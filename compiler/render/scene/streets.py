"""Towns, gates, bridges, palisades, curtains, rooms."""

from __future__ import annotations

import random
from typing import Any

from shapely.geometry import Polygon, box

from compiler.render.colour import mix
from compiler.render.scene.stage import Stage, part
from compiler.render.scene.strokes import bend, brush, crest, mon_at, put_at, rod


@part
def town(
    st: Stage, x: Any, y: Any, rows: Any, size: Any, roofs: Any, wall: Any = "wall", line: Any = "ink",
    seed: int = 1, lit: Any = None, step: float = 0.62,
) -> None:  # fmt: skip
    """Streets of low roofs: rows from far to near."""
    rnd = random.Random(seed)
    for r in range(rows):
        k = size * (1 + r * 0.16)
        yy = y + r * size * step
        px = x[0] - rnd.uniform(0, k)
        while px < x[1]:
            w = k * rnd.uniform(1.3, 2.6)
            h = k * rnd.uniform(0.55, 0.8)
            tone = st.c(rnd.choice(roofs))
            st.put(box(px + w * 0.08, yy - h * 0.55, px + w * 0.92, yy), st.c(wall))
            m = max(2, int(w / (k * 0.4)))
            for i in range(m):
                a = px + w * 0.12 + w * 0.76 * i / m
                st.put(
                    box(a, yy - h * 0.42, a + w * 0.76 / m * 0.45, yy - h * 0.04),
                    st.c(lit) if lit and rnd.random() < 0.4 else mix(st.c(wall), st.c(line), 0.6),
                )
            g = Polygon(
                [
                    (px, yy - h * 0.5),
                    (px + w * 0.12, yy - h * 1.05),
                    (px + w * 0.88, yy - h * 1.05),
                    (px + w, yy - h * 0.5),
                ]
            )
            st.put(g, tone)
            st.put(box(px + w * 0.1, yy - h * 1.13, px + w * 0.9, yy - h * 1.02), mix(tone, st.c(line), 0.5))
            for i in range(1, int(w / (k * 0.17))):
                t = i / int(w / (k * 0.17))
                st.put(
                    brush(
                        [(px + w * (0.12 + 0.76 * t), yy - h * 1.03), (px + w * t, yy - h * 0.5)], [0.03 * k, 0.03 * k]
                    ),
                    mix(tone, st.c(line), 0.35),
                )
            px += w * rnd.uniform(0.98, 1.12)


@part
def torii(st: Stage, at: Any, h: Any, colour: Any = "accent") -> None:
    st.put(put_at(crest("torii"), at[0], at[1], h / 97, foot=(50, 97)), st.c(colour))


@part
def bridge(
    st: Stage, x: Any, y: Any, rise: Any, colour: Any = "post", line: Any = "ink", rail: float = 3.0,
    piers: int = 5, light: Any = None,
) -> None:  # fmt: skip
    """Arched wooden bridge from x0 to x1."""
    x0, x1 = x
    q = bend((x0, y), ((x0 + x1) / 2, y - 2 * rise), (x1, y), n=40)
    for i in range(1, piers + 1):
        px, py = q[int(40 * i / (piers + 1))]
        for d in (-0.5, 0.5):
            st.put(brush([(px + d, py), (px + d * 1.9, y + rise * 0.75)], [0.55, 0.7]), st.c(line))
        st.put(
            box(px - 1.4, py + (y + rise * 0.7 - py) * 0.5 - 0.2, px + 1.4, py + (y + rise * 0.7 - py) * 0.5 + 0.2),
            st.c(line),
        )
    st.put(brush(q, [1.6, 1.6], 1), st.c(line))
    st.put(brush([(a, b - 0.35) for a, b in q], [0.75, 0.75], 1), st.c(colour))
    if light:
        st.put(brush([(a, b - 0.7) for a, b in q], [0.22, 0.22], 1), st.c(light))
    for i in range(0, 41, 4):
        px, py = q[i]
        st.put(box(px - 0.24, py - rail - 0.5, px + 0.24, py - 0.6), st.c(line))
        st.put(Polygon([(px - 0.42, py - rail - 0.4), (px, py - rail - 1.2), (px + 0.42, py - rail - 0.4)]), st.c(line))
    for k, w in ((0.9, 0.5), (0.5, 0.34)):
        st.put(brush([(a, b - rail * k - 0.3) for a, b in q], [w, w], 1), st.c(colour))


@part
def palisade(
    st: Stage, x: Any, y: Any, h: Any, colour: Any = "post", line: Any = "ink", seed: int = 1, gap: float = 1.5,
) -> None:  # fmt: skip
    """Bamboo fence lashed with rope."""
    rnd = random.Random(seed)
    px = x[0]
    while px < x[1]:
        hh = h * rnd.uniform(0.85, 1.12)
        st.put(brush([(px + rnd.uniform(-0.2, 0.2), y), (px, y - hh)], [0.5, 0.34]), st.c(colour))
        st.put(box(px - 0.24, y - hh * 0.6, px + 0.24, y - hh * 0.56), st.c(line))
        px += gap
    for k in (0.3, 0.72):
        st.put(rod(x[0] - 0.5, y - h * k, x[1], y - h * k, 0.42), st.c(colour))
        px = x[0]
        while px < x[1]:
            st.put(rod(px - 0.32, y - h * k - 0.32, px + 0.32, y - h * k + 0.32, 0.2), st.c(line))
            px += gap


@part
def curtain(
    st: Stage, x: Any, y: Any, h: Any, colour: Any = "light", line: Any = "ink", mon: Any = None,
    gap: float = 13,
) -> None:  # fmt: skip
    """Camp curtain on posts, with the crest."""
    x0, x1 = x
    n = max(1, round((x1 - x0) / gap))
    pts = []
    for i in range(n):
        a, b = x0 + (x1 - x0) * i / n, x0 + (x1 - x0) * (i + 1) / n
        pts += list(bend((a, y - h), ((a + b) / 2, y - h * 0.86), (b, y - h), n=8))
    st.put(Polygon(pts + [(x1, y - h * 0.04), (x0, y - h * 0.04)]).buffer(0), st.c(colour))
    for i in range(n):
        a, b = x0 + (x1 - x0) * i / n, x0 + (x1 - x0) * (i + 1) / n
        for t in (0.25, 0.5, 0.75):
            st.put(
                brush([(a + (b - a) * t, y - h * 0.9), (a + (b - a) * t + 0.15, y - h * 0.05)], [0.06, 0.14]),
                mix(st.c(colour), st.c(line), 0.3),
            )
        if mon:
            st.put(mon_at(mon, (a + b) / 2, y - h * 0.45, h * 0.52), st.c(line))
    for i in range(n + 1):
        a = x0 + (x1 - x0) * i / n
        st.put(box(a - 0.22, y - h * 1.12, a + 0.22, y + 0.4), st.c(line))


@part
def window(
    st: Stage, x: Any, y: Any, w: Any, h: Any, frame: Any = "post", paper: Any = "light", line: Any = "ink",
    cols: int = 4, rows: int = 5, glow: Any = None,
) -> None:  # fmt: skip
    """Paper sliding screen with its lattice."""
    st.put(box(x, y, x + w, y + h), st.c(frame))
    st.put(box(x + 0.6, y + 0.6, x + w - 0.6, y + h - 0.6), st.c(glow or paper))
    for i in range(1, cols):
        st.put(box(x + w * i / cols - 0.12, y, x + w * i / cols + 0.12, y + h), st.c(line))
    for i in range(1, rows):
        st.put(box(x, y + h * i / rows - 0.12, x + w, y + h * i / rows + 0.12), st.c(line))


@part
def floor(st: Stage, y: Any, to: Any, colour: Any, line: Any, vanish: float = 80, n: int = 9) -> None:
    """Straw mats in perspective."""
    st.put(box(-20, y, 180, to), st.c(colour))
    for i in range(-n, n + 1):
        x0, x1 = vanish + i * 9, vanish + i * 17
        st.put(brush([(x0, y), (x1, to)], [0.2, 0.5]), st.c(line))
    st.put(box(-20, y + (to - y) * 0.4, 180, y + (to - y) * 0.4 + 0.3), st.c(line))
