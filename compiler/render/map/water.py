"""Water of every kind of map: shores with engraver's lining, open sea with wave fans, streams with a current."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from compiler.model.hexgrid import Cell
from compiler.render.colour import mix
from compiler.render.geometry import WATER_LINES, chaikin, smooth_area, soften, water_lines
from compiler.render.map.field import HexField
from compiler.render.map.plan import Plan
from compiler.render.texture import ripples, wave_fans

SEA_LINES = ((0.9, 0.34), (2.2, 0.27), (4.0, 0.22), (6.3, 0.18), (9.2, 0.15))
NIGHT_LINES = ((1.2, 0.4), (2.8, 0.32), (5.0, 0.25), (8.0, 0.2))
OPEN = 14.0  # how far off shore the wave fans begin
CURRENT = ((-3.6, 0.2), (-1.6, 0.26), (0.6, 0.3), (2.6, 0.24), (4.4, 0.18))  # offset from the middle, width


def line_tone(plan: Plan) -> str:
    return plan.tone("#3F6F86", "water_line", "sea_line")


def coast_tone(plan: Plan) -> str:
    return plan.tone("#24485A", "coast", "land_edge", "river_edge")


def lining(
    plan: Plan, land: BaseGeometry, water: BaseGeometry, tint: str,
    steps: Sequence[tuple[float, float]] = WATER_LINES,
) -> None:  # fmt: skip
    """Lines along the shore that fade out to sea."""
    ink = line_tone(plan)
    fade = 0.17 * 5 / max(5, len(steps))
    for i, (line, width) in enumerate(water_lines(land, water, steps)):
        plan.drawing.mark(line, None, mix(ink, tint, i * fade), width)


def fans(plan: Plan, land: BaseGeometry, water: BaseGeometry, tint: str, fade: float = 0.72) -> None:
    """Waves on the open sea, half-drop, well off shore: a pattern of Japan, and of no other land."""
    if plan.palette.theme != "japan":
        return
    far = water.difference(land.buffer(OPEN, quad_segs=4))
    if not far.is_empty:
        waves = wave_fans(far) if plan.palette.theme == "japan" else ripples(far)
        plan.drawing.mark(waves, None, mix(line_tone(plan), tint, fade), 0.22)


def lakes(plan: Plan, field: HexField) -> BaseGeometry:
    """Seas and lakes of a hex map; returns what is wet."""
    cells = field.of("water")
    if not cells:
        return Polygon()
    shore = soften(smooth_area(field.union(cells), 1.3, 5), 0.8)
    seen = shore.intersection(plan.view)
    kinds = list(dict.fromkeys(field.wide[cell] for cell in cells))
    first = plan.water(kinds[0])
    plan.fill(seen, first)
    for kind in kinds[1:]:
        if plan.water(kind) != first:
            part = field.union(cell for cell in cells if field.wide[cell] == kind)
            plan.fill(seen.intersection(part.buffer(1.2)), plan.water(kind))
    lining(plan, plan.view.buffer(12).difference(shore), seen, first)
    plan.drawing.mark(shore.boundary.intersection(plan.view).simplify(0.04), None, coast_tone(plan), 0.5)
    return shore


def streams(plan: Plan, field: HexField) -> BaseGeometry:
    """Rivers that fill hexes: a bank, the stream, lines of current; returns what is wet."""
    cells = field.of("stream")
    if not cells:
        return Polygon()
    terrain = field.wide[cells[0]]
    shore = soften(smooth_area(field.union(cells), 1.0, 8), 1.6)
    tint, edge = plan.water(terrain), plan.tone("#22607E", f"{terrain}_edge", "river_edge", "coast")
    plan.fill(shore.buffer(0.9).intersection(plan.view), plan.tone("#EEE6C4", "bank"))
    plan.fill(shore.intersection(plan.view), tint)
    plan.drawing.mark(shore.boundary.intersection(plan.view).simplify(0.04), None, edge, 0.45)
    inside = shore.buffer(-0.9).intersection(plan.view)
    for spine in spines(field, cells):
        for offset, width in CURRENT:
            line = spine.offset_curve(offset).intersection(inside)
            dash = (6 + offset, 2.5 + abs(offset))
            plan.drawing.mark(line.simplify(0.04), None, mix(edge, tint, 0.25), width, dash)
    return shore


def spines(field: HexField, cells: Sequence[Cell]) -> list[LineString]:
    """The middle of each chain of hexes: the longest way through it, smoothed, from west to east."""
    left = dict.fromkeys(cells)
    found = []
    while left:
        start = next(iter(left))
        near = _ways(field, start, left)
        for cell in near:
            del left[cell]
        far = max(near, key=lambda c: (near[c][0], c))
        ways = _ways(field, far, near)
        end: Cell | None = max(ways, key=lambda c: (ways[c][0], c))
        line = []
        while end is not None:
            line.append(field.grid.centre(end))
            end = ways[end][1]
        if len(line) > 1:
            line = line if line[0] <= line[-1] else line[::-1]
            found.append(LineString(chaikin(_eased(line), 3, closed=False)))
    return found


def _eased(line: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Each inner point halfway to the middle of its neighbours: a zigzag of hexes becomes a course."""
    inner = [
        ((a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4)
        for a, b, c in zip(line, line[1:], line[2:], strict=False)
    ]
    return [line[0], *inner, line[-1]]


def _ways(field: HexField, start: Cell, cells: Mapping[Cell, object]) -> dict[Cell, tuple[int, Cell | None]]:
    """Steps from a hex to every hex it is joined to, and the hex before."""
    found: dict[Cell, tuple[int, Cell | None]] = {start: (0, None)}
    front = [start]
    while front:
        now = front.pop(0)
        for there in field.around(now):
            if there in cells and there not in found:
                found[there] = (found[now][0] + 1, now)
                front.append(there)
    return found
