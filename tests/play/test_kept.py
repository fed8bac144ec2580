"""What follows from some places is kept until something there changes, however play came to the other table."""

from __future__ import annotations

import pytest

from compiler.model.event import Event, Marked, Moved, Placed, Removed, Said, Shuffled, TrackSet, Turned
from compiler.model.table import Piece, Table
from compiler.play.coverage import watching
from compiler.play.kept import Kept, changed, told

PIECES = {id: Piece(id, id, place) for id, place in (("a", "here"), ("b", "here"), ("c", "there"))}
TABLE = Table(PIECES, {"here": ("a", "b"), "there": ("c",)}, {"turn": 1}, {("here", "burnt"): True})


@pytest.mark.parametrize(
    ("event", "things"),
    [
        (Moved("a", "there"), {"a", "here", "there"}),
        (Moved("c", "beyond"), {"c", "there", "beyond"}),
        (Turned("c", face=1), {"c", "there"}),
        (Marked("b", "tired"), {"b", "here"}),
        (Marked("there", "burnt"), {"there"}),
        (Marked("here", "burnt", None), {"here"}),
        (Shuffled("here", ("b", "a")), {"here"}),
        (TrackSet("turn", 2), {"turn"}),
        (TrackSet("turn", 1), set()),
        (Placed(Piece("d", "d", "beyond")), {"d", "beyond"}),
        (Removed("c"), {"c", "there"}),
        (Said("nothing"), set()),
    ],
)
def test_what_an_event_changes_is_found_there_and_back(event: Event, things: set[str]) -> None:
    after = event.on(TABLE)
    assert changed(TABLE, after) == things
    assert changed(after, TABLE) == things
    assert told([event], TABLE, after) >= things


def test_a_value_is_kept_until_one_of_its_places_changes() -> None:
    kept = Kept().at(TABLE)
    kept.put("near", 1, ("here", "beyond"))
    kept.put("far", 2, ("there",))
    kept.at(Turned("c", face=1).on(TABLE))
    assert kept.values == {"near": 1}
    kept.at(TABLE)  # taken back: what was thrown away is gone, what was kept still holds
    assert kept.values == {"near": 1}
    kept.at(Moved("c", "beyond").on(TABLE))
    assert kept.values == {}


def test_what_follows_from_nothing_on_the_table_is_kept_for_good() -> None:
    kept = Kept().at(TABLE)
    kept.put("always", 1, ())
    kept.at(Removed("a").on(TABLE))
    assert kept.values == {"always": 1}


def test_who_counts_rows_sees_all_worked_out_anew() -> None:
    kept = Kept().at(TABLE)
    kept.put("near", 1, ("here",))
    with watching():
        assert kept.at(TABLE).values == {}
        kept.put("near", 1, ("here",))
        assert kept.at(TABLE).values == {"near": 1}
    assert kept.at(TABLE).values == {}


def test_news_are_what_changed_since_they_were_last_asked_for() -> None:
    kept = Kept().at(TABLE)
    assert kept.news("lines") is None  # all is new
    kept.at(Moved("a", "there").on(TABLE))
    kept.at(TABLE)  # there and back: told all the same
    assert kept.news("lines") == {"a", "here", "there"}
    assert kept.news("lines") == set()
    kept.at(TrackSet("turn", 2).on(TABLE))
    assert kept.news("lines") == {"turn"}
    assert kept.news("zones") is None
    with watching():
        assert kept.at(TABLE).news("lines") is None


def test_a_thing_that_never_changes_does_not_gather_what_is_long_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("compiler.play.kept.MANY_SLOTS", 8)
    kept, tables = Kept(), (TABLE, Turned("c", face=1).on(TABLE))
    for n in range(100):
        kept.at(tables[n % 2]).put("near", n, ("there", "beyond"))
    assert len(kept._slots["beyond"]) < 8
    kept.at(Moved("a", "beyond").on(tables[1]))
    assert kept.values == {}


def test_a_scene_tells_of_everything_it_has_done() -> None:
    """What events in a row tell covers what a comparison finds, but for places that are as they were again."""
    steps: list[Event] = [Moved("a", "there"), Moved("a", "beyond"), Marked("c", "tired"), Moved("c", "here", index=0)]
    table = TABLE
    for n, event in enumerate(steps):
        table = event.on(table)
        other = {thing for thing in changed(TABLE, table) if TABLE.stacks.get(thing) != table.stacks.get(thing)}
        assert told(steps[: n + 1], TABLE, table) >= other, n
    assert told(steps, TABLE, table) >= {"a", "c", "here", "there", "beyond"}
