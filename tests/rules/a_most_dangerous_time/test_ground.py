"""The ground is mended where something changed: it always is what somebody sees who looks at all of it anew."""

from __future__ import annotations

from dataclasses import replace

import pytest

from compiler.model.event import Marked
from compiler.play.chance import Seeded
from compiler.play.players import RandomPlayer
from compiler.play.scene import Scene
from compiler.play.session import Session
from compiler.rules.a_most_dangerous_time.asking import Matter
from compiler.rules.a_most_dangerous_time.ch02_control import gainer
from compiler.rules.a_most_dangerous_time.ch05_communication import reach
from compiler.rules.a_most_dangerous_time.ch05_marking import everybody_cut_off
from compiler.rules.a_most_dangerous_time.ch09_offers import move_options
from compiler.rules.a_most_dangerous_time.ch09_ways import ways_of
from compiler.rules.a_most_dangerous_time.facts import ANTI, ODA, facts
from compiler.rules.a_most_dangerous_time.ground import ground
from compiler.rules.a_most_dangerous_time.settling import unsettled
from tests.play.table import book, forgetful

ANSWERS = 160


def scene(session: Session, *, anew: bool = False) -> Scene:
    state = session.state
    assert state.cursor is not None
    state = replace(state, book=forgetful(state.book)) if anew else state
    return Scene(state.book, state, session.table, state.cursor)


def seen(now: Scene) -> dict[str, object]:
    """All that is kept of the ground, as plain values."""
    land = ground(now)
    ways = {who: ways_of(now, who) for who in (ODA, ANTI)}
    lines = {clan: reach(now, clan) for clan in now.game.sides}
    return {
        "spots": {p: (s.ids, s.sides, s.factions, s.loose, s.siege, s.landed) for p, s in land.spots.items()},
        "mixed": land.mixed,
        "landed": land.landed,
        "cut off": everybody_cut_off(now),
        "holding": (land.holding.clan, land.holding.who),
        "ways": {who: (w.through, w.last, w.shut) for who, w in ways.items()},
        "lines": {clan: (f.joined, f.ends, f.by_land_only, f.beside_bits) for clan, f in lines.items()},
    }


@pytest.mark.parametrize("scenario", ["campaign", "four_player"])
def test_the_ground_as_kept_is_the_ground_as_found_anew(scenario: str) -> None:
    session, luck = Session.begin(book("a_most_dangerous_time"), scenario, Seeded(5)), RandomPlayer(5)
    for n in range(ANSWERS):
        seat = next(iter(session.asks), None)
        if seat is None:
            break
        if n % 40 == 39:
            session.undo()
        else:
            session.apply(luck.answer(session, seat), seat)
        if n % 4 == 0 and session.asks:
            assert seen(scene(session)) == seen(scene(session, anew=True)), n
    assert n > 100


@pytest.mark.parametrize("scenario", ["campaign", "three_player"])
def test_little_is_asked_between_and_nothing_is_missed(scenario: str) -> None:
    """Who is cut off, what can be done in the movement step and where control may change, each by itself."""
    session, luck = Session.begin(book("a_most_dangerous_time"), scenario, Seeded(8)), RandomPlayer(8)
    moves = 0
    for n in range(3 * ANSWERS):
        seat = next(iter(session.asks), None)
        if seat is None:
            break
        if n % 25 == 24:
            session.undo()
        else:
            session.apply(luck.answer(session, seat), seat)
        if not session.asks:
            break
        now = scene(session)
        ask = session.ask(next(iter(session.asks)))
        if ask.topic == Matter("movement"):
            moves += 1
            assert list(move_options(now, ask.seat)) == list(move_options(scene(session, anew=True), ask.seat)), n
        if n % 6 == 0:
            assert everybody_cut_off(now) == everybody_cut_off(scene(session, anew=True)), n
        settled = set(facts(now).spaces) - set(unsettled(now))
        assert [space for space in settled if gainer(ground(now), space) is not None] == [], n
    assert moves > 30


def test_lines_are_followed_through_every_change_of_control() -> None:
    session, luck = Session.begin(book("a_most_dangerous_time"), "campaign", Seeded(3)), RandomPlayer(3)
    for _ in range(120):
        seat = next(iter(session.asks))
        session.apply(luck.answer(session, seat), seat)
    now, state = scene(session), session.state
    assert state.cursor is not None
    found = [everybody_cut_off(now)]
    for space in facts(now).spaces:
        now.do(Marked(space, "control", "oda" if ground(now).holding.who[space] != ODA else "mori"))
        found.append(everybody_cut_off(now))
        anew = Scene(forgetful(state.book), state, now.table, state.cursor)
        assert found[-1] == everybody_cut_off(anew), space
    assert len({frozenset(some) for some in found}) > 5


def test_only_what_changed_is_another_thing() -> None:
    now = scene(Session.begin(book("a_most_dangerous_time"), "campaign", Seeded(5)))
    before = dict(ground(now).spots)
    place, unit = next((place, spot.ids[0]) for place, spot in before.items())
    seen, touched = len(ground(now).changes), len(ground(now).touched)
    now.do(Marked(unit, "unsupplied", True))
    assert ground(now).spots == before  # spots have no values to compare: they are the very same
    assert ground(now).since(seen) == set()
    assert ground(now).touched[touched:] == [place]
    now.do(Marked(unit, "besieged", True))
    after = ground(now).spots
    assert {where for where, spot in after.items() if spot is not before[where]} == {place}
    assert after[place].siege
    assert ground(now).since(seen) == {place}


def test_a_mark_on_a_space_is_a_change_though_nobody_stands_otherwise() -> None:
    now = scene(Session.begin(book("a_most_dangerous_time"), "campaign", Seeded(5)))
    before, seen = dict(ground(now).spots), len(ground(now).changes)
    place = next(place for place in before if place in facts(now).forts)
    now.do(Marked(place, "activated", True))
    assert ground(now).spots == before
    assert ground(now).since(seen) == {place}
