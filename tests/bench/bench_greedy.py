"""Games of stock steps: whole games of greedy players, against whole games of random ones in the same run."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bench_play import bound
from measure import Row, ratio

from compiler.play.book import Rulebook
from compiler.play.chance import Seeded
from compiler.play.players import GreedyPlayer, RandomPlayer
from compiler.play.session import Session

GAMES = Path(__file__).parent.parent.parent / "games"
SLUGS = ("winter_line", "amber_strait", "marsh_barons")
SEEDS = range(1, 7)
GOAL = 10.0


def play(book: Rulebook, player: type[GreedyPlayer] | type[RandomPlayer]) -> None:
    """Some whole games."""
    scenario = next(iter(book.game.scenarios))
    for seed in SEEDS:
        session = Session.begin(book, scenario, Seeded(seed))
        players = {seat: player(f"{seed}/{seat}") for seat in book.game.seats}
        while session.asks:
            seat = next(iter(session.asks))
            session.apply(players[seat].answer(session, seat), seat)


def rows() -> Iterator[Row]:
    for slug in SLUGS:
        book = bound(GAMES / slug)
        play(book, RandomPlayer)  # what is worked out once is worked out
        took = ratio(lambda book=book: play(book, GreedyPlayer), lambda book=book: play(book, RandomPlayer), 3)  # type: ignore[misc]
        yield Row(f"{slug}: greedy games / random games", took, GOAL)
