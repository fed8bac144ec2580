"""Setups are tried: one that cannot be played from its first question is told."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from compiler.play.examples import check_examples
from compiler.play.openings import check_openings
from compiler.play.session import Session
from tests.faulty import copy, edit, found
from tests.play.table import book
from tests.play.toy import do, toy


def test_shipped_setups_begin() -> None:
    assert list(check_openings(book())) == []


def test_a_setup_that_is_over_at_once_is_told() -> None:
    (fault, *_) = check_openings(toy(do("say")))
    assert fault.code == "P022"
    assert "over before anybody is asked" in fault.message


def test_a_setup_with_a_question_is_not() -> None:
    assert list(check_openings(toy(do("pick")))) == []


def test_a_setup_that_nobody_can_begin_is_told() -> None:
    (fault, *_) = check_openings(toy(do("stuck")))
    assert fault.code == "P022"


def test_rules_that_break_down_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ValueError("zip() argument 2 is longer")

    monkeypatch.setattr("compiler.play.openings.Session.begin", broken)
    (fault, *_) = check_openings(toy(do("pick")))
    assert fault.code == "P022"
    assert "breaks its rules down: ValueError: zip() argument 2 is longer (test_openings.py:" in fault.message


def test_so_are_rules_that_break_down_in_an_example(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise KeyError("level")

    monkeypatch.setattr("compiler.play.examples.play_example", broken)
    told = list(check_examples(book()))
    assert {one.code for one in told} == {"P021"}
    assert "breaks the rules down: KeyError: 'level' (test_openings.py:" in told[0].message


def test_nobody_fights_where_everybody_can_move(monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[str | None] = []
    apply = Session.apply
    monkeypatch.setattr(Session, "apply", lambda self, *a: (steps.append(self.step), apply(self, *a))[1])
    assert list(check_openings(book())) == []
    assert steps
    fights = [node.id for node in book().game.steps() if node.step == "stock.attack"]
    assert sum(steps.count(fight) for fight in fights) <= len(book().game.scenarios) * 2


def told(folder: Path) -> list[tuple[str, str]]:
    return [(one.code, one.message) for one in found(folder, strict=False)]


def without_examples(slug: str, tmp_path: Path) -> Path:
    folder = copy(slug, tmp_path)
    shutil.rmtree(folder / "examples")  # they fail too, and are not meant here
    return folder


def test_a_victory_that_holds_as_the_pieces_lie_is_told(tmp_path: Path) -> None:
    folder = without_examples("winter_line", tmp_path)
    edit(folder, [{"file": "steps.yaml", "find": 'at_most: 2}, rule: "10.3"', "replace": 'at_most: 99}, rule: "10.3"'}])
    assert {code for code, _ in told(folder)} == {"P023"}
    assert all("`worn_out` holds" in message for _, message in told(folder))


@pytest.mark.parametrize(
    ("slug", "find", "replace"),
    [
        ("winter_line", "held_by: [league]}, at_least: 3}", "held_by: [league]}, at_least: 30}"),
        ("marsh_barons", 'at_least: 2}, rule: "6.1"', 'at_least: 3}, rule: "6.1"'),
        ("winter_line", "fort]}}, at_most: 2}", "fort]}}, at_least: 900}"),
    ],
)
def test_a_victory_that_nobody_can_reach_is_told(slug: str, find: str, replace: str, tmp_path: Path) -> None:
    folder = without_examples(slug, tmp_path)
    edit(folder, [{"file": "steps.yaml", "find": find, "replace": replace}])
    ((code, message),) = told(folder)
    assert code == "C620"
    assert message.startswith("there are never ")


def test_a_side_that_can_move_nothing_is_told(tmp_path: Path) -> None:
    folder = without_examples("first_battle", tmp_path)
    path = folder / "counters.yaml"
    text = path.read_text("utf-8")
    north, south = text.index("  north_"), text.index("  south_")
    path.write_text(text[:north] + re.sub(r"move: \d", "move: 0", text[north:south]) + text[south:], "utf-8")
    assert {code for code, _ in told(folder)} == {"P024"}
    assert all("north can move nothing" in message for _, message in told(folder))


def test_openings_are_tried_beside_examples_that_fail(tmp_path: Path) -> None:
    folder = copy("winter_line", tmp_path)
    edit(folder, [{"file": "steps.yaml", "find": 'at_most: 2}, rule: "10.3"', "replace": 'at_most: 99}, rule: "10.3"'}])
    assert {"P020", "P023"} <= {code for code, _ in told(folder)}


@pytest.mark.parametrize("slug", ["anegawa", "road_to_honganji", "shingens_arrival", "shogun", "a_most_dangerous_time"])
def test_in_games_with_rules_of_their_own_everybody_moves_and_nobody_has_won(slug: str) -> None:
    """By twenty lots: a false alarm would be told of a game that is right."""
    assert list(check_openings(book(slug))) == []


def test_a_side_that_rules_of_its_own_let_move_nothing_is_told(tmp_path: Path) -> None:
    folder = without_examples("anegawa", tmp_path)
    path = folder / "counters.yaml"
    slow = r"(side: (?:oda|tokugawa)\n(?:(?!side:).)*?)move: -?\d"
    path.write_text(re.sub(slow, r"\1move: -4", path.read_text("utf-8"), flags=re.DOTALL), "utf-8")
    still = [
        {"file": "game.yaml", "find": "tokugawa: 2, oda: 0}", "replace": "tokugawa: 0, oda: 0}"},
        {"file": "game.yaml", "find": "least_movement: {value: 1", "replace": "least_movement: {value: 0"},
        {"file": "tables.yaml", "find": "[3, 3, 4, 4, 5, 6, 7]", "replace": "[3, 3, 4, 4, 4, 4, 4]"},
        {"file": "tables.yaml", "find": "[1, 2, 2, 3, 3, 4, 5]", "replace": "[1, 2, 2, 3, 3, 4, 4]"},
    ]
    edit(folder, still)
    stuck = [message for code, message in told(folder) if code == "P024"]
    assert stuck
    assert all("oda_tokugawa moved nothing" in message for message in stuck)


def test_a_victory_that_rules_of_their_own_find_in_the_first_turn_is_told(tmp_path: Path) -> None:
    folder = without_examples("shogun", tmp_path)
    won = {"file": "game.yaml", "find": "provinces_to_win: {value: 35", "replace": "provinces_to_win: {value: 2"}
    edit(folder, [won])
    assert ("P023", "`chapter_7`") in [(code, message.split()[0]) for code, message in told(folder)]
