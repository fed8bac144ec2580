"""Random play of every playable game: what must hold after every event and every answer."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from compiler.play.ask import CHANCE
from compiler.play.chance import Seeded
from compiler.play.codec import state_from_json, state_to_json
from compiler.play.fuzz import fuzz_game
from compiler.play.players import RandomPlayer
from compiler.play.run import Run
from compiler.play.saving import load, replay_text, run_replay, save
from compiler.play.session import Session
from compiler.play.staging import stage
from compiler.play.state import State
from compiler.play.view import sees, view
from tests.games.playable import PLAYABLE, SMALL, affordable, bound, scenarios

MOST = 400  # answers in tests that look closely at every one


def games(slug: str, many: int, few: int = 1) -> list[tuple[str, int]]:
    """Scenario and seed of some games, the scenarios taken in turn."""
    names = scenarios(slug)
    return [(names[seed % len(names)], seed) for seed in range(affordable(slug, many, few))]


def answer(session: Session, luck: RandomPlayer) -> None:
    seat = next(iter(session.asks))
    session.apply(luck.answer(session, seat), seat)


@pytest.mark.parametrize("slug", PLAYABLE)
def test_games_end_with_all_laws_kept_and_live_play_equal_to_resumed_play(slug: str) -> None:
    for scenario, seed in games(slug, 12):
        every = 1 if slug == SMALL else 8  # a cold start of a long step takes its time
        tally = fuzz_game(bound(slug), scenario, seed, resume_every=every)
        assert not tally.failures, f"seed {seed}, {scenario}: {tally.failures[0].message}"
        assert sum(tally.wins.values()) == 1


@pytest.mark.parametrize("slug", PLAYABLE)
def test_a_replay_is_the_original(slug: str) -> None:
    for scenario, seed in games(slug, 6):
        session, luck = Session.begin(bound(slug), scenario, Seeded(seed)), RandomPlayer(seed)
        while session.asks and len(session.moments) < MOST:
            answer(session, luck)
        again = run_replay(bound(slug), replay_text(session))
        assert again.state == session.state
        assert again.log == session.log


@pytest.mark.parametrize("slug", PLAYABLE)
def test_undo_is_as_before_and_a_save_is_the_same(slug: str) -> None:
    for scenario, seed in games(slug, 4):
        session, luck = Session.begin(bound(slug), scenario, Seeded(seed)), RandomPlayer(seed)
        while session.asks and len(session.moments) < MOST:
            before, log = session.state, len(session.log)
            answer(session, luck)
            after = session.state
            given = session.record[session.moments[-1].record]
            assert session.undo()
            assert (session.state, len(session.log)) == (before, log)
            session.apply(given.answer, given.seat)
            assert session.state == after
            assert state_from_json(session.book, json.loads(json.dumps(state_to_json(after)))) == after
        again = load(bound(slug), save(session), Seeded(seed))
        assert (again.state, again.log) == (session.state, session.log)


@pytest.mark.parametrize("slug", PLAYABLE)
def test_at_the_beginning_of_a_step_the_table_and_the_tracker_are_all_there_is(slug: str) -> None:
    """A save stripped of what only the engine knows must offer the same choices: nothing hides beside the table."""
    for scenario, seed in games(slug, 2):
        session, luck = Session.begin(bound(slug), scenario, Seeded(seed)), RandomPlayer(seed)
        while session.asks and len(session.moments) < MOST:
            state = session.state
            if state.cursor is not None and not state.choices and not state.cursor.shuffle:
                bare = State(state.scenario, state.table, state.cursor, (), state.options, book=state.book)
                again = Session(bare)
                assert {s: tuple(a.options) for s, a in again.asks.items()} == {
                    s: tuple(a.options) for s, a in session.asks.items()
                }
            answer(session, luck)


@pytest.mark.parametrize("slug", PLAYABLE)
def test_no_view_leaks_what_is_hidden(slug: str) -> None:
    """Every seat at every step: no hidden piece is named, no sealed answer told, in the view or in the log."""
    for scenario, seed in games(slug, 50, 2):
        session, luck = Session.begin(bound(slug), scenario, Seeded(seed)), RandomPlayer(seed)
        while session.asks and len(session.moments) < MOST:
            for seat in session.book.game.scenarios[scenario].seats:
                look(session, seat)
            answer(session, luck)


def look(session: Session, seat: str) -> None:
    game = session.book.game
    hidden = [piece.id for piece in session.table.pieces.values() if not sees(game, piece, seat)]
    seen = view(session, seat)
    assert set(seen.asks) <= {seat}
    assert not set(hidden) & set(seen.table.pieces)
    if hidden:
        text = json.dumps(seen.to_json())
        assert not [id for id in hidden if f'"{id}"' in text]
    twin = disguised(session, seat)
    if twin is not None:
        assert view(twin, seat).to_json() == seen.to_json()


def disguised(session: Session, seat: str) -> State | None:
    """The same state but for what the seat may not know: other sealed answers, piles in another order."""
    state = session.state
    run = session._run
    if run is None or state.cursor is None:
        return None
    choices = list(state.choices)
    for n in range(len(choices) - len(run.sealed or ()), len(choices)):
        choice = choices[n]
        if choice.seat not in (seat, CHANCE):
            before = replace(state, choices=tuple(choices[:n]))
            others = [option for option in Run(before).open[choice.seat].options if option != choice.answer]
            if others:
                choices[n] = choice._replace(answer=others[-1])
    table = state.table
    if not choices and not run.scene.events:  # what has been dealt since would be dealt otherwise
        piles = session.book.game.piles
        dark = {place for place in table.stacks if place in piles and piles[place].face == "down"}
        stacks = {place: ids[::-1] if place in dark else ids for place, ids in table.stacks.items()}
        table = type(table)(table.pieces, stacks, table.tracks, table.marks)
    return State(state.scenario, table, state.cursor, tuple(choices), state.options, book=state.book)


def test_every_step_of_the_sequence_can_be_staged() -> None:
    for slug in PLAYABLE:
        book = bound(slug)
        for node in book.game.steps():
            assert stage(book, step=node.id).cursor is not None
