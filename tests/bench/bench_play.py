"""Play: random decisions of first_battle, against random moves of python-chess."""

from __future__ import annotations

import random
import tempfile
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import chess
from doubled import write_doubled
from measure import Row, fastest, ratio

from compiler import pipeline
from compiler.diagnostics import Sink
from compiler.play.book import Rulebook
from compiler.play.chance import Seeded
from compiler.play.session import Session
from compiler.registry import rulebook_or_fail

HOME = Path(__file__).parent.parent.parent / "games" / "first_battle"
COUNT = 1_000  # some games of both; short enough that a round is often undisturbed
ROUNDS = 25


def bound(folder: Path) -> Rulebook:
    sink = Sink()
    read = pipeline.read(folder, sink)
    assert read is not None, sink.sorted()[:3]
    return rulebook_or_fail(read.game)


def ours(book: Rulebook, count: int) -> int:
    """Random decisions of seats, games one after the other; how many games were begun."""
    luck, games, left = random.Random(1), 0, count
    while left > 0:
        session = Session.begin(book, "bridge", Seeded(games))
        games += 1
        while session.asks and left > 0:
            seat = next(iter(session.asks))
            session.apply(luck.choice(session.legal(seat)), seat)
            left -= 1
    return games


def theirs(count: int) -> None:
    luck, left = random.Random(1), count
    while left > 0:
        board = chess.Board()
        while left > 0 and not board.is_game_over():
            board.push(luck.choice(list(board.legal_moves)))
            left -= 1


def memory_of_a_state(book: Rulebook) -> float:
    """Bytes that one more decision of a game keeps, its place in the undo list and log among them."""
    session, luck = Session.begin(book, "bridge", Seeded(7)), random.Random(7)
    tracemalloc.start()
    before, count = tracemalloc.get_traced_memory()[0], 0
    while session.asks:
        seat = next(iter(session.asks))
        session.apply(luck.choice(session.legal(seat)), seat)
        count += 1
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return (after - before) / count


def rows() -> Iterator[Row]:
    book = bound(HOME)
    ours(book, COUNT)
    against = ratio(lambda: ours(book, COUNT), lambda: theirs(COUNT), ROUNDS)
    yield Row("a random decision / a random move of python-chess", against, 1.0)
    games = ours(book, COUNT)
    yield Row("a random game of first_battle", 1000 * fastest(lambda: ours(book, COUNT)) / games, unit=" ms")
    yield Row("memory a decision keeps (undo and log)", memory_of_a_state(book) / 1024, unit=" kB")
    with tempfile.TemporaryDirectory() as home:
        twice = bound(write_doubled(HOME, Path(home, "first_battle")))
        growth = ratio(lambda: ours(twice, COUNT), lambda: ours(book, COUNT), ROUNDS)
        yield Row("a decision with twice the map and units / with one", growth, 2.0)
