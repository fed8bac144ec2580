"""What runs along hexsides and through hexes: rivers, channels, walls, bridges, fords, roads and trails."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from shapely.affinity import rotate
from shapely.geometry import LineString, box
from shapely.geometry import Point as Place
from shapely.geometry.base import BaseGeometry

from compiler.model.graph import Point, Route
from compiler.render.colour import PAPER, mix
from compiler.render.geometry import chaikin, chains, stretches, wobble
from compiler.render.map.field import HexField
from compiler.render.map.labels import Taken
from compiler.render.map.plan import Hand, Plan
from compiler.render.map.water import coast_tone

ASIDE = 3.3  # how far beside the number a road crosses the upper and lower side of a flat hex
OUT = 16.0  # mm that a river flows on beyond the last hex, cut by the frame
SHAKE = 0.8  # of a river along hexsides, mm at most
RIVER, CHANNEL = (1.75, 0.85), (2.7, 1.9)  # edge and core, mm
WAYS = ("line", "trail", "road", "rail")  # through hexes, from the bottom up
BRIDGE = ("bridge", "ford")
DECK = (3.1, 1.7)  # mm from the middle of a crossing to its ends and sides
LineStyle = tuple[str, float, tuple[float, ...], str]  # ink, width, dash, ends


def river_tones(plan: Plan) -> tuple[str, str]:
    """Edge and core of a river along hexsides."""
    edge = plan.tone("#2F6A8C", "river_edge", "river")
    return edge, plan.tone(mix(edge, PAPER, 0.5), "river_core")


def road_strokes(plan: Plan, recipe: str) -> list[LineStyle]:
    """A road through hexes: paper casing, then dashes; a trail is dotted."""
    if recipe == "rail":
        return rail_strokes(plan)
    core = plan.palette.tones.get("road_core") if plan.palette.theme != "japan" else None
    if core is not None and recipe == "road":  # a made road: two edges and a surface
        return [(plan.tone("#8C5A34", "road"), 1.5, (), "round"), (core, 0.85, (), "round")]
    casing: LineStyle = (plan.palette.paper, 1.5, (), "round")
    ink = plan.tone("#8C5A34", recipe, "road")
    return [casing, (ink, 0.75, (2.2, 0.8), "butt") if recipe == "road" else (ink, 0.7, (0.01, 1.5), "round")]


def rail_strokes(plan: Plan) -> list[LineStyle]:
    """A railway: black and white, or a line with ties."""
    ink = plan.tone("#2E2A26", "rail")
    if plan.palette.theme == "nato":
        return [(ink, 1.5, (), "butt"), (PAPER, 0.85, (3.2, 3.2), "butt")]
    return [(plan.palette.paper, 2.0, (), "butt"), (ink, 1.7, (0.35, 1.5), "butt"), (ink, 0.5, (), "round")]


def bridge(plan: Plan) -> None:
    """A deck of planks between rails, across the origin."""
    drawing, ink = plan.drawing, plan.palette.ink
    drawing.rect(-2.6, -1.25, 5.2, 2.5, PAPER, ink, 0.25, r=0.3)
    for k in range(-2, 3):
        drawing.line([(k, -1.25), (k, 1.25)], ink, 0.18)
    for y in (-1.5, 1.5):
        drawing.line([(-3.1, y), (3.1, y)], ink, 0.42)


def ford(plan: Plan) -> None:
    """Three rows of stepping stones across the origin."""
    for i in range(-2, 3):
        for j in (-1, 0, 1):
            plan.drawing.circle(i * 1.05 + (0.5 if j else 0.0), j * 1.15, 0.42, PAPER, plan.palette.ink, 0.16)


@dataclass(slots=True)
class Courses:
    """The courses of one map by recipe, ready to be inked layer by layer."""

    plan: Plan
    field: HexField
    by: dict[str, list[Route]]
    lines: list[BaseGeometry] = dataclasses.field(default_factory=list)  # what names would rather not cross
    _streams: list[tuple[Route, BaseGeometry]] = dataclasses.field(default_factory=list)
    _channels: list[BaseGeometry] = dataclasses.field(default_factory=list)
    _ways: dict[str, list[BaseGeometry]] = dataclasses.field(default_factory=dict)

    # -- along hexsides ----------------------------------------------------------------------------------------------
    def rivers(self) -> None:
        """Edges first, then cores, so that confluences join."""
        plan = self.plan
        for route in self.by.get("wall", ()):
            for line in self._chains(route, 0.0):
                plan.drawing.mark(line, None, mix(plan.palette.ink, plan.palette.paper, 0.25), 1.1, cap="butt")
                plan.drawing.mark(line, None, PAPER, 0.5, (0.9, 0.9), "butt")
        for route in self.by.get("line", ()):
            for line in self._chains(route, 0.0):
                plan.drawing.mark(line, None, plan.palette.soft, 0.8)
        self._bed([line for _, line in self._streams], river_tones(plan), RIVER)
        self._bed(self._channels, (coast_tone(plan), plan.water("lake")), CHANNEL)

    def trace(self) -> list[BaseGeometry]:
        """Find the beds of rivers and channels before anything is inked: borders go beside them."""
        self._streams = [(route, self._seen(line)) for route in self.by.get("river", ())
                         for line in self._chains(route, SHAKE)]  # fmt: skip
        self._channels = [self._seen(line) for route in self.by.get("channel", ())
                          for line in self._chains(route, SHAKE)]  # fmt: skip
        beds = [line.buffer(RIVER[0] / 2, quad_segs=2) for _, line in self._streams]
        beds += [line.buffer(CHANNEL[0] / 2, quad_segs=2) for line in self._channels]
        for line in (line for _, line in self._streams):
            self.lines += stretches(line, RIVER[0])
        for line in self._channels:
            self.lines += stretches(line, CHANNEL[0])
        for recipe in WAYS:
            self._traced(recipe)
        spanned = {frozenset(side) for kind in BRIDGE for route in self.by.get(kind, ()) for side in route.sides}
        for kind in ("river", "channel", "wall", "line"):
            for route in self.by.get(kind, ()):
                for a, b in (side for side in route.sides if frozenset(side) not in spanned):
                    self.plan.read(f"the {route.kind} between {a} and {b}", LineString(self.field.side(a, b)))
        return beds

    def named(self) -> Iterator[tuple[Route, list[BaseGeometry]]]:
        """Rivers with a name, and the stretches of each."""
        for route in self.by.get("river", ()):
            if route.name is not None:
                yield route, [line.intersection(self.field.land) for owner, line in self._streams if owner is route]

    def _seen(self, line: LineString) -> BaseGeometry:
        return line.intersection(self.plan.view).simplify(0.04)

    def _bed(self, lines: list[BaseGeometry], inks: tuple[str, str], widths: tuple[float, float]) -> None:
        for ink, width in zip(inks, widths, strict=True):
            for line in lines:
                self.plan.drawing.mark(line, None, ink, width)

    def _chains(self, route: Route, shake: float) -> list[LineString]:
        found = []
        for k, line in enumerate(chains([self.field.side(a, b) for a, b in route.sides])):
            course = chaikin(wobble(line, shake, f"{route.id}{k}"), 3, closed=False) if shake else line
            found.append(LineString(self._out(course, line) if shake else course))
        return found

    def _out(self, course: list[Point], sides: Sequence[Point]) -> list[Point]:
        """A river that ends at the edge of the map flows on to the frame, unless it has come to the sea."""
        ends = []
        for (x, y), (fx, fy) in ((sides[0], sides[1]), (sides[-1], sides[-2])):
            here, along = Place(x, y), math.hypot(x - fx, y - fy)
            out = self.field.land.boundary.distance(here) < 0.1 < self.field.water.distance(here)
            ends.append([(x + (x - fx) / along * OUT, y + (y - fy) / along * OUT)] if out else [])
        return [*ends[0], *course, *ends[1]]

    # -- through hexes -----------------------------------------------------------------------------------------------
    def roads(self) -> None:
        """All casings first, so that roads meet without seams."""
        for recipe in WAYS:
            lines = self._ways.get(recipe) or self._traced(recipe)
            for ink, width, dash, cap in road_strokes(self.plan, recipe):
                for line in lines:
                    self.plan.drawing.mark(line, None, ink, width, dash, cap)

    def _traced(self, recipe: str) -> list[BaseGeometry]:
        """The ways of a recipe, known before they are inked so that numbers and names keep off them."""
        lines = [self._way(route) for route in self.by.get(recipe, ()) if len(route.through) > 1]
        self._ways[recipe] = [line.intersection(self.plan.view) for line in lines]
        for line in self._ways[recipe]:
            self.lines += stretches(line, 1.8)
        return self._ways[recipe]

    def _way(self, route: Route) -> LineString:
        """Centres and the sides between them; a flat hex's number stands at its top, so the road passes beside it."""
        cells = [self.field.map.cells[id] for id in route.through]
        points: list[Point] = [self.field.grid.centre(cells[0])]
        for a, b in pairwise(cells):
            (ax, ay), (bx, by) = self.field.grid.centre(a), self.field.grid.centre(b)
            aside = ASIDE * self.field.scale if abs(ax - bx) < 0.1 else 0.0
            points += [((ax + bx) / 2 + aside, (ay + by) / 2), (bx + aside * 0.25, by)]
        ahead, behind = self._beyond(route.through[-2:]), self._beyond(route.through[1::-1])
        points = [*([behind] if behind else ()), *points, *([ahead] if ahead else ())]
        return LineString(chaikin(wobble(points, 0.7, route.id), 3, closed=False))

    def _beyond(self, last: Sequence[str]) -> Point | None:
        """Where a way goes on after its last hex: onto a bridge that no way crosses, or off the map at its edge."""
        before, end = (self.field.grid.centre(self.field.map.cells[id]) for id in last)
        for kind in BRIDGE:
            for a, b in (side for route in self.by.get(kind, ()) for side in route.sides if last[-1] in side):
                if not self._on_way(a, b):
                    (ax, ay), (bx, by) = self.field.side(a, b)
                    return (ax + bx) / 2, (ay + by) / 2
        met = sum(last[-1] in route.through for recipe in WAYS for route in self.by.get(recipe, ()))
        if met > 1 or self.plan.map.spaces[last[-1]].name.en != last[-1]:
            return None
        heading = math.atan2(end[1] - before[1], end[0] - before[0])
        far = self.field.grid.pitch * 1.2
        for turn in (0.0, 60.0, -60.0):
            x = end[0] + far * math.cos(heading + math.radians(turn))
            y = end[1] + far * math.sin(heading + math.radians(turn))
            if not box(*self.field.land.bounds).buffer(-self.field.grid.pitch * 0.15).contains(Place(x, y)):
                return x, y
        return None

    def _on_way(self, a: str, b: str) -> bool:
        ways = [route for recipe in ("road", "trail", "rail") for route in self.by.get(recipe, ())]
        return any({a, b} == {p, q} for route in ways for p, q in pairwise(route.through))

    # -- on single sides ---------------------------------------------------------------------------------------------
    def crossings(self) -> None:
        """Bridges and fords."""
        for route, x, y, turn in self._crossings():
            with self.plan.drawing.group(x, y, self.field.scale, turn):
                (bridge if self.plan.style.features[route.kind] == "bridge" else ford)(self.plan)
            self.plan.taken.add(LineString([(x - 2.4, y), (x + 2.4, y)]).buffer(1.6))

    def decks(self) -> list[BaseGeometry]:
        """The room that bridges and fords take."""
        k = self.field.scale
        return [
            rotate(box(x - DECK[0] * k, y - DECK[1] * k, x + DECK[0] * k, y + DECK[1] * k), turn, (x, y))
            for _, x, y, turn in self._crossings()
        ]

    def _crossings(self) -> Iterator[tuple[Route, float, float, float]]:
        """Where bridges and fords lie, and how they are turned: in the middle of the side, or where the road goes."""
        for kind in BRIDGE:
            for route in self.by.get(kind, ()):
                for a, b in route.sides:
                    (ax, ay), (bx, by) = self.field.side(a, b)
                    turn = math.degrees(math.atan2(by - ay, bx - ax)) + 90
                    yield route, (ax + bx) / 2 + self._aside(a, b), (ay + by) / 2, turn

    def _aside(self, a: str, b: str) -> float:
        """A crossing on a road goes where the road goes."""
        upright = abs(self.plan.map.spaces[a].at[0] - self.plan.map.spaces[b].at[0]) < 0.1
        return ASIDE * self.field.scale if self._on_way(a, b) and upright else 0.0

    # -- names -------------------------------------------------------------------------------------------------------
    def names(self) -> None:
        """Names of bridges and fords beside them."""
        plan = self.plan
        hand = Hand("serif-italic", 2.1, plan.palette.ink, self.halo(), 0.45)
        crossed = Taken(self.lines)
        for route, x, y, _ in self._crossings():
            if route.name is None:
                continue
            text, gap = route.name.en, 3.4 * self.field.scale
            spots = [(x + side * (gap + far), y + dy, "start" if side > 0 else "end")
                     for far in (0.0, 1.6, 3.2) for dy in (2.9, -1.6, 4.4, 0.7, -3.0, 5.6, -4.4)
                     for side in (1, -1)]  # fmt: skip
            costs = [self._cost(text, hand, spot, crossed) for spot in spots]
            px, py, anchor = spots[costs.index(min(costs))]
            plan.write(text, px, py, hand, anchor)

    def _cost(self, text: str, hand: Hand, spot: tuple[float, float, str], crossed: Taken) -> float:
        shape = hand.box(text, spot[0], spot[1], spot[2])
        return 100.0 * self.plan.taken.hits(shape.buffer(0.3)) + 10.0 * crossed.hits(shape)

    def halo(self) -> str:
        return mix(self.plan.tone(self.plan.palette.paper, self.field.base), PAPER, 0.3)


def courses(plan: Plan, field: HexField) -> Courses:
    """The courses of a map by recipe."""
    by: dict[str, list[Route]] = {}
    for route in plan.map.routes:
        by.setdefault(plan.style.features.get(route.kind, "line"), []).append(route)
    return Courses(plan, field, by)
