"""Views: hidden things stay hidden, open things stay open."""

from __future__ import annotations

import json
from dataclasses import replace

from compiler.model.event import Marked, Placed
from compiler.model.piles import Pile
from compiler.model.setup import fresh
from compiler.model.table import Table
from compiler.play.session import Session
from compiler.play.telling import Teller
from compiler.play.view import UNKNOWN, redacted, sees, view
from tests.play.table import begin, book, game, play
from tests.play.toy import do, toy


def test_a_cup_shows_how_many_pieces_it_holds_and_nothing_else() -> None:
    seen = view(begin(), "north")
    assert len(seen.table.stacks["orders_cup"]) == 8
    assert all(id.startswith(UNKNOWN) for id in seen.table.stacks["orders_cup"])
    assert "order_" not in json.dumps(seen.to_json()["table"])


def test_units_and_tracks_are_open_to_all() -> None:
    session = begin()
    for seat in ("north", "south"):
        table = view(session, seat).table
        assert table.pieces["captain_kiri"] == session.table.pieces["captain_kiri"]
        assert table.tracks == session.table.tracks


def test_a_seat_sees_its_own_questions_and_whom_the_game_waits_for() -> None:
    session = begin()
    session.apply(2, "north")
    assert list(view(session, "north").asks) == []
    assert list(view(session, "south").asks) == ["south"]
    assert view(session, "north").waiting == ("south",)


def test_a_sealed_answer_is_in_no_view_before_all_are_in() -> None:
    views = []
    for bid in (0, 1, 2, 3):
        session = begin()
        session.apply(bid, "north")
        views.append(view(session.state, "south").to_json())
        assert Teller.of(session, "south", loud=True).lines(session) == []
    assert all(other == views[0] for other in views)


def hands() -> Table:
    """A table on which two seats hold counters in their hands."""
    table = begin().table
    for piece, seat in (("north_guard#1", "north"), ("south_guard#1", "south")):
        table = Placed(fresh(game(), piece, f"hand.{seat}")._replace(seen_by=(seat,))).on(table)
    return table


def test_a_hand_is_seen_by_its_owner_alone() -> None:
    pile: Pile = replace(game().piles["orders_used"], kind="hand", face="owner")
    piles = {f"hand.{seat}": replace(pile, id=f"hand.{seat}", seat=seat) for seat in ("north", "south")}
    other = toy(do("pick"), piles={**game().piles, **piles})
    mine = redacted(other, hands(), "north", "skirmish")
    assert mine.stacks["hand.north"] == ("north_guard#1",)
    assert "south_guard#1" not in mine.pieces
    assert mine.pieces[mine.stacks["hand.south"][0]].side is None


def test_a_hidden_unit_on_the_map_shows_its_side_and_no_more() -> None:
    table = begin().table
    hidden = table.pieces["south_riders#1"]._replace(seen_by=("south",), steps=1, face=1)
    table = Table({**table.pieces, hidden.id: hidden}, table.stacks, table.tracks, table.marks)
    seen = redacted(book(), table, "north", "skirmish")
    (unknown,) = [piece for piece in seen.pieces.values() if piece.place == hidden.place]
    assert (unknown.counter, unknown.side, unknown.face, unknown.steps) == (UNKNOWN, "south", 0, 1)
    assert redacted(book(), table, "south", "skirmish").pieces[hidden.id] == hidden


def test_secret_marks_are_for_their_own_side() -> None:
    marks = {**game().marks, "moved": replace(game().marks["moved"], secret=True, clears_at=None)}
    other = toy(do("pick"), marks=marks)
    table = Marked("south_riders#1", "moved").on(begin().table)
    assert redacted(other, table, "north", "skirmish").pieces["south_riders#1"].marks == ()
    assert redacted(other, table, "south", "skirmish").pieces["south_riders#1"].marks == (("moved", True),)


def test_a_view_can_be_had_of_a_state_and_of_a_session_alike() -> None:
    session = begin()
    play(session, 12)
    assert view(session, "north").to_json() == view(session.state, "north").to_json()


def test_a_pile_decides_who_sees_what_lies_in_it() -> None:
    piece = begin().table.pieces["order_six"]
    assert not sees(game(), piece._replace(seen_by=None), "north")
    assert sees(game(), piece._replace(place="orders_used", seen_by=()), "north")


def test_after_the_end_the_view_tells_who_won() -> None:
    session = begin()
    play(session, 10_000)
    assert view(session, "south").outcome == session.outcome is not None
    assert isinstance(session, Session)
