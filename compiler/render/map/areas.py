"""Area maps: sea with lining, areas with organic outlines that neighbours share, fences, lanes and names."""

from __future__ import annotations

from dataclasses import dataclass

from shapely import STRtree
from shapely.geometry import LineString, MultiLineString, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import linemerge, unary_union

from compiler.model.graph import Region
from compiler.render.colour import INK, PAPER, contrast, mix, on
from compiler.render.geometry import chaikin, inner_borders, parts, smooth_area, soften, stretches, tinted
from compiler.render.map.along import Lettering
from compiler.render.map.area_names import area_names, sea_names
from compiler.render.map.labels import Taken
from compiler.render.map.land import land_of
from compiler.render.map.lanes import lanes
from compiler.render.map.plan import Hand, Plan
from compiler.render.map.title import busy
from compiler.render.map.water import NIGHT_LINES, SEA_LINES, coast_tone, fans, lining

TINTS = ("#F0DDB4", "#E3C9A0", "#DCD9AE", "#EBCFC0", "#CFD3B8", "#E9E0CC")
STRAIT = 2.2  # width of the water cut between areas that touch but are joined by sea only
LIFTS = (-2.4, 4.4, -3.2, 5.2, -4.2, 6.4, -5.4, 7.6)  # of the name of a fence from its line
LAKE_LINES = ((0.8, 0.3), (1.9, 0.22), (3.3, 0.17))
FENCE_SIZES = (3.4, 3.0, 2.6)
POINT = 3.0  # a shared border shorter than this is one point


@dataclass(slots=True)
class Areas:
    """The areas of a map: shapes by id, the land they make, and the ground each is painted in."""

    shapes: dict[str, BaseGeometry]
    land: BaseGeometry
    water: set[str]
    fills: dict[str, str]


def areas(plan: Plan) -> None:
    """Everything inside the window of an area map."""
    found = _areas(plan)
    sea = plan.water("sea")
    night = on(sea) == PAPER
    layer = plan.drawing.group
    plan.ground += [found.land.buffer(4), plan.view.boundary.buffer(3)]
    with layer(name="sea"):
        plan.fill(plan.view, sea)
        lining(plan, found.land, plan.view, sea, NIGHT_LINES if night else SEA_LINES)
        fans(plan, found.land.union(busy(plan)), plan.view, sea, 0.84 if night else 0.72)
    with layer(name="land"):
        _paint(plan, found)
    with layer(name="borders"):
        _borders(plan, found)
        _lakes(plan)
    plan.taken.add(busy(plan))
    with layer(name="fences"):
        _fences(plan, found)
    with layer(name="lanes"):
        lanes(plan, found.shapes, sea)
    with layer(name="names"):
        sea_names(plan, sea)
        area_names(plan, found.shapes, found.fills, plan.view.difference(found.land.buffer(0.9)), sea)


def owned(plan: Plan) -> bool:
    """Whether areas are painted in their owner's colour: the kinds of areas have a field that says whose they are."""
    given = plan.style.part("areas").get("look")
    if given:
        return bool(given == "owners")
    return any(plan.style.look(plan.map.spaces[id]).owner for id in plan.map.land)


def _areas(plan: Plan) -> Areas:
    water = set(plan.style.part("areas").get("water", ()))
    drawn = [id for id in plan.map.land if plan.map.spaces[id].outline]
    dry = land_of(tuple((id, plan.map.spaces[id].outline) for id in drawn if id not in water))
    shapes, land = _parted(plan, dict(dry.areas), dry.whole)
    for id in sorted(water & set(drawn)):
        outline = unary_union([Polygon(ring).buffer(0) for ring in plan.map.spaces[id].outline])
        shapes[id] = outline.buffer(2.0).difference(land)
    return Areas(shapes, land, water, _fills(plan, shapes, water))


def _parted(
    plan: Plan, shapes: dict[str, BaseGeometry], land: BaseGeometry
) -> tuple[dict[str, BaseGeometry], BaseGeometry]:
    """Areas that touch but are joined only by sea get a strait between them."""
    for a, b, border in _touching(shapes):
        kinds = {link.kind for link in plan.map.links if {link.a, link.b} == {a, b}}
        if border.length > POINT and kinds and all(plan.style.links[kind] == "lane" for kind in kinds):
            strait = border.buffer(STRAIT / 2)
            shapes[a], shapes[b], land = (shape.difference(strait) for shape in (shapes[a], shapes[b], land))
    return shapes, land


def _touching(shapes: dict[str, BaseGeometry]) -> list[tuple[str, str, BaseGeometry]]:
    """Pairs of areas with a common border, and the border."""
    keys = list(shapes)
    tree = STRtree([shapes[k] for k in keys])
    pairs = tree.query([shapes[k] for k in keys], predicate="dwithin", distance=0.05).T.tolist()
    found = []
    for i, j in sorted(pairs):
        if i < j:
            border = shapes[keys[i]].boundary.intersection(shapes[keys[j]].buffer(0.08))
            if border.length > 0:
                found.append((keys[i], keys[j], border))
    return found


def _fills(plan: Plan, shapes: dict[str, BaseGeometry], water: set[str]) -> dict[str, str]:
    """The ground of each area: mixed from its owner's colour, or one of the tints so that neighbours differ."""
    ground = plan.tone(mix(plan.palette.paper, PAPER, 0.3), "land")
    if owned(plan):
        fills = {id: mix(base_tone(plan, id), ground, 0.52) for id in shapes}
    else:
        tints = plan.palette.tints or TINTS
        chosen = tinted({id: shape for id, shape in shapes.items() if id not in water}, len(tints))
        fills = {id: tints[chosen.get(id, 0)] for id in shapes}
    for id in water:
        fills[id] = mix(plan.water("sea"), PAPER, 0.16)
    return fills


def base_tone(plan: Plan, id: str) -> str:
    """The colour of an area's owner; an owner in white is shown by the text on its counters, lightened to gold."""
    space = plan.map.spaces[id]
    look = plan.style.look(space)
    owner = str(space.values.get(look.owner)) if look.owner and space.values.get(look.owner) else None
    given = plan.style.part("areas").get("tones", {})
    if owner in given:
        return mix(given[owner], "#FFFFFF", 0.6) if plan.thin else str(given[owner])
    fill = plan.side(owner).fill
    return plan.tone(plan.palette.paper, "land") if fill.upper() in ("#FFFDF6", "#FFFFFF") else fill


def _paint(plan: Plan, found: Areas) -> None:
    """Areas by owner are plates with a gap between them; tinted ones meet, with a darker rim inside."""
    border = plan.tone("#6B5A45", "border")
    plan.fill(found.land.intersection(plan.view), border)
    plates = owned(plan)
    for id, shape in found.shapes.items():
        seen = shape.intersection(plan.view)
        fill = found.fills[id]
        if id in found.water:
            _sea_area(plan, seen, fill)
        elif plates:
            body = seen.buffer(-0.55)
            plan.fill(body, fill)
            plan.fill(body.difference(body.buffer(-1.6)), mix(base_tone(plan, id), INK, 0.14))
        else:
            plan.fill(seen, fill, fill, 0.1)
            plan.fill(seen.difference(seen.buffer(-1.5)), mix(fill, border, 0.22))


def _sea_area(plan: Plan, shape: BaseGeometry, fill: str) -> None:
    """An area of water: a lighter sea inside a broken line."""
    plan.fill(shape, fill)
    ink = mix(plan.tone("#2F6581", "sea_line"), PAPER, 0.35)
    plan.drawing.mark(shape.buffer(-1.1).boundary.simplify(0.05), None, ink, 0.45, (2.0, 1.3), "butt")


def _borders(plan: Plan, found: Areas) -> None:
    """Inner borders, those that no link crosses closed by a heavy line, then the coast."""
    border = plan.tone("#6B5A45", "border")
    dry = {id: shape for id, shape in found.shapes.items() if id not in found.water}
    plates = owned(plan)
    if not plates:
        lines = inner_borders(dry.values(), found.land, plan.view)
        plan.drawing.mark(lines, None, border, 0.55)
    linked = {frozenset((link.a, link.b)) for link in plan.map.links}
    for a, b, line in _touching(dry):
        if frozenset((a, b)) in linked:
            continue
        if line.length > POINT:
            plan.drawing.mark(line.simplify(0.06), None, border, 1.5)
        elif line.length > 0.5:
            middle = line.centroid
            plan.drawing.circle(middle.x, middle.y, 1.0, border)
    coast = found.land.boundary.intersection(plan.view).simplify(0.04)
    plan.drawing.mark(coast, None, coast_tone(plan), 0.9 if plates else 0.7)


def _lakes(plan: Plan) -> None:
    """Lakes inside areas, where art.yaml draws them; names and pieces keep off them."""
    rings = [Polygon(ring) for rings in plan.style.part("lakes").values() for ring in rings]
    if not rings:
        return
    shape = soften(smooth_area(unary_union(rings), 0.9, 4), 0.8)
    tint = plan.water("lake", "sea")
    plan.fill(shape, tint)
    lining(plan, plan.view.difference(shape), shape, tint, LAKE_LINES)
    plan.drawing.mark(shape.boundary.simplify(0.04), None, coast_tone(plan), 0.5)
    plan.taken.add(shape.buffer(0.4))


def _fences(plan: Plan, found: Areas) -> None:
    """Where a region of areas ends on land: a line of its own with the name along it."""
    for region in plan.map.regions.values():
        if plan.style.regions[region.kind] != "fence":
            continue
        inside = [found.shapes[id] for id in region.spaces if id in found.shapes]
        outside = [shape for id, shape in found.shapes.items() if id not in region.spaces and id not in found.water]
        if not inside or not outside:
            continue
        edge = unary_union(inside).boundary.intersection(unary_union(outside).buffer(0.12))
        lines = [line for line in merged(edge) if line.length > 3]
        for line in lines:
            course = soften_line(line, 0.4)
            plan.taken.add(course.buffer(1.3, quad_segs=2))
            plan.drawing.mark(course, None, PAPER, 2.1)
            plan.drawing.mark(course, None, plan.palette.seal, 1.2, (3.4, 1.5), "butt")
        if lines:
            _fence_name(plan, region, max(lines, key=lambda line: line.length), found)


def _fence_name(plan: Plan, region: Region, line: LineString, found: Areas) -> None:
    """The name beside the longest stretch of a fence, letter by letter, on ground that lets it be read."""
    points = list(soften_line(line, 3.0).coords)
    course = LineString(points if points[0][0] <= points[-1][0] else points[::-1])
    texts = [f"{region.name.en} {region.name.ja}", region.name.en] if region.name.ja else [region.name.en]
    free = Taken([*plan.taken.shapes, *_lines(found)])
    for size, text in ((size, text) for size in FENCE_SIZES for text in texts):
        name = Lettering(text, Hand("serif-italic", size, plan.palette.seal, None, 0.0, 0.1, 0.01))
        middle = (course.length - name.length) / 2
        starts = sorted(range(2, int(course.length - name.length) - 2, 2), key=lambda start: abs(start - middle))
        for start in starts:
            a, b = course.interpolate(start), course.interpolate(start + name.length)
            if a.distance(b) < 0.985 * name.length:
                continue  # too sharp a bend to read
            grounds = _ground(found, course.interpolate(start + name.length / 2).buffer(5))
            if grounds and all(contrast(ink, plan.palette.seal) > 4 for ink in grounds):
                n = name.first_free(course, [start] * len(LIFTS), LIFTS, free)
                if n is not None:
                    name.write(plan, course, start, LIFTS[n])
                    return
    plan.no_room(region.name.en, region.note.span)


def _lines(found: Areas) -> list[BaseGeometry]:
    """The room that borders and coasts take, in small pieces."""
    return [piece for shape in found.shapes.values() for piece in stretches(shape.boundary, 1.2)]


def _ground(found: Areas, spot: BaseGeometry) -> list[str]:
    """The grounds of the areas about a spot."""
    return [found.fills[id] for id, shape in found.shapes.items() if shape.intersects(spot)]


def merged(lines: BaseGeometry) -> list[LineString]:
    """Lines joined end to end as far as they go."""
    found = [part for part in parts(lines) if part.geom_type == "LineString"]
    joined = linemerge(MultiLineString(found)) if found else MultiLineString()
    return [part for part in parts(joined) if part.geom_type == "LineString"]


def soften_line(line: LineString, turns: float) -> LineString:
    """A border without its smallest turns."""
    return LineString(chaikin(list(line.simplify(turns).coords), 3, closed=False))
