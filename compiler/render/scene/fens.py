"""Keeps and fens of the Middle Ages: stone towers behind a wall, reeds at the water."""

from __future__ import annotations

import random
from typing import Any

from shapely.geometry import Point, Polygon, box
from shapely.ops import unary_union as join

from compiler.render.colour import mix
from compiler.render.scene.stage import Stage, part
from compiler.render.scene.strokes import brush


def _crowned(x0: float, y0: float, x1: float, y1: float, merlon: float) -> Any:
    """A wall from corner to corner with merlons along its top; as many as fit, one at either end."""
    n = max(2, round((x1 - x0) / (2 * merlon)) + 1)
    wide = (x1 - x0) / (2 * n - 1)
    teeth = [box(x0 + 2 * k * wide, y0 - wide * 1.2, x0 + (2 * k + 1) * wide, y0 + 0.1) for k in range(n)]
    return join([box(x0, y0, x1, y1), *teeth])


@part
def keep(st: Stage, at: Any, h: Any, wall: Any = "stone", line: Any = "ink", roof_: Any = None) -> None:
    """A stone keep between two turrets, its curtain wall and gate before it; `roof` sets a cone on the turrets."""
    x, y = at
    u, stone, ink = h / 100, st.c(wall), st.c(line)
    shade, dark = mix(stone, ink, 0.16), mix(stone, ink, 0.34)
    st.put(_crowned(x - 20 * u, y - 92 * u, x + 20 * u, y, 4.4 * u), stone)
    st.put(box(x + 8 * u, y - 92 * u, x + 20 * u, y), shade)
    for side in (-1, 1):
        a = x + side * 21 * u
        tower = _crowned(a - 8 * u, y - 100 * u, a + 8 * u, y, 3.0 * u)
        st.put(tower, stone if side < 0 else shade)
        st.put(box(a + 3 * u, y - 100 * u, a + 8 * u, y), shade if side < 0 else dark)
        if roof_:
            st.put(Polygon([(a - 10 * u, y - 100 * u), (a, y - 126 * u), (a + 10 * u, y - 100 * u)]), st.c(roof_))
    slits = [box(x + dx * u - 1.2 * u, y - (k + 9) * u, x + dx * u + 1.2 * u, y - k * u) for dx, k in
             ((-9, 70), (3, 70), (-3, 52), (-21, 78), (21, 78))]  # fmt: skip
    st.many(slits, ink)
    st.put(_crowned(x - 62 * u, y - 26 * u, x + 62 * u, y, 4.0 * u), mix(stone, ink, 0.08))
    st.put(box(x - 62 * u, y - 8 * u, x + 62 * u, y), shade)
    gate = join([box(x - 7 * u, y - 12 * u, x + 7 * u, y), Point(x, y - 12 * u).buffer(7 * u)])
    st.put(gate, dark)
    st.put(join([box(x - 5 * u, y - 12 * u, x + 5 * u, y), Point(x, y - 12 * u).buffer(5 * u)]), ink)
    courses = [box(x + dx * u, y - dy * u, x + (dx + 7) * u, y - (dy - 1) * u) for dx, dy in
               ((-54, 18), (-38, 12), (-46, 5), (22, 17), (40, 12), (30, 6), (-15, 42), (-2, 38))]  # fmt: skip
    st.many(courses, shade)


@part
def reeds(
    st: Stage, x: Any, y: Any, h: Any, colour: Any, head: Any, n: int = 24, seed: int = 1, light: Any = None,
) -> None:  # fmt: skip
    """Bulrushes: stems that bend one way with brown heads, blades between them."""
    rnd = random.Random(seed)
    for i in range(n):
        px, hh = rnd.uniform(*x), h * rnd.uniform(0.55, 1.1)
        lean = hh * rnd.uniform(0.02, 0.16)
        tone = mix(st.c(colour), st.c(light), 0.35) if light and i % 3 == 0 else st.c(colour)
        tip = (px + lean, y - hh)
        st.put(brush([(px, y), (px + lean * 0.3, y - hh * 0.5), tip], [0.42, 0.34, 0.16]), tone)
        blade = px + hh * rnd.uniform(0.16, 0.34)
        st.put(brush([(px, y), (px + 0.2, y - hh * 0.4), (blade, y - hh * 0.72)], [0.5, 0.42, 0.05]), tone)
        if i % 2 == 0:
            low, high = (tip[0] - lean * 0.16, tip[1] + hh * 0.17), (tip[0] - lean * 0.03, tip[1] + hh * 0.03)
            st.put(brush([low, high], [0.95, 0.85]), st.c(head))
