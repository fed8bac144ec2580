"""Roofs, gables and walls of stone: what buildings are made of."""

from __future__ import annotations

import random
from typing import Any

from shapely.affinity import scale, translate
from shapely.geometry import LineString, Point, Polygon, box
from shapely.ops import unary_union as join

from compiler.render.scene.stage import Stage
from compiler.render.scene.strokes import bend, brush, rod


def eaves(cx: Any, y: Any, half: Any, rise: Any, top: Any, lift: float = 0.09) -> Any:
    """Curved roof with turned-up corners: (roof, ridge beam)."""
    q = bend
    tip = half * lift
    left = q((cx - half, y - tip), (cx - top - (half - top) * 0.38, y - rise * 0.14), (cx - top, y - rise))
    right = q((cx + top, y - rise), (cx + top + (half - top) * 0.38, y - rise * 0.14), (cx + half, y - tip))
    low = q((cx + half, y - tip), (cx, y + tip * 0.9 + 0.0), (cx - half, y - tip))
    return Polygon(left + right + low).buffer(0)


def roof(
    st: Stage, cx: Any, y: Any, half: Any, rise: Any, top: Any, c_roof: Any, c_line: Any, c_eave: Any,
    tiles: bool = True, beam: bool = True,
) -> None:  # fmt: skip
    g = eaves(cx, y, half, rise, top)
    st.put(translate(g, 0, rise * 0.14), c_eave)
    st.put(g, c_roof)
    if tiles:
        n = max(5, int(half / 0.55))
        for i in range(1, n):
            t = i / n * 2 - 1
            st.put(
                brush(
                    [
                        (cx + top * t, y - rise * 0.94),
                        (cx + (top + (half - top) * 0.45) * t, y - rise * 0.36),
                        (cx + half * t, y),
                    ],
                    [0.03, 0.08, 0.1],
                    4,
                ).intersection(g),
                c_line,
            )
    if beam:
        st.put(
            box(cx - top - rise * 0.08, y - rise - rise * 0.14, cx + top + rise * 0.08, y - rise + rise * 0.05), c_line
        )


def gable(st: Stage, cx: Any, y: Any, half: Any, h: Any, c_roof: Any, c_wall: Any, c_trim: Any) -> None:
    q = bend
    outer = Polygon(
        q((cx - half, y), (cx - half * 0.35, y - h * 0.3), (cx, y - h))
        + q((cx, y - h), (cx + half * 0.35, y - h * 0.3), (cx + half, y))
    )
    st.put(outer, c_roof)
    inner = scale(outer, 0.66, 0.66, origin=(cx, y))
    st.put(inner, c_trim)
    st.put(scale(outer, 0.52, 0.52, origin=(cx, y)), c_wall)
    st.put(Point(cx, y - h * 0.62).buffer(h * 0.09), c_trim)


def stones(st: Stage, g: Any, line: Any, pitch: Any, seed: int = 1) -> None:
    """Dry stone: wavering courses and joints inside a shape."""
    rnd = random.Random(seed)
    x0, y0, x1, y1 = g.bounds
    marks, y, row = [], y0 + pitch * 0.7, 0
    while y < y1 + pitch:
        marks.append(
            LineString(
                [
                    (x0 - 1 + i * pitch * 1.3, y + rnd.uniform(-0.16, 0.16) * pitch)
                    for i in range(int((x1 - x0 + 3) / pitch / 1.3) + 2)
                ]
            ).buffer(pitch * 0.05)
        )
        px = x0 + rnd.uniform(0, pitch)
        while px < x1:
            marks.append(rod(px, y - pitch * 0.74, px + rnd.uniform(-0.25, 0.25) * pitch, y, pitch * 0.1))
            px += pitch * rnd.uniform(0.8, 1.9)
        y += pitch * 0.76
        row += 1
    st.put(join(marks).intersection(g), line)
