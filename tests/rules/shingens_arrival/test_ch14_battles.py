"""14.0 and 15.0 Field battles: skirmishes, retreats, decisive battles, and who is killed."""

from __future__ import annotations

from typing import Any

import pytest

from compiler.play.session import Session
from compiler.rules.shingens_arrival.ch14_modifiers import attack_parts, counterattack_parts
from compiler.rules.shingens_arrival.ch14_skirmish import Attack
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
    rolling,
    rolls,
    said,
    scene_of,
    score,
    steps,
    why_not,
)


def skirmish(*dice: int, **units: Any) -> Session:
    """Baba, in the plain, attacks whoever is north of him."""
    base: dict[str, Any] = {**HOME, "baba_nobuharu": PLAIN, "hirate_hirohide": NORTH}
    session = campaign("takeda_act", {**base, **units}, rolls=dice, score=units.pop("score", (10, 10)))
    return go(session, "baba_nobuharu", "skirmish")


# -- whom --------------------------------------------------------------------------------------------------------------
@covers("shingens_arrival", "14.0.1", "14-1-1.1", "14-1-2.1", "14-1-8.1", "14-1-7.1", "14-1.1")
def test_targets_are_enemy_forces_beside_the_attacker() -> None:
    session = campaign(
        "takeda_act",
        HOME,
        baba_nobuharu=PLAIN,
        hirate_hirohide=NORTH,
        ikeda_tsuneoki="2921",
        amari_nobuyasu="0925",
        maeda_toshiie="1025",
        sassa_narimasa="1024",
        hachiya_yoritaka="0926",
    )
    assert "skirmish" in actions(session, "baba_nobuharu")
    assert "rest" in actions(session, "baba_nobuharu")
    assert why_not(session, "takeda_shingen", "skirmish") == "14-1-2.1"
    go(session, "amari_nobuyasu", "skirmish")
    assert refused(session, Attack(("maeda_toshiie",))) == "14-1-7.1"  # across the lake
    assert refused(session, Attack(("hirate_hirohide",))) == "14-1-2.1"
    assert refused(session, Attack(("sassa_narimasa",))) is None
    inside = campaign(
        "takeda_act", HOME, baba_nobuharu="4329", nakane_masateru=at("4328", garrison=True), naito_nobunari="4328"
    )
    go(inside, "baba_nobuharu", "skirmish")
    assert rolling(inside) == "attack"  # Naito is the only target
    assert (
        refused(
            campaign("takeda_act", HOME, baba_nobuharu="4329", nakane_masateru=at("4328", garrison=True)),
            "baba_nobuharu",
        )
        is None
    )


@covers("shingens_arrival", "14-1-1.1", "14-1-4.1", "14-1-5.1", "14-1.1")
def test_all_or_some_of_one_hex() -> None:
    session = skirmish(ikeda_tsuneoki=NORTH, maeda_toshiie="3022", nakane_masateru=at("4328", garrison=True))
    for targets in (("hirate_hirohide", "ikeda_tsuneoki"), ("hirate_hirohide",), ("maeda_toshiie",)):
        assert refused(session, Attack(targets)) is None
    assert refused(session, Attack(("hirate_hirohide", "maeda_toshiie"))) == "14-1-4.1"
    assert refused(session, Attack(())) == "14-1-1.1"
    assert refused(session, Attack(("nakane_masateru",))) == "14-1.1"


@covers("shingens_arrival", "14-1-3.1", "14-1-6.1", "14.0.2")
def test_one_force_attacks_and_another_may_attack_again() -> None:
    session = skirmish(1, 1, amari_nobuyasu="2822", ikeda_tsuneoki="3022")
    go(session, Attack(("hirate_hirohide",)))
    assert mark(session, "amari_nobuyasu", "acted") is None
    go(session, "amari_nobuyasu", "skirmish")
    assert rolls(session)[:2] == ["attack", "counterattack"]
    assert rolling(session) == "attack"


# -- the roll ----------------------------------------------------------------------------------------------------------
def parts(here: str, there: str, attacker: Any = None, defender: Any = None) -> dict[str, int]:
    session = campaign("takeda_act", HOME, baba_nobuharu=attacker or here, hirate_hirohide=defender or there)
    scene = scene_of(session)
    return dict(attack_parts(scene, [force(session, "baba_nobuharu")], [force(session, "hirate_hirohide")]))


@covers("shingens_arrival", "14-2-1.1", "14-2-1.2", "14-2-1.3", "14-2-1.4", "14-2-1.5", "14-2-1.8")
def test_modifiers_of_an_attack_add_up() -> None:
    gap = 2 - 0  # Baba 2, Hirate 0
    assert parts(PLAIN, NORTH) == {"14-2-1.4": gap}
    assert parts("4428", "4328") == {"14-2-1.1": -1, "14-2-1.4": gap}
    assert parts("4328", "4427")["14-2-1.2"] == -2
    assert parts("4330", "4230") == {"14-2-1.3": -2, "14-2-1.4": gap}
    assert parts("0925", "1024")["14-2-1.3"] == -2  # a bridge does not help in battle
    assert parts(PLAIN, NORTH, at(PLAIN, morale=-1), at(NORTH, morale=-3))["14-2-1.5"] == 2


@covers("shingens_arrival", "14-2-1.6", "14-1-5.1")
def test_of_several_defenders_the_lowest_morale_and_the_highest_leader_count() -> None:
    session = campaign(
        "takeda_act", HOME, baba_nobuharu=PLAIN, hirate_hirohide=at(NORTH, morale=-2), shibata_katsuie=NORTH
    )
    targets = [force(session, "hirate_hirohide"), force(session, "shibata_katsuie")]
    found = dict(attack_parts(scene_of(session), [force(session, "baba_nobuharu")], targets))
    assert found == {"14-2-1.5": 2}  # Shibata has 2 like Baba


@covers("shingens_arrival", "14-5-2.1", "14-5-2.2", "14-5-2.3", "14-5-2.4", "14-5-2.6")
def test_modifiers_of_a_counterattack() -> None:
    session = campaign("takeda_act", HOME, baba_nobuharu=at("4328", morale=-1), hirate_hirohide="4427")
    mine, theirs = [force(session, "baba_nobuharu")], [force(session, "hirate_hirohide")]
    assert dict(counterattack_parts(scene_of(session), mine, theirs)) == {"14-5-2.1": -1, "14-5-2.3": -2, "14-5-2.4": 1}
    river = campaign("takeda_act", HOME, baba_nobuharu="4330", hirate_hirohide="4230")
    mine, theirs = [force(river, "baba_nobuharu")], [force(river, "hirate_hirohide")]
    assert dict(counterattack_parts(scene_of(river), mine, theirs))["14-5-2.2"] == -2


@covers("shingens_arrival", "14-2.1", "14-2.2", "14.0.3", "14.1.1", "14-3.3", "FBR.1")
def test_attack_then_counterattack_each_by_strength_and_die() -> None:
    session = skirmish(1, 6)  # 4 strong, 1 + 2 = 3: nothing; Hirate, 2 strong, 6 - 2 = 4: nothing
    assert said(session) == [
        "the attack, strength 4, +2 for commanders makes 3: no losses for Hirate Hirohide (Oda)",
        (
            "counterattack of Hirate Hirohide (Oda), strength 2, -2 for commanders makes 4: "
            "no steps lost by Baba Nobuharu (Takeda)"
        ),
    ]
    assert rolls(session) == ["attack", "counterattack"]
    assert mark(session, "baba_nobuharu", "acted") == "takeda"
    assert steps(session, "hirate_hirohide") == 2


# -- results -----------------------------------------------------------------------------------------------------------
@covers("shingens_arrival", "14-3.1", "14-3.2", "14-3-1.1", "14-5.1", "14-3.x1", "14-5-1.1", "14-5-3.1")
def test_the_defender_takes_steps_and_strikes_back_or_goes() -> None:
    session = skirmish(4, 6, hirate_hirohide=at(NORTH), ikeda_tsuneoki=NORTH)
    go(session, Attack(("hirate_hirohide", "ikeda_tsuneoki")))  # 6 in the column for 3 or 4: 1
    assert asked(session) == "oda_player"
    assert set(legal(session)) == {0, 1}
    for answer in (2, -1, "both"):
        assert refused(session, answer) == "14-3.1"
    go(session, 0)
    assert set(legal(session)) == {"hirate_hirohide", "ikeda_tsuneoki"}
    go(session, "ikeda_tsuneoki")
    assert rolls(session) == ["attack", "counterattack"]
    fled = skirmish(4, hirate_hirohide=at(NORTH))
    go(fled, 1)
    way = legal(fled)[0]
    go(fled, way)
    assert place(fled, "hirate_hirohide") == way[0]
    assert mark(fled, "hirate_hirohide", "morale") == -1
    assert rolls(fled) == ["attack"]  # who retreats does not strike back


@covers("shingens_arrival", "14-5-3.1", "14-5.x1", "14-5.2")
def test_the_attacker_takes_the_counterattack_in_steps() -> None:
    session = skirmish(1, 6, hirate_hirohide=NORTH, shibata_katsuie=NORTH, maeda_toshiie="shibata_katsuie_1")
    go(session, Attack(("hirate_hirohide", "shibata_katsuie")))  # 1: nothing
    # 2 + 4 + Maeda's strength together, 6, modifiers even: a loss
    assert steps(session, "baba_nobuharu") == 3
    assert place(session, "baba_nobuharu") == PLAIN


@covers("shingens_arrival", "14-3-2.1", "14-3.x2", "15.0.1", "25-1.1", "19-2-3.5", "19-2-3.3", "19-2-3.1")
def test_the_last_step_takes_the_leader_with_it() -> None:
    session = skirmish(6, baba_nobuharu=PLAIN, hirate_hirohide=at(NORTH, 1))  # 8: one loss
    go(session, 0)
    assert place(session, "hirate_hirohide") == "fallen"
    assert score(session) == (10, 9)
    assert rolls(session) == ["attack"]  # nobody is left to strike back
    azai = campaign("oda_act", HOME, rolls=[6], score=(10, 10), shibata_katsuie=PLAIN, atsuji_sadayuki=at(NORTH, 1))
    go(azai, "shibata_katsuie", "skirmish", 0)
    assert place(azai, "atsuji_sadayuki") == "fallen"
    assert score(azai) == (10, 10)  # only the Takeda army costs the Takeda player points


@covers("shingens_arrival", "19-2-3.6", "6-2.x1")
def test_a_dead_taisho_costs_three_and_leaves_his_busho_alone() -> None:
    session = skirmish(
        6,
        hirate_hirohide="4730",
        shibata_katsuie=at(NORTH, 1, morale=-1),
        maeda_toshiie=at("shibata_katsuie_1"),
        ikeda_tsuneoki=at("shibata_katsuie_2"),
    )
    go(session, 0, "shibata_katsuie")
    assert place(session, "shibata_katsuie") == "fallen"
    assert score(session) == (10, 7)
    for unit in ("maeda_toshiie", "ikeda_tsuneoki"):
        assert place(session, unit) == NORTH
        assert mark(session, unit, "morale") == -1


# -- retreat -----------------------------------------------------------------------------------------------------------
@covers("shingens_arrival", "14-3-4.1", "14-3-5.1", "14-3-4.2", "14-3-3.1", "14-3-8.1", "14-3-8.2")
def test_a_retreat_goes_away_from_the_attacker() -> None:
    session = skirmish(4)
    go(session, 1)
    assert set(legal(session)) == {("2821",), ("2921",), ("3021",)}
    assert refused(session, ("3022",)) == "14-3-4.1"  # no farther than before
    assert refused(session, ("2921", "2920")) == "14-3-4.1"  # one hex was called for
    assert refused(session, ("2919",)) == "14-3-5.1"


@covers("shingens_arrival", "14-3-5.2", "14-3-5.3", "14-3-5.4")
def test_no_retreat_over_water_into_mountains_or_enemies() -> None:
    from compiler.rules.shingens_arrival.ch14_retreat import Retreat

    def why(start: str, to: str, away: str, **units: Any) -> str | None:
        session = campaign("takeda_act", {**HOME, **units}, hirate_hirohide=start)
        no = Retreat(scene_of(session), force(session, "hirate_hirohide"), away, 1).refuse((to,))
        return None if no is None else no.rule

    assert why("1025", "0925", "1125") == "14-3-5.2"
    assert why("5713", "5712", "5714", takeda_shingen="5418") == "14-3-5.3"
    assert why(NORTH, "2921", PLAIN, amari_nobuyasu="2921") == "14-3-5.4"
    assert why(NORTH, "2921", PLAIN) is None


@covers("shingens_arrival", "14-3-6.1", "14-3-6.2", "14-3-6.3", "14-3-6.4")
def test_zones_castles_and_rivers_cost_a_step_each_hex() -> None:
    from compiler.rules.shingens_arrival.ch14_retreat import costs_a_step

    session = campaign(
        "takeda_act", HOME, hirate_hirohide=NORTH, amari_nobuyasu="2920", azai_nagamasa="1616", ikeda_tsuneoki="2921"
    )
    scene = scene_of(session)
    assert costs_a_step(scene, "oda_player", NORTH, "2921") == "14-3-6.1"  # a friend there does not help
    assert costs_a_step(scene, "oda_player", NORTH, "3021") is None
    assert costs_a_step(scene, "oda_player", "2222", "2323") == "14-3-6.2"
    assert costs_a_step(scene, "oda_player", "4230", "4330") == "14-3-6.3"
    fled = skirmish(4, amari_nobuyasu="2920")
    go(fled, 1, ("2921",))
    assert steps(fled, "hirate_hirohide") == 1


@covers("shingens_arrival", "14-3-7.1", "14-3-7.x1", "11-1-2.2", "11-1-2.x1", "11-1-4.1")
def test_morale_falls_by_the_hexes_and_may_end_a_force() -> None:
    session = skirmish(4, hirate_hirohide=at(NORTH, morale=-4))  # morale difference: 4 more, result larger
    go(session, *[max(legal(session))])
    while asked(session) == "oda_player" and session.step == "takeda_act" and "retreats" in session.ask().prompt:
        go(session, legal(session)[0])
    assert place(session, "hirate_hirohide") == "fallen"
    assert score(session) == (10, 9)


@covers("shingens_arrival", "14-3-8.1", "14-3-8.2", "14-3-8.3", "12-2-2.1")
def test_a_castle_ends_a_retreat_at_the_full_price() -> None:
    session = campaign(
        "takeda_act",
        HOME,
        rolls=[6],
        baba_nobuharu="4428",
        kosaka_masanobu="4428",
        takeda_nobutoyo="baba_nobuharu_1",
        nakane_masateru="4328",
    )
    go(session, "baba_nobuharu", "skirmish")
    go(session, max(legal(session)))
    assert ("garrison",) in legal(session)
    go(session, ("garrison",))
    assert (place(session, "nakane_masateru"), mark(session, "nakane_masateru", "garrison")) == ("4328", True)
    assert mark(session, "nakane_masateru", "morale") == -2  # two hexes were called for


@covers("shingens_arrival", "14-3-6.5", "14-3-4.1")
def test_without_a_way_back_all_is_taken_in_steps() -> None:
    ring = {"amari_nobuyasu": "2821", "atobe_katsusuke": "2921", "kiso_yoshimasa": "3021"}
    session = skirmish(4, **ring)
    assert rolls(session)[0] == "attack"
    assert steps(session, "hirate_hirohide") == 1  # nothing to choose: no hex is open
    ring = {"kosaka_masanobu": "2821", "akiyama_nobutomo": "2921", "naito_masatoyo": "3021"}
    host = {**HOST, "takeda_shingen": PLAIN, "sakuma_nobumori": NORTH, "hirate_hirohide": "sakuma_nobumori_1"}
    partly = go(campaign("takeda_act", {**HOME, **ring, **host}, rolls=[2]), "takeda_shingen", "skirmish")
    assert legal(partly) == [0, 2]  # past the ring, not between its forces
    assert refused(partly, 1) == "14-3-6.5"
    assert refused(partly, 3) == "14-3.1"


# -- sorties -----------------------------------------------------------------------------------------------------------
@covers(
    "shingens_arrival", "12-2-8.1", "12-2-8.2", "12-2-8.3", "12-2-8.x1", "14-2-1.7", "14-5-2.5", "12-2-8.x3", "12-2-8.4"
)
def test_a_garrison_sallies_in_its_own_hex() -> None:
    session = campaign(
        "oda_act",
        rolls=[6, 1],
        honda_tadakatsu=at("4328", garrison=True),
        oda_nobunaga="2517",
        nakane_masateru=at("4328", garrison=True, morale=-1),
        amari_nobuyasu="4328",
        atobe_katsusuke="4329",
        hirate_hirohide=at("4328", garrison=True, acted="oda_tokugawa"),
    )
    go(session, "honda_tadakatsu", "skirmish")
    assert refused(session, "hirate_hirohide") == "12-2-8.2"
    assert refused(session, "nakane_masateru") is None
    party = [force(session, "honda_tadakatsu"), force(session, "nakane_masateru")]
    besieger = [force(session, "amari_nobuyasu")]
    scene = scene_of(session)
    assert dict(attack_parts(scene, party, besieger)) == {"14-2-1.1": -1, "14-2-1.4": 2, "14-2-1.5": -1, "14-2-1.7": -1}
    assert dict(counterattack_parts(scene, party, besieger))["14-5-2.5"] == 1
    go(session, "nakane_masateru")
    go(session, 0)
    assert mark(session, "honda_tadakatsu", "garrison")  # still inside
    alone = campaign("oda_act", honda_tadakatsu=at("4328", garrison=True), atobe_katsusuke="4329", oda_nobunaga="2517")
    assert why_not(alone, "honda_tadakatsu", "skirmish") == "14-1-2.1"


@covers("shingens_arrival", "12-2-8.1")
def test_a_garrison_does_not_reach_beyond_its_hex() -> None:
    session = campaign(
        "oda_act",
        honda_tadakatsu=at("4328", garrison=True),
        amari_nobuyasu="4328",
        takeda_nobukado="4328",
        atobe_katsusuke="4329",
        oda_nobunaga="2517",
    )
    go(session, "honda_tadakatsu", "skirmish")
    assert refused(session, Attack(("atobe_katsusuke",))) == "12-2-8.1"
    assert refused(session, Attack(("amari_nobuyasu",))) is None


@covers("shingens_arrival", "14-3-7.1", "14-3-7.x1", "14-3-8.3", "11-1-2.x1")
@pytest.mark.parametrize("hex", [NORTH, "4230"])
def test_a_sodaisho_whose_morale_breaks_takes_his_army_with_him(hex: str) -> None:
    """In the open by the hexes he went, before a castle by the hexes called for."""
    beside = PLAIN if hex == NORTH else "4229"
    session = campaign(
        "takeda_act",
        {"takeda_shingen": "5713", "oda_nobunaga": "2517"},
        rolls=[6],
        score=(10, 10),
        baba_nobuharu=beside,
        tokugawa_ieyasu=at(hex, morale=-4),
        okubo_tadayo="tokugawa_ieyasu_1",
        honda_tadakatsu="3126",
    )
    go(session, "baba_nobuharu", "skirmish")
    go(session, 1)
    while "retreats" in session.ask().prompt or "lose" in session.ask().prompt:
        ways = legal(session)
        go(session, ("garrison",) if ("garrison",) in ways else ways[-1])
    for unit in ("tokugawa_ieyasu", "okubo_tadayo", "honda_tadakatsu"):
        assert place(session, unit) == "fallen"
    assert score(session) == (10, 10 - 5 - 1)  # two killed, the others only removed
