"""What greedy players prefer."""

from __future__ import annotations

from typing import Any

import pytest

from compiler.play.chance import Seeded
from compiler.play.players import SELDOM, GreedyPlayer, RandomPlayer
from compiler.play.session import Session
from compiler.rules.anegawa.advice import advice, chance
from compiler.rules.anegawa.ch11_movement import OFF_MAP
from compiler.rules.anegawa.ch13_attack import Attack
from tests.rules.anegawa.battle import AA, OT, battle, field_of, flight, off, on, scene_of, the_book


def preferred(session: Session) -> Any:
    (seat,) = session.asks
    return GreedyPlayer(1).answer(session, seat)


def test_chances_are_those_of_two_dice() -> None:
    assert [round(36 * chance(n)) for n in range(1, 14)] == [0, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36, 36]


def test_every_question_of_the_battle_has_its_advice() -> None:
    session, player, met = Session.begin(the_book(), "late_reserve", Seeded(4)), RandomPlayer(4), set[Any]()
    while session.asks and len(met) < 12:
        (seat,) = session.asks
        ask = session.ask()
        about = (type(ask.topic), getattr(ask.topic, "purpose", getattr(ask.topic, "how", "")))
        if about not in met:
            met.add(about)
            scores = advice(scene_of(session), ask)
            assert scores is not None, about
            assert len(scores) == len(ask.options)
        session.apply(player.answer(session, seat), seat)
    assert len(met) >= 11


def test_the_shaken_are_attacked_first() -> None:
    session = battle("attack", OT, oda_nobunaga="1020", azai_company_1=off("1019"), azai_company_2="0920")
    assert preferred(session) == Attack("oda_nobunaga", "azai_company_1")


def test_a_hopeless_attack_is_not_made() -> None:
    session = battle("attack", AA, azai_company_1=on("1110"), onoki_hidetoshi="1109", honda_tadakatsu="1108")
    assert preferred(session) == "done"  # out of the river, by a general who must test himself first


def test_commanders_keep_away_from_the_enemy() -> None:
    session = battle("move_unit", OT, oda_nobunaga="1020", azai_company_1="1018")
    assert preferred(session) == "oda_nobunaga"
    session.apply("oda_nobunaga")
    way = preferred(session)
    assert field_of(session).distance(way[-1], "1018") == 4


def test_units_close_with_the_enemy_and_do_not_leave_the_map() -> None:
    session = battle("move_unit", OT, sakai_masahisa="1034", azai_company_1="1029", points={OT: 4})
    session.apply("sakai_masahisa")
    assert (OFF_MAP,) in session.legal()
    assert preferred(session)[-1] in ("1030", "0930", "1130", "0931", "1131")


def test_the_beaten_run_away_from_the_enemy() -> None:
    session = flight()
    first = preferred(session)
    assert first in ("1018", "0919", "1119")
    session.apply(first)
    assert preferred(session) != "stop"  # two hexes are not enough


@pytest.mark.parametrize(("ahead", "answer"), [(30, "withdraw"), (3, "stay")])
def test_a_lost_battle_is_given_up(ahead: int, answer: str) -> None:
    fallen: dict[str, Any] = {"isono_kazumasa": off("leaders.oda_tokugawa")}
    if ahead > 20:
        fallen |= {
            "azai_company_1": off("combat_units.oda_tokugawa"),
            "asakura_kagetake": off("1019"),
            "azai_nagamasa": "1010",
        }
        fallen |= {
            id: off("doubled.oda_tokugawa")
            for id in (
                "azai_masazumi",
                "atsuji_sadayuki",
                "shinjo_naoyori",
                "akao_kiyotsuna",
                "asakura_kagenori",
                "magara_naotaka",
            )
        }
    session = battle("withdrawal", turn=12, sakai_company_1="1030", **fallen)
    assert preferred(session) == answer


def test_a_random_player_gives_up_seldom() -> None:
    session = battle("withdrawal", turn=12, sakai_company_1="1030", azai_company_1="1010")
    luck = RandomPlayer("seldom")
    given = [luck.answer(session, AA) for _ in range(4 * SELDOM)]
    assert 0 < given.count("withdraw") < 12
