"""Hex maps: rivers on their hexsides, grounds in their hexes, plates with level and crest; the low-ink sheet."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest
from shapely.affinity import rotate
from shapely.geometry import LineString, Point, box

from compiler.model.graph import Map
from compiler.render.colour import contrast, rgb
from compiler.render.drawing import Group
from compiler.render.map.board import board, plan_of
from compiler.render.map.courses import river_tones
from compiler.render.map.recipes import strangers
from compiler.render.map.relief import ground_tone
from compiler.render.map.scenery import met_by
from compiler.render.raster import png_bytes, raster
from compiler.render.svg import svg_text
from compiler.render.symbols import mon
from tests.render.games import SLUGS, game
from tests.render.maps import layer, marks, plan

SCALE = 8.0
HEX = [slug for slug in SLUGS if game(slug).map.kind == "hex"]


@pytest.fixture(scope="module")
def picture() -> np.ndarray:
    return np.asarray(raster(plan("first_battle").drawing, SCALE)).astype(int)


def sides(map: Map) -> list[tuple[str, str, bool]]:
    """Every hexside without planks or stones over the water, and whether a river runs along it."""
    plain = [link for link in map.links if not {"bridge", "ford"} & set(link.features)]
    return [(link.a, link.b, "river" in link.features) for link in plain if link.direction is not None]


def across(picture: np.ndarray, a: tuple[float, float], b: tuple[float, float], reach: float) -> np.ndarray:
    """The colours from one side of a hexside's middle to the other."""
    (ax, ay), (bx, by) = a, b
    n = math.hypot(bx - ax, by - ay)
    dx, dy = -(by - ay) / n, (bx - ax) / n
    steps = np.arange(-reach, reach, 0.08)
    xs = ((ax + bx) / 2 + dx * steps) * SCALE
    ys = ((ay + by) / 2 + dy * steps) * SCALE
    return np.asarray(picture[ys.astype(int), xs.astype(int)])


def test_rivers_run_on_their_hexsides_and_on_no_other(picture: np.ndarray) -> None:
    drawn = plan("first_battle")
    grid = drawn.map.grid
    assert grid is not None
    edge = np.array(rgb(river_tones(drawn)[0]))
    seen = {True: 0, False: 0}
    for a, b, river in sides(drawn.map):
        direction = grid.direction(drawn.map.cells[a], drawn.map.cells[b])
        assert direction is not None
        corners = grid.corners(drawn.map.cells[a])
        colours = across(picture, corners[direction], corners[(direction + 1) % 6], 1.7)
        found = bool((np.abs(colours - edge).max(axis=1) < 12).any())
        assert found == river, (a, b)
        seen[river] += 1
    assert seen[True] > 15
    assert seen[False] > 250


def test_no_river_is_covered() -> None:
    """Every hexside of the campaign map that a river runs along shows it at its middle, under borders and bands too."""
    drawn = plan("shingens_arrival")
    grid = drawn.map.grid
    assert grid is not None
    shown = np.asarray(raster(drawn.drawing, SCALE)).astype(int)
    edge = np.array(rgb(river_tones(drawn)[0]))
    wet, hidden = 0, []
    for a, b, river in sides(drawn.map):
        direction = grid.direction(drawn.map.cells[a], drawn.map.cells[b])
        assert direction is not None
        corners = grid.corners(drawn.map.cells[a])
        colours = across(shown, corners[direction], corners[(direction + 1) % 6], 1.7)
        wet += river
        if river and not (np.abs(colours - edge).max(axis=1) < 12).any():
            hidden.append((a, b))
    assert wet > 250
    assert hidden == []


def test_a_plate_on_a_river_is_a_fault() -> None:
    drawn = plan_of(game("shingens_arrival"), game("shingens_arrival").map.id)
    what, line = drawn.lines[0]
    drawn.taken.add(line.buffer(1.0))
    before = len(drawn.drawing.problems)
    drawn.check()
    told = drawn.drawing.problems[before:]
    assert {d.code for d in told} == {"R405"}
    assert any(what in d.message for d in told)


def test_every_hex_shows_its_own_ground(picture: np.ndarray) -> None:
    """Near each corner of a hex, where no mark lies, the commonest colour is the tint of its terrain."""
    drawn = plan("first_battle")
    for id in drawn.map.cells:
        space = drawn.map.spaces[id]
        x, y = space.at
        patch = picture[int((y - 5) * SCALE) : int((y + 6) * SCALE), int((x - 6) * SCALE) : int((x + 6) * SCALE)]
        colours, counts = np.unique(patch.reshape(-1, 3), axis=0, return_counts=True)
        assert tuple(colours[counts.argmax()]) == rgb(ground_tone(drawn, space.terrain or "")), id


def test_castles_show_the_crest_of_their_owner() -> None:
    drawn = plan("shingens_arrival")
    castles = [s for s in drawn.map.spaces.values() if s.kind == "castle" and s.id in drawn.map.cells]
    wanted: dict[str, int] = {}
    for space in castles:
        crest = drawn.side(str(space.values["owner"])).mon
        wanted[crest] = wanted.get(crest, 0) + 1
    found = [mark.path for mark in marks(layer(drawn.drawing, "places"))]
    assert len(castles) > 40
    for crest, count in wanted.items():
        assert sum(path is mon(crest) for path in found) == count, crest


@pytest.mark.parametrize("slug", ["first_battle", "anegawa", "road_to_honganji", "a_most_dangerous_time"])
def test_the_low_ink_sheet_needs_much_less_ink(slug: str) -> None:
    full = np.asarray(raster(plan(slug).drawing, 1.0)).mean()
    thin = np.asarray(raster(plan(slug, thin=True).drawing, 1.0)).mean()
    assert 255 - thin < 0.6 * (255 - full)
    assert [d.message for d in plan(slug, thin=True).drawing.problems] == []


@pytest.mark.parametrize("slug", ["first_battle", "shogun", "a_most_dangerous_time"])
def test_a_map_is_drawn_the_same_twice(slug: str) -> None:
    again = board(game(slug), game(slug).map.id)
    assert png_bytes(again, 1.0) == png_bytes(plan(slug).drawing, 1.0)
    assert svg_text(again) == svg_text(plan(slug).drawing)


@pytest.mark.parametrize("slug", HEX)
def test_text_is_outlines(slug: str) -> None:
    text = svg_text(plan(slug).drawing)
    assert "<text" not in text
    assert "font" not in text


def test_scenery_lies_below_the_water_and_names_nothing_that_counts() -> None:
    """Ways and hamlets of the plain are seen, keep off numbers and names, and are no spaces."""
    made = plan("anegawa")
    ways = marks(layer(made.drawing, "scenery"))
    scenery = game("anegawa").art.map["scenery"]
    assert len(ways) == 2 * len(scenery["paths"])
    names = [text for text, _ in made.taken.names]
    for hamlet in scenery["hamlets"]:
        assert f"{hamlet['name']['en']} {hamlet['at']}" in names
        assert game("anegawa").spaces[hamlet["at"]].kind == "hex"
        assert hamlet["source"].startswith("reconstructed")
    assert made.taken.overlaps() == []
    layers = [item.name for item in made.drawing.items if isinstance(item, Group) and item.name]
    assert layers.index("scenery") < layers.index("water") < layers.index("numbers")


def test_no_path_crosses_the_name_of_a_hamlet_and_none_stops_short_of_the_edge() -> None:
    """A name lies beside its way, and a way near the edge runs over it."""
    made = plan("anegawa")
    ways = []
    for mark in marks(layer(made.drawing, "scenery")):
        flat = [value / 100 for value in mark.path.pts]
        ways.append(LineString(list(zip(flat[::2], flat[1::2], strict=True))))
    hamlets = {f"{h['name']['en']} {h['at']}" for h in game("anegawa").art.map["scenery"]["hamlets"]}
    named = [(text, area) for text, area in made.taken.names if text in hamlets]
    assert len(named) == len(hamlets)
    assert [text for text, area in named if any(way.intersects(area) for way in ways)] == []
    for way in ways:
        for end in (Point(way.coords[0]), Point(way.coords[-1])):
            gone = made.view.boundary.distance(end) < 0.1
            assert gone or made.view.boundary.distance(end) > 22 or any(o.distance(end) < 0.1 for o in ways if o != way)


def test_scenery_in_a_hex_that_is_not_there_is_told() -> None:
    one = game("anegawa")
    scenery = {"hamlets": [{"at": "9999", "name": "Nowhere", "source": "made up"}]}
    other = dataclasses.replace(one, art=dataclasses.replace(one.art, map={**one.art.map, "scenery": scenery}))
    assert ("scenery", "9999") in strangers(other)
    assert ("scenery", "9999") not in strangers(one)


def test_blocks_of_a_town_keep_off_its_number_and_its_name() -> None:
    """Streets lie between the number above and the name below."""
    drawn = plan("winter_line")
    grid = drawn.map.grid
    assert grid is not None
    towns = [id for id in drawn.map.cells if drawn.map.spaces[id].terrain == "town"]
    k = grid.pitch / 16.5
    shapes = [mark.path.bounds for mark in marks(drawn.drawing.items) if mark.fill and mark.place is None]
    for id in towns:
        x, y = grid.centre(drawn.map.cells[id])
        inside = [b for b in shapes if abs((b[0] + b[2]) / 2 - x) < 5 * k and b[2] - b[0] < 2.2 * k]
        number = [b for b in inside if y - 7.6 * k < (b[1] + b[3]) / 2 < y - 4.6 * k]
        assert towns
        assert number == [], id


def test_paths_of_the_scenery_meet() -> None:
    """A way that ends beside another reaches it, in one sweep; one that ends far from all stays as it is."""
    along, off = LineString([(0, 0), (50, 0)]), LineString([(20, 40), (22, 20), (24, 3), (24, 2.5)])
    met = met_by(off, [along])
    assert met.coords[-1] == (24.0, 0.0) or met.coords[0] == (24.0, 0.0)
    assert max(y for _, y in met.coords) == 40
    assert met_by(LineString([(20, 40), (22, 20)]), [along]).distance(along) == 20


def test_a_camp_of_nobody_is_seen() -> None:
    """Depots belong to no side: their outline is ink, not the white of nobody."""
    drawn = plan("winter_line")
    strokes = [mark.stroke for mark in marks(drawn.drawing.items) if mark.stroke and mark.stroke.dash == (2.4, 1.3)]
    assert len(strokes) == 3
    ground = ground_tone(drawn, "clear")
    assert all(contrast(stroke.colour, ground) > 2.0 for stroke in strokes)


@pytest.mark.parametrize("slug", ["first_battle", "shingens_arrival", "winter_line"])
def test_no_number_stands_on_a_bridge_or_ford(slug: str) -> None:
    drawn = plan(slug)
    crossings = [item.place for item in layer(drawn.drawing, "roads") if isinstance(item, Group)]
    decks = [
        rotate(box(c.x - 3 * c.scale, c.y - 1.6 * c.scale, c.x + 3 * c.scale, c.y + 1.6 * c.scale), c.turn, (c.x, c.y))
        for c in crossings
    ]
    numbers = [(text, shape) for text, shape in drawn.taken.names if text in drawn.map.spaces]
    assert decks
    assert len(numbers) > 50
    assert [text for text, shape in numbers if any(shape.intersection(deck).area > 0.05 for deck in decks)] == []
