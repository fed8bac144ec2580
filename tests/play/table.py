"""The small game, bound once, and sessions on it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from compiler import pipeline
from compiler.diagnostics import Sink
from compiler.model.game import Game
from compiler.play.book import Rulebook
from compiler.play.chance import Chance, Seeded
from compiler.play.players import RandomPlayer
from compiler.play.session import Session
from compiler.play.staging import stage
from compiler.registry import rulebook_or_fail

GAMES = Path(__file__).parents[2] / "games"


@cache
def game(slug: str = "first_battle") -> Game:
    sink = Sink()
    read = pipeline.read(GAMES / slug, sink)
    assert read is not None, [d.message for d in sink]
    return read.game


@cache
def book(slug: str = "first_battle") -> Rulebook:
    return rulebook_or_fail(game(slug))


def forgetful(known: Rulebook, **other: Any) -> Rulebook:
    """A rulebook that has worked out nothing yet, only what it was bound with; perhaps with something of its own."""
    bound = {key: value for key, value in known.memory.items() if key == "articles"}
    return replace(known, memory=bound, memo={}, kept={}, **other)


def begin(scenario: str = "skirmish", seed: int | None = 1) -> Session:
    """A new session; without a seed a person answers for chance."""
    return Session.begin(book(), scenario, None if seed is None else Seeded(seed))


def staged(chance: Chance | None = None, **given: Any) -> Session:
    return Session(stage(book(), **given), chance)


def play(session: Session, answers: int, seed: int = 1) -> int:
    """Let random players give some answers; how many they gave."""
    luck = RandomPlayer(seed)
    for n in range(answers):
        seat = next(iter(session.asks), None)
        if seat is None:
            return n
        session.apply(luck.answer(session, seat), seat)
    return answers
