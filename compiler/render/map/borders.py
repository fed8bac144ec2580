"""Borders of provinces on hex maps: bands of territory and a broken line, beside a river where one runs along it."""

from __future__ import annotations

from collections.abc import Sequence

from shapely.geometry import LineString, MultiLineString, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import linemerge, unary_union

from compiler.model.graph import Point, Region
from compiler.render.colour import PAPER, mix
from compiler.render.geometry import chains, parts, stretches
from compiler.render.map.field import WET, HexField
from compiler.render.map.plan import Plan

BAND = 1.5
CASING, LINE = 1.15, 0.6
BORDER_DASH = (2.6, 0.9, 0.7, 0.9)
BESIDE = 0.5  # from the edge of a river to the middle of the border that follows it
Side = tuple[Point, Point]


def borders(plan: Plan, field: HexField, wet: BaseGeometry, rivers: Sequence[BaseGeometry]) -> list[BaseGeometry]:
    """Bands of territory, then the borders; both keep clear of rivers. Returns the room the borders take."""
    regions = [r for r in plan.map.regions.values() if plan.style.regions[r.kind] == "province"]
    pairs = _between(plan, field, regions)
    if not pairs:
        return []
    along = MultiLineString([side for sides in pairs.values() for side in sides]).buffer(2.4)
    near = [river.intersection(along) for river in rivers if river.intersects(along)]
    bed = unary_union(near) if near else Polygon()
    shapes = {r.id: field.union(plan.map.cells[s] for s in r.spaces) for r in regions}
    lines = _joined(_beside(shapes, pairs, bed))
    reach = unary_union([lines.buffer(BAND, cap_style="flat", join_style="mitre"), bed.buffer(BAND)])
    for region in regions:
        if region.side:
            band = reach.intersection(shapes[region.id]).difference(unary_union([wet, bed.buffer(0.1)]))
            plan.fill(band.intersection(plan.view), mix(plan.side(region.side).fill, plan.palette.paper, 0.45))
    plan.drawing.mark(lines, None, PAPER, CASING)
    plan.drawing.mark(lines, None, plan.tone("#7A2A22", "border"), LINE, BORDER_DASH, "butt")
    return stretches(lines, CASING)


def _between(plan: Plan, field: HexField, regions: Sequence[Region]) -> dict[tuple[str, str], list[Side]]:
    """Hexsides on land between different provinces, by the pair; the first has more of them at its foot.

    A hex has its number at the top: a border that must leave its hexside goes where there is none.
    """
    home = {space: region.id for region in regions for space in region.spaces}
    dry = {id for cell, id in field.ids.items() if field.recipe(field.terrain[cell]) not in WET}
    found: dict[tuple[str, str], list[Side]] = {}
    above: dict[tuple[str, str], float] = {}
    for link in plan.map.links:
        here, there = home.get(link.a, ""), home.get(link.b, "")
        if link.direction is None or here == there or not dry.issuperset((link.a, link.b)):
            continue
        pair = (here, there) if here < there else (there, here)
        rise = plan.map.spaces[link.b].at[1] - plan.map.spaces[link.a].at[1]
        above[pair] = above.get(pair, 0.0) + (rise if pair[0] == here else -rise)
        found.setdefault(pair, []).append(field.side(link.a, link.b))
    return {(pair if (above[pair] >= 0 and pair[0]) or not pair[1] else pair[::-1]): sides
            for pair, sides in found.items()}  # fmt: skip


def _beside(
    shapes: dict[str, BaseGeometry], pairs: dict[tuple[str, str], list[Side]], bed: BaseGeometry
) -> list[BaseGeometry]:
    """Every border on its hexsides; where a river runs there, along the bank of the first of the two provinces."""
    found: list[BaseGeometry] = []
    bank = bed.buffer(BESIDE, quad_segs=4)
    for (first, _), sides in pairs.items():
        whole = MultiLineString([LineString(line) for line in chains(sides)])
        if not whole.intersects(bed):
            found.append(whole)
            continue
        home = shapes[first]
        edge = home.difference(bank).boundary
        found.append(edge.intersection(whole.buffer(3.2, cap_style="flat")).simplify(0.06))
    return found


def _joined(lines: Sequence[BaseGeometry]) -> BaseGeometry:
    """Long lines, so that the dashes run on."""
    pieces = [part for line in lines for part in parts(line) if part.geom_type == "LineString" and part.length > 0.4]
    return linemerge(MultiLineString(pieces)) if pieces else MultiLineString()
