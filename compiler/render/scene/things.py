"""Things held or laid out: fans, blades, scrolls, tea, straw."""

from __future__ import annotations

import math
import random
from typing import Any

from shapely.affinity import rotate, scale, translate
from shapely.geometry import Point, Polygon, box
from shapely.ops import unary_union as join

from compiler.render.colour import mix
from compiler.render.scene.stage import Stage, part
from compiler.render.scene.strokes import bend, brush, lens, mon_at, rod


@part
def fan(
    st: Stage, at: Any, r: Any, colour: Any = "light", mark: Any = "accent", line: Any = "ink", mon: Any = None,
    turn: float = 0.0, spread: float = 150, disc: bool = True,
) -> None:  # fmt: skip
    """Open folding fan with a disc or crest."""
    x, y = at
    a0, a1 = -90 - spread / 2 + turn, -90 + spread / 2 + turn

    def pol(rr: Any, a: Any) -> Any:
        return (x + rr * math.cos(math.radians(a)), y + rr * math.sin(math.radians(a)))

    n = 16
    zig = [pol(r * (1 if i % 2 else 0.975), a0 + (a1 - a0) * i / n) for i in range(n + 1)]
    inner = [pol(r * 0.42, a0 + (a1 - a0) * i / n) for i in range(n + 1)]
    paper = Polygon(zig + inner[::-1]).buffer(0)
    st.put(
        join(
            [
                brush([pol(-r * 0.06, a), pol(r * 0.5, a)], [r * 0.022, r * 0.022])
                for a in [a0 + (a1 - a0) * i / 8 for i in range(9)]
            ]
        ),
        st.c(line),
    )
    st.put(paper.buffer(r * 0.012), st.c(line))
    st.put(paper, st.c(colour))
    for i in range(0, n, 2):
        st.put(Polygon([zig[i], zig[i + 1], inner[i + 1], inner[i]]), mix(st.c(colour), st.c(line), 0.1))
    c = pol(r * 0.72, (a0 + a1) / 2)
    if mon:
        st.put(mon_at(mon, c[0], c[1], r * 0.42), st.c(mark))
    elif disc:
        st.put(Point(*c).buffer(r * 0.2).intersection(paper), st.c(mark))
    st.put(Point(x, y).buffer(r * 0.04), st.c(line))


@part
def blade(
    st: Stage, at: Any, length: Any, turn: float = 0.0, steel: Any = "light", line: Any = "ink",
    grip: Any = "accent", guard: Any = "metal",
) -> None:  # fmt: skip
    """A drawn sword, edge up, from its guard at `at`."""
    q = bend
    b = Polygon(q((0, -2.2), (55, -9), (100, 3)) + q((100, 3), (52, -2), (0, 2.4)))
    edge = Polygon(q((0, -2.2), (55, -9), (100, 3)) + q((100, 3), (54, -6.4), (0, -0.6)))
    h = Polygon([(-3, -2.6), (-30, 1.2), (-30.5, 5.4), (-3, 2.8)])

    def T(g: Any) -> Any:
        return translate(rotate(scale(g, length / 100, length / 100, origin=(0, 0)), turn, origin=(0, 0)), *at)

    st.put(T(join([b, h]).buffer(0.9)), st.c(line))
    st.put(T(b), st.c(steel))
    st.put(T(edge), mix(st.c(steel), st.c(line), 0.22))
    st.put(T(h), st.c(grip))
    for i in range(5):
        st.put(
            T(
                Polygon(
                    [
                        (-6 - 5 * i, -1.6 + 0.7 * i),
                        (-8.4 - 5 * i, 0.6 + 0.7 * i),
                        (-6 - 5 * i, 2.6 + 0.7 * i),
                        (-3.6 - 5 * i, 0.6 + 0.7 * i),
                    ]
                )
            ),
            st.c(line),
        )
    st.put(T(box(-3.2, -5.4, -0.4, 5.4).buffer(0.6)), st.c(guard))


def _writing(w: float, h: float, lines: int) -> Any:
    """Columns of brush marks, from right to left."""
    rnd, found = random.Random(7), []
    for i in range(lines):
        px = w * 0.42 - w * 0.58 * i / lines
        y = -h * 0.38
        end = h * rnd.uniform(0.1, 0.38) if i else h * 0.38
        while y < end:
            long = h * rnd.uniform(0.05, 0.1)
            path = [(px + rnd.uniform(-0.25, 0.25), y), (px + rnd.uniform(-0.35, 0.35), y + long * 0.5),
                    (px + rnd.uniform(-0.2, 0.2), y + long)]  # fmt: skip
            found.append(brush(path, [w * 0.012, w * 0.026, w * 0.01], 3))
            if rnd.random() < 0.6:
                across = [(px - w * 0.02, y + long * 0.4), (px + w * 0.022, y + long * 0.3)]
                found.append(brush(across, [w * 0.014, w * 0.01]))
            y += long * 1.25
    return found


@part
def scroll(
    st: Stage, at: Any, w: Any, h: Any, colour: Any = "light", line: Any = "ink", seal: Any = None,
    lines: int = 6, turn: float = 0.0, rollers: Any = "post", seal2: Any = None,
) -> None:  # fmt: skip
    """A letter: rollers, columns of brush marks, red seals."""

    def T(g: Any) -> Any:
        return translate(rotate(g, turn, origin=(0, 0)), *at)

    st.put(T(box(-w / 2 - 0.25, -h / 2 - 0.25, w / 2 + 0.25, h / 2 + 0.25)), st.c(line))
    st.put(T(box(-w / 2, -h / 2, w / 2, h / 2)), st.c(colour))
    for stroke in _writing(w, h, lines):
        st.put(T(stroke), st.c(line))
    for k, c in ((0, seal), (1, seal2)):
        if c:
            u = min(w * 0.15, h * 0.27)
            sq = box(-w * 0.44 + k * u * 1.35, h * 0.12, -w * 0.44 + u + k * u * 1.35, h * 0.12 + u)
            st.put(T(sq), st.c(c))
            st.put(T(sq.buffer(-u * 0.12) - sq.buffer(-u * 0.2)), st.c(colour))
            left, top, right, _ = sq.bounds
            rods = [rod(left + u * 0.3, top + u * q, right - u * 0.3, top + u * q, u * 0.07) for q in (0.35, 0.5, 0.65)]
            st.put(T(join(rods)), st.c(colour))
    for s in (-1, 1):
        st.put(T(box(s * w / 2 - 0.5, -h / 2 - 1.1, s * w / 2 + 0.5, h / 2 + 1.1)), st.c(rollers))
        st.put(
            T(
                join(
                    [
                        box(s * w / 2 - 0.35, -h / 2 - 1.8, s * w / 2 + 0.35, -h / 2 - 1.1),
                        box(s * w / 2 - 0.35, h / 2 + 1.1, s * w / 2 + 0.35, h / 2 + 1.8),
                    ]
                )
            ),
            st.c(line),
        )


@part
def bowl(
    st: Stage, at: Any, w: Any, colour: Any = "ink", glaze: Any = "accent", tea: Any = "leaf", steam: Any = None,
) -> None:  # fmt: skip
    """Tea bowl with dripping glaze; steam rises."""
    x, y = at
    q = bend
    g = Polygon(
        q((x - w * 0.5, y - w * 0.52), (x - w * 0.5, y - w * 0.06), (x - w * 0.2, y - w * 0.03))
        + q((x + w * 0.2, y - w * 0.03), (x + w * 0.5, y - w * 0.06), (x + w * 0.5, y - w * 0.52))
    ).buffer(0)
    st.put(box(x - w * 0.2, y - w * 0.05, x + w * 0.2, y + w * 0.02), st.c(colour))
    st.put(g, st.c(colour))
    drip = Polygon(
        [(x - w * 0.6, y - w * 0.6)]
        + [
            (x - w * 0.5 + w * i / 24, y - w * 0.33 + w * 0.06 * math.sin(i * 1.5) + w * 0.04 * math.sin(i * 0.7))
            for i in range(25)
        ]
        + [(x + w * 0.6, y - w * 0.6)]
    )
    st.put(drip.intersection(g), st.c(glaze))
    st.put((g - translate(g, w * 0.06, 0)).intersection(g), mix(st.c(glaze), "#FFFFFF", 0.35))
    rim = scale(Point(x, y - w * 0.52).buffer(w * 0.5, quad_segs=20), 1, 0.17)
    st.put(rim, mix(st.c(colour), "#FFFFFF", 0.18))
    st.put(scale(Point(x, y - w * 0.515).buffer(w * 0.45, quad_segs=20), 1, 0.14), st.c(tea))
    if steam:
        for i, dx in enumerate((-0.18, 0.02, 0.2)):
            st.put(
                brush(
                    [
                        (x + w * dx, y - w * 0.62),
                        (x + w * (dx + 0.1), y - w * 0.85),
                        (x + w * (dx - 0.06), y - w * 1.05),
                        (x + w * (dx + 0.06), y - w * (1.28 + 0.1 * i)),
                    ],
                    [0.1, w * 0.035, w * 0.03, 0.05],
                ),
                st.c(steam),
            )


@part
def whisk(st: Stage, at: Any, h: Any, colour: Any = "post", line: Any = "ink") -> None:
    x, y = at
    st.put(box(x - h * 0.1, y - h * 0.95, x + h * 0.1, y - h * 0.5), st.c(colour))
    st.put(box(x - h * 0.11, y - h * 0.56, x + h * 0.11, y - h * 0.5), st.c(line))
    for i in range(13):
        t = i / 6 - 1
        st.put(
            brush(
                [(x + h * 0.09 * t, y - h * 0.5), (x + h * 0.26 * t, y - h * 0.24), (x + h * 0.2 * t, y)],
                [h * 0.02, h * 0.022, h * 0.014],
                5,
            ),
            st.c(colour if i % 2 else line),
        )


@part
def kettle(st: Stage, at: Any, w: Any, colour: Any = "ink", light: Any = "stone", glow: Any = None) -> None:
    """Iron kettle on a brazier."""
    x, y = at
    st.put(
        Polygon([(x - w * 0.55, y - w * 0.34), (x + w * 0.55, y - w * 0.34), (x + w * 0.46, y), (x - w * 0.46, y)]),
        st.c(light),
    )
    st.put(box(x - w * 0.6, y - w * 0.4, x + w * 0.6, y - w * 0.32), mix(st.c(light), st.c(colour), 0.4))
    if glow:
        st.put(box(x - w * 0.18, y - w * 0.26, x + w * 0.18, y - w * 0.1).buffer(w * 0.03), st.c(glow))
    st.put(scale(Point(x, y - w * 0.62).buffer(w * 0.44, quad_segs=20), 1, 0.78), st.c(colour))
    for i in range(5):
        for j in range(3):
            st.put(
                Point(x - w * 0.26 + w * 0.13 * i + (j % 2) * w * 0.06, y - w * 0.72 + j * w * 0.12).buffer(
                    w * 0.018, quad_segs=4
                ),
                mix(st.c(colour), st.c(light), 0.4),
            )
    st.put(box(x - w * 0.2, y - w * 1.0, x + w * 0.2, y - w * 0.93), st.c(colour))
    st.put(Point(x, y - w * 1.03).buffer(w * 0.06), st.c(colour))
    arc = [
        (x + w * 0.4 * math.cos(math.radians(a)), y - w * 0.92 + w * 0.42 * math.sin(math.radians(a)))
        for a in range(180, 361, 12)
    ]
    st.put(brush(arc, [w * 0.035, w * 0.05, w * 0.035], 1), st.c(colour))


@part
def bales(st: Stage, at: Any, w: Any, rows: int = 3, straw: Any = "straw", line: Any = "ink") -> None:
    """Stacked rice bales."""
    x, y = at
    b = w / rows
    for r in range(rows):
        m = rows - r
        for i in range(m):
            cx, cy = x + (i - (m - 1) / 2) * b, y - b * 0.34 - r * b * 0.6
            g = box(cx - b * 0.4, cy - b * 0.3, cx + b * 0.4, cy + b * 0.3).buffer(b * 0.08)
            st.put(g.buffer(b * 0.02), st.c(line))
            st.put(g, st.c(straw))
            for k in (-0.24, 0, 0.24):
                st.put(box(cx + k * b - b * 0.025, cy - b * 0.38, cx + k * b + b * 0.025, cy + b * 0.38), st.c(line))
            for k in range(5):
                st.put(
                    rod(
                        cx - b * 0.4,
                        cy - b * 0.26 + k * b * 0.13,
                        cx + b * 0.4,
                        cy - b * 0.26 + k * b * 0.13,
                        b * 0.012,
                    ),
                    mix(st.c(straw), st.c(line), 0.35),
                )


@part
def sheaf(st: Stage, at: Any, h: Any, straw: Any = "straw", line: Any = "ink", seed: int = 1) -> None:
    """Cut rice, bound, ears bending."""
    rnd = random.Random(seed)
    x, y = at
    for i in range(17):
        t = i / 8 - 1
        dx = t * h * 0.34
        tip = (x + dx * 1.25, y - h * (0.95 - 0.22 * t * t) + rnd.uniform(-0.02, 0.02) * h)
        st.put(
            brush(
                [(x + dx * 0.6, y), (x + dx * 0.16, y - h * 0.42), (x + dx * 0.75, y - h * 0.74), tip],
                [h * 0.02, h * 0.02, h * 0.014, h * 0.01],
            ),
            st.c(straw) if i % 2 else mix(st.c(straw), st.c(line), 0.25),
        )
        s = 1 if t >= 0 else -1
        for k in range(6):
            st.put(
                rotate(
                    lens(tip[0] + s * h * 0.02 * k, tip[1] + h * 0.018 * k * (1 + abs(t)), h * 0.05, h * 0.024),
                    50 * s,
                    origin="center",
                ),
                mix(st.c(straw), "#FFFFFF", 0.25),
            )
    st.put(box(x - h * 0.09, y - h * 0.46, x + h * 0.09, y - h * 0.39), st.c(line))
