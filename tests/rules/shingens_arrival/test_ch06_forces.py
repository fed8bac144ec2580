"""1.0, 6.0, 11.0 and 25-2 What forces are, allies, the bounds of morale, and armies without their sodaisho."""

from __future__ import annotations

from compiler.rules.shingens_arrival.ch05_zones import castle_ring
from compiler.rules.shingens_arrival.ch11_morale import lower_morale
from compiler.rules.shingens_arrival.ch12_castles import castle_morale
from compiler.rules.shingens_arrival.field import enemy_of
from tests.rules.covering import covers
from tests.rules.shingens_arrival.campaign import (
    NORTH,
    ODA_PLAYER,
    PLAIN,
    TAKEDA_PLAYER,
    actions,
    at,
    campaign,
    force,
    go,
    legal,
    mark,
    place,
    refused,
    scene_of,
    score,
    steps,
)


@covers("shingens_arrival", "1.0.5", "1.0.2")
def test_armies_of_one_player_are_allies() -> None:
    units = {"takeda_shingen": "5713", "azai_nagamasa": "1616", "oda_nobunaga": "2517", "tokugawa_ieyasu": "4230"}
    session = campaign("takeda_act", units)
    assert [force(session, unit).seat for unit in units] == [TAKEDA_PLAYER, TAKEDA_PLAYER, ODA_PLAYER, ODA_PLAYER]
    assert enemy_of(force(session, "azai_nagamasa")) == ODA_PLAYER


@covers("shingens_arrival", "6.0.1", "16-1-1.1")
def test_one_force_acts_and_moves_at_a_time() -> None:
    session = campaign("takeda_act", takeda_shingen="5713", amari_nobuyasu="takeda_shingen_1", kiso_yoshimasa="5713")
    assert [a for a in legal(session) if a in ("takeda_shingen", "kiso_yoshimasa")] == [
        "takeda_shingen",
        "kiso_yoshimasa",
    ]
    go(session, "takeda_shingen", "move")
    assert refused(session, "kiso_yoshimasa") == "16-1-1.1"
    go(session, ("5613",))
    assert place(session, "amari_nobuyasu") == "takeda_shingen_1"  # he goes along
    assert force(session, "takeda_shingen").hex == "5613"
    assert place(session, "kiso_yoshimasa") == "5713"


@covers("shingens_arrival", "6-3-1.1")
def test_who_comes_in_is_organised_by_his_player() -> None:
    units = {"azai_nagamasa": "peace_azai", "akao_kiyotsuna": "peace_azai", "atsuji_sadayuki": "peace_azai"}
    session = campaign(
        "random_event", units, stage="initial", rolls=[1], score=(20, 0), marks=[("azai", "at_peace", True)]
    )
    go(session, "1616")
    assert set(legal(session)) == {"1616", "1517", "azai_nagamasa_1"}  # alone, apart, or under Nagamasa
    go(session, "azai_nagamasa_1", "1517")
    assert force(session, "azai_nagamasa").units == ("azai_nagamasa", "akao_kiyotsuna")
    assert force(session, "atsuji_sadayuki").units == ("atsuji_sadayuki",)


@covers("shingens_arrival", "11.0.1", "11-1-2.1", "11-1-2.2")
def test_morale_runs_from_nought_to_minus_four() -> None:
    session = campaign("takeda_act", takeda_shingen="5713", amari_nobuyasu="5713")
    scene = scene_of(session)
    assert force(session, "amari_nobuyasu").morale == 0
    assert castle_morale(scene, "5713") == 0
    assert lower_morale(scene, "amari_nobuyasu", 4, rule="11-1-2.1") == []
    assert scene.table.pieces["amari_nobuyasu"].mark("morale") == -4
    assert lower_morale(scene, "amari_nobuyasu", 1, rule="11-1-2.1") == ["amari_nobuyasu"]
    assert scene.table.pieces["amari_nobuyasu"].place == "fallen"


@covers("shingens_arrival", "13.0(3).1")
def test_an_investing_force_may_assault_or_call() -> None:
    session = campaign(
        "takeda_act",
        takeda_shingen=at("4328", invested=True),
        takeda_nobutoyo="takeda_shingen_1",
        amari_nobuyasu="5713",
    )
    assert {"assault", "call_for_surrender"} <= set(actions(session, "takeda_shingen"))
    assert not {"invest", "invest_and_assault"} & set(actions(session, "takeda_shingen"))


@covers("shingens_arrival", "14-6-9.x1")
def test_losses_of_a_decisive_battle_come_from_any_army() -> None:
    session = campaign(
        "takeda_act",
        takeda_shingen=PLAIN,
        takeda_nobutoyo="takeda_shingen_1",
        amari_nobuyasu="5713",
        oda_nobunaga=NORTH,
        honda_tadakatsu=NORTH,
        rolls=[6, 1, 1, 1],
    )
    go(session, "takeda_shingen", "decisive_battle", "honda_tadakatsu")
    assert set(legal(session)) == {"oda_nobunaga", "honda_tadakatsu"}
    go(session, "honda_tadakatsu", "honda_tadakatsu")
    assert (steps(session, "honda_tadakatsu"), steps(session, "oda_nobunaga")) == (2, 4)


@covers("shingens_arrival", "12-2-8.x2", "14-6-1.x1")
def test_a_garrison_that_loses_its_sortie_stays_inside() -> None:
    session = campaign(
        "oda_act",
        oda_nobunaga=at("2517", garrison=True),
        takeda_shingen="2517",
        takeda_nobutoyo="takeda_shingen_1",
        ikeda_tsuneoki="2218",
        score=(10, 10),
        rolls=[1, 6, 3],
    )
    go(session, "oda_nobunaga", "decisive_battle")
    assert place(session, "oda_nobunaga") == "2517"
    assert mark(session, "oda_nobunaga", "garrison")
    assert mark(session, "oda_nobunaga", "morale") == -3
    assert score(session) == (10, 8)


@covers("shingens_arrival", "25-2.4", "25-2.x1", "25-2.2")
def test_a_sodaisho_who_surrenders_takes_his_army_with_him() -> None:
    session = campaign(
        "oda_act",
        rolls=[6],
        oda_nobunaga=at("1616", invested=True),
        maeda_toshiie="oda_nobunaga_1",
        ikeda_tsuneoki="oda_nobunaga_2",
        hirate_hirohide="2517",
        azai_nagamasa=at("1616", garrison=True),
        atsuji_sadayuki=at("1718", invested=True),
        akao_kiyotsuna=at("1718"),
        marks=[("1616", "durability", 1), ("1616", "morale", -4), ("1718", "morale", -2)],
    )
    go(session, "oda_nobunaga", "call_for_surrender", "hold")  # 6 - 2 + 4 = 8: surrender
    for unit in ("azai_nagamasa", "atsuji_sadayuki", "akao_kiyotsuna"):
        assert place(session, unit) == "fallen"
    assert mark(session, "1718", "morale") is None  # his siege of Yokoyama is over
    assert mark(session, "1616", "control") == "oda"
    assert "1516" in castle_ring(scene_of(session), TAKEDA_PLAYER)  # Yamamotoyama still blocks lines
