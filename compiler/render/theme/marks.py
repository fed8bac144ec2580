"""The marks of hexes outside Japan: woods, heights, towns, forts and swamps of each look, drawn about a centre."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from compiler.render.colour import INK, PAPER, mix
from compiler.render.drawing import Drawing
from compiler.render.geometry import smooth_area, soften
from compiler.render.map.plan import Plan
from compiler.render.texture import hachures

Solid = Callable[[Drawing, float, float, random.Random, float, str, str], None]
_SPOTS = ((-5.4, -2.2), (-2.6, -1.4), (3.0, -1.8), (5.6, -2.4), (-4.2, 1.4), (-0.8, 2.0), (2.4, 1.2), (5.2, 1.8),
          (-5.6, 4.2), (-2.2, 4.8), (1.2, 5.2), (4.4, 4.6))  # fmt: skip


def _wood(draw: Callable[[Drawing, float, float, float, str, str, random.Random], None]) -> Solid:
    def trees(d: Drawing, x: float, y: float, rnd: random.Random, k: float, ground: str, mark: str) -> None:
        for dx, dy in _SPOTS:
            px, py = x + (dx + rnd.uniform(-0.6, 0.6)) * k, y + (dy + rnd.uniform(-0.5, 0.5)) * k
            draw(d, px, py, k * rnd.uniform(0.85, 1.1), ground, mark, rnd)

    return trees


def _dot(d: Drawing, x: float, y: float, k: float, ground: str, mark: str, _: random.Random) -> None:
    d.circle(x, y, 0.85 * k, mix(mark, ground, 0.25))


def _fir(d: Drawing, x: float, y: float, k: float, ground: str, mark: str, rnd: random.Random) -> None:
    r = 1.15 * k
    d.polygon(
        [(x - r * 0.72, y + r), (x, y - r * 1.25), (x + r * 0.72, y + r)], mix(mark, ground, rnd.choice((0, 0.2, 0.35)))
    )


def _crown(d: Drawing, x: float, y: float, k: float, ground: str, mark: str, _: random.Random) -> None:
    r = 1.15 * k
    d.circle(x + r * 0.25, y + r * 0.3, r * 1.05, mark)
    d.circle(x, y, r, mix(mark, ground, 0.55), mark, 0.14)


def _reeds(d: Drawing, x: float, y: float, rnd: random.Random, k: float, ground: str, mark: str) -> None:
    for dx, dy in ((-4.2, -1.4), (3.8, -1.6), (-1.6, 4.0), (4.4, 3.4), (-5.0, 2.6), (0.4, 1.0)):
        px, py = x + (dx + rnd.uniform(-0.5, 0.5)) * k, y + (dy + rnd.uniform(-0.4, 0.4)) * k
        d.line([(px - 1.2 * k, py), (px + 1.2 * k, py)], mark, 0.25)
        for lean in (-0.6, 0.0, 0.6):
            d.line([(px + lean * 0.5 * k, py), (px + lean * 1.2 * k, py - 1.3 * k)], mark, 0.2)


def _plan_town(d: Drawing, x: float, y: float, rnd: random.Random, k: float, ground: str, mark: str) -> None:
    d.rect(x - 4.2 * k, y - 3.4 * k, 8.4 * k, 8.4 * k, PAPER, mark, 0.45, r=0.8)
    for dx, dy, w, h in ((-3.2, -2.4, 2.8, 2.8), (0.4, -2.4, 2.8, 2.0), (-3.2, 1.4, 2.0, 2.6), (-0.4, 0.6, 3.6, 3.4)):
        d.rect(x + dx * k, y + dy * k, w * k, h * k, mix(mark, PAPER, 0.2))


def _blocks(d: Drawing, x: float, y: float, rnd: random.Random, k: float, ground: str, mark: str) -> None:
    for i in range(-3, 4):
        for j in range(-2, 3):  # clear of the number above and the name below
            px, py = x + (i * 1.9 + (j % 2) * 0.5) * k, y + (j * 1.8 + 0.6) * k
            w, h = rnd.choice((1.2, 1.5, 1.7)), rnd.choice((1.1, 1.4))
            if math.hypot(px - x, py - y - 0.6 * k) < 5.6 * k and rnd.random() < 0.88:
                d.rect(px - 0.8 * k, py - 0.75 * k, w * k, h * k, mix(mark, ground, rnd.choice((0, 0.12, 0.3))))
    for a, b in (((-6.2, 1.6), (6.2, -0.3)), ((-0.7, -3.9), (0.9, 5.0))):
        d.line([(x + a[0] * k, y + a[1] * k), (x + b[0] * k, y + b[1] * k)], ground, 0.7 * k)


def _houses(d: Drawing, x: float, y: float, rnd: random.Random, k: float, ground: str, mark: str) -> None:
    for i in range(9):
        a, r = i * math.tau / 9 + rnd.uniform(-0.2, 0.2), rnd.uniform(3.0, 5.4) * k
        with d.group(x + r * math.cos(a), y + 0.8 * k + r * math.sin(a) * 0.78, k, rnd.uniform(-25, 25)):
            d.rect(-1.1, -0.7, 2.2, 1.5, mix(mark, PAPER, 0.15), INK, 0.12)
            d.line([(-1.1, 0), (1.1, 0)], INK, 0.12)
    with d.group(x, y + 1.0 * k, k):
        d.rect(-0.9, -1.2, 1.8, 3.0, PAPER, INK, 0.18)
        d.polygon([(-1.3, -1.2), (0, -4.4), (1.3, -1.2)], mark, INK, 0.16)
        d.line([(0, -4.4), (0, -5.8)], INK, 0.22)
        d.line([(-0.6, -5.3), (0.6, -5.3)], INK, 0.22)


def _bunker(d: Drawing, x: float, y: float, rnd: random.Random, k: float, ground: str, mark: str) -> None:
    d.circle(x, y + 0.6 * k, 4.2 * k, PAPER, mark, 0.5 * k)
    for i in range(16):
        a = math.tau * i / 16
        ring = [(x + r * k * math.cos(a), y + 0.6 * k + r * k * math.sin(a)) for r in (4.2, 5.4)]
        d.line(ring, mark, 0.5 * k, cap="butt")
    for dx, dy, w, h, ink in ((-2.1, -0.8, 4.2, 3.0, mark), (-2.6, -1.6, 5.2, 1.1, mark), (-1.3, 0.1, 2.6, 0.6, PAPER)):
        d.rect(x + dx * k, y + dy * k, w * k, h * k, ink)


def _redoubt(points: int) -> Solid:
    def fort(d: Drawing, x: float, y: float, rnd: random.Random, k: float, ground: str, mark: str) -> None:
        star = []
        for i in range(points * 2):
            a, r = math.pi * i / points - math.pi / 2, (5.2 if i % 2 == 0 else 3.1) * k
            star.append((x + r * math.cos(a), y + 0.6 * k + r * math.sin(a)))
        shape = Polygon(star)
        d.mark(shape.buffer(0.8 * k), mix(mark, ground, 0.55))
        d.mark(shape, PAPER, mark, 0.5 * k)
        d.mark(shape.buffer(-1.1 * k), mix(ground, PAPER, 0.3), mark, 0.22)

    return fort


_FOREST: dict[str, Solid] = {"plain": _wood(_dot), "nato": _wood(_fir), "horse_and_musket": _wood(_crown)}
_TOWN: dict[str, Solid] = {"plain": _plan_town, "nato": _blocks, "horse_and_musket": _houses}
_FORT: dict[str, Solid] = {"plain": _redoubt(4), "nato": _bunker, "horse_and_musket": _redoubt(5)}


def solid(theme: str, recipe: str) -> Solid | None:
    """How a theme draws the marks of a recipe; None where it draws them as the family does."""
    if theme == "japan":
        return {"city": _plan_town, "fort": _redoubt(4)}.get(recipe)
    found: dict[str, dict[str, Solid]] = {"trees": _FOREST, "town": _TOWN, "city": _TOWN, "fort": _FORT}
    if recipe == "reeds":
        return _reeds
    return found[recipe].get(theme) if recipe in found else None


def mark_tone(plan: Plan, recipe: str, default: str) -> str:
    """The ink of a theme's marks."""
    names = {
        "trees": "trees_mark",
        "reeds": "reeds_mark",
        "town": "city_mark",
        "city": "city_mark",
        "fort": "fort_mark",
    }
    return plan.tone(default, names.get(recipe, ""))


def heights(plan: Plan, patch: BaseGeometry, tint: str, high: str, seed: int) -> bool:
    """Hills as a theme draws them: tints, contours, or hachures inward; False where the family's marks are drawn."""
    theme = plan.palette.theme
    if theme == "japan":
        return False
    ink = plan.tone("#8A7448", "ridge_mark", "ridge")
    body = soften(smooth_area(patch, 1.0, seed + 1), 0.9).intersection(plan.view)
    plan.fill(body, tint)
    if theme == "horse_and_musket":
        strokes = hachures(body.boundary.intersection(plan.view.buffer(-0.2)), body, random.Random(seed + 3))
        plan.drawing.mark(strokes, None, mix(ink, tint, 0.2), 0.22)
        return True
    for n, inset in enumerate((2.6, 5.2, 7.6)):
        ring = soften(patch.buffer(-inset), 0.8).intersection(plan.view)
        if ring.is_empty:
            break
        plan.fill(ring, mix(tint, high, (n + 1) / 3))
        if theme == "nato":
            plan.drawing.mark(ring.boundary, None, mix(ink, tint, 0.15), 0.3)
    if theme == "nato":
        plan.drawing.mark(body.boundary.intersection(plan.view), None, ink, 0.4)
    return True
