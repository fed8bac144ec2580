"""Events: each does one thing to the table, and its inverse undoes it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

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
    handled,
)
from compiler.model.table import Piece, Table

PLACES = ("a", "b", "deck")
seen = st.sampled_from([None, (), ("red",)])


@st.composite
def tables(draw: st.DrawFn) -> Table:
    ids = [f"p{n}" for n in range(draw(st.integers(1, 6)))]
    pieces = {
        id: Piece(
            id,
            "x",
            draw(st.sampled_from(PLACES)),
            draw(st.integers(0, 1)),
            draw(st.integers(1, 3)),
            "red",
            seen_by=draw(seen),
            marks=draw(st.sampled_from([(), (("moved", True),)])),
        )
        for id in ids
    }
    stacks: dict[str, tuple[str, ...]] = {}
    for id in draw(st.permutations(ids)):
        stacks[pieces[id].place] = (*stacks.get(pieces[id].place, ()), id)
    return Table(pieces, stacks, {"turn": draw(st.integers(1, 9))}, draw(st.sampled_from([{}, {("a", "held"): "red"}])))


@st.composite
def table_and_event(draw: st.DrawFn) -> tuple[Table, Event]:
    table = draw(tables())
    piece = draw(st.sampled_from(sorted(table.pieces)))
    place = draw(st.sampled_from(PLACES))
    value = draw(st.sampled_from([True, None, "blue"]))
    deck = tuple(draw(st.permutations(table.stacks.get("deck", ()))))
    events: list[Event] = [
        Placed(Piece("new", "x", place)),
        Removed(piece),
        Moved(piece, place),
        Turned(piece, face=1, steps=2),
        Turned(piece, facing=3, side="blue"),
        Marked(piece, "moved", value),
        Marked("a", "held", value),
        TrackSet("turn", 7),
        Shuffled("deck", deck),
        Drawn(piece, place, draw(seen)),
        Revealed(piece, draw(seen)),
        Rolled("combat", (3, 4)),
        Said("nothing"),
    ]
    return table, draw(st.sampled_from(events))


@given(table_and_event())
def test_the_inverse_undoes_an_event(drawn: tuple[Table, Event]) -> None:
    table, event = drawn
    after = event.on(table)
    undone = event.inverse(table).on(after)
    assert undone == table


@given(table_and_event())
def test_stacks_and_pieces_always_agree(drawn: tuple[Table, Event]) -> None:
    table, event = drawn
    after = event.on(table)
    listed = [(id, place) for place, ids in after.stacks.items() for id in ids]
    assert sorted(listed) == sorted((piece.id, piece.place) for piece in after.pieces.values())


@given(table_and_event())
def test_an_event_leaves_the_old_table_alone(drawn: tuple[Table, Event]) -> None:
    table, event = drawn
    before = (dict(table.pieces), dict(table.stacks), dict(table.tracks), dict(table.marks))
    event.on(table)
    assert before == (table.pieces, table.stacks, table.tracks, table.marks)


@given(tables(), st.data())
def test_several_things_done_at_once_are_done_one_after_the_other(table: Table, data: st.DataObject) -> None:
    pieces, places = st.sampled_from(sorted(table.pieces)), st.sampled_from(PLACES)
    handling = st.one_of(
        st.builds(Moved, pieces, places),
        st.builds(Drawn, pieces, places, seen),
        st.builds(Turned, pieces, face=st.just(1)),
        st.builds(Marked, pieces, st.just("moved"), st.sampled_from([True, None])),
    )
    events = data.draw(st.lists(handling, max_size=6))
    expected, before = table, (dict(table.pieces), dict(table.stacks))
    for event in events:
        expected = event.on(expected)
    assert handled(table, events) == expected
    assert before == (table.pieces, table.stacks)
