"""Maps of squares: grounds and their marks, streams along the sides, roads through the middles, numbers and names."""

from __future__ import annotations

from shapely.geometry import LineString, MultiLineString, Polygon
from shapely.ops import linemerge, unary_union

from compiler.model.graph import Route, Space
from compiler.render.colour import PAPER, mix
from compiler.render.map.courses import river_tones, road_strokes
from compiler.render.map.field import WET
from compiler.render.map.plan import Hand, Plan
from compiler.render.map.relief import ground_tone, swatch

MARKS = 17.0  # the pitch that the marks of a ground are drawn for


def squares(plan: Plan) -> None:
    """Everything inside the window of a map of squares."""
    cells = [plan.map.spaces[id] for id in plan.map.land if plan.map.spaces[id].outline]
    layer = plan.drawing.group
    plan.ground.append(plan.view.buffer(3))
    with layer(name="ground"):
        plan.fill(plan.view, plan.palette.paper)
        for space in cells:
            plan.drawing.mark(Polygon(space.outline[0]), ground_tone(plan, space.terrain or ""))
        for space in cells:
            if plan.style.terrain.get(space.terrain or "", "tint") not in WET:
                swatch(plan, space.terrain or "", *space.at, _scale(space))
    with layer(name="rivers"):
        for route in plan.map.routes:
            if route.sides:
                _river(plan, route)
    with layer(name="grid"):
        ink = plan.tone(mix(plan.palette.frame, plan.palette.paper, 0.45), "grid")
        plan.drawing.mark(MultiLineString([[*s.outline[0], s.outline[0][0]] for s in cells]), None, ink, 0.22)
    with layer(name="roads"):
        for route in plan.map.routes:
            if len(route.through) > 1:
                line = LineString([plan.map.spaces[id].at for id in route.through])
                for colour, width, dash, cap in road_strokes(plan, plan.style.features.get(route.kind, "line")):
                    plan.drawing.mark(line, None, colour, width, dash, cap)
    with layer(name="names"):
        for space in cells:
            _written(plan, space)


def _scale(space: Space) -> float:
    (x0, _), (x1, _) = space.outline[0][:2]
    return (x1 - x0) / MARKS


def _river(plan: Plan, route: Route) -> None:
    """Along the sides that two squares share, or part of them where they lie like bricks."""
    parts = []
    for a, b in route.sides:
        one, other = (Polygon(plan.map.spaces[id].outline[0]) for id in (a, b))
        shared = one.intersection(other)
        if shared.geom_type == "LineString":
            parts.append(shared)
    if not parts:
        return
    joined = unary_union(parts)
    line = linemerge(joined) if joined.geom_type == "MultiLineString" else joined
    edge, core = river_tones(plan)
    is_line = plan.style.features.get(route.kind) in ("wall", "line", "bridge", "ford")
    for ink, width in ((plan.palette.soft, 0.8),) if is_line else ((edge, 1.75), (core, 0.85)):
        plan.drawing.mark(line, None, ink, width)


def _written(plan: Plan, space: Space) -> None:
    """The number in the upper left corner, the name at the foot."""
    (left, top), (right, _), (_, foot), _ = space.outline[0]
    ground = ground_tone(plan, space.terrain or "")
    soft = plan.tone(plan.palette.soft, "number")
    plan.write(space.id, left + 0.8, top + 2.2, Hand("sans-semi", 1.75, soft, ground, 0.3), "start", what=space.id)
    if space.name.en != space.id:
        hand = Hand("serif-bold", 2.45, plan.palette.ink, mix(ground, PAPER, 0.4), 0.45)
        size = min(2.45, 2.45 * (right - left - 1.2) / max(1.0, hand.width(space.name.en)))
        x, y = space.label or ((left + right) / 2, foot - 1.2)
        plan.write(space.name.en, x, y, hand.sized(max(1.7, size)), what=f"{space.name.en} {space.id}")
