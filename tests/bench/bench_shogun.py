"""Shogun: whole random games in one process, and how a decision grows from two players to five."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from measure import Row, fastest

from compiler import pipeline
from compiler.diagnostics import Sink
from compiler.play.book import Rulebook
from compiler.play.chance import Seeded
from compiler.play.players import RandomPlayer, play_out
from compiler.play.session import Session
from compiler.registry import rulebook_or_fail

HOME = Path(__file__).parent.parent.parent / "games" / "shogun"
PLAYERS = {2: "two_players", 3: "three_players", 4: "four_players", 5: "five_players"}
SEEDS = (1, 2, 3)
DECISIONS = 600  # the opening of a game, when all are still in it


def bound() -> Rulebook:
    sink = Sink()
    read = pipeline.read(HOME, sink)
    assert read is not None, sink.sorted()[:3]
    return rulebook_or_fail(read.game)


def play(book: Rulebook, scenario: str, seeds: tuple[int, ...], most: int = 20_000) -> int:
    """Random games; how many answers the players gave."""
    count = 0
    for seed in seeds:
        session = Session.begin(book, scenario, Seeded(seed))
        count += play_out(session, {seat: RandomPlayer(f"{seed}/{seat}") for seat in book.game.seats}, most)
    return count


def rows() -> Iterator[Row]:
    book = bound()
    for players, scenario in PLAYERS.items():
        seconds = fastest(lambda scenario=scenario: play(book, scenario, SEEDS), 2)
        yield Row(f"random games of {players} players to the end", len(SEEDS) / seconds, unit=" games/s")
    opening = {n: fastest(lambda s=s: play(book, s, (1,), DECISIONS), 3) for n, s in PLAYERS.items()}
    yield Row("a decision of five players / of two", opening[5] / opening[2], 2.5)
