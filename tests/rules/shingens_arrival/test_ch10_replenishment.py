"""10-2, 11-4 Replenishment and the recovery of morale."""

from __future__ import annotations

import pytest

from compiler.play.session import Session
from compiler.rules.shingens_arrival.ch09_actions import Extra
from compiler.rules.shingens_arrival.ch10_replenishment import column, no_replenishing
from compiler.rules.shingens_arrival.ch12_castles import durability
from tests.rules.covering import covers
from tests.rules.shingens_arrival.campaign import (
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
    scene_of,
    score,
    steps,
    why_not,
)


def wounded(roll: int, hex: str = "5713", **marks: object) -> Session:
    """Akiyama, with one step of four, replenishes."""
    session = campaign("takeda_act", rolls=[roll], akiyama_nobutomo=at(hex, 1, **marks), takeda_shingen="5713")
    return go(session, "akiyama_nobutomo", "replenish")


@covers("shingens_arrival", "10-2.1", "10-2-4.1", "10-2-6.1", "10-2-3.2", "REP-TAK.1")
def test_the_die_in_the_column_of_the_territory_gives_the_steps() -> None:
    assert steps(wounded(6), "akiyama_nobutomo") == 4  # own territory: 4, of which 3 are needed
    assert steps(wounded(3), "akiyama_nobutomo") == 3
    assert steps(wounded(6, "3625"), "akiyama_nobutomo") == 3  # Mikawa: other territory, 2


@covers("shingens_arrival", "10-2-5.1")
def test_lowered_morale_is_subtracted_from_the_roll() -> None:
    assert steps(wounded(3, morale=-2), "akiyama_nobutomo") == 2  # as a 1
    assert steps(wounded(3), "akiyama_nobutomo") == 3


@covers("shingens_arrival", "10-2-6.2", "15.x1")
def test_a_result_below_nought_is_desertion_and_kills_nobody() -> None:
    session = wounded(1, "3625", morale=-2)  # -1 in other territory: one step deserts
    assert place(session, "akiyama_nobutomo") == "fallen"
    assert score(session) == (0, 0)
    army = campaign("oda_act", rolls=[1], score=(5, 5), oda_nobunaga=at("4130", 1, morale=-2), ikeda_tsuneoki="2517")
    go(army, "oda_nobunaga", "replenish")
    assert place(army, "oda_nobunaga") == "fallen"
    assert army.outcome is None  # eliminated, not killed
    assert place(army, "ikeda_tsuneoki") == "2517"


@covers("shingens_arrival", "10-2-7.1", "10-2-6.x1", "10-2-8.1")
def test_the_steps_go_to_the_force_as_its_player_likes() -> None:
    session = campaign(
        "takeda_act",
        rolls=[3],
        akiyama_nobutomo=at("5713", 3),
        takeda_nobutoyo=at("akiyama_nobutomo_1", 2),
        sanada_nobutsuna=at("5713", 1),
        takeda_shingen="5713",
    )
    go(session, "akiyama_nobutomo", "replenish")
    assert legal(session) == ["akiyama_nobutomo", "takeda_nobutoyo"]
    assert refused(session, "sanada_nobutsuna") == "10-2-6.1"  # in the hex, but not of the force
    go(session, "takeda_nobutoyo", "takeda_nobutoyo")
    assert (steps(session, "akiyama_nobutomo"), steps(session, "takeda_nobutoyo")) == (3, 4)
    beside = {"akiyama_nobutomo": at("5713", 3), "sanada_nobutsuna": at("5713", 1), "takeda_shingen": "5713"}
    spare = go(campaign("takeda_act", beside, rolls=[6]), "akiyama_nobutomo", "replenish")
    assert (steps(spare, "akiyama_nobutomo"), steps(spare, "sanada_nobutsuna")) == (4, 1)  # three steps are lost


@covers("shingens_arrival", "10-2-2.1", "10-2-2.2")
def test_only_commanders_replenish_and_lone_ikko_bands() -> None:
    session = campaign("takeda_act", takeda_nobutoyo=at("5713", 1), takeda_shingen=at("5713", 3))
    assert why_not(session, "takeda_nobutoyo", "replenish") == "10-2-2.1"
    assert why_not(session, "takeda_shingen", "replenish") is None
    ikko = campaign("anti_oda_act", {"ikko_band#1": at("0330", 1)})
    assert why_not(ikko, "ikko_band#1", "replenish") is None


@covers("shingens_arrival", "10-2-2.3", "10-2-12.1")
def test_a_commander_in_an_invested_castle_cannot_replenish() -> None:
    rairen = at("0330", 2, garrison=True)
    units = {
        "shibata_katsuie": at("0330", invested=True),
        "maeda_toshiie": "shibata_katsuie_1",
        "sassa_narimasa": "shibata_katsuie_2",
        "ikeda_tsuneoki": "shibata_katsuie_3",
    }
    session = campaign("anti_oda_act", units, shimotsuma_rairen=rairen)
    assert why_not(session, "shimotsuma_rairen", "replenish") == "10-2-2.3"
    assert refused(session, Extra("shimotsuma_rairen")) == "10-2-2.3"
    free = campaign("anti_oda_act", shimotsuma_rairen=rairen, shibata_katsuie="0330")
    assert why_not(free, "shimotsuma_rairen", "replenish") is None  # needs no line
    ieyasu = campaign("oda_act", sakai_tadatsugu=at("3629", 2, garrison=True), takeda_nobukado="3629")
    assert why_not(ieyasu, "sakai_tadatsugu", "replenish") == "10-2-12.1"


@covers("shingens_arrival", "10-2-3.1", "10-2-3.2", "2-1-3.6")
def test_each_army_has_its_table_and_other_territory_includes_that_of_friends() -> None:
    def name(unit: str, hex: str, step: str) -> str:
        session = campaign(step, {unit: hex})
        return column(scene_of(session), force(session, unit))[1]

    assert name("takeda_shingen", "5713", "takeda_act") == "Takeda and Azai, own territory"
    assert name("azai_nagamasa", "1616", "anti_oda_act") == "Takeda and Azai, other territory"
    assert name("asakura_yoshikage", "1706", "anti_oda_act") == "Asakura and Saika-to, own territory"
    assert name("asakura_yoshikage", "5713", "anti_oda_act") == "Asakura and Saika-to, other territory"
    assert name("tokugawa_ieyasu", "4230", "oda_act") == "Tokugawa, own territory"
    assert name("tokugawa_ieyasu", "2517", "oda_act") == "Tokugawa, other territory"
    assert name("oda_nobunaga", "2517", "oda_act") == "Oda, own territory"
    ashikaga = campaign("anti_oda_act", ashikaga_yoshiaki=at("0725", 2, risen=True))
    assert why_not(ashikaga, "ashikaga_yoshiaki", "replenish") == "10-2-3.1"


@covers("shingens_arrival", "10-2-9.4", "17-1-2(3).3")
@pytest.mark.parametrize(
    ("extra", "normal", "name"),
    [(False, False, "Ikko-Ikki, offensive"), (True, False, "Ikko-Ikki, offensive"), (True, True, "Ikko-Ikki, normal")],
)
def test_the_offensive_column(extra: bool, normal: bool, name: str) -> None:
    session = campaign(
        "anti_oda_act",
        shimotsuma_rairen="0330",
        marks=[("ikko_ikki", "offensive", True)],
        options={"ikko_extra_normal": normal},
    )
    assert column(scene_of(session), force(session, "shimotsuma_rairen"), extra=extra)[1] == name
    plain = campaign("anti_oda_act", shimotsuma_rairen="0330", marks=[("ikko_ikki", "offensive", True)])
    assert column(scene_of(plain), force(plain, "shimotsuma_rairen"), extra=True)[1] == "Ikko-Ikki, offensive"
    calm = campaign("anti_oda_act", shimotsuma_rairen="0330")
    assert column(scene_of(calm), force(calm, "shimotsuma_rairen"))[1] == "Ikko-Ikki, normal"


@covers("shingens_arrival", "10-2-9.1", "10-2-9.2", "25-1.1")
def test_steps_left_over_raise_lost_bands_again() -> None:
    session = campaign(
        "anti_oda_act",
        {"ikko_band#1": at("lost_ikko_ikki", 1), "ikko_band#2": at("lost_ikko_ikki", 1)},
        rolls=[6],
        shimotsuma_rairen=at("0330", 3),
        hattori_tomosada=at("lost_ikko_ikki", 1),
    )
    go(session, "shimotsuma_rairen", "replenish")  # 3 steps: one for himself, two left
    assert steps(session, "shimotsuma_rairen") == 4
    go(session, "ikko_band#1", "hattori_tomosada")
    assert place(session, "ikko_band#1").startswith("shimotsuma_rairen_")
    assert steps(session, "ikko_band#1") == 1
    assert place(session, "hattori_tomosada") == "0330"  # no taisho under a taisho: a force of his own
    assert mark(session, "hattori_tomosada", "acted") == "anti_oda"
    assert place(session, "ikko_band#2") == "lost_ikko_ikki"


@covers("shingens_arrival", "10-2-9.3")
def test_no_other_army_raises_lost_units() -> None:
    lost = {"amari_nobuyasu": at("fallen", 1), "ikko_band#1": at("lost_ikko_ikki", 1)}
    session = campaign("takeda_act", lost, rolls=[6], akiyama_nobutomo=at("5713", 3), takeda_shingen="5713")
    go(session, "akiyama_nobutomo", "replenish")
    assert "takeda_shingen" in legal(session)  # the action is over, nobody was to be raised
    assert (place(session, "amari_nobuyasu"), place(session, "ikko_band#1")) == ("fallen", "lost_ikko_ikki")


@covers("shingens_arrival", "10-2-10.1", "10-2-10.2", "10-2-11.1", "12-1-3.2")
def test_a_commander_restores_the_castle_he_is_in() -> None:
    session = campaign("takeda_act", rolls=[5], akiyama_nobutomo="4316", marks=[("4316", "durability", 8)])
    go(session, "akiyama_nobutomo", "replenish")  # whole himself, so the castle
    assert mark(session, "4316", "durability") is None  # 3 in own territory: no more than 10
    assert durability(scene_of(session), "4316") == 10
    worse = campaign("takeda_act", rolls=[1], akiyama_nobutomo=at("3625", morale=-2), marks=[("3625", "durability", 8)])
    go(worse, "akiyama_nobutomo", "replenish")
    assert mark(worse, "3625", "durability") == 7
    beside = campaign("takeda_act", akiyama_nobutomo="4417", marks=[("4316", "durability", 8)])
    assert why_not(beside, "akiyama_nobutomo", "replenish") is not None
    for session, rule in ((beside, "10-2-10.2"), (campaign("takeda_act", akiyama_nobutomo="4316"), "10-2-10.1")):
        no = no_replenishing(scene_of(session), force(session, "akiyama_nobutomo"), "castle")
        assert no is not None
        assert no.rule == rule
    intact = campaign("takeda_act", akiyama_nobutomo="4316", takeda_shingen="5713")
    assert why_not(intact, "akiyama_nobutomo", "replenish") == "10-2-10.1"
    either = campaign("takeda_act", akiyama_nobutomo=at("4316", 2), marks=[("4316", "durability", 8)])
    go(either, "akiyama_nobutomo", "replenish")
    assert legal(either) == ["troops", "castle"]
    assert refused(either, "both") == "10-2-10.1"
    whole = campaign("takeda_act", akiyama_nobutomo=at("4316", 2))
    go(whole, "akiyama_nobutomo", "replenish")
    assert rolls(whole) == []  # the only thing to restore are troops: the roll is open
    foreign = campaign("takeda_act", akiyama_nobutomo=at("3719", 2), marks=[("3719", "durability", 8)])
    go(foreign, "akiyama_nobutomo")
    assert refused(foreign, "replenish") == "10-2-12.1"


@covers("shingens_arrival", "13-3-6.2", "8-1.x1")
def test_a_ruin_is_restored_by_whoever_replenishes_it() -> None:
    ruin = [("3719", "abandoned", True), ("3719", "durability", 0)]
    session = campaign("takeda_act", rolls=[6], akiyama_nobutomo="3719", marks=ruin)
    go(session, "akiyama_nobutomo", "replenish")
    assert (mark(session, "3719", "durability"), mark(session, "3719", "control")) == (2, "takeda")
    assert mark(session, "3719", "abandoned") is None
    assert score(session) == (0, 0)  # restoring is no capture
    gifu = campaign(
        "oda_act", rolls=[2], oda_nobunaga=at("2517", 3), marks=[("2517", "abandoned", True), ("2517", "durability", 0)]
    )
    go(gifu, "oda_nobunaga")
    assert refused(gifu, "replenish") is None
    go(gifu, "replenish")  # his troops have no line, the ruin needs none
    assert mark(gifu, "2517", "durability") == 1
    assert mark(gifu, "2517", "abandoned") is None
    assert steps(gifu, "oda_nobunaga") == 3


@covers("shingens_arrival", "13-3-6.2")
def test_desertion_can_ruin_a_castle() -> None:
    session = campaign(
        "anti_oda_act",
        rolls=[1],
        score=(9, 9),
        shimotsuma_rairen=at("0330", morale=-2, garrison=True),
        marks=[("0330", "durability", 1)],
    )
    go(session, "shimotsuma_rairen", "replenish")
    assert mark(session, "0330", "abandoned")
    assert mark(session, "shimotsuma_rairen", "garrison") is None
    assert score(session) == (9, 9)


# -- morale ------------------------------------------------------------------------------------------------------------
@covers("shingens_arrival", "11-4.1", "11-4-2.1")
def test_with_a_line_a_point_of_morale_comes_back() -> None:
    session = campaign("takeda_act", takeda_shingen=at("5713", morale=-2), amari_nobuyasu="5713")
    go(session, "takeda_shingen", "recover_morale")
    assert mark(session, "takeda_shingen", "morale") == -1
    assert rolls(session) == []
    assert asked(session) == "takeda_player"
    last = campaign("takeda_act", takeda_shingen=at("5713", morale=-1), amari_nobuyasu="5713")
    go(last, "takeda_shingen", "recover_morale")
    assert mark(last, "takeda_shingen", "morale") is None


@covers("shingens_arrival", "11-4-3.1")
@pytest.mark.parametrize(("roll", "morale"), [(2, -1), (3, -2)])
def test_without_a_line_it_takes_a_roll_within_the_activation_rating(roll: int, morale: int) -> None:
    session = campaign("takeda_act", rolls=[roll], amari_nobuyasu=at("0234", morale=-2), takeda_shingen="5713")
    go(session, "amari_nobuyasu", "recover_morale")  # rating 2
    assert mark(session, "amari_nobuyasu", "morale") == morale
