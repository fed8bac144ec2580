"""Property changes, limits and targets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiler.vassal.values import (
    ANYWHERE,
    Change,
    ChangeOther,
    Choose,
    Limits,
    PropertyCommand,
    Target,
    read_change,
    read_limits,
    read_property_commands,
    read_target,
    write_property_commands,
)
from tests.vassal.strategies import CHANGE, COMMAND, TEXT


@given(CHANGE)
def test_a_change_comes_back(change: Change) -> None:
    assert read_change(str(change)) == change


@given(TEXT)
def test_any_change_is_kept(text: str) -> None:
    assert str(read_change(text)) == text


@given(st.lists(COMMAND, max_size=4).map(tuple))
def test_the_commands_of_a_property_come_back(commands: tuple[PropertyCommand, ...]) -> None:
    assert read_property_commands(write_property_commands(commands)) == commands


def test_choices_are_nested_once_more() -> None:
    assert str(Choose("Which?", ("1", "2"))) == r"E,Which?,1\,2"


def test_a_change_we_do_not_know_is_verbatim() -> None:
    assert read_change("Z,1,2") == ChangeOther("Z,1,2")


def test_limits_left_out_take_the_defaults() -> None:
    assert read_limits("true,1") == Limits(True, "1", "100", False)
    assert read_limits("") == Limits()


@pytest.mark.parametrize("text", ["COUNTER|false|MAP|||||0|0||false|||EQUALS||", ""])
def test_no_fast_match_is_the_default_target(text: str) -> None:
    assert read_target(text) == ANYWHERE


def test_a_target_names_its_place() -> None:
    target = Target(by_location=True, where="ZONE", map="Main", zone="Hill|top")
    assert read_target(str(target)) == target
    assert str(target).startswith("COUNTER|true|ZONE|Main||Hill\\|top|")
