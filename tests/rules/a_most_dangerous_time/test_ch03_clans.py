"""Sections 2.43, 2.46, 3.2, 3.3 and 15.7: control, neutrals and powers, falls and withdrawals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from compiler.play.session import Session
from compiler.rules.a_most_dangerous_time.anytime import Riot
from compiler.rules.a_most_dangerous_time.ch03_falls import falls
from compiler.rules.a_most_dangerous_time.ch09_moves import March
from compiler.rules.a_most_dangerous_time.loyalty import faction
from tests.rules.a_most_dangerous_time.table import (
    asked,
    at,
    controls,
    go,
    hand,
    piece,
    position,
    scene,
    soldiers,
    where,
)
from tests.rules.covering import covers

ALIVE = {
    "ono": "yoshikage",
    "sawayama": "nagamasa",
    "mitsukuri": "yoshikata",
    "gifu": "nobunaga",
    "saika": "magoichi",
    "hamamatsu": "ieyasu",
}


def step8(units: Mapping[str, str], chit: str = "chit_oda", **more: Any) -> Session:
    """Control of all Spaces, run at once; the heads of the Clans are alive somewhere."""
    return position("control", {**ALIVE, **units}, chit=chit, **more)


# -- control -----------------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "2.46.1", "2.46.3", "4.1(8).1", "2.46.x1", "2.46.11")
def test_who_is_alone_in_a_space_controls_it_and_keeps_it_empty() -> None:
    session = step8({"kuroi": "2 oda", "obama": "1 oda 1 minor", "miyazu": ""}, control={"miyazu": "oda"})
    assert controls(session, "kuroi") == "oda"
    assert controls(session, "obama") == "neutral_minor"
    assert controls(session, "miyazu") == "oda"


@covers("a_most_dangerous_time", "2.46.3", "2.46.10")
def test_the_largest_clan_of_the_active_alliance_is_the_captor_and_friends_take_over_nothing() -> None:
    session = step8({"kuroi": "1 oda 3 tokugawa", "otsu": "2 tokugawa"})
    assert controls(session, "kuroi") == "tokugawa"
    assert controls(session, "otsu") == "oda"
    tied = step8({"kuroi": "2 oda 2 tokugawa"})
    assert asked(tied) == ["oda"]
    assert set(tied.legal()) == {"oda", "tokugawa"}


@covers("a_most_dangerous_time", "2.46.7", "2.46.8", "2.46.9", "2.41.11")
def test_a_space_won_back_goes_to_its_own_clan_while_that_lives() -> None:
    lives = step8({"odani": "2 ikko_ikki"}, "chit_ikko_ikki", control={"odani": "oda"})
    assert controls(lives, "odani") == "azai"
    gone = step8(
        {"odani": "2 ikko_ikki", "sawayama": ""},
        "chit_ikko_ikki",
        control={"odani": "oda", "sawayama": "oda", "yokoyama": "oda"},
        marks={"azai": {"fallen": "oda"}},
        moved={"nagamasa": "permanently_eliminated"},
        sides={f"azai_soldier#{n}": "oda" for n in range(1, 6)},
    )
    assert controls(gone, "odani") == "ikko_ikki"


@covers("a_most_dangerous_time", "4.1(8).2", "6.2.1", "6.2.3", "2.46.3")
@pytest.mark.parametrize(("kyo", "cards"), [("oda", 0), ("ikko_ikki", 2)])
def test_a_card_for_each_space_unless_kyo_is_held(kyo: str, cards: int) -> None:
    session = step8({"kuroi": "1 oda", "obama": "1 oda"}, control={"kyo": kyo})
    assert hand(session, "oda") == cards
    assert hand(session, "anti_oda") == 0


@covers("a_most_dangerous_time", "6.2.4", "2.42.5")
def test_taking_kyo_gives_no_card_and_kyo_is_looked_up_afterwards() -> None:
    session = step8({"kyo": "2 ikko_ikki", "kuroi": "1 ikko_ikki"}, "chit_ikko_ikki")
    assert controls(session, "kyo") == "ikko_ikki"
    assert hand(session, "anti_oda") == 0


@covers("a_most_dangerous_time", "6.2.2")
def test_a_card_just_drawn_may_be_played_at_once() -> None:
    session = step8({"kuroi": "1 oda"}, control={"kyo": "ikko_ikki"}, deck=[31])
    assert session.step == "master_of_tactics"
    assert set(session.legal()) == {"event_31", "pass"}


@covers("a_most_dangerous_time", "6.2.x1", "6.3.4", "6.3.2")
def test_an_empty_deck_gives_no_cards() -> None:
    session = step8(
        {"kuroi": "1 oda", "obama": "1 oda", "miyazu": "1 oda"}, control={"kyo": "ikko_ikki"}, deck=[57, 58]
    )
    assert hand(session, "oda") == 2


@covers("a_most_dangerous_time", "15.7.1", "2.46.x2", "15.7.2")
def test_azai_hold_what_is_not_theirs_only_with_units_in_it() -> None:
    left = step8({"kannon_ji": ""}, "chit_azai_asakura", control={"kannon_ji": "azai"})
    assert controls(left, "kannon_ji") == "oda"
    assert controls(left, "odani") == "azai"
    friend = step8({"kannon_ji": "1 rokkaku"}, "chit_azai_asakura", control={"kannon_ji": "azai"})
    assert controls(friend, "kannon_ji") == "rokkaku"


@covers("a_most_dangerous_time", "2.43.4", "2.46.2", "2.44.1")
def test_nobody_controls_waypoints_and_seas() -> None:
    session = step8({"w_seta": "3 azai", "bay_of_kawachi": "1 saika"}, "chit_azai_asakura")
    assert not [target for target, mark in session.table.marks if mark == "control" and target[:2] in ("w_", "ba")]


# -- the limit of Waypoints --------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "2.43.6", "2.43.7", "2.43.8", "2.44.1", "2.43.x1", "2.41.3", "2.31.x1", "13.2.5")
def test_the_enemy_picks_what_is_over_four_in_waypoints_and_seas() -> None:
    session = position(
        "impulse_end", {**ALIVE, "w_seta": "4 azai 2 asakura", "otsu": "12 oda"}, chit="chit_azai_asakura"
    )
    assert asked(session) == ["oda"]
    go(session, soldiers(session, "w_seta", "asakura")[0], soldiers(session, "w_seta", "azai")[0])
    assert at(session, "w_seta") == "1 asakura 3 azai"
    assert len(soldiers(session, "otsu", "oda")) == 12
    sea = position("impulse_end", {**ALIVE, "bay_of_kawachi": "6 ikko_ikki"}, chit="chit_ikko_ikki")
    assert len(soldiers(sea, "bay_of_kawachi", "ikko_ikki")) == 4  # all alike: nobody needs to be asked


# -- powers and neutrals -----------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "3.2.5", "3.2.6", "3.2.7", "3.2.2", "3.2.x1", "3.1.2")
def test_oda_entering_a_space_of_takeda_bring_them_in_before_they_arrive() -> None:
    session = position("move", {**ALIVE, "iwamura": "2 oda"}, chit="chit_oda", points=3)
    two = tuple(soldiers(session, "iwamura", "oda"))
    assert faction(scene(session), "takeda") == "waiting"
    go(session, March(("iwamura", "iida"), two))
    assert asked(session) == ["anti_oda"]
    assert set(session.legal()) == {"tsutsujigasaki", "takato", "iida", "sunpu"}
    while "arrival" in str(session.ask().topic):
        session.apply("iida")
    assert at(session, "iida") == "masakage nobuharu shingen 2 oda 11 takeda"
    assert where(session, "chit_takeda") == "chits_aside"
    assert where(session, "chit_mori") == "turn_13"
    assert faction(scene(session), "takeda") == "anti_oda"


@covers("a_most_dangerous_time", "3.2.9", "3.2.12", "3.2.18", "3.2.x2")
def test_entering_a_neutral_clans_space_drives_it_to_the_other_side() -> None:
    session = position("move", {**ALIVE, "hanakuma": "2 oda", "miki": "3 bessho nagaharu"}, chit="chit_oda", points=3)
    go(session, March(("hanakuma", "kakogawa"), tuple(soldiers(session, "hanakuma", "oda"))))
    assert session.table.mark("bessho", "joined") == "anti_oda_minors"
    assert controls(session, "kakogawa") == "bessho"
    assert hand(session, "anti_oda") == 0


@covers("a_most_dangerous_time", "3.2.9", "3.2.11")
def test_anti_oda_drive_them_to_oda() -> None:
    session = position(
        "move", {**ALIVE, "arioka": "2 ikko_ikki", "yagami": "hideharu 1 hatano"}, chit="chit_ikko_ikki", points=3
    )
    go(session, March(("arioka", "yagami"), tuple(soldiers(session, "arioka", "ikko_ikki"))))
    assert session.table.mark("hatano", "joined") == "oda"
    assert faction(scene(session), "hatano") == "oda"


# -- falls -------------------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "3.3.1", "3.3.13", "15.4.6")
def test_a_clan_without_a_home_castle_falls_with_all_its_spaces() -> None:
    session = step8({"mitsukuri": "3 oda"}, control={"mitsukuri": "oda"})
    assert session.table.mark("rokkaku", "fallen") == "oda"
    free = step8({"mitsukuri": "3 oda", "sawayama": "yoshikata nagamasa"}, control={"mitsukuri": "oda"})
    assert free.table.mark("rokkaku", "fallen") is None
    hiei = step8(
        {"mt_hiei": "1 oda"},
        control={"mt_hiei": "oda"},
        moved={"enryaku_ji_soldier#1": "regroup_enryaku_ji", "enryaku_ji_soldier#2": "regroup_enryaku_ji"},
    )
    assert hiei.table.mark("enryaku_ji", "fallen") == "oda"
    assert where(hiei, "enryaku_ji_soldier#1") == "permanently_eliminated"


@covers("a_most_dangerous_time", "3.3.3", "3.3.4", "15.5.7")
def test_a_home_castle_decides_and_oda_have_to_lose_all() -> None:
    lost = {"gifu": "takeda", "kiyosu": "takeda"}
    base = {"control": {"gifu": "takeda"}, "entered": ["takeda"], "chit": "chit_takeda"}
    one = position("control", {"gifu": "3 takeda", "mitsukuri": "yoshikata", "sawayama": "nagamasa"}, **base)
    assert one.table.mark("oda", "fallen") is None
    both = position("late_falls", {"gifu": "3 takeda"}, control=lost, entered=["takeda"])
    assert both.table.mark("oda", "fallen") == "takeda"
    azuchi = position(
        "late_falls",
        {"gifu": "3 takeda"},
        control=lost,
        entered=["takeda"],
        turn=12,
        moved={"azuchi": "kannon_ji"},
        faces={"azuchi": 1},
    )
    assert azuchi.table.mark("oda", "fallen") is None


@covers("a_most_dangerous_time", "3.3.9", "3.3.10", "2.46.6")
def test_the_clan_with_most_units_in_the_home_castle_conquers() -> None:
    session = position(
        "late_falls", {"odani": "4 oda 4 tokugawa", "ono": "yoshikage", "gifu": "nobunaga"}, control={"odani": "oda"}
    )
    assert asked(session) == ["oda"]
    assert set(session.legal()) == {"oda", "tokugawa"}
    most = position(
        "late_falls", {"odani": "4 oda 2 tokugawa", "ono": "yoshikage", "gifu": "nobunaga"}, control={"odani": "oda"}
    )
    assert most.table.mark("azai", "fallen") == "oda"
    go(session, "tokugawa")
    assert session.table.mark("azai", "fallen") == "tokugawa"
    assert len([p for p in session.table.at("regroup_tokugawa") if p.counter == "azai_soldier"]) == 5


@covers("a_most_dangerous_time", "3.3.11", "2.46.5", "3.3.12", "2.46.6")
def test_without_a_home_castle_all_starting_spaces_are_counted_together() -> None:
    held = dict.fromkeys(("sumoto", "noda_fukushima", "sogo", "shozui"), "oda")
    units = {"sumoto": "3 oda", "noda_fukushima": "2 tokugawa", "sogo": "2 tokugawa", "gifu": "nobunaga"}
    heads = {"odani": "nagamasa", "ono": "yoshikage"}
    session = position("late_falls", {**heads, **units}, control=held)
    assert session.table.mark("miyoshi", "fallen") == "tokugawa"
    tied = position("late_falls", {**heads, **units, "sumoto": "4 oda"}, control=held)
    assert (asked(tied), set(tied.legal())) == (["oda"], {"oda", "tokugawa"})


@covers("a_most_dangerous_time", "3.3.7", "3.3.x1", "2.46.4", "3.3.12")
def test_who_betrayed_before_is_not_touched_and_friends_keep_their_places() -> None:
    session = position(
        "late_falls",
        {"odani": "3 oda", "otsu": "1 azai", "yokoyama": "1 asakura", "ono": "yoshikage"},
        control={"odani": "oda"},
        sides={"azai_soldier#1": "oda"},
        moved={"nagamasa": "turn_7"},
    )
    assert where(session, "azai_soldier#1") == "otsu"
    assert where(session, "nagamasa") == "permanently_eliminated"
    assert controls(session, "yokoyama") == "asakura"
    assert controls(session, "sawayama") == "oda"


@covers("a_most_dangerous_time", "3.32.1", "3.32.2")
def test_fallen_takeda_join_nobody() -> None:
    session = position(
        "late_falls",
        {"tsutsujigasaki": "3 oda", "iida": "2 takeda", "gifu": "nobunaga 1 takeda"},
        entered=["takeda"],
        control={"tsutsujigasaki": "oda"},
        sides={"takeda_soldier#3": "oda"},
    )
    assert session.table.mark("takeda", "fallen") == "oda"
    assert where(session, "takeda_soldier#1") == "permanently_eliminated"
    assert where(session, "takeda_soldier#3") == "gifu"


@covers("a_most_dangerous_time", "3.33.1", "15.1.16", "3.33.2")
def test_ikko_ikki_and_ashikaga_never_fall() -> None:
    lost = dict.fromkeys(("ishiyama", "nagashima", "arioka", "hanakuma", "kishiwada", "negoro_ji"), "oda")
    session = position("move", {**ALIVE, "otsu": "1 oda"}, chit="chit_oda", points=1, control=lost)
    assert not falls(scene(session), "ikko_ikki")
    assert not falls(scene(session), "ashikaga")
    back = position("event_cards", ALIVE, chit="chit_ikko_ikki", cards={"anti_oda": [49]}, control=lost)
    go(back, Riot("event_49", "nagashima", 2))
    assert controls(back, "nagashima") == "ikko_ikki"


@covers("a_most_dangerous_time", "3.33.5", "Cards49-56.1")
def test_riots_go_on_under_a_lasting_truce() -> None:
    marks = {"ikko_ikki": {"truce": "lasting"}}
    session = position("event_cards", ALIVE, chit="chit_ikko_ikki", cards={"anti_oda": [49]}, marks=marks)
    boxed = len(soldiers(session, "regroup_ikko_ikki", "ikko_ikki"))
    go(session, Riot("event_49", "kuwana", 3))
    assert at(session, "kuwana") == "3 ikko_ikki"
    assert len(soldiers(session, "regroup_ikko_ikki", "ikko_ikki")) == boxed - 3


@covers("a_most_dangerous_time", "3.2.x2", "3.2.15")
def test_neither_a_riot_nor_a_march_drives_minors_to_anybody() -> None:
    units = {**ALIVE, "toyama": "1 minor"}
    riot = position("event_cards", units, chit="chit_ikko_ikki", cards={"anti_oda": [56]}, entered=["uesugi"])
    go(riot, Riot("event_56", "toyama", 2))
    assert faction(scene(riot), "neutral_minor") == "neutral"
    march = position(
        "move",
        {**ALIVE, "kakogawa": "2 oda", "himeji": "1 minor"},
        chit="chit_oda",
        points=2,
        control={"kakogawa": "oda"},
    )
    go(march, March(("kakogawa", "himeji"), tuple(soldiers(march, "kakogawa", "oda"))))
    assert at(march, "himeji") == "1 neutral_minor 2 oda"
    assert faction(scene(march), "neutral_minor") == "neutral"


@covers("a_most_dangerous_time", "3.31.1", "3.31.4", "3.31.5", "3.31.6")
def test_mori_withdraw_when_both_their_flags_are_odas() -> None:
    units = {"takamatsu": "3 oda", "tottori": "3 oda", "chugoku": "2 mori", "ueshi": "", "okayama": "naoie 2 ukita"}
    one = step8({**units, "tottori": "1 mori"}, entered=["mori"], control={"takamatsu": "oda"})
    assert one.table.mark("mori", "withdrawn") is None
    both = step8(
        {**units, "otsu": "1 mori"},
        entered=["mori"],
        control={"takamatsu": "oda", "tottori": "oda"},
        sides={"mori_soldier#3": "oda"},
    )
    assert both.table.mark("mori", "withdrawn")
    assert where(both, "mori_soldier#1") == "permanently_eliminated"
    assert where(both, "mori_soldier#3") == "otsu"
    assert controls(both, "ueshi") == "oda"
    assert at(both, "okayama") == "naoie 2 ukita"
    assert hand(both, "oda") == 0


@covers("a_most_dangerous_time", "3.31.2", "3.31.x1", "4.2(5).4")
def test_uesugi_withdraw_with_uotsu_and_their_chits_go() -> None:
    session = step8({"uotsu": "3 oda", "echigo": "kenshin 2 uesugi"}, entered=["uesugi"])
    assert where(session, "kenshin") == "permanently_eliminated"
    cup = position(
        "cup",
        ALIVE,
        entered=["uesugi"],
        marks={"uesugi": {"withdrawn": True}},
        moved={"kenshin": "permanently_eliminated"},
    )
    assert where(cup, "chit_uesugi") == where(cup, "chit_uesugi_kenshin") == "permanently_eliminated"


@covers("a_most_dangerous_time", "3.3.x2")
def test_the_conqueror_orders_falls_that_come_together() -> None:
    session = position(
        "late_falls",
        {"odani": "3 oda", "ichijo_dani": "3 oda", "gifu": "nobunaga"},
        control={"odani": "oda", "ichijo_dani": "oda"},
    )
    assert asked(session) == ["oda"]
    assert {"azai", "asakura"} <= set(session.legal())
    go(session, "asakura")
    assert session.table.mark("azai", "fallen") == session.table.mark("asakura", "fallen") == "oda"
    assert piece(session, "yoshikage").place == "permanently_eliminated"
