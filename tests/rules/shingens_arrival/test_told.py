"""The log of the campaign as a player reads it: every roll says what it came to, and for whom."""

from __future__ import annotations

import pytest

from compiler.model.event import Said
from compiler.play.chance import Seeded
from compiler.play.session import Session
from compiler.play.telling import Teller
from compiler.rules.shingens_arrival.ch16_dropping import Drop
from compiler.rules.shingens_arrival.ch19_victory import book
from tests.rules.shingens_arrival.campaign import HOME, HOST, NORTH, PLAIN, at, campaign, go, legal, scene_of, the_book


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
        (
            "the attack, strength 20, +3 for commanders makes 7: "
            "Hirate Hirohide (Oda) loses 3 in steps or hexes of retreat"
        ),
        "Hirate Hirohide (Oda) loses 2 steps and retreats 1 hex",
    ]


def test_replenishment_and_recovery_say_whose_they_are_and_what_they_bring() -> None:
    weak = campaign("takeda_act", rolls=[1], takeda_shingen=at("5713", 2), oda_nobunaga="2517")
    go(weak, "takeda_shingen", "replenish")
    assert told(weak)[1:3] == [
        "Takeda Shingen (Takeda) replenishes his troops (Takeda and Azai, own territory): 1 step to restore",
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
    assert any(line.endswith("-4 for morale makes -3: 1 step deserts") for line in told(shaken))
    walls = campaign("takeda_act", HOME, rolls=[6], marks=[("5713", "durability", 3)])
    go(walls, "takeda_shingen", "replenish")
    assert any("replenishes Tsutsujigasaki" in line and line.endswith(" durability to restore") for line in told(walls))


@pytest.mark.parametrize(
    ("roll", "line"),
    [
        (1, "siege check of Futamata: the castle loses 1 morale"),
        (2, "siege check of Futamata: the castle loses 1 durability"),
        (5, "siege check of Futamata: nothing happens"),
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
    assert "Nakane Masateru (Tokugawa) goes into garrison at Futamata (4328)" in told(alone)


def test_who_comes_out_of_a_castle_is_told_and_from_which() -> None:
    session = campaign("oda_act", nakane_masateru=at("4328", garrison=True), oda_nobunaga="2517", takeda_shingen="5713")
    go(session, "nakane_masateru", "move")
    go(session, ("4329",))
    assert told(session)[:2] == [
        "Nakane Masateru (Tokugawa) comes out of Futamata",
        "Nakane Masateru (Tokugawa) goes to 4329",
    ]


def test_a_castle_that_is_invested_has_a_name() -> None:
    session = campaign("takeda_act", HOST, takeda_shingen="4328", oda_nobunaga="2517")
    go(session, "takeda_shingen", "invest")
    assert "Takeda Shingen (Takeda) invests Futamata (4328)" in told(session)


def test_a_force_that_breaks_up_says_why_and_its_dead_have_no_steps_left() -> None:
    session = campaign("weather", stage="initial", amari_nobuyasu=at("0234", 2, morale=-4), **HOME)
    words = told(session)
    assert "Amari Nobuyasu (Takeda) starves without a line: below -4 morale, the force breaks up" in words
    assert not any("step" in line for line in words)


def test_morale_lost_and_won_are_told_apart() -> None:
    lost = campaign("weather", stage="initial", amari_nobuyasu=at("0234", morale=-1), **HOME)
    assert "Amari Nobuyasu (Takeda): morale -2, was -1" in told(lost)
    won = campaign("takeda_act", takeda_shingen=at("5713", morale=-2), oda_nobunaga="2517")
    assert "Takeda Shingen (Takeda): morale -1, was -2" in told(go(won, "takeda_shingen", "recover_morale"))


def test_turn_and_stage_are_announced_from_the_first() -> None:
    first = Session.begin(the_book(), "deployed", Seeded(1))
    assert told(first)[0] == "turn 1, 10th month"
    assert told(first)[-2:] == ["stage 1 of turn 1, 10th month", "Operations phase: Takeda"]
    later = campaign("random_event", HOME, turn=2, stage="initial", rolls=[2])
    assert "turn 2, 10th month" not in told(later)  # its marker has been moved


def test_peace_that_is_not_made_and_a_call_that_fails_are_told() -> None:
    calls = campaign("random_event", HOME, stage="initial", rolls=[1, 1])
    assert "the Saika-to stay away (6 calls them up)" in told(calls)
    talks = campaign("random_event", HOME, stage="initial", rolls=[4, 1])
    assert any(line.startswith("no peace is made: ") for line in told(talks))


def test_points_that_cannot_be_lost_and_walls_that_are_whole_again_are_told() -> None:
    walls = campaign("takeda_act", HOME, rolls=[6], marks=[("5713", "durability", 9)])
    go(walls, "takeda_shingen", "replenish")
    assert "Tsutsujigasaki is whole again" in told(walls)
    poor = scene_of(campaign("takeda_act", HOME))
    book(poor, "takeda_player", -3, "19-2-3.6", "the death of somebody")
    assert [event.text for event in poor.events if isinstance(event, Said)] == [
        "Takeda player: no points to lose for the death of somebody, 0 now"
    ]


def test_a_unit_named_after_its_army_is_told_without_it() -> None:
    units = {"shimotsuma_rairen": "0330", "ikko_band#3": at("0331"), **HOME}
    scene = scene_of(campaign("anti_oda_act", units))
    assert scene.name("ikko_band#3") == "Ikko-Ikki 3"
    assert scene.name("shimotsuma_rairen") == "Shimotsuma Rairen (Ikko-Ikki)"


def test_units_that_are_left_behind_are_told_and_by_whom() -> None:
    session = campaign("takeda_act", HOST, takeda_shingen="5713", oda_nobunaga="2517")
    go(session, "takeda_shingen", "move", Drop("obata_nobusada"))
    assert told(session)[:2] == [
        "Takeda Shingen (Takeda) leaves Obata Nobusada (Takeda) behind",
        "Obata Nobusada (Takeda) goes to Tsutsujigasaki (5713)",
    ]
