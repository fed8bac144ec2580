"""The walk through the sequence of play: loops, phases, leaving, and what happens on the way."""

from __future__ import annotations

from dataclasses import replace

import pytest

from compiler.model.event import Drawn, Event, Marked, Said
from compiler.model.piles import Pile
from compiler.play.faults import EngineFault
from compiler.play.kept import led
from compiler.play.machine import advance
from compiler.play.outcome import Victory
from compiler.play.run import Run
from compiler.play.session import Session
from compiler.play.state import Cursor
from tests.play.table import game
from tests.play.toy import do, node, toy


def said(session: Session) -> list[str]:
    return [entry.what.text for entry in session.log if isinstance(entry.what, Said)]


def run(session: Session, *answers: str) -> list[str]:
    for answer in answers:
        session.apply(answer)
    return said(session)


def test_a_phase_does_its_children_in_order_and_then_the_game_has_run_out() -> None:
    session = Session.begin(toy(node("phase", "a", do("say", "one"), do("say", "two")), do("say", "three")), "skirmish")
    assert said(session) == ["one north", "two north", "three north"]
    assert session.outcome == Victory((), "the sequence of play has run out")


def test_each_seat_acts_in_the_order_the_track_shows() -> None:
    loop = node("each", "seats", do("say"), over="seat", order="initiative")
    assert said(Session.begin(toy(loop), "skirmish")) == ["say north seats=north", "say south seats=south"]


def test_each_side_is_acted_for_by_its_seat() -> None:
    session = Session.begin(toy(node("each", "armies", do("say"), over="side")), "skirmish")
    assert said(session) == ["say north armies=north", "say south armies=south"]


def test_the_turn_runs_from_the_scenarios_first_to_its_last() -> None:
    session = Session.begin(toy(node("each", "turns", do("say"), over="turn")), "skirmish")
    assert [line.split("=")[1] for line in said(session)] == ["1", "2", "3", "4"]
    assert session.table.tracks["turn"] == 4


def test_a_track_that_wraps_stands_at_its_beginning_after_its_loop() -> None:
    tracks = {**game().tracks, "initiative": replace(game().tracks["initiative"], wrap=True, role=None)}
    session = Session.begin(toy(node("each", "who", do("say"), over="initiative"), tracks=tracks), "skirmish")
    assert len(said(session)) == 2
    assert session.table.tracks["initiative"] == "north"


def test_repeat_goes_on_while_its_condition_holds() -> None:
    session = Session.begin(toy(node("repeat", "loop", do("count"), while_="few"), do("say")), "skirmish")
    assert session.table.tracks["marches"] == 3
    assert said(session) == ["say north"]


def test_until_ends_a_loop_after_the_pass_in_which_it_comes_true() -> None:
    session = Session.begin(toy(node("each", "turns", do("count"), over="turn", until="many")), "skirmish")
    assert session.table.tracks["marches"] == 3


def test_a_step_may_run_again_leave_its_loop_or_end_the_game() -> None:
    book = toy(node("repeat", "loop", do("pick"), do("say", "after")), do("pick", "last"), do("say", "end"))
    session = Session.begin(book, "skirmish")
    assert run(session, "again", "on") == ["picked again", "picked on", "after north loop=None"]
    assert session.step == "pick"
    assert run(session, "leave")[-1] == "picked leave"
    assert session.step == "last"
    session.apply("win")
    assert session.outcome == Victory(("north",), "because we say so", "1.2")
    assert not session.asks


def test_leaving_a_loop_over_seats_ends_it_for_all() -> None:
    loop = node("each", "loop", do("pick"), over="seat")
    session = Session.begin(toy(loop, do("say", "end")), "skirmish")
    assert run(session, "leave")[-1] == "end north"


def test_marks_are_cleared_when_their_node_begins_and_not_when_a_step_runs_again() -> None:
    marks = {**game().marks, "moved": replace(game().marks["moved"], clears_at="pick")}
    book = toy(do("say"), do("pick"), do("say", "end"), marks=marks)
    before = Session.begin(book, "skirmish").start
    table = Marked("north_riders#1", "moved").on(before.table)
    session = Session(replace(before, table=table))
    assert session.table.pieces["north_riders#1"].mark("moved") is None
    assert [e.what.value for e in session.log if isinstance(e.what, Marked)] == [None]
    session.apply("again")
    assert len([e for e in session.log if isinstance(e.what, Marked)]) == 1


def test_what_happens_between_two_steps_is_told_to_the_scene_that_ended() -> None:
    """So that rules mend what they keep of the table by events, and need not compare it piece by piece."""
    marks = {**game().marks, "moved": replace(game().marks["moved"], clears_at="pick")}
    book = toy(do("say"), do("pick"), do("say", "end"), marks=marks)
    start = Session.begin(book, "skirmish").start
    state = replace(start, table=Marked("north_riders#1", "moved").on(start.table), cursor=Cursor("say"))
    ended = Run(state).scene
    seen, events = len(ended.events), list[Event]()
    following = advance(state, ended.table, None, events, ended)
    after = Run(following).scene
    assert events == [Marked("north_riders#1", "moved", None, book.game.marks["moved"].note.rule)]
    assert led(ended, seen, after) == events


def test_a_cup_is_filled_again_when_its_node_begins() -> None:
    piles = {**game().piles, "orders_cup": replace(game().piles["orders_cup"], refill_at="say")}
    book = toy(do("say"), do("pick"), piles=piles)
    start = Session.begin(book, "skirmish").start
    table = Drawn("order_six", "orders_used").on(start.table)
    session = Session(replace(start, table=table))
    assert session.table.count("orders_cup") == 8
    assert session.table.pieces["order_six"].seen_by == ()


def test_a_deck_filled_again_is_shuffled_by_chance_before_the_step_begins() -> None:
    cup: Pile = game().piles["orders_cup"]
    piles = {**game().piles, "orders_cup": replace(cup, kind="deck", refill_at="pick")}
    session = Session.begin(toy(do("say"), do("pick"), piles=piles), "skirmish")
    assert session.asks["chance"].kind == "shuffle"  # once at the start …
    order = tuple(reversed(session.table.stacks["orders_cup"]))
    session.apply(order, "chance")
    assert session.asks["chance"].kind == "shuffle"  # … and once when it is filled again
    session.apply(order, "chance")
    assert session.table.stacks["orders_cup"] == order
    assert session.step == "pick"


def test_a_sequence_that_asks_nothing_for_ever_is_our_fault() -> None:
    with pytest.raises(EngineFault, match="circles"):
        Session.begin(toy(node("repeat", "loop", do("say"))), "skirmish")


def test_a_step_leaves_only_what_is_around_it() -> None:
    session = Session.begin(toy(do("pick", settings={"leave": "say"}), do("say")), "skirmish")
    with pytest.raises(EngineFault, match="not around it"):
        session.apply("leave")
    assert session.step == "pick"


def test_a_question_without_an_answer_is_our_fault() -> None:
    with pytest.raises(EngineFault, match="nothing is allowed"):
        Session.begin(toy(do("stuck")), "skirmish")
