"""Places of hex maps: plates and symbols in their hexes, walls around castles of several, and the names below."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from shapely.geometry import LineString, box
from shapely.geometry import Point as Place
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from compiler.model.graph import Point, Region, Space
from compiler.render.colour import PAPER, mix
from compiler.render.map.field import HexField
from compiler.render.map.labels import Taken
from compiler.render.map.plan import Hand, Plan
from compiler.render.map.plates import Shown, gold, points_disc, shown, small, symbol_of
from compiler.render.map.relief import ground_tone, ridge_tone
from compiler.render.symbols import unit
from compiler.render.titles import breaks

PLATE = 7.0
DISC = 1.55  # the half of the disc with what a place is worth
PLATES = ("square", "disc", "seal")
PITCH = 1.06  # of kanji in a column, in ems


def places(plan: Plan, field: HexField, lines: Sequence[BaseGeometry] = ()) -> None:
    """Walls, plates and symbols; then the names, each where it hits nothing, neither a line if that can be."""
    crossed = Taken(list(lines))
    inside = _walls(plan, field)
    named = [space for id in field.ids.values() if (space := plan.map.spaces[id]).kind != "hex" or space.name.en != id]
    what = {space.id: shown(plan, space) for space in named}
    for space in named:
        _mark(plan, field, space, what[space.id], space.id in inside)
    for space in named:
        if space.id not in inside and space.name.en != space.id and what[space.id].look.named:
            _name(plan, field, space, what[space.id], crossed)
    for space in named:
        if space.id not in inside and space.name.ja and what[space.id].look.named:
            _kanji(plan, field, space, what[space.id], crossed)
    for region in walled(plan):
        _wall_name(plan, field, region)


def _mark(plan: Plan, field: HexField, space: Space, what: Shown, inside: bool) -> None:
    x, y = space.at
    k, look = field.scale, what.look
    symbol = symbol_of(look)
    if inside:
        plan.drawing.symbol(unit(symbol or "castle"), x, y + 0.7 * k, 7.0 * k, plan.palette.ink)
        return
    if look.shape in PLATES:
        small(plan, x, y - 0.2 * k, what, PLATE * k)
        plan.taken.add(box(x - 4.3 * k, y - 4.6 * k, x + 4.3 * k, y + 4.9 * k))
    elif look.shape != "none" and symbol:
        emblem(plan, symbol, space.terrain, x, y - 0.4 * k, k)
        plan.taken.add(box(x - 3.5 * k, y - 3.4 * k, x + 3.5 * k, y + 2.8 * k))


def emblem(plan: Plan, symbol: str, terrain: str | None, x: float, y: float, k: float) -> None:
    """The symbol of a place without a plate: a camp in gold, all others in brown."""
    if symbol == "camp":
        plan.drawing.symbol(unit(symbol), x, y, 6.4 * k, gold(plan), plan.palette.ink, 0.35)
    else:
        brown = mix(ridge_tone(plan), "#6B3A24", 0.5)
        brown = brown if plan.thin else plan.tone(brown, symbol)  # a tone of the palette would be thinned like a ground
        ground = ground_tone(plan, terrain or "")
        plan.drawing.symbol(unit(symbol), x, y, 7.0 * k, brown, mix(ground, PAPER, 0.35), 0.45)


def _name(plan: Plan, field: HexField, space: Space, what: Shown, lines: Taken) -> None:
    k = field.scale
    strong = what.main or what.look.shape == "seal"
    ground = ground_tone(plan, space.terrain or "")
    face, size = ("serif-bold", 2.75) if strong else ("serif", 2.45)
    hand = Hand(face, size, plan.palette.ink, mix(ground, PAPER, 0.4))
    text = space.name.en.upper() if what.look.shape == "seal" else space.name.en
    disc = DISC if what.value else 0.0
    extra = 2 * disc + 0.7 if disc else 0.0
    w = hand.width(text) + extra
    if space.label is not None:
        x, y = space.label
    else:
        x, y = _spot(plan, space, w, hand, k, lines)
        inside = None if what.look.shape in PLATES else _within(plan, field, space, (x, y), hand, disc, lines)
        if inside is not None:
            _stacked(plan, space, inside, hand, what)
            return
    if disc:
        points_disc(plan, x - w / 2 + disc, y - hand.size * 0.3, disc, what.value)
        plan.taken.add(box(x - w / 2, y - 2.3, x - w / 2 + 2 * disc, y + 0.8))
    plan.write(text, x + extra / 2, y, hand, what=f"{text} {space.id}")


def _within(
    plan: Plan, field: HexField, space: Space, spot: Point, hand: Hand, disc: float, lines: Taken
) -> tuple[tuple[str, ...], Point] | None:
    """Rows within the hex for a name that would stand in another, where nothing else shows whose name it is."""
    hex = field.polygon(field.map.cells[space.id])
    if hex.contains(Place(spot)):
        return None
    for rows in breaks(space.name.en)[1:]:
        half = max(hand.width(row) for row in rows) / 2 + 0.3
        foot = hand.size * (len(rows) - 0.77) + 2 * disc
        for dy, dx in product((0.9, -0.8, 2.2, -2.0, 3.4), (0, -1, 1, -2, 2, -3, 3, -4, 4, -5, 5)):
            x, y = space.at[0] + dx * field.scale, space.at[1] + dy * field.scale
            shape = box(x - half, y - hand.size * 0.72, x + half, y + foot)
            if plan.taken.free(shape) and lines.free(shape) and hex.buffer(0.4).contains(shape):
                return rows, (x, y)
    return None


def _stacked(plan: Plan, space: Space, inside: tuple[tuple[str, ...], Point], hand: Hand, what: Shown) -> None:
    """A name in rows, and what its place is worth below it."""
    rows, (x, y) = inside
    lines = [(row, y + n * hand.size) for n, row in enumerate(rows)]
    for row, at in lines:
        plan.drawing.text(x, at, row, hand.size, hand.ink, hand.face, "middle", hand.track, hand.halo, hand.halo_width)
    plan.taken.name(f"{space.name.en} {space.id}", unary_union([hand.box(row, x, at) for row, at in lines]))
    if what.value:
        middle = y + (len(rows) - 0.77) * hand.size + DISC
        points_disc(plan, x, middle, DISC, what.value)
        plan.taken.add(box(x - DISC, middle - DISC, x + DISC, middle + DISC))


def _spot(plan: Plan, space: Space, w: float, hand: Hand, k: float, lines: Taken) -> tuple[float, float]:
    """Below the plate if that is free, else moved aside, else beside it."""
    x, y = space.at
    beside = 4.9 * k + w / 2
    tries = [(0.0, 6.9), *((d, 6.9) for n in (1, 2, 3, 4, 5, 6, 8, 10, 12) for d in (n, -n))]
    spots = [(x + dx * k, y + dy * k) for dx, dy in tries]
    spots += [(x + side * beside, y + dy) for dy in (0.9, 3.2, -1.6, 5.0, 6.9, -3.4) for side in (1, -1)]
    spots += [(x + side * (beside + far), y + dy) for far in (2.0, 4.0) for dy in (0.9, 3.2, 5.0, -1.6)
              for side in (1, -1)]  # fmt: skip

    def cost(n: int) -> float:
        px, py = spots[n]
        shape = box(px - w / 2 - 0.3, py - hand.size * 0.72, px + w / 2 + 0.3, py + hand.size * 0.23)
        crossed = 45 if lines.hits(shape) else 0
        return 0.4 * n + 90 * plan.taken.hits(shape) + crossed + (0 if plan.view.contains(shape) else 500)

    return spots[min(range(len(spots)), key=cost)]


def _kanji(plan: Plan, field: HexField, space: Space, what: Shown, lines: Taken) -> None:
    """The kanji of a name as a column right of the plate, else left of it; an ornament, so it may be missing."""
    k, text = field.scale, space.name.ja or ""
    size = max(1.7, min(1.95, 8.2 * k / len(text)))
    reach = {"seal": 6.0, "square": 4.6, "disc": 4.6}.get(what.look.shape, 3.7) * k + size / 2 + 0.15
    height = len(text) * size * PITCH
    top = space.at[1] - min(3.8 * k, height / 2 + 0.4 * k if height > 7 * k else 3.8 * k)
    tries = [(x, top + dy) for dy in (0.0, -0.8, 0.8, -1.6) for x in (space.at[0] + reach, space.at[0] - reach)]
    for x, y in tries:
        shape = box(x - size / 2, y, x + size / 2, y + height)
        if plan.taken.free(shape.buffer(0.1)) and lines.free(shape) and plan.view.contains(shape):
            ground = mix(ground_tone(plan, space.terrain or ""), PAPER, 0.4)
            hand = Hand("kanji", size, mix(plan.palette.ink, ground, 0.2), ground, 0.4, bold=0.025)
            plan.column(text, x, y, hand, PITCH, f"{text} {space.id}")
            return


def walled(plan: Plan) -> list[Region]:
    """Castles of several hexes."""
    return [r for r in plan.map.regions.values() if plan.style.regions[r.kind] == "wall" and len(r.spaces) > 1]


def _walls(plan: Plan, field: HexField) -> set[str]:
    """The wall around the hexes of one castle; returns the hexes inside."""
    inside: set[str] = set()
    k = field.scale
    for region in walled(plan):
        inside |= set(region.spaces)
        wall = _wall(plan, region, k)
        keep(plan, wall, plan.map.spaces[region.spaces[0]].terrain, k)
        plan.taken.add(wall)
    return inside


def keep(plan: Plan, wall: BaseGeometry, terrain: str | None, k: float = 1.0) -> None:
    """The ground inside a wall, and the wall."""
    plan.drawing.mark(wall, mix(ground_tone(plan, terrain or ""), PAPER, 0.55), plan.palette.ink, 0.4)
    plan.drawing.mark(wall.buffer(-0.9 * k), None, plan.palette.ink, 0.22, (1.6, 0.7), "butt")


def _wall(plan: Plan, region: Region, k: float) -> BaseGeometry:
    points = [(plan.map.spaces[id].at[0], plan.map.spaces[id].at[1] + 0.9 * k) for id in region.spaces]
    near = [
        LineString([a, b]).buffer(4.75 * k)
        for i, a in enumerate(points)
        for b in points[i:]
        if abs(a[0] - b[0]) + abs(a[1] - b[1]) < 26 * k
    ]
    return unary_union(near)


def _wall_name(plan: Plan, field: HexField, region: Region) -> None:
    wall = _wall(plan, region, field.scale)
    x0, _, x1, y1 = wall.bounds
    ground = ground_tone(plan, plan.map.spaces[region.spaces[0]].terrain or "")
    hand = Hand("serif-bold", 2.75, plan.palette.ink, mix(ground, PAPER, 0.6))
    centre = (x0 + x1) / 2
    heights = [y1 + 2.6 + 0.5 * n for n in range(16)]
    spots = [region.label] if region.label else [(centre + d, y) for y in heights for d in (0, -2, 2, -4, 4, -7, 7)]
    whole = region.name.en + (" " + "M" * len(region.name.ja) if region.name.ja else "")  # a kanji is as wide as an M
    free = [s for s in spots if plan.taken.free(hand.box(whole, *s).buffer(0.3))]
    x, y = (free or spots)[0]
    plan.bilingual(region.name, x, y, hand, anchor="middle")
