"""Names on maps: all there, once each, none over another, none off the sheet."""

from __future__ import annotations

import dataclasses

import pytest
from shapely import STRtree
from shapely.geometry import Point, box

from compiler.model.game import Game
from compiler.render.map.board import plan_of
from compiler.render.map.field import HexField
from compiler.render.map.places import PLATES
from compiler.render.map.plan import Hand
from tests.render.games import SLUGS, game
from tests.render.maps import inked, layer, mini, plan, runs, written

HEX = [slug for slug in SLUGS if game(slug).map.kind == "hex"]
NAMED = ("numbers", "places", "provinces", "water names", "names")


@pytest.mark.parametrize("slug", SLUGS)
def test_every_map_of_every_game_is_drawn_without_a_fault(slug: str) -> None:
    assert [d.message for d in plan(slug).drawing.problems] == []


@pytest.mark.parametrize("slug", SLUGS)
def test_no_two_names_overlap(slug: str) -> None:
    assert plan(slug).taken.overlaps() == []


@pytest.mark.parametrize("slug", SLUGS)
def test_no_ink_of_two_names_overlaps(slug: str) -> None:
    """From the outlines of the letters, not from what the map believes it wrote."""
    found = {}
    for name in NAMED:
        for run in runs(layer(plan(slug).drawing, name)):
            # a halo of some letters says nothing: it lies below its own name
            if run.line.text and (run.stroke is None or run.stroke.colour == run.fill):
                found[round(run.place.x, 2), round(run.place.y, 2), id(run.line)] = run
    shapes = {key: inked(run) for key, run in found.items() if not run.place.turn}
    keys = list(shapes)
    tree = STRtree([shapes[k] for k in keys])
    pairs = tree.query([shapes[k] for k in keys], predicate="intersects").T.tolist()
    both = [(keys[i], keys[j]) for i, j in pairs if i < j]
    assert [(a[:2], b[:2]) for a, b in both if shapes[a].intersection(shapes[b]).area > 0.05] == []


@pytest.mark.parametrize("slug", SLUGS)
def test_every_name_lies_on_the_sheet(slug: str) -> None:
    drawing = plan(slug).drawing
    sheet = box(0, 0, drawing.width, drawing.height)
    assert [text for text, shape in plan(slug).taken.names if not sheet.contains(shape)] == []


@pytest.mark.parametrize("slug", HEX)
def test_every_hex_has_its_number_once(slug: str) -> None:
    found = [run.line for run in runs(layer(plan(slug).drawing, "numbers"))]
    plain = Hand("sans-semi", 1.75, track=0.02)
    assert len(plan(slug).map.cells) > 100
    for id in list(plan(slug).map.cells)[::37]:
        assert written(plan(slug).drawing, id, plain.face, plain.track) == 1, id
    assert len({tuple(g for g, _ in line.glyphs) for line in found}) == len(plan(slug).map.cells)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_space_has_its_name_once(slug: str) -> None:
    """Names of one castle over several hexes count once; waypoints have none."""
    drawn = plan(slug)
    walled = {s for r in drawn.map.regions.values() if drawn.style.regions[r.kind] == "wall" for s in r.spaces}
    for id in drawn.map.land:
        space = drawn.map.spaces[id]
        look = drawn.style.look(space)
        if space.name.en == id or id in walled or not look.named or look.shape == "dot":
            continue
        texts = [text for text, _ in drawn.taken.names if text.lower() == f"{space.name.en} {id}".lower()]
        assert len(texts) == 1, id


@pytest.mark.parametrize("slug", HEX)
def test_the_kanji_of_a_place_stand_beside_it(slug: str) -> None:
    """A place hemmed in by others may go without, for its name is there in letters; no more than one in twelve does."""
    drawn = plan(slug)
    named = [s for s in drawn.map.spaces.values() if s.id in drawn.map.land and s.name.ja]
    names = {text for text, _ in drawn.taken.names}
    bare = [s.name.en for s in named if f"{s.name.ja} {s.id}" not in names and s.name.ja not in names]
    assert len(bare) <= len(named) / 12, bare
    for space in named:
        for text, shape in drawn.taken.names:
            assert text != f"{space.name.ja} {space.id}" or shape.distance(Point(space.at)) < 8


@pytest.mark.parametrize("slug", HEX)
def test_every_province_and_water_of_a_hex_map_is_named(slug: str) -> None:
    drawn = plan(slug)
    names = " ".join(text.upper() for text, _ in drawn.taken.names)
    for region in drawn.map.regions.values():
        if drawn.style.regions[region.kind] != "none":
            assert region.name.en.upper() in names, region.id


def relabelled(name: str, id: str, at: tuple[float, float]) -> Game:
    """A mini game with one label moved."""
    one = mini(name)
    space = dataclasses.replace(one.map.spaces[id], label=at)
    board = dataclasses.replace(one.map, spaces={**one.map.spaces, id: space})
    return dataclasses.replace(one, maps={board.id: board})


@pytest.mark.parametrize("name", ["points", "areas"])
def test_a_game_without_a_style_is_drawn(name: str) -> None:
    drawn = plan_of(mini(name), mini(name).map.id)
    assert [d.message for d in drawn.drawing.problems] == []
    assert len(drawn.taken.names) >= len(drawn.map.land)


def test_names_put_over_each_other_are_a_fault() -> None:
    one = relabelled("points", "odani", (80, 72))
    two = dataclasses.replace(one.map.spaces["yokoyama"], label=(81, 72))
    board = dataclasses.replace(one.map, spaces={**one.map.spaces, "yokoyama": two})
    drawn = plan_of(dataclasses.replace(one, maps={board.id: board}), board.id)
    assert {d.code for d in drawn.drawing.problems} == {"R401"}


def test_a_name_off_the_sheet_is_a_fault() -> None:
    drawn = plan_of(relabelled("points", "sawayama", (198, 90)), mini("points").map.id)
    assert {d.code for d in drawn.drawing.problems} == {"R402"}


@pytest.mark.parametrize("slug", HEX)
def test_what_a_place_without_a_plate_is_worth_stands_in_its_own_hex(slug: str) -> None:
    """The disc of the North gate, which is a bare hex, lay in the next one."""
    drawn = plan(slug)
    field = HexField(drawn.map, drawn.style)
    for space in (drawn.map.spaces[id] for id in field.ids.values()):
        if drawn.style.look(space).shape in PLATES or space.name.en == space.id or not drawn.style.look(space).named:
            continue
        hex = field.polygon(drawn.map.cells[space.id]).buffer(3.0)
        names = [shape for what, shape in drawn.taken.names if what.endswith(f" {space.id}")]
        assert any(hex.contains(shape.centroid) for shape in names), space.name.en
