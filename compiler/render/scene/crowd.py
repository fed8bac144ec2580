"""People put into a picture: men, troops, riders, columns on the march."""

from __future__ import annotations

import random
from typing import Any

from shapely.geometry import LineString
from shapely.ops import unary_union as join

from compiler.render.colour import mix
from compiler.render.scene.figures import figure
from compiler.render.scene.flags import banner
from compiler.render.scene.mounts import mount
from compiler.render.scene.stage import Stage, part
from compiler.render.scene.strokes import put_at, spline

ROLES = {
    "armour": "armour",
    "trim": "trim",
    "cloth": "cloth",
    "skin": "skin",
    "hat": "hat",
    "shaft": "ink",
    "metal": "metal",
    "cape": "cape",
    "light": "light",
    "horse": "horse",
    "mane": "ink",
    "tack": "trim",
}


def roles(st: Stage, over: Any) -> Any:
    out = {}
    for k, v in ROLES.items():
        name = (over or {}).get(k, v)
        out[k] = (
            st.c(name)
            if str(name).startswith("#") or isinstance(name, (list, tuple)) or name in st.pal
            else st.c("ink")
        )
    return out


@part
def man(
    st: Stage, at: Any, h: Any, kind: Any = "spearman", flip: bool = False, wear: Any = None, flag: Any = None,
    mon: Any = None, mark: Any = "light", line: Any = None,
) -> None:  # fmt: skip
    """One figure: spearman, charge, gunner, archer, lord, ninja, monk, farmer. `flag` puts a banner on his back."""
    look = roles(st, wear)
    if flag:
        s = -1 if flip else 1
        banner(st, (at[0] - s * h * 0.1, at[1] - h * 0.5), h * 0.95, flag, mon, mark, "ink", "flag", 0.5, flip=not flip)
    shapes = [(put_at(g, at[0], at[1], h / 100, flip), r) for g, r in figure(kind)]
    if line:
        st.put(join([g.buffer(h * 0.007) for g, _ in shapes]), st.c(line))
    for g, r in shapes:
        st.put(g, look[r])


@part
def troop(
    st: Stage, x: Any, y: Any, h: Any, n: Any, kind: Any = "spearman", flip: bool = False, wear: Any = None,
    seed: int = 1, rise: float = 0.0, flags: Any = None, mon: Any = None, every: int = 4, rows: int = 1,
    depth: float = 1.6, mark: Any = "light",
) -> None:  # fmt: skip
    """A body of men in ranks from far to near."""
    rnd = random.Random(seed)
    for r in range(rows):
        for i in range(n):
            t = (i + 0.5 + (r % 2) * 0.4) / n
            px = x[0] + (x[1] - x[0]) * t + rnd.uniform(-0.1, 0.1) * h
            py = y + rise * t + r * depth + rnd.uniform(-0.05, 0.05) * h
            kk = kind if isinstance(kind, str) else kind[rnd.randrange(len(kind))]
            man(
                st,
                (px, py),
                h * (1 + r * 0.08) * rnd.uniform(0.95, 1.05),
                kk,
                flip,
                wear,
                flags[(i // every) % len(flags)] if flags and (i + 2 * r) % every == 0 else None,
                mon,
                mark,
            )


@part
def rider(
    st: Stage, at: Any, h: Any, gait: Any = "walk", arm: Any = "lance", flip: bool = False, wear: Any = None,
    flag: Any = None, mon: Any = None, mark: Any = "light", line: Any = None,
) -> None:  # fmt: skip
    """A mounted samurai; `h` is the height of the horse's box, the rider stands a fifth above it."""
    look = roles(st, wear)
    look["far"] = mix(look["horse"], look["mane"], 0.45)
    s = -1 if flip else 1
    if flag:
        banner(
            st, (at[0] - s * h * 0.12, at[1] - h * 0.62), h * 1.05, flag, mon, mark, "ink", "flag", 0.6, flip=not flip
        )
    shapes = [(put_at(g, at[0], at[1], h / 100, flip), r) for g, r in mount(gait, arm)]
    if line:
        st.put(join([g.buffer(h * 0.006) for g, _ in shapes]), st.c(line))
    for g, r in shapes:
        st.put(g, look[r])


@part
def column(
    st: Stage, path: Any, n: Any, h: Any, gait: Any = "walk", arm: Any = "upright", flip: bool = False,
    wears: Any = None, flags: Any = None, mon: Any = None, mark: Any = "light", seed: int = 1, every: int = 2,
    foot: int = 0, foot_wear: Any = None,
) -> None:  # fmt: skip
    """Riders along a line from far to near; h = [far, near]; `foot` men walk between two riders."""
    rnd = random.Random(seed)
    pts = LineString(spline([tuple(p) for p in path], False, 12))
    m = n * (foot + 1)
    for i in range(m):
        t = i / (m - 1)
        t = t**1.15
        p = pts.interpolate(t, normalized=True)
        hh = h[0] + (h[1] - h[0]) * t
        q = i // (foot + 1)
        y = p.y + rnd.uniform(-0.06, 0.06) * hh
        if i % (foot + 1) == 0:
            rider(
                st,
                (p.x, y),
                hh,
                gait,
                arm,
                flip,
                wears[q % len(wears)] if wears else None,
                flags[q % len(flags)] if flags and q % every == 0 else None,
                mon,
                mark,
            )
        else:
            man(st, (p.x, y), hh * 0.78, "spearman", flip, foot_wear)
