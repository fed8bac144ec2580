"""A rules lawyer's cases: whose chits, cards and men they are where three or four sit at the table."""

from __future__ import annotations

from typing import Any

import pytest

from compiler.model.event import Moved, Turned
from compiler.play.session import Session
from compiler.rules.a_most_dangerous_time.asking import oda_owner
from compiler.rules.a_most_dangerous_time.cards_start import Play
from compiler.rules.a_most_dangerous_time.ch08_negotiation import Negotiate
from compiler.rules.a_most_dangerous_time.ch10_combat import Betray
from tests.rules.a_most_dangerous_time.table import (
    asked,
    card,
    controls,
    go,
    piece,
    position,
    said,
    scene,
    soldiers,
    where,
)
from tests.rules.covering import covers

HOME = {"gifu": "1 oda", "odani": "nagamasa"}


def three(step: str, units: dict[str, str], **more: Any) -> Session:
    return position(step, {**HOME, **units}, scenario="three_player", **more)


def four(step: str, units: dict[str, str], **more: Any) -> Session:
    moved = {"chit_turn_end": "kyo", **more.pop("moved", {})}
    return position(step, {**HOME, **units}, scenario="four_player", moved=moved, **more)


# -- three players -----------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "Card32.1", "16.1.4(4).1", "16.1.2(2).1")
@pytest.mark.parametrize(
    ("seat", "chits"),
    [("anti_oda_a", {"azai_asakura", "anti_oda_minors"}), ("anti_oda_b", {"ikko_ikki", "takeda"}), ("oda", {"oda"})],
)
def test_brilliant_maneuver_takes_a_chit_of_ones_own(seat: str, chits: set[str]) -> None:
    session = three("draw_chit", {}, cards={seat: [32]}, entered=["takeda"], moved={"chit_takeda": "cup"})
    assert asked(session) == [seat]
    assert {*session.legal()} - {"pass"} == chits


@covers("a_most_dangerous_time", "16.1.4(4).1", "15.1.15", "8.2.17")
@pytest.mark.parametrize(("shogun", "buys"), [("kyo", False), ("tomo", True)])
def test_b_buys_with_the_shogun_in_tomo_and_not_with_the_daimyo_of_a(shogun: str, buys: bool) -> None:
    session = three(
        "battle",
        {"iwamura": "masakage 3 takeda hideyoshi 2 oda"},
        chit="chit_takeda",
        entered=["takeda"],
        cards={"anti_oda_b": [1]},
        faces={"yoshiaki": 1},
        moved={"yoshiaki": shogun},
        marks={"masakage": {"arrived": True}},
    )
    go(session, "field")
    bought = "chance" not in session.asks and Betray(card(1), "hideyoshi", "yoshiaki") in session.legal()
    assert bought is buys


@covers("a_most_dangerous_time", "16.1.3(3)a.1", "16.1.3(2)a.1")
@pytest.mark.parametrize(("level", "won"), [(0, True), (1, False)])
def test_kyo_wins_for_b_unless_azuchi_is_a_great_castle(level: int, won: bool) -> None:
    session = three(
        "control",
        {"kyo": "3 takeda", "tsutsujigasaki": "shingen"},
        chit="chit_takeda",
        entered=["takeda"],
        moved={"azuchi": "kannon_ji"},
        faces={"azuchi": level},
    )
    assert (session.outcome is not None) is won
    assert controls(session, "kyo") == "takeda"


# -- four players ------------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "16.2.x9", "16.2.5(5).1")
@pytest.mark.parametrize(("otsu", "home"), [("", "kyo"), ("2 azai", "gifu")])
def test_nobunaga_does_not_go_home_through_a_ring_of_enemies(otsu: str, home: str) -> None:
    """In Gifu he has his line; but with Azai in Otsu and the others around it none leads to Kyo."""
    session = four(
        "nobunaga_returns",
        {"gifu": "nobunaga 3 oda", "kyo": "1 oda", "otsu": otsu, "mt_hiei": "1 azai", "w_uji": "1 miyoshi"},
        turn=5,
        control={"mt_hiei": "azai", "shoryu_ji": "miyoshi", "tanba_kameyama": "miyoshi"},
    )
    assert where(session, "nobunaga") == home


@covers("a_most_dangerous_time", "16.2.8(2).1", "16.2.x1")
@pytest.mark.parametrize("mark", ["player_katsuie", "guard"])
def test_who_goes_over_is_no_longer_anybodys_among_the_oda_players(mark: str) -> None:
    """Won by Shingen in Hideyoshi's sphere and won back there: Hideyoshi's, whosever he was before."""
    session = four(
        "negotiate",
        {"iida": "shingen", "iwamura": "1 oda"},
        chit="chit_takeda",
        entered=["takeda"],
        marks={"oda_soldier#2": {"led_by": mark}},
    )
    assert soldiers(session, "iwamura", "oda") == ["oda_soldier#2"]
    go(session, Negotiate("shingen", "iwamura", "oda", "field"), (6,))
    man = piece(session, "oda_soldier#2")
    assert (man.side, man.mark("led_by")) == ("takeda", None)
    assert oda_owner(scene(session), man) == "player_hideyoshi"


@covers("a_most_dangerous_time", "16.2.7(1).2", "16.2.x7")
def test_the_turn_end_chit_goes_into_the_cup_with_kyo() -> None:
    session = four(
        "control",
        {"kyo": "3 takeda", "tsutsujigasaki": "shingen", "kiyosu": "1 oda"},
        chit="chit_takeda",
        entered=["takeda"],
    )
    assert where(session, "chit_turn_end") == "cup"


@covers("a_most_dangerous_time", "16.2.4(3).3", "Cards41-44.1")
def test_a_ninja_who_kills_nobunaga_ends_the_game_of_four() -> None:
    session = four("event_cards", {"gifu": "nobunaga 1 oda"}, chit="chit_azai_asakura", cards={"anti_oda": [41]})
    go(session, Play(card(41), "nobunaga"), (5,), (6,))
    assert session.outcome is not None
    assert session.outcome.winners == ("anti_oda",)


# -- heirs -------------------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "15.3.x1", "10.3(5).2")
def test_the_fate_of_an_heir_is_told_by_his_own_name() -> None:
    session = position(
        "event_cards",
        {"gifu": "1 oda", "tsutsujigasaki": "shingen"},
        chit="chit_oda",
        entered=["takeda"],
        cards={"oda": [41]},
        faces={"shingen": 1},
    )
    go(session, Play(card(41), "shingen"), (5,), (1,))
    assert "Takeda Katsuyori (Takeda), 1: wounded, back on turn 4" in said(session)


@covers("a_most_dangerous_time", "3.3.6", "3.3.x1")
def test_the_soldiers_of_a_fallen_clan_all_change_sides_before_the_first_goes() -> None:
    """So that each can be told in one line: who is Oda's now, and who goes to the box."""
    units = {"odani": "3 oda", "gifu": "1 oda", "sawayama": "2 azai", "kyo": "1 azai"}
    session = go(position("move", units, chit="chit_oda", points=1), "done")
    changes = [entry.what for entry in session.log if getattr(entry.what, "rule", "") == "3.3.6"]
    deeds = [type(change) for change in changes if isinstance(change, (Turned, Moved))]
    assert deeds == [Turned] * 5 + [Moved] * 5
