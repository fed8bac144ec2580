"""Sky and weather."""

from __future__ import annotations

import random
from typing import Any

from shapely.geometry import LineString, Point, box
from shapely.ops import unary_union as join

from compiler.render.colour import mix
from compiler.render.scene.stage import Stage, part
from compiler.render.scene.strokes import brush, rod


@part
def sky(st: Stage, stops: Any, y: float = 0, to: float = 90, steps: int = 96, x: Any = -20, w: float = 200) -> None:
    """Hand-wiped colour (bokashi): `stops` = [[height 0..1, colour], ...], painted as level bands."""
    stops = [(a, st.c(b)) for a, b in stops]
    last = None
    for i in range(steps):
        t = (i + 0.5) / steps
        k = max(j for j in range(len(stops)) if stops[j][0] <= t or j == 0)
        k = min(k, len(stops) - 2)
        (a, ca), (b, cb) = stops[k], stops[k + 1]
        tone = mix(ca, cb, min(1, max(0, (t - a) / (b - a))))
        y0 = y + (to - y) * i / steps
        if tone != last:
            st.put(box(x, y0, x + w, to), tone)
        last = tone


@part
def leaf(st: Stage, colour: Any, line: Any, pitch: float = 11.0, seed: int = 3, y: float = -10) -> None:
    """Gold leaf: ground in squares whose seams show."""
    rnd = random.Random(seed)
    st.put(box(-20, y, 180, 100), st.c(colour))
    first = min(-1, int(y / pitch) - 1)
    for i in range(-1, 16):
        for j in range(first, 10):
            t = rnd.choice((0, 0, 0.12, 0.22, 0.34))
            if t:
                st.put(box(i * pitch, j * pitch, (i + 1) * pitch, (j + 1) * pitch), mix(st.c(colour), st.c(line), t))
    for i in range(first, 17):
        x = i * pitch
        if i >= -1:
            st.put(rod(x + rnd.uniform(-0.3, 0.3), y, x + rnd.uniform(-0.3, 0.3), 100, 0.16), st.c(line))
        st.put(rod(-20, x + rnd.uniform(-0.3, 0.3), 180, x + rnd.uniform(-0.3, 0.3), 0.16), st.c(line))


@part
def sun(st: Stage, at: Any, r: Any, colour: Any, ring: Any = None, bars: int = 0, ground: Any = None) -> None:
    """Sun or moon; `bars` cut it with level mist in the ground colour."""
    d = Point(*at).buffer(r, quad_segs=32)
    if ring:
        st.put(Point(*at).buffer(r * 1.16, quad_segs=32), st.c(ring))
    for i in range(bars):
        y = at[1] + r * (0.15 + 0.75 * (i + 0.5) / bars)
        h = r * (0.05 + 0.05 * i)
        d = d - box(at[0] - 2 * r, y - h, at[0] + 2 * r, y + h)
    st.put(d, st.c(colour))


@part
def crescent(st: Stage, at: Any, r: Any, colour: Any) -> None:
    st.put(
        Point(*at).buffer(r, quad_segs=32) - Point(at[0] + r * 0.45, at[1] - r * 0.2).buffer(r * 0.92, quad_segs=32),
        st.c(colour),
    )


@part
def stars(st: Stage, n: Any, to: float = 45, seed: int = 5, colour: Any = "light", x: Any = (0, 160)) -> None:
    rnd = random.Random(seed)
    for _ in range(n):
        st.put(
            Point(rnd.uniform(*x), rnd.uniform(0, to) ** 0.98).buffer(rnd.choice((0.13, 0.18, 0.26)), quad_segs=3),
            st.c(colour),
        )


def capsules(bars: Any) -> Any:
    return join(
        [
            box(x0, y - h / 2, x1, y + h / 2).buffer(0)
            if h <= 0
            else LineString([(x0 + h / 2, y), (x1 - h / 2, y)]).buffer(h / 2, quad_segs=10)
            for x0, x1, y, h in bars
        ]
    )


@part
def cloud(st: Stage, bars: Any, colour: Any, edge: Any = None, inner: Any = None, pitch: float = 3.4) -> None:
    """Cloud bands of a painted screen: stacked capsules. `bars` = [[x0, x1], ...] from `y` downwards as [x0, x1, y]."""
    g = capsules([(a, b, y, pitch * 1.06) for a, b, y in bars])
    g = g.buffer(0.5).buffer(-1.0).buffer(0.5)
    if edge:
        st.put(g.buffer(0.28), st.c(edge))
    st.put(g, st.c(colour))
    if inner:
        st.put(g.buffer(-0.55) - g.buffer(-0.75), st.c(inner))


@part
def mist(
    st: Stage, y: Any, colour: Any, n: int = 7, x: Any = (-10, 170), h: float = 1.5, spread: float = 5,
    seed: int = 1, length: Any = (25, 70),
) -> None:  # fmt: skip
    """Level mist: long round-ended bars."""
    rnd = random.Random(seed)
    bars = []
    for _ in range(n):
        x0, w = rnd.uniform(*x), rnd.uniform(*length)
        bars.append((x0 - w / 2, x0 + w / 2, y + rnd.uniform(-spread, spread), h * rnd.uniform(0.5, 1.2)))
    st.put(capsules(bars), st.c(colour))


@part
def snow(
    st: Stage, n: Any, colour: Any = "light", seed: int = 2, size: Any = (0.16, 0.5), y: Any = (0, 90),
    x: Any = (0, 160),
) -> None:  # fmt: skip
    rnd = random.Random(seed)
    for _ in range(n):
        st.put(Point(rnd.uniform(*x), rnd.uniform(*y)).buffer(rnd.uniform(*size), quad_segs=4), st.c(colour))


@part
def rain(
    st: Stage, n: Any, colour: Any, seed: int = 2, length: float = 9, slant: float = 0.28, x: Any = (-10, 170),
    y: Any = (-5, 90), w: float = 0.13,
) -> None:  # fmt: skip
    rnd = random.Random(seed)
    for _ in range(n):
        a, b, fall = rnd.uniform(*x), rnd.uniform(*y), length * rnd.uniform(0.5, 1.2)
        st.put(brush([(a, b), (a - slant * fall, b + fall)], [0.03, w]), st.c(colour))


@part
def geese(
    st: Stage, at: Any, n: int = 7, size: float = 2.2, colour: Any = "ink", seed: int = 1,
    spread: Any = (4.2, 1.5),
) -> None:  # fmt: skip
    rnd = random.Random(seed)
    for i in range(n):
        k = (i + 1) // 2 * (1 if i % 2 else -1)
        x, y, s = (
            at[0] + k * spread[0] * 0.6 + rnd.uniform(-0.4, 0.4),
            at[1] + abs(k) * spread[1] + rnd.uniform(-0.4, 0.4),
            size * rnd.uniform(0.85, 1.1),
        )
        st.put(
            join(
                [
                    brush([(x - s, y - s * 0.28), (x - s * 0.45, y - s * 0.36), (x, y)], [0.04, s * 0.16, s * 0.1]),
                    brush([(x, y), (x + s * 0.45, y - s * 0.36), (x + s, y - s * 0.22)], [s * 0.1, s * 0.16, 0.04]),
                ]
            ),
            st.c(colour),
        )
