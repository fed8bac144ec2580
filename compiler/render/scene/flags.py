"""Banners and spears."""

from __future__ import annotations

import math
import random
from typing import Any

from shapely.affinity import translate
from shapely.geometry import Point, Polygon, box

from compiler.render.colour import mix
from compiler.render.scene.stage import Stage, part
from compiler.render.scene.strokes import brush, mon_at, rod

FLAGS = ("nobori", "flag", "standard", "streamer")


def _cloth(
    st: Stage, at: Any, h: Any, colour: Any, mon: Any, mark: Any, pole: Any, kind: str, blow: float, s: int, trim: Any,
    w: Any,
) -> None:  # fmt: skip
    """A tall flag on an arm, or a small one on a back."""
    x, y = at
    w = w or h * (0.2 if kind == "nobori" else 0.26)
    fh = h * (0.66 if kind == "nobori" else 0.42)
    top = y - h * 0.97
    n = 12
    a = [(x + s * 0.1, top + fh * i / n) for i in range(n + 1)]
    b = [
        (
            x + s * (w + blow * w * 0.22 * math.sin(i / n * 4.2 + x)),
            top + fh * i / n + blow * w * 0.12 * math.sin(i / n * 3 + x),
        )
        for i in range(n + 1)
    ]
    g = Polygon(a + b[::-1]).buffer(0)
    if kind == "nobori":
        st.put(rod(x - s * 0.1, top, x + s * w * 1.02, top, max(0.14, h * 0.013)), st.c(pole))
    st.put(g, st.c(colour))
    if trim:
        st.put(g.intersection(box(x - 99, top, x + 99, top + fh * 0.1)), st.c(trim))
        st.put(g.intersection(box(x - 99, top + fh * 0.9, x + 99, top + fh * 1.2)), st.c(trim))
    st.put((g - translate(g, -s * w * 0.16, 0)).intersection(g), mix(st.c(colour), st.c("ink"), 0.18))
    if mon:
        st.put(mon_at(mon, x + s * w * 0.52, top + fh * (0.34 if kind == "nobori" else 0.48), w * 0.76), st.c(mark))
        if kind == "nobori" and h > 18:
            st.put(mon_at(mon, x + s * w * 0.54, top + fh * 0.7, w * 0.6), st.c(mark))


def _standard(
    st: Stage, at: Any, h: Any, colour: Any, mon: Any, mark: Any, pole: Any, kind: str, blow: float, s: int, trim: Any,
    w: Any,
) -> None:  # fmt: skip
    """A wide cloth under a crowned pole."""
    x, y = at
    w = w or h * 0.3
    top = y - h * 0.9
    g = Polygon(
        [(x - w / 2, top)]
        + [(x - w / 2 + w * i / 8, top + blow * 0.0) for i in range(9)]
        + [(x + w / 2 - w * i / 8, top + w * 0.9 + blow * w * 0.06 * math.sin(i * 0.9)) for i in range(9)]
    ).buffer(0)
    st.put(rod(x - w * 0.54, top, x + w * 0.54, top, h * 0.018), st.c(pole))
    st.put(g, st.c(colour))
    if mon:
        st.put(mon_at(mon, x, top + w * 0.46, w * 0.66), st.c(mark))
    st.put(Point(x, y - h).buffer(h * 0.03), st.c(trim or pole))


def _streamer(
    st: Stage, at: Any, h: Any, colour: Any, mon: Any, mark: Any, pole: Any, kind: str, blow: float, s: int, trim: Any,
    w: Any,
) -> None:  # fmt: skip
    """A long tail in the wind."""
    x, y = at
    w = w or h * 0.7
    top = y - h * 0.96
    up = [(x + s * w * t, top + h * 0.05 * math.sin(t * 7 + x) + h * 0.16 * t) for t in [i / 14 for i in range(15)]]
    dn = [(a, b + h * 0.13 * (1 - i / 18)) for i, (a, b) in enumerate(up)]
    st.put(Polygon(up + dn[::-1]).buffer(0), st.c(colour))
    if mon:
        st.put(mon_at(mon, x + s * w * 0.2, top + h * 0.1, h * 0.1), st.c(mark))


@part
def banner(
    st: Stage, at: Any, h: Any, colour: Any, mon: Any = None, mark: Any = "ink", pole: Any = "ink",
    kind: Any = "nobori", blow: float = 0.5, flip: bool = False, trim: Any = None, w: Any = None,
) -> None:  # fmt: skip
    """A tall nobori with an arm, a small back flag, a crowned standard with a wide cloth, or a streamer."""
    x, y = at
    s = -1 if flip else 1
    st.put(rod(x, y, x, y - h, max(0.16, h * 0.016)), st.c(pole))
    draw = {"nobori": _cloth, "flag": _cloth, "standard": _standard}.get(kind, _streamer)
    draw(st, at, h, colour, mon, mark, pole, kind, blow, s, trim, w)


@part
def banners(
    st: Stage, x: Any, y: Any, h: Any, colours: Any, n: Any, mons: Any = None, mark: Any = "light",
    seed: int = 1, kind: Any = "nobori", flip: bool = False, jitter: float = 0.2, rise: float = 0.0,
    pole: Any = "ink", blow: float = 0.5, trim: Any = None,
) -> None:  # fmt: skip
    """A line of flags along the ground."""
    rnd = random.Random(seed)
    for i in range(n):
        t = (i + 0.5) / n
        px = x[0] + (x[1] - x[0]) * t + rnd.uniform(-1, 1) * jitter
        c = colours[i % len(colours)]
        m = mons[i % len(mons)] if mons else None
        banner(
            st,
            (px, y + rise * t + rnd.uniform(-0.3, 0.3) * jitter * 3),
            h * rnd.uniform(0.88, 1.1),
            c,
            m,
            mark,
            pole,
            kind,
            blow,
            flip,
            trim,
        )


@part
def spears(
    st: Stage, x: Any, y: Any, h: Any, n: Any, colour: Any = "ink", seed: int = 1, lean: float = 0.08,
    rise: float = 0.0, head: Any = None, w: float = 0.16,
) -> None:  # fmt: skip
    rnd = random.Random(seed)
    for i in range(n):
        t = (i + rnd.random()) / n
        px, py = x[0] + (x[1] - x[0]) * t, y + rise * t
        hh, a = h * rnd.uniform(0.82, 1.1), lean + rnd.uniform(-0.06, 0.06)
        tx, ty = px + a * hh, py - hh
        st.put(rod(px, py, tx, ty, w), st.c(colour))
        st.put(
            brush(
                [(tx - a * 0.3, ty + 0.3), (tx + a * 0.5, ty - 0.8 * w / 0.16), (tx + a * 1.4, ty - 1.9 * w / 0.16)],
                [w, w * 3, 0.03],
                4,
            ),
            st.c(head or colour),
        )
