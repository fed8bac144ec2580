"""A second reading by outside eyes: small positions from the rulebook, each worked out by hand before it was played."""

from __future__ import annotations

import pytest

from compiler.play.session import Session
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
    SOUTH,
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
    rolling,
    rolls,
    said,
    scene_of,
    score,
    steps,
    why_not,
    winner,
)


def spent(session: Session, unit: str, *path: str, strategic: bool = False) -> int:
    return March(scene_of(session), force(session, unit), strategic=strategic).spent(path)


# -- movement ----------------------------------------------------------------------------------------------------------
@covers("shingens_arrival", "16-4-3.1", "16-4-6.1", "16-3.1")
@pytest.mark.parametrize("friend", [None, "hirate_hirohide"])
def test_who_leaves_an_enemy_castle_last_pays_in_a_strategic_march_too(friend: str | None) -> None:
    """Eight flat hexes from Nagashima take all eight points; the ninth, for leaving its hex, nobody has."""
    way = ("2223", "2224", "2225", "2126", "2026", "1927", "1827", "1727")
    units = {"takigawa_kazumasu": "2323", "hattori_tomosada": at("2323", garrison=True), "hashiba_hideyoshi": "2223"}
    session = campaign("oda_act", HOME, units, {} if friend is None else {friend: "2323"})
    go(session, "takigawa_kazumasu", "strategic_move")
    assert refused(session, way[:-1]) is None
    assert (refused(session, way) is None) == (friend is not None)


@covers("shingens_arrival", "18-2.1", "16-3.1", "TEC.1")
def test_snow_doubles_the_ground_of_a_strategic_march_too() -> None:
    """2119 is rough, in Mino: 2 or 1, and twice that under snow; the zone point stays one."""
    for weather, tactical, strategic in (("clear", 2, 1), ("snow", 4, 2)):
        session = campaign("oda_act", HOME, oda_nobukane="2219", weather=weather)
        assert spent(session, "oda_nobukane", "2119") == tactical
        assert spent(session, "oda_nobukane", "2119", strategic=True) == strategic
    zone = campaign("oda_act", HOME, oda_nobukane="2219", amari_nobuyasu="2118", weather="snow")
    assert spent(zone, "oda_nobukane", "2119") == 5


@covers("shingens_arrival", "16-2-4.2", "18-4.1", "14-2-1.3")
def test_seta_bridge_takes_the_river_from_a_march_and_not_from_an_attack() -> None:
    for weather in ("clear", "thaw"):
        session = campaign("takeda_act", HOME, baba_nobuharu="1024", weather=weather)
        assert spent(session, "baba_nobuharu", "0925") == 2  # rough
    battle = campaign("takeda_act", HOME, rolls=[4], baba_nobuharu="1024", hirate_hirohide="0925")
    go(battle, "baba_nobuharu", "skirmish")
    assert said(battle)[0].startswith("the attack, strength 4, -1 for the ground, -2 for the river, +2 for commanders")


@covers("shingens_arrival", "16-8-1.3", "16-8-1.1", "12-2-1.1")
def test_tokugawa_who_stand_still_fight_and_mend_but_do_not_go_inside() -> None:
    units = {"honda_tadakatsu": at("4230", 1, morale=-1), "amari_nobuyasu": "4330", "okubo_tadayo": "4230"}
    session = campaign("oda_act", HOME, units, held=True)
    assert why_not(session, "honda_tadakatsu", "move") == "16-8-1.1"
    assert {"skirmish", "recover_morale", "replenish"} <= set(actions(session, "honda_tadakatsu"))


# -- lines of communication --------------------------------------------------------------------------------------------


@covers("shingens_arrival", "8-5-2.1", "11-4-3.1", "8-1.5")
def test_the_ikko_need_no_line_and_asakura_do() -> None:
    far = {"shimotsuma_rairen": at("2923", 2, morale=-1), "asakura_kageakira": at("2924", 2, morale=-1)}
    session = campaign("anti_oda_act", HOME, far, rolls=[6])
    assert why_not(session, "asakura_kageakira", "replenish") == "10-2-12.1"
    assert why_not(session, "shimotsuma_rairen", "replenish") is None
    go(session, "shimotsuma_rairen", "recover_morale")
    assert rolls(session) == []
    assert mark(session, "shimotsuma_rairen", "morale") is None
    go(session, "asakura_kageakira", "recover_morale")
    assert mark(session, "asakura_kageakira", "morale") == -1  # a 6 against 2


# -- garrisons and sieges ----------------------------------------------------------------------------------------------


@covers("shingens_arrival", "13-1-7.1", "13-3-5.x2")
@pytest.mark.parametrize(("step", "dice"), [("takeda_sieges", 1), ("anti_oda_sieges", 0), ("oda_sieges", 0)])
def test_a_castle_that_changed_hands_is_checked_in_the_phase_of_its_new_owner(step: str, dice: int) -> None:
    units = {"tokugawa_ieyasu": at("4328", invested=True), "okubo_tadayo": "tokugawa_ieyasu_1"}
    session = campaign(step, HOME, units, rolls=[6], marks=[("4328", "control", "takeda")])
    if rolling(session) is None and dice:
        go(session, "stand")
    assert len(rolls(session)) == dice


@covers("shingens_arrival", "10-2-2.3", "10-2-9.4")
@pytest.mark.parametrize(("invested", "rule"), [(True, "10-2-2.3"), (None, None)])
def test_an_enemy_at_the_gate_does_not_stop_the_ikko_an_investment_does(
    invested: bool | None, rule: str | None
) -> None:
    units = {"oda_nobunaga": at("2323", invested=invested), "ikeda_tsuneoki": "oda_nobunaga_1"}
    more = {"maeda_toshiie": "oda_nobunaga_2", "takeda_shingen": "5713"}
    session = campaign("anti_oda_act", units, more, ganshoji_shokei=at("2323", 1, garrison=True))
    assert refused(session, Extra("ganshoji_shokei")) == rule


@covers("shingens_arrival", "13-4.2", "13-3-5(2).2", "19-2-3.4", "19-2-2(1).1")
def test_nagashima_lost_costs_takeda_nothing() -> None:
    """17 strong of the 9 that level 3 asks for; durability 1, a 5 less 1 for the taisho opens the gates."""
    units = {
        "oda_nobunaga": at("2323", invested=True),
        "ikeda_tsuneoki": "oda_nobunaga_1",
        "inaba_ittetsu": "oda_nobunaga_2",
        "takeda_shingen": "5713",
        "ganshoji_shokei": at("2323", 3, garrison=True),
        "ikko_band#1": "ganshoji_shokei_1",
    }
    session = campaign("oda_act", units, rolls=[5], score=(7, 0), marks=[("2323", "durability", 1)])
    go(session, "oda_nobunaga", "call_for_surrender")
    assert asked(session) == "takeda_player"
    assert set(legal(session)) == {"1616", "1517"}  # of an allied army, and nearer than Honganji
    go(session, "1517", "hold")
    assert mark(session, "2323", "control") == "oda"
    assert score(session) == (7, 3)


@covers("shingens_arrival", "14-3-8.1", "14-3-5.4")
def test_no_retreat_into_a_castle_with_an_enemy_before_it() -> None:
    """Hirate stands north of Kiyosu; from the north he is driven towards it, but Amari stands there."""
    units = {"baba_nobuharu": "2619", "hirate_hirohide": "2620", "amari_nobuyasu": "2621"}
    session = campaign("takeda_act", HOME, units, rolls=[4])
    go(session, "baba_nobuharu", "skirmish", 1)
    assert refused(session, ("2621",)) == "14-3-5.4"
    go(session, ("2721",))
    assert place(session, "hirate_hirohide") == "2721"


@covers("shingens_arrival", "14-3-8.1", "17-2-1.1")
def test_an_ashikaga_lord_does_not_shut_himself_up_with_the_ikko() -> None:
    units = {"rokkaku_jotei": at("2322", risen=True), "shibata_katsuie": "2321"}
    host = {"ikeda_tsuneoki": "shibata_katsuie_1", "inaba_ittetsu": "shibata_katsuie_2"}
    session = campaign("oda_act", HOME, units, host, rolls=[4])
    go(session, "shibata_katsuie", "skirmish", 1)
    assert refused(session, ("2323", "garrison")) is not None


@covers("shingens_arrival", "14-6-10.2", "14-6-10.x1")
def test_each_beaten_force_rolls_for_itself() -> None:
    session = campaign(
        "takeda_act",
        HOST,
        rolls=[6, 1, 1, 2],
        takeda_shingen=PLAIN,
        oda_nobunaga=NORTH,
        ikeda_tsuneoki="oda_nobunaga_1",
        shibata_katsuie=NORTH,
        amari_nobuyasu="5713",
    )
    go(session, "takeda_shingen", "decisive_battle", "shibata_katsuie")
    while not said(session):
        go(session, "enough")
    # 20 strong, 6 + 1 = 7: 3; 12 strong, 1 - 1 = 0: nothing
    assert said(session)[0].endswith("3 steps lost by the defenders")
    assert said(session)[1].endswith("no steps lost by the attackers")
    while "retreat" not in rolls(session):
        go(session, "ikeda_tsuneoki")
    go(session, ("2921",))
    assert rolls(session).count("retreat") == 2


@covers("shingens_arrival", "25-2.1", "19-2-3.1", "19-2-3.7")
def test_yoshikage_killed_takes_his_army_and_no_points() -> None:
    units = {"asakura_yoshikage": at(PLAIN, 1), "asakura_kageakira": "1706", "tomita_nagashige": "asakura_kageakira_1"}
    session = campaign("oda_act", HOME, units, rolls=[6], score=(9, 9), shibata_katsuie=NORTH)
    go(session, "shibata_katsuie", "skirmish", 0)
    assert [place(session, unit) for unit in units] == ["fallen"] * 3
    assert score(session) == (9, 9)


# -- reorganisation, replenishment, morale -----------------------------------------------------------------------------
@covers("shingens_arrival", "10-1-2.1", "4-1-4.1")
def test_one_who_can_act_takes_in_one_who_cannot() -> None:
    """Third stage: Baba (3) takes in Amari (2); of two who cannot act neither begins."""
    session = campaign("takeda_act", HOME, stage=3, baba_nobuharu="5713", amari_nobuyasu="5713")
    assert "baba_nobuharu" in legal(session)
    go(session, "baba_nobuharu", "reorganize")
    assert refused(session, Transfer("amari_nobuyasu", "baba_nobuharu")) is None
    none = campaign("takeda_act", HOME, stage=3, anayama_nobukimi="5425", amari_nobuyasu="5425")
    assert refused(none, "anayama_nobukimi") == "4-1-4.1"


@covers("shingens_arrival", "REP-TAK.2", "10-2-2.1")
def test_yoshiaki_though_a_taisho_has_no_table() -> None:
    session = campaign("anti_oda_act", HOME, ashikaga_yoshiaki=at("0725", 2, risen=True))
    assert why_not(session, "ashikaga_yoshiaki", "replenish") == "10-2-3.1"


# -- events, weather, the end ------------------------------------------------------------------------------------------
@covers("shingens_arrival", "17-1-2(3).2")
def test_in_an_offensive_bands_keep_their_own_points() -> None:
    units = {"shimotsuma_rairen": "0330", "ikko_band#1": "0330", "ikko_band#2": PLAIN}
    session = campaign("anti_oda_act", HOME, units, stage=3, marks=[("ikko_ikki", "offensive", True)])
    assert "shimotsuma_rairen" in legal(session)
    assert "ikko_band#2" not in legal(session)


@covers("shingens_arrival", "19-2-3.9", "13-3-5(3).2", "17-2-4.1")
def test_yoshiaki_in_a_castle_that_surrenders_makes_peace_and_costs_nothing() -> None:
    units = {"ashikaga_yoshiaki": at("0826", garrison=True, risen=True), "takeda_shingen": "5713"}
    besieger = {"oda_nobunaga": at("0826", invested=True), "ikeda_tsuneoki": "oda_nobunaga_1"}
    session = campaign(
        "oda_act", units, besieger, rolls=[6], score=(5, 20), marks=[("0826", "durability", 1), ("0826", "morale", -4)]
    )
    go(session, "oda_nobunaga", "call_for_surrender", "hold")
    assert place(session, "ashikaga_yoshiaki") != "fallen"
    assert score(session) == (5, 21)


@covers("shingens_arrival", "19-1.2", "25-2.4")
def test_nobunaga_taken_in_a_castle_ends_the_game() -> None:
    units = {**HOST, "takeda_shingen": at("2621", invested=True), "oda_nobunaga": at("2621", garrison=True)}
    session = campaign("takeda_act", units, rolls=[6], marks=[("2621", "durability", 1), ("2621", "morale", -4)])
    go(session, "takeda_shingen", "call_for_surrender")
    assert winner(session) == "takeda_player"


@covers("shingens_arrival", "19-2-1(1).3", "19-2-1(1).4")
def test_others_than_shingen_cross_and_enter_for_nothing() -> None:
    session = campaign("takeda_act", HOME, takeda_katsuyori="1024")
    go(session, "takeda_katsuyori", "move", ("0925", "0825", "0725"))
    assert score(session) == (0, 0)


# -- what hangs together -----------------------------------------------------------------------------------------------
@covers("shingens_arrival", "19-2-1(1).3")
def test_over_the_bridge_and_back_is_crossed_once() -> None:
    session = campaign("takeda_act", takeda_shingen="1024", oda_nobunaga="2517")
    go(session, "takeda_shingen", "move", ("0925", "1024"))
    assert score(session)[0] == 10


@covers("shingens_arrival", "12-2-1.1", "16-6-3.1")
@pytest.mark.parametrize(("morale", "rule"), [(-2, None), (-3, "12-2-1.1")])
def test_the_gate_takes_a_point_of_its_own(morale: int, rule: str | None) -> None:
    """To and fro and before Kariya: five flat hexes, and the gate is the sixth point."""
    way = (PLAIN, NORTH, PLAIN, SOUTH, "2925")
    session = campaign("oda_act", HOME, hirate_hirohide=at(SOUTH, morale=morale))
    go(session, "hirate_hirohide", "move")
    assert refused(session, way) is None
    assert refused(session, (*way, "garrison")) == rule


@covers("shingens_arrival", "17-2-2.1", "17-2-3.1", "13.0(1).1")
def test_takeda_neither_besiege_nor_enter_a_sleeping_lords_castle() -> None:
    session = campaign("takeda_act", HOME, baba_nobuharu="0725")
    assert why_not(session, "baba_nobuharu", "invest") is not None
    assert why_not(session, "baba_nobuharu", "assault") is not None
    go(session, "baba_nobuharu", "move")
    assert refused(session, ("garrison",)) == "17-2-2.1"


@covers("shingens_arrival", "17-2-2.1", "16-4-2.1")
def test_a_sleeping_lords_castle_costs_oda_nothing_and_one_who_has_risen_a_point() -> None:
    asleep = campaign("oda_act", HOME, hirate_hirohide="1323")
    awake = campaign("oda_act", HOME, hirate_hirohide="1323", rokkaku_jotei=at("1324", garrison=True, risen=True))
    assert spent(awake, "hirate_hirohide", "1324") == spent(asleep, "hirate_hirohide", "1324") + 1


@covers("shingens_arrival", "10-2-9.4")
def test_one_extra_replenishment_in_a_phase_and_another_in_the_next() -> None:
    session = campaign("anti_oda_act", HOME, rolls=[1, 1], ganshoji_shokei=at("2323", 1))
    go(session, Extra("ganshoji_shokei"))
    assert steps(session, "ganshoji_shokei") == 2
    assert refused(session, Extra("ganshoji_shokei")) == "10-2-9.4"
    assert why_not(session, "ganshoji_shokei", "replenish") is None  # his regular action is still his
    go(session, "end_phase", "end_phase", "end_phase")
    assert session.step == "anti_oda_act"
    assert refused(session, Extra("ganshoji_shokei")) is None


@covers("shingens_arrival", "14-3-6.4", "14-3-6.1", "14-3-6.3")
def test_a_river_into_a_zone_costs_one_step() -> None:
    """From 2322 to 2321 over a river, into the zone of Amemori in 2221: two reasons, one step."""
    units = {"hirate_hirohide": "2322", "ikeda_tsuneoki": "2322", "azai_nagamasa": "2323", "amemori_kiyosada": "2221"}
    session = campaign("anti_oda_act", HOME, units, rolls=[6])
    go(session, "azai_nagamasa", "skirmish", Attack(("ikeda_tsuneoki",)), 1, ("2321",))
    assert steps(session, "ikeda_tsuneoki") == 3


@covers("shingens_arrival", "14-3-2.1", "6-2.x1", "14-5.1")
def test_those_whose_leader_fell_strike_back_all_the_same() -> None:
    """Shibata, one step, leads Maeda and Sassa (2 each): a result of 1 taken by him leaves 4 to strike back."""
    units = {
        "shibata_katsuie": at(NORTH, 1),
        "maeda_toshiie": "shibata_katsuie_1",
        "sassa_narimasa": "shibata_katsuie_2",
    }
    session = campaign("takeda_act", HOME, units, rolls=[6, 6], baba_nobuharu=PLAIN, score=(5, 5))
    go(session, "baba_nobuharu", "skirmish", 0, "shibata_katsuie")
    assert place(session, "shibata_katsuie") == "fallen"
    assert score(session) == (5, 2)
    # 4 strong, busho 1 against taisho 2: 6 - 1 = 5, 1 step
    assert said(session)[-1].endswith("strength 4, -1 for commanders makes 5: 1 step lost by Baba Nobuharu (Takeda)")
    assert steps(session, "baba_nobuharu") == 3


@covers("shingens_arrival", "25-2.2", "12-2.2")
def test_castles_of_a_fallen_army_still_take_in_its_friends() -> None:
    units = {"tokugawa_ieyasu": at(NORTH, 1), "hirate_hirohide": "3126"}
    session = campaign("takeda_act", HOME, units, rolls=[6], baba_nobuharu=PLAIN)
    go(session, "baba_nobuharu", "skirmish", 0)
    assert place(session, "tokugawa_ieyasu") == "fallen"
    go(session, "end_phase")
    go(session, "hirate_hirohide", "move", ("garrison",))
    assert mark(session, "hirate_hirohide", "garrison")


@covers("shingens_arrival", "13-1-1.1", "13-2-2.x1")
def test_azai_and_takeda_invest_together_and_storm_apart() -> None:
    """Sawayama, level 2: 4 of Katsuyori and 4 of Nagamasa make the 6; only the Takeda army storms in its phase."""
    units = {"takeda_katsuyori": "1619", "azai_nagamasa": "1619", "akao_kiyotsuna": "azai_nagamasa_1"}
    session = campaign("takeda_act", HOME, units)
    assert why_not(session, "takeda_katsuyori", "invest") is None
    alone = campaign("takeda_act", HOME, takeda_katsuyori="1619")
    assert why_not(alone, "takeda_katsuyori", "invest") == "13-1-1.1"
    go(session, "takeda_katsuyori", "assault")
    assert refused(session, "azai_nagamasa") is not None


@covers("shingens_arrival", "13-1-3.1", "17-1-2(4).3")
def test_peace_of_the_azai_ends_an_investment_they_were_needed_for() -> None:
    units = {
        "takeda_katsuyori": at("1619", invested=True),
        "azai_nagamasa": "1619",
        "akao_kiyotsuna": "azai_nagamasa_1",
    }
    session = campaign(
        "random_event", HOME, units, stage="initial", rolls=[3, 2], score=(0, 9), marks=[("1619", "morale", -2)]
    )
    assert place(session, "azai_nagamasa") == "peace_azai"
    assert mark(session, "takeda_katsuyori", "invested") is None
    assert mark(session, "1619", "morale") is None


@covers("shingens_arrival", "PEACE.1", "17-1-2(4).2")
def test_a_five_brings_peace_with_five_lords_and_the_asakura() -> None:
    lords = ("ashikaga_yoshiaki", "matsunaga_hisahide", "kitabatake_tomonori", "araki_murashige", "endo_morikazu")
    stay = ("miyoshi_yoshitsugu", "rokkaku_jotei", "hatano_hideharu", "itami_chikaoki")
    homes = ("0725", "0631", "1633", "0328", "2810", "0432", "1324", "0325", "0228")
    units = {lord: at(hex, risen=True) for lord, hex in zip((*lords, *stay), homes, strict=True)}
    session = campaign(
        "random_event",
        HOME,
        units,
        stage="initial",
        rolls=[6, 5],
        score=(0, 6),
        asakura_yoshikage="1706",
        azai_nagamasa="1616",
    )
    assert [place(session, lord) for lord in stay] == list(homes[5:])
    assert not {place(session, lord) for lord in lords} & set(homes)
    assert (place(session, "asakura_yoshikage"), place(session, "azai_nagamasa")) == ("peace_asakura", "1616")


@covers("shingens_arrival", "14-6-8.1", "14-6-8.4", "6-1-7.1")
@pytest.mark.parametrize(
    ("where", "unit", "words"),
    [
        ("asakura_yoshikage_1", "asakura_kagetake", "-2 for commanders makes 4"),  # led: only his strength
        (PLAIN, "yamazaki_yoshiie", "-2 for commanders makes 4"),  # no commander
        (PLAIN, "asakura_kagetake", "-1 for commanders makes 5"),  # a taisho with a force of his own
    ],
)
def test_whose_modifier_a_battle_may_use(where: str, unit: str, words: str) -> None:
    """Yoshikage 0, Kagetake 1, Yamazaki 1, against Nobunaga's 2."""
    units = {"asakura_yoshikage": PLAIN, unit: where, "oda_nobunaga": NORTH, "takeda_shingen": "5713"}
    session = campaign("anti_oda_act", units, rolls=[6, 1])
    go(session, "asakura_yoshikage", "decisive_battle")
    while not said(session):
        go(session, *[answer for answer in legal(session) if answer in (unit, "enough")][:1])
    assert words in said(session)[0]


@covers("shingens_arrival", "12-2-8.3", "12-2-8.4")
def test_a_sally_is_led_by_its_most_senior_however_he_fights() -> None:
    """Sakuma, a taisho of 0, and Inaba, a busho of 1: 0 - 0, -1 for the sortie, flat ground; 5 - 1 = 4 with 8: 1."""
    inside = {unit: at("2621", garrison=True) for unit in ("sakuma_nobumori", "inaba_ittetsu")}
    session = campaign("oda_act", HOME, inside, rolls=[5], amari_nobuyasu="2621")
    go(session, "inaba_ittetsu", "skirmish", "sakuma_nobumori")
    while not said(session):
        go(session, legal(session)[0])
    assert said(session)[0].startswith("the attack, strength 8, -1 for the sortie makes 4:")
    assert "loses 1" in said(session)[0]


@covers("shingens_arrival", "10-2-10.1")
def test_nobody_mends_the_castle_he_besieges() -> None:
    units = {**HOST, "takeda_shingen": at("4328", invested=True), "baba_nobuharu": "4427", "oda_nobunaga": "2517"}
    session = campaign("takeda_act", units, marks=[("4328", "durability", 3)])
    assert why_not(session, "takeda_shingen", "replenish") == "10-2-10.1"


@covers("shingens_arrival", "19-2-3.4", "19-2-3.5", "13-3-5(3).2")
def test_tsukude_surrendered_costs_its_level_and_its_busho() -> None:
    units = {"tokugawa_ieyasu": at("3625", invested=True), "okudaira_sadayoshi": at("3625", garrison=True)}
    marks = [("3625", "durability", 1), ("3625", "morale", -4)]
    session = campaign("oda_act", HOME, units, rolls=[6], score=(9, 9), marks=marks)
    go(session, "tokugawa_ieyasu", "call_for_surrender", "hold")
    assert score(session) == (9 - 1 - 1, 9 + 1)
