"""18-1 control, 19.0, 20.0 withdrawal, 22.0 victory."""

from __future__ import annotations

from typing import Any

from compiler.play.scene import Scene
from compiler.play.session import Session
from compiler.rules.anegawa.ch18_castle import castle_holder, holder_in_play
from compiler.rules.anegawa.ch22_victory import score
from tests.rules.anegawa.battle import (
    AA,
    OT,
    asked,
    battle,
    field_of,
    mark,
    off,
    on,
    refused,
    rolling,
    said,
    scene_of,
    winner,
)
from tests.rules.covering import covers


def holder(alone: str | None = None, **pieces: Any) -> str:
    return castle_holder(scene_of(battle("rout", **pieces)), alone)


def points(seat: str, **pieces: Any) -> int:
    session = battle("rout", **pieces)
    state = session.state
    assert state.cursor is not None
    return score(Scene(session.book, state, session.table, state.cursor), seat)


# -- the castle --------------------------------------------------------------------------------------------------------
@covers("anegawa", "18-1(2).2")
def test_in_play_only_a_unit_in_order_controls_a_castle_hex() -> None:
    field = field_of(battle("rout", sakai_company_1="3527", onoki_hidetoshi=off("3426")))
    assert holder_in_play(field, "3527") == OT
    assert holder_in_play(field, "3426") is None


@covers("anegawa", "19-1(1).1", "19-1(2).2", "19-1(2).3", "19-1(2).4", "19-1(3).1")
def test_at_the_end_whoever_is_inside_holds_the_castle() -> None:
    assert holder(onoki_hidetoshi="3426") == AA
    assert holder(sakai_company_1="3527") == OT
    assert holder(sakai_company_1=off("3527")) == OT  # disordered counts
    assert holder(onoki_hidetoshi="3426", sakai_company_1="3527") == OT
    assert holder(onoki_hidetoshi="3425", sakai_company_1="3528") == AA  # nobody inside


@covers("anegawa", "19-1(2).1")
def test_a_side_that_alone_withdrew_does_not_hold_the_castle() -> None:
    assert holder(AA, onoki_hidetoshi="3426") == OT
    assert holder(OT, sakai_company_1="3527") == AA


@covers("anegawa", "22-1(2).1", "22-1(1).1")
def test_the_castle_is_worth_three() -> None:
    lost: dict[str, Any] = {
        "isono_kazumasa": off("leaders.oda_tokugawa"),
        "azai_company_1": off("combat_units.oda_tokugawa"),
    }
    assert points(OT, **lost) == 4
    assert points(OT, sakai_company_1="3527", **lost) == 7
    assert points(AA, **lost) == 3
    assert points(AA, sakai_company_1="3527", **lost) == 0


@covers("anegawa", "22-1(2).2")
def test_a_garrison_that_never_left_is_lost_with_the_castle() -> None:
    assert points(OT, sakai_company_1="3527", onoki_hidetoshi="3426") == 5
    assert points(OT, sakai_company_1="3527", onoki_hidetoshi=on("3425", out_of_castle=True)) == 3
    assert points(OT, sakai_company_1="3527", onoki_hidetoshi=off("leaders.oda_tokugawa")) == 5  # removed: once


# -- withdrawal --------------------------------------------------------------------------------------------------------
def withdrawal(turn: int = 7, **pieces: Any) -> Session:
    return battle("withdrawal", turn=turn, sakai_company_1="1020", azai_company_1="3010", **pieces)


@covers("anegawa", "20.0.1", "22.0(3).1", "4-1(3).1", "4-1(2).1")
def test_a_withdrawal_by_choice_ends_the_game_at_once() -> None:
    session = withdrawal(isono_kazumasa=off("leaders.asakura_azai"))
    assert session.legal() == ("stay", "withdraw")
    assert refused(session, "perhaps") == "20.0.1"
    session.apply("withdraw")
    assert asked(session) == OT  # they decide too
    session.apply("stay")
    assert winner(session) == OT
    assert session.outcome is not None
    assert session.outcome.rule == "22.0(3).1"
    other = withdrawal(azai_company_2=off("combat_units.oda_tokugawa"))
    other.apply("stay")
    other.apply("withdraw")
    assert winner(other) == AA  # whatever the points


@covers("anegawa", "22-2(3).1")
def test_if_both_withdraw_points_decide() -> None:
    ahead = withdrawal(sakai_company_2="3527", azai_company_2=off("combat_units.oda_tokugawa"))
    ahead.apply("withdraw")
    ahead.apply("withdraw")
    assert winner(ahead) == OT  # 4 against 0
    behind = withdrawal(azai_company_2=off("combat_units.oda_tokugawa"))
    behind.apply("withdraw")
    behind.apply("withdraw")
    assert winner(behind) == AA  # 1 against 3


def forced(session: Session, seat: str) -> bool:
    return bool(session.table.mark(seat, "must_withdraw"))


@covers("anegawa", "20.0(2).1", "20.0(2).2")
def test_the_loss_of_ieyasu_or_kagetake_forces_their_side_to_withdraw() -> None:
    ieyasu = withdrawal(tokugawa_ieyasu=off("leaders.asakura_azai"))
    assert (forced(ieyasu, OT), forced(ieyasu, AA)) == (True, False)
    ieyasu.apply("stay")
    assert ieyasu.step == "roll_initiative"  # no question to a side that must
    left = withdrawal(tokugawa_ieyasu="left_map.asakura_azai")
    assert forced(left, OT)
    kagetake = withdrawal(asakura_kagetake=off("doubled.oda_tokugawa"))
    assert (forced(kagetake, OT), forced(kagetake, AA)) == (False, True)
    present = withdrawal(tokugawa_ieyasu=off("1030"), asakura_kagetake=off("3030"))
    assert (forced(present, OT), forced(present, AA)) == (False, False)


@covers("anegawa", "20.0(3).1", "20.0(4).1", "20.0(3).2")
def test_nobunaga_or_nagamasa_disordered_two_phases_running_force_a_withdrawal() -> None:
    first = withdrawal(oda_nobunaga=off("1030"), azai_nagamasa=off("3030"))
    assert (forced(first, OT), forced(first, AA)) == (False, False)
    assert mark(first, "oda_nobunaga", "wavering")
    second = withdrawal(oda_nobunaga=off("1030", wavering=True))
    assert (forced(second, OT), forced(second, AA)) == (True, False)
    nagamasa = withdrawal(azai_nagamasa=off("3030", wavering=True))
    assert (forced(nagamasa, OT), forced(nagamasa, AA)) == (False, True)
    between = withdrawal(oda_nobunaga=on("1030", wavering=True))  # in order again: the count starts anew
    assert not forced(between, OT)
    assert mark(between, "oda_nobunaga", "wavering") is None


@covers("anegawa", "20.0(5).1", "22.0(3).1")
def test_a_forced_withdrawal_takes_effect_at_the_end_of_the_turn() -> None:
    marks = [(AA, "must_withdraw", True)]
    session = battle("victory", turn=5, marks=marks, sakai_company_1="1020", azai_company_1="3010")
    assert session.outcome is None  # the turn is played out first
    session.apply("fight_on")
    session.apply("fight_on")
    assert winner(session) == OT
    assert session.table.tracks["turn"] == 5
    both = battle(
        "victory",
        turn=5,
        marks=[*marks, (OT, "must_withdraw", True)],
        azai_company_2=off("combat_units.oda_tokugawa"),
        sakai_company_1="3527",
    )
    both.apply("fight_on")
    both.apply("fight_on")
    assert winner(both) == OT  # by points: 4 against 0
    assert both.outcome is not None
    assert both.outcome.rule == "22-2(3).1"


@covers("anegawa", "20.0(5).1")
def test_a_side_that_must_withdraw_is_not_saved_by_a_recovery() -> None:
    session = withdrawal(azai_nagamasa=off("3030", wavering=True))
    session.apply("stay")
    assert rolling(session) == "initiative of oda_tokugawa"
    assert forced(session, AA)
    later = battle("victory", turn=7, marks=[(AA, "must_withdraw", True)], azai_nagamasa="3030", sakai_company_1="1020")
    later.apply("fight_on")
    later.apply("fight_on")
    assert winner(later) == OT


# -- the last turn -----------------------------------------------------------------------------------------------------
def last_turn(turn: int = 20, options: dict[str, Any] | None = None, **pieces: Any) -> Session:
    session = battle("victory", turn=turn, options=options, **pieces)
    session.apply("fight_on")
    session.apply("fight_on")
    return session


@covers("anegawa", "22-1.1", "22-2(1).1", "4-8.1")
def test_after_turn_twenty_the_higher_total_wins() -> None:
    ahead = last_turn(isono_kazumasa=off("leaders.oda_tokugawa"), azai_company_1=off("combat_units.oda_tokugawa"))
    assert winner(ahead) == OT  # 4 against the castle
    assert "points: Oda & Tokugawa 4, Asakura & Azai 3" in said(ahead)
    behind = last_turn(azai_company_1=off("combat_units.oda_tokugawa"))
    assert winner(behind) == AA
    early = last_turn(turn=19, isono_kazumasa=off("leaders.oda_tokugawa"))
    assert early.outcome is None


@covers("anegawa", "22-2(2).1")
def test_a_tie_goes_to_asakura_azai() -> None:
    session = last_turn(isono_kazumasa=off("leaders.oda_tokugawa"))
    assert winner(session) == AA
    assert session.outcome is not None
    assert session.outcome.rule == "22-2(2).1"


@covers("anegawa", "22-3.1")
def test_by_agreement_play_goes_on_for_some_turns() -> None:
    assert last_turn(turn=20, options={"extra_turns": 2}).outcome is None
    assert last_turn(turn=21, options={"extra_turns": 2}).outcome is None
    assert last_turn(turn=22, options={"extra_turns": 2}).outcome is not None
    assert last_turn(turn=25, options={"extra_turns": 5}).outcome is not None


@covers("anegawa", "5-3(2).1")
def test_at_the_end_of_a_turn_its_losses_become_those_of_the_last() -> None:
    session = last_turn(
        turn=4,
        isono_kazumasa=off("leaders.oda_tokugawa", removed="in_battle"),
        azai_company_1=off("combat_units.oda_tokugawa", removed="last_turn"),
        azai_company_2=off("combat_units.oda_tokugawa", removed="otherwise"),
    )
    assert mark(session, "isono_kazumasa", "removed") == "last_turn"
    assert mark(session, "azai_company_1", "removed") is None
    assert mark(session, "azai_company_2", "removed") == "last_turn"


@covers("anegawa", "18-1(4).1")
def test_the_garrison_may_stay_in_the_castle_to_the_end() -> None:
    session = battle(
        "rout", turn=2, initiative=AA, onoki_hidetoshi="3426", sakai_company_1="3425", azai_nagamasa="3010"
    )
    turns = 0
    while session.outcome is None and turns < 400:
        turns += 1
        if rolling(session):
            session.apply((1, 1) if "oda" in str(rolling(session)) else (6, 6))
            continue
        calm = ("done", "stay", "fight_on", "hold")
        session.apply(next(o for o in session.ask().options if o in calm))
    assert session.outcome is not None
    assert session.table.pieces["onoki_hidetoshi"].place == "3426"
    assert session.table.tracks["turn"] == 20
