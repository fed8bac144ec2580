"""Counting all lines of play."""

from __future__ import annotations

from compiler.play.perft import perft
from compiler.play.session import Session
from compiler.play.stateless import setup
from tests.play.table import book
from tests.play.toy import do, toy


def test_lines_are_counted_by_choices_of_all_seats_and_of_chance() -> None:
    state = setup(toy(do("hide"), do("pick", settings={"leave": "pick"})), "skirmish")
    assert [perft(state, depth) for depth in range(4)] == [1, 3, 9, 36]
    assert perft(setup(toy(do("hide")), "skirmish"), 5) == 9  # over after two answers


def test_chance_counts_each_outcome() -> None:
    session = Session(setup(book(), "skirmish"))
    session.apply(0, "north")
    session.apply(0, "south")
    assert perft(session.state, 1) == 8  # the chits in the cup
