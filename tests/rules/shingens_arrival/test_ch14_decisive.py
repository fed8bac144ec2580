"""14-6 Decisive battles, and the death of a sodaisho."""

from __future__ import annotations

from typing import Any

import pytest

from compiler.play.session import Session
from compiler.rules.shingens_arrival.ch14_modifiers import attack_parts, decisive_parts
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
    session = decisive(2, 4, 2, 6, 1)  # 3 and 3: 1 each; then 3 and 5
    go(session, "takeda_nobutoyo", "ikeda_tsuneoki")
    assert rolls(session).count("decisive battle, attacker") == 2
    assert score(session) in ((10, 10), (8, 10))


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
