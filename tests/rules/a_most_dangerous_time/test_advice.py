"""Greedy lords take what is weakly held, stand in castles against many, and keep their own."""

from __future__ import annotations

from compiler.play.players import GreedyPlayer
from compiler.play.session import Session
from compiler.rules.a_most_dangerous_time.ch08_negotiation import Negotiate
from compiler.rules.a_most_dangerous_time.ch09_moves import March
from compiler.rules.a_most_dangerous_time.ch10_deployment import Fort
from tests.rules.a_most_dangerous_time.table import asked, position

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
