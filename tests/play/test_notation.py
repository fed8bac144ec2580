"""Answers and events in words."""

from __future__ import annotations

import pytest

from compiler.play.ask import Refused, question, shown
from compiler.play.notation import option_text, parse, read, read_script, write_script
from compiler.play.session import Session
from tests.play.table import begin, book, play, staged
from tests.play.toy import About, Toss, do, toy

MARCH = {"step": "march", "seat": "south", "tracks": {"marches": 3}}


def test_every_listed_option_reads_back_from_what_is_shown() -> None:
    session = begin("bridge", seed=2)
    for n in range(120):
        for ask in session.asks.values():
            for option in ask.options:
                assert parse(session.book, ask, shown(option)) == option
        play(session, 1, seed=n)


def test_the_start_of_just_one_option_is_enough() -> None:
    session = staged(**MARCH)
    assert parse(book(), session.ask(), "lady") == "lady_kaji"
    assert parse(book(), session.ask(), "do") == "done"
    with pytest.raises(Refused, match="could be"):
        parse(book(), session.ask(), "south")


def test_the_end_of_a_path_is_enough_too() -> None:
    session = staged(**MARCH)
    session.apply("lady_kaji")
    assert parse(book(), session.ask(), "0606")[-1] == "0606"  # type: ignore[index]


def test_any_path_can_be_written_though_only_the_cheapest_is_listed() -> None:
    session = staged(**MARCH)
    session.apply("lady_kaji")
    other = parse(book(), session.ask(), "0508,0507,0607")
    assert other == ("0508", "0507", "0607")
    assert other not in session.legal()
    session.apply(other)
    assert session.table.pieces["lady_kaji"].place == "0607"


def test_actions_are_written_with_their_verb() -> None:
    session = Session.begin(toy(do("toss")), "skirmish")
    assert parse(session.book, session.ask(), "toss ball 2 0405,") == Toss("ball", 2, ("0405",))
    with pytest.raises(Refused, match="other parts"):
        read(session.book, "toss ball 2 0405 0406 0407")


def test_dice_are_read_as_a_roll() -> None:
    session = begin(seed=None)
    assert parse(book(), session.ask("north"), "2") == 2
    assert read(book(), "3", like=(1,)) == (3,)
    assert read(book(), "3,4", like=(1, 1)) == (3, 4)
    assert read(book(), "0405", like="0404") == "0405"


def test_a_script_is_lines_of_seat_and_answer() -> None:
    text = "# a comment\n\nnorth: 2\nchance: 3,4   # dice\nsouth: 0405,0404\n"
    assert read_script(text) == [(3, "north", "2"), (4, "chance", "3,4"), (5, "south", "0405,0404")]
    with pytest.raises(Refused, match="line 2"):
        read_script("north: 2\nnonsense\n")


def test_a_script_written_down_plays_the_same_game() -> None:
    session = begin(seed=4)
    play(session, 200)
    again = begin(seed=None)
    for _, seat, answer in read_script(write_script(session.script())):
        again.apply(parse(book(), again.ask(seat), answer), seat)
    assert again.state == session.state


def test_a_number_is_meant_as_it_stands() -> None:
    bids = question(Session.begin(toy(do("pick")), "skirmish")._run.scene, (0, 10), topic=About(), prompt="bid?")  # type: ignore[union-attr]
    assert parse(book(), bids, "10") == 10
    assert parse(book(), bids, "1") == 1  # refused later, never taken for 10


def test_options_are_shown_with_names() -> None:
    session = staged(**MARCH)
    assert option_text(book(), "lady_kaji", session.table) == "Lady Kaji (Southern army) at 0608"
    assert option_text(book(), ("0507", "0406"), session.table) == "to 0406 by 0507-0406"
    assert option_text(book(), ("0405",), session.table) == "to Sawa (0405)"
    assert option_text(book(), "done", session.table) == "done"
