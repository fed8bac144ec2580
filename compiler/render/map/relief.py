"""Grounds of hex maps: tints with soft edges, slopes with hachures, and the marks of each terrain."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import shapely
from shapely.affinity import translate
from shapely.geometry.base import BaseGeometry

from compiler.render import texture
from compiler.render.colour import PAPER, mix
from compiler.render.drawing import Drawing
from compiler.render.geometry import smooth_area, soften
from compiler.render.map.field import WET, HexField
from compiler.render.map.plan import Plan
from compiler.render.path import Path, circle, hundredths, joined
from compiler.render.symbols import unit
from compiler.render.theme.looks import theme_named
from compiler.render.theme.marks import heights, mark_tone, solid

# Tints of grounds for palettes that do not name them.
_TINTS = {
    "bare": "#F1E8CC", "paddies": "#DDE3B4", "tint": "#E3D9BC", "dots": "#EFE0B8", "reeds": "#CBD3B4",
    "trees": "#A9BC88", "town": "#DCC3A4", "tufts": "#E0D2A4", "slope": "#C3B887", "humps": "#BFBE8E",
    "city": "#D2BDA6", "fort": "#E3D9BC", "peaks": "#95997C", "ridge": "#8E9A6B", "stream": "#8FC3D2",
    "water": "#A9C6D0",
}  # fmt: skip
_CASTS = ("#8A6E4A", "#6F8F6A", "#6E7FA3", "#A8796F", "#8C7BA0")
CREST = 5.5  # how far inside a ridge its crest begins
BROAD, FALLOW = 0.34, 0.16  # shares of a plain that are riper, and that lie in stubble
SHADE = 4.2  # mm that light and shadow reach into a crest


def ground_tone(plan: Plan, terrain: str) -> str:
    """The tint of a terrain: its own tone of the palette, or that of its recipe."""
    recipe = plan.style.terrain.get(terrain, "tint")
    if recipe in WET:
        return plan.water(terrain)
    own = plan.tone("", terrain)
    tint = theme_named(plan.palette.theme).tints.get(recipe) or _TINTS[recipe]
    if recipe == "tint" and own == "":
        tint = _told_apart(plan, terrain, tint)
    return own or (mix(tint, "#FFFFFF", 0.78) if plan.thin else tint)


def _told_apart(plan: Plan, terrain: str, tint: str) -> str:
    """Grounds that have nothing but a tint get one each, so that no two of them look alike."""
    alike = [id for id in plan.map.terrain if plan.style.terrain.get(id) == "tint" and not plan.tone("", id)]
    n = alike.index(terrain) if terrain in alike else 0
    return mix(tint, _CASTS[n % len(_CASTS)], 0.3 + 0.15 * (n // len(_CASTS))) if n else tint


def ridge_tone(plan: Plan) -> str:
    return plan.tone("#4B4C3E", "ridge_mark", "ridge")


def grounds(plan: Plan, field: HexField) -> None:
    """The base, then every other ground with its edge softened inside the hexsides, so that the hex still decides."""
    plan.fill(plan.view.intersection(field.union(field.wide)), ground_tone(plan, field.base))
    if field.recipe(field.base) == "paddies":
        _broad(plan, field)
    for n, (terrain, patch) in enumerate(field.patches):
        recipe = field.recipe(terrain)
        if recipe in ("humps", "slope", "ridge", "peaks") and _themed_heights(plan, patch, terrain, n):
            continue
        if recipe in ("slope", "ridge"):
            _slope(plan, patch, terrain, recipe, n)
        elif recipe not in ("bare",) or terrain != field.base:
            shape = soften(smooth_area(patch, 1.0, n + 1), 0.9).intersection(plan.view)
            plan.fill(shape, ground_tone(plan, terrain))


def _broad(plan: Plan, field: HexField) -> None:
    """Broad fields of a riper green and some in stubble, in drifts: a wide plain is nowhere one tone."""
    cells = [cell for cell, terrain in field.terrain.items() if terrain == field.base]
    ground = ground_tone(plan, field.base)
    ripe, fallow = mix(ground, plan.tone(mix(ground, "#7F9A3C", 0.35), "paddy"), 0.42), mix(ground, "#EADF9E", 0.34)
    ranked = sorted(cells, key=lambda cell: (_drift(*cell), cell))
    many, few = int(len(cells) * BROAD), int(len(cells) * FALLOW)
    for seed, own, tone in ((11, ranked[:many], ripe), (17, ranked[len(cells) - few :], fallow)):
        if own:
            shape = soften(smooth_area(field.union(own).buffer(-1.5), 3.0, seed), 3.0).intersection(plan.view)
            plan.fill(shape, tone)


def _drift(column: int, row: int) -> float:
    """How ripe a field is: waves of several lengths across each other, so that no field is a rectangle."""
    waves = ((0.61, 0.23, 0.4), (-0.29, 0.53, 1.7), (0.17, -0.71, 2.9), (0.93, 0.87, 0.8))
    return round(sum(math.sin(a * column + b * row + c) for a, b, c in waves), 6)


def _themed_heights(plan: Plan, patch: BaseGeometry, terrain: str, seed: int) -> bool:
    tint = ground_tone(plan, terrain)
    return heights(plan, patch, tint, plan.tone(mix(tint, ridge_tone(plan), 0.3), "hill_high"), seed)


def _slope(plan: Plan, patch: BaseGeometry, terrain: str, recipe: str, seed: int) -> None:
    """A height with hachures down its edge; a ridge has a darker crest."""
    tint = ground_tone(plan, terrain)
    steps = [(patch, tint)]
    if recipe == "ridge":
        steps.append((patch.buffer(-CREST), plan.tone(mix(tint, ridge_tone(plan), 0.25), f"{terrain}_high")))
    rnd = random.Random(seed + 3)
    inner = plan.view.buffer(-0.2)
    for k, (shape, ink) in enumerate(steps):
        body = soften(smooth_area(shape, 1.2, seed + 4 + k), 1.4).intersection(plan.view).simplify(0.05)
        plan.fill(body, ink)
        if k:
            _light(plan, body, ink)
        strokes = texture.hachures(body.boundary.intersection(inner), body, rnd)
        plan.drawing.mark(strokes, None, mix(ridge_tone(plan), ink, 0.3), 0.2)


def _light(plan: Plan, crest: BaseGeometry, ink: str) -> None:
    """Light from the north-west on a crest: its far side lies in shadow, the near one catches the sun."""
    for dx, tone in ((-SHADE, mix(ink, ridge_tone(plan), 0.16)), (SHADE, mix(ink, PAPER, 0.12))):
        rim = crest.difference(translate(crest, dx, dx * 0.6)).buffer(-0.5).buffer(0.5)
        plan.fill(soften(rim, 0.8).intersection(crest), tone)


def relief(plan: Plan, field: HexField) -> None:
    """The marks of all terrains, rows from north to south so that nearer peaks overlap farther ones."""
    cells = sorted(field.terrain, key=lambda c: (field.grid.centre(c)[1], field.grid.centre(c)[0]))
    rnd = random.Random(7)
    strokes: dict[str, list[Path]] = {}
    free = _fields(field)
    for cell in cells:
        terrain = field.terrain[cell]
        recipe = field.recipe(terrain)
        x, y = field.grid.centre(cell)
        own = solid(plan.palette.theme, recipe)
        if own is not None:
            ink = mark_tone(plan, recipe, ridge_tone(plan))
            own(plan.drawing, x, y, rnd, field.scale, ground_tone(plan, terrain), ink)
        elif recipe in ("humps", "ridge", "slope", "peaks") and plan.palette.theme != "japan":
            continue  # their contours are drawn with the ground
        elif recipe in _STROKES:
            strokes.setdefault(terrain, []).append(_STROKES[recipe](x, y, rnd, field.scale))
        elif recipe == "paddies":
            if rnd.random() < 0.62:
                paddy = plan.tone(mix(ground_tone(plan, terrain), "#7F9A3C", 0.35), "paddy")
                texture.paddies(plan.drawing, x, y, free, rnd, ground_tone(plan, terrain), paddy, ridge_tone(plan))
        elif recipe in _SOLID:
            _SOLID[recipe](plan.drawing, x, y, rnd, field.scale, ground_tone(plan, terrain), ridge_tone(plan))
    for terrain, paths in strokes.items():
        ink = mix(ridge_tone(plan), ground_tone(plan, terrain), 0.35)
        if field.recipe(terrain) in ("ridge", "dots"):
            plan.drawing.mark(joined(paths), ink)
        else:
            plan.drawing.mark(joined(paths), None, ink, 0.17)


def swatch(plan: Plan, terrain: str, x: float, y: float, scale: float) -> None:
    """The marks of one hex, for the key."""
    recipe = plan.style.terrain.get(terrain, "tint")
    rnd = random.Random(4)
    ground, ridge = ground_tone(plan, terrain), ridge_tone(plan)
    own = solid(plan.palette.theme, recipe)
    if own is not None:
        own(plan.drawing, x, y, rnd, scale * 0.86, ground, mark_tone(plan, recipe, ridge))
    elif recipe in ("humps", "ridge", "slope", "peaks") and plan.palette.theme != "japan":
        high = plan.tone(mix(ground, ridge, 0.3), "hill_high")
        for n, r in enumerate((5.4, 3.6, 1.8)):
            plan.drawing.circle(x, y, r * scale, mix(ground, high, (n + 1) / 3), mix(ridge, ground, 0.2), 0.3)
    elif recipe in _STROKES:
        ink = mix(ridge, ground, 0.35)
        strokes = _STROKES[recipe](x, y, rnd, scale * 0.86)
        filled = recipe in ("ridge", "dots")
        plan.drawing.mark(strokes, ink if filled else None, None if filled else ink, 0.17)
    elif recipe in _SOLID:
        _SOLID[recipe](plan.drawing, x, y, rnd, scale * 0.86, ground, ridge)
    elif recipe == "paddies":
        free = shapely.Point(x, y).buffer(6.4 * scale)
        paddy = plan.tone(mix(ground, "#7F9A3C", 0.35), "paddy")
        texture.paddies(plan.drawing, x - 1.6, y - 0.6, free, rnd, ground, paddy, ridge)


def _fields(field: HexField) -> BaseGeometry:
    """Where strips of rice may lie: on their own ground, a little inside its edge."""
    free = field.union(cell for cell in field.terrain if field.recipe(field.terrain[cell]) == "paddies").buffer(-1.0)
    shapely.prepare(free)
    return free


# -- marks of one hex: centre, chance, scale -------------------------------------------------------------------------
def _tufts(x: float, y: float, rnd: random.Random, k: float) -> Path:
    return texture.tufts(x, y, rnd, 5, 5.6 * k)


def _firs(x: float, y: float, rnd: random.Random, k: float) -> Path:
    return joined(texture.fir(x + rnd.uniform(-5, 5) * k, y + rnd.uniform(-3, 5.5) * k) for _ in range(3))


def _reeds(x: float, y: float, rnd: random.Random, k: float) -> Path:
    """Short water lines with a reed standing in them."""
    out = []
    for dx, dy in ((-4.2, -1.4), (3.8, -2.6), (-1.6, 4.4), (4.6, 3.2), (-5.0, 2.4)):
        px, py = x + (dx + rnd.uniform(-0.6, 0.6)) * k, y + (dy + rnd.uniform(-0.5, 0.5)) * k
        lines = [(px - 1.5, py), (px + 1.5, py), (px - 0.7, py + 0.6), (px + 1.9, py + 0.6)]
        stalks = [(px - 0.4, py), (px - 0.6, py - 1.5), (px + 0.3, py), (px + 0.5, py - 1.9)]
        out.append(Path("ML" * 4, hundredths([*lines, *stalks])))
    return joined(out)


def _dots(x: float, y: float, rnd: random.Random, k: float) -> Path:
    out = []
    for _ in range(12):
        a, d = rnd.uniform(0, math.tau), rnd.uniform(0.4, 1) * 6.2 * k
        px, py = x + d * math.cos(a), y + d * math.sin(a)
        if not (abs(px - x) < 3.4 and py < y - 3.8):
            out.append(circle(px, py, 0.17))
    return joined(out)


def _humps(d: Drawing, x: float, y: float, rnd: random.Random, k: float, ground: str, ridge: str) -> None:
    for dx, dy, w in ((-4.2, -1.6, 5.0), (3.6, -3.2, 4.4), (0.4, 3.6, 5.6), (5.2, 3.4, 3.6)):
        px, py = x + (dx + rnd.uniform(-0.5, 0.5)) * k, y + (dy + rnd.uniform(-0.5, 0.5)) * k
        texture.hump(d, px, py, w * k, mix(ridge, ground, 0.2), mix(ground, PAPER, 0.3))


def _peaks(d: Drawing, x: float, y: float, rnd: random.Random, k: float, ground: str, ridge: str) -> None:
    light, dark = texture.relief_tones(ground, ridge)
    for dx, dy, w, h in ((-4.0, -0.6, 6.0, 5.0), (3.6, -1.2, 6.4, 5.8), (-0.6, 4.4, 7.4, 6.4), (5.4, 5.0, 4.6, 3.6)):
        px, py = x + (dx + rnd.uniform(-0.5, 0.5)) * k, y + (dy + rnd.uniform(-0.3, 0.3)) * k
        texture.peak(d, px, py, w * k, h * k, ridge, light, dark, rnd)


def _trees(d: Drawing, x: float, y: float, rnd: random.Random, k: float, ground: str, ridge: str) -> None:
    """Pines and crowns about the centre, the nearer ones in front."""
    spots = [(-4.6, -2.4), (4.3, -2.9), (-5.8, 1.4), (5.6, 1.6), (-3.0, 4.6), (3.2, 5.0), (0.2, 6.4)]
    line, leaf = mix(ridge, ground, 0.1), mix(ground, ridge, 0.28)
    for i, (dx, dy) in enumerate(spots):
        px, py = x + (dx + rnd.uniform(-0.6, 0.6)) * k, y + (dy + rnd.uniform(-0.5, 0.5)) * k
        s = k * rnd.uniform(0.85, 1.1)
        if (i + int(x)) % 3:
            d.mark(texture.crown(px, py, s), leaf, line, 0.16)
        else:
            d.mark(texture.pine(px, py, s), mix(leaf, ridge, 0.25), line, 0.16)


def _town(d: Drawing, x: float, y: float, rnd: random.Random, k: float, ground: str, ridge: str) -> None:
    d.symbol(unit("village"), x, y - 0.3 * k, 8.4 * k, mix(ridge, "#6B3A24", 0.55), ground, 0.35)


_STROKES: dict[str, Callable[[float, float, random.Random, float], Path]] = {
    "tufts": _tufts, "ridge": _firs, "reeds": _reeds, "dots": _dots,
}  # fmt: skip
_SOLID: dict[str, Callable[[Drawing, float, float, random.Random, float, str, str], None]] = {
    "humps": _humps, "peaks": _peaks, "trees": _trees, "town": _town,
}  # fmt: skip
