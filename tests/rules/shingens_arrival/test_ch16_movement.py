"""16.0 Movement: points, zones, strategic moves, units dropped on the way, Iga, and who is held back."""

from __future__ import annotations

from typing import Any

import pytest

from compiler.play.session import Session
from compiler.rules.shingens_arrival.ch16_dropping import Drop
from compiler.rules.shingens_arrival.ch16_march import March
from compiler.rules.shingens_arrival.ch16_movement import Halt
from tests.rules.covering import covers
from tests.rules.shingens_arrival.campaign import (
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
    scene_of,
    score,
    steps,
    why_not,
)


def on_the_move(unit: str = "baba_nobuharu", *, how: str = "move", step: str = "takeda_act", **more: Any) -> Session:
    home = {"takeda_shingen": "5713", "oda_nobunaga": "2517"}
    session = campaign(step, {**home, **more.pop("units", {})}, **more)
    return go(session, unit, how)


def spent(session: Session, unit: str, *path: str, strategic: bool = False) -> int:
    return March(scene_of(session), force(session, unit), strategic=strategic).spent(path)


@covers("shingens_arrival", "16.0.1", "16-1.1", "16-1-2.1", "16-2-1.2", "16-2.1", "16-2-2.1")
def test_eight_points_hex_by_hex_and_not_one_more() -> None:
    session = on_the_move(baba_nobuharu="2920")
    eight = ("2921", "2922", "2923", "2924", "3024", "3124", "3123", "3023")
    costs = spent(session, "baba_nobuharu", *eight)
    assert costs >= 8
    assert refused(session, ("2921",)) is None
    assert refused(session, ("2922",)) == "16-1-2.1"
    assert refused(session, ("2921", "2922", "2923", "2922", "2923", "2922", "2923", "2922", "2923")) == "16-2.1"
    go(session, ("2921", "2922"))
    assert place(session, "baba_nobuharu") == "2922"
    assert mark(session, "baba_nobuharu", "acted") == "takeda"


def test_every_way_that_is_offered_has_the_price_it_takes() -> None:
    session = on_the_move(baba_nobuharu="2920")
    ask = next(iter(session.asks.values()))
    assert ask.price is not None
    ways = [answer for answer in ask.listed if isinstance(answer, tuple)]
    prices = {way: ask.price(way) for way in ways}
    assert len(prices) > 6
    for way, price in prices.items():
        assert price is not None
        assert price.cost == spent(session, "baba_nobuharu", *way) <= 8
    assert {price.cost for price in prices.values() if price} >= {1, 2, 3}


@covers("shingens_arrival", "16-2-3.1", "16-2-4.1", "16-2-4.2", "2-1-2.2", "TEC.1")
def test_ground_and_rivers_cost_by_the_chart() -> None:
    session = campaign("takeda_act", amari_nobuyasu="4329", takeda_shingen="0925", atobe_katsusuke="4428")
    assert spent(session, "amari_nobuyasu", "4230") == 1 if "4230" in session.book.facts.joined["4329"] else True
    assert spent(session, "takeda_shingen", "1024") == 1  # the bridge cancels the river
    assert spent(session, "takeda_shingen", "0926") == 4  # foothills
    assert spent(session, "takeda_shingen", "0926", strategic=True) == 3
    assert spent(session, "takeda_shingen", "0825") == 2  # rough
    assert spent(session, "takeda_shingen", "0825", strategic=True) == 1
    river = campaign("oda_act", honda_tadakatsu="4330")
    assert spent(river, "honda_tadakatsu", "4230") == 2  # flat over the Tenryu


@covers("shingens_arrival", "16-6-1.1", "16-6-2.1", "16-6-2.2", "12-2-8.x3")
def test_water_mountains_and_enemy_forces_bar_the_way() -> None:
    session = on_the_move(baba_nobuharu="1024", hirate_hirohide="1124")
    assert refused(session, ("0924",)) == "16-6-1.1"
    assert refused(session, ("0925",)) is None  # over the bridge
    assert refused(session, ("1124",)) == "16-6-2.1"
    inside = on_the_move(baba_nobuharu="4329", nakane_masateru=at("4328", garrison=True))
    assert refused(inside, ("4328",)) is None  # only a garrison is there


@covers("shingens_arrival", "16-6-3.1", "11-2.4")
def test_lowered_morale_shortens_the_march() -> None:
    whole = on_the_move(baba_nobuharu=PLAIN)
    shaken = on_the_move(baba_nobuharu=at(PLAIN, morale=-3))
    five = ("2922", "2923", "2922", "2923", "2922")
    assert refused(shaken, five) is None
    assert refused(shaken, (*five, "2923")) == "16-2.1"
    assert refused(whole, (*five, "2923")) is None


# -- zones -------------------------------------------------------------------------------------------------------------
@covers("shingens_arrival", "16-4-1.1", "16-4-3.1", "16-4-5.1", "16-4-6.2")
def test_a_point_to_enter_a_zone_and_one_to_leave_it() -> None:
    session = campaign("takeda_act", takeda_shingen="5713", baba_nobuharu=PLAIN, hirate_hirohide="2921")
    assert spent(session, "baba_nobuharu", NORTH) == 2
    assert spent(session, "baba_nobuharu", NORTH, "3021") == 2 + 3  # from zone to zone: one out and one in
    assert spent(session, "baba_nobuharu", NORTH, "2923") == 4
    assert spent(session, "baba_nobuharu", "2924") == 1
    go(session, "baba_nobuharu", "move")
    assert refused(session, (NORTH, "3021", "3022")) is None  # nothing stops in a zone


@covers("shingens_arrival", "16-4-2.1", "16-4-2.2", "5-2-2(1).1", "5-2-2(2).1", "16-4.x1")
def test_an_enemy_castle_costs_one_in_its_hex_and_nothing_around() -> None:
    session = campaign("takeda_act", takeda_shingen="5713", baba_nobuharu="4330", amari_nobuyasu="4429")
    assert spent(session, "baba_nobuharu", "4329") == 1  # in the ring of Futamata and Kuno
    assert spent(session, "baba_nobuharu", "4329", "4328") == 1 + 2 + 1
    both = campaign("takeda_act", takeda_shingen="5713", baba_nobuharu="4330", nakane_masateru="4428")
    assert spent(both, "baba_nobuharu", "4329", "4328") == 2 + 1 + 2 + 1  # zone and castle: one point, not two


@covers("shingens_arrival", "16-4-6.1")
def test_a_friend_in_the_hex_makes_it_free_and_the_last_one_pays() -> None:
    units = {"baba_nobuharu": NORTH, "amari_nobuyasu": NORTH, "hirate_hirohide": "2921", "takeda_shingen": "5713"}
    session = campaign("takeda_act", units)
    assert spent(session, "baba_nobuharu", PLAIN) == 1
    go(session, "baba_nobuharu", "move", (PLAIN,))
    assert spent(session, "amari_nobuyasu", PLAIN) == 2


@covers("shingens_arrival", "16-4-4.1")
def test_who_has_not_the_points_to_leave_stays() -> None:
    session = campaign(
        "takeda_act",
        takeda_shingen="5713",
        amari_nobuyasu=at("2906", morale=-4),
        endo_morikazu="5418",
        hirate_hirohide="2805",
        atobe_katsusuke="5713",
    )  # 4 points, foothills all around: 4 and 1 to leave
    assert why_not(session, "amari_nobuyasu", "move") == "16-2.1"
    free = campaign("takeda_act", takeda_shingen="5713", amari_nobuyasu=at("2906", morale=-4), atobe_katsusuke="5713")
    assert why_not(free, "amari_nobuyasu", "move") is None
    far = on_the_move(baba_nobuharu=at(PLAIN, morale=-3), hirate_hirohide="2921")
    assert refused(far, ("2924", PLAIN, NORTH, PLAIN)) == "16-4-4.1"


# -- strategic movement ------------------------------------------------------------------------------------------------
@covers("shingens_arrival", "16-3.1", "16-3.2", "16-3-3.1", "16-3-2.1")
def test_a_strategic_move_needs_morale_and_a_line_not_own_land() -> None:
    assert why_not(campaign("takeda_act", amari_nobuyasu=PLAIN), "amari_nobuyasu", "strategic_move") is None
    low = campaign("takeda_act", amari_nobuyasu=at(PLAIN, morale=-1))
    assert why_not(low, "amari_nobuyasu", "strategic_move") == "16-3-3.1"
    lost = campaign("takeda_act", amari_nobuyasu="0234")
    assert why_not(lost, "amari_nobuyasu", "strategic_move") == "16-3-2.1"


@covers("shingens_arrival", "16-3-1.1", "16-3-1.2")
def test_a_strategic_move_keeps_away_from_enemies_and_their_castles() -> None:
    near = campaign("takeda_act", amari_nobuyasu=PLAIN, hirate_hirohide=NORTH)
    assert why_not(near, "amari_nobuyasu", "strategic_move") == "16-3-1.1"
    session = on_the_move("amari_nobuyasu", how="strategic_move", amari_nobuyasu="2924", hirate_hirohide="2921")
    assert refused(session, (PLAIN,)) is None
    assert refused(session, (PLAIN, NORTH)) == "16-3-1.1"
    assert refused(session, ("2925",)) == "16-3-1.2"  # Kariya
    garrison = campaign("takeda_act", amari_nobuyasu="2924", mizuno_nobumoto=at("2925", garrison=True))
    assert why_not(garrison, "amari_nobuyasu", "strategic_move") is None  # a garrison does not count


# -- dropping ----------------------------------------------------------------------------------------------------------
LED = {"amari_nobuyasu": "baba_nobuharu_1", "atobe_katsusuke": "baba_nobuharu_2"}


@covers("shingens_arrival", "16-5.1", "16-5.2", "16-5-1.1", "16-5.3", "16-5.x2", "6-3-3.2")
def test_units_are_dropped_on_the_way_and_act_no_more() -> None:
    session = on_the_move(baba_nobuharu=at(NORTH, morale=-1), units=LED)
    go(session, Halt((PLAIN,)))
    assert refused(session, "stay") is None
    go(session, Drop("amari_nobuyasu"))
    assert place(session, "amari_nobuyasu") == PLAIN
    assert mark(session, "amari_nobuyasu", "acted") == "takeda"
    assert mark(session, "amari_nobuyasu", "morale") == -1
    six_left = ("2922", "2923", "2922", "2923", "2922", "2923")
    assert refused(session, six_left) is None  # dropping costs nothing
    assert refused(session, (*six_left, "2922")) == "16-2.1"
    go(session, ("2922",))
    assert place(session, "baba_nobuharu") == "2922"
    assert place(session, "atobe_katsusuke") == "baba_nobuharu_2"


@covers("shingens_arrival", "16-5.x1", "16-5-2.1")
def test_a_taisho_leads_what_is_dropped_with_him() -> None:
    units = {
        "baba_nobuharu": "takeda_shingen_1",
        "amari_nobuyasu": "takeda_shingen_2",
        "kosaka_masanobu": "takeda_shingen_3",
        "takeda_shingen": "2920",
        "kiso_yoshimasa": "2921",
    }
    session = go(campaign("takeda_act", units, oda_nobunaga="2517"), "takeda_shingen", "move")
    assert refused(session, Drop("baba_nobuharu", ("kosaka_masanobu",))) == "6-1-6.1"
    assert refused(session, Drop("amari_nobuyasu", ("kosaka_masanobu",))) == "6-1.1"
    assert refused(session, Drop("takeda_shingen")) == "16-5.x1"  # the leader goes on
    assert refused(session, Drop("kiso_yoshimasa")) == "16-5.x1"
    go(session, Drop("baba_nobuharu", ("amari_nobuyasu",)), ("2921",))
    assert place(session, "amari_nobuyasu").startswith("baba_nobuharu_")
    assert place(session, "kiso_yoshimasa") == "2921"  # nobody is taken in on the way
    assert force(session, "takeda_shingen").units == ("takeda_shingen", "kosaka_masanobu")


@covers("shingens_arrival", "16-5.x2")
def test_units_are_dropped_in_strategic_movement_and_before_enemy_castles() -> None:
    units = {"takeda_katsuyori": "4427", "amari_nobuyasu": "takeda_katsuyori_1", "takeda_shingen": "5713"}
    march = go(campaign("takeda_act", units), "takeda_katsuyori", "move", Halt(("4328",)))
    assert refused(march, Drop("amari_nobuyasu")) is None
    far = {"takeda_katsuyori": "5713", "amari_nobuyasu": "takeda_katsuyori_1", "takeda_shingen": "5713"}
    swift = go(campaign("takeda_act", far), "takeda_katsuyori", "strategic_move", Halt(("5613",)))
    assert refused(swift, Drop("amari_nobuyasu")) is None


@covers("shingens_arrival", "16.x1")
def test_dropping_alone_is_no_move() -> None:
    session = on_the_move(baba_nobuharu="2920", units=LED)
    go(session, Drop("amari_nobuyasu"))
    assert "stay" not in legal(session)
    assert refused(session, "stay") is not None
    go(session, Halt(("2921",)))
    assert refused(session, "stay") is None  # he has gone a hex


def test_a_halt_costs_the_same_when_play_is_taken_up_again() -> None:
    """The zone he entered costs its point though nobody lists the ways he had: a resumed step passes them by."""
    session = on_the_move(baba_nobuharu=NORTH, units=LED, hirate_hirohide=SOUTH)
    go(session, Halt((PLAIN,)))
    resumed = Session(session.state)
    assert resumed.ask().prompt == session.ask().prompt
    assert legal(resumed) == legal(session)


# -- Iga ---------------------------------------------------------------------------------------------------------------
@covers("shingens_arrival", "16-7.1", "15.x1")
def test_who_ends_his_move_in_iga_loses_a_step() -> None:
    session = on_the_move("hirate_hirohide", step="oda_act", hirate_hirohide="1330", score=(5, 5))
    go(session, ("1429",))
    assert steps(session, "hirate_hirohide") == 1
    last = on_the_move("hirate_hirohide", step="oda_act", hirate_hirohide=at("1330", 1), score=(5, 5))
    go(last, ("1429",))
    assert place(last, "hirate_hirohide") == "fallen"
    assert score(last) == (5, 5)


# -- who is held back --------------------------------------------------------------------------------------------------
@covers("shingens_arrival", "16-8-1.1", "16-8-1.3")
def test_tokugawa_stand_still_until_takeda_troops_come() -> None:
    session = campaign("oda_act", held=True, honda_tadakatsu=at("4230", morale=-1), oda_nobunaga="2517")
    assert why_not(session, "honda_tadakatsu", "move") == "16-8-1.1"
    assert why_not(session, "honda_tadakatsu", "recover_morale") is None
    assert why_not(session, "oda_nobunaga", "move") is None
    free = campaign("oda_act", honda_tadakatsu="4230")
    assert why_not(free, "honda_tadakatsu", "move") is None


@covers("shingens_arrival", "16-8-2.1", "16-8-2.2")
def test_oda_keep_out_of_eastern_mino_and_mikawa() -> None:
    session = on_the_move("hirate_hirohide", step="oda_act", held=True, hirate_hirohide=PLAIN)
    assert refused(session, ("3023",)) == "16-8-2.2"
    assert refused(session, (NORTH,)) is None
    mino = on_the_move("hirate_hirohide", step="oda_act", held=True, hirate_hirohide="2817")
    assert refused(mino, ("2917",)) == "16-8-2.1"
    assert refused(on_the_move("hirate_hirohide", step="oda_act", hirate_hirohide="2817"), ("2917",)) is None


@covers("shingens_arrival", "16-8-1.1", "16-8-1.2", "16-8-2.3")
@pytest.mark.parametrize(
    ("unit", "start", "to", "tokugawa", "oda"),
    [
        ("baba_nobuharu", "2823", "2924", 1, 2),  # Owari to Mikawa
        ("baba_nobuharu", "3820", "3720", 2, 2),  # into Mino
        ("okudaira_sadayoshi", "2823", "2924", "waiting", "waiting"),  # his own province
        ("okudaira_sadayoshi", "3820", "3720", "waiting", 2),
        ("amari_nobuyasu", "2924", "3023", "waiting", "waiting"),  # inside Mikawa: no entry
    ],
)
def test_takeda_troops_set_the_others_free(unit: str, start: str, to: str, tokugawa: Any, oda: Any) -> None:
    known = campaign("takeda_act").book.facts
    if known.province[start] == known.province[to] and start == "3820":
        start = "3821"
    session = on_the_move(unit, held=True, units={unit: start}, kiso_yoshimasa="5713")
    go(session, (to,))
    assert mark(session, "tokugawa", "held_back") == tokugawa
    assert mark(session, "oda", "held_back") == oda


@covers("shingens_arrival", "16-8-1.1", "16-8-2.3")
def test_each_stage_counts_one_off() -> None:
    session = campaign(
        "takeda_act",
        takeda_shingen="5713",
        oda_nobunaga="2517",
        marks=[("tokugawa", "held_back", 1), ("oda", "held_back", 2)],
    )
    go(session, "end_phase", "end_phase")
    assert session.table.tracks["stage"] == 2
    assert (mark(session, "tokugawa", "held_back"), mark(session, "oda", "held_back")) == (None, 1)


# -- Shingen on his way ------------------------------------------------------------------------------------------------
@covers("shingens_arrival", "19-2-1(1).3", "19-2-1(1).4")
def test_seta_bridge_and_kyoto_score_once() -> None:
    session = campaign("takeda_act", takeda_shingen="1024", amari_nobuyasu="5713")
    go(session, "takeda_shingen", "move", ("0925",))
    assert score(session) == (10, 0)
    again = campaign("takeda_act", takeda_shingen=at("1024", crossed_seta_bridge=True), amari_nobuyasu="5713")
    go(again, "takeda_shingen", "move", ("0925",))
    assert score(again) == (0, 0)
    kyoto = campaign("takeda_act", takeda_shingen="0825", amari_nobuyasu="5713")
    go(kyoto, "takeda_shingen", "move", ("0725",))
    assert score(kyoto) == (20, 0)
    other = campaign("takeda_act", amari_nobuyasu="0825", takeda_shingen="5713")
    go(other, "amari_nobuyasu", "move", ("0725",))
    assert score(other) == (0, 0)
    assert asked(other) == "takeda_player"


@covers("shingens_arrival", "19-2-1(1).x2")
def test_shingen_driven_over_seta_bridge_has_not_crossed_it() -> None:
    oda = {"shibata_katsuie": "1124", "ikeda_tsuneoki": "shibata_katsuie_1", "inaba_ittetsu": "shibata_katsuie_2"}
    session = campaign("oda_act", oda, rolls=[6], takeda_shingen="1024", amari_nobuyasu="5713", oda_nobunaga="2517")
    go(session, "shibata_katsuie", "skirmish", 1, ("0925",))
    assert place(session, "takeda_shingen") == "0925"
    assert score(session) == (0, 0)
    assert mark(session, "takeda_shingen", "crossed_seta_bridge") is None
    back = campaign("takeda_act", takeda_shingen="0925", amari_nobuyasu="5713")
    go(back, "takeda_shingen", "move", ("1024",))
    assert score(back) == (10, 0)  # his first march over it, the other way
