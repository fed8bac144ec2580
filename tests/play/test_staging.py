"""Positions by description, and the worked examples that use them."""

from __future__ import annotations

from typing import Any

import pytest

from compiler.diagnostics import Sink
from compiler.load import parse
from compiler.play.examples import check_example, check_examples
from compiler.play.staging import Unplayable, stage
from tests.play.table import book, staged


def test_a_staged_position_has_what_it_says() -> None:
    state = stage(
        book(),
        step="march",
        seat="south",
        empty=True,
        tracks={"marches": 4},
        piles={"orders_used": ["order_six"]},
        pieces={"south_guard#1": {"at": "0405", "face": "shaken", "marks": {"fought": True}}, "north_riders#1": "0101"},
        marks=[{"on": "0405", "mark": "control", "value": "south"}],
    )
    guard = state.table.pieces["south_guard#1"]
    assert (guard.place, guard.face, guard.steps, guard.marks) == ("0405", 1, 1, (("fought", True),))
    assert [p.id for p in state.table.pieces.values() if p.place in book().land] == ["south_guard#1", "north_riders#1"]
    assert state.table.stacks["orders_used"] == ("order_six",)
    assert state.table.mark("0405", "control") == "south"
    assert state.cursor is not None
    assert state.cursor.loop("player_turn") == "south"
    assert staged(step="turn").step == "arrivals" or staged(step="turn").step == "bid"


@pytest.mark.parametrize(
    "given",
    [
        {"scenario": "brigde"},
        {"step": "marhc"},
        {"pieces": {"nobody": "0405"}},
        {"pieces": {"lady_kaji": "9999"}},
        {"tracks": {"marchs": 3}},
        {"marks": [{"on": "0405", "mark": "held"}]},
        {"piles": {"cup": []}},
        {"pieces": {"lady_kaji": {"at": "0405", "face": "happy"}}},
        {"step": "march", "seat": "east"},
    ],
)
def test_a_position_that_names_what_is_not_there_says_so(given: Any) -> None:
    with pytest.raises(Unplayable, match="`"):
        stage(book(), **given)


GOOD: dict[str, Any] = {
    "rules": ["7.3"],
    "given": {
        "step": "attack",
        "seat": "south",
        "empty": True,
        "pieces": {
            "south_guard#1": "0807",
            "north_spears#1": "0806",
            "south_spears#1": "0102",
            "north_riders#1": "0101",
            "north_riders#2": "1201",
        },
    },
    "script": [{"refuse": "1201", "rule": "7.3"}, {"choose": "0806"}, {"roll": 3}],
    "then": [
        {"piece": "south_guard#1", "at": "0807", "marked": "fought"},
        {"forced": "south_guard#1"},
        {"said": "5 to 4"},
    ],
}


def check(**changes: Any) -> str | None:
    import json

    document = parse(json.dumps({**GOOD, **changes}), "x.yaml", Sink())
    assert document is not None
    found = check_example(book(), document)
    return None if found is None else f"{found.code} {found.message}"


def test_a_good_example_passes() -> None:
    assert check() is None


@pytest.mark.parametrize(
    ("changes", "code", "word"),
    [
        ({"then": [{"piece": "south_guard#1", "at": "0806"}]}, "P020", "0807"),
        ({"then": [{"piece": "nobody", "at": "0806"}]}, "P020", "not on the table"),
        ({"then": [{"piece": "south_guard#1", "face": "shaken"}]}, "P020", "fresh"),
        ({"then": [{"piece": "south_guard#1", "not_marked": "fought"}]}, "P020", "fought"),
        ({"then": [{"piece": "south_guard#1", "marked": "moved"}]}, "P020", "moved"),
        ({"then": [{"track": "turn", "is": 7}]}, "P020", "shows `1`"),
        ({"then": [{"mark": "control", "on": "0405", "is": "south"}]}, "P020", "north"),
        ({"then": [{"said": "not a word"}]}, "P020", "nobody said"),
        ({"then": [{"asked": "chance"}]}, "P020", "not asked"),
        ({"then": [{"asked": "south", "options": ["a"]}]}, "P020", "may choose"),
        ({"then": [{"pile": "orders_cup", "holds": 3}]}, "P020", "holds 8"),
        ({"then": [{"step": "bid"}]}, "P020", "stands at"),
        ({"then": [{"winner": "south"}]}, "P020", "not over"),
        ({"then": [{"forced": "0806"}]}, "P020", "only choice"),
        ({"then": [{"wonder": 1}]}, "P020", "an outcome is"),
        ({"script": [{"choose": "1201"}]}, "P020", "refused"),
        ({"script": [{"refuse": "0806"}]}, "P020", "is allowed"),
        ({"script": [{"refuse": "1201", "rule": "7.2"}]}, "P020", "not 7.2"),
        ({"script": [{"sing": "0101"}]}, "P020", "an answer is"),
        ({"script": [{"choose": "0806", "seat": "north"}]}, "P020", "not asked"),
        ({"given": {"step": "nowhere"}}, "P021", "nowhere"),
    ],
)
def test_an_example_that_is_not_so_is_told_with_the_reason(changes: Any, code: str, word: str) -> None:
    told = check(**changes)
    assert told is not None
    assert told.startswith(code)
    assert word in told


def test_all_examples_of_the_small_game_hold() -> None:
    assert [found.message for found in check_examples(book())] == []
    assert len(book().game.examples) >= 20
