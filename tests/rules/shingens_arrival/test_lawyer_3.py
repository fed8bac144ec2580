"""A third reading by outside eyes: where two rules meet, worked out by hand before it was played."""

from __future__ import annotations

import pytest

from compiler.play.session import Session
from compiler.rules.shingens_arrival.ch08_lines import has_line
from compiler.rules.shingens_arrival.ch13_siege import Join
from compiler.rules.shingens_arrival.ch16_dropping import Drop
from compiler.rules.shingens_arrival.ch16_march import March
from compiler.rules.shingens_arrival.ch16_movement import Halt
from tests.rules.covering import covers
from tests.rules.shingens_arrival.campaign import (
    HOME,
    HOST,
    NORTH,
    PLAIN,
    SOUTH,
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
    winner,
)

TRIO = {"ikeda_tsuneoki": "shibata_katsuie_1", "inaba_ittetsu": "shibata_katsuie_2"}  # with Shibata 12


def spent(session: Session, unit: str, *path: str, strategic: bool = False) -> int:
    return March(scene_of(session), force(session, unit), strategic=strategic).spent(path)


# -- sieges ------------------------------------------------------------------------------------------------------------
@covers("shingens_arrival", "13-3-4.2", "13-3-4.3", "25-2.4")
def test_of_a_sodaisho_and_a_taisho_inside_the_sodaisho_alone_counts() -> None:
    """6 - 2 + 4 = 8, the first that is a surrender at durability 1; with both it would be 7."""
    inside = {unit: at("4230", garrison=True) for unit in ("tokugawa_ieyasu", "honda_tadakatsu")}
    host = {**HOST, "takeda_shingen": at("4230", invested=True), "oda_nobunaga": "2517"}
    marks = [("4230", "morale", -4), ("4230", "durability", 1)]
    session = campaign("takeda_act", inside, host, rolls=[6], score=(0, 30), marks=marks)
    go(session, "takeda_shingen", "call_for_surrender")
    assert said(session)[-1].endswith("makes 8: it surrenders")
    assert place(session, "honda_tadakatsu") == "fallen"
    assert score(session) == (3, 30 - 3 - 5 - 3)  # both were inside: both are killed


@covers("shingens_arrival", "13-2-5.4", "13-2-5.1", "13-2-4.2")
def test_a_castle_in_foothills_is_three_harder() -> None:
    """Fukushima, level 1: 12 strong, 6 - 1 - 2 = 3 in the column for 10 to 15: 1/2."""
    session = campaign("oda_act", HOME, TRIO, rolls=[6], shibata_katsuie="4110")
    go(session, "shibata_katsuie", "assault", "ikeda_tsuneoki", "ikeda_tsuneoki")
    assert mark(session, "4110", "durability") == 9
    assert steps(session, "ikeda_tsuneoki") == 2


@covers("shingens_arrival", "13-2-5.3", "13-2-5.2", "13-2-2.1")
def test_the_shaken_busho_who_joins_lowers_the_roll() -> None:
    """22 strong, 5 - 2 - 1 for Futamata, -2 against -1: 1, in the column for 21 to 30: 1/2."""
    units = {**HOST, "takeda_shingen": "4328", "amari_nobuyasu": at("4328", morale=-2), "oda_nobunaga": "2517"}
    session = campaign("takeda_act", units, rolls=[5], marks=[("4328", "morale", -1)])
    go(session, "takeda_shingen", "assault", Join("amari_nobuyasu", "assault"))
    while not said(session):
        go(session, legal(session)[-1])
    assert "makes 1:" in said(session)[0]
    assert "1 durability, its stormers 2 steps" in said(session)[0]


@covers("shingens_arrival", "13-2-3.2", "13-2-4.1")
def test_one_stronger_than_the_garrison_is_enough_and_costs_four() -> None:
    units = {
        "baba_nobuharu": "4328",
        "amari_nobuyasu": at("baba_nobuharu_1", 1),
        "honda_tadakatsu": at("4328", garrison=True),
    }
    session = campaign("takeda_act", HOME, units, rolls=[6])
    go(session, "baba_nobuharu", "assault")
    assert said(session)[0].startswith("the assault, 1 stronger than the garrison")
    assert said(session)[0].endswith("Futamata loses no durability, its stormers 4 steps")


@covers("shingens_arrival", "15.0.1", "19-2-3.5", "13-2-6.2")
def test_who_falls_before_walls_that_stand_is_killed_in_action() -> None:
    session = campaign("takeda_act", HOME, rolls=[1], score=(5, 5), amari_nobuyasu=at("4028", 1))
    go(session, "amari_nobuyasu", "assault")
    assert place(session, "amari_nobuyasu") == "fallen"
    assert (mark(session, "4028", "control"), mark(session, "4028", "durability")) == (None, None)
    assert score(session) == (4, 5)


@covers("shingens_arrival", "13-3-7.3", "13-3-4.2", "13-3-5(2).2")
@pytest.mark.parametrize(("fall", "killed", "oda"), [(5, False, 30 - 3), (6, True, 30 - 3 - 5)])
def test_a_sodaisho_inside_counts_in_the_roll_of_the_fall(fall: int, killed: bool, oda: int) -> None:
    """5 - 2 = 3 opens the gates, 6 - 2 = 4 is a surrender."""
    units = {**HOST, "takeda_shingen": "4230", "oda_nobunaga": "2517"}
    ieyasu = at("4230", 1, garrison=True)
    session = campaign(
        "takeda_act", units, rolls=[6, fall], score=(0, 30), marks=[("4230", "durability", 1)], tokugawa_ieyasu=ieyasu
    )
    go(session, "takeda_shingen", "assault", "takeda_nobutoyo")
    if not killed:
        go(session, "4328")  # of three castles equally near
    assert place(session, "tokugawa_ieyasu") == ("fallen" if killed else "4328")
    assert score(session) == (3, oda)


@covers("shingens_arrival", "13-3-5(2).2")
def test_the_garrison_does_not_go_where_an_enemy_stands_before_the_walls() -> None:
    units = {**HOST, "takeda_shingen": at("4328", invested=True), "oda_nobunaga": "2517", "kiso_yoshimasa": "4529"}
    marks = [("4328", "durability", 1)]
    session = campaign("takeda_act", units, rolls=[4], marks=marks, nakane_masateru=at("4328", garrison=True))
    go(session, "takeda_shingen", "call_for_surrender")
    assert asked(session) == "oda_player"
    assert set(legal(session)) == {"4028", "4629", "4230"}


@covers("shingens_arrival", "13-3-5(3).3", "10-2-9.1", "19-2-1(1).1")
def test_steps_of_those_who_surrendered_to_the_ikko_raise_their_dead() -> None:
    """Takigawa's four steps give two; Ganshoji is whole, so two lost bands come back with one each."""
    lost = {f"ikko_band#{n}": at("lost_ikko_ikki", 1) for n in (1, 2)}
    units = {"ganshoji_shokei": at("2324", invested=True), "takigawa_kazumasu": at("2324", garrison=True)}
    marks = [("2324", "durability", 1), ("2324", "morale", -4)]
    session = campaign("anti_oda_act", HOME, lost, units, rolls=[6], score=(5, 10), marks=marks)
    go(session, "ganshoji_shokei", "call_for_surrender")
    go(session, *lost)
    assert [steps(session, band) for band in lost] == [1, 1]
    assert {place(session, band)[:15] for band in lost} == {"ganshoji_shokei"}
    assert score(session) == (5, 10 - 1 - 3)


@covers("shingens_arrival", "SURRENDER.1", "13-3-4.4", "13-3-4.1")
@pytest.mark.parametrize(
    ("mine", "castle", "durability", "die", "word"),
    [
        (None, -3, None, 6, "the gates are opened"),  # 9 at durability 10
        (None, -2, None, 6, "it refuses"),
        (-2, -2, 4, 5, "it refuses"),  # 5, no difference
        (-2, -2, 4, 6, "the gates are opened"),
        (-4, None, 1, 6, "it refuses"),  # 2
        (-1, -4, 7, 6, "the gates are opened"),  # 9; 10 would be a surrender
    ],
)
def test_calls_by_morale_and_walls(
    mine: int | None, castle: int | None, durability: int | None, die: int, word: str
) -> None:
    units = {**HOST, "takeda_shingen": at("4328", invested=True, morale=mine), "oda_nobunaga": "2517"}
    marks = [("4328", "morale", castle), ("4328", "durability", durability)]
    session = campaign("takeda_act", units, rolls=[die], marks=[one for one in marks if one[2] is not None])
    go(session, "takeda_shingen", "call_for_surrender")
    assert word in said(session)[0]


@covers("shingens_arrival", "13-4.1", "13-4.2", "13-3-5.x2")
@pytest.mark.parametrize("army", ["oda", "tokugawa"])
def test_of_two_armies_before_a_castle_their_player_names_the_taker(army: str) -> None:
    units = {"shibata_katsuie": at("3625", invested=True), "tokugawa_ieyasu": at("3625", invested=True)}
    session = campaign("takeda_sieges", HOME, units, score=(9, 9))
    go(session, "offer", "accept")
    assert set(legal(session)) == {"oda", "tokugawa"}
    go(session, army, "hold")
    assert mark(session, "3625", "control") == army
    assert score(session) == (8, 10)


@covers("shingens_arrival", "6-2.x1", "13-1-4.1", "13-2-6.2", "19-2-3.6")
def test_an_investment_outlives_its_leader() -> None:
    """Katsuyori's last step is lost before Kuno; the four of his busho are more than the three it takes."""
    units = {
        "takeda_katsuyori": at("4529", 1, invested=True),
        "amari_nobuyasu": "takeda_katsuyori_1",
        "hara_masatane": "takeda_katsuyori_2",
    }
    session = campaign("takeda_act", HOME, units, rolls=[6], score=(5, 5), marks=[("4529", "morale", -1)])
    go(session, "takeda_katsuyori", "assault", "takeda_katsuyori")
    assert place(session, "takeda_katsuyori") == "fallen"
    for unit in ("amari_nobuyasu", "hara_masatane"):
        assert place(session, unit) == "4529"
        assert (mark(session, unit, "invested"), mark(session, unit, "acted")) == (True, "takeda")
    assert mark(session, "4529", "morale") == -1
    assert score(session) == (2, 5)


@covers("shingens_arrival", "13-3-6.1", "8-1.3", "19-2-1(1).1", "19-2-3.4")
def test_gifu_laid_waste_leaves_oda_without_a_line_and_tokugawa_with_theirs() -> None:
    units = {**HOST, "takeda_shingen": at("2517", invested=True), "oda_nobunaga": "2218", "honda_tadakatsu": "4329"}
    marks = [("2517", "durability", 1), ("2517", "morale", -4)]
    session = campaign("takeda_act", units, rolls=[6], score=(0, 9), marks=marks)
    go(session, "takeda_shingen", "call_for_surrender", "abandon")
    assert not has_line(scene_of(session), force(session, "oda_nobunaga"))
    assert has_line(scene_of(session), force(session, "honda_tadakatsu"))
    assert score(session) == (4, 5)


# -- field battles -----------------------------------------------------------------------------------------------------
@covers("shingens_arrival", "14-3-6.3", "16-2-4.2", "14-3-7.1")
def test_a_retreat_over_seta_bridge_is_one_over_the_river() -> None:
    session = campaign("oda_act", HOME, TRIO, rolls=[4], baba_nobuharu="1024", shibata_katsuie="1124")
    go(session, "shibata_katsuie", "skirmish", 1, ("0925",))
    assert (steps(session, "baba_nobuharu"), mark(session, "baba_nobuharu", "morale")) == (3, -1)


@covers("shingens_arrival", "16-7.1", "14-3-4.1")
def test_who_is_driven_into_iga_loses_nothing_there() -> None:
    session = campaign("takeda_act", HOME, rolls=[6], baba_nobuharu="1326", hirate_hirohide="1327")
    go(session, "baba_nobuharu", "skirmish", 1, ("1328",))
    assert (steps(session, "hirate_hirohide"), mark(session, "hirate_hirohide", "morale")) == (2, -1)


@covers("shingens_arrival", "16-8-2.1", "14-3-5.1")
@pytest.mark.parametrize(("held", "rule"), [(True, "16-8-2.1"), (False, None)])
def test_oda_are_not_driven_into_eastern_mino_while_they_are_held_back(held: bool, rule: str | None) -> None:
    session = campaign("takeda_act", HOME, rolls=[6], held=held, baba_nobuharu="2717", ikeda_tsuneoki="2817")
    go(session, "baba_nobuharu", "skirmish", 1)
    assert refused(session, ("2917",)) == rule
    assert refused(session, ("2818", "garrison")) is None  # Inuyama is theirs


@covers("shingens_arrival", "17-1-2(4).5")
def test_oda_troops_driven_into_northern_omi_rouse_the_azai() -> None:
    units = {"ikko_band#1": "1719", "hirate_hirohide": "1618", "azai_nagamasa": "peace_azai"}
    session = campaign("anti_oda_act", HOME, units, rolls=[6], marks=[("azai", "at_peace", True)])
    go(session, "ikko_band#1", "skirmish", 1, ("1617",))
    assert set(legal(session)) == {"1616", "1517"}
    go(session, "1517")
    assert mark(session, "azai", "at_peace") is None
    assert (place(session, "hirate_hirohide"), place(session, "azai_nagamasa")) == ("1617", "1517")


@covers("shingens_arrival", "16-8-1.1", "16-8-2.3")
def test_takeda_troops_driven_into_mikawa_set_the_others_free() -> None:
    session = campaign("oda_act", HOME, rolls=[6], held=True, baba_nobuharu=PLAIN, shibata_katsuie=NORTH)
    go(session, "shibata_katsuie", "skirmish", 1, (SOUTH,))
    assert (mark(session, "tokugawa", "held_back"), mark(session, "oda", "held_back")) == (1, 2)


@covers("shingens_arrival", "14-3-6.2", "17-2-2.1")
@pytest.mark.parametrize(("risen", "left"), [(True, 3), (None, 4)])
def test_a_retreat_before_the_castle_of_a_lord_costs_a_step_once_he_has_risen(risen: bool | None, left: int) -> None:
    """From 0825 back into Kyoto; Yoshiaki is inside, or has not risen at all."""
    lord = at("0725", garrison=True, risen=True) if risen else "off_map_ashikaga"
    units = {"ikeda_tsuneoki": "0825", "ashikaga_yoshiaki": lord, "azai_nagamasa": "0926"}
    led = {"akao_kiyotsuna": "azai_nagamasa_1", "kaiho_tsunachika": "azai_nagamasa_2"}
    session = campaign("anti_oda_act", HOME, units, led, rolls=[6])
    go(session, "azai_nagamasa", "skirmish", 1, ("0725",))
    assert steps(session, "ikeda_tsuneoki") == left


@covers("shingens_arrival", "12-2-8.2", "4-1-4.1")
def test_who_cannot_act_in_this_stage_stays_behind_when_others_sally() -> None:
    inside = {unit: at("2621", garrison=True) for unit in ("honda_tadakatsu", "hirate_hirohide", "maeda_toshiie")}
    session = campaign("oda_act", HOME, inside, stage=3, baba_nobuharu="2621")
    go(session, "honda_tadakatsu", "skirmish")
    assert refused(session, "hirate_hirohide") == "12-2-8.2"
    assert refused(session, "maeda_toshiie") is None


@covers("shingens_arrival", "19-1.1", "19-1.2", "14-6-7.2")
def test_shingen_and_nobunaga_killed_in_one_round_are_a_draw() -> None:
    """One step each; 6 + 1 - 1 and 6 - 1 + 1."""
    units = {"takeda_shingen": at(PLAIN, 1, morale=-1), "oda_nobunaga": at(NORTH, 1)}
    session = campaign("takeda_act", units, rolls=[6, 6], hirate_hirohide="2517", amari_nobuyasu="5713")
    go(session, "takeda_shingen", "decisive_battle")
    assert [place(session, unit) for unit in units] == ["fallen", "fallen"]
    assert session.outcome is not None
    assert winner(session) is None


@covers("shingens_arrival", "14-6-3.1", "14-6-5.1", "19-2-3.8", "14-6-10.2")
def test_two_sodaisho_who_lose_a_battle_together_lose_two_points_once() -> None:
    """20 strong, 6 + 1 = 7: 3; 8 strong, 1 - 1 = 0: nothing. Both roll for their retreat."""
    units = {**HOST, "takeda_shingen": PLAIN, "oda_nobunaga": NORTH, "tokugawa_ieyasu": NORTH}
    session = campaign("takeda_act", units, rolls=[6, 1, 1, 1], score=(5, 9), amari_nobuyasu="5713")
    go(session, "takeda_shingen", "decisive_battle")
    while not said(session):
        go(session, next(one for one in legal(session) if one in ("oda_nobunaga", "tokugawa_ieyasu", "enough")))
    assert said(session)[0].startswith("the attackers, strength 20, +1 for commanders makes 7: 3 steps lost")
    for _ in range(3):
        go(session, "tokugawa_ieyasu")
    while asked(session) == "oda_player" and isinstance(legal(session)[0], tuple):
        go(session, legal(session)[0])
    assert rolls(session).count("retreat") == 2
    assert score(session) == (5, 7)


@covers("shingens_arrival", "19-2-3.9", "17-2-4.1", "13-3-5(3).2")
def test_yoshiaki_taken_as_a_guest_of_matsunaga_is_killed_and_costs_ten() -> None:
    units = {
        "oda_nobunaga": at("0631", invested=True),
        "ikeda_tsuneoki": "oda_nobunaga_1",
        "ashikaga_yoshiaki": at("0631", 1, garrison=True, risen=True),
        "matsunaga_hisahide": at("0631", garrison=True, risen=True),
    }
    marks = [("0631", "durability", 1), ("0631", "morale", -4)]
    session = campaign("oda_act", units, rolls=[6], score=(5, 20), marks=marks, takeda_shingen="5713")
    go(session, "oda_nobunaga", "call_for_surrender", "hold")
    assert place(session, "matsunaga_hisahide") == "off_map_ashikaga"
    assert place(session, "ashikaga_yoshiaki") == "fallen"
    assert score(session) == (5, 20 + 2 - 10)


# -- movement ----------------------------------------------------------------------------------------------------------
@covers("shingens_arrival", "16-4-5.1", "16-4-6.1")
def test_a_friend_at_either_end_saves_the_point_of_that_end() -> None:
    units = {"baba_nobuharu": NORTH, "hirate_hirohide": "2921"}
    for friends, cost in ((("3021",), 2), ((NORTH,), 2), (("3021", NORTH), 1), ((), 3)):
        more = dict(zip(("amari_nobuyasu", "atobe_katsusuke"), friends, strict=False))
        session = campaign("takeda_act", HOME, units, more)
        assert spent(session, "baba_nobuharu", "3021") == cost, friends


@covers("shingens_arrival", "16-3-1.1", "5-1-1.1")
def test_across_the_lake_there_is_no_zone_but_no_strategic_march_either() -> None:
    """Baba at Seta, the lake between him and Sakamoto."""
    session = campaign("oda_act", HOME, hirate_hirohide="0823", baba_nobuharu="1024")
    assert spent(session, "hirate_hirohide", "0824", "0924") == 4 + 1
    go(session, "hirate_hirohide", "strategic_move")
    assert refused(session, ("0824", "0924")) == "16-3-1.1"
    assert refused(session, ("0824",)) is None


@covers("shingens_arrival", "16-7.1", "16-5.1")
def test_who_is_left_in_iga_loses_a_step_and_who_goes_on_none() -> None:
    session = campaign("oda_act", HOME, shibata_katsuie="1327", maeda_toshiie="shibata_katsuie_1")
    go(session, "shibata_katsuie", "move", Halt(("1328",)), Drop("maeda_toshiie"), ("1327",))
    assert (steps(session, "shibata_katsuie"), steps(session, "maeda_toshiie")) == (4, 1)
    assert (place(session, "shibata_katsuie"), place(session, "maeda_toshiie")) == ("1327", "1328")


@covers("shingens_arrival", "18-2.1", "18-4.1", "18-4.2", "18-2.x1")
@pytest.mark.parametrize(("weather", "south", "north"), [("clear", 3, 3), ("snow", 3, 5), ("thaw", 4, 4)])
def test_the_kiso_at_inuyama_by_the_season(weather: str, south: int, north: int) -> None:
    """Rough on both banks; Mino has snow, Owari has none, and the river swells in the thaw alone."""
    session = campaign("oda_act", HOME, weather=weather, hirate_hirohide="2817", fuwa_mitsuharu="2818")
    assert spent(session, "hirate_hirohide", "2818") == south
    assert spent(session, "fuwa_mitsuharu", "2817") == north


@covers("shingens_arrival", "12-2.2", "17-2-2.1")
def test_takeda_troops_are_guests_of_azai_and_of_a_lord_who_has_risen() -> None:
    units = {"amari_nobuyasu": "1616", "atobe_katsusuke": "0725", "ashikaga_yoshiaki": at("0826", risen=True)}
    session = campaign("takeda_act", HOME, units)
    for unit in ("amari_nobuyasu", "atobe_katsusuke"):
        go(session, unit, "move", ("garrison",))
        assert mark(session, unit, "garrison")


@covers("shingens_arrival", "16-8-2.2", "12-2-7.1")
def test_oda_in_kariya_may_come_out_and_go_no_further_in_mikawa() -> None:
    session = campaign("oda_act", HOME, held=True, mizuno_nobumoto=at("2925", garrison=True))
    go(session, "mizuno_nobumoto", "move")
    assert refused(session, (SOUTH,)) == "16-8-2.2"
    assert refused(session, ("out",)) is None


@covers("shingens_arrival", "19-2-1(1).3")
def test_seta_bridge_counts_from_the_west_as_well() -> None:
    session = campaign("takeda_act", takeda_shingen="0925", oda_nobunaga="2517", amari_nobuyasu="5713")
    go(session, "takeda_shingen", "move", ("1024",))
    assert score(session) == (10, 0)


# -- morale, replenishment ---------------------------------------------------------------------------------------------
@covers("shingens_arrival", "8-2.2", "11-4-2.1", "11-4-3.1")
@pytest.mark.parametrize(("die", "guest"), [(2, -1), (3, -2)])
def test_in_the_besieged_main_castle_its_own_army_rests_and_a_guest_rolls(die: int, guest: int) -> None:
    inside = {unit: at("1616", garrison=True, morale=-2) for unit in ("azai_nagamasa", "asakura_kageakira")}
    session = campaign("anti_oda_act", HOME, TRIO, inside, rolls=[die], shibata_katsuie=at("1616", invested=True))
    go(session, "azai_nagamasa", "recover_morale")
    assert (mark(session, "azai_nagamasa", "morale"), rolls(session)) == (-1, [])
    go(session, "asakura_kageakira", "recover_morale")
    assert mark(session, "asakura_kageakira", "morale") == guest


@covers("shingens_arrival", "11-4-3.1", "9-2-1.1")
@pytest.mark.parametrize(("die", "morale"), [(4, -1), (5, -2)])
def test_who_leads_rolls_against_his_own_points(die: int, morale: int) -> None:
    units = {"takeda_shingen": at("0234", morale=-2), "amari_nobuyasu": "takeda_shingen_1", "oda_nobunaga": "2517"}
    session = campaign("takeda_act", units, rolls=[die], atobe_katsusuke="5713")
    go(session, "takeda_shingen", "recover_morale")
    assert mark(session, "takeda_shingen", "morale") == morale


@covers("shingens_arrival", "10-2-10.1", "10-2-3.1", "REP-ODA.1", "2-1-3.1")
@pytest.mark.parametrize(
    ("unit", "castle", "die", "walls"),
    [
        ("niwa_nagahide", "3126", 6, 8),  # Oda in Mikawa: 3
        ("niwa_nagahide", "2621", 6, 9),  # Oda in Owari: 4
        ("honda_tadakatsu", "2621", 6, 7),  # Tokugawa in Owari: 2
        ("honda_tadakatsu", "3126", 6, 8),  # Tokugawa in Mikawa: 3
        ("honda_tadakatsu", "2925", 4, 6),  # Tokugawa in Mikawa, in a castle of Oda: 1
    ],
)
def test_walls_are_mended_by_the_table_of_who_mends_them(unit: str, castle: str, die: int, walls: int) -> None:
    session = campaign("oda_act", HOME, {unit: castle}, rolls=[die], marks=[(castle, "durability", 5)])
    go(session, unit, "replenish")
    assert mark(session, castle, "durability") == walls


@covers("shingens_arrival", "10-2-6.2", "15.x1", "6-2.x1")
def test_a_commander_may_desert_with_his_last_step_and_nobody_pays() -> None:
    """1 - 2 = -1 in Omi: two steps."""
    units = {"hashiba_hideyoshi": at("1719", 1, morale=-2), "maeda_toshiie": at("hashiba_hideyoshi_1", 1)}
    session = campaign("oda_act", HOME, units, rolls=[1], score=(5, 5))
    go(session, "hashiba_hideyoshi", "replenish")
    while place(session, "hashiba_hideyoshi") != "fallen":
        go(session, legal(session)[0])
    assert place(session, "maeda_toshiie") == "fallen"
    assert score(session) == (5, 5)


# -- events, points, the end -------------------------------------------------------------------------------------------
@covers("shingens_arrival", "17-1-2(2).1", "17-2-4.1", "25-1.1")
def test_no_die_for_the_dead_nor_for_who_has_lost_his_castle() -> None:
    units = {"kitabatake_tomonori": "fallen"}
    session = campaign(
        "random_event",
        HOME,
        units,
        stage="initial",
        score=(20, 0),
        rolls=[1, *[6] * 12],
        marks=[("1324", "control", "oda")],
    )
    told = [one for one in rolls(session) if one.startswith("uprising")]
    assert len(told) == 10
    assert not [one for one in told if "Rokkaku" in one or "Kitabatake" in one]


@covers("shingens_arrival", "17-1-2(2).7")
def test_azai_without_a_castle_stay_away_from_an_uprising() -> None:
    marks = [("azai", "at_peace", True), ("1616", "control", "oda"), ("1517", "control", "tokugawa")]
    units = {"azai_nagamasa": "peace_azai"}
    session = campaign("random_event", HOME, units, stage="initial", score=(20, 0), rolls=[1, *[6] * 12], marks=marks)
    assert place(session, "azai_nagamasa") == "peace_azai"


@covers("shingens_arrival", "17-1-2(4).3", "6-2.x1", "PEACE.1")
@pytest.mark.parametrize(("die", "yoshiaki", "matsunaga"), [(3, "0725", "off"), (4, "off", "0725"), (1, "off", "off")])
def test_peace_takes_a_lord_out_of_the_force_he_leads_or_is_led_in(die: int, yoshiaki: str, matsunaga: str) -> None:
    units = {"ashikaga_yoshiaki": at("0725", risen=True), "matsunaga_hisahide": at("ashikaga_yoshiaki_1", risen=True)}
    session = campaign("random_event", HOME, units, stage="initial", score=(0, 6), rolls=[6, die])
    away = {"off": "off_map_ashikaga"}
    assert place(session, "ashikaga_yoshiaki") == away.get(yoshiaki, yoshiaki)
    assert place(session, "matsunaga_hisahide") == away.get(matsunaga, matsunaga)


@covers("shingens_arrival", "19-2-1(1).2", "8-2.2", "12-2-9.1")
def test_shingen_shut_up_in_ogaki_scores_nothing_and_keeps_his_heart() -> None:
    units = {"takeda_shingen": at("2218", garrison=True), "oda_nobunaga": "2218", "amari_nobuyasu": "5713"}
    session = campaign("check_lines", units, stage="initial", marks=[("2218", "control", "takeda")])
    assert score(session)[0] == 0
    assert mark(session, "takeda_shingen", "morale") is None


@covers("shingens_arrival", "19-3.1", "19.x1", "19-2-2(2).1")
def test_equal_scores_after_the_last_lines_are_a_draw() -> None:
    session = campaign("final_score", HOME, turn=24, stage=4, score=(30, 0))
    assert score(session) == (30, 30)
    assert session.outcome is not None
    assert winner(session) is None
