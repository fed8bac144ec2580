"""Names of rivers: along the course where there is room beside it, else straight, close by; never over a line."""

from __future__ import annotations

from collections.abc import Sequence

import shapely
from shapely.geometry import LineString
from shapely.geometry.base import BaseGeometry

from compiler.model.graph import Route
from compiler.render.colour import mix
from compiler.render.geometry import chaikin, parts
from compiler.render.map.along import Lettering
from compiler.render.map.courses import Courses, river_tones
from compiler.render.map.labels import Taken, best_spot
from compiler.render.map.plan import Hand, Plan

SIZES = (2.9, 2.5, 2.1)
LIFTS = (-1.9, 3.6, -2.6, 4.3, -3.4, 5.1, -4.4)  # of a name from the middle of its river
NEAR = 9.5  # how far from its river a straight name may stand


def river_names(plan: Plan, laid: Courses) -> None:
    """Every river that has a name."""
    for route, lines in laid.named():
        courses = [part for line in lines for part in parts(line) if part.geom_type == "LineString"]
        if courses and not _river_name(plan, laid, route, courses):
            assert route.name is not None
            plan.no_room(route.name.en, route.note.span)


def _river_name(plan: Plan, laid: Courses, route: Route, lines: Sequence[BaseGeometry]) -> bool:
    """English and kanji, else English alone; large before small, along the river before beside it."""
    assert route.name is not None
    taken = Taken([*plan.taken.shapes, *laid.lines])
    ink = mix(river_tones(plan)[0], plan.palette.ink, 0.2)
    texts = [f"{route.name.en} {route.name.ja}", route.name.en] if route.name.ja else [route.name.en]
    for text in texts:
        for size in SIZES:
            hand = Hand("serif-italic", size, ink, laid.halo(), 0.5, 0.16)
            lettering = Lettering(text, hand)
            if _along(plan, lettering, lines, taken) or _slanted(plan, lettering, lines, taken):
                return True
            if size < SIZES[0] and _straight(plan, text, hand, lines, taken):
                return True
    return False


def _along(plan: Plan, text: Lettering, lines: Sequence[BaseGeometry], taken: Taken) -> bool:
    """Where no letter hits anything; the straightest stretch first."""
    for course in sorted((_eastward(line) for line in lines), key=lambda line: -line.length):
        starts, lifts = _stretches(course, text.length)
        n = text.first_free(course, starts, lifts, taken, 0.3)
        if n is not None:
            text.write(plan, course, starts[n], lifts[n])
            return True
    return False


def _slanted(plan: Plan, text: Lettering, lines: Sequence[BaseGeometry], taken: Taken) -> bool:
    """On a straight line beside the river, slanted as it runs there; the straightest stretch first."""
    for course in sorted((_eastward(line) for line in lines), key=lambda line: -line.length):
        for start in dict.fromkeys(_stretches(course, text.length, 0.3)[0]):
            ends = course.interpolate(start - 1), course.interpolate(start + text.length + 1)
            chord = LineString(sorted(ends, key=lambda end: end.x))  # read from the left, whichever way the river runs
            n = text.first_free(chord, [0.5] * len(LIFTS), LIFTS, taken, 0.3) if chord.length > text.length else None
            if n is not None:
                text.write(plan, chord, 0.5, LIFTS[n])
                return True
    return False


def _straight(plan: Plan, text: str, hand: Hand, lines: Sequence[BaseGeometry], taken: Taken) -> bool:
    """On a level line close to the river."""
    room = shapely.union_all([line.buffer(NEAR, quad_segs=4) for line in lines]).intersection(plan.view.buffer(-2))
    spot = best_spot(room, hand.width(text) + 0.8, hand.size * 1.1, taken, 0.8, None, None, 0.9)
    if spot is not None:
        plan.write(text, spot.x, spot.y + hand.size * 0.27, hand)
    return spot is not None


def _stretches(course: LineString, need: float, most: float = 0.03) -> tuple[list[float], list[float]]:
    """Starts and lifts to try on a course, the straightest stretches first."""
    tries = []
    for start in range(2, int(course.length - need) - 2, 2):
        bend = 1 - course.interpolate(start).distance(course.interpolate(start + need)) / need
        tries += [(round(bend + abs(lift) * 0.01, 4), float(start), lift) for lift in LIFTS if bend < most]
    tries.sort()
    return [start for _, start, _ in tries], [lift for _, _, lift in tries]


def _eastward(line: BaseGeometry) -> LineString:
    """The gentle course of a river, read from left to right."""
    points = list(line.coords)
    points = points if points[0][0] <= points[-1][0] else points[::-1]
    step = max(1, len(points) // max(2, round(line.length / 14)))
    knots = [points[0], *points[step:-step:step], points[-1]]
    return LineString(chaikin(knots, 3, closed=False)).simplify(0.08)
