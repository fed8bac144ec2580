"""A saved table is held against the game, value by value."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from compiler.diagnostics import Failed
from compiler.play.codec import digest
from compiler.play.saving import load, save
from compiler.play.session import Session
from tests.play.table import book

Body = dict[str, Any]


def spoil(body: Body, change: Callable[[Body], object]) -> str:
    """A save of another build, changed, and signed again as a forger would."""
    body.pop("digest")
    body["build"] = "another"
    change(body["state"])
    return json.dumps({**body, "digest": digest(body)})


def _piece(key: str, value: object) -> Callable[[Body], object]:
    def change(state: Body) -> None:
        next(iter(state["table"]["pieces"].values()))[key] = value

    return change


def _track(value: object) -> Callable[[Body], object]:
    def change(state: Body) -> None:
        state["table"]["tracks"][next(iter(state["table"]["tracks"]))] = value

    return change


CHANGES: dict[str, Callable[[Body], object]] = {
    "steps": _piece("steps", -5),
    "too many steps": _piece("steps", 99),
    "steps in words": _piece("steps", "many"),
    "face": _piece("face", 99),
    "side": _piece("side", "nobody"),
    "a side that is a list": _piece("side", ["north"]),
    "facing": _piece("facing", -1),
    "seen by": _piece("seen_by", ["the cat"]),
    "mark": _piece("marks", [["no_mark", True]]),
    "value of a mark": _piece("marks", [["moved", 7]]),
    "place": _piece("at", "the moon"),
    "track off its boxes": _track(9_999),
    "track of words": _track("seven"),
    "track of lists": _track([1]),
    "mark on nothing": lambda state: state["table"]["marks"].append(["the moon", "moved", True]),
    "option": lambda state: state["options"].update(no_option=True),
    "winner": lambda state: state.update(outcome=[["the cat"], "it slept", None]),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_value_no_game_could_have_is_told(name: str) -> None:
    session = Session.begin(book(), "bridge")
    text = spoil(json.loads(save(session)), CHANGES[name])
    with pytest.raises(Failed) as failed:
        load(session.book, text)
    assert [d.code for d in failed.value.diagnostics] == ["P010"]


def test_what_a_game_could_have_is_taken_up() -> None:
    session = Session.begin(book(), "bridge")
    assert load(session.book, spoil(json.loads(save(session)), lambda _: None)).table == session.table
