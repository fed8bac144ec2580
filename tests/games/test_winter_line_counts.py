"""What the winter line is made of, counted a second time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from compiler.model.game import Game
from compiler.model.setup import set_up
from tests.rules.covering import covers

UNITS = {  # count, then strength and march of each face
    "league_corps": (7, (5, 4), (3, 4)),
    "league_armour": (4, (8, 6), (4, 6)),
    "republic_army": (9, (4, 4), (2, 4)),
    "republic_guard": (3, (6, 5), (3, 5)),
}
STANDING = (
    "league_corps 0402 league_corps 0403 league_armour 0404 league_corps 0404 league_armour 0405 league_armour 0405 "
    "league_corps 0406 league_armour 0406 league_corps 0407 league_corps 0408 republic_army 0503 republic_army 0704 "
    "republic_army 0705 republic_army 0707 republic_army 0806 republic_army 0908 republic_guard 1105"
)


@pytest.fixture(scope="module")
def war(game_of: Callable[[str], Game]) -> Game:
    return game_of("winter_line")


@covers("winter_line", "1.1", "1.2", "1.4")
def test_two_sides_on_thirteen_columns_of_nine_hexes_with_one_die(war: Game) -> None:
    assert {seat.id: seat.sides for seat in war.seats.values()} == {"league": ("league",), "republic": ("republic",)}
    assert sorted(war.map.land) == [f"{column:02}{row:02}" for column in range(1, 14) for row in range(1, 10)]
    assert [(die.count, die.sides) for die in war.dice.values()] == [(1, 6)]


@covers("winter_line", "1.3", "4.4")
def test_units_carry_strength_and_march_and_hold_a_zone(war: Game) -> None:
    found = {
        id: (war.counters[id].count, *((f.values["strength"], f.values["move"]) for f in war.counters[id].faces))
        for id in UNITS
    }
    assert found == UNITS
    assert all(war.counters[id].values["zone"] for id in UNITS)


@covers("winter_line", "10.1")
def test_five_cities_can_be_held_and_vesna_is_worth_three(war: Game) -> None:
    cities = {id: space for id, space in war.spaces.items() if space.kind == "city"}
    held = {(space.name.en, space.values["points"]) for space in cities.values()}
    assert held == {("Lipa", 1), ("Karst", 1), ("Vesna", 3), ("Olin", 1), ("Sten", 1)}
    assert war.counters["flag"].count == len(cities)  # each can fly one
    assert war.marks["control"].values == tuple(war.sides)


@covers("winter_line", "2.1", "8.1")
def test_eight_turns_with_mud_and_frost(war: Game) -> None:
    assert war.turn_track is not None
    assert [box.value for box in war.turn_track.boxes] == [1, 2, 3, 4, 5, 6, 7, 8]
    weather = [box.values["weather"] for box in war.turn_track.boxes]
    assert weather == ["dry", "dry", "mud", "mud", "dry", "dry", "frost", "frost"]


@covers("winter_line", "12.1")
def test_units_stand_where_the_scenario_says(war: Game) -> None:
    words = STANDING.split()
    table = set_up(war, war.scenarios["campaign"])
    standing = Counter((p.counter, p.place) for p in table.pieces.values())
    assert standing == Counter(zip(words[::2], words[1::2], strict=True))


@covers("winter_line", "6.4", "9.1")
def test_points_and_trains_of_a_turn(war: Game) -> None:
    assert war.constants["replacement_rate"].value == {"league": 1, "republic": 2}
    assert war.constants["rail_capacity"].value == 2
