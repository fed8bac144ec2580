"""Ways and rivers: where a way ends, and how the name of a river reads."""

from __future__ import annotations

import math

import pytest
from shapely.geometry import LineString, Point, box
from shapely.geometry.base import BaseGeometry

from compiler.render.map.along import Lettering
from compiler.render.map.courses import WAYS, Courses, courses
from compiler.render.map.field import HexField
from compiler.render.map.halo import Shore
from compiler.render.map.plan import Hand
from tests.render.maps import layer, plan, runs


def laid(slug: str) -> Courses:
    drawn = plan(slug)
    return courses(drawn, HexField(drawn.map, drawn.style))


def test_a_railway_reaches_the_bridge_it_leads_to() -> None:
    found = laid("winter_line")
    (_, x, y, _), *_ = found._crossings()
    assert any(line.distance(Point(x, y)) < 1.0 for line in found._traced("rail"))


def test_ways_at_the_edge_of_a_map_run_off_it() -> None:
    found = laid("samples/bridgehead")
    inside = box(*found.field.land.bounds).buffer(-1.0)
    lines = [line for recipe in WAYS for line in found._traced(recipe)]
    assert len(lines) == 2
    assert [end for line in lines for end in _ends(line) if inside.contains(end)] == []


@pytest.mark.parametrize("slug", ["winter_line", "samples/bridgehead", "first_battle", "shingens_arrival"])
def test_rivers_that_come_to_the_edge_of_a_map_run_off_it(slug: str) -> None:
    """One stopped at the corner of the last hex, with the same ground going on beyond."""
    found = laid(slug)
    found.trace()
    edge, sea = found.field.land.boundary, found.field.water
    ends = [end for _, line in found._streams for end in _ends(line)]
    assert [end for end in ends if edge.distance(end) < 0.5 < sea.distance(end)] == []
    assert any(not found.field.land.buffer(0.1).contains(end) for end in ends)


def _ends(line: BaseGeometry) -> list[Point]:
    return [Point(line.coords[0]), Point(line.coords[-1])]


def test_a_word_round_a_bend_is_not_torn_apart() -> None:
    text = Lettering("Kumozu", Hand("serif-italic", 2.9, "#000000", None, 0.5, 0.16))
    straight = LineString([(0, 0), (40, 6)])
    arc = LineString([(12 * math.sin(a / 20), -12 * math.cos(a / 20)) for a in range(-40, 41)])
    wide = LineString([(80 * math.sin(a / 200), -80 * math.cos(a / 200)) for a in range(-80, 81)])
    assert text.holds(straight, 5.0, -1.9)
    assert text.holds(wide, 30.0, -1.9)
    assert not text.holds(arc, 15.0, -1.9)


def test_names_of_rivers_hold_together_and_are_read_from_the_left() -> None:
    drawn = plan("shingens_arrival")
    letters = [
        run for run in runs(layer(drawn.drawing, "water names")) if len(run.line.text) == 1 and run.stroke is None
    ]
    assert len(letters) > 60
    assert [run.line.text for run in letters if abs((run.place.turn + 180) % 360 - 180) > 91] == []


def test_no_name_of_a_place_lies_over_a_coast(monkeypatch: pytest.MonkeyPatch) -> None:
    over: list[str] = []
    written = Shore.write

    def write(self: Shore, *args: object) -> None:
        _, text, x, y, hand, _ = args
        assert isinstance(hand, Hand)
        over.extend([str(text)] if self.line.intersects(hand.box(str(text), float(str(x)), float(str(y)))) else [])
        written(self, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(Shore, "write", write)
    plan.__wrapped__("a_most_dangerous_time")
    assert over == []
