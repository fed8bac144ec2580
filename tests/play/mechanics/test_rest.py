"""The smaller mechanics, one law each."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from compiler.model.event import Drawn, Marked, Moved, Removed, Turned
from compiler.model.table import Piece
from compiler.play.mechanics import cards, losses, marks, ranges, zoc
from tests.play.mechanics.maps import hexes, points, table
from tests.play.table import game

FIELD = hexes(7, 7)
NAMES = sorted(FIELD.spaces)
ROADS = points("ab", "bc", "cd", "de", "cx")


def unit(id: str, place: str, side: str = "north", **parts: object) -> Piece:
    return Piece(id, id.split("#")[0], place, side=side, **parts)  # type: ignore[arg-type]


# -- zones, ranges -----------------------------------------------------------------------------------------------------
def test_a_zone_is_the_spaces_around_its_holder() -> None:
    assert zoc.zones(FIELD.beside, ["0404"]) == set(FIELD.neighbours("0404"))
    assert zoc.zones(FIELD.beside, []) == set()
    assert zoc.zones({"a": ("b",), "b": ()}, "ab") == {"b"}


@given(st.sampled_from(NAMES), st.sampled_from(NAMES))
def test_hex_distance_is_the_number_of_steps(a: str, b: str) -> None:
    assert ranges.measured(FIELD)(a, b) == ranges.flood(FIELD.beside, (a,))[b]


def test_a_flood_measures_from_the_nearest_start_and_goes_round_what_it_does_not_enter() -> None:
    beside = ROADS.beside
    assert ranges.flood(beside, "ae") == {"a": 0, "e": 0, "b": 1, "d": 1, "c": 2, "x": 3}
    assert ranges.flood(beside, "a", most=2) == {"a": 0, "b": 1, "c": 2}
    assert ranges.flood(beside, "a", enters=lambda space: space != "c") == {"a": 0, "b": 1}
    assert list(ranges.flood(beside, "c")) == ["c", "b", "d", "x", "a", "e"]


# -- pieces and cards --------------------------------------------------------------------------------------------------
def test_a_hit_turns_a_piece_and_the_last_one_takes_it_away() -> None:
    spears = unit("north_spears#1", "0404", steps=2)
    assert losses.hit(game(), spears, fallen="fallen.north") == Turned(spears.id, 1, 1)
    assert losses.hit(game(), spears._replace(steps=1, face=1), fallen="fallen.north", gone="8.4") == Moved(
        spears.id, "fallen.north", rule="8.4"
    )
    assert losses.hit(game(), spears._replace(steps=1), fallen=None) == Removed(spears.id)


def test_only_marks_that_are_borne_are_taken_off_in_the_order_asked_for() -> None:
    piece = unit("x", "0404", marks=(("fought", True), ("moved", True)))
    taken = marks.taken_off(piece, ("moved", "dizzy", "fought"), "4.1")
    assert taken == [Marked("x", "moved", None, "4.1"), Marked("x", "fought", None, "4.1")]
    assert marks.taken_off(unit("x", "0404"), ("moved",)) == []


def test_the_top_of_a_pile_is_put_where_whoever_sees_that_place_sees_it() -> None:
    cup = table([unit("order_two#1", "orders_cup"), unit("order_four", "orders_cup")])
    assert cards.top(cup, "orders_cup") == "order_four"
    assert cards.top(cup, "orders_used") is None
    assert cards.put(game(), "order_four", "orders_used", "3.4") == Drawn("order_four", "orders_used", None, rule="3.4")
    assert cards.put(game(), "order_four", "orders_cup") == Drawn("order_four", "orders_cup", ())
