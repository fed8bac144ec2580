"""Point-to-point maps: links told apart without colour, clear of third spaces; plates by kind."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from shapely.geometry import Point, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from compiler.render.drawing import Run
from compiler.render.map.board import plan_of
from compiler.render.map.halo import Shore
from compiler.render.map.labels import around
from compiler.render.map.plan import Hand
from compiler.render.map.plates import shown
from compiler.render.map.points import UNSTOOD, _reach, _routes, _scenery, link_strokes, standing
from tests.render.games import game
from tests.render.maps import layer, marks, plan, runs
from tests.rules.covering import covers

GAME = "a_most_dangerous_time"


def test_kinds_of_links_differ_in_more_than_colour() -> None:
    drawn = plan(GAME)
    forms = {str([stroke[1:] for stroke in link_strokes(drawn, kind)]) for kind in ("road", "trail", "lane")}
    assert len(forms) == 3


def test_no_link_runs_through_a_third_space() -> None:
    drawn = plan(GAME)
    reach = {id: _reach(drawn, drawn.map.spaces[id]) for id in drawn.map.land}
    routes = _routes(drawn, reach, _scenery(drawn).land)
    assert len(routes) == len(drawn.map.links)
    through = [
        (link.a, link.b, id)
        for link, line in routes
        for id in drawn.map.land
        if id not in (link.a, link.b) and line.distance(Point(drawn.map.spaces[id].at)) < 2.3
    ]
    assert through == []


def test_a_link_starts_and_ends_at_its_spaces() -> None:
    drawn = plan(GAME)
    reach = {id: _reach(drawn, drawn.map.spaces[id]) for id in drawn.map.land}
    for link, line in _routes(drawn, reach, _scenery(drawn).land):
        assert line.coords[0] == drawn.map.spaces[link.a].at
        assert Point(line.coords[-1]).distance(Point(drawn.map.spaces[link.b].at)) < 1e-6


@covers("a_most_dangerous_time", "2.41.2")
def test_fort_levels_are_bars() -> None:
    """As many narrow black bars as the levels of all castles and temples together."""
    drawn = plan(GAME)
    wanted = sum(shown(drawn, drawn.map.spaces[id]).level for id in drawn.map.land)
    bars = 0
    for mark in marks(layer(drawn.drawing, "spaces")):
        x0, y0, x1, y1 = mark.path.bounds
        bars += abs(x1 - x0 - 8.2) < 0.02 and abs(y1 - y0 - 0.75) < 0.02
    assert wanted > 60
    assert bars == wanted


def test_seas_and_provinces_are_named() -> None:
    drawn = plan(GAME)
    names = " ".join(text for text, _ in drawn.taken.names)
    for region in drawn.map.regions.values():
        assert region.name.en.upper() in names, region.id
    assert runs(layer(drawn.drawing, "names"))


def test_a_counter_on_its_space_leaves_the_names_to_be_read() -> None:
    drawn = plan(GAME)
    side = standing(drawn)
    assert side == 16.0
    stands = [
        around(*space.at, side, side)
        for space in map(drawn.map.spaces.__getitem__, drawn.map.land)
        if drawn.style.look(space).shape not in UNSTOOD
    ]
    names = drawn.taken.names
    under = [text for text, name in names for stand in stands if name.intersection(stand).area > 0.05 * name.area]
    assert under == []


@pytest.mark.parametrize("slug", ["a_most_dangerous_time", "amber_strait", "marsh_barons"])
def test_no_halo_smears_a_shore(slug: str) -> None:
    """A name over a coast has the halo of land on land and of water on water, and none where the coast runs."""
    drawn = plan(slug)
    shore = Shore.of(_scenery(drawn).land, _scenery(drawn).lakes)
    names = {space.name.en for space in drawn.map.spaces.values()} | {s.name.ja for s in drawn.map.spaces.values()}
    smeared, last = [], None
    for run in [*runs(drawn.drawing.items)][::-1]:  # a halo lies below its name
        if run.stroke is None or run.stroke.width < 0.9:
            last = run.line.text
        elif last in names and shore.line.intersects(unary_union([halo.buffer(-0.05) for halo in halos(run)])):
            smeared.append(last)
    assert smeared == []


def test_a_name_over_a_coast_keeps_its_letters_and_is_said_once() -> None:
    drawn = plan_of(game(GAME), game(GAME).map.id)
    before = len(drawn.drawing.items)
    shore = Shore.of(_scenery(drawn).land, _scenery(drawn).lakes)
    hand = Hand("serif", 2.95, drawn.palette.ink, None, 0.65)
    shore.write(drawn, "Noda Fukushima", 343.4, 441.8, hand, "over the coast of Settsu")
    *parts, name = runs(drawn.drawing.items[before:])
    assert name.line.text == "Noda Fukushima"
    halves = [run for run in parts if run.line.text == ""]
    assert len({run.fill for run in halves}) == 2  # land and water
    assert 0 < sum(len(run.line.glyphs) for run in halves) < len(name.line.glyphs)


def halos(run: Run) -> Iterator[BaseGeometry]:
    size = run.place.scale
    for glyph, at in run.line.glyphs:
        if glyph.path and run.stroke is not None:
            x0, y0, x1, y1 = (v * size / 10 for v in glyph.path.bounds)
            left = run.place.x + at * size / 1000
            yield box(left + x0, run.place.y + y0, left + x1, run.place.y + y1).buffer(run.stroke.width / 2)
