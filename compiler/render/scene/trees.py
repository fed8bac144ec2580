"""Trees, single and in rows."""

from __future__ import annotations

import math
import random
from typing import Any

from shapely.affinity import scale, translate
from shapely.geometry import Point, Polygon, box
from shapely.ops import unary_union as join

from compiler.render.colour import mix
from compiler.render.scene.stage import Stage, part
from compiler.render.scene.strokes import brush


@part
def pine(
    st: Stage, at: Any, h: Any, trunk: Any = "ink", leaf: Any = "leaf", light: Any = None, flip: bool = False,
    seed: int = 1, pads: Any = None, snow: Any = None,
) -> None:  # fmt: skip
    """Old pine: bent trunk, flat cushions of needles with lit tops."""
    rnd = random.Random(seed)
    k, s = h / 100, -1 if flip else 1

    def X(px: Any) -> Any:
        return at[0] + s * px * k

    def Y(py: Any) -> Any:
        return at[1] - py * k

    path = [(0, 0), (7, 22), (-3, 42), (9, 62), (4, 78), (10, 92)]
    st.put(brush([(X(a), Y(b)) for a, b in path], [9 * k, 7 * k, 5.4 * k, 4 * k, 3 * k, 1.2 * k]), st.c(trunk))
    pads = pads or [(-26, 40, 30), (30, 48, 32), (-20, 62, 28), (30, 72, 26), (6, 88, 34), (-4, 100, 20)]
    for px, py, _ in pads:
        st.put(
            brush([(X(2), Y(py - 12)), (X(px * 0.6), Y(py - 5)), (X(px), Y(py))], [3 * k, 2 * k, 0.8 * k]), st.c(trunk)
        )
    for px, py, w in pads:
        lobes = []
        for t in [(i + 0.5) / 7 * 2 - 1 for i in range(7)]:
            middle = Point(X(px + t * w * 0.84), Y(py + (1 - t * t) * w * 0.2))
            lobes.append(middle.buffer(w * k * (0.2 + 0.1 * (1 - t * t)) * rnd.uniform(0.85, 1.15), quad_segs=6))
        g = join(lobes)
        g = g - box(X(px) - w * k * 2, Y(py) + w * k * 0.16, X(px) + w * k * 2, Y(py) + w * k * 2)
        st.put(g, st.c(leaf))
        top = g - translate(g, 0, w * k * 0.13)
        if snow:
            st.put(g - translate(g, 0, w * k * 0.2), st.c(snow))
        elif light:
            st.put(top, st.c(light))
            for t in [(i + 0.5) / 5 * 2 - 1 for i in range(5)]:
                cx, cy, u = X(px + t * w * 0.72), Y(py + (1 - t * t) * w * 0.12), w * k
                needles = [brush([(cx, cy + 0.1 * u), (cx + dx * u, cy - 0.12 * u)], [0.025 * u, 0.008 * u])
                           for dx in (-0.1, -0.035, 0.035, 0.1)]  # fmt: skip
                st.put(join(needles), st.c(light))


@part
def cedars(
    st: Stage, x: Any, y: Any, h: Any, colour: Any, n: int = 12, seed: int = 1, light: Any = None,
    snow: Any = None, rise: float = 0.0,
) -> None:  # fmt: skip
    """A stand of tall conifers between x0 and x1."""
    rnd = random.Random(seed)
    xs = sorted(rnd.uniform(*x) for _ in range(n))
    for px in xs:
        hh = h * rnd.uniform(0.65, 1.15)
        yy = y + rise * (px - x[0]) + rnd.uniform(-0.3, 0.5)
        w = hh * 0.2
        tiers = 6
        left, right = [], []
        for i in range(tiers):
            t1 = (i + 1) / tiers
            left += [
                (px - w * (0.12 + t1) * rnd.uniform(0.85, 1.1), yy - hh * (1 - t1) - hh * 0.0),
                (px - w * t1 * 0.55, yy - hh * (1 - t1) + hh * 0.02),
            ]
            right += [
                (px + w * (0.12 + t1) * rnd.uniform(0.85, 1.1), yy - hh * (1 - t1)),
                (px + w * t1 * 0.55, yy - hh * (1 - t1) + hh * 0.02),
            ]
        g = Polygon([(px, yy - hh)] + right + left[::-1]).buffer(0)
        st.put(g, st.c(colour))
        if snow:
            st.put((g - translate(g, w * 0.45, hh * 0.045)), st.c(snow))
        elif light:
            st.put((g - translate(g, w * 0.32, 0.1)).intersection(box(px - w * 2, yy - hh, px, yy)), st.c(light))


@part
def blossom(
    st: Stage, at: Any, h: Any, trunk: Any = "ink", colours: Any = ("light",), seed: int = 1, n: int = 70,
    flip: bool = False, spread: Any = (1.0, 0.6),
) -> None:  # fmt: skip
    """Cherry or maple: a bent trunk and a cloud of round tufts."""
    rnd = random.Random(seed)
    s = -1 if flip else 1
    x, y = at
    st.put(
        brush(
            [
                (x, y),
                (x + s * h * 0.06, y - h * 0.25),
                (x - s * h * 0.05, y - h * 0.5),
                (x + s * h * 0.08, y - h * 0.8),
            ],
            [h * 0.09, h * 0.06, h * 0.045, h * 0.015],
        ),
        st.c(trunk),
    )
    for a, b in ((0.34, 0.62), (-0.36, 0.6), (0.2, 0.85), (-0.2, 0.86)):
        st.put(
            brush(
                [(x, y - h * 0.4), (x + s * h * a * 0.6, y - h * b * 0.82), (x + s * h * a, y - h * b)],
                [h * 0.04, h * 0.025, h * 0.01],
            ),
            st.c(trunk),
        )
    for i in range(n):
        a, d = rnd.uniform(0, 6.28), rnd.random() ** 0.6
        cx, cy = x + math.cos(a) * d * h * 0.5 * spread[0], y - h * 0.74 + math.sin(a) * d * h * 0.42 * spread[1]
        st.put(
            Point(cx, cy).buffer(h * rnd.uniform(0.03, 0.075), quad_segs=5),
            st.c(colours[min(len(colours) - 1, int(len(colours) * i / n))]),
        )


@part
def bamboo(st: Stage, x: Any, y: Any, h: Any, colour: Any, light: Any, n: int = 9, seed: int = 1) -> None:
    """A screen of bamboo: jointed canes and hanging leaves."""
    rnd = random.Random(seed)
    for i in range(n):
        px, w = rnd.uniform(*x), h * rnd.uniform(0.008, 0.016)
        hh = h * rnd.uniform(0.85, 1.2)
        lean = rnd.uniform(-0.04, 0.04) * hh
        tone = st.c(colour) if i % 3 else mix(st.c(colour), st.c(light), 0.4)
        st.put(brush([(px, y), (px + lean * 0.4, y - hh * 0.5), (px + lean, y - hh)], [w * 2, w * 1.8, w]), tone)
        for j in range(1, 11):
            t = j / 11
            st.put(
                box(px + lean * t - w * 1.25, y - hh * t - 0.09, px + lean * t + w * 1.25, y - hh * t + 0.09),
                st.c(light),
            )
        for _ in range(7):
            t, side = rnd.uniform(0.45, 1), rnd.choice((-1, 1))
            lx, ly, long = px + lean * t, y - hh * t, h * rnd.uniform(0.07, 0.13)
            for da in (-0.5, 0, 0.5):
                st.put(
                    brush(
                        [
                            (lx, ly),
                            (lx + side * long * math.cos(0.5 + da) * 0.5, ly + long * math.sin(0.5 + da) * 0.3),
                            (lx + side * long * math.cos(0.5 + da), ly + long * math.sin(0.5 + da) * 0.9),
                        ],
                        [0.03, long * 0.13, 0.02],
                        4,
                    ),
                    tone,
                )


@part
def bough(
    st: Stage, at: Any, length: Any, leaf: Any = "ink", light: Any = None, flip: bool = False, seed: int = 2,
    drop: float = 0.25,
) -> None:  # fmt: skip
    """A pine branch that hangs into the picture from the side: the near frame."""
    rnd = random.Random(seed)
    s = -1 if flip else 1
    pts = [
        (at[0] + s * length * t, at[1] + length * drop * (t**1.4) + math.sin(t * 7) * length * 0.025)
        for t in (0, 0.2, 0.4, 0.6, 0.8, 1)
    ]
    st.put(brush(pts, [length * 0.055, length * 0.04, length * 0.03, length * 0.02, length * 0.01]), st.c(leaf))
    for i in range(12):
        t = 0.16 + 0.84 * i / 11
        x, y = at[0] + s * length * t, at[1] + length * drop * (t**1.4)
        y += rnd.uniform(-0.06, 0.09) * length
        x += rnd.uniform(-0.04, 0.04) * length
        r = length * rnd.uniform(0.07, 0.1)
        fan = [
            brush([(x, y), (x + r * math.cos(a), y + r * math.sin(a) * 0.8)], [r * 0.1, r * 0.03])
            for a in [math.radians(180 + 180 * q / 13) for q in range(14)]
        ]
        fan.append(Point(x, y).buffer(r * 0.22))
        g = join(fan)
        st.put(scale(g, 1, 1), st.c(leaf))
        if light:
            st.put(
                join(
                    [
                        brush(
                            [(x, y), (x + r * 0.8 * math.cos(a), y + r * 0.8 * math.sin(a) * 0.8)], [r * 0.04, r * 0.02]
                        )
                        for a in [math.radians(200 + 140 * q / 5) for q in range(6)]
                    ]
                ),
                st.c(light),
            )
