"""Setups are tried: one that cannot be played from its first question is told."""

from __future__ import annotations

from compiler.play.openings import check_openings
from tests.play.table import book
from tests.play.toy import do, toy


def test_shipped_setups_begin() -> None:
    assert list(check_openings(book())) == []


def test_a_setup_that_is_over_at_once_is_told() -> None:
    (told, *_) = check_openings(toy(do("say")))
    assert told.code == "P022"
    assert "over before anybody is asked" in told.message


def test_a_setup_with_a_question_is_not() -> None:
    assert list(check_openings(toy(do("pick")))) == []


def test_a_setup_that_nobody_can_begin_is_told() -> None:
    (told, *_) = check_openings(toy(do("stuck")))
    assert told.code == "P022"
