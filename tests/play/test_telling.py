"""What happened, in words: as it was at that time, to those who may know, and no more than is news."""

from __future__ import annotations

from dataclasses import replace

import pytest

from compiler.model.common import Name
from compiler.model.event import (
    Drawn,
    Event,
    Marked,
    Moved,
    Placed,
    Removed,
    Revealed,
    Rolled,
    Said,
    Shuffled,
    TrackSet,
    Turned,
)
from compiler.model.game import Dice, DieFace
from compiler.model.table import Table
from compiler.play.book import Rulebook
from compiler.play.chance import Seeded
from compiler.play.log import Entry
from compiler.play.session import Session
from compiler.play.state import Choice, Cursor
from compiler.play.telling import EVERYBODY, Teller
from tests.games.playable import bound
from tests.play.table import begin, book, game, play
from tests.play.toy import do, toy


def told(
    event: Event,
    audience: str | None = EVERYBODY,
    table: Table | None = None,
    *,
    loud: bool = False,
    by: Rulebook | None = None,
) -> str | None:
    before = begin().table if table is None else table
    return Teller(by or book(), "skirmish", audience, loud).tell(Entry("bid", event), before, event.on(before))


def test_every_event_of_a_game_can_be_told() -> None:
    lines: list[str] = []
    kinds: set[str] = set()
    for seed in range(4):
        session = begin("bridge", seed)
        play(session, 5_000, seed)
        told = list(Teller.of(session, loud=True).log(session))
        lines += [heard.words or "" for heard in told if not isinstance(heard.entry.what, Choice)]
        kinds |= {type(e.what).__name__ for e in session.log}
    assert {"Moved", "Marked", "TrackSet", "Drawn", "Rolled", "Said", "Placed", "Turned"} <= kinds
    assert all(line and "object at" not in line and "None" not in line for line in lines)
    assert any("goes to" in line and "[4.1]" in line for line in lines)


def test_a_box_says_what_the_name_of_its_track_adds_in_brackets() -> None:
    long = bound("shingens_arrival")
    session = Session.begin(long, "deployed", Seeded(1))
    event = TrackSet("turn", 5, "4.0.1")
    before, after = session.table, event.on(session.table)
    assert Teller(long, "deployed").tell(Entry("end_turn", event), before, after) == "Turn: 5, 11th month [4.0.1]"
    assert told(TrackSet("turn", 2)) == "Turn: 2"


def test_bookkeeping_is_quiet_unless_asked_for() -> None:
    quiet: list[tuple[Event, str]] = [
        (Marked("captain_kiri", "moved", None), "Captain Kiri (Northern army): no longer marched"),
        (Marked("captain_kiri", "moved"), "Captain Kiri (Northern army): marched"),
        (TrackSet("marches", 2), "Marches left: 2"),
    ]
    for event, words in quiet:
        assert told(event) is None
        assert told(event, loud=True) == words


def test_a_new_turn_an_order_and_a_score_are_news() -> None:
    assert told(TrackSet("turn", 2, "2.1")) == "Turn: 2 [2.1]"
    assert told(TrackSet("initiative", "south")) is not None
    assert told(TrackSet("balance", 3)) == "Balance: 3"
    assert told(Marked("0405", "control", "south")) == "Sawa (0405): held by South player"


def test_a_piece_is_named_by_the_owner_it_had() -> None:
    session = begin()
    events = [Moved("captain_kiri", "0101"), Turned("captain_kiri", side="south"), Moved("captain_kiri", "0102")]
    session.log.cut(0)
    session.log.happen(Cursor("bid"), events)
    first, change, last = (heard.words or "" for heard in Teller.of(session).log(replayed(session)))
    assert first.startswith("Captain Kiri (Northern army) goes")
    assert change == "Captain Kiri (Northern army) is held by Southern army"
    assert last.startswith("Captain Kiri (Southern army) goes")


def replayed(session):  # type: ignore[no-untyped-def]
    session.opening = session.table
    return session


def test_a_piece_nobody_sees_has_no_name() -> None:
    table = begin().table
    for audience in (EVERYBODY, "north", "south"):
        assert told(Moved("order_six", "orders_cup", 0), audience) is None
        assert told(Shuffled("orders_cup", table.stacks["orders_cup"]), audience) == "Order cup is shuffled"
        assert (
            told(Drawn("order_six", "orders_used"), audience) == "Six marches goes to Orders given"
        )  # it lies open now
        assert told(Turned("order_six", facing=1), audience) is None
        assert told(Removed("order_six"), audience) == "a piece leaves the table"


def test_what_one_seat_sees_is_named_to_it_alone() -> None:
    seen = Drawn("order_six", "0405", ("south",))
    assert told(seen, "south") == "Six marches goes to Sawa (0405)"
    for audience in ("north", EVERYBODY):
        assert told(seen, audience) == "a piece goes to Sawa (0405)"
    table = seen.on(begin().table)
    assert told(Revealed("order_six", ("south",)), "north", table) is None
    assert (
        told(Revealed("order_six", ("south", "north")), "north", table)
        == "Six marches is shown to South player, North player"
    )
    assert told(Marked("order_six", "moved"), "north", table, loud=True) is None
    assert told(Marked("order_six", "moved"), "south", table, loud=True) == "Six marches: marched"
    assert (
        told(Placed(table.pieces["order_six"]._replace(id="order_two", seen_by=())), EVERYBODY)
        == "a piece comes to Sawa (0405)"
    )


def test_secret_words_are_told_to_whom_they_were_said() -> None:
    psst = Said("psst", to=("south",))
    assert told(psst, "south") == "psst"
    assert told(psst, "north") is None
    assert told(psst) is None


def test_a_secret_mark_is_told_to_its_own_side() -> None:
    marks = {**game().marks, "moved": replace(game().marks["moved"], secret=True, clears_at=None)}
    other = toy(do("pick"), marks=marks)
    mark = Marked("south_riders#1", "moved")
    assert told(mark, "south", by=other) == "Riders 1 (Southern army): marched"
    assert told(mark, "north", by=other) is None
    assert told(mark, by=other) is None


@pytest.mark.parametrize("audience", ["south", EVERYBODY])
def test_an_answer_is_told_to_the_seat_that_gave_it_when_asked_for(audience: str | None) -> None:
    session = begin()
    session.apply(2, "north")
    assert Teller.of(session, "north", loud=True).lines(session) == ["Bid: North player: 2"]
    assert Teller.of(session, "north").lines(session) == []
    assert Teller.of(session, audience, loud=True).lines(session) == []


def test_a_die_whose_faces_have_names_is_told_by_them() -> None:
    faces = (DieFace(Name("Miss")), DieFace(Name("Hit")))
    dice = {**game().dice, "fate": Dice("fate", 2, 2, Name("Fate"), faces)}
    named = replace(book(), game=replace(game(), dice=dice))
    assert told(Rolled("fate", (2, 1), None, "fate"), by=named) == "fate: rolled Hit, Miss"
    assert told(Rolled("attack", (2, 1))) == "attack: rolled 2,1"
