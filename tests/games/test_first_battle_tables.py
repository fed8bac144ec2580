"""Every figure of the small game that a rule uses, typed a second time: a slip in one place shows."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from compiler.model.game import Game
from compiler.model.setup import set_up
from tests.games import figures
from tests.rules.covering import covers

STANDING = {
    "bridge": "north_guard 0405 north_spears 0405 lord_hoshi 0404 north_gunners 0404 north_spears 0604 "
    "north_spears 0805 north_riders 1004 south_guard 0607 south_spears 0607 lady_kaji 0608 south_spears 0608 "
    "south_spears 0808 south_spears 0308",
    "skirmish": "north_spears 0403 captain_kiri 0403 north_spears 0504 north_riders 0704 south_spears 0407 "
    "captain_tsuchi 0407 south_spears 0506 south_riders 0708",
}


@pytest.fixture(scope="module")
def battle(game_of: Callable[[str], Game]) -> Game:
    return game_of("first_battle")


@covers("first_battle", "1.3", "4.5", "5.1", "7.5", "7.6", "7.7", "8.1")
def test_the_figures_are_as_the_rules_have_them(battle: Game) -> None:
    assert figures.differences(battle) == []


@covers("first_battle", "1.1", "1.2", "1.4")
def test_two_armies_on_twelve_columns_of_ten_hexes_with_one_die(battle: Game) -> None:
    assert {seat.id: seat.sides for seat in battle.seats.values()} == {"north": ("north",), "south": ("south",)}
    assert sorted(battle.map.land) == [f"{column:02}{row:02}" for column in range(1, 13) for row in range(1, 11)]
    assert [(die.count, die.sides) for die in battle.dice.values()] == [(1, 6)]


@covers("first_battle", "2.1")
def test_the_track_has_eight_turns(battle: Game) -> None:
    assert [box.value for box in battle.tracks["turn"].boxes] == list(range(1, 9))


@covers("first_battle", "12.1")
@pytest.mark.parametrize("scenario", STANDING)
def test_the_scenario_says_which_units_stand_where(battle: Game, scenario: str) -> None:
    words = STANDING[scenario].split()
    table = set_up(battle, battle.scenarios[scenario])
    standing = [(piece.counter, hex) for hex in battle.map.land for piece in table.at(hex) if piece.side is not None]
    assert sorted(standing) == sorted(zip(words[::2], words[1::2], strict=True))
