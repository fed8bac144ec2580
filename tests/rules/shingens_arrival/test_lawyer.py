"""Cases of outside eyes: positions judged by the rulebook and the agreed readings, not by the code."""

from __future__ import annotations

from typing import Any

import pytest

from compiler.play.session import Session
from compiler.rules.shingens_arrival.ch08_lines import has_line
from compiler.rules.shingens_arrival.ch09_actions import Extra
from compiler.rules.shingens_arrival.ch10_reorganization import Transfer
from compiler.rules.shingens_arrival.ch14_skirmish import Attack
from compiler.rules.shingens_arrival.ch16_march import March
from tests.rules.covering import covers
from tests.rules.shingens_arrival.campaign import (
    HOME,
    HOST,
    NORTH,
    PLAIN,
    actions,
    asked,
    at,
    campaign,
    force,
    go,
    legal,
    mark,
    place,
    refused,
    rolls,
    said,
    scene_of,
    score,
    steps,
    why_not,
    winner,
)

PAIR = {"takeda_nobutoyo": "takeda_shingen_1", "ikeda_tsuneoki": "oda_nobunaga_1"}


def spent(session: Session, unit: str, *path: str) -> int:
    return March(scene_of(session), force(session, unit), strategic=False).spent(path)


def besieged(step: str, castle: str = "4328", *dice: int, shingen: int = 4, **more: Any) -> Session:
    """Shingen and his host invest a castle."""
    units = {**HOST, "takeda_shingen": at(castle, shingen, invested=True), "oda_nobunaga": "2517"}
    return campaign(step, {**units, **more.pop("units", {})}, rolls=dice, score=(10, 20), **more)


# -- skirmishes --------------------------------------------------------------------------------------------------------
@covers("shingens_arrival", "14-3.2", "14-3-3.1", "14-3-7.1", "14-5.1")
def test_two_targets_share_the_steps_and_both_go() -> None:
    """12 strong, 6 + 2 - 1 (Ikeda is the better of two equal leaders) = 7: 2, taken as one step and one hex."""
    session = campaign(
        "takeda_act",
        HOME,
        rolls=[6],
        takeda_katsuyori=PLAIN,
        takeda_nobutoyo="takeda_katsuyori_1",
        oyamada_nobushige="takeda_katsuyori_2",
        hirate_hirohide=NORTH,
        ikeda_tsuneoki=NORTH,
    )
    go(session, "takeda_katsuyori", "skirmish", Attack(("hirate_hirohide", "ikeda_tsuneoki")))
    both = "Hirate Hirohide (Oda) and Ikeda Tsuneoki (Oda)"
    assert said(session) == [
        (f"the attack, strength 12, +1 for commanders makes 7: {both} lose 2 in steps or hexes of retreat")
    ]
    assert set(legal(session)) == {0, 1, 2}
    go(session, 1, "hirate_hirohide", ("2821",), ("3021",))
    assert (place(session, "hirate_hirohide"), place(session, "ikeda_tsuneoki")) == ("2821", "3021")
    assert (steps(session, "hirate_hirohide"), steps(session, "ikeda_tsuneoki")) == (1, 4)
    assert (mark(session, "hirate_hirohide", "morale"), mark(session, "ikeda_tsuneoki", "morale")) == (-1, -1)
    assert rolls(session) == ["attack"]  # nobody stayed to strike back


@covers("shingens_arrival", "14-3-6.1", "14-3-2.1", "19-2-3.5")
def test_the_step_of_a_zone_may_be_the_last() -> None:
    units = {"baba_nobuharu": PLAIN, "hirate_hirohide": at(NORTH, 1), "amari_nobuyasu": "2920"}
    session = campaign("takeda_act", HOME, units, rolls=[4], score=(10, 10))
    go(session, "baba_nobuharu", "skirmish", 1, ("2921",))
    assert place(session, "hirate_hirohide") == "fallen"
    assert score(session) == (10, 9)


@covers("shingens_arrival", "14-3-4.1")
def test_of_a_result_of_five_at_most_four_are_hexes() -> None:
    """20 strong, 6 + 0 (Honda 2 against Katsuyori 2) + 4 (the lowest morale) = 10: 5."""
    host = {
        "takeda_nobutoyo": "takeda_katsuyori_1",
        "oyamada_nobushige": "takeda_katsuyori_2",
        "sanada_nobutsuna": "takeda_katsuyori_3",
        "obata_nobusada": "takeda_katsuyori_4",
    }
    session = campaign(
        "takeda_act",
        {**HOME, **host},
        rolls=[6],
        takeda_katsuyori=PLAIN,
        hirate_hirohide=at(NORTH, morale=-4),
        ikeda_tsuneoki=NORTH,
        honda_tadakatsu=NORTH,
    )
    go(session, "takeda_katsuyori", "skirmish", Attack(("hirate_hirohide", "ikeda_tsuneoki", "honda_tadakatsu")))
    (told,) = said(session)
    assert told.startswith(
        "the attack, strength 20, +4 for morale makes 10: Hirate Hirohide (Oda), Ikeda Tsuneoki (Oda) and "
    )
    assert told.endswith(" lose 5 in steps or hexes of retreat")
    assert set(legal(session)) == {0, 1, 2, 3, 4}


@covers("shingens_arrival", "14-2-1.8", "14-5-2.1", "14-5-2.6")
def test_rough_ground_and_a_river_add_up_and_foothills_hinder_the_counterattack() -> None:
    river = campaign("takeda_act", HOME, rolls=[6], baba_nobuharu="4228", nakane_masateru="4328")
    go(river, "baba_nobuharu", "skirmish")
    assert said(river) == [
        (
            "the attack, strength 4, -1 for the ground, -2 for the river, +2 for commanders makes 5: "
            "Nakane Masateru (Tokugawa) loses 1 in steps or hexes of retreat"
        )
    ]
    hills = campaign("takeda_act", HOME, rolls=[1, 6], baba_nobuharu="4328", nakane_masateru="4427")
    go(hills, "baba_nobuharu", "skirmish")
    nakane = "Nakane Masateru (Tokugawa)"
    assert said(hills) == [
        f"the attack, strength 4, -2 for the ground, +2 for commanders makes 1: no losses for {nakane}",
        (
            f"counterattack of {nakane}, strength 2, -1 for the ground, -2 for commanders makes 3: "
            "no steps lost by Baba Nobuharu (Takeda)"
        ),
    ]


@covers("shingens_arrival", "19-2-3.9")
@pytest.mark.parametrize(("step", "who", "dice", "oda"), [("oda_act", 1, (6,), 10), ("anti_oda_act", 0, (1, 6), 20)])
def test_yoshiaki_costs_ten_only_when_he_is_attacked(step: str, who: int, dice: tuple[int, ...], oda: int) -> None:
    """19-2-3: "attacks Ashikaga Yoshiaki and kills him"; killed in a counterattack he costs nothing."""
    units = {"ashikaga_yoshiaki": at(PLAIN, 1, risen=True), "shibata_katsuie": NORTH}
    session = campaign(step, HOME, units, rolls=dice, score=(10, 20))
    go(session, tuple(units)[who], "skirmish")
    if who:
        go(session, 0)
    assert place(session, "ashikaga_yoshiaki") == "fallen"
    assert score(session) == (10, oda)


@covers("shingens_arrival", "25-2.1", "19-2-3.7")
def test_with_ieyasu_his_army_goes_wherever_it_is() -> None:
    session = campaign(
        "takeda_act",
        HOME,
        rolls=[6],
        score=(10, 20),
        baba_nobuharu=PLAIN,
        tokugawa_ieyasu=at(NORTH, 1),
        honda_tadakatsu=at("2621", garrison=True),
        nakane_masateru="4230",
    )
    go(session, "baba_nobuharu", "skirmish", 0)
    assert [place(session, unit) for unit in ("honda_tadakatsu", "nakane_masateru")] == ["fallen", "fallen"]
    assert score(session) == (10, 15)


@covers("shingens_arrival", "19-1.1", "14-5-3.1")
def test_shingen_may_fall_to_a_counterattack() -> None:
    session = campaign(
        "takeda_act",
        rolls=[1, 6],
        takeda_shingen=at(PLAIN, 1),
        oda_nobunaga=NORTH,
        ikeda_tsuneoki="oda_nobunaga_1",
        inaba_ittetsu="oda_nobunaga_2",
        amari_nobuyasu="5713",
    )
    go(session, "takeda_shingen", "skirmish")  # 1 strong, 1 + 1: nothing; 12 strong, 6 - 1 = 5: 1
    assert winner(session) == "oda_player"


@covers("shingens_arrival", "19-2-1(1).x1", "19-2-1(1).4")
def test_shingen_driven_into_kyoto_has_entered_it() -> None:
    session = campaign(
        "oda_act",
        rolls=[6],
        takeda_shingen="0824",
        amari_nobuyasu="5713",
        oda_nobunaga="2517",
        shibata_katsuie="0924",
        ikeda_tsuneoki="shibata_katsuie_1",
        inaba_ittetsu="shibata_katsuie_2",
    )
    go(session, "shibata_katsuie", "skirmish", 1, ("0725",))
    assert score(session) == (20, 0)


# -- sorties and the end of investments --------------------------------------------------------------------------------
@covers("shingens_arrival", "13-1-3.1", "13-1-3.2", "12-2-7.2", "13-1-6.1")
def test_a_sortie_that_costs_the_besiegers_a_step_too_many_ends_the_investment() -> None:
    session = campaign(
        "oda_act",
        HOME,
        rolls=[6, 1],
        honda_tadakatsu=at("4328", garrison=True),
        nakane_masateru=at("4328", garrison=True),
        takeda_nobutoyo=at("4328", invested=True),
        amari_nobuyasu=at("4328", invested=True),
        marks=[("4328", "morale", -2)],
    )
    go(session, "honda_tadakatsu", "skirmish", "alone", Attack(("takeda_nobutoyo",)), 0)
    assert said(session)[0] == (
        "the attack, strength 4, -1 for the ground, +1 for commanders, -1 for the sortie makes 5: "
        "Takeda Nobutoyo (Takeda) loses 1 in steps or hexes of retreat"
    )
    for unit in ("takeda_nobutoyo", "amari_nobuyasu"):  # 3 + 2 of the 6 that level 2 asks for
        assert mark(session, unit, "invested") is None
    assert mark(session, "4328", "morale") is None
    assert why_not(session, "nakane_masateru", "move") == "12-2-7.2"  # not while an enemy is before the gate


@covers("shingens_arrival", "13-1-3.1", "13-1-2.1")
def test_a_castle_of_level_nought_takes_three() -> None:
    session = campaign(
        "oda_act",
        HOME,
        rolls=[6, 1],
        takeda_nobutoyo=at("4028", 3, invested=True),
        honda_tadakatsu="4029",
        marks=[("4028", "morale", -1)],
    )
    go(session, "honda_tadakatsu", "skirmish")
    assert mark(session, "takeda_nobutoyo", "invested")
    go(session, 0)
    assert mark(session, "takeda_nobutoyo", "invested") is None
    assert mark(session, "4028", "morale") is None


@covers("shingens_arrival", "13-1-3.1", "13-1-1.1")
def test_who_only_stood_by_may_march_off_and_end_the_investment() -> None:
    units = {"baba_nobuharu": at("4328", invested=True), "takeda_nobutoyo": "4328"}
    session = campaign("takeda_act", HOME, units, marks=[("4328", "morale", -3)])
    go(session, "takeda_nobutoyo", "move", ("4428",))
    assert mark(session, "baba_nobuharu", "invested") is None
    assert mark(session, "4328", "morale") is None


@covers("shingens_arrival", "13-1.x1", "14-6-10.1", "19-2-3.8")
def test_besiegers_beaten_in_a_decisive_battle_lose_their_hold() -> None:
    session = campaign(
        "oda_act",
        PAIR,
        rolls=[6, 1, 1],
        score=(10, 10),
        takeda_shingen=at("4328", invested=True),
        kosaka_masanobu=at("4328", invested=True),
        oda_nobunaga="4329",
        amari_nobuyasu="5713",
        marks=[("4328", "morale", -2)],
    )
    go(session, "oda_nobunaga", "decisive_battle", "enough")  # Kosaka stays out of it
    assert said(session) == [
        "the attackers, strength 8, -1 for commanders makes 5: 1 step lost by the defenders",
        "the defenders, strength 8, +1 for commanders makes 2: no steps lost by the attackers",
    ]
    go(session, "takeda_nobutoyo", ("4427",))
    assert mark(session, "takeda_shingen", "invested") is None
    assert mark(session, "kosaka_masanobu", "invested") is None  # 4 of 6
    assert mark(session, "4328", "morale") is None
    assert score(session) == (8, 10)


# -- castles change hands ----------------------------------------------------------------------------------------------
@covers("shingens_arrival", "13-2-4.2", "13-3-7.2", "13-3-5(2).2", "19-2-2(1).1", "19-2-1(1).1", "13-3-6.2")
@pytest.mark.parametrize(
    ("morale", "garrison", "oda"), [(None, "4529", 20 - 2), (-1, "fallen", 20 - 1 - 1 - 2)], ids=["opened", "surrender"]
)
def test_an_assault_that_takes_the_last_durability_calls_at_once(morale: int | None, garrison: str, oda: int) -> None:
    """20 - 4 in the column for 16 to 20, 6 - 2 - 1 = 3: 1/1. The fall: a 3 opens the gates, a 4 is a surrender."""
    units = {"takeda_shingen": "4328", "oda_nobunaga": "2517", "amari_nobuyasu": "5713"}
    inside = {unit: at("4328", garrison=True) for unit in ("hirate_hirohide", "nakane_masateru")}
    marks = [("4328", "durability", 1), ("4328", "morale", morale)]
    session = campaign("takeda_act", HOST, units, inside, rolls=[6, 3], score=(10, 20), marks=marks)
    go(session, "takeda_shingen", "assault", "takeda_nobutoyo")
    assert [place(session, unit) for unit in inside] == [garrison] * 2
    assert score(session) == (12, oda)
    assert mark(session, "4328", "abandoned")  # nothing is left of it


@covers("shingens_arrival", "13-3-7.1", "13-3-7.3", "13-3-5(2).4")
def test_a_castle_whose_spirit_breaks_falls_with_its_walls_whole() -> None:
    session = besieged(
        "oda_sieges", "4328", 1, 1, nakane_masateru=at("4328", garrison=True), marks=[("4328", "morale", -4)]
    )
    go(session, "stand")
    assert said(session)[1:] == [
        "Futamata falls",
        "Takeda Shingen (Takeda) takes Futamata, +4 for morale makes 5: it surrenders",
    ]
    go(session, "hold")
    assert mark(session, "4328", "control") == "takeda"
    assert mark(session, "4328", "durability") is None
    assert mark(session, "4328", "morale") is None
    assert score(session) == (12, 20 - 2 - 1)


@covers("shingens_arrival", "13-3-5(3).3", "13-3-4.3", "19-2-3.6")
def test_half_of_three_steps_is_one() -> None:
    inside = {"honda_tadakatsu": at("4328", 1, garrison=True), "nakane_masateru": at("4328", garrison=True)}
    marks = [("4328", "morale", -4), ("4328", "durability", 1)]
    session = besieged("takeda_act", "4328", 6, shingen=2, units=inside, marks=marks)
    go(session, "takeda_shingen", "call_for_surrender")
    assert said(session) == [
        (
            "Takeda Shingen (Takeda) calls on Futamata to surrender, -1 for the taisho inside, +4 for morale makes 9: "
            "it surrenders"
        )
    ]
    assert steps(session, "takeda_shingen") == 3
    assert score(session) == (12, 20 - 2 - 3 - 1)


@covers("shingens_arrival", "25-2.4", "25-2.2", "13-3-4.2")
def test_ieyasu_taken_in_hamamatsu_is_the_end_of_the_tokugawa() -> None:
    inside = {"tokugawa_ieyasu": at("4230", garrison=True), "hirate_hirohide": at("4230", garrison=True)}
    marks = [("4230", "morale", -4), ("4230", "durability", 1)]
    session = besieged("takeda_act", "4230", 6, units=inside, honda_tadakatsu="3126", marks=marks)
    go(session, "takeda_shingen", "call_for_surrender")
    assert said(session) == [
        (
            "Takeda Shingen (Takeda) calls on Hamamatsu to surrender, "
            "-2 for the sodaisho inside, +4 for morale makes 8: it surrenders"
        )
    ]
    assert place(session, "honda_tadakatsu") == "fallen"
    assert mark(session, "3126", "control") is None  # Okazaki stays a castle of the Tokugawa
    assert score(session) == (13, 20 - 3 - 5 - 1)  # Honda is removed, not killed


@covers("shingens_arrival", "13-4.1", "13-4.2", "13-4.3", "13-3-6.1")
def test_an_offer_refused_is_no_check_saved_and_one_accepted_opens_the_gates() -> None:
    inside = {"nakane_masateru": at("4328", garrison=True, morale=-2)}
    refusing = besieged("oda_sieges", "4328", 2, units=inside, marks=[("4328", "durability", 5)])
    go(refusing, "offer", "refuse")
    assert mark(refusing, "4328", "durability") == 4
    taking = besieged("oda_sieges", "4328", units=inside, marks=[("4328", "durability", 5)])
    go(taking, "offer", "accept", "abandon")
    assert rolls(taking) == []
    assert (place(taking, "nakane_masateru"), mark(taking, "nakane_masateru", "morale")) == ("4529", -2)
    assert mark(taking, "4328", "abandoned")
    assert score(taking) == (12, 18)


@covers("shingens_arrival", "13-3-5(2).2")
def test_between_castles_equally_near_the_owner_chooses() -> None:
    ruin = [("4529", "abandoned", True), ("4529", "durability", 0), ("4328", "durability", 1)]
    session = besieged("takeda_act", "4328", 4, nakane_masateru=at("4328", garrison=True), marks=ruin)
    go(session, "takeda_shingen", "call_for_surrender")
    assert asked(session) == "oda_player"
    assert set(legal(session)) == {"4028", "4629", "4230"}  # all three hexes away


@covers("shingens_arrival", "19-2-1(1).1", "19-2-3.3", "13-3-1.1", "13-3-3.1", "13-3-2.x1")
def test_nagamasa_calls_in_his_own_phase_and_the_castle_is_his() -> None:
    """Called and assaulted in the Takeda phase; that of the Anti-Oda armies is another."""
    session = campaign(
        "anti_oda_act",
        HOME,
        rolls=[4],
        score=(5, 5),
        takeda_katsuyori=at("1718", invested=True),
        azai_nagamasa="1718",
        marks=[("1718", "assaulted", "takeda"), ("1718", "called", "takeda"), ("1718", "durability", 1)],
    )
    go(session, "azai_nagamasa", "call_for_surrender", "hold")
    assert mark(session, "1718", "control") == "azai"
    assert score(session) == (5, 4)  # Oda loses the level, the Takeda army took nothing
    same = campaign(
        "anti_oda_act",
        HOME,
        takeda_katsuyori=at("1718", invested=True),
        azai_nagamasa="1718",
        marks=[("1718", "assaulted", "anti_oda")],
    )
    assert why_not(same, "azai_nagamasa", "call_for_surrender") == "13-3-1.1"


@covers("shingens_arrival", "13-3-5.x2", "19-2-3.1", "19-2-3.4")
@pytest.mark.parametrize(("holder", "takeda"), [("takeda", 5 - 2), ("azai", 5)])
def test_futamata_retaken_costs_only_the_takeda_army(holder: str, takeda: int) -> None:
    session = campaign(
        "oda_act",
        HOME,
        rolls=[6],
        score=(5, 0),
        tokugawa_ieyasu=at("4328", invested=True),
        okubo_tadayo="tokugawa_ieyasu_1",
        marks=[("4328", "morale", -4), ("4328", "durability", 3), ("4328", "control", holder)],
    )
    go(session, "tokugawa_ieyasu", "call_for_surrender", "hold")
    assert score(session) == (takeda, 2)
    assert (mark(session, "4328", "control"), mark(session, "4328", "durability")) == ("tokugawa", 3)


@covers("shingens_arrival", "17-2-4.1", "13-3-5(2).3", "17-2-1.1")
@pytest.mark.parametrize(("guard", "found", "left"), [("2030", "0631", 1), ("0631", "fallen", 3)])
def test_a_guest_of_rokkaku_goes_home_or_is_lost(guard: str, found: str, left: int) -> None:
    """Matsunaga may only go to Ashikaga castles whose lord has risen: his own, if no enemy is before it."""
    session = campaign(
        "oda_act",
        rolls=[4],
        score=(5, 5),
        takeda_shingen="5713",
        oda_nobunaga=at("1324", 1, invested=True),
        ikeda_tsuneoki="oda_nobunaga_1",
        tsutsui_junkei=guard,
        rokkaku_jotei=at(PLAIN, risen=True),
        matsunaga_hisahide=at("1324", garrison=True, risen=True),
        marks=[("1324", "durability", 1)],
    )
    go(session, "oda_nobunaga", "call_for_surrender")
    assert place(session, "rokkaku_jotei") == "off_map_ashikaga"  # peace, wherever he is
    assert place(session, "matsunaga_hisahide") == found
    assert steps(session, "oda_nobunaga") == left  # half of his 4 steps join the caller
    assert score(session) == (5, 6)


# -- decisive battles --------------------------------------------------------------------------------------------------
@covers("shingens_arrival", "19-2-3.8", "14-6-5.1", "14-6-4.1")
@pytest.mark.parametrize(("friend", "takeda"), [("5425", 10), (PLAIN, 8)])
def test_a_lost_battle_of_nagamasa_costs_points_only_with_takeda_troops_in_it(friend: str, takeda: int) -> None:
    units = {
        "azai_nagamasa": PLAIN,
        "kosaka_masanobu": friend,
        "oda_nobunaga": NORTH,
        "ikeda_tsuneoki": "oda_nobunaga_1",
    }
    session = campaign("anti_oda_act", units, rolls=[1, 6, 1, 1], score=(10, 10), takeda_shingen="5713")
    go(session, "azai_nagamasa", "decisive_battle")
    if friend == PLAIN:
        go(session, "kosaka_masanobu", "azai_nagamasa")
    while "retreats" in session.ask().prompt:
        go(session, legal(session)[0])
    assert steps(session, "azai_nagamasa") == 3
    assert mark(session, "azai_nagamasa", "morale") == -1
    assert score(session) == (takeda, 10)


@covers("shingens_arrival", "14-6-10.4", "14-6-10.2", "14-3-7.x1", "19-2-3.6")
def test_a_six_after_a_lost_battle_may_finish_a_shaken_force() -> None:
    """Sakuma at -1: two steps, four hexes, -5: killed with all he leads."""
    session = campaign(
        "takeda_act",
        PAIR,
        rolls=[6, 1, 1, 6],
        score=(10, 20),
        takeda_shingen=PLAIN,
        oda_nobunaga=NORTH,
        sakuma_nobumori=at(NORTH, morale=-1),
        maeda_toshiie="sakuma_nobumori_1",
    )
    go(session, "takeda_shingen", "decisive_battle", "sakuma_nobumori")
    assert said(session) == [
        "the attackers, strength 8, +1 for commanders, +1 for morale makes 8: 2 steps lost by the defenders",
        "the defenders, strength 14, -1 for commanders, -1 for morale makes -1: no steps lost by the attackers",
    ]
    go(session, "ikeda_tsuneoki", "ikeda_tsuneoki", ("2921",), "sakuma_nobumori", "sakuma_nobumori")
    go(session, next(way for way in legal(session) if way[0] == "2921"))
    while "lose a step" in session.ask().prompt:  # a river on the way
        go(session, "sakuma_nobumori")
    assert [place(session, unit) for unit in ("sakuma_nobumori", "maeda_toshiie")] == ["fallen", "fallen"]
    assert (place(session, "oda_nobunaga"), mark(session, "oda_nobunaga", "morale")) == ("2921", -1)
    assert score(session) == (10, 20 - 2 - 3 - 1)


# -- movement ----------------------------------------------------------------------------------------------------------
@covers("shingens_arrival", "16-4-4.1", "16-6-3.1", "16-4-1.1", "16-4-3.1")
def test_four_points_at_morale_minus_four() -> None:
    session = campaign("takeda_act", HOME, baba_nobuharu=at(PLAIN, morale=-4), hirate_hirohide="2921")
    go(session, "baba_nobuharu", "move")
    assert refused(session, ("2924", "2923", NORTH)) is None  # 1 + 1 + 2
    assert refused(session, ("2924", "2923", NORTH, "2923")) == "16-2.1"
    assert refused(session, (NORTH, "2822")) is None  # 2 + 2
    assert refused(session, (NORTH, "2822", "2823")) == "16-2.1"


@covers("shingens_arrival", "16-4-6.1")
def test_friends_in_a_zone_and_before_a_castle_save_the_extra_points() -> None:
    session = campaign(
        "takeda_act",
        HOME,
        baba_nobuharu=PLAIN,
        amari_nobuyasu=NORTH,
        hirate_hirohide="2921",
        oyamada_nobushige="4329",
        takeda_katsuyori="4328",
    )
    assert spent(session, "baba_nobuharu", NORTH, "2822") == 2
    assert spent(session, "oyamada_nobushige", "4328") == 2


@covers("shingens_arrival", "5-2-4.2", "5-1-2.1")
@pytest.mark.parametrize(("inside", "cost"), [(None, 2), (True, 1)])
def test_a_force_outside_its_castle_has_a_zone_and_a_garrison_has_none(inside: bool | None, cost: int) -> None:
    session = campaign("takeda_act", HOME, baba_nobuharu="4330", nakane_masateru=at("4328", garrison=inside))
    assert spent(session, "baba_nobuharu", "4329") == cost


@covers("shingens_arrival", "16-7.1", "15.x1")
def test_iga_takes_a_step_of_any_unit_and_kills_nobody() -> None:
    session = campaign("oda_act", HOME, shibata_katsuie="1327", maeda_toshiie="shibata_katsuie_1", score=(5, 5))
    go(session, "shibata_katsuie", "move", ("1328",), "maeda_toshiie")
    assert (steps(session, "shibata_katsuie"), steps(session, "maeda_toshiie")) == (4, 1)
    last = campaign("oda_act", HOME, hirate_hirohide=at("1327", 1), score=(5, 5))
    go(last, "hirate_hirohide", "move", ("1328",))
    assert place(last, "hirate_hirohide") == "fallen"
    assert score(last) == (5, 5)


@covers("shingens_arrival", "16-8-1.1", "16-8-1.2", "16-8-2.3")
def test_of_two_entries_the_earlier_date_frees_the_tokugawa() -> None:
    units = {"takeda_nobutoyo": "5128", "akiyama_nobutomo": "3914", "okudaira_sadayoshi": "3927"}
    session = campaign("takeda_act", HOME, units, held=True)
    assert mark(session, "tokugawa", "held_back") == "waiting"
    go(session, "akiyama_nobutomo", "move", ("3814",))  # into Mino
    assert (mark(session, "tokugawa", "held_back"), mark(session, "oda", "held_back")) == (2, 2)
    go(session, "takeda_nobutoyo", "move", ("5129", "5029"))  # into Totomi
    assert (mark(session, "tokugawa", "held_back"), mark(session, "oda", "held_back")) == (1, 2)
    okudaira = campaign("takeda_act", HOME, units, held=True)
    go(okudaira, "okudaira_sadayoshi", "move", ("3928",))  # from Mikawa into Totomi: not for the Tokugawa
    assert (mark(okudaira, "tokugawa", "held_back"), mark(okudaira, "oda", "held_back")) == ("waiting", 2)


@covers("shingens_arrival", "16-8-1.1", "16-8-2.2", "16-8-2.3")
def test_entering_totomi_frees_tokugawa_next_stage_and_oda_in_two() -> None:
    units = {"takeda_shingen": "5128", "oda_nobunaga": "2924", "honda_tadakatsu": "4629"}
    session = campaign("takeda_act", units, held=True, stage=2)
    go(session, "takeda_shingen", "move", ("5129", "5029"))

    def free() -> tuple[bool, bool]:
        """Whether Honda may move at all, and Nobunaga into Mikawa; we stand in the Oda phase."""
        assert session.step == "oda_act"
        honda = "honda_tadakatsu" in legal(session) and why_not(session, "honda_tadakatsu", "move") is None
        go(session, "oda_nobunaga", "move")
        mikawa = refused(session, ("3024",))
        session.undo()
        session.undo()
        assert mikawa in (None, "16-8-2.2")
        return honda, mikawa is None

    assert free() == (False, False)  # stage 2
    go(session, "end_phase", "end_phase")
    assert free() == (True, False)  # stage 3
    go(session, "end_phase", "end_phase")
    assert free() == (True, True)  # stage 4


# -- lines, points, events ---------------------------------------------------------------------------------------------
@covers("shingens_arrival", "19-2-2(1).2", "8-2-4.1", "8-2-5.1")
@pytest.mark.parametrize(
    ("units", "points"),
    [
        ({}, 3),
        ({"ashikaga_yoshiaki": at("0725", risen=True)}, 1),
        ({"ashikaga_yoshiaki": at("0725", garrison=True, risen=True), "shibata_katsuie": at("0725", invested=True)}, 3),
        ({"ikko_band#1": "0726"}, 1),
        ({"ikko_band#1": "0726", "hirate_hirohide": "0725"}, 3),
        ({"ikko_band#1": "0233"}, 2),
    ],
    ids=["open", "yoshiaki up", "yoshiaki invested", "zone", "zone held", "sakai taken"],
)
def test_kyoto_and_sakai_pay_while_they_are_open_to_oda(units: dict[str, Any], points: int) -> None:
    session = campaign("check_lines", HOME, units, stage="initial")
    assert score(session) == (0, points)


@covers("shingens_arrival", "19-2-1(1).2", "8-2-3.x1", "5-2-3.1")
@pytest.mark.parametrize(("invested", "points", "morale"), [(True, 1, None), (None, 0, -1)])
def test_shingen_before_iwamura_is_in_communication_once_it_is_invested(
    invested: bool | None, points: int, morale: int | None
) -> None:
    units = {"takeda_shingen": at("3719", invested=invested), "takeda_nobutoyo": "takeda_shingen_1"}
    session = campaign("check_lines", units, stage="initial", oda_nobunaga="2517")
    assert score(session)[0] == points
    assert mark(session, "takeda_shingen", "morale") == morale


@covers("shingens_arrival", "15.x1", "8-5-1.1", "12-2-9.1")
def test_shingen_starved_of_his_line_is_gone_but_not_killed() -> None:
    session = campaign(
        "check_lines",
        stage="initial",
        takeda_shingen=at("2027", morale=-4),
        amari_nobuyasu="5713",
        baba_nobuharu="4328",
        nakane_masateru=at("4328", garrison=True),
        oda_nobunaga="2517",
        score=(5, 5),
    )
    assert place(session, "takeda_shingen") == "fallen"
    assert place(session, "amari_nobuyasu") == "5713"
    assert session.outcome is None
    assert score(session) == (5, 8)
    assert (mark(session, "baba_nobuharu", "morale"), mark(session, "nakane_masateru", "morale")) == (-1, None)


@covers("shingens_arrival", "17-1-2(4).5", "16-4.x2")
def test_azai_rise_for_oda_troops_alone_and_in_the_middle_of_the_march() -> None:
    units = {"shibata_katsuie": "1718", "honda_tadakatsu": "1718", "azai_nagamasa": "peace_azai"}
    session = campaign("oda_act", HOME, units, marks=[("azai", "at_peace", True)])
    go(session, "honda_tadakatsu", "move", ("1617",))
    assert mark(session, "azai", "at_peace")
    go(session, "shibata_katsuie", "move", ("1617",), "1616")
    assert mark(session, "azai", "at_peace") is None
    assert (place(session, "azai_nagamasa"), mark(session, "azai_nagamasa", "garrison")) == ("1616", None)
    assert refused(session, ("1616",)) == "16-6-2.1"  # the march goes on, but not there


@covers("shingens_arrival", "17-1-2(4).3", "13-1-3.2")
@pytest.mark.parametrize("besieger", ["azai", "oda"])
def test_peace_ends_investments_by_and_of_the_azai(besieger: str) -> None:
    hex = "1718" if besieger == "azai" else "1616"
    sides: dict[str, Any] = (
        {"azai_nagamasa": at(hex, invested=True), "hirate_hirohide": at(hex, garrison=True)}
        if besieger == "azai"
        else {
            "azai_nagamasa": at(hex, garrison=True),
            "shibata_katsuie": at(hex, invested=True),
            "ikeda_tsuneoki": "shibata_katsuie_1",
            "inaba_ittetsu": "shibata_katsuie_2",
        }
    )
    marks = [(hex, "morale", -2), (hex, "durability", 6)]
    session = campaign("random_event", HOME, sides, stage="initial", rolls=[3, 2], score=(0, 6), marks=marks)
    assert place(session, "azai_nagamasa") == "peace_azai"
    assert (mark(session, hex, "morale"), mark(session, hex, "durability")) == (None, 6)
    assert mark(session, "shibata_katsuie", "invested") is None


@covers("shingens_arrival", "10-2-9.4", "10-2-9.5")
def test_an_ikko_commander_replenishes_in_a_stage_in_which_he_cannot_act() -> None:
    session = campaign("anti_oda_act", HOME, rolls=[1], stage=3, azai_nagamasa="1616", shimotsuma_rairen=at("0330", 2))
    assert "shimotsuma_rairen" not in legal(session)
    go(session, Extra("shimotsuma_rairen"))
    assert steps(session, "shimotsuma_rairen") == 3
    assert Extra("shimotsuma_rairen") not in legal(session)


# -- forces ------------------------------------------------------------------------------------------------------------
@covers("shingens_arrival", "10-1-1.1", "10-1-2.1", "11-3-1.1", "11-3-5.1")
def test_shingen_takes_on_the_low_spirits_of_the_busho_he_takes_in() -> None:
    session = campaign(
        "takeda_act",
        stage=3,
        takeda_shingen="5713",
        baba_nobuharu=at("5713", morale=-2),
        amari_nobuyasu="baba_nobuharu_1",
        atobe_katsusuke=at("5713", acted="takeda"),
        anayama_nobukimi="5713",
        akiyama_nobutomo="5425",
    )
    assert "anayama_nobukimi" not in legal(session)  # 2 points in stage 3
    go(session, "takeda_shingen", "reorganize")
    assert refused(session, Transfer("atobe_katsusuke", "takeda_shingen")) == "10-1-1.1"
    assert refused(session, Transfer("anayama_nobukimi", "takeda_shingen")) is None
    go(session, Transfer("amari_nobuyasu", "takeda_shingen"), "done")
    assert (mark(session, "takeda_shingen", "morale"), mark(session, "baba_nobuharu", "morale")) == (-2, -2)
    assert legal(session) == ["akiyama_nobutomo", "end_phase"]  # Baba took part and is done


@covers("shingens_arrival", "10-2-1.1", "10-2-7.1")
def test_who_was_taken_in_shares_the_steps_of_the_same_action() -> None:
    units = {"takeda_shingen": at("5713", 2), "baba_nobuharu": at("5713", 2), "amari_nobuyasu": "5713"}
    session = campaign("takeda_act", units, rolls=[6], oda_nobunaga="2517")
    go(session, "takeda_shingen", "reorganize", Transfer("baba_nobuharu", "takeda_shingen"), "done", "troops")
    go(session, "baba_nobuharu", "baba_nobuharu")
    assert (steps(session, "takeda_shingen"), steps(session, "baba_nobuharu")) == (4, 4)


@covers("shingens_arrival", "13-2-6.x1", "19.x2")
def test_a_castle_brought_down_by_its_last_assaulter_lies_waste() -> None:
    session = campaign(
        "takeda_act", HOME, rolls=[6], score=(0, 5), takeda_nobutoyo=at("4529", 1), marks=[("4529", "durability", 1)]
    )
    assert "assault" in actions(session, "takeda_nobutoyo")
    go(session, "takeda_nobutoyo", "assault")
    assert said(session) == [
        (
            "the assault, 1 stronger than the garrison, -1 for the castle's level makes 5: "
            "Kuno loses 1 durability, its stormers 2 steps"
        )
    ]
    assert place(session, "takeda_nobutoyo") == "fallen"
    assert mark(session, "4529", "abandoned")
    assert score(session) == (0, 4)  # no capture; Oda has lost a castle of level 1


@covers("shingens_arrival", "13-3-6.2", "8-2-1.x1")
def test_a_ruin_restored_is_a_castle_of_the_restorer_and_no_capture() -> None:
    marks = [("4328", "durability", 0), ("4328", "abandoned", True)]
    session = campaign("takeda_act", HOME, rolls=[6], score=(5, 5), baba_nobuharu="4328", marks=marks)
    assert has_line(scene_of(session), force(session, "baba_nobuharu"))
    go(session, "baba_nobuharu", "replenish")  # other territory, 6: 2
    assert (mark(session, "4328", "durability"), mark(session, "4328", "control")) == (2, "takeda")
    assert mark(session, "4328", "abandoned") is None
    assert score(session) == (5, 5)


@covers("shingens_arrival", "17-1-2(3).1")
def test_an_offensive_lasts_for_its_turn() -> None:
    mine = {"shimotsuma_rairen": "0330"}
    calm = campaign("end_turn", HOME, mine, turn=2, stage=4, rolls=[2], marks=[("ikko_ikki", "offensive", True)])
    assert "random event: nothing happens" in said(calm)
    assert mark(calm, "ikko_ikki", "offensive") is None
    again = campaign("end_turn", HOME, mine, turn=2, stage=4, rolls=[1, 1])
    assert "random event: Ikko Sect Offensive" in said(again)
    assert mark(again, "ikko_ikki", "offensive")


@covers("shingens_arrival", "17-2-4.1", "17-2-1.1", "6-2.x1")
def test_when_makishima_opens_its_gates_yoshiaki_makes_peace_and_his_busho_goes_home() -> None:
    session = campaign(
        "oda_act",
        rolls=[4],
        score=(5, 5),
        takeda_shingen="5713",
        oda_nobunaga=at("0826", invested=True),
        ikeda_tsuneoki="oda_nobunaga_1",
        ashikaga_yoshiaki=at("0826", risen=True, garrison=True, morale=-1),
        matsunaga_hisahide=at("ashikaga_yoshiaki_1", risen=True),
        marks=[("0826", "durability", 1), ("0826", "morale", -2)],
    )
    go(session, "oda_nobunaga", "call_for_surrender")
    assert said(session) == [
        (
            "Oda Nobunaga (Oda) calls on Makishima to surrender, -1 for the taisho inside, +2 for morale makes 5: "
            "the gates are opened"
        )
    ]
    assert place(session, "ashikaga_yoshiaki") == "off_map_ashikaga"
    assert (place(session, "matsunaga_hisahide"), mark(session, "matsunaga_hisahide", "morale")) == ("0631", -1)
    assert mark(session, "matsunaga_hisahide", "garrison")
    assert score(session) == (5, 6)


@covers("shingens_arrival", "12-2-8.x2", "14-3-7.x1", "19-1.2")
def test_nobunaga_may_be_lost_by_a_sortie() -> None:
    """At -2 he loses the battle before his gate; a 3 is -5."""
    session = campaign(
        "oda_act",
        rolls=[1, 6, 3],
        takeda_shingen="2517",
        takeda_nobutoyo="takeda_shingen_1",
        amari_nobuyasu="5713",
        oda_nobunaga=at("2517", garrison=True, morale=-2),
    )
    go(session, "oda_nobunaga", "decisive_battle")
    assert said(session) == [
        "the attackers, strength 4, -1 for commanders, -2 for morale makes -2: no steps lost by the defenders",
        "the defenders, strength 8, +1 for commanders, +2 for morale makes 9: 3 steps lost by the attackers",
        "Oda Nobunaga (Oda) gives way: stays inside, 3 morale lost",
        "Oda Nobunaga (Oda) loses 3 morale and is below -4: the force breaks up",
    ]
    assert winner(session) == "takeda_player"


@covers("shingens_arrival", "14-6-11.2", "25-2.1")
def test_nagamasa_killed_in_an_even_round_ends_the_battle_and_his_army() -> None:
    session = campaign(
        "anti_oda_act",
        rolls=[6, 6],
        score=(5, 5),
        takeda_shingen="5713",
        azai_nagamasa=at(PLAIN, 1),
        atsuji_sadayuki="azai_nagamasa_1",
        akao_kiyotsuna="azai_nagamasa_2",
        azai_hisamasa="1616",
        oda_nobunaga=NORTH,
    )
    go(session, "azai_nagamasa", "decisive_battle", "azai_nagamasa")
    for unit in ("azai_nagamasa", "atsuji_sadayuki", "azai_hisamasa"):
        assert place(session, unit) == "fallen"
    assert rolls(session) == ["decisive battle, attacker", "decisive battle, defender"]
    assert steps(session, "oda_nobunaga") == 3
    assert score(session) == (5, 5)


@covers("shingens_arrival", "17-2-3.1")
@pytest.mark.parametrize(("how", "invested"), [("assault", None), ("invest_and_assault", True)])
def test_rokkaku_wakes_and_the_assault_has_become_too_weak(how: str, invested: bool | None) -> None:
    session = campaign("oda_act", HOME, shibata_katsuie="1324")
    go(session, "shibata_katsuie", how)  # 4 against the 4 of Rokkaku
    assert rolls(session) == []
    assert (place(session, "rokkaku_jotei"), mark(session, "rokkaku_jotei", "garrison")) == ("1324", True)
    assert mark(session, "shibata_katsuie", "invested") == invested
    assert mark(session, "shibata_katsuie", "acted")
