"""Point-to-point maps: land and lakes behind, links by kind, plates by kind of space, names beside them."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

import shapely
from shapely import STRtree
from shapely.geometry import LineString, Point, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from compiler.model.graph import Link, Space
from compiler.render import texture
from compiler.render.colour import PAPER, mix
from compiler.render.geometry import bow_line, inner_borders, smooth_area, soften
from compiler.render.map.area_names import sea_names
from compiler.render.map.courses import LineStyle
from compiler.render.map.halo import Shore
from compiler.render.map.labels import around, beside
from compiler.render.map.land import land_of
from compiler.render.map.plan import Hand, Plan
from compiler.render.map.plates import Shown, large, shown, symbol_of
from compiler.render.map.point_names import province_names
from compiler.render.map.title import busy
from compiler.render.map.water import coast_tone, fans, lining
from compiler.render.symbols import mon, unit

ORDER = ("lane", "line", "trail", "road")  # from the bottom up
SHIP = 36.0  # the shortest lane, from space to space, that carries a ship
APART = 19.0  # how far from a space links may still run together
UNSTOOD = ("dot", "none", "sea", "slab")  # shapes without a name beside them
CLEAR = 0.3  # between a counter on a space and the name beside it
BENDS = (0.07, -0.07, 0.0, 0.13, -0.13, 0.2, -0.2, 0.28, -0.28)


@dataclass(slots=True)
class Scenery:
    """What lies behind the points: provinces by id, land, lakes."""

    shapes: dict[str, BaseGeometry]
    land: BaseGeometry
    lakes: BaseGeometry


def points(plan: Plan) -> None:
    """Everything inside the window of a point-to-point map."""
    scenery = _scenery(plan)
    layer = plan.drawing.group
    with layer(name="ground"):
        _ground(plan, scenery)
    relief = len(plan.drawing.items)
    reach = {id: _reach(plan, plan.map.spaces[id]) for id in plan.map.land}
    routes = _routes(plan, reach, scenery.land)
    with layer(name="links"):
        _links(plan, routes)
    lines = [line.buffer(1.1, quad_segs=2) for _, line in routes]
    net = unary_union(lines) if lines else Polygon()
    plan.ground += [net.buffer(2), plan.view.boundary.buffer(3)]
    plan.taken.add(busy(plan))
    with layer(name="spaces"):
        what = {id: shown(plan, plan.map.spaces[id]) for id in plan.map.land}
        for id in plan.map.land:
            _space(plan, plan.map.spaces[id], what[id])
    with layer(name="names"):
        _names(plan, what, net, scenery)
        sea_names(plan, plan.water("sea"))
        province_names(plan, scenery.shapes, scenery.lakes, lines)
    if not scenery.land.is_empty:
        with layer(name="relief"):
            _hills(plan, scenery, net)
        plan.drawing.items.insert(relief, plan.drawing.items.pop())


# -- ground ----------------------------------------------------------------------------------------------------------
def _scenery(plan: Plan) -> Scenery:
    given = plan.style.part("land")
    outlines = tuple((id, tuple(tuple((float(x), float(y)) for x, y in ring) for ring in rings))
                     for id, rings in given.items())  # fmt: skip
    if not outlines:
        return Scenery({}, Polygon(), Polygon())
    land = land_of(outlines, 1.4, 1.2, 400.0)
    rings = [Polygon(ring) for rings in plan.style.part("lakes").values() for ring in rings]
    lakes = soften(smooth_area(unary_union(rings), 1.4, 4), 1.2) if rings else Polygon()
    return Scenery(dict(land.areas), land.whole, lakes)


def _ground(plan: Plan, scenery: Scenery) -> None:
    sea = plan.water("sea")
    ground = plan.tone(plan.palette.paper, "land")
    if scenery.land.is_empty:
        plan.fill(plan.view, ground)
        _leaf(plan, plan.view, ground)
        return
    view, land = plan.view, scenery.land
    plan.fill(view, sea)
    lining(plan, land, view, sea)
    fans(plan, land.union(busy(plan)), view, sea)
    seen = land.intersection(view)
    plan.fill(seen, ground)
    _tints(plan, scenery, ground)
    _leaf(plan, seen, ground)
    border = plan.tone(mix(plan.palette.frame, ground, 0.5), "border")
    lines = inner_borders(scenery.shapes.values(), land, view.difference(scenery.lakes))
    plan.drawing.mark(lines, None, border, 0.5, (2.2, 1.2), "butt")
    plan.drawing.mark(land.boundary.intersection(view).simplify(0.04), None, coast_tone(plan), 0.65)
    lakes = scenery.lakes.intersection(view)
    plan.fill(lakes, plan.water("lake"))
    lining(plan, view.difference(scenery.lakes), lakes, plan.water("lake"))
    plan.drawing.mark(lakes.boundary.simplify(0.04), None, coast_tone(plan), 0.5)


def _tints(plan: Plan, scenery: Scenery, ground: str) -> None:
    """Provinces that belong together share a tint, where art.yaml names the field that says so."""
    field = plan.style.part("provinces").get("tint")
    inks = plan.style.part("provinces").get("tints", {})
    for id, shape in scenery.shapes.items():
        region = plan.map.regions.get(id)
        value = region.values.get(field) if region is not None and field else None
        if value in inks:
            plan.fill(shape.intersection(plan.view), mix(ground, str(inks[value]), 0.35 if plan.thin else 1.0))


def _leaf(plan: Plan, land: BaseGeometry, ground: str) -> None:
    """Seams of gold leaf, for palettes that have them."""
    if "leaf_line" in plan.palette.tones:
        ink = mix(ground, plan.palette.tones["leaf_line"], 0.5)
        plan.drawing.mark(texture.gold_leaf(land), None, ink, 0.3)


def _hills(plan: Plan, scenery: Scenery, net: BaseGeometry) -> None:
    """Faint brush hills in the empty inland, clear of links, plates and names: ornament, no game information."""
    ground = plan.tone(plan.palette.paper, "land")
    line = mix(ground, coast_tone(plan), 0.42)
    names = [shape.buffer(2.4, quad_segs=2) for shape in plan.taken.shapes]
    full = unary_union([net.buffer(3.0, quad_segs=2), *names, scenery.lakes.buffer(4)])
    free = scenery.land.buffer(-6).intersection(plan.view.buffer(-5)).difference(full)
    if free.is_empty:
        return
    shapely.prepare(free)
    rnd = random.Random(11)
    x0, y0, x1, y1 = free.bounds
    for row in range(int((y1 - y0) / 8.5) + 1):
        for column in range(int((x1 - x0) / 13) + 1):
            x = x0 + (column + 0.5 * (row % 2)) * 13 + rnd.uniform(-3, 3)
            y = y0 + row * 8.5 + rnd.uniform(-2, 2)
            high = math.sin(x / 31) + math.sin(y / 23 + 1.3) + math.sin((x + y) / 47)
            w, peak = rnd.uniform(5.4, 7.4), rnd.random() < 0.25
            if high < 0.1 or not free.contains(box(x - w / 2, y - w * 0.6, x + w / 2, y + 0.5)):
                continue
            if high > 1.2 and peak:
                light, dark = mix(ground, PAPER, 0.5), mix(ground, line, 0.45)
                texture.peak(plan.drawing, x, y, w, w * 0.8, line, light, dark, rnd)
            else:
                texture.hump(plan.drawing, x, y, w, line, mix(ground, PAPER, 0.3))


# -- links -----------------------------------------------------------------------------------------------------------
def _reach(plan: Plan, space: Space) -> BaseGeometry:
    """The room a space takes."""
    shape = plan.style.look(space).shape
    x, y = space.at
    if space.size is not None:
        return around(x, y, *space.size)
    if shape == "sea":
        return around(x, y, 30, 18.8)
    if shape == "seal":
        return Point(x, y).buffer(9.2)
    return around(x, y, 5.2, 5.2) if shape == "dot" else box(x - 6.6, y - 6.9, x + 7.0, y + 6.6)


def _routes(plan: Plan, reach: dict[str, BaseGeometry], land: BaseGeometry) -> list[tuple[Link, LineString]]:
    """Every link as a shallow bow that passes no third space, stays on the map and, at sea, on the water."""
    ids = list(reach)
    tree = STRtree([reach[id] for id in ids])
    routes: list[tuple[Link, LineString]] = []
    for link in plan.map.links:
        if link.a in reach and link.b in reach:
            line = _route(plan, link, ids, tree, land, [line for _, line in routes])
            routes.append((link, line))
            ends = unary_union([reach[link.a], reach[link.b]])
            plan.read(f"the {link.kind} from {link.a} to {link.b}", line.difference(ends))
    return routes


def _route(
    plan: Plan, link: Link, ids: list[str], tree: STRtree, land: BaseGeometry, others: Sequence[LineString]
) -> LineString:
    a, b = plan.map.spaces[link.a].at, plan.map.spaces[link.b].at
    lane = plan.style.links.get(link.kind) == "lane"
    first = 0.16 if lane else 0.07
    bends = (first, *BENDS)
    lines = [LineString(bow_line(a, b, bend)) for bend in bends]
    hits = [0] * len(lines)
    for line, near in tree.query(lines, predicate="dwithin", distance=1.6).T.tolist():
        hits[line] += ids[near] not in (link.a, link.b)
    costs = [
        10.0 * hits[n]
        + abs(bend - first)
        + (0 if plan.view.contains(line) else 30)
        + (0.05 * line.intersection(land).length if lane else 0)
        + 0.06 * _merged(line, others)
        for n, (bend, line) in enumerate(zip(bends, lines, strict=True))
    ]
    return lines[costs.index(min(costs))]


def _merged(line: LineString, others: Sequence[LineString]) -> float:
    """How far a line runs so close beside others that they look like one, the ends left out."""
    inner = line.difference(unary_union([Point(line.coords[n]).buffer(APART) for n in (0, -1)]))
    near = [other for other in others if other.dwithin(inner, 2.6)]
    return sum(float(inner.intersection(other.buffer(2.6, quad_segs=2)).length) for other in near)


def _links(plan: Plan, routes: list[tuple[Link, LineString]]) -> None:
    """Lanes lowest, roads on top; edges of all roads before their cores, so that they join."""
    recipe = plan.style.links
    for kind in ORDER:
        lines = [line for link, line in routes if recipe.get(link.kind, "line") == kind]
        for ink, width, dash, cap in link_strokes(plan, kind):
            for line in lines:
                plan.drawing.mark(line.intersection(plan.view), None, ink, width, dash, cap)
    for link, line in routes:
        if recipe.get(link.kind) == "lane":
            _ship(plan, line)


def link_strokes(plan: Plan, kind: str) -> list[LineStyle]:
    """The inks of a link by its recipe, from the bottom up."""
    ground = plan.tone(plan.palette.paper, "land")
    road = plan.tone("#5C2E1C", "road")
    if kind == "road":
        return [(road, 2.3, (), "round"), (plan.tone("#FFF7E0", "road_core"), 1.35, (), "round")]
    if kind == "trail":
        return [(ground, 1.9, (), "round"), (plan.tone(road, "trail"), 1.05, (0.01, 2.05), "round")]
    if kind == "lane":
        casing = mix(plan.water("sea"), PAPER, 0.6)
        return [(casing, 1.5, (), "butt"), (plan.tone("#1F5560", "sea_lane", "lane"), 0.7, (3.2, 1.5), "butt")]
    return [(plan.palette.ink, 0.7, (), "round")]


def _ship(plan: Plan, line: LineString) -> None:
    """A ship where the lane is farthest from its ends and clear of what stands there; a short lane has no room."""
    if line.length < SHIP:
        return
    ink = plan.tone("#1F5560", "sea_lane", "lane")
    for share in (0.5, 0.55, 0.45, 0.6, 0.4):
        p = line.interpolate(share, normalized=True)
        if plan.view.contains(p.buffer(3)) and plan.taken.free(p.buffer(2.6)):
            plan.drawing.circle(p.x, p.y, 2.6, mix(plan.water("sea"), PAPER, 0.75), ink, 0.35)
            plan.drawing.symbol(unit("ship"), p.x, p.y, 3.6, ink)
            plan.taken.add(p.buffer(2.7))
            return


# -- spaces ----------------------------------------------------------------------------------------------------------
def _space(plan: Plan, space: Space, what: Shown) -> None:
    (x, y), shape = space.at, what.look.shape
    if shape == "none":
        return
    if shape == "dot":
        plan.drawing.rect(x - 2.3, y - 2.3, 4.6, 4.6, PAPER, plan.tone("#5C2E1C", "road"), 0.5)
    elif shape == "sea":
        _sea_area(plan, space)
    elif shape == "slab":
        _slab(plan, space)
    elif shape == "bare":
        symbol = symbol_of(what.look)
        plan.drawing.circle(x, y, 5.4 if symbol else 3.4, PAPER, plan.palette.ink, 0.45)
        if symbol:
            plan.drawing.symbol(unit(symbol), x, y, 7.2, plan.palette.ink)
    else:
        large(plan, x, y, what)
    plan.taken.add(_reach(plan, space))


def _sea_area(plan: Plan, space: Space) -> None:
    """An ellipse with the name in italics, kanji and a ship."""
    x, y = space.at
    ink = plan.tone("#1F5560", "sea_lane", "lane")
    ground = mix(plan.water("sea"), PAPER, 0.45)
    plan.drawing.ellipse(x, y, 14.6, 9.0, ground, ink, 0.4)
    plan.drawing.ellipse(x, y, 13.8, 8.2, None, ink, 0.16)
    hand = Hand("serif-italic", 3.1, ink)
    size = min(3.1, 3.1 * 25.5 / hand.width(space.name.en))
    plan.write(space.name.en, x, y - 0.9, hand.sized(size), what=f"{space.name.en} {space.id}")
    if space.name.ja:
        plan.write(space.name.ja, x, y + 2.4, Hand("kanji", 2.3, ink, track=0.15), what=f"{space.name.ja} {space.id}")
    plan.drawing.symbol(unit("ship"), x, y + 5.2, 3.8, ink)


def _slab(plan: Plan, space: Space) -> None:
    """An area off the board: a box with double frame, in the colour of those who may go there."""
    (x, y), (w, h) = space.at, space.size or (30.0, 20.0)
    look = plan.style.look(space)
    owner = space.values.get(look.owner or "only") or space.values.get("only")
    side = plan.side(str(owner) if owner else None)
    drawing, palette = plan.drawing, plan.palette
    drawing.rect(x - w / 2 + 1, y - h / 2 + 1, w, h, mix(palette.frame, plan.water("sea"), 0.35))
    drawing.rect(x - w / 2, y - h / 2, w, h, mix(palette.paper, PAPER, 0.5), palette.ink, 0.6)
    drawing.rect(x - w / 2 + 0.9, y - h / 2 + 0.9, w - 1.8, 5.6, side.fill, palette.ink, 0.2)
    drawing.rect(x - w / 2 + 0.9, y - h / 2 + 0.9, w - 1.8, h - 1.8, None, palette.ink, 0.18)
    hand = Hand("serif-bold", 3.3, side.text, side.fill, 0.0)
    plan.bilingual(space.name, x, y - h / 2 + 4.9, hand, anchor="middle", what=space.id)
    drawing.symbol(mon(side.mon), x, y + 3.0, min(w, h - 8) * 0.66, plan.faint(str(owner) if owner else None))


def _names(plan: Plan, what: dict[str, Shown], net: BaseGeometry, scenery: Scenery) -> None:
    """Names of plates at the cheapest places about them, kanji below where there is room; capitals first."""
    side = standing(plan)
    stood = [id for id in what if what[id].look.shape not in UNSTOOD]
    stands = unary_union([around(*plan.map.spaces[id].at, side, side) for id in stood])
    for id in sorted(stood, key=lambda id: (what[id].look.shape != "seal", not what[id].main)):
        if what[id].look.named:
            _name(plan, plan.map.spaces[id], what[id], net, scenery, stands, side)


def standing(plan: Plan) -> float:
    """The edge of the largest counter that a setup lays on a space of this map; nothing where none does."""
    counters = plan.game.counters
    laid = {counters[p.counter].kind for scenario in plan.game.scenarios.values() for p in scenario.placements
            if p.at in plan.map.spaces and p.counter in counters}  # fmt: skip
    return max((max(plan.game.counter_kinds[kind].size) for kind in laid), default=0.0)


def _name(
    plan: Plan, space: Space, what: Shown, net: BaseGeometry, scenery: Scenery, stands: BaseGeometry, side: float
) -> None:
    shore = Shore.of(scenery.land, scenery.lakes)
    seal = what.look.shape == "seal"
    strong = seal or what.main
    hand = Hand("serif-bold" if strong else "serif", 4.4 if seal else 2.95, plan.palette.ink, None, 0.65)
    kanji = Hand("kanji", hand.size * 0.74, plan.palette.soft, None, 0.5, 0.1, 0.02)
    text, below = space.name.en, space.name.ja
    if space.label is not None:
        x, y = space.label
        sizes = (hand, *(replace(hand, size=size) for size in (2.75, 2.55)))  # smaller rather than over a line
        crossed = net.union(shore.line)
        hand = next((one for one in sizes if not one.box(text, x, y).buffer(0.3).intersects(crossed)), sizes[-1])
        shore.write(plan, text, x, y, hand, f"{text} {space.id}")
        if below:
            shore.write(plan, below, x, y + hand.size * 0.87, kanji, f"{below} {space.id}")
        return
    r = max(9.6 if seal else 8.0 if what.main else 7.2, side / 2 + CLEAR)
    inside = plan.view.buffer(-1)
    if below:
        w, h = max(hand.width(text), kanji.width(below)), hand.size * 1.75
        spot = beside(*space.at, r, w + 0.6, h / 0.9, plan.taken, net, inside, shore.line, stands)
        if plan.taken.free(spot.box) and inside.contains(spot.box) and not spot.box.intersects(net):
            shore.write(plan, text, spot.x, spot.y - h / 2 + hand.size * 0.76, hand, f"{text} {space.id}")
            shore.write(plan, below, spot.x, spot.y + h / 2 - kanji.size * 0.12, kanji, f"{below} {space.id}")
            return
    spot = beside(*space.at, r, hand.width(text) + 0.6, hand.size, plan.taken, net, inside, shore.line, stands)
    shore.write(plan, text, spot.x, spot.y + hand.size * 0.31, hand, f"{text} {space.id}")
