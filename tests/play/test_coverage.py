"""Rows of the ledger that functions carry."""

from __future__ import annotations

import pytest

from compiler.play.ask import Refusal
from compiler.play.coverage import carries, count, watching
from compiler.play.session import Session
from tests.play.toy import do, toy


@carries("1.1", "1.2")
def bonus(value: int) -> int:
    """A modifier."""
    return value


def test_a_row_comes_to_bear_when_its_function_answers_something() -> None:
    with watching() as counts:
        assert bonus(2) == 2
        assert bonus(0) == 0
        count("3.1")
    assert counts == {"1.1": 1, "1.2": 1, "3.1": 1}


@carries("2.1")
def done(record: list[str]) -> None:
    """A procedure."""
    record.append("done")


def test_a_row_comes_to_bear_when_its_procedure_is_carried_out() -> None:
    with watching() as counts:
        done([])
        done([])
    assert counts == {"2.1": 2}


@carries("1.1", "4.1")
def refused(value: int) -> Refusal | None:
    return Refusal("4.1", "too many") if value > 1 else None


def test_a_rule_that_bars_something_comes_to_bear_once() -> None:
    with watching() as counts:
        assert refused(1) is None
        assert refused(2) is not None
        Refusal(None, "no rule is named")
    assert counts == {"1.1": 1}, "a refusal counts where it is given"


def test_a_rule_that_bars_a_candidate_comes_to_bear_once() -> None:
    with watching() as counts:
        session = Session.begin(toy(do("toss")), "skirmish")
        assert len(session.legal()) == 2
        assert len(session.legal()) == 2
    assert counts == {"4.2": 2, "6.3": 2}


def test_nothing_is_counted_when_nobody_watches() -> None:
    with watching() as counts:
        pass
    assert bonus(3) == 3
    count("1.1")
    assert counts == {}


def test_watching_inside_watching_counts_apart() -> None:
    with watching() as outer:
        bonus(1)
        with watching() as inner:
            bonus(1)
        bonus(1)
    assert (outer["1.1"], inner["1.1"]) == (2, 1)


def test_the_function_keeps_its_name_and_words() -> None:
    assert (bonus.__name__, bonus.__doc__) == ("bonus", "A modifier.")


def test_a_watched_function_is_called_like_the_function_itself() -> None:
    @carries("1.1")
    def many(
        rules: int, function: int = 2, *more: int, rule: int, answer: int = 5, **others: int
    ) -> tuple[object, ...]:
        return rules, function, more, rule, answer, others

    assert many(1, rule=4) == (1, 2, (), 4, 5, {})
    assert many(1, 3, 7, 8, rule=4, answer=6, x=9) == (1, 3, (7, 8), 4, 6, {"x": 9})
    with watching() as counts:
        many(rules=1, rule=4)
    assert counts == {"1.1": 1}
    assert (many.__name__, many.__wrapped__.__name__) == ("many", "many")  # type: ignore[attr-defined]


def test_a_function_that_nobody_watches_is_just_itself() -> None:
    def plain(value: int) -> int:
        return value

    code = plain.__code__
    assert carries("1.1")(plain) is plain
    assert plain.__code__ is code
    with watching() as counts:
        assert (plain(0), plain(3)) == (0, 3)
    assert (plain(4), counts) == (4, {"1.1": 1})
    assert plain.__code__ is code


def test_a_function_may_carry_rows_twice_and_be_watched_again() -> None:
    @carries("1.1", "1.2")
    @carries("2.1")
    def twice(value: int) -> int:
        return value

    for _ in range(3):
        with watching() as counts:
            assert twice(2) == 2
        assert counts == {"1.1": 1, "1.2": 1, "2.1": 1}


def test_rules_that_are_read_while_somebody_watches_count_at_once() -> None:
    with watching() as counts:

        @carries("1.1")
        def late(value: int) -> int:
            return value

        late(1)
    late(1)
    assert counts == {"1.1": 1}


def test_what_stands_on_names_of_a_function_around_it_carries_nothing() -> None:
    base = 2

    def inner(value: int) -> int:
        return base + value

    with pytest.raises(TypeError, match="inner"):
        carries("1.1")(inner)
