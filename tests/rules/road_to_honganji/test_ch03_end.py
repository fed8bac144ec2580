"""3-5: the end of a turn, and the whole sequence."""

from __future__ import annotations

import pytest

from compiler.play.ask import CHANCE
from compiler.play.chance import Seeded
from compiler.play.players import RandomPlayer
from compiler.play.session import Session
from tests.rules.covering import covers
from tests.rules.road_to_honganji.table import HOMES, asked, at, go, position, rolls, said, status, the_book, turn_of


def end_of(turn: int, **more: object) -> Session:
    lands = {**HOMES, **more.pop("lands", {})}  # type: ignore[dict-item]
    return position("end_check", None, lands=lands, turn=turn, **more)  # type: ignore[arg-type]


@covers("road_to_honganji", "3-5.1")
def test_no_die_before_turn_four_then_the_first_player_rolls() -> None:
    for turn in (1, 2, 3):
        session = end_of(turn)
        assert session.step != "end_check"
        assert "game end" not in dict(rolls(session))
    session = end_of(4, order=("hashiba", "akechi", "shibata", "tokugawa"))
    assert asked(session) == CHANCE
    assert said(session) == ["Hashiba rolls for the end of the game"]
    out = end_of(4, order=("hashiba", "akechi", "shibata", "tokugawa"), out={"hashiba": "oda"})
    assert said(out) == ["Akechi rolls for the end of the game"]


@covers("road_to_honganji", "3-5.4", "3-5.5", "3.1", "3.2")
@pytest.mark.parametrize(("turn", "last"), [(4, 2), (5, 4)])
def test_the_game_end_chart(turn: int, last: int) -> None:
    for die in range(1, 7):
        session = go(end_of(turn), [die])
        assert (session.outcome is not None) == (die <= last)
        if session.outcome is None:
            go(session, tuple(session.ask().about))  # the cards are shuffled
            assert turn_of(session) == turn + 1


@covers("road_to_honganji", "3-5.5", "9-1.6", "3.1")
def test_turn_six_is_the_last_without_a_die() -> None:
    session = end_of(6)
    assert session.outcome is not None
    assert session.outcome.rule == "9-1.5"
    assert rolls(session) == []
    alive = end_of(6, lands={"miyako_azuchi": "oda_nobunaga"})
    assert alive.outcome is not None
    assert (alive.outcome.winners, alive.outcome.rule) == ((), "9-1.4")


@covers("road_to_honganji", "6-9.3")
def test_all_cards_are_shuffled_into_the_stack_when_the_game_goes_on() -> None:
    whole = Session.begin(the_book(), "four_players", Seeded(5))
    luck = RandomPlayer(5)
    while whole.asks and turn_of(whole) == 1:
        seat = next(iter(whole.asks))
        whole.apply(luck.answer(whole, seat), seat)
    steps = [entry.step for entry in whole.log]
    shuffled = [n for n, e in enumerate(whole.log) if type(e.what).__name__ == "Shuffled"]
    assert len(shuffled) == 2  # at the start, and after turn 1
    assert len(whole.log[shuffled[1]].what.order) == 32  # type: ignore[union-attr]
    assert steps[shuffled[1]] == "reshuffle"


@covers("road_to_honganji", "3-5.3", "1-2.2")
def test_spent_units_become_ready_and_nothing_else_turns() -> None:
    session = position(
        "make_ready",
        None,
        rebels=["akechi"],
        lands={**HOMES, "tanba": "akechi_mitsuhide! akechi_army*2!", "miyako_azuchi": "oda_nobunaga sakuma_nobumori~"},
    )
    assert at(session, "tanba") == "akechi_army*2 akechi_mitsuhide"
    assert at(session, "miyako_azuchi") == "oda_nobunaga sakuma_nobumori~"
    assert status(session, "akechi") == "rebel"


@covers("road_to_honganji", "3.2", "6.1")
def test_a_turn_has_its_five_phases_once_each_in_order() -> None:
    session, luck = Session.begin(the_book(), "four_players", Seeded(2)), RandomPlayer(2)
    while session.asks and turn_of(session) == 1:
        seat = next(iter(session.asks))
        session.apply(luck.answer(session, seat), seat)
    phases = {
        "draw_cards": "draw",
        "petition": "petition",
        "take_action": "action",
        "next_player": "action",
        "control_check": "action",
        "reshuffle": "end",
        "make_ready": "end",
    }
    seen: list[str] = []
    for entry in session.log:
        phase = phases.get(entry.step)
        if phase is not None and (not seen or seen[-1] != phase):
            seen.append(phase)
    assert seen[:4] == ["draw", "petition", "action", "end"]
    nodes = [node.id for node in the_book().game.sequence[0].children]
    assert nodes == ["order_determination", "draw_cards", "petition", "action", "end"]
