"""Chapter 5: lines of communication, and 13.1 and 9.8(4) where they cross the sea."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from compiler.play.session import Session
from compiler.rules.a_most_dangerous_time.ch05_communication import in_communication, lacks_line
from tests.rules.a_most_dangerous_time.table import known, position, scene, soldiers
from tests.rules.covering import covers


def checked(at: Mapping[str, str], **more: Any) -> Session:
    """A position just before the check of step 5, which runs at once; a Soldier in Kuwana can still move."""
    return position("communications", {"kuwana": "1 oda", **at}, chit="chit_oda", points=3, **more)


def cut_off(session: Session, id: str) -> bool:
    return session.table.pieces[id].mark("unsupplied") is not None


def lone(session: Session, place: str, clan: str) -> bool:
    """Whether a Soldier in a place is out of communication."""
    return cut_off(session, soldiers(session, place, clan)[0])


@covers("a_most_dangerous_time", "4.1(5).1", "5.2.1", "5.2.9", "5.1.1")
def test_every_unit_is_checked_also_of_the_other_side() -> None:
    session = checked({"yokoyama": "1 azai", "sawayama": "1 azai", "kitanosho": "1 tokugawa"})
    assert not lone(session, "yokoyama", "azai")
    assert not lone(session, "sawayama", "azai")
    assert lone(session, "kitanosho", "tokugawa")


@covers("a_most_dangerous_time", "5.2.4", "2.41.9", "5.2.11")
def test_a_captured_or_besieged_home_castle_cuts_off_the_whole_clan() -> None:
    held = {"yokoyama": "1 azai", "odani": "1 azai"}
    assert lone(checked(held | {"odani": ""}, control={"odani": "oda"}), "yokoyama", "azai")
    besieged = checked({"yokoyama": "1 azai", "odani": "(2 azai) 3 oda"})
    assert lone(besieged, "yokoyama", "azai")
    assert lone(besieged, "odani", "azai")
    assert not lone(checked(held | {"w_yanagase": "1 oda", "kanagasaki": "1 oda"}), "odani", "azai")


@covers("a_most_dangerous_time", "5.2.11", "5.2.6", "5.1.2")
@pytest.mark.parametrize(
    ("place", "there", "out"),
    [
        ("odani", "3 oda 3 azai", 0),  # attacked in their Home Castle, not besieged
        ("odani", "3 oda (2 azai)", 2),
        ("mitsukuri", "3 oda 1 rokkaku", 0),
        ("nagashima", "3 oda 4 ikko_ikki", 0),
        ("sawayama", "3 oda 3 azai", 3),  # no end of a line: Odani cannot be reached
    ],
)
def test_who_is_attacked_where_his_line_ends_is_in_communication(place: str, there: str, out: int) -> None:
    around = {"yokoyama": "1 oda", "w_yanagase": "1 oda", "kannon_ji": "1 oda", "gifu": "1 oda"}
    held = {"yokoyama": "oda", "kyo": "oda"}
    paid = {place: {"activated": True}}
    session = position("battle", {**around, place: there}, chit="chit_oda", control=held, marks=paid)
    assert sum(p.mark("unsupplied") is not None for p in session.table.at(place)) == out


@covers("a_most_dangerous_time", "5.2.11", "5.2.4")
@pytest.mark.parametrize(
    ("there", "came", "out"),
    [
        ("3 oda 2 azai (2 azai)", {"azai_soldier#1": {"arrived": True}}, ["2 in the field", "2 in the fort"]),
        ("3 oda 2 azai", {"azai_soldier#1": {"sortied": True}}, ["2 in the field"]),
        ("3 oda 2 azai", {"azai_soldier#1": {"arrived": True}}, []),
    ],
)
def test_a_besieged_home_castle_is_no_end_for_relief_nor_for_who_comes_out(
    there: str, came: Mapping[str, Any], out: list[str]
) -> None:
    session = position("battle", {"odani": there, "yokoyama": "1 oda"}, chit="chit_azai_asakura", marks=came)
    lost = [p for p in session.table.at("odani") if p.mark("unsupplied") is not None and p.side == "azai"]
    inside = sum(p.mark("besieged") is not None for p in lost)
    counts = {"field": len(lost) - inside, "fort": inside}
    assert [f"{number} in the {part}" for part, number in counts.items() if number] == out


@covers("a_most_dangerous_time", "5.2.4")
def test_one_free_home_castle_of_two_is_enough() -> None:
    session = checked({"kiyosu": "(1 oda) 3 takeda", "ogaki": "1 oda"}, entered=["takeda"])
    assert not lone(session, "ogaki", "oda")
    assert lone(
        checked({"ogaki": "1 oda"}, control={"kiyosu": "takeda", "gifu": "takeda"}, entered=["takeda"]), "ogaki", "oda"
    )


@covers("a_most_dangerous_time", "5.2.2", "2.41.10", "2.41.11")
def test_a_clan_without_a_home_castle_traces_to_its_own_spaces_or_to_friends() -> None:
    assert not lone(checked({"kannon_ji": "1 rokkaku"}, control={"kannon_ji": "rokkaku"}), "kannon_ji", "rokkaku")
    to_odani = checked({"sawayama": "1 rokkaku"}, control={"mitsukuri": "oda"})
    assert not lone(to_odani, "sawayama", "rokkaku")
    captured = checked({"sawayama": "1 rokkaku"}, control={"mitsukuri": "oda", "odani": "oda", "yokoyama": "oda"})
    assert lone(captured, "sawayama", "rokkaku")
    assert lone(checked({"odani": "1 oda"}, control={"odani": "oda", "kanagasaki": "asakura"}), "odani", "oda")


@covers("a_most_dangerous_time", "5.2.3", "15.1.3")
def test_ikko_ikki_and_the_shogun_end_their_lines_elsewhere() -> None:
    session = checked(
        {"noda_fukushima": "1 ikko_ikki", "kyo": "1 ashikaga"},
        moved={"yoshiaki": "kyo"},
        faces={"yoshiaki": 1},
        control={"noda_fukushima": "oda"},
    )
    assert not lone(session, "noda_fukushima", "ikko_ikki")
    assert not cut_off(session, "yoshiaki")
    assert lone(session, "kyo", "ashikaga")


@covers("a_most_dangerous_time", "5.2.6")
def test_the_place_of_the_unit_itself_is_left_out() -> None:
    session = checked({"odani": "(1 azai) 2 oda"}, control={"yokoyama": "oda", "sawayama": "oda"})
    assert not lone(session, "odani", "oda")


@covers("a_most_dangerous_time", "5.2.7")
def test_enemies_on_the_way_block_it_unless_they_are_all_besieged() -> None:
    gate = {"w_sekigahara": "1 azai", "kannon_ji": "1 oda"}
    shut = {"minakuchi": "rokkaku", "ise_kameyama": "rokkaku", "otsu": "rokkaku", "sawayama": "oda"}
    assert lone(checked(gate, control=shut), "kannon_ji", "oda")
    assert not lone(checked(gate | {"w_sekigahara": ""}, control=shut), "kannon_ji", "oda")
    inside = {"kannon_ji": "1 oda", "sawayama": "(1 azai) 1 oda"}
    assert not lone(checked(inside, control=shut), "kannon_ji", "oda")
    outside = {"kannon_ji": "1 oda", "sawayama": "1 azai (1 oda)"}
    assert lone(checked(outside, control=shut), "kannon_ji", "oda")


@covers("a_most_dangerous_time", "5.2.8", "16.1.6.1", "5.2.x1")
def test_spaces_of_others_block_it_and_waypoints_never_do() -> None:
    assert lone(checked({"obama": "1 oda"}, control={"obama": "oda"}), "obama", "oda") is False
    session = checked({"obama": "1 oda"}, control={"obama": "oda", "mt_hiei": "enryaku_ji", "kanagasaki": "asakura"})
    assert lone(session, "obama", "oda")
    three = checked(
        {"iwamura": "1 azai"},
        scenario="three_player",
        entered=["takeda"],
        control={"iwamura": "takeda", "toki": "takeda", "gifu": "takeda", "ogaki": "takeda"},
    )
    assert not lone(three, "iwamura", "azai")


@covers("a_most_dangerous_time", "5.2.5", "13.1.5", "9.8(4).1")
def test_a_line_may_cross_the_sea_between_ports_of_the_faction() -> None:
    sea = {"sumoto": "1 oda"}
    ports = {"sumoto": "oda", "ishiyama": "oda"}
    assert not lone(checked(sea, control=ports), "sumoto", "oda")
    assert lone(checked(sea, control={"sumoto": "oda"}), "sumoto", "oda")
    assert lone(checked(sea | {"bay_of_kawachi": "1 saika"}, control=ports), "sumoto", "oda")


@covers("a_most_dangerous_time", "5.2.x1", "9.8.x1")
def test_a_port_whose_fort_is_the_enemys_gives_no_line_to_the_sea() -> None:
    ports = {"sumoto": "oda", "ishiyama": "oda"}
    assert lone(checked({"sumoto": "1 oda", "ishiyama": "(1 ikko_ikki) 2 oda"}, control=ports), "sumoto", "oda")
    assert not lone(checked({"sumoto": "1 oda", "ishiyama": "2 oda"}, control=ports), "sumoto", "oda")


@covers("a_most_dangerous_time", "9.8(4).2", "5.2.x1")
def test_besiegers_have_no_use_of_the_sea_lane_but_the_besieged_have() -> None:
    session = checked(
        {"kishiwada": "(1 ikko_ikki) 1 oda"},
        control={
            "sumoto": "oda",
            "ishiyama": "miyoshi",
            "noda_fukushima": "miyoshi",
            "negoro_ji": "ikko_ikki",
            "saika": "saika",
            "gifu": "oda",
        },
    )
    assert lone(session, "kishiwada", "oda")
    besieged = next(p for p in session.table.at("kishiwada") if p.side == "ikko_ikki")
    assert in_communication(scene(session), besieged)


@covers("a_most_dangerous_time", "5.2.10", "2.45.x1")
def test_an_off_board_area_is_an_end_for_its_own_clan() -> None:
    held = {"takamatsu": "1 mori", "chugoku": "1 mori", "ueshi": "1 ukita"}
    session = checked(held, entered=["mori"], control={"takamatsu": "oda", "tottori": "oda", "okayama": "oda"})
    assert not lone(session, "takamatsu", "mori")
    assert not lone(session, "chugoku", "mori")
    assert lone(session, "ueshi", "ukita")


@covers("a_most_dangerous_time", "13.2.8")
def test_a_unit_at_sea_needs_a_free_port_of_its_faction() -> None:
    assert not lone(checked({"bay_of_kawachi": "1 saika"}), "bay_of_kawachi", "saika")
    shut = dict.fromkeys(("ishiyama", "noda_fukushima", "kishiwada", "saika", "sumoto", "shozui"), "oda")
    assert lone(checked({"bay_of_kawachi": "1 saika"}, control=shut), "bay_of_kawachi", "saika")


@covers("a_most_dangerous_time", "9.8(3).2", "13.2.7")
@pytest.mark.parametrize(("ibaraki", "out"), [("oda", False), ("ikko_ikki", True)])
def test_who_landed_needs_a_line_without_the_sea_he_came_from(ibaraki: str, out: bool) -> None:
    session = checked(
        {"noda_fukushima": "1 oda 1 miyoshi"},
        control={
            "ishiyama": "oda",
            "ibaraki": ibaraki,
            "mt_shigi": "ikko_ikki",
            "kishiwada": "ikko_ikki",
            "sumoto": "oda",
            "arioka": "ikko_ikki",
        },
    )
    landed = soldiers(session, "noda_fukushima", "oda")[0]
    now = scene(session)
    unit = session.table.pieces[landed].with_mark("landed", "bay_of_kawachi")
    assert lacks_line(now, unit) == out


@covers("a_most_dangerous_time", "5.2.x2", "3.2.19")
def test_spaces_of_powers_that_wait_carry_no_line() -> None:
    at = {"sunpu": "1 rokkaku"}
    assert lone(checked(at, control={"kakegawa": "rokkaku"}), "sunpu", "rokkaku")
    joined = checked({"yoshida": "1 tokugawa"}, marks={"tokugawa": {"joined": "takeda"}}, entered=["takeda"])
    assert not lone(joined, "yoshida", "tokugawa")
    assert known().homes["tokugawa"] == ("hamamatsu",)


@covers("a_most_dangerous_time", "5.2.7", "5.2.x1")
def test_neutral_minors_do_not_block_and_are_never_cut_off() -> None:
    session = checked({"himeji": "1 minor", "w_kutsuki": "1 oda", "obama": "1 minor"})
    assert not lone(session, "himeji", "neutral_minor")
