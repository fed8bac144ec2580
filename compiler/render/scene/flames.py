"""Fire, smoke, sparks, arrows and volleys."""

from __future__ import annotations

import math
import random
from typing import Any

from shapely.affinity import rotate, scale, translate
from shapely.geometry import Point, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union as join

from compiler.render.colour import mix
from compiler.render.scene.stage import Stage, part
from compiler.render.scene.strokes import blob, brush, lens, put_at, rod, spline


def _tongue(
    at: tuple[float, float], tip: tuple[float, float], w: float, h: float, lean: float, side: int
) -> BaseGeometry:
    """One flame, curved to a point."""
    x, y = at
    rising = [(x - w * 0.5, y), (x - w * 0.62, y - h * 0.22), (x - w * 0.2 + lean * h * 0.35, y - h * 0.5),
              (x + side * w * 0.12 + lean * h * 0.8, y - h * 0.78)]  # fmt: skip
    falling = [(x + w * 0.3 + lean * h * 0.7, y - h * 0.62), (x + w * 0.34 + lean * h * 0.3, y - h * 0.4),
               (x + w * 0.62, y - h * 0.18), (x + w * 0.5, y)]  # fmt: skip
    return Polygon([*spline(rising, False), tip, *spline(falling, False)]).buffer(0)


@part
def fire(
    st: Stage, x: Any, y: Any, h: Any, colours: Any, n: int = 9, seed: int = 1, lean: float = 0.15,
    sag: float = 0.0,
) -> None:  # fmt: skip
    """Tongues of flame in nested tones, hottest inside; colours from outside to inside."""
    rnd = random.Random(seed)
    tongues = []
    for i in range(n):
        t = (i + 0.5) / n
        px = x[0] + (x[1] - x[0]) * t + rnd.uniform(-0.5, 0.5) * (x[1] - x[0]) / n
        hh = h * rnd.uniform(0.45, 1.1) * (1 - 0.5 * abs(2 * t - 1) ** 2)
        tongues.append(
            (px, hh, (x[1] - x[0]) / n * rnd.uniform(1.1, 2.1), rnd.uniform(-0.2, 0.3) + lean, rnd.choice((-1, 1)))
        )
    for j, c in enumerate(colours):
        k = 1 - j * 0.24
        g = []
        y0 = y
        for px, hh, w, a, s in tongues:
            H, W = hh * k, w * (1 - j * 0.2)
            y = y0 + sag * (1 - (2 * (px - x[0]) / (x[1] - x[0]) - 1) ** 2)
            tip = (px + a * H * 1.25, y - H)
            g.append(_tongue((px, y), tip, W, H, a, s))
            g.append(scale(Point(px, y).buffer(W * 0.62, quad_segs=6), 1, 0.3))
        y = y0
        st.put(join(g), st.c(c))
    for i in range(n):
        px, hh, w, a, s = tongues[i]
        for q in (1.08, 1.22):
            st.put(
                put_at(
                    blob((50, 100), (36, 70), (50, 20), (62, 66)),
                    px + a * hh * 1.3 + rnd.uniform(-w, w) * 0.5,
                    y - hh * q,
                    min(h, 15) * 0.0011 * rnd.uniform(0.5, 1.2),
                ),
                st.c(colours[0]),
            )


@part
def smoke(st: Stage, at: Any, h: Any, w: Any, colours: Any, seed: int = 1, lean: float = 0.4) -> None:
    """Rolling smoke: curled lobes that grow as they rise."""
    rnd = random.Random(seed)
    for j, c in enumerate(colours):
        g = []
        for i in range(16):
            t = i / 15
            px = (
                at[0]
                + lean * h * t**1.4
                + math.sin(t * 7 + seed) * w * 0.3 * (1 - j * 0.2)
                + rnd.uniform(-0.22, 0.22) * w
            )
            r = w * (0.22 + 0.6 * t) * (1 - j * 0.22) * rnd.uniform(0.8, 1.15)
            g.append(Point(px + j * w * 0.16, at[1] - h * t + j * w * 0.1).buffer(r * 0.62, quad_segs=8))
        st.put(join(g), st.c(c))
    for i in range(7):
        t = 0.2 + i / 9
        px, py = at[0] + lean * h * t**1.4 + math.sin(t * 7 + seed) * w * 0.3, at[1] - h * t
        r = w * (0.2 + 0.4 * t) * 0.5
        arc = [
            (px + r * (1 - q * 0.06) * math.cos(0.5 + q * 0.42), py + r * (1 - q * 0.06) * math.sin(0.5 + q * 0.42))
            for q in range(12)
        ]
        st.put(brush(arc, [0.05, r * 0.13, 0.05], 2), mix(st.c(colours[-1]), st.c(colours[0]), 0.6))


@part
def sparks(st: Stage, x: Any, y: Any, n: Any, colours: Any, seed: int = 1, size: Any = (0.12, 0.4)) -> None:
    rnd = random.Random(seed)
    for _ in range(n):
        t = rnd.random()
        px, py = rnd.uniform(*x), y[1] - (y[1] - y[0]) * t**1.3
        s = rnd.uniform(*size) * (1 - 0.5 * t)
        st.put(rotate(lens(px, py, s * 3, s * 1.2), rnd.uniform(-80, -30), origin="center"), st.c(rnd.choice(colours)))


@part
def arrows(
    st: Stage, x: Any, y: Any, n: Any, length: Any, colour: Any = "ink", seed: int = 1, angle: Any = -28,
    feather: Any = "light",
) -> None:  # fmt: skip
    """A flight of arrows."""
    rnd = random.Random(seed)
    for _ in range(n):
        px, py, a = rnd.uniform(*x), rnd.uniform(*y), math.radians(angle + rnd.uniform(-5, 5))
        ux, uy = math.cos(a), -math.sin(a)
        st.put(rod(px, py, px + ux * length, py + uy * length, length * 0.022), st.c(colour))
        st.put(
            brush(
                [(px + ux * length, py + uy * length), (px + ux * length * 1.1, py + uy * length * 1.1)],
                [length * 0.07, 0.02],
            ),
            st.c(colour),
        )
        st.put(
            brush([(px, py), (px + ux * length * 0.14, py + uy * length * 0.14)], [length * 0.07, length * 0.05]),
            st.c(feather),
        )


@part
def volley(
    st: Stage, at: Any, size: Any, smoke_: Any = "light", flash: Any = "accent", flip: bool = False,
    seed: int = 1,
) -> None:  # fmt: skip
    """Muzzle flash and a roll of powder smoke."""
    s = -1 if flip else 1
    rnd = random.Random(seed)
    x, y = at
    puff = join(
        [
            Point(x + s * size * (0.42 + 0.17 * i), y - size * 0.05 * i + rnd.uniform(-0.09, 0.09) * size).buffer(
                size * (0.11 + 0.035 * i) * rnd.uniform(0.8, 1.2), quad_segs=6
            )
            for i in range(8)
        ]
    )
    st.put(puff.buffer(size * 0.02), mix(st.c(smoke_), st.c("ink"), 0.55))
    st.put(puff, mix(st.c(smoke_), st.c("ink"), 0.2))
    st.put(puff.intersection(translate(puff, -s * size * 0.03, -size * 0.07)), st.c(smoke_))
    rays = [
        Polygon(
            [
                (x, y - size * 0.04),
                (x + s * size * reach * math.cos(a), y + size * reach * math.sin(a)),
                (x, y + size * 0.04),
            ]
        )
        for a, reach in ((0, 0.62), (0.35, 0.4), (-0.35, 0.4), (0.7, 0.24), (-0.7, 0.24))
    ]
    st.put(join([r.buffer(size * 0.01) for r in rays]), st.c(flash))
