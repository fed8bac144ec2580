"""Chapter 9: points, groups, stops, strategic movement, besieged Units; 13.2 by sea; 2.45 off the board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from compiler.play.session import Session
from compiler.rules.a_most_dangerous_time.ch09_moves import Activate, Force, March, Sortie
from tests.rules.a_most_dangerous_time.table import (
    at,
    card,
    go,
    piece,
    position,
    refused,
    soldiers,
    waits_for_dice,
    where,
)
from tests.rules.covering import covers


def moving(units: Mapping[str, str], chit: str = "chit_oda", points: int = 6, **more: Any) -> Session:
    return position("move", units, chit=chit, points=points, **more)


def some(session: Session, place: str, clan: str, count: int) -> tuple[str, ...]:
    return tuple(soldiers(session, place, clan)[:count])


def left(session: Session) -> int:
    return int(session.table.tracks["movement"])


# -- step 4 ------------------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "4.1(4).1", "2.42.3", "9.1.1", "9.1.2")
@pytest.mark.parametrize(
    ("chit", "kyo", "points"),
    [
        ("chit_oda", "oda", 6),
        ("chit_oda", "azai", 4),
        ("chit_ikko_ikki", "ikko_ikki", 6),
        ("chit_ikko_ikki", "azai", 4),
    ],
)
def test_a_die_and_two_for_the_alliance_in_kyo(chit: str, kyo: str, points: int) -> None:
    session = position("movement_roll", {"otsu": "2 oda", "arioka": "1 ikko_ikki"}, chit=chit, control={"kyo": kyo})
    go(session, (4,))
    assert left(session) == points


@covers("a_most_dangerous_time", "4.1.x3", "9.1.5", "4.1(6).1")
def test_the_die_is_rolled_always_and_points_need_not_be_spent() -> None:
    session = position("movement_roll", {}, chit="chit_anti_oda_minors")
    assert waits_for_dice(session, "movement") == 1
    session = moving({"otsu": "1 oda"})
    go(session, "done")
    assert session.step != "move"
    assert left(session) == 0


# -- costs -------------------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "9.3.1", "2.31.8", "9.2.x1")
def test_a_road_takes_eight_units_for_a_point() -> None:
    session = moving({"otsu": "nobunaga hideyoshi 8 oda"})
    eight = ("nobunaga", "hideyoshi", *some(session, "otsu", "oda", 6))
    assert refused(session, March(("otsu", "kyo"), (*eight, soldiers(session, "otsu", "oda")[6]))) == "9.3.1"
    go(session, March(("otsu", "kyo"), eight))
    assert left(session) == 5
    assert at(session, "kyo").startswith("hideyoshi nobunaga")


@covers("a_most_dangerous_time", "9.3.2")
def test_a_trail_takes_four() -> None:
    session = moving({"mt_hiei": "5 oda"})
    assert refused(session, March(("mt_hiei", "kyo"), some(session, "mt_hiei", "oda", 5))) == "9.3.2"
    go(session, March(("mt_hiei", "kyo"), some(session, "mt_hiei", "oda", 4)))
    assert left(session) == 5


@covers("a_most_dangerous_time", "5.3.1", "5.3.2", "5.3.x1", "5.3.3", "5.3.11")
def test_units_out_of_communication_count_two_but_not_by_sea() -> None:
    session = moving({"otsu": "6 oda"})
    out = soldiers(session, "otsu", "oda")[:4]
    session = moving({"otsu": "8 oda"}, marks={id: {"unsupplied": True} for id in out})
    good = [id for id in soldiers(session, "otsu", "oda") if id not in out]
    assert refused(session, March(("otsu", "kyo"), (*out, good[0]))) == "5.3.2"
    assert refused(session, March(("otsu", "kyo"), tuple(out))) is None
    assert refused(session, March(("otsu", "kyo"), (*out[:2], *good[:4]))) is None
    assert refused(session, March(("otsu", "mt_hiei"), tuple(out[:3]))) == "5.3.2"
    at_sea = moving(
        {"bay_of_kawachi": "1 saika", "ishiyama": "1 ikko_ikki"},
        "chit_ikko_ikki",
        marks={"saika_soldier": {"unsupplied": True}},
    )
    go(at_sea, March(("bay_of_kawachi", "saika"), ("saika_soldier",)))
    assert left(at_sea) == 5
    fleet = tuple(soldiers(at_sea, "ishiyama", "ikko_ikki"))
    at_sea = moving({"ishiyama": "3 ikko_ikki"}, "chit_ikko_ikki", marks={fleet[0]: {"unsupplied": True}})
    go(at_sea, March(("ishiyama", "bay_of_kawachi"), some(at_sea, "ishiyama", "ikko_ikki", 3)))
    assert (at(at_sea, "bay_of_kawachi"), left(at_sea)) == ("3 ikko_ikki", 3)


@covers("a_most_dangerous_time", "13.2.1", "9.3.3", "13.2.2", "13.2.3", "13.2.4", "13.2.5")
def test_by_sea_each_unit_costs_a_point() -> None:
    session = moving({"ishiyama": "3 ikko_ikki"}, "chit_ikko_ikki", points=5)
    three = some(session, "ishiyama", "ikko_ikki", 3)
    go(session, March(("ishiyama", "bay_of_kawachi"), three))
    assert left(session) == 2
    go(session, March(("bay_of_kawachi", "sea_of_harima"), three[:1]))
    go(session, March(("bay_of_kawachi", "kishiwada"), three[1:2]))
    assert left(session) == 0
    assert (where(session, three[0]), where(session, three[1])) == ("sea_of_harima", "kishiwada")
    assert where(session, three[2]) == "bay_of_kawachi"
    while session.step == "move":
        go(session, "done")
    assert where(session, three[2]) == "bay_of_kawachi"


@covers("a_most_dangerous_time", "2.45.2", "2.45.3", "2.45.4", "2.45.5", "2.45.6", "2.45.x1")
def test_off_board_areas_are_for_one_clan_and_cost_a_point_to_enter() -> None:
    session = moving({"takamatsu": "5 mori 1 ukita", "chugoku": "2 mori"}, "chit_mori", entered=["mori"])
    assert refused(session, March(("takamatsu", "chugoku"), some(session, "takamatsu", "ukita", 1))) == "2.45.3"
    go(session, March(("takamatsu", "chugoku"), some(session, "takamatsu", "mori", 5)))
    assert left(session) == 4
    go(session, March(("chugoku", "ueshi"), some(session, "chugoku", "mori", 7)))
    assert left(session) == 3
    uesugi = moving({"uotsu": "2 uesugi 1 takeda"}, "chit_uesugi", entered=["uesugi", "takeda"])
    go(uesugi, March(("uotsu", "echigo"), some(uesugi, "uotsu", "uesugi", 2)))
    assert left(uesugi) == 4
    takeda = moving({"uotsu": "2 uesugi 1 takeda"}, "chit_takeda", entered=["uesugi", "takeda"])
    assert refused(takeda, March(("uotsu", "echigo"), some(takeda, "uotsu", "takeda", 1))) == "2.45.2"


@covers("a_most_dangerous_time", "9.2.1", "9.2.2", "4.1.10", "15.1.8")
def test_only_active_units_move_and_only_to_the_next_place() -> None:
    session = moving({"arioka": "1 ikko_ikki 1 azai", "otsu": "1 oda"}, "chit_azai_asakura")
    assert refused(session, March(("arioka", "hanakuma"), some(session, "arioka", "ikko_ikki", 1))) == "9.2.1"
    assert refused(session, March(("otsu", "kyo"), some(session, "otsu", "oda", 1))) == "9.2.1"
    assert refused(session, March(("arioka", "kyo"), some(session, "arioka", "azai", 1))) == "9.2.2"
    assert refused(session, March(("arioka", "hanakuma"), some(session, "arioka", "azai", 1))) is None
    shogun = moving({"otsu": "1 rokkaku"}, "chit_anti_oda_minors", faces={"yoshiaki": 1})
    assert refused(shogun, March(("kyo", "mt_hiei"), ("yoshiaki",))) is None


@covers("a_most_dangerous_time", "15.1.2", "15.1.x2")
def test_the_shogun_as_a_samurai_does_not_move() -> None:
    session = moving({"mitsukuri": "1 rokkaku"}, "chit_anti_oda_minors")
    assert refused(session, March(("kyo", "mt_hiei"), ("yoshiaki",))) == "9.2.2"
    turned = moving({"mitsukuri": "1 rokkaku"}, "chit_anti_oda_minors", faces={"yoshiaki": 1})
    assert refused(turned, March(("kyo", "mt_hiei"), ("yoshiaki",))) is None


# -- stops -------------------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "9.2.3", "9.4.1", "9.4.5", "2.43.3", "2.43.5")
def test_units_move_on_while_points_last_and_waypoints_do_not_stop_them() -> None:
    session = moving({"kannon_ji": "2 oda"})
    two = some(session, "kannon_ji", "oda", 2)
    go(session, March(("kannon_ji", "w_seta"), two), March(("w_seta", "otsu"), two), March(("otsu", "kyo"), two))
    assert left(session) == 3
    crowd = moving({"kannon_ji": "8 oda"})
    eight = some(crowd, "kannon_ji", "oda", 8)
    go(crowd, March(("kannon_ji", "w_seta"), eight))
    assert at(crowd, "w_seta") == "8 oda"  # four is a limit of the end of the impulse
    go(crowd, March(("w_seta", "otsu"), eight))


@covers("a_most_dangerous_time", "9.4.2", "9.4.4")
def test_a_space_of_others_ends_the_move() -> None:
    session = moving({"kyo": "2 oda", "gifu": "1 oda"})
    two = some(session, "kyo", "oda", 2)
    go(session, March(("kyo", "tanba_kameyama"), two))
    assert refused(session, March(("tanba_kameyama", "kyo"), two)) == "9.4.4"


@covers("a_most_dangerous_time", "9.4.3", "9.4.4", "13.2.6")
def test_an_unbesieged_enemy_ends_the_move_a_besieged_one_does_not() -> None:
    session = moving({"kannon_ji": "2 oda", "w_seta": "1 azai"})
    one = some(session, "kannon_ji", "oda", 1)
    go(session, March(("kannon_ji", "w_seta"), one))
    assert refused(session, March(("w_seta", "otsu"), one)) == "9.4.4"
    session = moving({"ogaki": "2 oda", "gifu": "(1 takeda) 1 oda"}, entered=["takeda"])
    one = some(session, "ogaki", "oda", 1)
    go(session, March(("ogaki", "gifu"), one))
    assert refused(session, March(("gifu", "kiyosu"), one)) is None
    at_sea = moving({"ishiyama": "1 ikko_ikki", "bay_of_kawachi": "1 oda", "arioka": "1 ikko_ikki"}, "chit_ikko_ikki")
    one = some(at_sea, "ishiyama", "ikko_ikki", 1)
    go(at_sea, March(("ishiyama", "bay_of_kawachi"), one))
    assert refused(at_sea, March(("bay_of_kawachi", "sea_of_harima"), one)) == "9.4.4"
    go(at_sea, "done")
    assert at_sea.step == "battle"


@covers("a_most_dangerous_time", "9.4.x1", "2.41.x1", "10.5.3")
def test_besiegers_may_march_off_and_the_garrison_is_free_at_once() -> None:
    session = moving({"odani": "(2 azai) 2 oda"}, control={"yokoyama": "oda"})
    go(session, March(("odani", "yokoyama"), some(session, "odani", "oda", 2)))
    assert at(session, "odani") == "2 azai"


# -- strategic movement ------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "9.5.1", "9.5.6")
def test_two_roads_for_one_point_as_often_as_points_last() -> None:
    session = moving({"kannon_ji": "8 oda"})
    eight = some(session, "kannon_ji", "oda", 8)
    go(session, March(("kannon_ji", "w_seta", "otsu"), eight), March(("otsu", "kyo", "shoryu_ji"), eight))
    assert left(session) == 4
    assert len(soldiers(session, "shoryu_ji", "oda")) == 8


@covers("a_most_dangerous_time", "9.5.2")
def test_a_trail_is_no_way_for_it() -> None:
    session = moving({"otsu": "1 oda"})
    assert refused(session, March(("otsu", "kyo", "mt_hiei"), some(session, "otsu", "oda", 1))) == "9.5.2"


@covers("a_most_dangerous_time", "9.5.3", "9.5.x1")
@pytest.mark.parametrize(
    ("units", "control"),
    [
        ({"otsu": "1 oda (1 azai)"}, {}),
        ({"kyo": "1 azai"}, {}),
        ({}, {"kyo": "azai"}),
        ({"shoryu_ji": "1 azai"}, {}),
        ({}, {"shoryu_ji": "azai"}),
    ],
)
def test_no_enemy_and_no_enemy_space_on_the_way(units: dict[str, str], control: dict[str, str]) -> None:
    path = ("otsu", "kyo", "shoryu_ji")
    session = moving({"otsu": "1 oda", **units}, control=control)
    assert refused(session, March(path, some(session, "otsu", "oda", 1))) == "9.5.3"
    free = moving({"otsu": "1 oda"})
    assert refused(free, March(path, some(free, "otsu", "oda", 1))) is None


@covers("a_most_dangerous_time", "9.5.4", "5.3.4", "9.5.5")
def test_they_stay_together_and_none_is_cut_off() -> None:
    session = moving({"otsu": "2 oda", "kyo": "1 oda"}, marks={"nobunaga": {"unsupplied": True}})
    stranger = soldiers(session, "kyo", "oda")[0]
    pair = (*some(session, "otsu", "oda", 1), stranger)
    assert refused(session, March(("otsu", "kyo", "shoryu_ji"), pair)) == "9.5.4"
    session = moving({"otsu": "nobunaga 1 oda"}, marks={"nobunaga": {"unsupplied": True}})
    group = ("nobunaga", *some(session, "otsu", "oda", 1))
    assert refused(session, March(("otsu", "kyo", "shoryu_ji"), group)) == "5.3.4"


# -- besieged Units ----------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "9.6.1", "9.6.2", "9.6.3", "10.2(2).8", "10.2(2).9", "9.4.x2")
def test_a_sortie_costs_one_point_and_ends_the_move() -> None:
    session = moving({"odani": "(3 azai) 2 oda"}, "chit_azai_asakura", points=2)
    inside = some(session, "odani", "azai", 3)
    assert refused(session, March(("odani", "yokoyama"), inside)) == "9.4.x2"
    go(session, Sortie(inside[:2]))
    assert left(session) == 1
    assert at(session, "odani") == "2 azai 2 oda (1 azai)"
    assert refused(session, March(("odani", "yokoyama"), inside[:1])) == "9.4.4"
    assert (
        refused(
            moving({"odani": "(1 azai) 2 oda"}, "chit_azai_asakura", points=0, cards={"anti_oda": [33]}),
            Sortie(("azai_soldier#1",)),
        )
        == "10.2(2).9"
    )


@covers("a_most_dangerous_time", "9.3.4", "10.1.1", "10.2(2).11", "10.1.2", "10.5.7")
def test_a_point_opens_a_combat_where_nobody_new_moved_in() -> None:
    at_odani = {"odani": "(2 azai) 3 oda", "yokoyama": "1 oda"}
    session = moving(at_odani, control={"yokoyama": "oda"}, points=1)
    assert refused(session, Activate("yokoyama")) == "10.1.1"
    go(session, Activate("odani"))
    assert session.step == "battle"
    unpaid = moving(at_odani, control={"yokoyama": "oda"})
    go(unpaid, "done")
    assert unpaid.step != "battle"
    fresh = moving(at_odani, control={"yokoyama": "oda"}, points=2)
    go(fresh, March(("yokoyama", "odani"), some(fresh, "yokoyama", "oda", 1)))
    assert refused(fresh, Activate("odani")) == "9.3.4"
    go(fresh, "done")
    assert fresh.step == "battle"


# -- ports -------------------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "9.8(1).1", "9.8.2", "13.1.4", "9.8.x1")
def test_the_besieged_leave_by_sea_and_the_besiegers_cannot() -> None:
    session = moving({"kishiwada": "(1 ikko_ikki) 1 oda"}, "chit_ikko_ikki", control={"kishiwada": "oda"})
    go(session, March(("kishiwada", "bay_of_kawachi"), some(session, "kishiwada", "ikko_ikki", 1)))
    assert at(session, "bay_of_kawachi") == "1 ikko_ikki"
    oda = moving({"kishiwada": "(1 ikko_ikki) 1 oda"}, control={"kishiwada": "oda"})
    assert refused(oda, March(("kishiwada", "bay_of_kawachi"), some(oda, "kishiwada", "oda", 1))) == "9.8.2"


@covers("a_most_dangerous_time", "9.8(1).2", "2.41.x2")
def test_from_the_sea_into_a_besieged_fort_while_there_is_room() -> None:
    session = moving({"kishiwada": "(1 ikko_ikki) 1 oda", "bay_of_kawachi": "2 ikko_ikki"}, "chit_ikko_ikki")
    two = some(session, "bay_of_kawachi", "ikko_ikki", 2)
    assert refused(session, March(("bay_of_kawachi", "kishiwada"), two)) == "9.8(1).2"
    go(session, March(("bay_of_kawachi", "kishiwada"), two[:1]))
    assert at(session, "kishiwada") == "1 oda (2 ikko_ikki)"
    assert piece(session, two[0]).mark("stopped")


@covers("a_most_dangerous_time", "9.8(2).1", "13.1.3")
def test_nobody_embarks_in_a_port_that_is_not_his_factions() -> None:
    session = moving({"kishiwada": "1 oda"})
    assert refused(session, March(("kishiwada", "bay_of_kawachi"), some(session, "kishiwada", "oda", 1))) == "9.8(2).1"
    own = moving({"kishiwada": "1 oda"}, control={"kishiwada": "oda"})
    assert refused(own, March(("kishiwada", "bay_of_kawachi"), some(own, "kishiwada", "oda", 1))) is None


@covers("a_most_dangerous_time", "9.8(3).1", "13.2.3")
def test_landing_on_an_enemy_port_is_allowed_and_remembered() -> None:
    session = moving({"bay_of_kawachi": "1 oda", "kishiwada": "1 ikko_ikki"})
    one = some(session, "bay_of_kawachi", "oda", 1)
    go(session, March(("bay_of_kawachi", "kishiwada"), one))
    assert piece(session, one[0]).mark("landed") == "bay_of_kawachi"
    assert left(session) == 5


# -- closed places -----------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "14.2.2")
def test_oda_keep_out_of_the_azai_spaces_on_turn_1() -> None:
    for turn, rule in ((1, "14.2.2"), (2, None)):
        session = moving({"kannon_ji": "1 oda"}, turn=turn)
        assert refused(session, March(("kannon_ji", "sawayama"), some(session, "kannon_ji", "oda", 1))) == rule


@covers("a_most_dangerous_time", "15.2.10", "3.2.19")
def test_kaga_and_the_lands_of_waiting_powers_are_closed_to_anti_oda() -> None:
    session = moving({"kitanosho": "1 asakura", "iwamura": "1 asakura"}, "chit_azai_asakura")
    assert refused(session, March(("kitanosho", "daisho_ji"), some(session, "kitanosho", "asakura", 1))) == "15.2.10"
    assert refused(session, March(("iwamura", "iida"), some(session, "iwamura", "asakura", 1))) == "3.2.19"
    later = moving({"kitanosho": "1 asakura"}, "chit_azai_asakura", entered=["uesugi"])
    assert refused(later, March(("kitanosho", "daisho_ji"), some(later, "kitanosho", "asakura", 1))) is None


# -- cards -------------------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "4.1(6).2", "Cards33-38.1", "6.1.8", "9.1.x1")
def test_forced_marches_add_a_die_each_also_without_points() -> None:
    session = moving({"otsu": "1 oda"}, points=0, cards={"oda": [33, 38]})
    assert refused(session, Force(card(34))) == "Cards33-38.1"
    go(session, Force(card(33)), (6,), Force(card(38)), (6,))
    assert left(session) == 12
    assert where(session, card(33)) == "removed_cards"
