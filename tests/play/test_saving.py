"""Saved games and replays: the same again, and clear words about broken ones."""

from __future__ import annotations

import json
from typing import Any

import pytest

from compiler.diagnostics import Failed
from compiler.play.chance import Seeded
from compiler.play.codec import digest, state_digest
from compiler.play.saving import load, read_replay, replay_text, run_replay, save
from compiler.play.session import Session
from tests.play.table import begin, book, play
from tests.play.toy import do, toy


def refused(work: Any) -> tuple[str, str]:
    with pytest.raises(Failed) as failed:
        work()
    (fault,) = failed.value.diagnostics
    assert fault.help
    return fault.code, fault.message


def rewritten(text: str, **changes: Any) -> str:
    """A file of ours with other contents, sealed with a true digest as a careful forger would."""
    body = {**json.loads(text), **changes}
    body.pop("digest")
    return json.dumps({**body, "digest": digest(body)})


@pytest.mark.parametrize("answers", [0, 1, 2, 7, 33, 1000])
def test_a_saved_game_goes_on_as_if_nothing_had_happened(answers: int) -> None:
    session = begin(seed=3)
    play(session, answers)
    again = load(book(), save(session), Seeded(3))
    assert again.state == session.state
    assert again.table == session.table
    assert again.log == session.log
    play(session, 25, seed=4)
    play(again, 25, seed=4)
    assert again.state == session.state
    while session.undo():
        assert again.undo()
    assert again.state == session.state


def test_a_save_of_another_build_stands_at_the_beginning_of_its_step() -> None:
    session = begin(seed=3)
    while len(session.state.choices) == 0 or session.step != "march":
        play(session, 1, seed=len(session.record))
    again = load(book(), rewritten(save(session), build="another"))
    assert again.state.cursor == session.state.cursor
    assert again.table == session.state.table
    assert again.state.choices == ()
    assert not again.undo()


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda t: t[: len(t) // 2], "not JSON"),
        (lambda t: "", "not JSON"),
        (lambda t: "[" * 100_000, "not JSON"),
        (lambda t: "{}", "not a save"),
        (lambda t: t.replace('"turn": 1', '"turn": 2', 1), "changed"),
        (lambda t: rewritten(t, game="chess"), "of the game `chess`"),
        (lambda t: rewritten(t, what="replay"), "it is a replay"),
        (lambda t: rewritten(t, record=[]), "does not lead to its state"),
        (lambda t: rewritten(t, record=[["north", 99]]), "not allowed"),
        (lambda t: rewritten(t, record=[["north", True]]), "an answer is"),
        (lambda t: rewritten(t, record=[["north"]]), "a recorded answer cannot be read"),
        (lambda t: rewritten(t, record=[17]), "cannot be read"),
        (lambda t: rewritten(t, state={}), "cannot be read"),
        (lambda t: rewritten(t, start=None), "cannot be read"),
    ],
)
def test_a_broken_save_is_told_and_not_half_read(change: Any, why: str) -> None:
    session = begin()
    play(session, 5)
    code, message = refused(lambda: load(book(), change(save(session))))
    assert code == "P010"
    assert why in message


def test_a_replay_comes_out_the_same() -> None:
    session = begin(seed=8)
    play(session, 1000)
    again = run_replay(book(), replay_text(session))
    assert again.state == session.state
    assert again.outcome == session.outcome
    assert again.log == session.log


def test_a_replay_of_another_build_is_refused() -> None:
    session = begin()
    play(session, 5)
    text = rewritten(replay_text(session), build="another")
    assert refused(lambda: read_replay(book(), text))[0] == "P011"


def test_a_replay_with_an_answer_that_is_not_allowed_names_the_answer_and_the_rule() -> None:
    session = begin()
    play(session, 2)
    script = [["north", 0], ["south", 0], ["chance", "order_six"], ["north", "south_spears#1"]]
    code, message = refused(lambda: run_replay(book(), rewritten(replay_text(session), script=script)))
    assert code == "P012"
    assert "answer 4" in message
    assert "4.1" in message


def test_a_replay_that_comes_out_otherwise_is_told() -> None:
    session = begin()
    play(session, 5)
    code, message = refused(lambda: run_replay(book(), rewritten(replay_text(session), ends="else")))
    assert (code, "come out" in message) == ("P010", True)


def test_a_save_of_one_set_of_rules_is_foreign_to_another() -> None:
    mine = Session.begin(toy(do("pick")), "skirmish")
    other = toy(do("pick"), do("say"))
    assert state_digest(load(other, save(mine)).state) == state_digest(mine.state)
    mine.apply("again")
    assert load(other, save(mine)).state.choices == ()
