"""Answers are made when somebody looks at them, and once."""

from __future__ import annotations

from compiler.play.ask import MOST_LISTED, Options
from compiler.play.making import Made


def made(count: int) -> tuple[Made, list[int]]:
    """A list of so many answers, and those that were made of it."""
    looked_at: list[int] = []

    def make(part: int) -> tuple[int]:
        looked_at.append(part)
        return (part,)

    return Made(list(range(count)), make), looked_at


def test_only_what_is_looked_at_is_made_and_only_once() -> None:
    answers, looked_at = made(100)
    assert len(answers) == 100
    assert answers[7] is answers[7]
    assert answers[-1] == (99,)
    assert looked_at == [7, 99]
    assert answers[97:] == ((97,), (98,), (99,))
    assert list(answers) == [(n,) for n in range(100)]
    assert len(looked_at) == 100


def test_it_knows_the_very_answers_it_gave() -> None:
    answers, _ = made(3)
    given = answers[1]
    assert answers.gave(given)
    assert not answers.gave((1,))
    assert (1,) in answers


def test_a_question_lists_them_so_and_its_stop_as_it_is() -> None:
    answers, looked_at = made(4)
    listed = Options(lambda: answers, (), "done", None, True).listed
    assert len(listed) == 5
    assert listed[4] == "done"
    assert looked_at == []
    assert tuple(listed) == ((0,), (1,), (2,), (3,), "done")


def test_of_very_many_a_fair_part_is_listed_as_of_any_list() -> None:
    answers, _ = made(2 * MOST_LISTED)
    every = [(n,) for n in range(2 * MOST_LISTED)]
    assert tuple(Options(lambda: answers, (), "done", None, True).listed) == (
        *Options(every, (), "done", None, True).listed,
    )
