"""Hex maps: grounds, water, hexsides, roads, grid and numbers, then places, provinces and their names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from shapely import STRtree
from shapely.geometry import LineString, MultiLineString
from shapely.geometry.base import BaseGeometry

from compiler.render.colour import PAPER, mix
from compiler.render.map.borders import borders
from compiler.render.map.courses import Courses, courses
from compiler.render.map.field import WET, HexField
from compiler.render.map.places import places
from compiler.render.map.plan import Hand, Plan
from compiler.render.map.regions import camps, provinces, waters
from compiler.render.map.relief import ground_tone, grounds, relief
from compiler.render.map.river_names import river_names
from compiler.render.map.scenery import hamlets, paths
from compiler.render.map.water import lakes, streams

NUMBER = -5.75  # baseline of a hex number from the centre, at a pitch of 16.5
DROP = (0.0, 0.45, 0.9)  # by how much a number goes down where a river or border runs along the top of its hex
ASIDE = (0.0, -1.2, 1.2, -2.2, 2.2)  # and how far it goes aside where a road comes in there
# where it goes at a bridge, a ford or along a path: beside it, or below
BESIDE = ((-3.5, 0.9), (3.5, 0.9), (0.0, 1.8), (-3.5, 1.8), (3.5, 1.8), (0.0, 2.8))
PATH = 0.75  # half the paper under a path
STEEP = ("peaks", "ridge")


def hexes(plan: Plan) -> None:
    """Everything inside the window of a hex map."""
    field = HexField(plan.map, plan.style)
    layer = plan.drawing.group
    plan.ground.append(plan.view.buffer(3))
    with layer(name="ground"):
        plan.fill(plan.view, plan.palette.paper)
        grounds(plan, field)
    with layer(name="relief"):
        relief(plan, field)
    with layer(name="scenery"):
        ways = paths(plan, field)
    with layer(name="water"):
        wet = lakes(plan, field).union(streams(plan, field))
    laid = courses(plan, field)
    beds = laid.trace()
    with layer(name="borders"):
        laid.lines += borders(plan, field, wet, beds)
        laid.lines += camps(plan, field)
    with layer(name="rivers"):
        laid.rivers()
    with layer(name="grid"):
        grid_lines(plan, field)
    with layer(name="numbers"):
        grid_numbers(plan, field, STRtree([*laid.lines, *(way.buffer(PATH) for way in ways), *laid.decks()]))
    with layer(name="roads"):
        laid.roads()
        laid.crossings()
    _names(plan, field, laid, wet, ways)


def _names(
    plan: Plan, field: HexField, laid: Courses, wet: BaseGeometry, ways: Sequence[LineString]
) -> None:  # fmt: skip
    """Plates and place names first; then names that can go elsewhere, clear of lines if they can be."""
    with plan.drawing.group(name="places"):
        places(plan, field, [*laid.lines, *ways])
        hamlets(plan, field, ways)
        laid.names()
    with plan.drawing.group(name="provinces"):
        provinces(plan, field, wet, laid.lines)
    with plan.drawing.group(name="water names"):
        waters(plan, field, wet)
        river_names(plan, laid)


def grid_lines(plan: Plan, field: HexField) -> None:
    """Every hexside, and a stronger line around the map."""
    ink = plan.tone(mix(plan.palette.frame, plan.palette.paper, 0.45), "grid")
    plan.drawing.mark(MultiLineString(field.edges), None, ink, 0.22)
    plan.drawing.mark(field.land.boundary, None, mix(ink, plan.palette.frame, 0.5), 0.5)


def grid_numbers(plan: Plan, field: HexField, lines: STRtree | None = None) -> None:
    """Every hex number once, clear of lines; on steep or dark ground it gets a halo."""
    grid = field.grid
    lift = NUMBER * field.scale if grid.orientation == "flat" else -0.34 * grid.pitch
    soft = plan.tone(plan.palette.soft, "number")
    for cell, id in field.ids.items():
        recipe, ground = field.recipe(field.terrain[cell]), ground_tone(plan, field.terrain[cell])
        x, y = grid.centre(cell)
        ink, halo = soft, None
        if recipe in WET:
            ink, halo = mix(soft, ground, 0.1), ground
        elif recipe in STEEP:
            ink, halo = plan.palette.ink, mix(ground, PAPER, 0.3)
        elif recipe in ("humps", "trees", "tufts"):
            halo = ground
        hand = Hand("sans-semi", 1.75, ink, halo, 0.32, 0.02)
        tries = [(dx * field.scale, dy * field.scale) for dx, dy in (*product(ASIDE, DROP), *BESIDE)]
        near = STRtree([]) if lines is None else lines
        boxes = ((_hit(near, hand.box(id, x + dx, y + lift + dy)), n) for n, (dx, dy) in enumerate(tries))
        dx, dy = tries[_first_clear(boxes)]
        plan.write(id, x + dx, y + lift + dy, hand)


def _first_clear(hits: Iterator[tuple[float, int]]) -> int:
    """The first try that hits nothing, else the one that hits least."""
    worst: list[tuple[float, int]] = []
    for hit, n in hits:
        if not hit:
            return n
        worst.append((hit, n))
    return min(worst)[1]


def _hit(lines: STRtree, box: BaseGeometry) -> float:
    """How much of lines lies in a box; one without width counts by its length."""
    found = [lines.geometries[n].intersection(box) for n in lines.query(box, predicate="intersects").tolist()]
    return float(sum(part.area + part.length + 1.0 for part in found))
