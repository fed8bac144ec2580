"""Names, slots and stacks of areas have places of their own, and the picture has the same as the module."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from shapely.geometry import Polygon, box

from compiler import api
from compiler.model.game import Game
from compiler.render.map.recipes import style_of
from compiler.render.map.seating import SLOT, Plate, is_plate, mark_at, plate_of, seats_of

GAMES = Path(__file__).parents[3] / "games"
_COUNTER = 16.0


@pytest.fixture(scope="module")
def game() -> Game:
    return api.load(GAMES / "road_to_honganji")


def plates(game: Game) -> dict[str, Plate]:
    style = style_of(game, game.map)
    found = {id: plate_of(style, game.spaces[id]) for id in game.map.land if is_plate(style, game.spaces[id])}
    assert all(found.values())
    return {id: plate for id, plate in found.items() if plate is not None}


def test_every_area_has_a_seat_inside_it_that_is_clear_of_its_name(game: Game) -> None:
    for id, plate in plates(game).items():
        seats = seats_of(game.spaces[id], plate)
        assert seats, id
        area = max((Polygon(ring).buffer(0) for ring in game.spaces[id].outline), key=lambda shape: shape.area)
        for x, y in seats:
            half = _COUNTER / 2 - 0.4
            counter = box(x - half, y - half, x + half, y + half)
            assert not counter.intersects(plate.name_box), id
            assert area.contains(counter.centroid), id


def test_whatever_lies_in_the_slot_is_seen_beside_the_stack(game: Game) -> None:
    for id, plate in plates(game).items():
        if plate.slot:
            slot = box(*(v + d for v, d in zip(plate.slot_at * 2, (-SLOT / 2,) * 2 + (SLOT / 2,) * 2, strict=True)))
            for x, y in seats_of(game.spaces[id], plate):
                half = _COUNTER / 2
                covered = slot.intersection(box(x - half, y - half, x + half, y + half)).area
                assert covered <= 0.52 * slot.area, id


def test_a_marker_without_a_slot_shows_half_of_itself_beside_the_stack_and_lies_in_its_area(game: Game) -> None:
    apart = {id: plate for id, plate in plates(game).items() if plate.apart is not None}
    narrow = {id: replace(plate, slot=False, apart=None) for id, plate in apart.items()}
    assert narrow
    for id, plate in narrow.items():
        space, (seat, *_) = game.spaces[id], seats_of(game.spaces[id], plate)
        x, y = mark_at(space, plate, seat)
        assert max(abs(x - seat[0]), abs(y - seat[1])) >= _COUNTER / 2, id
        half = _COUNTER / 2 - 0.3
        assert not box(x - half, y - half, x + half, y + half).intersects(plate.name_box), f"{id}: over its name"
        area = max((Polygon(ring).buffer(0) for ring in space.outline), key=lambda shape: shape.area)
        assert area.contains(box(x - 0.1, y - 0.1, x + 0.1, y + 0.1)), id


def test_stacks_of_several_sides_do_not_lie_on_each_other(game: Game) -> None:
    for id, plate in plates(game).items():
        seats = seats_of(game.spaces[id], plate)
        for n, (x, y) in enumerate(seats):
            assert all(max(abs(x - a), abs(y - b)) >= _COUNTER for a, b in seats[:n]), id


def test_every_area_has_a_slot_inside_it_and_off_its_name(game: Game) -> None:
    for id, plate in plates(game).items():
        assert plate.slot, id
        x, y = plate.slot_at
        half = plate.edge / 2
        slot = box(x - half, y - half, x + half, y + half)
        area = max((Polygon(ring).buffer(0) for ring in game.spaces[id].outline), key=lambda shape: shape.area)
        assert area.contains(slot), id
        assert not slot.intersects(plate.name_box), id
        assert slot.distance(plate.name_box) < 8, id
