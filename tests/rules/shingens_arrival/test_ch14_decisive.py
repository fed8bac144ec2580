"""14-6 Decisive battles, and the death of a sodaisho."""

from __future__ import annotations

from typing import Any

import pytest

from compiler.play.session import Session
from compiler.rules.shingens_arrival.ch14_modifiers import attack_parts, best_modifier, decisive_parts
from tests.rules.covering import covers
from tests.rules.shingens_arrival.campaign import (
    HOME,
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
    rolls,
    scene_of,
    score,
    steps,
    why_not,
    winner,
)

ARMIES = {
    "takeda_shingen": PLAIN,
    "takeda_nobutoyo": "takeda_shingen_1",
    "oda_nobunaga": NORTH,
    "ikeda_tsuneoki": "oda_nobunaga_1",
}


def decisive(*dice: int, **more: Any) -> Session:
    session = campaign("takeda_act", ARMIES, rolls=dice, score=(10, 10), amari_nobuyasu="5713", **more)
    return go(session, "takeda_shingen", "decisive_battle")


@covers("shingens_arrival", "14-6.1", "14-6-1.1", "14-6-1.x1")
def test_a_decisive_battle_takes_a_sodaisho_on_each_side() -> None:
    session = campaign("takeda_act", ARMIES, baba_nobuharu=PLAIN)
    assert "decisive_battle" in actions(session, "takeda_shingen")
    assert why_not(session, "baba_nobuharu", "decisive_battle") == "14-6-1.1"
    taisho = campaign("takeda_act", takeda_shingen=PLAIN, shibata_katsuie=NORTH, oda_nobunaga="2517")
    assert why_not(taisho, "takeda_shingen", "decisive_battle") == "14-6-1.1"
    assert why_not(taisho, "takeda_shingen", "skirmish") is None
    shut = campaign("takeda_act", takeda_shingen="2617", oda_nobunaga=at("2517", garrison=True))
    assert why_not(shut, "takeda_shingen", "decisive_battle") == "14-6-1.1"


@covers("shingens_arrival", "14-6-2.1", "14-6-2.2", "14-6-3.1", "14-6-4.1", "14-6-5.1", "7.0.3")
def test_who_joins_a_decisive_battle() -> None:
    session = decisive(
        azai_hisamasa=PLAIN,
        kiso_yoshimasa=PLAIN,
        atobe_katsusuke=at(PLAIN, acted="takeda"),
        honda_tadakatsu=NORTH,
        hirate_hirohide=at(NORTH, acted="oda_tokugawa"),
    )
    assert refused(session, "azai_hisamasa") is None  # of another army and phase
    assert refused(session, "atobe_katsusuke") == "14-6-2.2"
    assert refused(session, "hirate_hirohide") == "14-6-2.1"
    go(session, "azai_hisamasa", "enough")
    assert asked(session) == "oda_player"
    assert refused(session, "hirate_hirohide") is None
    assert refused(session, "honda_tadakatsu") is None
    go(session, "enough")
    assert mark(session, "azai_hisamasa", "acted") is None  # keeps the action of his own phase
    assert mark(session, "takeda_shingen", "acted") == "takeda"
    assert mark(session, "kiso_yoshimasa", "acted") is None


@covers("shingens_arrival", "14-6-3.1", "14-6-2.2")
def test_a_garrison_does_not_join_those_outside() -> None:
    units = {"takeda_shingen": "2417", "oda_nobunaga": "2517", "amari_nobuyasu": "5713"}
    session = campaign("takeda_act", units, ikeda_tsuneoki="2517", maeda_toshiie=at("2517", garrison=True))
    go(session, "takeda_shingen", "decisive_battle")
    assert asked(session) == "oda_player"
    assert refused(session, "ikeda_tsuneoki") is None
    assert refused(session, "maeda_toshiie") == "14-6-3.1"


@covers("shingens_arrival", "14-6-4.1")
def test_those_who_could_not_act_in_this_stage_join_all_the_same() -> None:
    session = campaign("takeda_act", ARMIES, stage=3, kiso_yoshimasa=PLAIN)
    assert refused(session, "kiso_yoshimasa") == "4-1-4.1"
    go(session, "takeda_shingen", "decisive_battle")
    assert refused(session, "kiso_yoshimasa") is None


@covers("shingens_arrival", "14-3-6.5")
def test_a_beaten_force_pays_in_steps_for_hexes_it_cannot_go() -> None:
    ring = {"atobe_katsusuke": "2821", "baba_nobuharu": "2921", "kiso_yoshimasa": "3021"}
    session = decisive(6, 2, 1, **ring)
    go(session, "ikeda_tsuneoki", "ikeda_tsuneoki")
    assert legal(session) == ["oda_nobunaga", "ikeda_tsuneoki"]  # a step for the hex that is missing
    go(session, "oda_nobunaga")
    assert (steps(session, "oda_nobunaga"), place(session, "oda_nobunaga")) == (3, NORTH)
    assert mark(session, "oda_nobunaga", "morale") is None


@covers("shingens_arrival", "14-6-7.2")
def test_steps_lost_in_a_round_do_not_weaken_its_other_roll() -> None:
    session = decisive(6, 4)  # 8 strong, 7: 2; Nobunaga 8 strong, 3: 1, with 6 it would be 0
    assert asked(session) == "takeda_player"
    go(session, "takeda_nobutoyo", "ikeda_tsuneoki", "ikeda_tsuneoki")
    assert steps(session, "takeda_nobutoyo") == 3


@covers("shingens_arrival", "14-6-8.1", "14-6-8.2", "14-6-8.3", "14-6-8.4")
def test_only_leaders_and_morale_count() -> None:
    session = campaign(
        "takeda_act",
        ARMIES,
        baba_nobuharu=at(PLAIN, morale=-2),
        takeda_katsuyori="takeda_shingen_2",
        honda_tadakatsu=NORTH,
    )
    mine = [force(session, "takeda_shingen"), force(session, "baba_nobuharu")]
    theirs = [force(session, "oda_nobunaga"), force(session, "honda_tadakatsu")]
    assert (best_modifier(mine), best_modifier(theirs)) == (3, 2)
    assert best_modifier(mine[1:]) == 2  # Baba; Katsuyori is led and counts for nothing
    assert dict(decisive_parts(mine, theirs)) == {"14-6-8.3": 3 - 2, "14-6-8.4": -2}


@covers(
    "shingens_arrival",
    "14-6-6.1",
    "14-6-7.1",
    "14-6-7.2",
    "14-6-9.1",
    "14-6-9.2",
    "14-6-10.1",
    "14-6-10.2",
    "14-6-10.5",
    "14-6.2",
    "19-2-3.8",
)
def test_both_roll_both_lose_steps_and_the_worse_one_retreats() -> None:
    session = decisive(6, 2, 1)  # Shingen 8 strong, 7: 2; Nobunaga 8 strong, 1: 0
    assert rolls(session)[:2] == ["decisive battle, attacker", "decisive battle, defender"]
    go(session, "ikeda_tsuneoki", "ikeda_tsuneoki")
    assert steps(session, "ikeda_tsuneoki") == 2
    assert score(session) == (10, 8)
    assert asked(session) == "oda_player"
    go(session, ("2921",))
    assert place(session, "oda_nobunaga") == "2921"
    assert mark(session, "oda_nobunaga", "morale") == -1


@covers("shingens_arrival", "14-6-10.3", "14-6-10.4", "14-6-10.x2")
@pytest.mark.parametrize(("roll", "lost"), [(4, 0), (5, 1), (6, 2)])
def test_high_retreat_rolls_cost_steps(roll: int, lost: int) -> None:
    session = decisive(6, 2, roll)
    go(session, "ikeda_tsuneoki", "ikeda_tsuneoki")
    for _ in range(lost):
        go(session, "oda_nobunaga")
    assert steps(session, "oda_nobunaga") == 4 - lost
    assert all(len(way) == 4 or way[-1] == "garrison" for way in legal(session))


@covers("shingens_arrival", "14-6-11.1", "14-6-10.x1")
def test_equal_results_mean_another_round() -> None:
    session = decisive(2, 4, 1, 6, 1)  # 3 and 3: 1 each; then 7 strong each, 2 and 5: nothing and 1
    go(session, "takeda_nobutoyo", "ikeda_tsuneoki", "takeda_nobutoyo")
    assert rolls(session).count("decisive battle, attacker") == 2
    assert score(session) == (8, 10)
    assert asked(session) == "takeda_player"
    distance = session.book.facts.distance
    assert legal(session)
    assert all(distance(way[-1], NORTH) == 2 for way in legal(session))  # away from the defender


@covers("shingens_arrival", "14-6-11.2", "19-1.2", "25-2.1", "25-2.2", "25-2.3", "19-2-3.7")
def test_a_dead_sodaisho_ends_the_battle() -> None:
    lone = campaign(
        "takeda_act",
        takeda_shingen=PLAIN,
        takeda_nobutoyo="takeda_shingen_1",
        oda_nobunaga=at(NORTH, 1),
        rolls=[6, 1],
        score=(0, 9),
    )
    go(lone, "takeda_shingen", "decisive_battle")
    assert winner(lone) == "takeda_player"
    ieyasu = campaign(
        "takeda_act",
        takeda_shingen=PLAIN,
        takeda_nobutoyo="takeda_shingen_1",
        tokugawa_ieyasu=at(NORTH, 1),
        rolls=[6, 1],
        score=(0, 9),
        honda_tadakatsu="4230",
        oda_nobunaga="2517",
    )
    go(ieyasu, "takeda_shingen", "decisive_battle")
    assert ieyasu.outcome is None
    assert place(ieyasu, "tokugawa_ieyasu") == "fallen"
    assert place(ieyasu, "honda_tadakatsu") == "fallen"  # removed, not killed
    assert score(ieyasu) == (0, 4)
    assert mark(ieyasu, "4230", "control") is None


@covers("shingens_arrival", "19-1.1")
def test_shingens_death_loses_the_game() -> None:
    session = campaign(
        "oda_act", takeda_shingen=at(NORTH, 1), shibata_katsuie=PLAIN, oda_nobunaga="2517", rolls=[6], score=(9, 9)
    )
    go(session, "shibata_katsuie", "skirmish", 0)
    assert winner(session) == "oda_player"


@covers("shingens_arrival", "14-1.x1")
def test_a_castle_does_not_help_those_outside_it() -> None:
    session = campaign("takeda_act", HOME, baba_nobuharu="4428", nakane_masateru="4328")
    found = attack_parts(scene_of(session), [force(session, "baba_nobuharu")], [force(session, "nakane_masateru")])
    assert [rule for rule, _ in found] == ["14-2-1.1", "14-2-1.4"]  # rough ground, nothing for the walls
    assert SOUTH in session.book.facts.joined
