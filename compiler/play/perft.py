"""Counting every way a game can go, to a depth: a number that any slip in the rules changes."""

from __future__ import annotations

from compiler.play.ask import CHANCE, Answer, Ask
from compiler.play.session import Session
from compiler.play.state import State


def perft(state: State, depth: int) -> int:
    """How many lines of answers there are to a depth. Chance counts as an answer too; a shuffle has one way only."""
    if depth == 0:
        return 1
    session = Session(state)
    if not session.asks:
        return 1
    seat = next(iter(session.asks))
    total = 0
    for answer in _answers(session.asks[seat]):
        following = Session(state)
        following.apply(answer, seat)
        total += perft(following.state, depth - 1)
    return total


def _answers(ask: Ask) -> list[Answer]:
    if ask.seat == CHANCE and ask.kind == "shuffle":
        return [ask.about]
    return list(ask.options)
