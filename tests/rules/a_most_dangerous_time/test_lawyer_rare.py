"""A rules lawyer's cases: what seldom happens, and must be right when it does."""

from __future__ import annotations

from typing import Any

import pytest

from compiler.play.session import Session
from compiler.rules.a_most_dangerous_time.ch08_negotiation import Negotiate
from compiler.rules.a_most_dangerous_time.ch09_moves import March
from compiler.rules.a_most_dangerous_time.ch10_combat import Betray
from compiler.rules.a_most_dangerous_time.ch10_deployment import Fort
from compiler.rules.a_most_dangerous_time.ch10_retreat import Withdraw
from compiler.rules.a_most_dangerous_time.ch11_regroup import Regroup
from tests.rules.a_most_dangerous_time.table import (
    asked,
    at,
    card,
    controls,
    go,
    hand,
    piece,
    position,
    prompt,
    refused,
    soldiers,
    to_the_dice,
    waits_for_dice,
    where,
)
from tests.rules.covering import covers

HOME = {"gifu": "1 oda"}


def fight(at: dict[str, str], who: str, **more: Any) -> Session:
    marks = {**more.pop("marks", {}), who: {"arrived": True}}
    return position("battle", at, marks=marks, **{"chit": "chit_oda", **more})


# -- 8.4 ---------------------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "8.4.9", "8.4.10", "8.4.7")
def test_a_fight_inside_the_fort() -> None:
    """Two monks rise inside Kuwana (room for two of all): the Oda Soldiers find no room and besiege them."""
    session = position("event_cards", {"kuwana": "2 oda", **HOME}, chit="chit_ikko_ikki", cards={"anti_oda": [49]})
    go(session, next(a for a in session.legal() if getattr(a, "place", "") == "kuwana" and a.soldiers == 2))
    monks = soldiers(session, "kuwana", "ikko_ikki")
    go(session, Fort(tuple(monks)))
    assert at(session, "kuwana") == "2 oda (2 ikko_ikki)"
    assert controls(session, "kuwana") == "oda"


@covers("a_most_dangerous_time", "8.4.9", "8.4.x4", "5.3.10")
def test_one_against_one_inside() -> None:
    session = position("event_cards", {"kuwana": "1 oda", **HOME}, chit="chit_ikko_ikki", cards={"anti_oda": [49]})
    go(session, next(a for a in session.legal() if getattr(a, "place", "") == "kuwana" and a.soldiers == 1))
    go(session, Fort(tuple(soldiers(session, "kuwana", "ikko_ikki"))))
    assert asked(session) == ["oda"]
    go(session, Fort(tuple(soldiers(session, "kuwana", "oda"))))
    assert session.asks["chance"].purpose == "duel"
    go(session, (6,), (1,))
    assert (at(session, "kuwana"), controls(session, "kuwana")) == ("1 ikko_ikki", "ikko_ikki")


# -- minors ------------------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "3.2.16", "10.5.16")
def test_a_stormed_minor_goes_to_the_box_of_those_who_were_most() -> None:
    session = fight({"obama": "katsuie 2 oda 2 tokugawa 1 minor", **HOME}, "katsuie")
    (minor,) = soldiers(session, "obama", "neutral_minor")
    go(session, Fort((minor,)), "storm", (1,), (6, 1, 1, 1, 1))
    assert (piece(session, minor).side, where(session, minor)) == ("oda", "regroup_oda")


@covers("a_most_dangerous_time", "3.2.16", "3.2.17")
def test_the_minor_of_a_tie_is_a_choice() -> None:
    session = fight({"obama": "2 oda 2 tokugawa 1 minor", **HOME}, "oda_soldier#1")
    (minor,) = soldiers(session, "obama", "neutral_minor")
    go(session, Fort((minor,)), "storm", (1,), (6, 1, 1, 1))
    assert sorted(session.legal()) == ["oda", "tokugawa"]
    go(session, "tokugawa")
    assert (piece(session, minor).side, where(session, minor)) == ("tokugawa", "regroup_tokugawa")


# -- the sea -----------------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "9.8(3).2", "13.2.7", "5.3.6")
@pytest.mark.parametrize(("kishiwada", "dice"), [("oda", 3), ("ikko_ikki", 2)])
def test_landed_units_are_cut_off_unless_a_line_leads_over_land(kishiwada: str, dice: int) -> None:
    """Three land in Saika from the Bay; by Kishiwada, Negoro-ji and Gojo there is a road home, if Oda hold them."""
    session = position(
        "move",
        {"saika": "1 saika", "bay_of_kawachi": "3 oda", "yamato_koriyama": "1 oda", **HOME},
        chit="chit_oda",
        points=3,
        control={"kishiwada": kishiwada, "negoro_ji": kishiwada},
    )
    for unit in soldiers(session, "bay_of_kawachi", "oda"):
        go(session, March(("bay_of_kawachi", "saika"), (unit,)))
        assert piece(session, unit).mark("landed") == "bay_of_kawachi"
    if session.step == "move":
        go(session, "done")
    go(session, "field")
    to_the_dice(session)
    go(session, (6,), (1,))
    assert waits_for_dice(session, "fire") == dice


@covers("a_most_dangerous_time", "10.4.13", "13.3.3")
def test_nobody_retreats_to_sea_or_from_it() -> None:
    session = fight({"sumoto": "katsuie 2 oda 3 miyoshi", **HOME}, "katsuie")
    go(session, "field")
    assert session.asks["chance"].purpose == "initiative"  # the island has no road: nobody was asked to retreat
    sea = fight({"sea_of_harima": "katsuie 2 oda 3 miyoshi", **HOME}, "katsuie")
    assert sea.asks["chance"].purpose == "initiative"


# -- retreat beside a siege --------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "10.4.7", "10.4.8", "10.5.x3")
def test_who_fell_back_to_besiegers_does_not_storm_and_dies_with_them() -> None:
    """Nagahide has fallen back to Otsu; its one besieger is lost in the storm, and he with him."""
    session = position(
        "battle",
        {"otsu": "nagahide 1 oda (2 ikko_ikki)", **HOME},
        chit="chit_oda",
        marks={"otsu": {"activated": True}, "nagahide": {"retreated": True, "stopped": True}},
    )
    go(session, Fort(tuple(soldiers(session, "otsu", "ikko_ikki"))), "storm", (6, 1))
    assert waits_for_dice(session, "leader loss") == 1
    go(session, (1,))
    assert where(session, "nagahide") == "turn_4"
    assert at(session, "otsu") == "2 ikko_ikki"


@covers("a_most_dangerous_time", "10.4.7")
def test_who_falls_back_in_the_same_step_to_besiegers_does_not_storm_with_them() -> None:
    """Two come from a lost field to Odani, where one was to storm: the garrison sees one die, not three."""
    session = position(
        "battle",
        {"odani": "1 oda (2 azai)", "yokoyama": "2 oda 3 asakura", **HOME},
        chit="chit_oda",
        control={"odani": "oda", "yokoyama": "asakura"},
        marks={"odani": {"activated": True}, "yokoyama": {"activated": True}},
    )
    fled, inside = tuple(soldiers(session, "yokoyama", "oda")), tuple(soldiers(session, "odani", "azai"))
    go(session, "yokoyama", "field", "stay", "retreat", (6,), (1,), Withdraw("odani", fled))
    assert at(session, "odani") == "3 oda (2 azai)"
    go(session, Fort(inside), "storm", (1, 1))
    assert waits_for_dice(session, "fire") == 1


# -- falls -------------------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "3.3.10", "3.3.9", "2.46.6")
def test_equal_conquerors_are_a_choice() -> None:
    session = position(
        "control",
        {"odani": "2 oda 2 tokugawa", "kyo": "1 oda", **HOME},
        chit="chit_oda",
        control={"odani": "oda"},
        deck=[],
    )
    assert (asked(session), sorted(session.legal())) == (["oda"], ["oda", "tokugawa"])
    go(session, "tokugawa")
    assert session.table.marks["azai", "fallen"] == "tokugawa"
    assert controls(session, "sawayama") == "tokugawa"


@covers("a_most_dangerous_time", "3.3.1", "3.3.11", "3.3.13")
def test_a_clan_without_leaders_falls_with_its_spaces() -> None:
    session = position(
        "control",
        {"mt_hiei": "2 oda", "kyo": "2 enryaku_ji", **HOME},
        chit="chit_oda",
        control={"mt_hiei": "oda", "kyo": "enryaku_ji"},
        turn=5,
        deck=[],
    )
    assert session.table.marks["enryaku_ji", "fallen"] == "oda"
    assert where(session, "enryaku_ji_soldier#1") == "permanently_eliminated"  # they join nobody


@covers("a_most_dangerous_time", "3.33.1", "3.3.2")
def test_monks_and_the_shogun_never_fall() -> None:
    spaces = ("ishiyama", "nagashima", "arioka", "hanakuma", "kishiwada", "negoro_ji")
    session = position("control", {"kyo": "nobunaga"}, chit="chit_oda", control=dict.fromkeys(spaces, "oda"), deck=[])
    assert ("ikko_ikki", "fallen") not in session.table.marks
    assert ("ashikaga", "fallen") not in session.table.marks


# -- Kaga, Mt. Hiei, Azuchi --------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "15.2.7", "15.2.9", "15.2.x1")
def test_kaga_rises_with_the_uesugi() -> None:
    session = position(
        "reinforcements", {"daisho_ji": "1 minor", "oyama": "2 oda (1 minor)", **HOME}, turn=15, deck=[33]
    )
    while asked(session) == ["anti_oda"] and "where?" in prompt(session):
        go(session, "uotsu" if "uotsu" in session.legal() else session.legal()[0])
    assert at(session, "daisho_ji") == "1 ikko_ikki"
    assert at(session, "oyama") == "2 oda (1 ikko_ikki)"
    assert (controls(session, "daisho_ji"), controls(session, "oyama")) == ("ikko_ikki", "ikko_ikki")
    assert hand(session, "anti_oda") == 0


@covers("a_most_dangerous_time", "15.4.3", "15.4.4")
def test_enryaku_ji_come_besieged_where_oda_stand() -> None:
    session = position("turn_start", {"mt_hiei": "2 oda", **HOME}, turn=2)
    assert at(session, "mt_hiei") == "2 oda (2 enryaku_ji)"
    assert controls(session, "mt_hiei") == "enryaku_ji"


@covers("a_most_dangerous_time", "15.5.8", "15.5.9")
def test_azuchi_gives_room_and_is_gone_once_lost() -> None:
    session = fight(
        {"kannon_ji": "6 ikko_ikki 4 oda", **HOME},
        "ikko_ikki_soldier#1",
        chit="chit_ikko_ikki",
        moved={"azuchi": "kannon_ji"},
    )
    assert "room for 4" in prompt(session)
    lost = position(
        "control", {"kannon_ji": "6 ikko_ikki", **HOME}, chit="chit_ikko_ikki", moved={"azuchi": "kannon_ji"}, deck=[]
    )
    assert where(lost, "azuchi") == "permanently_eliminated"


# -- cards -------------------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "Card18.1", "8.2.15", "11.0.11")
def test_card_18_takes_the_miyoshi_of_one_place() -> None:
    """As in the example of 8.2: besieged in Noda Fukushima, Sumoto lost."""
    places = {"noda_fukushima": "nagahide 4 oda (nagayuki masayasu 2 miyoshi)", "kyo": "nobunaga", **HOME}
    for sumoto in ("miyoshi", "oda"):
        session = position("negotiate", places, chit="chit_oda", cards={"oda": [18]}, control={"sumoto": sumoto})
        good = any(isinstance(a, Betray) for a in session.legal())
        assert good is (sumoto == "oda")
    go(session, Betray(card(18), "nagayuki", "nobunaga"))
    assert at(session, "noda_fukushima") == "masayasu nagahide nagayuki 6 oda"
    assert controls(session, "noda_fukushima") == "oda"
    assert ("noda_fukushima", "castle_destroyed") not in session.table.marks


@covers("a_most_dangerous_time", "3.2.20", "Cards1-17.1", "3.2.11")
def test_a_card_on_a_neutral_leader_drives_the_rest_away() -> None:
    session = position(
        "negotiate",
        {"hanakuma": "nobunaga", "miki": "nagaharu 1 bessho", "kakogawa": "2 bessho", **HOME},
        chit="chit_oda",
        control={"hanakuma": "oda"},
        cards={"oda": [15]},
    )
    go(session, Betray(card(15), "nagaharu", "nobunaga"))
    assert (piece(session, "nagaharu").side, at(session, "miki")) == ("oda", "nagaharu 1 oda")
    assert session.table.marks["bessho", "joined"] == "anti_oda_minors"
    assert at(session, "kakogawa") == "2 bessho"


@covers("a_most_dangerous_time", "2.31.x1", "8.3.11", "11.2.1")
def test_a_soldier_won_over_regroups_with_his_new_clan() -> None:
    session = position(
        "negotiate", {"sawayama": "1 azai", "kannon_ji": "nobunaga", "odani": "nagamasa", **HOME}, chit="chit_oda"
    )
    go(session, Negotiate("nobunaga", "sawayama", "azai", "field"), (6,))
    assert (at(session, "sawayama"), controls(session, "sawayama")) == ("1 oda", "oda")
    later = position(
        "regroup",
        {"odani": "nagamasa"},
        seat="oda",
        sides={"azai_soldier#1": "oda"},
        moved={"azai_soldier#1": "regroup_oda"},
    )
    assert refused(later, Regroup("azai_soldier#1", "gifu")) is None


# -- regroup by Spaces, the guard --------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "11.5.1", "11.5.2")
def test_the_original_regroup_rule() -> None:
    """Tokugawa have three Spaces: one Unit, while they have fewer than six."""
    option = {"regroup_by_spaces": True}
    session = position("regroup", {"yoshida": "ieyasu 3 tokugawa"}, seat="oda", options=option)
    go(session, Regroup("tokugawa_soldier#4", "okazaki"))
    assert refused(session, Regroup("tokugawa_soldier#5", "hamamatsu")) is not None
    full = position(
        "regroup",
        {"yoshida": "ieyasu 4 tokugawa 1 oda"},
        seat="oda",
        options=option,
        sides={"oda_soldier#1": "tokugawa"},
    )
    assert refused(full, Regroup("tokugawa_soldier#5", "hamamatsu")) is not None


@covers("a_most_dangerous_time", "16.2.10(2).1", "16.2.10(3).1")
def test_nobunagas_two_come_first_and_his_guard_is_filled() -> None:
    session = position("regroup", {"kyo": "nobunaga 1 oda"}, scenario="four_player", seat="player_hideyoshi")
    assert len(soldiers(session, "kyo", "oda")) >= 3


@covers("a_most_dangerous_time", "10.3(5).1", "10.3(4).5")
def test_two_leaders_lost_roll_in_turn() -> None:
    session = fight({"w_sekigahara": "katsuie nagahide nagamasa 4 azai", "odani": "1 azai", **HOME}, "katsuie")
    to_the_dice_of(session)
    go(session, (1,), (6,), (6, 6, 1, 1, 1), (5,), (2,))
    assert {where(session, "katsuie"), where(session, "nagahide")} == {"permanently_eliminated", "turn_4"}


def to_the_dice_of(session: Session) -> None:
    while "chance" not in asked(session):
        go(session, "stay" if "stay" in session.legal() else session.legal()[0])
