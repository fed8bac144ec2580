"""A rules lawyer's cases where two rules meet, worked out from the rulebook before the engine was read."""

from __future__ import annotations

from compiler.rules.a_most_dangerous_time.ch09_moves import March
from compiler.rules.a_most_dangerous_time.ch10_deployment import Fort
from compiler.rules.a_most_dangerous_time.ch10_losses import Lose
from compiler.rules.a_most_dangerous_time.ch11_regroup import Regroup
from tests.rules.a_most_dangerous_time.table import asked, at, controls, go, position, refused, soldiers, waits_for_dice
from tests.rules.covering import covers

HEADS = {"gifu": "1 oda", "odani": "nagamasa 1 azai"}


@covers("a_most_dangerous_time", "9.4.4", "2.46.x1")
def test_a_space_entered_in_this_impulse_stops_the_next_wave_too() -> None:
    """Control is looked at when the impulse ends: those who come second do not march through."""
    session = position("move", {"minakuchi": "4 oda", **HEADS}, chit="chit_oda", points=6)
    men = soldiers(session, "minakuchi", "oda")
    for wave in (men[:2], men[2:]):
        go(session, March(("minakuchi", "mitsukuri"), tuple(wave)))
        assert refused(session, March(("mitsukuri", "kannon_ji"), tuple(wave))) == "9.4.4"


@covers("a_most_dangerous_time", "5.3.7", "10.5.15", "10.5.13")
def test_besiegers_who_are_cut_off_lose_two_for_a_hit_and_roll_for_half() -> None:
    """Katsuie and four men without a line: a hit takes two of them, three of five are left and roll two dice."""
    session = position(
        "battle",
        {"odani": "katsuie 4 oda nagamasa 1 azai"},
        chit="chit_oda",
        control={"gifu": "azai", "kiyosu": "azai"},
        marks={"katsuie": {"arrived": True}},
    )
    go(session, Fort(("nagamasa", *soldiers(session, "odani", "azai"))), "storm", (6, 1))
    men = soldiers(session, "odani", "oda")
    assert asked(session) == ["oda"]
    assert refused(session, Lose((men[0],))) == "5.3.8"
    go(session, Lose(tuple(men[:2])))
    assert waits_for_dice(session, "fire") == 2


@covers("a_most_dangerous_time", "16.2.7(3).3", "16.2.x2", "16.2.2(4).1")
def test_men_led_against_a_neutral_of_anothers_sphere_fight_there() -> None:
    """Hideyoshi marches on Tanba Kameyama, which is in Tokugawa's sphere and nobody's land yet."""
    marks = {"hideyoshi": {"new_daimyo": True}}
    places = {"ibaraki": "hideyoshi 3 oda", "gifu": "nobunaga 3 oda", "tanba_kameyama": "1 minor"}
    session = position("move", places, chit="chit_oda", points=5, scenario="four_player", marks=marks)
    go(session, March(("ibaraki", "tanba_kameyama"), ("hideyoshi", *soldiers(session, "ibaraki", "oda"))), "done")
    (minor,) = soldiers(session, "tanba_kameyama", "neutral_minor")
    go(session, Fort((minor,)), "storm", (1,))
    assert waits_for_dice(session, "fire") == 4
    go(session, (6, 1, 1, 1))
    assert (at(session, "tanba_kameyama"), controls(session, "tanba_kameyama")) == ("hideyoshi 3 oda", "oda")


@covers("a_most_dangerous_time", "16.2.5(6).1", "16.2.7(3).3")
def test_nobunaga_takes_men_through_anybodys_sphere() -> None:
    """From Kyo by Tokugawa's Shoryu-ji to Hideyoshi's Ibaraki, whoever moves him; another Leader does not."""
    places = {"kyo": "nobunaga hideyoshi 7 oda", "gifu": "1 oda"}
    for chit in ("chit_oda", "chit_tokugawa"):
        session = position("move", places, chit=chit, points=5, scenario="four_player")
        men = tuple(soldiers(session, "kyo", "oda"))
        assert refused(session, March(("kyo", "shoryu_ji", "ibaraki"), ("nobunaga", *men))) is None
    session = position("move", places, chit="chit_oda", points=5, scenario="four_player")
    assert refused(session, March(("kyo", "shoryu_ji", "ibaraki"), ("hideyoshi", *men[:3]))) == "16.2.7(3).3"


@covers("a_most_dangerous_time", "11.2.3", "5.2.8")
def test_nobody_comes_back_to_a_space_that_is_besieged() -> None:
    places = {"kyo": "nobunaga", "kannon_ji": "2 azai (1 oda)", **HEADS}
    session = position("regroup", places, seat="oda")
    spaces = {option.space for option in session.legal() if isinstance(option, Regroup)}
    assert "otsu" in spaces
    assert "kannon_ji" not in spaces
