"""The parts of the stock steps, one law each."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiler.model.table import Piece
from compiler.play.stock import combat, reinforcement, stacking, victory
from compiler.play.stock.bid import ranking, tied
from compiler.play.stock.field import own_place
from tests.play.mechanics.maps import table
from tests.play.table import begin, book, game, staged


def unit(id: str, place: str, side: str = "north", **parts: object) -> Piece:
    return Piece(id, id.split("#")[0], place, side=side, **parts)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (1, 4, "1:3"),
        (2, 4, "1:2"),
        (3, 4, "1:2"),
        (4, 4, "1:1"),
        (5, 4, "1:1"),
        (6, 4, "3:2"),
        (11, 4, "2:1"),
        (12, 4, "3:1"),
        (99, 1, "4:1"),
        (5, 0, "4:1"),
    ],
)
def test_odds_are_rounded_for_the_defender(attack: int, defence: int, column: str) -> None:
    crt = game().tables["combat"]
    assert combat.look_up(crt, combat.odds(attack, defence), 3).column == column


def test_shifts_and_modifiers_stop_at_the_ends_of_the_table() -> None:
    crt = game().tables["combat"]
    assert combat.look_up(crt, 1.0, 3, shift=-9, modifier=-9).result.code == "AH"
    found = combat.look_up(crt, 1.0, 3, shift=9, modifier=9)
    assert (found.result.code, found.column, found.row, found.roll) == ("DE", "4:1", "6", 3)


def test_a_value_no_head_covers_is_an_error_and_not_a_guess() -> None:
    crt = game().tables["combat"]
    from dataclasses import replace

    strict = replace(crt, rows=replace(crt.rows, clamp=False))
    with pytest.raises(KeyError):
        combat.look_up(strict, 1.0, 7)


def test_room_is_counted_by_side_and_kind() -> None:
    three = table([unit("north_spears#1", "0404"), unit("north_guard#1", "0404"), unit("lord_hoshi", "0404")])
    new, leader = unit("north_riders#1", "0405"), unit("captain_kiri", "0405")
    board = game().map
    assert stacking.limit_broken(game(), board, three, new, "0404") == board.stacking[0]
    assert stacking.limit_broken(game(), board, three, leader, "0404") == board.stacking[1]
    assert stacking.limit_broken(game(), board, three, new, "0405") is None
    assert stacking.limit_broken(game(), board, three, unit("south_riders#1", "0405", "south"), "0404") is None
    assert stacking.least_limit(board, "cavalry") == board.stacking[0].limit == 2
    assert stacking.least_limit(board, "leader") == board.stacking[1].limit == 1
    assert stacking.overfull(game(), board, three, "0404") is None
    four = table([*three.pieces.values(), unit("north_riders#1", "0404")])
    assert stacking.overfull(game(), board, four, "0404") == board.stacking[0]


def test_a_side_has_its_own_box_where_there_is_one_each() -> None:
    assert own_place(game(), "fallen", "north") == "fallen.north"
    assert own_place(game(), "orders_used", "north") == "orders_used"


@given(st.dictionaries(st.sampled_from("abcde"), st.integers(0, 3), min_size=1))
def test_higher_bids_come_first_and_equal_ones_keep_their_order(bidding: dict[str, int]) -> None:
    order = ranking(bidding, "abcde")
    assert sorted(order) == sorted(bidding)
    assert all((-bidding[x], x) < (-bidding[y], y) for x, y in pairwise(order))
    groups = tied(bidding)
    assert sorted(who for group in groups for who in group) == sorted(bidding)
    assert all(len({bidding[who] for who in group}) == 1 for group in groups)


def test_scores_stop_at_the_ends_of_their_track() -> None:
    start = begin("bridge").table
    track = game().tracks["balance"]
    assert victory.ends(track) == (-10, 10)
    assert victory.shifted(track, 8, 5) == 10
    up = victory.score(game(), start, "balance", "south", 3, "south", "10.1")
    down = victory.score(game(), start, "balance", "north", 3, "south", "10.1")
    assert (up and up.value, down and down.value) == (3, -3)
    assert victory.score(game(), start, "balance", "south", 0, "south", None) is None
    assert victory.leaders({"a": 3, "b": 5, "c": 5}) == ("b", "c")
    assert victory.leaders({}) == ()
    with pytest.raises(TypeError):
        victory.ends(game().tracks["initiative"])


def test_reinforcements_are_due_on_their_turn_and_if_late_after_it() -> None:
    _, groups = book().reserved("bridge")
    scenario = game().scenarios["bridge"]

    def who(turn: int, late: bool) -> list[str]:
        state = staged(step="bid", tracks={"turn": turn}).state
        return [id for _, id in reinforcement.due(game(), scenario, state.table, groups, late=late)]

    assert who(1, True) == []
    assert who(2, False) == ["south_guard#2", "captain_tsuchi", "north_guard#2", "north_gunners#2"]
    assert who(3, False) == ["captain_kiri", "north_riders#2", "south_riders#3", "south_spears#5"]
    assert len(who(3, True)) == 8
    assert len(who(8, True)) == 9
