"""What greedy lords no longer do: bind themselves to sieges, rouse the shogun, starve in the field, leave home open."""

from __future__ import annotations

from compiler.rules.shingens_arrival.facts import facts
from compiler.rules.shingens_arrival.homeward import castles_on_line, gaps, posts
from compiler.rules.shingens_arrival.plans import goal_of
from compiler.rules.shingens_arrival.targets import castle_to_take, is_hunted, is_stubborn
from tests.rules.shingens_arrival.campaign import HOST, at, campaign, force, go, scene_of
from tests.rules.shingens_arrival.test_greedy import advised, value

TSUKUDE = "3625"
PAST = {"takeda_shingen": at("0725", entered_kyoto=True), "oda_nobunaga": "2517"}
TOKUGAWA = {"tokugawa_ieyasu": TSUKUDE, "ishikawa_kazumasa": TSUKUDE, "sakai_tadatsugu": TSUKUDE}


def test_one_is_enough_to_invest_a_castle_and_the_others_stay_free() -> None:
    besieged = {**TOKUGAWA, "ishikawa_kazumasa": at(TSUKUDE, invested=True)}
    for other in ("tokugawa_ieyasu", "sakai_tadatsugu"):
        session = campaign("oda_act", PAST, besieged)
        go(session, other)
        assert max(value(session, form) for form in ("invest", "invest_and_assault")) < 0
    alone = campaign("oda_act", PAST, ishikawa_kazumasa=TSUKUDE)
    go(alone, "ishikawa_kazumasa")
    assert value(alone, "invest") > 0


def test_a_castle_with_a_commander_behind_whole_walls_is_left_alone() -> None:
    for inside, walls, stubborn in ((True, 10, True), (True, 2, False), (False, 10, False)):
        garrison = {"akiyama_nobutomo": at(TSUKUDE, garrison=True)} if inside else {}
        session = campaign("oda_act", PAST, TOKUGAWA, garrison, marks=[(TSUKUDE, "durability", walls)])
        scene = scene_of(session)
        assert is_stubborn(scene, TSUKUDE) is stubborn
        assert (castle_to_take(scene, force(session, "sakai_tadatsugu"), TSUKUDE) == TSUKUDE) is not stubborn


def test_oda_do_not_rouse_the_shogun_by_a_siege_of_kyoto() -> None:
    session = campaign("oda_act", akechi_mitsuhide="0725", oda_nobunaga="2517", takeda_shingen="5713")
    go(session, "akechi_mitsuhide")
    assert "invest" in next(iter(session.asks.values())).options
    assert max(value(session, form) for form in ("invest", "invest_and_assault")) < 0


def test_a_castle_that_shuts_the_line_by_itself_is_invested_by_who_is_strong_enough() -> None:
    units = {"takeda_shingen": "2222", "kosaka_masanobu": "3424", "oda_nobunaga": "1414"}
    for strong in (True, False):
        kosaka = {"saigusa_moritomo": "kosaka_masanobu_1"} if strong else {"kosaka_masanobu": at("3424", 2)}
        session = campaign("takeda_act", HOST, units, kosaka, marks=[(TSUKUDE, "control", "tokugawa")])
        scene, column = scene_of(session), force(session, "kosaka_masanobu")
        ((castle, opened),) = castles_on_line(scene).items()
        assert castle == TSUKUDE
        assert set(opened) <= set(gaps(scene)) & set(facts(scene).joined[castle])
        sent = posts(scene, [column], [column.id])["kosaka_masanobu"]
        assert sent == (castle if strong else opened[0])
    there = campaign(
        "takeda_act", HOST, {**units, "kosaka_masanobu": TSUKUDE}, marks=[(TSUKUDE, "control", "tokugawa")]
    )
    go(there, "kosaka_masanobu")
    assert advised(there) in ("invest", "invest_and_assault")


def test_who_is_shaken_and_without_a_line_goes_behind_walls_and_stays_until_he_has_rested() -> None:
    host = {"asakura_kagetake": "asakura_kageakira_1", "hirate_hirohide": "1706"}  # before their main castle
    adrift = {"takeda_shingen": "5713", "oda_nobunaga": "2517", **host}
    shaken = campaign("anti_oda_act", adrift, asakura_kageakira=at("2223", morale=-2))
    castle = goal_of(scene_of(shaken), force(shaken, "asakura_kageakira"))
    assert castle == "2323"
    go(shaken, "asakura_kageakira")
    assert advised(shaken) == "move"
    go(shaken, "move")
    assert advised(shaken)[-1] == "garrison"
    inside = campaign("anti_oda_act", adrift, asakura_kageakira=at(castle, morale=-1, garrison=True))
    assert goal_of(scene_of(inside), force(inside, "asakura_kageakira")) == castle


def test_a_sodaisho_without_a_line_does_not_rest_in_the_field_until_he_starves() -> None:
    units = {"takeda_shingen": "5713", "oda_nobunaga": "2517", "asakura_yoshikage": at("2223", morale=-3)}
    session = campaign("anti_oda_act", units)
    go(session, "asakura_yoshikage")
    assert advised(session) == "move"


def test_a_shaken_lord_does_not_wait_for_an_enemy_lord() -> None:
    for morale, hunted in ((-1, True), (0, False)):
        host = {"akao_kiyotsuna": "azai_nagamasa_1", "amemori_kiyosada": "azai_nagamasa_2"}
        session = campaign("anti_oda_act", host, azai_nagamasa=at("1816", morale=morale), oda_nobunaga="2016")
        assert is_hunted(scene_of(session), force(session, "azai_nagamasa")) is hunted
        go(session, "azai_nagamasa")
        assert (advised(session) == "move") is hunted


def test_azai_nagamasa_goes_for_enemies_about_odani_only() -> None:
    host = {"akao_kiyotsuna": "azai_nagamasa_1", "amemori_kiyosada": "azai_nagamasa_2"}
    for where, goes in (("1618", True), ("2519", False)):
        session = campaign("anti_oda_act", host, azai_nagamasa="1616", oda_nobunaga=at(where, 1))
        assert (goal_of(scene_of(session), force(session, "azai_nagamasa")) == where) is goes
