"""What play keeps between answers is never stale: a rulebook that remembers nothing lists the very same options."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from compiler.model.event import Marked, TrackSet
from compiler.play.book import Rulebook
from compiler.play.chance import Seeded
from compiler.play.players import RandomPlayer
from compiler.play.run import Run
from compiler.play.scene import Scene
from compiler.play.session import Session, initial
from compiler.play.state import State
from tests.play.table import book, forgetful

ANSWERS, EVERY = 330, 5
SCENARIOS = [
    ("anegawa", "battle"),
    ("shogun", "five_players"),
    ("road_to_honganji", "four_players"),
    ("shingens_arrival", "deployed"),
    ("a_most_dangerous_time", "campaign"),
    ("a_most_dangerous_time", "three_player"),
    ("a_most_dangerous_time", "four_player"),
]


def cold(state: State) -> Run:
    """A step as somebody runs it who has seen nothing of the game before."""
    return Run(replace(state, book=forgetful(state.book)))


def differ(session: Session) -> str | None:
    """What is asked otherwise in the cold, if anything is."""
    run = cold(session.state)
    for seat, ask in session.asks.items():
        if tuple(run.open[seat].options) != tuple(ask.options):
            return f"{seat}: {ask.prompt}"
    return None


@pytest.mark.parametrize(("slug", "scenario"), SCENARIOS)
def test_options_are_those_of_a_rulebook_that_remembers_nothing(slug: str, scenario: str) -> None:
    warm: Rulebook = book(slug)
    for seed in (1, 2):
        session = Session.begin(warm, scenario, Seeded(seed))
        luck = RandomPlayer(seed)
        for n in range(ANSWERS // 2):
            seat = next(iter(session.asks), None)
            if seat is None:
                break
            if n % EVERY == 0:
                assert differ(session) is None, (seed, n)
            if n % 50 == 49:
                session.undo()  # kept things must see that, too
                continue
            session.apply(luck.answer(session, seat), seat)


def test_a_stale_thing_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison bites: with `Kept` that never drops anything, options go wrong soon."""
    monkeypatch.setattr("compiler.play.kept.changed", lambda old, new: set[str]())
    monkeypatch.setattr("compiler.play.kept.told", lambda events, old, new: set[str]())
    warm = forgetful(book("a_most_dangerous_time"))
    session, luck = Session.begin(warm, "campaign", Seeded(1)), RandomPlayer(1)
    for _ in range(ANSWERS):
        if differ(session) is not None:
            return
        session.apply(luck.answer(session, next(iter(session.asks))), next(iter(session.asks)))
    pytest.fail("nobody noticed")


def scene() -> Scene:
    state = initial(book(), "skirmish")
    assert state.cursor is not None
    return Scene(state.book, state, state.table, state.cursor)


def counted(result: str) -> tuple[list[int], Callable[[], str]]:
    """Something that is worked out, and a list that grows whenever it is."""
    made: list[int] = []

    def make() -> str:
        made.append(1)
        return result

    return made, make


def test_a_memo_of_some_things_holds_as_long_as_all_of_them_are_the_same() -> None:
    here, (made, make) = scene(), counted("found")
    table = here.table
    for _ in range(2):
        assert here.memo_of("a", (table.marks, table.tracks), make) == "found"
    assert len(made) == 1
    here.do(Marked(next(iter(table.pieces)), "x"))  # neither marks of places nor tracks
    here.memo_of("a", (here.table.marks, here.table.tracks), make)
    assert len(made) == 1
    here.do(TrackSet(next(iter(table.tracks)), 2))
    here.memo_of("a", (here.table.marks, here.table.tracks), make)
    assert len(made) == 2
