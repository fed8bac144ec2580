"""Ships."""

from __future__ import annotations

from typing import Any

from shapely.affinity import affine_transform
from shapely.geometry import Polygon
from shapely.ops import unary_union as join

from compiler.render.colour import mix
from compiler.render.scene.stage import Stage, part
from compiler.render.scene.strokes import bend, brush, lens, mon_at, rod


@part
def ship(
    st: Stage, at: Any, w: Any, hull: Any = "post", sail: Any = "light", line: Any = "ink", mon: Any = None,
    mark: Any = "accent", flip: bool = False, oars: int = 8, tower: bool = True, wake: Any = None,
) -> None:  # fmt: skip
    """War junk: tub hull, shielded deck, square sail with the crest, oars."""
    x, y = at
    k = w / 100
    s = -k if flip else k

    def P(*pts: Any) -> Any:
        return affine_transform(Polygon(pts), [s, 0, 0, k, x - 50 * s, y])

    def Q(g: Any) -> Any:
        return affine_transform(g, [s, 0, 0, k, x - 50 * s, y])

    st.put(Q(join([rod(49, -4, 49, -86, 2), rod(22, -80, 76, -80, 2)])), st.c(line))
    q = bend
    sl = Polygon(q((24, -79), (34, -52), (26, -28)) + q((74, -28), (84, -54), (74, -79)))
    st.put(Q(sl), st.c(sail))
    for t in (36, 49, 62):
        st.put(Q(rod(t, -78, t + 2, -29, 0.7)), mix(st.c(sail), st.c(line), 0.4))
    if mon:
        st.put(mon_at(mon, x + (53 - 50) * s, y - 54 * k, 26 * k), st.c(mark))
    if tower:
        st.put(P((28, -22), (72, -22), (72, -8), (28, -8)), mix(st.c(hull), st.c(sail), 0.35))
        for i in range(7):
            st.put(P((30 + i * 6, -18), (33 + i * 6, -18), (33 + i * 6, -12), (30 + i * 6, -12)), st.c(line))
        st.put(P((24, -22), (28, -26), (72, -26), (76, -22)), st.c(line))
    st.put(
        Q(Polygon(q((2, -20), (4, 4), (24, 10)) + q((78, 10), (94, 4), (102, -24)) + [(94, -10), (8, -10)])), st.c(hull)
    )
    st.put(P((6, -12), (95, -12), (94, -8), (7, -8)), st.c(line))
    for i in range(9):
        st.put(
            P((12 + i * 9, -15), (18 + i * 9, -15), (18 + i * 9, -8), (12 + i * 9, -8)),
            mix(st.c(hull), st.c(line), 0.5) if i % 2 else st.c(sail),
        )
    st.put(Q(rod(8, -1, 93, -1, 1.2)), mix(st.c(hull), st.c(line), 0.5))
    for i in range(oars):
        a = 16 + i * 70 / oars
        st.put(Q(brush([(a, -2), (a - 10, 16)], [0.9, 1.8])), st.c(line))
    if wake:
        for a, b, c in ((50, 11, 96), (40, 14, 120), (60, 17, 84)):
            st.put(Q(lens(a, b, c, 1.8)), st.c(wake))
