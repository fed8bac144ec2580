"""Every place of the model has one place in VASSAL, and is found there again."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import pytest

from compiler.diagnostics import Sink
from compiler.emit.atlas import BETWEEN_NAME, MARGIN_NAME, Spot, spread
from compiler.emit.module.boards import board_picker
from compiler.emit.save.laying import lay
from compiler.emit.save.locating import Locator
from compiler.emit.survey import survey
from compiler.model.setup import set_up
from compiler.pipeline import read
from compiler.vassal.archive import read_archive, write_archive
from compiler.vassal.buildfile import component, serialise
from compiler.vassal.commands import AddPiece, Board
from compiler.vassal.module import read_module
from compiler.vassal.piece import Stack
from compiler.vassal.places import Places
from tests.emit.conftest import ALL, Built
from tests.faulty import copy, merge_file


@pytest.mark.parametrize("name", ALL)
def test_the_middle_of_every_place_bears_its_name(name: str, built: Callable[[str], Built]) -> None:
    plan = built(name).box.plan
    locator = Locator(plan)
    decks = {pile.name.en for pile in plan.game.piles.values()}
    spots = [*plan.atlas.spaces.values(), *plan.atlas.tracks.values()]
    wrong = [s for s in spots if locator.location(s.map, s.x, s.y) != s.location and s.location not in decks]
    assert not wrong


@pytest.mark.parametrize("name", ALL)
def test_who_knows_only_the_module_finds_the_same_names(name: str, built: Callable[[str], Built]) -> None:
    plan = built(name).box.plan
    windows = [window for window in plan.atlas.windows.values() if not window.private]
    maps = [component("m.Map", board_picker(plan, window), mapName=window.name) for window in windows]
    data = write_archive({"buildFile.xml": serialise(component("VASSAL.build.GameModule", *maps))})
    with read_archive(data, "m.vmod") as archive:
        places = Places(read_module(archive))
    for window in windows:
        places.lay(window.name, [Board(window.name)])
    spots = [spot for spot in plan.atlas.spaces.values() if spot.map in {window.name for window in windows}]
    assert spots
    assert [s for s in spots if places.name(s.map, s.x, s.y) != s.location] == []


@pytest.mark.parametrize("name", ALL)
def test_every_space_is_read_back(name: str, built: Callable[[str], Built]) -> None:
    plan = built(name).box.plan
    locator = Locator(plan)
    piles = {pile.at: pile.id for pile in plan.game.piles.values()}
    for id, spot in plan.atlas.spaces.items():
        assert locator.place(spot.map, spot.x, spot.y) in (id, piles.get(id))


@pytest.mark.parametrize("name", ALL)
def test_stacks_that_are_spread_stay_in_their_place(name: str, built: Callable[[str], Built]) -> None:
    plan = built(name).box.plan
    locator = Locator(plan)
    for spot in plan.atlas.spaces.values():
        for count in (1, 2, 3, 4) if plan.atlas.windows[spot.map].grid is None or spot.room else (1,):
            for x, y in spread(spot, count, (60, 60)):
                assert locator.location(spot.map, x, y) == spot.location, (spot, count)


@pytest.mark.parametrize("name", ALL)
def test_no_two_zones_of_a_board_share_a_name(name: str, built: Callable[[str], Built]) -> None:
    for window in built(name).box.plan.atlas.windows.values():
        names = [zone.name for zone in window.zones]
        assert sorted(set(names)) == sorted(names)


def test_a_named_hex_is_told_by_number_and_name(built: Callable[[str], Built]) -> None:
    plan = built("first_battle").box.plan
    assert plan.atlas.spaces["0405"].location == "0405 Sawa"
    assert plan.atlas.spaces["0404"].location == "0404"


def test_beside_the_hexes_there_is_no_number(built: Callable[[str], Built]) -> None:
    plan = built("first_battle").box.plan
    main = plan.atlas.main
    assert MARGIN_NAME in {zone.name for zone in main.zones}
    assert Locator(plan).location(main.name, main.pixels[0] - 4, main.pixels[1] - 4) is None


@pytest.mark.parametrize("name", ["a_most_dangerous_time", "amber_strait", "marsh_barons"])
def test_far_from_any_space_of_a_map_of_points_there_is_no_place(name: str, built: Callable[[str], Built]) -> None:
    plan = built(name).box.plan
    main, board, locator = plan.atlas.main, plan.game.map, Locator(plan)
    assert main.regions == (), "nothing counts for the nearest space, however far"
    assert main.zones[-1].name == BETWEEN_NAME
    points = {id: space.at for id, space in board.spaces.items() if space.size is None}
    largest = max(kind.size[0] for kind in plan.game.counter_kinds.values())
    across, down = (round(side) for side in board.size)
    found = {"near": 0, "far": 0}
    for x in range(0, across, 7):
        for y in range(0, down, 7):
            here = locator.location(main.name, x * main.scale, y * main.scale)
            nearest = min(points, key=lambda id: math.dist(points[id], (x, y)))
            away = math.dist(points[nearest], (x, y))
            if here in (zone.name for zone in main.zones[: -1 - len(points)]):
                continue  # a box or a track
            if away < largest:
                assert here == plan.atlas.spaces[nearest].location, (x, y)
                found["near"] += 1
            elif away > 2 * largest:
                assert here is None, (x, y)
                found["far"] += 1
    assert all(found.values()), found


def test_stacks_of_a_crowded_point_lie_clear_of_one_another(built: Callable[[str], Built]) -> None:
    """With four players three sorts lie in Kyo at the start: no stack hides another, nor a space beside it."""
    made = built("a_most_dangerous_time")
    scenario, box = made.game.scenarios["four_player"], made.box
    laid = lay(box, scenario, set_up(box.plan.of(scenario).game, scenario))
    lying = {(s.x, s.y): s for c in laid.commands if isinstance(c, AddPiece) and isinstance(s := c.piece, Stack)}
    kyo = [s for s in lying.values() if any(laid.places.get(id) == "Kyo" for id in s.pieces)]
    assert len(kyo) == 2
    assert all(id.startswith("oda_soldier") for id in kyo[0].pieces), "Oda stand on it, those without a player beside"
    size = box.size("oda_soldier")[0]
    spots = [(spot.x, spot.y) for id, spot in box.plan.atlas.spaces.items() if id in made.game.map.land and id != "kyo"]
    for stack in kyo:
        for x, y in (*((s.x, s.y) for s in kyo if s is not stack), *spots):
            assert max(abs(stack.x - x), abs(stack.y - y)) >= size, stack


def test_boxes_spread_stacks_in_rows_inside_themselves() -> None:
    spot = Spot("Main", 500, 300, "Box", (200, 160))
    places = spread(spot, 5, (60, 60))
    assert len(set(places)) == 5
    assert all(400 <= x <= 600 and 220 <= y <= 380 for x, y in places)


def test_a_pile_and_the_box_it_lies_in_may_have_one_name(tmp_path: Path) -> None:
    folder = copy("areas", tmp_path)
    merge_file(folder, "map.yaml", "boxes: {used: {name: Discard, at: [60, 60], size: [70, 95]}}")
    merge_file(folder, "piles.yaml", "piles: {discard: {at: used}}")
    checked = read(folder, Sink())
    assert checked is not None
    atlas = survey(checked.game)
    assert atlas.spaces["used"].location == atlas.piles["discard"].location == "Discard"
