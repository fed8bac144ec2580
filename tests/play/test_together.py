"""Several seats decide at once, each in its own number of questions."""

from __future__ import annotations

import pytest

from compiler.play.ask import Ask, Flow, Refusal, Sealed
from compiler.play.together import together


def _ask(seat: str, prompt: str) -> Ask:
    return Ask(seat, prompt, ("yes", "no"), lambda answer: None if answer in ("yes", "no") else Refusal(None, "?"))


def _questions(seat: str, number: int) -> Flow[list[str]]:
    answers = []
    for n in range(number):
        answers.append((yield _ask(seat, f"question {n}")))
    return answers


def test_each_seat_is_asked_as_often_as_it_needs_and_all_at_once() -> None:
    flow = together({"a": _questions("a", 2), "b": _questions("b", 1), "c": _questions("c", 0)})
    first = next(flow)
    assert isinstance(first, Sealed)
    assert list(first.asks) == ["a", "b"]
    second = flow.send({"a": "yes", "b": "no"})
    assert isinstance(second, Sealed)
    assert [ask.prompt for ask in second.asks.values()] == ["question 1"]
    with pytest.raises(StopIteration) as end:
        flow.send({"a": "no"})
    assert end.value.value == {"a": ["yes", "no"], "b": ["no"], "c": []}


def test_nobody_to_ask_is_no_question() -> None:
    with pytest.raises(StopIteration) as end:
        next(together({"a": _questions("a", 0)}))
    assert end.value.value == {"a": []}
