"""Greedy lords: Oda break the ring piece by piece, the others combine. The chronicle of one short game is kept.

`UPDATE_GOLDENS=1 pytest tests/rules/a_most_dangerous_time/test_greedy.py` writes it anew; read it before keeping it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from compiler.model.event import Drawn, Event, Marked, Moved, Shuffled
from compiler.play.ask import Ask
from compiler.play.chance import Seeded
from compiler.play.players import GreedyPlayer, play_out
from compiler.play.session import Session
from compiler.play.state import Choice
from compiler.play.telling import Teller, ending
from compiler.rules.a_most_dangerous_time.advice import advice
from compiler.rules.a_most_dangerous_time.advice_march import march_value
from compiler.rules.a_most_dangerous_time.cards_start import Play
from compiler.rules.a_most_dangerous_time.ch09_moves import March
from tests.games.playable import ROOT
from tests.rules.a_most_dangerous_time.table import card, go, position, scene, soldiers, the_book

FILE = ROOT / "tests" / "playthroughs" / "a_most_dangerous_time-greedy.txt"
UPDATE = bool(os.environ.get("UPDATE_GOLDENS"))
SEED = 1
HEADS = {"gifu": "nobunaga 2 oda", "odani": "nagamasa 2 azai", "ichijo_dani": "yoshikage 5 asakura"}


@cache
def played(scenario: str, seed: int = SEED) -> Session:
    session = Session.begin(the_book(), scenario, Seeded(seed))
    play_out(session, {seat: GreedyPlayer(f"{seed}/{seat}") for seat in the_book().game.seats}, 9_000)
    return session


# -- the chronicle -----------------------------------------------------------------------------------------------------
def is_routine(event: Event) -> bool:
    """What a chronicler would pass over: men who march or regroup one by one, marks of a combat, chits and cards."""
    if isinstance(event, Moved):
        return event.rule in ("9.3.1", "11.2.3", "14.1.16") or event.piece.startswith("chit_")
    if isinstance(event, Marked):
        return event.mark not in ("control", "joined", "fallen", "withdrawn", "castle_destroyed", "new_daimyo")
    return isinstance(event, (Drawn, Shuffled))


def chronicle(session: Session) -> str:
    """The log as everybody heard it, but for routine."""
    lines: list[str] = []
    for heard in Teller.of(session).log(session):
        if heard.words is not None and not isinstance(heard.entry.what, Choice) and not is_routine(heard.entry.what):
            lines.append(heard.words)
    won = session.outcome
    assert won is not None
    return "\n".join([*lines, ending(the_book(), won)]) + "\n"


def test_the_chronicle_is_line_by_line_the_same() -> None:
    now = chronicle(played("short"))
    if UPDATE:
        FILE.write_text(now, encoding="utf-8")
    assert now.splitlines() == FILE.read_text(encoding="utf-8").splitlines()


def test_a_greedy_game_is_a_war() -> None:
    """Castles change hands on both sides, Clans fall, and the game ends by its rule."""
    session = played("short")
    assert session.outcome is not None
    assert session.outcome.rule == "14.3(Short).2"
    events = [entry.what for entry in session.log if isinstance(entry.what, Marked)]
    taken = [e for e in events if e.mark == "control"]
    assert len(taken) > 12
    assert any(e.mark == "fallen" for e in events)


# -- what they do ------------------------------------------------------------------------------------------------------
def values(session: Session) -> Mapping[Any, float]:
    """What the one who is asked is advised of each option."""
    (ask,) = session.asks.values()
    assert isinstance(ask, Ask)
    found = advice(scene(session), ask)
    assert found is not None
    return dict(zip(ask.options, found, strict=True))


def best(session: Session) -> Any:
    told = values(session)
    return max(told, key=lambda option: told[option])


def test_oda_go_for_the_weakest_clan_and_wake_no_power() -> None:
    units = {**HEADS, "kanagasaki": "nagahide 7 oda", "iwamura": "5 oda", "kannon_ji": "hideyoshi 7 oda"}
    session = position("move", units, chit="chit_oda", points=3)
    now = scene(session)
    to_azai = March(("kannon_ji", "sawayama"), ("hideyoshi", *soldiers(session, "kannon_ji", "oda")))
    to_takeda = March(("iwamura", "iida"), tuple(soldiers(session, "iwamura", "oda")))
    assert march_value(now, "oda", "", to_azai) > 4 > 0 > march_value(now, "oda", "", to_takeda)


def test_the_others_go_where_friends_are() -> None:
    def value(friends: dict[str, str]) -> float:
        units = {"gifu": "nobunaga", "sawayama": "nagamasa 5 azai", "kannon_ji": "2 oda", **friends}
        session = position("move", units, chit="chit_azai_asakura", points=3, control={"minakuchi": "rokkaku"})
        march = March(("sawayama", "kannon_ji"), ("nagamasa", *soldiers(session, "sawayama", "azai")))
        return march_value(scene(session), "anti_oda", "", march)

    assert value({"mitsukuri": "yoshikata 1 rokkaku", "minakuchi": "2 ikko_ikki"}) > value({}) > 0


def test_a_waypoint_holds_four_and_homes_are_not_left_bare() -> None:
    session = position("move", {**HEADS, "kannon_ji": "8 oda"}, chit="chit_oda", points=3)
    now, men = scene(session), tuple(soldiers(session, "kannon_ji", "oda"))
    assert march_value(now, "oda", "", March(("kannon_ji", "w_seta"), men)) < 0
    assert march_value(now, "oda", "", March(("gifu", "ogaki"), ("nobunaga", *soldiers(session, "gifu", "oda")))) < 0


def test_an_empty_home_castle_gets_a_garrison() -> None:
    session = position("move", {"otsu": "nobunaga", "ogaki": "3 oda", "odani": "nagamasa"}, chit="chit_oda", points=3)
    told = march_value(
        scene(session), "oda", "", March(("ogaki", "gifu"), tuple(soldiers(session, "ogaki", "oda")[:2]))
    )
    assert told > 2


def test_the_shogun_is_left_alone_while_powers_wait() -> None:
    session = position("event_cards", HEADS, chit="chit_oda", cards={"oda": [19, 41]})
    told = values(session)
    assert told["exile_the_shogun"] < told["done"] < told[Play(card(41), "nagamasa")]


@pytest.mark.parametrize(("chit", "answer"), [("chit_turn_end", "fix_the_order"), ("chit_oda", "let_it_be")])
def test_good_fortune_mends_a_bad_draw(chit: str, answer: str) -> None:
    session = go(position("draw_chit", HEADS, fortune=True), chit)
    assert best(session) == answer
    if answer == "fix_the_order":
        assert best(go(session, answer)) == "oda"


def test_good_fortune_answers_many_hits_only() -> None:
    units = {**HEADS, "w_sekigahara": "3 azai 4 oda"}
    for dice, answer in (((6, 6, 6), "reroll_other"), ((6, 1, 1), "keep")):
        session = position("battle", units, chit="chit_oda", fortune=True, marks={"w_sekigahara": {"activated": True}})
        while "chance" not in session.asks:
            session.apply("stay")
        go(session, (1,), (6,), dice)
        assert best(session) == answer


@pytest.mark.parametrize(("chit", "answer"), [("chit_oda", "pass"), ("chit_azai_asakura", card(30))])
def test_the_emperors_truce_is_for_the_attacked(chit: str, answer: str) -> None:
    units = {**HEADS, "w_sekigahara": "3 azai 4 oda"}
    session = position("battle", units, chit=chit, cards={"oda": [30]}, marks={"w_sekigahara": {"activated": True}})
    assert best(session) == answer


def test_a_card_drawn_is_kept() -> None:
    assert best(position("kyo_card", HEADS, fortune=True, deck=[1, 2, 3])) == "keep"
