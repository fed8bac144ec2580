"""The smaller mechanics, one law each."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiler.model.event import Drawn, Moved, Removed, Turned
from compiler.model.table import Piece
from compiler.play.mechanics import (
    bids,
    cards,
    combat,
    commanders,
    control,
    losses,
    morale,
    ranges,
    reinforcement,
    retreat,
    siege,
    stacking,
    supply,
    victory,
    zoc,
)
from compiler.play.session import Session
from tests.play.mechanics.maps import even, hexes, points, table
from tests.play.table import begin, book, game, staged

FIELD = hexes(7, 7)
NAMES = sorted(FIELD.spaces)
ROADS = points("ab", "bc", "cd", "de", "cx")


def unit(id: str, place: str, side: str = "north", **parts: object) -> Piece:
    return Piece(id, id.split("#")[0], place, side=side, **parts)  # type: ignore[arg-type]


# -- zones, ranges -----------------------------------------------------------------------------------------------------
def test_a_zone_is_the_spaces_around_its_holder() -> None:
    assert zoc.zones(FIELD, [unit("x", "0404")]) == set(FIELD.neighbours("0404"))
    assert zoc.zones(FIELD, []) == set()
    north_only = zoc.zones(FIELD, [unit("x", "0404")], lambda link: link.direction == 3)
    assert north_only == {"0403", "0405"}


def test_a_zones_holders_are_found_from_the_space() -> None:
    holders = [unit("x", "0404"), unit("y", "0707")]
    assert [p.id for p in zoc.holders_of(FIELD, holders, "0405")] == ["x"]


@given(st.sampled_from(NAMES), st.sampled_from(NAMES))
def test_hex_distance_is_the_number_of_steps(a: str, b: str) -> None:
    assert ranges.distance(FIELD, a, b) == ranges.distances(FIELD, a, 20)[b]


def test_distance_over_roads_counts_links_and_knows_when_there_is_none() -> None:
    assert ranges.distance(ROADS, "a", "d") == 3
    assert ranges.distance(points("ab", "cd"), "a", "d") is None
    assert ranges.distances(ROADS, "a", 9, blocked={"c"}) == {"a": 0, "b": 1}


def test_sight_is_blocked_by_what_lies_between_and_never_by_the_ends() -> None:
    assert ranges.sees(FIELD, "0401", "0405", lambda space: False)
    assert not ranges.sees(FIELD, "0401", "0405", lambda space: space == "0403")
    assert ranges.sees(FIELD, "0401", "0405", lambda space: space in ("0401", "0405"))
    assert not ranges.sees(ROADS, "a", "c", lambda space: False)


@given(st.sampled_from(NAMES), st.sampled_from(NAMES), st.sets(st.sampled_from(NAMES), max_size=10))
def test_sight_is_mutual(a: str, b: str, walls: set[str]) -> None:
    assert ranges.sees(FIELD, a, b, walls.__contains__) == ranges.sees(FIELD, b, a, walls.__contains__)


# -- fighting ----------------------------------------------------------------------------------------------------------
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


def test_successes_of_a_pool() -> None:
    assert combat.successes((1, 3, 5, 6), at_most=3) == 2
    assert combat.successes((1, 3, 5, 6), at_least=5) == 2


def test_a_hit_turns_a_piece_and_the_last_one_takes_it_away() -> None:
    spears = unit("north_spears#1", "0404", steps=2)
    assert losses.hit(game(), spears, fallen="fallen.north") == Turned(spears.id, 1, 1)
    assert losses.hit(game(), spears._replace(steps=1, face=1), fallen="fallen.north", gone="8.4") == Moved(
        spears.id, "fallen.north", rule="8.4"
    )
    assert losses.hit(game(), spears._replace(steps=1), fallen=None) == Removed(spears.id)
    assert losses.is_hurt(game(), spears._replace(steps=1))
    assert not losses.is_hurt(game(), spears)
    assert losses.restored(game(), spears._replace(steps=1, face=1)) == Turned(spears.id, 0, 2)
    assert losses.own_place(game(), "fallen", "north") == "fallen.north"
    assert losses.own_place(game(), "orders_used", "north") == "orders_used"


def test_morale_tells_its_working() -> None:
    done = morale.check(4, 5, [("leader", -1), ("nothing", 0), ("losses", 3)])
    assert (done.total, done.passed, done.margin) == (6, False, -1)
    assert str(done) == "4 -1 (leader) +3 (losses) against 5: failed"
    assert morale.check(5, 5).passed


# -- retreat -----------------------------------------------------------------------------------------------------------
def test_retreats_go_the_full_length_where_they_can_and_never_back() -> None:
    steps = even(ROADS)
    assert retreat.exits(steps, "c", {"b"}) == ("d", "x")
    assert set(retreat.retreat_paths(steps, "b", 2)) == {("c", "d"), ("c", "x")}
    assert retreat.retreat_paths(steps, "b", 2, full={"d"}) == (("c", "x"),)
    assert retreat.longest_retreats(steps, "b", 5, barred={"c"}) == (("a",),)
    assert retreat.longest_retreats(steps, "b", 5, barred={"a", "c"}) == ()


def test_a_retreat_may_have_to_lead_away() -> None:
    steps = even(ROADS)
    far = {"a": 4, "b": 3, "c": 2, "d": 1, "e": 0, "x": 2}
    assert retreat.retreat_paths(steps, "c", 2, farther=far.__getitem__) == (("b", "a"),)


def test_the_first_priority_outweighs_all_others() -> None:
    paths = [("a", "b"), ("a", "c"), ("d", "e")]
    assert retreat.preferred(paths, lambda p: p[0], lambda p: -ord(p[1])) == [("a", "c")]
    assert retreat.preferred(paths) == paths


# -- lines -------------------------------------------------------------------------------------------------------------
def test_a_line_reaches_a_source_or_there_is_none() -> None:
    steps = even(ROADS)
    assert supply.line(steps, "a", {"d"}) == ("a", "b", "c", "d")
    assert supply.line(steps, "a", {"a"}) == ("a",)
    assert supply.line(steps, "a", {"d"}, length=2) is None
    assert supply.line(steps, "a", {"d"}, blocked={"c"}) is None


def test_relays_carry_a_line_on() -> None:
    steps = even(ROADS)
    assert supply.line(steps, "a", {"e"}, length=2, relays={"c"}) == ("a", "b", "c", "d", "e")
    assert supply.line(steps, "a", {"e"}, length=2, relays={"b"}) is None
    assert supply.line(steps, "a", {"e"}, length=1, relays={"b"}, relay_length=3) == ("a", "b", "c", "d", "e")
    assert supply.line(steps, "a", {"e"}, length=2, relays={"c"}, blocked={"c"}) is None
    assert supply.supplied(steps, ["a", "x"], {"e"}, length=3) == {"x": ("x", "c", "d", "e")}


# -- stacking, control, sieges, command --------------------------------------------------------------------------------
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


def test_a_place_is_taken_once() -> None:
    session = begin("bridge")
    piece = session.table.pieces["lady_kaji"]
    taken = control.takes(game(), session.table, piece, "0405", "control", "points")
    assert taken is not None
    after = taken.on(session.table)
    assert control.takes(game(), after, piece, "0405", "control", "points") is None
    assert control.takes(game(), after, piece, "0101", "control", "points") is None
    places = [game().spaces[s] for s in ("0403", "0405")]
    assert [s.id for s in control.held(after, places, "control", "south")] == ["0405"]
    assert control.sole_side(after, "0405", lambda p: True) == "north"
    assert control.sole_side(after, "0101", lambda p: True) is None


def test_a_stronghold_is_besieged_while_its_friends_are_all_inside() -> None:
    inside = unit("a", "0404", marks=(("inside", True),))
    field = table([inside, unit("b", "0404", "south")])

    def found(t: object) -> list[siege.Siege]:
        return list(
            siege.sieges(
                t,
                ["0404", "0405"],
                lambda s: "north",
                lambda x, y: x != y,
                lambda p: True,  # type: ignore[arg-type]
                lambda p: bool(p.mark("inside")),
            )
        )

    (one,) = found(field)
    assert one == siege.Siege("0404", "north", ("a",), ("b",))
    assert found(table([inside._replace(marks=()), unit("b", "0404", "south")])) == []
    assert not siege.is_relieved(one, field, lambda x, y: x != y)
    assert siege.is_relieved(one, table([inside, unit("b", "0405", "south")]), lambda x, y: x != y)
    nobody = siege.sieges(field, ["0404"], lambda s: None, lambda x, y: x != y, lambda p: True, lambda p: True)
    assert list(nobody) == []


def test_the_senior_leads_those_within_his_reach() -> None:
    men = [unit("a", "0404"), unit("b", "0405"), unit("c", "0407"), unit("d", "0404", "south")]
    field = table(men)
    assert commanders.senior(men, lambda p: p.id) == men[3]
    assert commanders.senior([], lambda p: p.id) is None
    assert [p.id for p in commanders.in_command(FIELD, field, men[0], 1)] == ["b"]
    assert [p.id for p in commanders.in_command(FIELD, field, men[0], 3, obeys=lambda p: p.id == "c")] == ["c"]
    assert commanders.force(field, "0404") == ("a", "d")
    assert commanders.march_together(field, ("a", "b", "z"), ("0403",), "6.1") == [
        Moved("a", "0403", path=("0403",), rule="6.1"),
        Moved("b", "0403", path=("0403",), rule="6.1"),
    ]


# -- bids, scores, cards, arrivals -------------------------------------------------------------------------------------
@given(st.dictionaries(st.sampled_from("abcde"), st.integers(0, 3), min_size=1))
def test_higher_bids_come_first_and_equal_ones_keep_their_order(bidding: dict[str, int]) -> None:
    order = bids.ranking(bidding, "abcde")
    assert sorted(order) == sorted(bidding)
    assert all((-bidding[x], x) < (-bidding[y], y) for x, y in pairwise(order))
    groups = bids.tied(bidding)
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


def test_cards_are_dealt_from_the_top_and_discards_come_back_shuffled() -> None:
    piles = {"orders_cup": ["order_six"], "orders_used": ["order_three#1", "order_three#2"]}
    session = staged(step="orders", piles=piles)
    scene = session._run.scene  # type: ignore[union-attr]
    flow = cards.deal(scene, "orders_cup", "orders_used", 2)
    ask = next(flow)
    assert getattr(ask, "kind", None) == "shuffle"
    with pytest.raises(StopIteration) as done:
        flow.send(("order_three#1", "order_six", "order_three#2"))
    assert done.value.value == ["order_six", "order_three#2"]
    assert cards.top(scene.table, "orders_cup") == "order_six"
    assert scene.table.pieces["order_six"].seen_by == ()
    assert scene.table.pieces["order_three#2"].seen_by is None
    assert cards.put(game(), "order_six", "orders_used") == Drawn("order_six", "orders_used", None)
    assert cards.playable(scene.table, "orders_cup", lambda p: "six" in p.id) == ("order_six",)
    assert cards.hand(game(), scene.table, "north") == ()


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
    assert isinstance(begin(), Session)
