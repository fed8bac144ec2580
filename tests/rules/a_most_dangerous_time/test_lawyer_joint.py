"""A rules lawyer's cases: several players on one side of a combat. Each of these the engine once had otherwise."""

from __future__ import annotations

from typing import Any

import pytest

from compiler.play.session import Session
from compiler.rules.a_most_dangerous_time.ch10_deployment import Assign
from compiler.rules.a_most_dangerous_time.ch10_losses import Lose
from compiler.rules.a_most_dangerous_time.ch10_retreat import Withdraw
from tests.rules.a_most_dangerous_time.table import (
    asked,
    at,
    card,
    go,
    piece,
    position,
    prompt,
    refused,
    soldiers,
    waits_for_dice,
)
from tests.rules.covering import covers

PASS = "w_sekigahara"
HOME = {"gifu": "1 oda", "odani": "1 azai"}
DAIMYO = {name: {"new_daimyo": True} for name in ("hideyoshi", "katsuie", "ieyasu")}


def three(words: str, place: str = PASS, **more: Any) -> Session:
    """Oda attack A and B together."""
    marks = {"nobunaga": {"arrived": True}, **more.pop("marks", {})}
    places = {place: words, **HOME, **more.pop("others", {})}
    return position("battle", places, scenario="three_player", chit="chit_oda", marks=marks, **more)


def to_fire(session: Session, oda: int, anti: int) -> Session:
    """Everybody stays; the dice for initiative."""
    while "chance" not in asked(session):
        go(session, "stay" if "stay" in session.legal() else session.legal()[0])
    return go(session, (oda,), (anti,))


def salvo(session: Session, hits: int) -> Session:
    """The fire dice of one side, with so many sixes."""
    while "chance" in asked(session) and session.asks["chance"].purpose == "fire":
        count = waits_for_dice(session, "fire")
        go(session, (6,) * min(hits, count) + (1,) * (count - min(hits, count)))
        hits -= min(hits, count)
    return session


# -- hits --------------------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "16.1.x2", "10.3(4).1")
def test_each_player_takes_off_his_own_units() -> None:
    """Nobunaga and five against three Azai with Nagamasa (A) and two Saika with Magoichi (B): two hits, A's first."""
    session = three("nobunaga 5 oda yoshikata nagamasa 2 azai magoichi 1 saika", others={"saika": "1 ikko_ikki"})
    to_fire(session, 6, 1)
    salvo(session, 3)
    assert asked(session) == ["anti_oda_a"]
    assert refused(session, Lose(("azai_soldier#1", "saika_soldier"))) is not None


@covers("a_most_dangerous_time", "16.1.x2", "10.3(4).2", "5.3.8")
def test_of_a_joint_force_those_cut_off_go_first() -> None:
    """B's monks are cut off from all their temples: two go for one hit, though A has more Units."""
    session = three("nobunaga 5 oda nagamasa 4 azai 2 ikko_ikki")
    to_fire(session, 6, 1)
    salvo(session, 1)
    assert at(session, PASS) == "nagamasa nobunaga 4 azai 5 oda"


@covers("a_most_dangerous_time", "16.1.x2", "10.3(4).5")
def test_the_commander_outlives_his_ally() -> None:
    session = three("nobunaga 5 oda nagamasa 1 azai magoichi", others={"saika": "1 ikko_ikki"})
    to_fire(session, 6, 1)
    salvo(session, 2)
    assert piece(session, "nagamasa").place == PASS
    assert piece(session, "magoichi").place != PASS


@covers("a_most_dangerous_time", "16.1.5(3).2", "5.3.7")
def test_excess_hits_are_counted_in_hits_and_fall_on_those_who_leave() -> None:
    """Four monks, cut off, stay and are gone with two of three hits; the third is for the Azai who leave."""
    session = three("nobunaga 5 oda nagamasa 4 azai 4 ikko_ikki")
    while "retreat" not in session.legal():
        go(session, session.legal()[0])
    assert asked(session) == ["anti_oda_a"]
    go(session, "retreat")
    to_fire(session, 6, 1)
    salvo(session, 3)
    assert soldiers(session, PASS, "ikko_ikki") == []
    assert (asked(session), prompt(session)) == (["anti_oda_a"], "Sekigahara: 1 hit, which Units are lost?")


@covers("a_most_dangerous_time", "10.3(4).1")
def test_soldiers_of_two_clans_without_leaders_are_a_choice() -> None:
    session = position(
        "battle", {PASS: "2 oda 2 tokugawa 4 azai", **HOME}, chit="chit_oda", marks={"oda_soldier#1": {"arrived": True}}
    )
    to_fire(session, 1, 6)
    salvo(session, 2)
    assert asked(session) == ["oda"]
    assert {a.units for a in session.legal()} >= {
        ("oda_soldier#1", "oda_soldier#2"),
        ("tokugawa_soldier#1", "tokugawa_soldier#2"),
    }


# -- command and cards -------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "10.2(3).1", "10.2(5).4", "16.1.5(2).1")
def test_who_assigns_and_who_names_the_commander() -> None:
    """B's Mori are the most: B divides them and names the commander of both."""
    words = "nobunaga 5 oda nagayuki 1 miyoshi motoharu takakage 2 mori"
    session = three(words, "w_mitsuishi", entered=["mori"], others={"okayama": "naoie"})
    assert asked(session) == ["anti_oda_b"]
    go(session, Assign((2, 0)))
    assert (asked(session), "overall commander" in prompt(session)) == (["anti_oda_b"], True)
    assert sorted(session.legal()) == ["motoharu", "takakage"]


@covers("a_most_dangerous_time", "16.1.5(5).1", "CardsUnnumbered.1")
@pytest.mark.parametrize(("ally", "good"), [("", False), ("nagayuki", True)])
def test_only_players_with_units_there_play_combat_cards(ally: str, good: bool) -> None:
    words = f"nobunaga 5 oda magoichi 1 saika {ally}"
    session = three(words, "w_gojo", cards={"anti_oda_a": [29]}, others={"saika": "1 ikko_ikki"})
    while "commander" in prompt(session):
        go(session, session.legal()[0])
    assert (card(29) in session.legal()) is good


@covers("a_most_dangerous_time", "CardsUnnumbered.1", "Cards47-48.1")
def test_gunnery_and_surprise_of_either_ally_count_for_both() -> None:
    """4 + 2 + 1 of A's Nagamasa and 2 of B's guns against 6 + 2: one ahead and the braver."""
    session = three("nobunaga 5 oda nagamasa 3 azai 1 ikko_ikki", cards={"anti_oda_b": [29]})
    go(session, card(29))
    to_fire(session, 6, 4)
    assert waits_for_dice(session, "fire") == 4  # Nagamasa's command, nobody of Oda's
    surprise = three("nobunaga 5 oda nagamasa 3 azai 1 ikko_ikki", cards={"anti_oda_b": [47]})
    go(surprise, card(47))
    while "chance" not in asked(surprise):
        go(surprise, "stay")
    assert waits_for_dice(surprise, "fire") == 4


# -- retreat -----------------------------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "10.4.21", "16.2.9(4).1")
def test_two_players_cannot_both_count_on_the_same_room() -> None:
    """Ogaki, cut off, holds two; once Hideyoshi goes in with his man, the Tokugawa cannot follow."""
    session = position(
        "battle",
        {"ogaki": "hideyoshi 1 oda ieyasu 1 tokugawa 8 ikko_ikki", PASS: "1 azai", "kiyosu": "1 oda"},
        scenario="four_player",
        chit="chit_ikko_ikki",
        marks={**DAIMYO, "ikko_ikki_soldier#1": {"arrived": True}, "tokugawa_soldier#1": {"led_by": "player_tokugawa"}},
        control=dict.fromkeys(("gifu", "kuwana", "kiyosu"), "ikko_ikki"),
    )
    go(session, "field", "hideyoshi", "retreat")
    assert asked(session) == ["chance"]
    go(session, (6,), (1,))
    salvo(session, 0)
    assert at(session, "ogaki") == "ieyasu 8 ikko_ikki 1 tokugawa (hideyoshi 1 oda)"


@covers("a_most_dangerous_time", "16.1.5(4).1", "16.1.x3")
@pytest.mark.parametrize(("holder", "good"), [("miyoshi", False), ("ikko_ikki", True)])
def test_the_fort_is_for_the_player_who_controls_the_space(holder: str, good: bool) -> None:
    session = three(
        "nobunaga 6 oda nagayuki 2 miyoshi 2 ikko_ikki", "noda_fukushima", control={"noda_fukushima": holder}
    )
    while "retreat" not in session.legal():
        go(session, "field")
    while asked(session) != ["anti_oda_b"]:
        go(session, "stay")
    go(session, "retreat")
    to_fire(session, 1, 1)
    salvo(session, 0)
    into = Withdraw("fort", tuple(soldiers(session, "noda_fukushima", "ikko_ikki")))
    assert (refused(session, into) is None) is good
