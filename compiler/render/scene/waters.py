"""Water, rivers and billows."""

from __future__ import annotations

import math
import random
from typing import Any

from shapely.affinity import rotate
from shapely.geometry import LineString, Point, box
from shapely.ops import unary_union as join

from compiler.render.scene.sky import sky
from compiler.render.scene.stage import Stage, part
from compiler.render.scene.strokes import brush, lens, spline


@part
def water(
    st: Stage, y: Any, to: Any, stops: Any, ripple: Any, n: int = 90, seed: int = 3, x: Any = (-5, 165),
    steps: int = 22, crests: Any = None,
) -> None:  # fmt: skip
    """Sheet of water: wiped colour and level ripples that grow towards the viewer."""
    sky(st, stops, y, to, steps)
    rnd = random.Random(seed)
    for _ in range(n):
        t = rnd.random() ** 1.3
        yy = y + (to - y) * t
        w = (1.5 + 9 * t) * rnd.uniform(0.5, 1.6)
        st.put(lens(rnd.uniform(*x), yy, w, 0.14 + 0.36 * t), st.c(ripple))
    if crests:
        for _ in range(n // 4):
            t = rnd.random()
            yy, w = y + (to - y) * t, 1.2 + 4 * t
            px = rnd.uniform(*x)
            st.put(
                brush(
                    [
                        (px - w, yy),
                        (px - w * 0.3, yy - 0.25 - 0.5 * t),
                        (px + w * 0.4, yy + 0.1),
                        (px + w, yy - 0.1 * t),
                    ],
                    [0.05, 0.3 + 0.3 * t, 0.05],
                ),
                st.c(crests),
            )


@part
def river(
    st: Stage, pts: Any, widths: Any, colour: Any, edge: Any = None, ripple: Any = None, bank: Any = None,
    seed: int = 3, n: int = 40,
) -> None:  # fmt: skip
    """A stream along points, widening to the viewer."""
    g = brush([tuple(p) for p in pts], list(widths), 12)
    if bank:
        st.put(g.buffer(0.9), st.c(bank))
    if edge:
        st.put(g.buffer(0.28), st.c(edge))
    st.put(g, st.c(colour))
    if ripple:
        rnd = random.Random(seed)
        line = LineString(spline([tuple(p) for p in pts], False, 12))
        marks = []
        for _ in range(n):
            t = rnd.random()
            p = line.interpolate(t, normalized=True)
            q = line.interpolate(min(1, t + 0.02), normalized=True)
            a = math.atan2(q.y - p.y, q.x - p.x)
            f = t * (len(widths) - 1)
            k = min(int(f), len(widths) - 2)
            w = widths[k] + (widths[k + 1] - widths[k]) * (f - k)
            off = rnd.uniform(-0.42, 0.42) * w
            s = 0.5 + w * 0.55 * rnd.uniform(0.4, 1)
            marks.append(
                rotate(
                    lens(p.x - math.sin(a) * off, p.y + math.cos(a) * off, s, 0.12 + w * 0.02),
                    math.degrees(a),
                    origin="center",
                )
            )
        st.put(join(marks).intersection(g), st.c(ripple))


@part
def billows(st: Stage, y: Any, to: Any, r: Any, colour: Any, line: Any, rows: int = 4) -> None:
    """Wave scales (seigaiha) for the near sea."""
    for j in range(rows):
        yy = y + (to - y) * j / max(1, rows - 1)
        rr = r * (0.7 + 0.3 * j / max(1, rows - 1))
        px = -rr * (j % 2)
        while px < 165 + rr:
            for k, tone in ((1, line), (0.92, colour), (0.7, line), (0.62, colour), (0.42, line), (0.34, colour)):
                st.put(
                    Point(px, yy).buffer(rr * k, quad_segs=14) - box(px - r * 2, yy + rr * 0.2, px + r * 2, yy + r * 3),
                    st.c(tone),
                )
            px += rr * 1.9
