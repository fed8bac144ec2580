"""What follows from some places is kept until something there changes, however play came to the other table."""

from __future__ import annotations

from itertools import pairwise

import pytest

from compiler.model.event import Event, Marked, Moved, Placed, Removed, Said, Shuffled, TrackSet, Turned
from compiler.model.table import Piece, Table
from compiler.play.chance import Seeded
from compiler.play.coverage import watching
from compiler.play.kept import Kept, Seen, changed, differing, led, told, touched
from compiler.play.players import RandomPlayer
from compiler.play.scene import Scene
from compiler.play.session import LINKED, Session, initial
from compiler.play.state import State
from tests.play.table import book

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
    monkeypatch.setattr("compiler.play.kept.MANY_GROUPS", 8)
    kept, tables = Kept(), (TABLE, Turned("c", face=1).on(TABLE))
    for n in range(100):
        kept.at(tables[n % 2]).put("near", n, ("there", "beyond"))
        kept.put("often", n, ("there", f"nowhere {n}"))
    assert len(kept._groups_of["beyond"]) == 1
    assert len(kept._groups_of["there"]) < 16
    assert len(kept._groups) < 16
    kept.at(Moved("a", "beyond").on(tables[1]))
    assert "near" not in kept.values
    kept.at(TABLE)
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


def scene(before: Scene | None = None) -> Scene:
    """A scene at the start of the toy game, or one that begins where another has come to."""
    first = initial(book(), "skirmish")
    assert first.cursor is not None
    table = before.table if before is not None else first.table
    return Scene(book(), State(first.scenario, table, first.cursor, book=book()), table, first.cursor)


def test_events_lead_on_from_scene_to_scene_and_no_farther() -> None:
    one = scene()
    id = next(iter(one.table.pieces))
    one.do(Said("before"))
    seen, table = len(one.events), one.table
    one.do(Marked(id, "x"))
    assert led(one, seen, one) == [Marked(id, "x")]
    two = scene(one)
    two.do(Turned(id, facing=60))
    assert led(one, seen, two) == [Marked(id, "x"), Turned(id, facing=60)]
    assert told(led(one, seen, two) or (), table, two.table) >= changed(table, two.table)
    assert led(one, seen, scene(two)) is None  # two scenes on, and one that went another way
    one.do(Marked(id, "x", None))
    assert led(one, seen, two) is None
    assert led(None, 0, one) is None


def test_events_lead_on_over_scenes_in_which_nobody_looked() -> None:
    one = scene()
    id = next(iter(one.table.pieces))
    one.do(Marked(id, "x"))
    two = scene(one)
    two.do(Turned(id, facing=60))
    three = scene(two)
    three.do(Marked(id, "x", None))
    assert led(one, 0, three) is None
    one.after, two.after = two, three
    assert led(one, 0, three) == [*one.events, *two.events, *three.events]
    assert one.events == [Marked(id, "x")]  # and nothing is written into them
    aside = scene(one)
    aside.do(Said("another way"))
    aside.do(Turned(id, facing=120))
    assert led(one, 0, scene(aside)) is None


def test_no_scene_holds_on_to_a_whole_game() -> None:
    """Scenes know in a row how play went on, a few of them: each keeps its table."""
    session, luck = Session.begin(book("shogun"), "four_players", Seeded(1)), RandomPlayer(1)
    first = session._run
    assert first is not None
    scenes, steps = [first.scene], 0
    while scenes[-1].after is not None:
        scenes.append(scenes[-1].after)
    for _ in range(120):
        seat = next(iter(session.asks))
        session.apply(luck.answer(session, seat), seat)
    while scenes[-1].after is not None:
        scenes.append(scenes[-1].after)
        steps += scenes[-1].cursor.step != scenes[-2].cursor.step
    assert 4 < steps <= 2 * LINKED
    assert all(before.table is after.entry for before, after in pairwise(scenes))


def test_pieces_that_differ_are_the_same_by_events_and_by_comparing() -> None:
    one = scene()
    id, other = list(one.table.pieces)[:2]
    then = Seen.now(one)
    one.do(Marked(id, "x"))
    one.do(Marked(other, "x"))
    one.do(Marked(other, "x", None))
    two = scene(one)
    two.do(Turned(id, facing=60))
    two.do(TrackSet(next(iter(two.table.tracks)), 1))
    two.do(Said("nothing"))
    told_of = then.differing(two)
    assert (then.table.pieces[id], two.table.pieces[id]) in told_of
    assert set(told_of) >= set(differing(then.table, two.table))
    assert {(was and was.id) or (now and now.id) for was, now in told_of} == {id, other}
    assert then.differing(scene(two)) == differing(then.table, two.table)  # farther on they are compared


def test_places_where_pieces_changed_are_the_same_by_events_and_by_comparing() -> None:
    one = scene()
    id, other, third = list(one.table.pieces)[:3]
    one.do(Said("before"))
    before, seen = one.table, len(one.events)
    home = before.pieces[third].place
    one.do(Marked(id, "x"))
    one.do(Moved(third, "beyond"))
    one.do(Marked(other, "x"))
    one.do(Moved(third, "0606"))
    two = scene(one)
    two.do(Turned(id, facing=60))
    two.do(TrackSet(next(iter(two.table.tracks)), 1))
    two.do(Said("nothing"))
    places = touched(one, seen, before, two)
    assert places == {before.pieces[id].place, before.pieces[other].place, home, "0606"}
    assert places == touched(one, seen, before, scene(two))  # farther on they are compared


def test_what_hangs_on_the_same_things_goes_together_and_anything_else_stays() -> None:
    kept, near = Kept().at(TABLE), ("there", "beyond")
    for n in range(3):
        kept.put(n, n, near)
    kept.put("other", 9, ("here", "there"))
    kept.put("far", 8, ("here",))
    kept.at(Turned("c", face=1).on(TABLE))
    assert kept.values == {"far": 8}
    kept.put(1, 1, near)  # once more, and it goes once more
    kept.at(TABLE)
    assert kept.values == {"far": 8}
