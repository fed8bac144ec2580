"""States as plain values: there and back, and nothing that is not one of ours."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import compiler
from compiler import resources
from compiler.fingerprint import Sources
from compiler.play import codec
from compiler.play.codec import (
    Unreadable,
    answer_from_json,
    answer_to_json,
    build_id,
    settled_choices,
    state_digest,
    state_from_json,
    state_to_json,
    table_from_json,
    table_to_json,
)
from compiler.play.session import Session
from tests.play.table import begin, book, game, play
from tests.play.toy import Toss, do, toy

words = st.text("abcdefghij#0123456789", min_size=1, max_size=8)
answers = st.recursive(words | st.integers(-50, 50), lambda inner: st.lists(inner, max_size=4).map(tuple), max_leaves=6)


@given(answers)
def test_answers_survive_json(answer: Any) -> None:
    assert answer_from_json(book(), json.loads(json.dumps(answer_to_json(answer)))) == answer


@given(words, st.integers(0, 9), st.lists(words, max_size=3).map(tuple))
def test_actions_survive_json(piece: str, far: int, over: tuple[str, ...]) -> None:
    toss = Toss(piece, far, over)
    assert answer_from_json(toy(do("toss")), json.loads(json.dumps(answer_to_json(toss)))) == toss


@pytest.mark.parametrize("value", [None, True, 1.5, {"toss": ["ball"]}, {"a": 1, "b": 2}, {"march": "x"}])
def test_what_is_no_answer_is_not_read_as_one(value: Any) -> None:
    with pytest.raises(Unreadable):
        answer_from_json(book(), value)


@given(st.integers(0, 90), st.integers(0, 3))
def test_states_survive_json_anywhere_in_a_game(answers: int, seed: int) -> None:
    session = begin(seed=seed)
    play(session, answers, seed)
    state = session.state
    again = state_from_json(book(), json.loads(json.dumps(state_to_json(state))))
    assert again == state
    assert list(again.table.pieces) == list(state.table.pieces)  # the order too: options follow it
    assert state_digest(again) == state_digest(state)
    assert Session(again).table == session.table


def mutated(change: Any) -> Any:
    value = json.loads(json.dumps(table_to_json(begin().table)))
    change(value)
    return value


@pytest.mark.parametrize(
    "change",
    [
        lambda t: t["pieces"].pop("captain_kiri"),
        lambda t: t["pieces"]["captain_kiri"].update(at="0404"),
        lambda t: t["pieces"]["captain_kiri"].update(at="9999"),
        lambda t: t["pieces"]["captain_kiri"].pop("steps"),
        lambda t: t["pieces"].update(stranger={"at": "0403", "steps": 1}),
        lambda t: t["stacks"]["0403"].append("captain_kiri"),
        lambda t: t["tracks"].pop("turn"),
        lambda t: t.pop("marks"),
        lambda t: t["marks"].append(["0403"]),
    ],
)
def test_a_table_that_does_not_hang_together_is_not_read(change: Any) -> None:
    with pytest.raises(Unreadable):
        table_from_json(game(), mutated(change))


def test_an_open_sealed_answer_can_be_left_out() -> None:
    session = begin()
    session.apply(2, "north")
    assert len(state_to_json(session.state)["choices"]) == 1
    assert settled_choices(session.state) == ()


def test_the_build_changes_with_the_data_and_with_nothing_else() -> None:
    assert build_id(book()) == build_id(book())
    assert build_id(toy(do("say"))) != build_id(toy(do("pick")))


def test_the_build_stands_for_the_code_of_the_model_too(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, ...]] = []
    monkeypatch.setattr(codec, "fingerprint", lambda *entries: asked.append(entries) or "other code")
    other = toy(do("say"))
    assert build_id(other) != build_id(book())
    inside = Sources(Path(compiler.__file__).parent, resources.schemas()).closure(*asked[0])
    assert {"compiler.model.table", "compiler.model.event", "compiler.play.machine", *asked[0]} <= set(inside)
