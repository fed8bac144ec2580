"""Play without a session: states in, states out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from compiler.model.common import Value
from compiler.model.event import Event
from compiler.play.ask import Answer, Ask, Refusal, Refused
from compiler.play.book import Rulebook
from compiler.play.chance import Chance
from compiler.play.session import Session
from compiler.play.state import State


def setup(
    book: Rulebook,
    scenario: str | None = None,
    *,
    options: Mapping[str, Value] | None = None,
    chance: Chance | None = None,
) -> State:
    """The first state of a scenario (the game's first by default) in which somebody has a choice."""
    name = scenario or next(iter(book.game.scenarios))
    return Session.begin(book, name, chance, options).state


def asks(state: State) -> Mapping[str, Ask]:
    """Who is asked what in a state."""
    return Session(state).asks


def legal(state: State, seat: str | None = None) -> tuple[Answer, ...]:
    """The answers listed for a seat (for the only one asked by default)."""
    return Session(state).legal(seat)


def why_not(state: State, answer: Answer, seat: str | None = None) -> Refusal | None:
    """Why an answer would be refused, or None if it is allowed."""
    return Session(state).why_not(answer, seat)


def apply(
    state: State, answer: Answer, seat: str | None = None, *, chance: Chance | None = None
) -> tuple[State, list[Event]]:
    """The state after an answer, and what happened; an answer that is not allowed raises `Refused`."""
    session = Session(state, chance)
    events = session.apply(answer, seat)
    return session.state, events


def replay(
    book: Rulebook, scenario: str, script: Iterable[tuple[str, Answer]], *, options: Mapping[str, Value] | None = None
) -> Session:
    """Play a script of answers (seats' and chance's, in order) from the start; `Refused` tells where it goes wrong."""
    session = Session.begin(book, scenario, None, options)
    for n, (seat, answer) in enumerate(script):
        try:
            session.apply(answer, seat)
        except Refused as no:
            raise Refused(Refusal(no.refusal.rule, f"answer {n + 1} (`{seat}`): {no.refusal.because}")) from no
    return session
