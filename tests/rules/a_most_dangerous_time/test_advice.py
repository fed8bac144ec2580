"""Greedy lords take what is weakly held, stand in castles against many, and keep their own."""

from __future__ import annotations

from typing import Any

from compiler.play.players import GreedyPlayer
from compiler.play.session import Session
from compiler.rules.a_most_dangerous_time.advice_guard import exposes_head, lack, need, stake
from compiler.rules.a_most_dangerous_time.advice_march import march_value
from compiler.rules.a_most_dangerous_time.ch08_negotiation import Negotiate
from compiler.rules.a_most_dangerous_time.ch09_moves import March
from compiler.rules.a_most_dangerous_time.ch10_deployment import Fort
from tests.rules.a_most_dangerous_time.table import asked, position, scene, soldiers

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
