"""People and riders of the scenes as they stand on a counter: a silhouette in its ink, lit where armour is laced."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby

from shapely.affinity import translate
from shapely.ops import unary_union

from compiler.render.colour import mix
from compiler.render.counter.bench import Bench
from compiler.render.counter.slots import Slot, said
from compiler.render.path import Path, of_geometry
from compiler.render.scene.figures import KINDS, figure
from compiler.render.scene.mounts import mount

# name on a layout → gait and arm of a rider
RIDERS = {"rider": ("walk", "baton"), "lancer": ("gallop", "lance"), "horse_archer": ("gallop", "bow"),
          "hussar": ("gallop", "sabre"), "standard": ("walk", "upright")}  # fmt: skip
NAMES = (*sorted(KINDS), *sorted(RIDERS))
# role of a part → how far its tone lies from the ink to the ground; all others are ink
_TONES = {"skin": 1.0, "light": 1.0, "trim": 0.62, "metal": 0.62, "tack": 0.62, "cape": 0.35, "cloth": 0.18}
_TIDY = 0.35  # of a hundredth of its height: less is not seen on a counter


@lru_cache(None)
def shapes_of(name: str) -> tuple[tuple[Path, float], ...]:
    """The shapes of a figure and their tones, back to front; a hundred units high, its foot at the origin."""
    dressed = mount(*RIDERS[name]) if name in RIDERS else figure(name)
    found = []
    for tone, parts in groupby(dressed, key=lambda part: _TONES.get(part[1], 0.0)):
        shape = translate(unary_union([shape for shape, _ in parts]), -50, -100).simplify(_TIDY)
        path = of_geometry(shape)
        found.append((Path(path.ops, path.pts, shared=True), tone))
    return tuple(found)


def draw_figure(bench: Bench, slot: Slot) -> None:
    """One figure, or several side by side (`count`, `step`), standing on its place, `size` mm high to the head."""
    name = said(slot, bench.values)
    if not name:
        return
    if name not in NAMES:
        bench.drawing.problem("R302", f"there is no figure `{name}`", f"known are {', '.join(NAMES)}")
        return
    x, y = slot.point()
    dx, dy = slot.point("step")
    count, size = int(slot.number("count", 1)), slot.number("size", 6.0)
    ink = bench.colour(slot.text("colour"))
    for i in range(count):
        k = i - (count - 1) / 2
        for path, tone in shapes_of(name):
            bench.drawing.symbol(path, x + k * dx, y + k * dy, size, mix(ink, bench.ground, tone) if tone else ink)
