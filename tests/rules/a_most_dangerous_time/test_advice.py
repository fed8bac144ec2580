"""Greedy lords take what is weakly held, stand in castles against many, and keep their own."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from compiler.play.chance import Seeded
from compiler.play.players import GreedyPlayer
from compiler.play.session import Session
from compiler.play.topics import PlacePiece
from compiler.rules.a_most_dangerous_time.advice_guard import exposes_head, lack, need, stake
from compiler.rules.a_most_dangerous_time.advice_march import march_value
from compiler.rules.a_most_dangerous_time.ch08_negotiation import Negotiate
from compiler.rules.a_most_dangerous_time.ch09_moves import March
from compiler.rules.a_most_dangerous_time.ch10_deployment import Fort
from tests.rules.a_most_dangerous_time.table import asked, position, scene, soldiers, the_book

HEADS = {"gifu": "nobunaga", "odani": "nagamasa", "ichijo_dani": "yoshikage"}


def chosen(session: Session) -> object:
    seat = asked(session)[0]
    return GreedyPlayer(1).answer(session, seat)


def test_a_lord_takes_the_richest_space_that_is_weakly_held() -> None:
    session = position("move", {**HEADS, "kyo": "6 oda", "tanba_kameyama": "1 minor"}, chit="chit_oda", points=2)
    answer = chosen(session)
    assert isinstance(answer, March)
    assert answer.path[-1] in ("tanba_kameyama", "odani", "yokoyama", "sawayama")


def test_few_go_into_the_fort_and_many_stay_outside() -> None:
    few = position(
        "battle", {**HEADS, "odani": "nagamasa 2 azai 8 oda"}, chit="chit_oda", marks={"odani": {"activated": True}}
    )
    assert isinstance(chosen(few), Fort)
    many = position(
        "battle", {**HEADS, "odani": "nagamasa 5 azai 2 oda"}, chit="chit_oda", marks={"odani": {"activated": True}}
    )
    assert chosen(many) == "field"


def test_a_lord_tries_to_win_men_and_disbands_nobody() -> None:
    talk = position("negotiate", {**HEADS, "kyo": "hideyoshi", "tanba_kameyama": "1 minor"}, chit="chit_oda")
    assert isinstance(chosen(talk), Negotiate)
    rest = position("disband", {**HEADS, "otsu": "2 oda"}, seat="oda")
    assert chosen(rest) == "done"


# -- guards ------------------------------------------------------------------------------------------------------------
def test_what_decides_the_game_needs_more_men_the_more_enemies_are_near() -> None:
    quiet = scene(position("move", {**HEADS, "kyo": "3 oda"}, chit="chit_oda", points=2))
    pressed = scene(position("move", {**HEADS, "kyo": "3 oda", "shoryu_ji": "8 ikko_ikki"}, chit="chit_oda", points=2))
    assert stake(quiet, "kyo", "oda") > stake(quiet, "gifu", "oda") > stake(quiet, "obama", "oda") == 0
    assert need(quiet, "kyo", "oda") < need(pressed, "kyo", "oda")
    assert lack(quiet, "kyo", "oda") < lack(pressed, "kyo", "oda")


def test_guards_stay_where_the_game_is_lost_and_men_come_to_them() -> None:
    units = {**HEADS, "kyo": "4 oda", "otsu": "4 oda", "ibaraki": "8 ikko_ikki"}
    session = position("move", units, chit="chit_oda", points=3)
    now = scene(session)
    leave = March(("kyo", "otsu"), tuple(soldiers(session, "kyo", "oda")[:3]))
    come = March(("otsu", "kyo"), tuple(soldiers(session, "otsu", "oda")[:3]))
    assert march_value(now, "oda", "", leave) < 0.3 < march_value(now, "oda", "", come)
    assert exposes_head(now, ("nobunaga",), "shoryu_ji", "oda", 2) > 0 == exposes_head(now, (), "shoryu_ji", "oda", 2)


def test_guards_do_not_slip_away_one_by_one_and_a_crowd_of_leaders_is_no_guard() -> None:
    units = {**HEADS, "kyo": "4 oda", "tanba_kameyama": "1 oda 1 ikko_ikki", "shoryu_ji": "6 ikko_ikki"}
    session = position("move", units, chit="chit_oda", points=3)
    one = March(("kyo", "tanba_kameyama"), tuple(soldiers(session, "kyo", "oda")[:1]))
    assert march_value(scene(session), "oda", "", one) < 0 < need(scene(session), "kyo", "oda")
    led = position("move", {**HEADS, "kyo": "katsuie hideyoshi nagahide mitsuhide"}, chit="chit_oda", points=3)
    manned = position("move", {**HEADS, "kyo": "katsuie 3 oda"}, chit="chit_oda", points=3)
    assert lack(scene(led), "kyo", "oda") > lack(scene(manned), "kyo", "oda") == 0


def test_leaders_do_not_go_before_their_men() -> None:
    units = {**HEADS, "kannon_ji": "katsuie hideyoshi nagahide 7 oda", "sawayama": "1 azai"}
    session = position("move", units, chit="chit_oda", points=3)
    way, lords = ("kannon_ji", "sawayama"), ("hideyoshi", "katsuie", "nagahide")
    alone, together = March(way, lords), March(way, (*lords, *soldiers(session, "kannon_ji", "oda")[:5]))
    assert march_value(scene(session), "oda", "", alone) < 0 < march_value(scene(session), "oda", "", together)


def test_enemies_on_the_march_are_reckoned_with_from_afar_and_neutrals_are_not() -> None:
    def wanted(**more: str) -> int:
        return need(scene(position("move", {**HEADS, **more}, chit="chit_oda", points=3)), "kyo", "oda")

    assert wanted(hanakuma="12 ikko_ikki") == wanted() < wanted(arioka="12 ikko_ikki") < wanted(ibaraki="12 ikko_ikki")
    assert wanted(tanba_kameyama="1 minor", kuroi="1 minor", yagami="hideharu 1 hatano") == wanted()


# -- four players ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("chit", "wins"), [("chit_oda_nobunaga", "uotsu"), ("chit_oda", "takamatsu")])
def test_each_lord_of_oda_goes_for_his_own_aim_and_not_for_that_of_another(chit: str, wins: str) -> None:
    units = {"gifu": "4 oda", "kiyosu": "4 oda", "toyama": "katsuie hideyoshi 10 oda", "okayama": "8 oda"}
    everybody = {"entered": ("takeda", "mori", "uesugi"), "control": {"toyama": "oda", "okayama": "oda"}}
    session = position("move", units, scenario="four_player", chit=chit, points=3, **everybody)
    now = scene(session)
    marches = {
        "uotsu": March(("toyama", "uotsu"), tuple(soldiers(session, "toyama", "oda"))),
        "takamatsu": March(("okayama", "takamatsu"), tuple(soldiers(session, "okayama", "oda"))),
    }
    told = {aim: march_value(now, "oda", "", march) for aim, march in marches.items()}
    assert all((value > 8) == (aim == wins) for aim, value in told.items()), told


def test_greedy_lords_begin_as_the_scenario_suggests_and_leave_no_decisive_castle_bare() -> None:
    session = Session.begin(the_book(), "four_player", Seeded(3))
    lords = {seat: GreedyPlayer(f"3/{seat}") for seat in the_book().game.seats}
    while session.asks:
        seat, ask = next(iter(session.asks.items()))
        if not isinstance(ask.topic, PlacePiece):
            break
        session.apply(lords[seat].answer(session, seat), seat)
    there = {space: [piece.counter for piece in session.table.at(space)] for space in ("odani", "miki", "kakogawa")}
    assert Counter(there["odani"]) == Counter({"nagamasa": 1, "azai_soldier": 2})
    assert [len(there["miki"]), len(there["kakogawa"])] == [3, 1]
    assert all(session.table.at(space) for space in ("gifu", "kiyosu", "kyo"))


def test_few_retreat_from_a_waypoint_and_not_from_kyo() -> None:
    def answer(place: str) -> object:
        units = {**HEADS, place: "2 oda 9 ikko_ikki"}
        session = position("battle", units, chit="chit_ikko_ikki", marks={place: {"activated": True}})
        return chosen(session)

    assert (answer("w_seta"), answer("kyo")) == ("retreat", "stay")


def test_oda_leave_mount_hiei_alone_while_powers_wait() -> None:
    def answer(**more: Any) -> object:
        units = {**HEADS, "mt_hiei": "katsuie 9 oda (1 enryaku_ji)"}
        session = position("battle", units, chit="chit_oda", marks={"katsuie": {"arrived": True}}, **more)
        while not {"storm", "wait"} <= set(session.legal()):
            session.apply(session.legal()[0])
        return chosen(session)

    assert answer() == "wait"
    assert answer(entered=("takeda", "mori", "uesugi")) == "storm"


# -- cards and commanders ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("chit", "seat", "number", "played"),
    [
        ("chit_ikko_ikki", "oda", 49, False),
        ("chit_ikko_ikki", "anti_oda_a", 49, True),
        ("chit_oda", "anti_oda_b", 57, False),
        ("chit_oda", "oda", 57, True),
    ],
)
def test_nobody_plays_a_card_for_the_enemy(chit: str, seat: str, number: int, played: bool) -> None:
    """With three players any holder may raise the monks, or make their truce (16.1.4(4))."""
    units = {**HEADS, "nagashima": "1 ikko_ikki", "kuwana": "1 oda"}
    session = position("event_cards", units, chit=chit, scenario="three_player", cards={seat: [number]})
    if asked(session) != [seat]:
        session.apply("done")  # the active player has nothing to play
    assert asked(session) == [seat]
    assert (chosen(session) not in ("pass", "done")) is played


def test_a_daimyo_commands_before_a_samurai_who_adds_as_much() -> None:
    """The commander is lost last: Nobunaga adds two, Katsuie two."""
    session = position(
        "battle",
        {**HEADS, "w_seta": "nobunaga katsuie 4 oda 4 ikko_ikki"},
        chit="chit_oda",
        marks={"w_seta": {"activated": True}},
    )
    while set(session.legal()) != {"nobunaga", "katsuie"}:
        session.apply(chosen(session))
    assert chosen(session) == "nobunaga"


def test_no_more_men_crowd_a_waypoint_where_enough_fight() -> None:
    units = {**HEADS, "otsu": "5 oda", "kannon_ji": "1 oda"}
    for there, good in (("katsuie 4 oda 1 azai", False), ("1 oda 3 azai", True)):
        session = position("move", {**units, "w_seta": there}, chit="chit_oda", points=3)
        more = March(("otsu", "w_seta"), tuple(soldiers(session, "otsu", "oda")[:4]))
        assert (march_value(scene(session), "oda", "", more) > 0.3) is good
