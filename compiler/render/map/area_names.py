"""Names of areas: kanji over English inside the area, or called out at sea; plates with value and slot."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from shapely.geometry import LineString, Point
from shapely.geometry.base import BaseGeometry

from compiler.model.common import Name
from compiler.model.graph import Space
from compiler.render.colour import INK, PAPER, mix, on
from compiler.render.geometry import largest, pole
from compiler.render.map.labels import Taken, around, at_sea, best_spot, nearest_edge
from compiler.render.map.plan import Hand, Plan
from compiler.render.map.plates import points_disc
from compiler.render.map.seating import DISC, Block, block_of, is_plate, plate_of
from compiler.render.symbols import mon

SIZES = (3.9, 3.5, 3.1, 2.7, 2.4, 2.2, 2.0)
INSET = 0.6  # of a name from the border of its area
RINGS = (9.0, 12.0, 15.0, 19.0, 24.0, 30.0, 38.0)


def area_names(
    plan: Plan, shapes: dict[str, BaseGeometry], fills: dict[str, str], sea_room: BaseGeometry, sea: str
) -> None:
    """The smallest areas first: they have the least choice."""
    open_sea = sea_room.intersection(plan.view.buffer(-2))
    for id in sorted(shapes, key=lambda k: (shapes[k].area, k)):
        space = plan.map.spaces[id]
        if is_plate(plan.style, space):
            _plate(plan, space, fills[id])
        else:
            _name(plan, space, largest(shapes[id]), fills[id], open_sea, sea)


def _name(plan: Plan, space: Space, area: BaseGeometry, fill: str, open_sea: BaseGeometry, sea: str) -> None:
    """Inside the area, clear of where its pieces stand if it can be; else called out."""
    if space.label is not None:
        block = block_of(space.name, SIZES[1], 2 if space.name.ja else 1)
        _write(plan, space.name, *space.label, block, plan.palette.ink, fill, space.id)
        return
    inner = area.simplify(0.2).buffer(-INSET).intersection(plan.view.buffer(-1.5)).simplify(0.2)
    pieces = Taken([*plan.taken.shapes, around(*space.at, 15.0, 15.0)])
    above = (space.at[0], space.at[1] - 11.5)
    middle = above if inner.contains(Point(above)) else pole(inner)
    for taken in (pieces, plan.taken):
        sizes = SIZES[:3] if taken is pieces else SIZES
        sizes = (4.8, 4.3, *sizes) if area.area > 1500 else sizes
        for size in sizes:
            for name, rows in _settings(space.name, size):
                block = block_of(name, size, rows)
                spot = best_spot(inner, block.width, block.height, taken, 0.4 if size < 2.5 else 1.0, middle, None,
                                 0.999, 0.1)  # fmt: skip
                if spot is not None:
                    _write(plan, name, spot.x, spot.y, block, plan.palette.ink, fill, space.id)
                    return
    _call_out(plan, space, area, open_sea, sea)


def _settings(name: Name, size: float) -> list[tuple[Name, int]]:
    """Kanji over English, beside it, and where it is narrow English alone."""
    alone = (replace(name, ja=None), 1)
    if not name.ja:
        return [alone]
    return [(name, 2), (name, 1), alone] if size < 2.5 else [(name, 2), (name, 1)]


def _write(plan: Plan, name: Name, x: float, y: float, block: Block, ink: str, ground: str, what: str,
           face: str = "serif", halo: float = 0.3) -> None:  # fmt: skip
    size = block.size
    latin = Hand(face, size, ink, ground, halo)
    kanji = Hand("kanji", size * 1.12, mix(ink, ground, 0.28), ground, halo, 0.12, 0.015)
    if block.rows == 2:
        plan.write(name.ja or "", x, y - size * 0.18, kanji, what=f"{name.ja} {what}")
        plan.write(name.en, x, y + size * 0.86, latin, what=f"{name.en} {what}")
        return
    half = (block.width - (1.2 if size > 2.6 else 0.5)) / 2 if name.ja or size >= 2.5 else block.width / 2
    plan.write(name.en, x - half, y + size * (0.32 if name.ja else 0.25), latin, "start", what=f"{name.en} {what}")
    if name.ja:
        small = replace(kanji, size=size * 0.95)
        plan.write(name.ja, x + half, y + size * 0.34, small, "end", what=f"{name.ja} {what}")


def _call_out(plan: Plan, space: Space, area: BaseGeometry, open_sea: BaseGeometry, sea: str) -> None:
    """A name at sea with a leader to its area; the leader may cross coast, never another name."""
    point = area.representative_point()
    block = block_of(space.name, 3.3, 2 if space.name.ja else 1)
    spot = at_sea((point.x, point.y), block.width, block.height, open_sea, plan.taken, RINGS)
    if spot is None:
        plan.no_room(space.name.en, space.note.span)
        return
    ink = plan.palette.ink if on(sea) != PAPER else PAPER
    end = nearest_edge(spot.box, point.x, point.y)
    start = (point.x, point.y)
    if plan.taken.free(point.buffer(0.6)):
        plan.drawing.circle(*start, 0.55, ink)
    else:
        start = nearest_edge(area, *end)
    plan.drawing.line([start, end], ink, 0.22)
    _write(plan, space.name, spot.x, spot.y, block, ink, sea, space.id, halo=0.5)
    plan.taken.add(LineString([(point.x, point.y), end]).buffer(0.3))


def _plate(plan: Plan, space: Space, fill: str) -> None:
    """Value in gold, kanji over the name, and below it the slot for a control marker with the owner's crest."""
    value = space.values.get(plan.style.look(space).value or "")
    plate = plate_of(plan.style, space)
    if plate is not None and not plan.taken.free(plate.name_box):
        plate = plate_of(plan.style, space, plan.taken) or plate
    if plate is None:
        plan.no_room(space.name.en, space.note.span)
        return
    disc = DISC if value is not None else 0.0
    middle = plate.top + plate.block.height / 2
    _block_with_value(plan, space, plate.x, middle, plate.block, plate.width, disc, value, fill)
    if plate.slot:
        _slot(plan, space, plate.slot_at, plate.edge, fill)


def _block_with_value(
    plan: Plan, space: Space, x: float, y: float, block: Block, w: float, disc: float, value: object, fill: str
) -> None:
    shift = (2 * disc + 1.2) / 2 if disc else 0.0
    ink = plan.palette.ink if on(fill) != PAPER else PAPER
    _write(plan, space.name, x + shift, y, block, ink, fill, space.id, "serif-bold", 0.0)
    if disc:
        points_disc(plan, x - w / 2 + disc, y + 0.1, disc, value)
        plan.taken.add(around(x - w / 2 + disc, y + 0.1, 2 * disc, 2 * disc))


def _slot(plan: Plan, space: Space, at: tuple[float, float], edge: float, fill: str) -> None:
    look, shape = plan.style.look(space), around(*at, edge, edge)
    owner = space.values.get(look.owner) if look.owner else None
    x, y, *_ = shape.bounds
    plan.drawing.rect(x, y, edge, edge, mix(fill, PAPER, 0.35), mix(fill, INK, 0.55), 0.35, 1.0, (1.4, 0.9))
    crest = mon(plan.crest(str(owner) if owner else None))
    plan.drawing.symbol(crest, *at, edge * 0.6, mix(fill, INK, 0.32))
    plan.taken.add(shape)


# -- seas ------------------------------------------------------------------------------------------------------------
def sea_names(plan: Plan, sea: str) -> None:
    """Names of seas and lakes where art.yaml puts them; they may turn."""
    for water in plan.style.given.get("seas", ()):
        _sea_name(plan, water, sea)


def _sea_name(plan: Plan, water: dict[str, Any], sea: str) -> None:
    name = water["name"]
    text, kanji = (name, None) if isinstance(name, str) else (name["en"], name.get("ja"))
    x, y = water["at"]
    size, turn = float(water.get("size", 4.6)), float(water.get("turn", 0.0))
    dark = on(sea) == PAPER
    ink = mix(PAPER, sea, 0.35) if dark else mix(plan.tone(plan.palette.frame, "coast", "sea_line"), sea, 0.15)
    plan.write(text, x, y, Hand("serif-italic", size, ink, sea, 0.6, 0.16), turn=turn)
    if kanji:
        a = math.radians(turn)
        dx, dy = -1.22 * size * math.sin(a), 1.22 * size * math.cos(a)
        plan.write(kanji, x + dx, y + dy, Hand("kanji", size * 0.74, ink, sea, 0.5, 0.5, 0.01), turn=turn)
