"""Chapter 3: deal, claims, swords, koku, first reinforcements, army markers, for two to five players."""

from __future__ import annotations

import pytest

from compiler.model.event import Drawn
from compiler.play.ask import CHANCE
from compiler.play.chance import Seeded
from compiler.play.session import Session
from compiler.rules.shogun.field import colours, hand, in_sword_order, owned, owners, sword
from tests.rules.covering import covers
from tests.rules.shogun.table import army, asked, at, count, desk_colours, refused, scene, the_book, the_game, where

STARTS = {
    "two_players": (4, 17, 0, 4),
    "three_players": (3, 22, 2, 3),
    "four_players": (4, 17, 0, 4),
    "five_players": (5, 13, 3, 5),
}


def start(scenario: str, seed: int = 1) -> Session:
    """A game dealt and claimed, at the first reinforcement."""
    session = Session.begin(the_book(), scenario, Seeded(seed))
    while session.step == "divide_provinces":
        session.apply(session.legal()[0])
    return session


def finished(scenario: str) -> Session:
    """A game set up, every player choosing the first province listed, at the first plan."""
    session = start(scenario)
    while session.step in ("place_two_spearmen", "place_army_marker"):
        session.apply(session.legal()[0])
    return session


@covers("shogun", "Notice.2", "6.1")
def test_two_to_five_players_and_no_other_number() -> None:
    new = {s.id: len(s.seats) for s in the_game().scenarios.values() if s.id in STARTS}
    assert new == {"two_players": 2, "three_players": 3, "four_players": 4, "five_players": 5}
    assert {len(s.seats) for s in the_game().scenarios.values()} == {2, 3, 4, 5}
    two = the_game().scenarios["two_players"]
    assert [len(the_book().sides_of(seat, two)) for seat in two.seats] == [2, 2]


@pytest.mark.parametrize("scenario", STARTS)
@covers(
    "shogun", "3-Deal.1", "3-Deal.3", "3-Deal.5", "3-Claim.1", "3-Claim.2", "6.5", "6.7", "Notice.2", "3-Deal.2", "6.1"
)
def test_equal_shares_and_the_rest_open(scenario: str) -> None:
    session = start(scenario)
    now = scene(session)
    each, cards, left, _ = STARTS[scenario]
    assert len(colours(now)) == each
    for colour in colours(now):
        assert count(session, hand(now, colour)) == cards
        mine = {the_book().facts.province_of[c] for c in session.table.stacks[hand(now, colour)]}
        assert mine == set(owned(now, colour))
        assert all(at(session, province) == "1 spearman" for province in mine)
    assert count(session, "unclaimed") == left
    assert len(owners(now)) == 68 - left
    assert all(piece.seen_by is None for piece in session.table.at("unclaimed"))


def test_the_deal_goes_round_the_table_from_the_top_of_the_deck() -> None:
    session = Session.begin(the_book(), "three_players")
    deck = session.table.stacks["province_deck"]
    session.apply(deck, CHANCE)
    dealt = [e.what.piece for e in session.log if isinstance(e.what, Drawn)]
    assert dealt[:68] == list(reversed(deck))
    assert session.table.stacks["provinces.gray"][:2] == (deck[-2], deck[-5])


@covers("shogun", "6.5", "6.6", "6.2")
def test_two_players_divide_34_cards_into_two_sets_of_17() -> None:
    session = Session.begin(the_book(), "two_players", Seeded(4))
    assert asked(session) == ["pink"]
    mine = [the_book().facts.province_of[c] for c in session.table.stacks["provinces.pink"]]
    assert len(mine) == 34
    assert count(session, "provinces.gray") == 34
    assert refused(session, tuple(mine[:16])) == "6.6"
    assert refused(session, tuple(mine[:18])) == "6.6"
    theirs = the_book().facts.province_of[session.table.stacks["provinces.gray"][0]]
    assert refused(session, (*mine[:16], theirs)) == "6.6"
    assert refused(session, tuple(mine[:17])) is None
    session.apply(tuple(mine[:17]))
    assert count(session, "second_provinces.pink") == count(session, "provinces.pink") == 17
    assert asked(session) == ["gray"]


@pytest.mark.parametrize("scenario", STARTS)
@covers("shogun", "3-Tray.1", "3-Army.1", "3-Army.2", "3-Army.3", "3-Army.4", "3-Army.5", "2-Daimyo.1")
def test_every_colour_starts_with_three_armies_of_level_1(scenario: str) -> None:
    session = finished(scenario)
    for colour in desk_colours(scenario):
        for n in (1, 2, 3):
            assert where(session, f"{colour}_experience_{n}") == f"a{n}_hole_1.{colour}"
            assert where(session, f"{colour}_daimyo_{n}") == f"a{n}_daimyo.{colour}"
            assert army(session, colour, n) == "1 bowman 1 swordsman 2 gunner"
        trays = [count(session, f"{tray}.{colour}") for tray in ("bowmen", "swordsmen", "gunners", "spearmen")]
        assert trays == [6, 6, 3, 36 - STARTS[scenario][1] - 12]


@pytest.mark.parametrize("scenario", STARTS)
@covers("shogun", "3-Swords.1", "3-Swords.2", "3-Swords.3", "3-Swords.4", "2-Swords.2", "6.4")
def test_swords_are_drawn_at_random_from_those_in_use(scenario: str) -> None:
    orders = set()
    for seed in range(8):
        now = scene(start(scenario, seed))
        swords = [sword(now, colour) for colour in colours(now)]
        assert sorted(s for s in swords if s) == list(range(1, STARTS[scenario][3] + 1))
        orders.add(tuple(swords))
    assert len(orders) > 2


@pytest.mark.parametrize(("scenario", "koku"), [("three_players", 7), ("four_players", 5), ("five_players", 4)])
@covers("shogun", "3-Koku.1")
def test_a_third_of_the_cards_in_koku(scenario: str, koku: int) -> None:
    session = start(scenario)
    assert {count(session, f"treasury.{c}") for c in desk_colours(scenario)} == {koku}


@covers("shogun", "3-Koku.1")
def test_koku_are_counted_from_the_cards_when_a_scenario_gives_none() -> None:
    from dataclasses import replace

    from compiler.model.event import Moved
    from compiler.play.staging import stage

    state = stage(the_book(), scenario="first_round", step="distribute_koku")
    table = state.table
    for chip in table.stacks["treasury.pink"]:
        table = Moved(chip, "koku_supply").on(table)
    assert count(Session(replace(state, table=table)), "treasury.pink") == 17 // 3


@covers("shogun", "3-Reinf.1", "3-Reinf.2", "3-Reinf.3", "3-Reinf.4", "3-Reinf.5", "6.7", "3-Swords.4")
def test_two_spearmen_at_a_time_in_six_provinces_in_sword_order() -> None:
    session = start("four_players")
    now = scene(session)
    order = in_sword_order(now, colours(now))
    first = owned(now, order[0])[0]
    other = owned(now, order[1])[0]
    assert refused(session, other) == "3-Reinf.3"
    session.apply(first)
    assert at(session, first) == "3 spearman"
    seen = [order[0]]
    while session.step == "place_two_spearmen":
        (seat,) = session.asks
        if seat == order[0]:
            assert refused(session, first) == "3-Reinf.4"
        seen.append(seat)
        session.apply(session.legal()[-1])
    assert seen == order * 6
    for colour in order:
        tripled = [p for p in owned(scene(session), colour) if at(session, p) == "3 spearman"]
        assert len(tripled) == 6
        assert count(session, f"spearmen.{colour}") == 36 - 17 - 12


@covers("shogun", "3-Mark.1", "3-Mark.2", "2-Marker.2", "3-Collect.1")
def test_army_markers_one_at_a_time_one_to_a_province() -> None:
    session = start("four_players")
    while session.step == "place_two_spearmen":
        session.apply(session.legal()[0])
    now = scene(session)
    order = in_sword_order(now, colours(now))
    seen = []
    first = owned(now, order[0])[0]
    assert refused(session, owned(now, order[1])[0]) == "3-Mark.1"
    session.apply(first)
    seen.append(order[0])
    while session.step == "place_army_marker":
        (seat,) = session.asks
        if seat == order[0]:
            assert refused(session, first) == "3-Mark.2"
        seen.append(seat)
        session.apply(session.legal()[0])
    assert seen == order * 3
    assert where(session, f"{order[0]}_army_1") == first
    assert session.step == "allocate"
    assert [sword(scene(session), c) for c in order] == [None] * 4
    assert count(session, "sword_rack") == 4


@covers("shogun", "3-Reinf.6")
def test_the_three_spearman_cap_ends_with_setup() -> None:
    from compiler.rules.shogun.ch04_4_levy import Levy, Post
    from tests.rules.shogun.table import go, position

    session = position(
        "buy_units", lands={"kai": "pink 3 spearman", "sagami": "pink 1 spearman"}, bins={"pink": (0, 0, 1, 0, 0)}
    )
    go(session, Levy(0, 0, 0, 1))
    assert refused(session, Post("kai", "provincial")) is None


@covers("shogun", "2-Dice.1")
def test_dice_show_one_to_twelve() -> None:
    from tests.rules.shogun.table import go, position

    session = position("battle", lands={"kai": "pink 1 spearman", "shinano": "gray 1 spearman"})
    assert session.step != "battle"
    session = position("next_sword", ninja="gray", lands={"kai": "pink 1 spearman"})
    go(session, "pink_daimyo_3")
    assert refused(session, (0,)) is not None
    assert refused(session, (13,)) is not None
    assert refused(session, (12,)) is None
    values = {Seeded(n).answer(session.ask(), 0)[0] for n in range(300)}  # type: ignore[index]
    assert values == set(range(1, 13))
