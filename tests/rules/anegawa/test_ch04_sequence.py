"""1.0 to 4.0: players, dice, phases."""

from __future__ import annotations

from compiler.model.event import Rolled, TrackSet
from compiler.play.ask import CHANCE
from compiler.play.chance import Seeded
from compiler.play.players import RandomPlayer
from compiler.play.session import Session
from tests.rules.anegawa.battle import (
    AA,
    OT,
    asked,
    battle,
    events,
    mark,
    normal,
    off,
    on,
    refused,
    rolling,
    the_book,
    the_game,
    winner,
)
from tests.rules.covering import covers

PHASES = ["withdrawal", "initiative", "rout", "movement", "combat", "army_rout", "recovery", "victory"]


@covers("anegawa", "1.0.2")
def test_two_players_run_two_armies_each() -> None:
    game = the_game()
    assert {seat.id: seat.sides for seat in game.seats.values()} == {OT: ("oda", "tokugawa"), AA: ("azai", "asakura")}


@covers("anegawa", "1-1.2", "4.0.1", "4-8.1")
def test_every_roll_is_of_two_dice_and_phases_come_in_order_every_turn() -> None:
    session = Session.begin(the_book(), "battle", Seeded(3))
    players = {seat: RandomPlayer(f"{seat} 3") for seat in (OT, AA)}
    while session.asks and session.table.tracks["turn"] != 4:
        seat = asked(session)
        ask = session.asks[seat]
        calm = ask.stop or next((o for o in ask.options if o in ("stay", "fight_on")), None)
        session.apply(calm or players[seat].answer(session, seat), seat)
    seen = [e.value for e in events(session) if isinstance(e, TrackSet) and e.track in ("phase", "turn")]
    assert seen == [*PHASES[1:], 2, *PHASES, 3, *PHASES, 4, "withdrawal"]
    rolls = [e for e in events(session) if isinstance(e, Rolled)]
    assert len(rolls) > 3
    assert all(len(roll.values) == 2 and all(1 <= v <= 6 for v in roll.values) for roll in rolls)


@covers("anegawa", "1-1.2")
def test_checks_of_morale_too_are_rolled_with_two_dice() -> None:
    session = Session.begin(the_book(), "battle", Seeded(5))
    players = {seat: RandomPlayer(f"{seat} 5") for seat in (OT, AA)}
    while session.asks and session.table.tracks["turn"] < 6:
        seat = asked(session)
        session.apply(players[seat].answer(session, seat), seat)
    rolls = [e for e in events(session) if isinstance(e, Rolled)]
    assert {len(roll.values) for roll in rolls} == {2}
    assert {"attack", "wear check", "kill check"} <= {roll.purpose for roll in rolls}


@covers("anegawa", "4-1(1).1", "4-1(2).1")
def test_asakura_azai_decide_first_and_play_goes_on_if_nobody_withdraws() -> None:
    session = battle("withdrawal", turn=5)
    assert (asked(session), session.step) == (AA, "withdraw_asakura_azai")
    session.apply("stay")
    assert (asked(session), session.step) == (OT, "withdraw_oda_tokugawa")
    session.apply("stay")
    assert rolling(session) == "initiative of oda_tokugawa"


@covers("anegawa", "4-3.1")
def test_the_side_without_initiative_routs_first() -> None:
    session = battle(
        "rout",
        initiative=OT,
        rolls=[2, 2],
        azai_company_1=off("1020"),
        sakai_company_1="1120",
        sakai_company_2=off("0510"),
        azai_company_2="0511",
    )
    assert (asked(session), session.step) == (AA, "rout_unit")
    assert session.ask().prompt.startswith("Azai company 1")
    while asked(session) == AA:
        session.apply(session.legal()[-1])
    assert mark(session, "azai_company_1", "routed")
    assert asked(session) == OT
    assert session.ask().prompt.startswith("Sakai company 2")


@covers("anegawa", "4-4.1")
def test_the_other_side_moves_only_after_the_side_with_initiative() -> None:
    session = battle("moving_side", initiative=OT, sakai_company_1="1020", azai_company_1="0510")
    assert asked(session) == OT
    assert refused(session, "azai_company_1") == "4-4.1"
    session.apply("done")
    assert asked(session) == AA
    assert refused(session, "azai_company_1") is None


@covers("anegawa", "4-5(5).2")
def test_battled_markers_go_when_the_combat_phase_is_over() -> None:
    session = battle(
        "attack",
        OT,
        initiative=AA,
        sakai_company_1=on("1020", battled="attacked"),
        azai_company_1=on("0510", battled="defended"),
        sakai_company_2="0511",
        sakai_masahisa="0512",
    )
    assert mark(session, "sakai_company_1", "battled") == "attacked"
    session.apply("done")
    assert [mark(session, id, "battled") for id in ("sakai_company_1", "azai_company_1")] == [None, None]


@covers("anegawa", "4-8.2")
def test_a_player_may_concede_and_the_other_wins() -> None:
    session = battle("victory", turn=4)
    assert asked(session) == AA
    assert refused(session, "withdraw") == "20.0(1).1"
    assert refused(session, "surrender") == "4-8.2"
    session.apply("fight_on")
    assert asked(session) == OT
    session.apply("concede")
    assert winner(session) == AA
    assert session.outcome is not None
    assert session.outcome.rule == "4-8.2"


@covers("anegawa", "4-8.1")
def test_after_turn_five_turn_six_begins_with_the_withdrawal_phase() -> None:
    session = battle("victory", turn=5)
    session.apply("fight_on")
    session.apply("fight_on")
    assert session.table.tracks["turn"] == 6
    assert session.step == "withdraw_asakura_azai"


def test_no_roll_is_asked_of_a_player() -> None:
    session = battle("roll_initiative", turn=2)
    assert list(session.asks) == [CHANCE]


def test_a_normal_unit_is_its_front() -> None:
    session = battle("rout", sakai_company_1="1020", azai_company_1=off("0510"))
    assert normal(session, "sakai_company_1")
    assert not normal(session, "azai_company_1")
