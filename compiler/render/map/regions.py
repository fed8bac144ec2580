"""Regions of hex maps: the names of provinces, camps where armies gather, and the names of waters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from shapely.geometry import LineString
from shapely.geometry.base import BaseGeometry

from compiler.model.graph import Point, Region
from compiler.render.colour import PAPER, mix
from compiler.render.geometry import largest, parts, pole, stretches
from compiler.render.map.along import Lettering
from compiler.render.map.field import WET, HexField
from compiler.render.map.labels import Taken, around, best_spot
from compiler.render.map.plan import Hand, Plan
from compiler.render.map.water import coast_tone, spines


def _of(plan: Plan, recipe: str) -> list[Region]:
    return [r for r in plan.map.regions.values() if plan.style.regions[r.kind] == recipe]


def camps(plan: Plan, field: HexField) -> list[BaseGeometry]:
    """Where armies gather; returns the room their outlines take."""
    return [piece for region in _of(plan, "camp") for piece in _camp(plan, field, region)]


def _camp(plan: Plan, field: HexField, region: Region) -> list[BaseGeometry]:
    """Where an army gathers: a band in its colour, inside the outermost hexsides."""
    shape = field.union(plan.map.cells[s] for s in region.spaces)
    side = plan.side(region.side)
    ink = mix(side.band_fill or side.fill if region.side else plan.palette.soft, plan.palette.paper, 0.25)
    outline = shape.buffer(-0.9).boundary
    plan.drawing.mark(outline, None, ink, 0.9, (2.4, 1.3), "butt", "miter")
    return stretches(outline, 0.9)


def provinces(plan: Plan, field: HexField, wet: BaseGeometry, lines: Iterable[BaseGeometry]) -> None:
    """Names of provinces and camps: at heights that miss the numbers, clear of places and, if it can be, of lines."""
    busy = [line for line in lines if not line.is_empty]
    for region in sorted(_of(plan, "province"), key=lambda r: (len(r.spaces), r.id)):
        ink = mix(plan.tone("#7A2A22", "border"), plan.palette.ink, 0.25)
        sizes = (4.6, 4.2, 3.9, 3.5, 3.1, 2.7) if len(region.spaces) > 14 else (3.9, 3.5, 3.1, 2.7, 2.3)
        _region_name(plan, field, region, wet, busy, ink, sizes)
    for region in _of(plan, "camp"):
        side = plan.side(region.side)
        ink = mix(side.band_fill or side.fill if region.side else plan.palette.soft, plan.palette.ink, 0.25)
        _region_name(plan, field, region, wet, busy, ink, (3.1, 2.7, 2.3, 2.0, 1.8))


def _region_name(
    plan: Plan, field: HexField, region: Region, wet: BaseGeometry, busy: list[BaseGeometry], ink: str,
    sizes: Sequence[float],
) -> None:  # fmt: skip
    halo = mix(plan.tone(plan.palette.paper, "rough", field.base), PAPER, 0.35)
    text = region.name.en.upper()
    hand = Hand("serif", sizes[0], ink, halo, 0.55, 0.22)
    if region.label is not None:
        plan.write(text, *region.label, hand)
        return
    cells = [plan.map.cells[s] for s in region.spaces]
    room = field.union(cells).buffer(-1.0).difference(wet.buffer(0.8)).intersection(plan.view.buffer(-2))
    steep = field.union(cell for cell in cells if field.recipe(field.terrain[cell]) in ("peaks", "ridge"))
    gentle = room.difference(steep)
    crowded = Taken([*plan.taken.shapes, *busy])
    for area, taken in ((gentle, crowded), (room, crowded), (gentle, plan.taken), (room, plan.taken)):
        for size in sizes:
            written = hand.sized(size)
            w = written.width(text) + 2.0
            spot = best_spot(area, w, size * 0.97, taken, 1.5, pole(area), _heights(field, area, size))
            if spot is not None:
                plan.write(text, spot.x, spot.y + size * 0.245, written, what=f"{text} {region.id}")
                return
    plan.no_room(region.name.en, region.note.span)


def _heights(field: HexField, room: BaseGeometry, size: float) -> list[float]:
    """Heights at which a line of capitals passes between the numbers of both columns."""
    if room.is_empty:
        return []
    _, y0, _, y1 = room.bounds
    if field.grid.orientation != "flat":
        return [float(y) for y in np.arange(y0, y1, 1.5)]
    half, top = field.grid.pitch / 2, field.grid.origin[1]
    first = int((y0 - top) / half) - 1
    last = int((y1 - top) / half) + 1
    wanted = [top + n * half - 2.05 * field.scale + d for n in range(first, last + 1) for d in (0.0, -0.7, 0.7)]
    return [y for y in wanted if y0 + size / 2 < y < y1 - size / 2]


# -- waters ----------------------------------------------------------------------------------------------------------
def waters(plan: Plan, field: HexField, wet: BaseGeometry) -> None:
    """Names of lakes, seas and streams: across the water, or along it where it is narrow."""
    for region in _of(plan, "water"):
        cells = [plan.map.cells[s] for s in region.spaces if s in plan.map.cells]
        recipes = {field.recipe(field.terrain[cell]) for cell in cells}
        if not recipes & set(WET):
            continue
        tint = plan.water(field.terrain[cells[0]])
        ink = mix(coast_tone(plan), tint, 0.2)
        done = False
        if "stream" in recipes:
            done = any(_along(plan, region, line, ink, tint) for line in spines(field, cells))
        if not done:
            _across(plan, field, region, field.union(cells).intersection(wet).buffer(-0.8), ink, tint)


def _along(plan: Plan, region: Region, line: LineString, ink: str, tint: str) -> bool:
    """The name letter by letter on the course, where no letter hits a number; straight stretches first."""
    for size in (7.0, 6.0, 5.0, 4.2):
        name = Lettering(region.name.en, Hand("serif-italic", size, ink, tint, 0.8, 0.14))
        first = _write_on(plan, name, line, 0.33, line.length * 0.42)
        if first is not None:
            break
    if first is not None and region.name.ja:
        kanji = Lettering(region.name.ja, Hand("kanji", size * 0.84, ink, tint, 0.8, 0.7, 0.02))
        _write_on(plan, kanji, line, 0.36, first + name.length + 16)
    return first is not None


def _write_on(plan: Plan, text: Lettering, line: LineString, drop: float, wish: float) -> float | None:
    """Write a text on a line as near to the wished start as it can be; returns its start."""
    starts = sorted((float(s) for s in range(3, int(line.length - text.length) - 3)), key=lambda s: abs(s - wish))
    for shift in (0.0, 1.2, -1.2, 2.2, -2.2):
        lift = drop * text.hand.size + shift
        n = text.first_free(line, starts, [lift] * len(starts), plan.taken, -0.1)
        if n is not None:
            text.write(plan, line, starts[n], lift)
            return starts[n]
    return None


def _across(plan: Plan, field: HexField, region: Region, water: BaseGeometry, ink: str, tint: str) -> None:
    """English over kanji, as large as the water allows."""
    text, kanji = region.name.en, region.name.ja or ""
    for size in (6.6, 5.6, 4.6, 3.8, 3.2, 2.7):
        latin = Hand("serif-italic", size, ink, tint, 0.6, 0.1)
        small = Hand("kanji", size * 0.6, ink, tint, 0.5, 0.5, 0.02)
        w = latin.width(text) + 1.5
        for part in sorted((p for p in parts(water)), key=lambda p: -p.area):
            heights = _heights(field, part, size)
            spot = best_spot(part, w, size * 0.95, plan.taken, 1.5, pole(part), heights, 0.99)
            if spot is None:
                continue
            plan.write(text, spot.x, spot.y + size * 0.26, latin, what=f"{text} {region.id}")
            near = part.intersection(around(spot.x, spot.y, 90, 40))
            _under(plan, kanji, small, (spot.x, spot.y + size), near)
            return
    plan.no_room(text, region.note.span)


def _under(plan: Plan, text: str, hand: Hand, near: Point, water: BaseGeometry) -> None:
    """The kanji of a water close to its English name."""
    if not text:
        return
    spot = best_spot(largest(water), hand.width(text) + 1, hand.size * 1.1, plan.taken, 1.0, near, None, 0.99, 0.2)
    if spot is not None and abs(spot.x - near[0]) + abs(spot.y - near[1]) < 60:
        plan.write(text, spot.x, spot.y + hand.size * 0.36, hand)
