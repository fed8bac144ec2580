"""A rules lawyer's cases: cards operation by operation, and what would come of it if one were missing."""

from __future__ import annotations

from typing import Any

import pytest

from compiler.play.session import Session
from compiler.rules.a_most_dangerous_time.cards_start import Play
from compiler.rules.a_most_dangerous_time.ch10_combat import Betray, Promote
from compiler.rules.a_most_dangerous_time.ch10_deployment import Assign
from tests.rules.a_most_dangerous_time.table import asked, at, card, controls, go, piece, position, refused, where
from tests.rules.covering import covers

HOME = {"gifu": "1 oda"}


def fight(at: dict[str, str], who: str, **more: Any) -> Session:
    marks = {**more.pop("marks", {}), who: {"arrived": True}}
    return position("battle", {**HOME, **at}, marks=marks, **{"chit": "chit_oda", **more})


# -- betrayals before a combat -----------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "Card18.1", "8.2.20")
def test_a_miyoshi_daimyo_takes_nobody_along_from_elsewhere() -> None:
    """Card 18 names a place: Masayasu and Shozui stay Miyoshi though Nagayuki has become a Daimyo."""
    session = fight(
        {"noda_fukushima": "nobunaga 3 oda (nagayuki 2 miyoshi)", "shozui": "masayasu 1 miyoshi"},
        "nobunaga",
        cards={"oda": [18]},
        control={"sumoto": "oda"},
        marks={"nagayuki": {"new_daimyo": True}},
    )
    go(session, session.legal()[0])
    go(session, Betray(card(18), "nagayuki", "nobunaga"))
    assert piece(session, "nagayuki").side == "oda"
    assert (at(session, "shozui"), controls(session, "shozui")) == ("masayasu 1 miyoshi", "miyoshi")
    assert session.table.mark("miyoshi", "fallen") is None


@covers("a_most_dangerous_time", "8.2.18")
def test_who_goes_over_in_a_besieged_fort_leaves_the_men_of_the_other_leader() -> None:
    """Kageakira and Kagetake are inside with two men each: one of them can be bought, and two go with him."""
    session = fight(
        {"ichijo_dani": "nobunaga 4 oda (kageakira kagetake 4 asakura)"},
        "nobunaga",
        cards={"oda": [12]},
        control={"echizen_fuchu": "oda"},
    )
    while not any(isinstance(answer, Betray) for answer in session.legal()):
        answers = session.legal()
        go(session, Assign((2, 2)) if Assign((3, 1)) in answers else answers[0])
    go(session, Betray(card(12), "kageakira", "nobunaga"))
    assert at(session, "ichijo_dani") == "kageakira nobunaga 6 oda (kagetake 2 asakura)"


@covers("a_most_dangerous_time", "10.1.x1", "15.4.x1", "8.2.20")
def test_a_clan_that_goes_over_on_mt_hiei_fights_wherever_it_stands_with_enemies() -> None:
    """Ieyasu, a Daimyo, is turned out of Mt. Hiei and goes over: in Okazaki his men stand with Oda's at once."""
    session = position(
        "turn_start",
        {**HOME, "mt_hiei": "(ieyasu) nagamasa 2 azai", "okazaki": "1 tokugawa 2 oda"},
        turn=2,
        cards={"anti_oda": [8]},
        control={"mt_hiei": "oda"},
        faces={"yoshiaki": 1},
        marks={"ieyasu": {"new_daimyo": True}},
    )
    go(session, Betray(card(8), "ieyasu", "yoshiaki"))
    assert piece(session, "ieyasu").side == "ashikaga"
    assert asked(session) == ["anti_oda"]
    assert next(iter(session.asks.values())).prompt.startswith("Okazaki")


# -- what would change nothing -----------------------------------------------------------------------------------------
@covers("a_most_dangerous_time", "Cards26-28.1", "11.4.5")
def test_letters_cannot_hurry_a_power_that_comes_this_turn() -> None:
    session = position("event_cards", HOME, chit="chit_anti_oda_minors", turn=6, cards={"anti_oda": [28]})
    assert refused(session, Play(card(28), "takeda")) == "Cards26-28.1"
    assert refused(session, Play(card(28), "mori")) is None


@covers("a_most_dangerous_time", "Cards57-58.1")
@pytest.mark.parametrize(
    ("left", "holder", "rule"), [(2, "ikko_ikki", "Cards57-58.1"), (2, "oda", None), (1, "ikko_ikki", None)]
)
def test_a_truce_that_would_last_no_longer_is_refused(left: int, holder: str, rule: str | None) -> None:
    session = position(
        "event_cards",
        HOME,
        chit="chit_oda",
        cards={"oda": [57]},
        control={"ishiyama": holder},
        marks={"ikko_ikki": {"truce": left}},
    )
    assert refused(session, card(57)) == rule


# -- four players ------------------------------------------------------------------------------------------------------
FOUR = {"gifu": "nobunaga 3 oda", "kuwana": "kazumasu", "hamamatsu": "ieyasu"}


def four(step: str, units: dict[str, str], **more: Any) -> Session:
    return position(step, {**FOUR, **units}, scenario="four_player", **more)


@covers("a_most_dangerous_time", "Card46.1", "16.2.x4")
def test_a_levy_of_four_players_comes_to_the_sphere_of_its_player() -> None:
    """Hideyoshi levies for the Oda: his own Leaders and any Soldier, only in his Spaces, up to his own value."""
    session = four("event_cards", {"ogaki": "1 oda"}, chit="chit_oda", cards={"player_hideyoshi": [46]})
    assert refused(session, Play(card(46), "tokugawa")) == "Card46.1"
    go(session, Play(card(46), "oda"))
    assert asked(session) == ["player_hideyoshi"]
    units = session.legal()
    assert "hideyoshi" in units
    assert "katsuie" not in units
    go(session, "hideyoshi")
    places = [answer for answer in session.legal() if answer != "done"]
    assert "gifu" in places
    assert not {"kiyosu", "kuwana", "kyo"} & set(places)
    go(session, "gifu")
    assert where(session, "hideyoshi") == "gifu"


@covers("a_most_dangerous_time", "Cards59-64.1", "16.2.8(1).1")
def test_of_four_players_each_promotes_only_his_own_samurai() -> None:
    """Azai attack Kuwana: Katsuie's player may raise Kazumasu there, and Hideyoshi's Nobumori is his own to raise."""
    session = four(
        "battle",
        {"kuwana": "kazumasu nobumori 4 oda nagamasa 5 azai"},
        chit="chit_azai_asakura",
        cards={"player_hideyoshi": [59]},
        marks={"nagamasa": {"arrived": True}},
    )
    offered: dict[str, list[str]] = {}
    while not any(word in session.legal() for word in ("stay", "retreat")):
        found = [answer.leader for answer in session.legal() if isinstance(answer, Promote)]
        if found:
            offered[asked(session)[0]] = found
        go(session, "pass" if found else session.legal()[0])
    assert offered == {"player_hideyoshi": ["nobumori"], "player_katsuie": ["kazumasu"]}
