"""Other ages and lands: tanks, cannon, steeples, ruins, chimneys, rails."""

from __future__ import annotations

import math
import random
from typing import Any

from shapely.affinity import affine_transform, rotate, scale, translate
from shapely.geometry import LineString, Point, Polygon, box
from shapely.ops import unary_union as join

from compiler.render.colour import mix
from compiler.render.scene.flames import smoke
from compiler.render.scene.stage import Stage, part
from compiler.render.scene.strokes import blob, brush, crest, put_at, rod, spline


@part
def tank(
    st: Stage, at: Any, w: Any, colour: Any = "armour", dark: Any = "ink", light: Any = "light",
    flip: bool = False, mark: Any = None, dust: Any = None,
) -> None:  # fmt: skip
    """Medium tank in profile: running gear, sloped hull, turret, long gun."""
    x, y = at
    k = w / 100
    s = -k if flip else k

    def Q(g: Any) -> Any:
        return affine_transform(g, [s, 0, 0, k, x - 50 * s, y])

    if dust:
        st.put(Q(join([Point(-6 - 9 * i, -5 - 1.6 * i).buffer(9 - i) for i in range(6)])), st.c(dust))
    st.put(
        Q(LineString([(8, -14), (14, -4), (86, -4), (94, -15), (88, -21), (12, -21), (8, -14)]).buffer(4.4)), st.c(dark)
    )
    st.put(
        Q(Polygon([(10, -12), (16, -5), (84, -5), (91, -14), (88, -19), (13, -19)])),
        mix(st.c(dark), st.c(colour), 0.35),
    )
    for i in range(5):
        c = Point(20 + i * 15, -9.6)
        st.put(Q(c.buffer(7.4)), st.c(dark))
        st.put(Q(c.buffer(5.6)), mix(st.c(colour), st.c(dark), 0.3))
        st.put(Q(c.buffer(1.8)), st.c(dark))
    st.put(Q(Polygon([(4, -22), (10, -30), (78, -30), (98, -20), (94, -17), (8, -17)])), st.c(colour))
    st.put(
        Q(Polygon([(4, -22), (10, -30), (78, -30), (80, -28.6), (10.6, -28.6)])), mix(st.c(colour), st.c(light), 0.35)
    )
    st.put(Q(Polygon([(24, -30), (30, -46), (58, -47), (68, -38), (66, -30)])), st.c(colour))
    st.put(
        Q(Polygon([(30, -46), (58, -47), (68, -38), (66, -30), (60, -30), (56, -44), (31, -44)])),
        mix(st.c(colour), st.c(dark), 0.25),
    )
    st.put(
        Q(
            join(
                [
                    rod(62, -39, 118, -40, 3.2),
                    box(113, -42.6, 119, -37.6),
                    blob((62, -44), (70, -43), (72, -36), (62, -34)),
                ]
            )
        ),
        st.c(colour),
    )
    st.put(Q(join([box(36, -51, 50, -46.6)])), mix(st.c(colour), st.c(dark), 0.3))
    if mark:
        st.put(Q(translate(scale(crest("star"), 0.12, 0.12, origin=(50, 50)), -6, -88)), st.c(mark))


@part
def cannon(
    st: Stage, at: Any, w: Any, wood: Any = "post", metal: Any = "metal", line: Any = "ink", flip: bool = False,
) -> None:  # fmt: skip
    """Field gun on a two-wheeled carriage."""
    x, y = at
    k = w / 100
    s = -k if flip else k

    def Q(g: Any) -> Any:
        return affine_transform(g, [s, 0, 0, k, x - 50 * s, y])

    st.put(Q(brush([(4, -4), (30, -22), (56, -30)], [7, 8, 9])), st.c(wood))
    st.put(Q(brush([(30, -35), (60, -37), (104, -43)], [15, 13, 8])), st.c(metal))
    st.put(
        Q(
            join(
                [
                    box(100, -48, 106, -37),
                    Point(27, -35).buffer(4.4),
                    box(44, -44.6, 47, -28.4),
                    box(66, -45.4, 69, -31.4),
                ]
            )
        ),
        mix(st.c(metal), st.c(line), 0.4),
    )
    st.put(Q(Point(56, -24).buffer(24, quad_segs=24) - Point(56, -24).buffer(19.6, quad_segs=24)), st.c(line))
    st.put(Q(Point(56, -24).buffer(22.6, quad_segs=24) - Point(56, -24).buffer(20.8, quad_segs=24)), st.c(wood))
    st.put(Q(join([rotate(rod(56, -24, 56, -45, 2.6), a, origin=(56, -24)) for a in range(0, 360, 30)])), st.c(wood))
    st.put(Q(Point(56, -24).buffer(5)), st.c(line))


@part
def steeple(
    st: Stage, at: Any, h: Any, wall: Any = "wall", dome: Any = "metal", line: Any = "ink", roof_: Any = "roof",
    onion: bool = True,
) -> None:  # fmt: skip
    """Village church: onion dome or plain spire."""
    x, y = at
    u = h / 100
    st.put(box(x - 26 * u, y - 30 * u, x + 30 * u, y), st.c(wall))
    st.put(
        Polygon(
            [(x - 30 * u, y - 30 * u), (x - 20 * u, y - 42 * u), (x + 24 * u, y - 42 * u), (x + 34 * u, y - 30 * u)]
        ),
        st.c(roof_),
    )
    st.put(box(x - 10 * u, y - 62 * u, x + 8 * u, y), st.c(wall))
    st.put(box(x + 2 * u, y - 62 * u, x + 8 * u, y), mix(st.c(wall), st.c(line), 0.2))
    for k in (18, 36, 52):
        st.put(box(x - 3.4 * u, y - (k + 8) * u, x + 1.4 * u, y - k * u), st.c(line))
    if onion:
        st.put(
            put_at(
                blob(
                    (50, 0),
                    (60, 24),
                    (88, 44),
                    (86, 72),
                    (66, 90),
                    (64, 100),
                    (36, 100),
                    (34, 90),
                    (14, 72),
                    (12, 44),
                    (40, 24),
                ),
                x - u,
                y - 62 * u,
                0.26 * u,
            ),
            st.c(dome),
        )
    else:
        st.put(Polygon([(x - 12 * u, y - 62 * u), (x - u, y - 94 * u), (x + 10 * u, y - 62 * u)]), st.c(roof_))
    st.put(
        join(
            [
                box(x - 1.8 * u, y - 100 * u, x - 0.2 * u, y - 86 * u),
                box(x - 4.6 * u, y - 96 * u, x + 2.6 * u, y - 94.4 * u),
            ]
        ),
        st.c(line),
    )


@part
def parchment(
    st: Stage, at: Any, w: Any, h: Any, colour: Any = "light", line: Any = "ink", seal: Any = "accent", lines: int = 7,
    turn: float = 0.0,
) -> None:  # fmt: skip
    """A deed: a curled head, written lines, a ribbon with a round seal of wax."""

    def laid(shape: Any) -> Any:
        return translate(rotate(shape, turn, origin=(0, 0)), *at)

    sheet = box(-w / 2, -h / 2, w / 2, h / 2)
    st.put(laid(sheet.buffer(0.3)), st.c(line))
    st.put(laid(sheet), st.c(colour))
    st.put(laid(box(-w / 2 - 0.8, -h / 2 - 1.4, w / 2 + 0.8, -h / 2 + 0.8)), st.c([colour, line, 0.25]))
    rnd = random.Random(lines)
    for n in range(lines):
        y = -h / 2 + h * (n + 1.4) / (lines + 3.2)
        end = w * rnd.uniform(0.3, 0.42) if n < lines - 1 else w * 0.05
        st.put(laid(rod(-w * 0.42, y, end, y, h * (0.05 if n == 0 else 0.025))), st.c(line))
    x, y, r = w * 0.3, h * 0.34, min(w, h) * 0.13
    st.put(laid(Polygon([(x - r * 0.5, y), (x + r * 0.5, y), (x + r * 0.8, y + r * 2.2), (x, y + r * 1.7),
                         (x - r * 0.8, y + r * 2.2)])), st.c([seal, line, 0.3]))  # fmt: skip
    st.put(laid(Point(x, y).buffer(r)), st.c(seal))
    st.put(laid(Point(x, y).buffer(r * 0.72) - Point(x, y).buffer(r * 0.6)), st.c([seal, colour, 0.4]))


@part
def ruins(
    st: Stage, x: Any, y: Any, h: Any, colour: Any = "stone", dark: Any = "ink", seed: int = 1, lit: Any = None,
) -> None:  # fmt: skip
    """Broken town blocks against the sky."""
    rnd = random.Random(seed)
    px = x[0]
    while px < x[1]:
        w, hh = h * rnd.uniform(0.3, 0.7), h * rnd.uniform(0.45, 1.1)
        n = 6
        top = [(px + w * i / n, y - hh * (1 - rnd.random() ** 2 * 0.5)) for i in range(n + 1)]
        tone = mix(st.c(colour), st.c(dark), rnd.uniform(0.15, 0.5))
        g = Polygon([(px, y)] + top + [(px + w, y)]).buffer(0)
        st.put(g, tone)
        for r in range(int(hh / (h * 0.16))):
            for c in range(3):
                a, b = px + w * (0.14 + 0.29 * c), y - h * 0.07 - r * h * 0.16
                st.put(
                    box(a, b - h * 0.09, a + w * 0.16, b).intersection(g),
                    st.c(lit) if lit and rnd.random() < 0.25 else mix(tone, st.c(dark), 0.6),
                )
        px += w * rnd.uniform(0.9, 1.3)


@part
def chimney(st: Stage, at: Any, h: Any, colour: Any = "stone", dark: Any = "ink", smoke_: Any = None) -> None:
    x, y = at
    st.put(Polygon([(x - h * 0.07, y), (x - h * 0.04, y - h), (x + h * 0.04, y - h), (x + h * 0.07, y)]), st.c(colour))
    st.put(box(x - h * 0.05, y - h * 0.98, x + h * 0.05, y - h * 0.9), st.c(dark))
    if smoke_:
        smoke(st, (x, y - h), h * 0.9, h * 0.3, [smoke_, [smoke_, "light", 0.25]], 3, 0.6)


@part
def track(st: Stage, pts: Any, widths: Any, ballast: Any = "stone", rail: Any = "ink", sleepers: int = 30) -> None:
    """Railway in perspective: ballast, sleepers, two rails."""
    line = [tuple(p) for p in pts]
    st.put(brush(line, [w * 1.5 for w in widths], 12), st.c(ballast))
    path = LineString(spline(line, False, 12))
    for i in range(sleepers):
        t = (i / sleepers) ** 0.6
        p, q = path.interpolate(t, normalized=True), path.interpolate(min(1, t + 0.01), normalized=True)
        f = t * (len(widths) - 1)
        k = min(int(f), len(widths) - 2)
        w = widths[k] + (widths[k + 1] - widths[k]) * (f - k)
        a = math.atan2(q.y - p.y, q.x - p.x) + math.pi / 2
        st.put(
            rod(
                p.x - math.cos(a) * w * 0.6,
                p.y - math.sin(a) * w * 0.6,
                p.x + math.cos(a) * w * 0.6,
                p.y + math.sin(a) * w * 0.6,
                w * 0.13,
            ),
            mix(st.c(ballast), st.c(rail), 0.7),
        )
    ring = brush(line, list(widths), 12)
    inner = brush(line, [w * 0.86 for w in widths], 12)
    st.put(ring - inner, st.c(rail))
