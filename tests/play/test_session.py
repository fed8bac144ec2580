"""A game in play: whose turn, what is refused, undo, sealed answers, luck by hand."""

from __future__ import annotations

import pytest

from compiler.model.event import Rolled, Said
from compiler.play.ask import CHANCE, Refused
from compiler.play.chance import Forced, Seeded
from compiler.play.codec import state_digest
from compiler.play.players import RandomPlayer
from compiler.play.session import KEPT, Session
from compiler.play.state import Choice
from tests.play.table import begin, book, play, staged
from tests.play.toy import do, toy

BATTLE = {
    "step": "attack",
    "seat": "south",
    "empty": True,
    "pieces": {"south_guard#1": "0807", "south_spears#2": "0807", "north_spears#1": "0806", "north_riders#1": "0105"},
}


def whole(session: Session) -> tuple[object, ...]:
    """Everything about a session that an answer could change."""
    return (session.state, session.table, list(session.log), list(session.record), dict(session.counts), session.step)


@pytest.mark.parametrize(
    ("answer", "seat"),
    [
        ("0405", "south"),
        ("done", None),
        ("0806", "north"),
        ("0806", CHANCE),
        ("0806", "nobody"),
        (17, "south"),
        (("0806",), "south"),
        (None, "south"),
    ],
)
def test_an_answer_that_is_refused_changes_nothing(answer: object, seat: str | None) -> None:
    session = staged(**BATTLE)
    if answer == "done":
        session.apply("done", "south")
        session = staged(**BATTLE)
        answer = "gone"
    before = whole(session)
    with pytest.raises(Refused):
        session.apply(answer, seat)  # type: ignore[arg-type]
    assert whole(session) == before


def test_the_wrong_seat_is_told_whom_the_game_waits_for() -> None:
    with pytest.raises(Refused, match="waits for `south`"):
        staged(**BATTLE).apply("0806", "north")


def test_after_the_end_nobody_answers() -> None:
    session = begin()
    play(session, 10_000)
    assert session.outcome is not None
    assert not session.asks
    with pytest.raises(Refused, match="over"):
        session.apply("done")


def test_a_person_answers_for_chance_when_there_is_no_other_source() -> None:
    session = staged(**BATTLE)
    session.apply("0806", "south")
    session.apply("south_guard#1", "south")
    session.apply("enough", "south")
    assert list(session.asks) == [CHANCE]
    assert session.legal(CHANCE) == ((1,), (2,), (3,), (4,), (5,), (6,))
    with pytest.raises(Refused):
        session.apply((7,), CHANCE)
    events = session.apply((3,), CHANCE)
    assert any(isinstance(event, Rolled) and event.values == (3,) for event in events)


def test_luck_from_a_list_that_runs_short_is_refused_and_nothing_changes() -> None:
    session = staged(Forced([]), **BATTLE)
    session.apply("0806", "south")
    session.apply("south_guard#1", "south")
    before = whole(session)
    with pytest.raises(Refused, match="no forced answer"):
        session.apply("enough", "south")
    assert whole(session) == before


def test_undo_takes_back_the_last_answer_and_all_that_came_of_it() -> None:
    session = staged(Forced([(3,), (3,)]), **BATTLE)
    session.apply("0806", "south")
    session.apply("south_guard#1", "south")
    before = whole(session)
    session.apply("enough", "south")
    assert len(session.record) == 4  # the answer and the die
    assert session.undo()
    assert whole(session) == before


def test_undo_goes_back_over_the_ends_of_steps_to_the_beginning() -> None:
    session = begin("bridge")
    states = []
    for _ in range(40):
        states.append(whole(session))
        play(session, 1, seed=len(states))
    for before in reversed(states):
        assert session.undo()
        assert whole(session) == before
    assert not session.undo()


def test_a_seed_gives_the_same_luck_after_undo() -> None:
    session = begin("bridge", seed=5)
    play(session, 30)
    ends = []
    for _ in range(2):
        play(session, 20, seed=9)
        ends.append(whole(session))
        for _ in range(20):
            session.undo()
    assert ends[0] == ends[1]


def test_the_only_option_is_taken_silently_and_stands_in_the_log() -> None:
    session = staged(
        step="attack", seat="south", empty=True, pieces={"south_guard#1": "0807", "north_spears#1": "0806"}
    )
    session.apply("0806", "south")
    assert CHANCE in session.asks  # the guard was the only attacker: nobody was asked
    assert Choice("south", "south_guard#1", True) in [entry.what for entry in session.log]
    assert session.script() == [("south", "0806")]


def test_sealed_answers_wait_for_each_other_in_any_order() -> None:
    book = toy(do("hide"))
    for first, second in (("north", "south"), ("south", "north")):
        session = Session.begin(book, "skirmish")
        assert set(session.asks) == {"north", "south"}
        session.apply("rock" if first == "north" else "paper", first)
        assert set(session.asks) == {second}
        assert not [e for e in session.log if isinstance(e.what, Said)]
        with pytest.raises(Refused):
            session.apply("scissors", first)
        session.apply("rock" if second == "north" else "paper", second)
        assert [e.what.text for e in session.log if isinstance(e.what, Said)] == ["rock paper"]


def test_a_session_resumed_from_its_state_in_the_middle_of_sealed_answers_is_the_same() -> None:
    session = Session.begin(toy(do("hide")), "skirmish")
    session.apply("rock", "north")
    again = Session(session.state)
    assert set(again.asks) == {"south"}
    again.apply("paper", "south")
    session.apply("paper", "south")
    assert state_digest(again.state) == state_digest(session.state)


def test_several_open_questions_need_a_seat() -> None:
    with pytest.raises(Refused, match="several seats"):
        Session.begin(toy(do("hide")), "skirmish").apply("rock")


def test_a_session_tells_where_it_is() -> None:
    assert "march with which unit?" in repr(staged(step="march", seat="south", tracks={"marches": 2}))


@pytest.mark.parametrize(("slug", "scenario"), [("first_battle", "bridge"), ("shogun", "four_players")])
def test_undo_goes_back_far_though_few_tables_are_kept(slug: str, scenario: str) -> None:
    """Sealed answers, luck and answers that were forced among them; a game goes on the same from there."""
    session, luck = Session.begin(book(slug), scenario, Seeded(2)), RandomPlayer(2)
    seen = []
    for _ in range(3 * KEPT + 5):
        seat = next(iter(session.asks))
        seen.append(whole(session))
        session.apply(luck.answer(session, seat), seat)
    assert sum(moment.entry is not None for moment in session.moments) == 5
    for before in reversed(seen):
        assert session.undo()
        assert whole(session) == before
    assert not session.undo()
