"""Decisions of the games with rules of their own: random ones, against random moves of python-chess in the same run."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

from bench_play import bound, theirs
from measure import Row, middle, ratio

from compiler.model.event import Moved, handled
from compiler.play.book import Rulebook
from compiler.play.chance import Seeded
from compiler.play.players import RandomPlayer
from compiler.play.session import Session, initial
from compiler.play.state import State

GAMES = Path(__file__).parent.parent.parent / "games"
SCENARIOS = {
    "anegawa": "battle",
    "shogun": "four_players",
    "road_to_honganji": "four_players",
    "shingens_arrival": "campaign",
    "a_most_dangerous_time": "campaign",
}
COUNT = 1_500  # some turns of a game
ROUNDS = 9
GOAL = 2.5


def play(book: Rulebook, start: State, seed: int, most: int) -> int:
    """One random game from a state on, no longer than some answers; how many there were."""
    session = Session(start, Seeded(seed))
    players = {seat: RandomPlayer(f"{seed}/{seat}") for seat in book.game.seats}
    count = 0
    while session.asks and count < most:
        for seat in list(session.asks):
            if seat in session.asks:
                session.apply(players[seat].answer(session, seat), seat)
                count += 1
    return count


def ours(book: Rulebook, scenario: str, count: int, seed: int) -> None:
    """Random decisions as `liege fuzz` makes them; listing the options and starting games included."""
    left = count
    while left > 0:
        left -= play(book, initial(book, scenario), seed, left)
        seed += 1


def half_gone(book: Rulebook, scenario: str) -> State:
    """The first state of a scenario of Shingen's Arrival with every second led unit among the fallen."""
    state = initial(book, scenario)
    led = [piece.id for piece in state.table.pieces.values() if piece.place in book.facts.box_of]
    table = handled(state.table, [Moved(id, "fallen_units") for id in led[::2]])
    return State(state.scenario, table, state.cursor, book=book)


def rows() -> Iterator[Row]:
    for game, scenario in SCENARIOS.items():
        book = bound(GAMES / game)
        fresh = itertools.count(0, 1_000)  # no game is played twice: what rules remember of it would flatter us
        ours(book, scenario, COUNT, next(fresh))
        against = middle(lambda b=book, s=scenario, f=fresh: ours(b, s, COUNT, next(f)), lambda: theirs(COUNT), ROUNDS)
        yield Row(f"a random decision of {game} / a random move of python-chess", against, GOAL)
    yield from growth()


def growth() -> Iterator[Row]:
    """What units on the map cost: Shingen's Arrival as deployed, and with half of those under commanders gone."""
    book = bound(GAMES / "shingens_arrival")
    whole, half = initial(book, "deployed"), half_gone(book, "deployed")
    more = ratio(lambda: play(book, whole, 1, COUNT), lambda: play(book, half, 1, COUNT), ROUNDS)
    yield Row("a decision of shingens_arrival with all led units / with half of them", more, 2.0)
