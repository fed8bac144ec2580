"""Questions: what they list, what they refuse and why, what is worked out when."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiler.play.ask import CHANCE, Ask, Options, Refusal, roll_of, shown
from compiler.play.session import Session
from tests.play.toy import Toss, do, toy


def test_options_are_worked_out_once_and_not_before_somebody_looks() -> None:
    looked: list[int] = []

    def make() -> list[str]:
        looked.append(1)
        return ["a", "b"]

    options = Options(make)
    assert not looked
    assert list(options) == ["a", "b"]
    assert len(options) == 2
    assert "b" in options
    assert looked == [1]


def test_words_that_take_work_are_put_together_once_and_only_for_who_reads_them() -> None:
    read: list[int] = []

    def words() -> str:
        read.append(1)
        return "which way?"

    ask = Ask("north", words, Options(("a", "b")), lambda answer: None)
    assert ask.listed == ("a", "b")
    assert read == []
    assert [ask.prompt, ask.prompt] == ["which way?"] * 2
    assert read == [1]


def test_options_are_the_candidates_nobody_refuses() -> None:
    session = Session.begin(toy(do("toss")), "skirmish")
    assert session.legal() == (Toss("ball", 1, ("0405",)), Toss("ball", 2, ("0405",)))


def test_why_not_gives_the_first_restriction_that_speaks_with_its_rule() -> None:
    session = Session.begin(toy(do("toss")), "skirmish")
    assert session.why_not(Toss("ball", 9, ("0405",))) == Refusal("4.2", "9 is too far")
    assert session.why_not(Toss("stone", 9, ("0405",))) == Refusal("4.2", "9 is too far")
    assert session.why_not(Toss("stone", 1, ("0405",))) == Refusal("6.3", "it is too heavy")
    assert session.why_not(Toss("ball", 1, ("0405",))) is None
    unheard = session.why_not("sing")
    assert unheard is not None
    assert unheard.rule == "1.3"


@given(st.integers(1, 3), st.integers(2, 12))
def test_a_roll_lists_every_outcome_once_and_allows_just_these(count: int, sides: int) -> None:
    ask = roll_of("test", count, sides)
    listed = list(ask.options)
    assert len(listed) == len(set(listed)) == sides**count
    assert all(ask.judge(answer) is None for answer in listed)
    assert ask.seat == CHANCE


@pytest.mark.parametrize("answer", [(0,), (7,), (1, 2), 3, "3", (True,), ("1",), ()])
def test_a_roll_that_no_die_shows_is_refused(answer: object) -> None:
    assert roll_of("test", 1, 6).judge(answer) is not None


def test_answers_are_shown_as_they_are_typed() -> None:
    assert shown("0405") == "0405"
    assert shown(3) == "3"
    assert shown(("0405", "0404")) == "0405,0404"
    assert shown(Toss("ball", 2, ("0405", "0406"))) == "toss ball 2 0405,0406"


def test_a_roll_of_many_dice_is_known_without_listing_all_outcomes() -> None:
    options = roll_of("battle", 20, 12).options
    assert (12,) * 20 in options
    assert (13,) + (1,) * 19 not in options
    assert (1,) * 19 not in options
    assert "1" not in options
