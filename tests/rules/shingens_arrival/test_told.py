"""The log of the campaign as a player reads it: every roll says what it came to, and for whom."""

from __future__ import annotations

import pytest

from compiler.play.session import Session
from compiler.play.telling import Teller
from tests.rules.shingens_arrival.campaign import HOME, HOST, NORTH, PLAIN, at, campaign, go, legal


def told(session: Session) -> list[str]:
    """The sentences of the log without the names of steps and the rules."""
    return [line.split(": ", 1)[1].rsplit(" [", 1)[0] for line in Teller.of(session).lines(session)]


def test_a_skirmish_says_whose_losses_they_are_and_how_they_are_taken() -> None:
    host = {"takeda_shingen": PLAIN, **HOST, "hirate_hirohide": NORTH}
    session = campaign("takeda_act", host, rolls=[4], oda_nobunaga="2517")
    go(session, "takeda_shingen", "skirmish", 1)
    assert told(session)[:4] == [
        "Takeda Shingen (Takeda) attacks Hirate Hirohide (Oda)",
        "attack: rolled 4",
        "the attack, strength 20, die 4 +3 = 7: Hirate Hirohide (Oda) loses 3 in steps or hexes of retreat",
        "Hirate Hirohide (Oda) loses 2 steps and retreats 1 hex",
    ]


def test_replenishment_and_recovery_say_whose_they_are_and_what_they_bring() -> None:
    weak = campaign("takeda_act", rolls=[1], takeda_shingen=at("5713", 2), oda_nobunaga="2517")
    go(weak, "takeda_shingen", "replenish")
    assert told(weak)[1:3] == [
        "Takeda Shingen (Takeda) replenishes his troops (Takeda and Azai, own territory), die 1: 1 step to restore",
        "Takeda Shingen (Takeda) has 3 steps again",
    ]
    cut = campaign("takeda_act", rolls=[6], takeda_shingen=at("1123", morale=-2), oda_nobunaga="2517")
    assert told(go(cut, "takeda_shingen", "recover_morale"))[:2] == [
        "morale recovery: rolled 6",
        "Takeda Shingen (Takeda) does not recover",
    ]
    well = campaign("takeda_act", takeda_shingen=at("5713", morale=-1), oda_nobunaga="2517")
    words = told(go(well, "takeda_shingen", "recover_morale"))
    assert words[0] == "Takeda Shingen (Takeda) has recovered: normal morale"


def test_troops_that_desert_and_walls_that_are_mended_are_told_apart() -> None:
    shaken = campaign("takeda_act", rolls=[1], takeda_shingen=at("5713", 3, morale=-4), oda_nobunaga="2517")
    go(shaken, "takeda_shingen", "replenish")
    assert any(line.endswith("die 1 -4 = -3: 1 step deserts") for line in told(shaken))
    walls = campaign("takeda_act", HOME, rolls=[6], marks=[("5713", "durability", 3)])
    go(walls, "takeda_shingen", "replenish")
    assert any("replenishes Tsutsujigasaki" in line and line.endswith(" durability to restore") for line in told(walls))


@pytest.mark.parametrize(
    ("roll", "line"),
    [
        (1, "siege check of Futamata, die 1: the castle loses 1 morale"),
        (2, "siege check of Futamata, die 2: the castle loses 1 durability"),
        (5, "siege check of Futamata, die 5: nothing happens"),
    ],
)
def test_a_siege_check_says_what_the_castle_suffers(roll: int, line: str) -> None:
    units = {"takeda_shingen": at("4328", invested=True), **HOST, "oda_nobunaga": "2517"}
    session = campaign("oda_sieges", units, rolls=[roll])
    while line not in told(session):
        go(session, "stand" if "stand" in legal(session) else legal(session)[0])
    assert told(session).count(line) == 1


def test_those_held_back_are_told_how_long_and_when_they_are_free() -> None:
    waits = [("oda", "held_back", 2), ("tokugawa", "held_back", 1)]
    session = campaign("takeda_act", HOME, stage=1, held=True, marks=waits)
    while "Tokugawa are held back no longer" not in told(session):
        go(session, "end_phase")
    assert "Oda are held back; stages to wait: 1" in told(session)


def test_snow_that_comes_and_snow_that_does_not() -> None:
    for roll, words in ((2, "snow comes"), (3, "snow does not come")):
        session = campaign("weather", HOME, turn=5, stage="initial", rolls=[roll])
        assert told(session)[:2] == [f"snow: rolled {roll}", f"{words} (2 or less brings it)"]


def test_lords_who_do_not_rise_are_told_too() -> None:
    session = campaign("random_event", HOME, turn=5, stage="initial", score=(7, 0), rolls=[2, 6, 6])
    assert "random event: Yoshiaki's Uprising" in told(session)
    assert any(line.endswith(" stays quiet") for line in told(session))


def test_troops_come_under_a_command_and_go_into_garrison() -> None:
    both = campaign("takeda_act", takeda_shingen="5713", hara_masatane="5713", oda_nobunaga="2517")
    go(both, "takeda_shingen", "reorganize")  # the only one who can pass
    assert told(both)[0] == "Hara Masatane (Takeda) goes to the command of Takeda Shingen"
    alone = campaign("oda_act", nakane_masateru="4329", oda_nobunaga="2517", takeda_shingen="5713")
    go(alone, "nakane_masateru", "move")
    go(alone, next(path for path in legal(alone) if path[-1] == "garrison"))
    assert "Nakane Masateru (Tokugawa) is in garrison" in told(alone)
