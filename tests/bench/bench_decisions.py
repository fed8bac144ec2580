"""Decisions of Anegawa and Shogun: random ones, against random moves of python-chess in the same run."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bench_play import bound, theirs
from measure import Row, ratio

from compiler.play.book import Rulebook
from compiler.play.chance import Seeded
from compiler.play.players import RandomPlayer
from compiler.play.session import Session

GAMES = Path(__file__).parent.parent.parent / "games"
SCENARIOS = {"anegawa": "battle", "shogun": "four_players"}
COUNT = 1_500  # some turns of a game
ROUNDS = 9
GOAL = 2.5


def ours(book: Rulebook, scenario: str, count: int) -> None:
    """Random decisions as `liege fuzz` makes them; listing the options and starting games included."""
    seed, left = 0, count
    while left > 0:
        session = Session.begin(book, scenario, Seeded(seed))
        players = {seat: RandomPlayer(f"{seed}/{seat}") for seat in book.game.seats}
        while session.asks and left > 0:
            for seat in list(session.asks):
                if seat in session.asks:
                    session.apply(players[seat].answer(session, seat), seat)
                    left -= 1
        seed += 1


def rows() -> Iterator[Row]:
    for game, scenario in SCENARIOS.items():
        book = bound(GAMES / game)
        ours(book, scenario, COUNT)
        against = ratio(lambda b=book, s=scenario: ours(b, s, COUNT), lambda: theirs(COUNT), ROUNDS)
        yield Row(f"a random decision of {game} / a random move of python-chess", against, GOAL)
