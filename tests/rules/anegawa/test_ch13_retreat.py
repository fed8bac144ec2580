"""13-6 Retreat."""

from __future__ import annotations

from typing import Any

from compiler.rules.anegawa.ch13_removal import points_of_losses
from tests.rules.anegawa.battle import (
    AA,
    OT,
    RING,
    altered,
    asked,
    attack,
    battle,
    flight,
    go,
    mark,
    off,
    on,
    place,
    refused,
    rolls,
    scene_of,
)
from tests.rules.covering import covers


# -- the way back ------------------------------------------------------------------------------------------------------
@covers("anegawa", "13-6-1.1", "14-2.1")
def test_the_owner_retreats_with_the_rout_factor_whatever_the_points_of_the_turn() -> None:
    session = flight()
    assert asked(session) == AA
    assert refused(session, "1017") == "13-6-1.1"  # hex by hex
    go(session, "1018", "1017", "1016", "1015")
    assert place(session, "azai_company_1") == "1015"  # four plain hexes, and no fifth
    assert asked(session) == OT
    slow = flight(book=altered(azai_company_1={"rout": 2, "move": 3}))
    go(slow, "1018", "1017")
    assert place(slow, "azai_company_1") == "1017"


@covers("anegawa", "14-2.1", "13-6-1.6")
def test_a_retreat_pays_terrain_and_the_surcharge_of_zones_but_is_not_stopped_by_them() -> None:
    mountain = flight(target="1812", by="1811")
    assert refused(mountain, "1813") is None  # 4 of 4
    go(mountain, "1813")
    assert place(mountain, "azai_company_1") == "1813"
    dear = flight(target="1812", by="1811", book=altered(azai_company_1={"rout": 3}))
    assert refused(dear, "1813") == "14-2.1"
    zones = flight(5, **RING)
    go(zones, "1018")  # plain in a zone: 2 of 4, and on into the next for 2 more
    assert set(zones.legal()) == {"1017", "1118", "0919", "1119", "stop"}
    short = flight(5, book=altered(azai_company_1={"rout": 3}), **RING)
    go(short, "1018")
    assert place(short, "azai_company_1") == "1018"  # 1 left does not pay for another


@covers("anegawa", "13-6-1.2", "13-6-1.5", "13-6-2(2).1")
def test_hexes_outside_zones_come_first_and_among_equals_the_owner_chooses() -> None:
    session = flight(azai_company_2="1018")
    assert set(session.legal()) == {"1018", "0919", "1119"}  # with a friend in it or not
    assert refused(session, "0920") == "13-6-1.2"  # an empty hex in a zone
    assert refused(session, "1119") is None
    assert refused(session, "1018") is None


@covers("anegawa", "13-6-1.3", "13-6-1.4")
def test_then_hexes_in_zones_with_friends_then_empty_ones() -> None:
    friends = flight(azai_company_2="1018", azai_company_3="0919", **RING)
    assert set(friends.legal()) == {"1018", "0919"}
    assert refused(friends, "1119") == "13-6-1.3"
    alone = flight(5, **RING)
    assert set(alone.legal()) == {"1018", "0919", "1119", "0920", "1120"}  # third choice, nothing better


@covers("anegawa", "13-6-1.7", "13-6-2(2).1", "13-6-3(5).1")
def test_a_better_hex_counts_only_if_the_unit_can_still_end_in_an_empty_one() -> None:
    # friends stand in both hexes outside zones, 1018 and 0919; 1119 is empty and in a zone
    around: dict[str, Any] = {"azai_company_2": "1018", "azai_company_3": "0919", "ikeda_company_1": "1218"}
    open_way = flight(**around)
    assert set(open_way.legal()) == {"1018", "0919"}
    assert refused(open_way, "1119") == "13-6-1.2"
    behind: dict[str, Any] = {
        "azai_masazumi": "1017",
        "asakura_company_1": "0918",
        "asakura_company_2": "0818",
        "akao_kiyotsuna": "0819",
    }
    no_way = flight(book=altered(azai_company_1={"rout": 2}), **around, **behind)
    assert refused(no_way, "1018") == "13-6-3(5).1"  # nothing empty within reach behind the friend
    assert refused(no_way, "1119") is None


@covers("anegawa", "13-6-2(2).1")
def test_a_hex_outside_zones_that_costs_too_much_does_not_bind() -> None:
    # from the rough 1812 the mountain 1813 is the one hex outside zones
    around: dict[str, Any] = {"sakai_company_1": "1612", "ikeda_company_1": "2012"}
    poor = flight(5, target="1812", by="1811", book=altered(azai_company_1={"rout": 3}), **around)
    assert refused(poor, "1712") is None
    assert refused(poor, "1813") == "14-2.1"
    rich = flight(5, target="1812", by="1811", **around)
    assert place(rich, "azai_company_1") == "1813"  # no other choice was left to the owner


@covers("anegawa", "10.0(3).1", "10.0(3).2", "13-6-3(5).1", "13-6-1.7")
def test_a_retreat_passes_friends_but_does_not_stop_on_them_nor_enter_enemies() -> None:
    session = flight(azai_company_2="1018", sakai_company_1=off("0919"))
    assert refused(session, "0919") == "10.0(3).1"
    go(session, "1018")
    assert refused(session, "stop") == "10.0(3).2"
    go(session, "1017")
    assert refused(session, "stop") is None
    assert refused(session, "1018") == "13-6-1.7"  # not twice
    go(session, "stop")
    assert place(session, "azai_company_1") == "1017"
    assert place(session, "azai_company_2") == "1018"


@covers("anegawa", "13-6-3(5).1")
def test_a_retreat_that_finds_no_empty_hex_removes_the_unit() -> None:
    book = altered(azai_company_1={"rout": 1})
    ring: dict[str, Any] = {
        "azai_company_2": "1018",
        "azai_company_3": "0919",
        "azai_masazumi": "1119",
        "atsuji_sadayuki": "0920",
        "akao_kiyotsuna": "1120",
    }
    session = flight(book=book, **ring)
    assert place(session, "azai_company_1") == "combat_units.oda_tokugawa"


@covers("anegawa", "13-6-3(6).1")
def test_a_unit_that_cannot_afford_one_hex_is_removed() -> None:
    session = flight(target="3816", by="3817", book=altered(azai_company_1={"rout": 3}))
    assert place(session, "azai_company_1") == "combat_units.oda_tokugawa"
    assert points_of_losses(scene_of(session), OT) == 1
    saved = flight(target="3816", by="3817")  # a factor of 4 pays for a mountain
    assert asked(saved) == AA


@covers("anegawa", "19.0.1")
def test_a_garrison_driven_out_does_not_come_back() -> None:
    session = battle(
        "attack",
        OT,
        rolls=[5, 11],
        oda_nobunaga="3425",
        onoki_hidetoshi="3426",
        mori_yoshinari="0530",
        azai_company_4="0529",
    )
    attack(session, "oda_nobunaga", "onoki_hidetoshi")
    assert {"3527"} <= set(session.legal())  # the other castle hex is no leaving
    go(session, "3327")
    assert place(session, "onoki_hidetoshi") == "3327"
    assert mark(session, "onoki_hidetoshi", "out_of_castle")
    inside = battle(
        "attack",
        OT,
        rolls=[5, 11],
        oda_nobunaga="3425",
        onoki_hidetoshi="3426",
        mori_yoshinari="0530",
        azai_company_4="0529",
    )
    attack(inside, "oda_nobunaga", "onoki_hidetoshi")
    go(inside, "3527")
    assert mark(inside, "onoki_hidetoshi", "out_of_castle") is None


@covers("anegawa", "19.0.1")
def test_outside_the_castle_hexes_are_barred_to_a_retreating_garrison() -> None:
    session = battle(
        "attack",
        OT,
        rolls=[5, 11],
        oda_nobunaga="3424",
        onoki_hidetoshi=on("3425", out_of_castle=True),
        mori_yoshinari="0530",
        azai_company_4="0529",
    )
    attack(session, "oda_nobunaga", "onoki_hidetoshi")
    assert refused(session, "3426") == "19.0.1"


# -- the end of a retreat ----------------------------------------------------------------------------------------------
@covers("anegawa", "13-6-3(1).1", "13-6-3(3).2")
def test_a_retreat_may_stop_in_any_empty_hex_outside_zones_and_needs_no_check() -> None:
    session = flight()
    go(session, "1018")
    assert refused(session, "stop") is None
    assert refused(session, "1017") is None
    go(session, "stop")
    assert rolls(session) == ["attack", "wear check"]


@covers("anegawa", "13-6-3(1).2", "13-6-3(3).2")
def test_a_retreat_does_not_stop_in_a_zone_while_a_free_hex_is_within_reach() -> None:
    session = flight(5, **RING)
    go(session, "0920")  # 2 of 4
    assert set(session.legal()) == {"0819", "0820"}
    assert refused(session, "stop") == "13-6-3(1).2"
    go(session, "0819", "stop")
    assert rolls(session) == ["attack", "wear check"]  # passing through the zone needed no check
    weak = flight(5, book=altered(azai_company_1={"rout": 2}), **RING)
    go(weak, "0920")
    assert place(weak, "azai_company_1") == "0920"  # nothing left: it stops and is checked
    assert rolls(weak) == ["attack", "wear check", "removal check"]


@covers("anegawa", "13-6-3(2).1", "13-6-3(3).1")
def test_a_retreat_that_ends_in_a_zone_calls_for_a_removal_check() -> None:
    book = altered(azai_company_1={"rout": 2})
    for roll, where in ((7, "0920"), (8, "combat_units.oda_tokugawa"), (12, "combat_units.oda_tokugawa")):
        session = flight(roll, book=book, **RING)
        go(session, "0920")
        assert rolls(session)[-1] == "removal check"
        assert place(session, "azai_company_1") == where, roll  # morale 7; 12 counts once
    led = flight(8, book=book, azai_masazumi="0921", **RING)
    go(led, "0920")
    assert place(led, "azai_company_1") == "0920"  # leadership 1


@covers("anegawa", "13-6-3(4).1")
def test_a_unit_that_retreated_into_a_zone_may_be_attacked_and_retreat_again() -> None:
    session = flight(5, 8, 5, book=altered(azai_company_1={"rout": 2}), sakuma_nobumori="0921", **RING)
    go(session, "0920")
    assert place(session, "azai_company_1") == "0920"
    assert mark(session, "azai_company_1", "battled") == "defended"
    attack(session, "sakuma_nobumori", "azai_company_1")
    assert rolls(session)[-2:] == ["attack", "kill check"]
    assert asked(session) == AA  # it falls back again
    go(session, "stop")
    assert place(session, "azai_company_1") == "0819"
    assert place(session, "sakuma_nobumori") == "0920"
