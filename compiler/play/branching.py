"""Another game from a moment of one in play: the same answers and the same luck up to there, then whatever comes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from compiler.play.ask import CHANCE
from compiler.play.chance import Seeded
from compiler.play.journal import Journal
from compiler.play.session import Session
from compiler.play.state import Choice


def branched(
    session: Session, end: int, seed: str, path: Path | None = None, about: Mapping[str, Any] | None = None
) -> tuple[Session, Journal | None]:
    """A session that stands where another stood after so many entries of its log, with a journal if there is a path.

    An answer that had not come to its end by then is asked again.
    """
    waiting = [choice for choice in session.record[: _kept(session, end)] if not choice.forced]
    other = Session(session.start)
    _luck(other, waiting)
    journal = Journal.begin(path, other, seed, about or {}) if path is not None else None
    while waiting:
        since, choice = len(other.record), waiting.pop(0)
        other.apply(choice.answer, choice.seat)
        _luck(other, waiting)
        if journal is not None:
            journal.answer(other, since)
    other.chance = Seeded(seed)
    return other, journal


def _kept(session: Session, end: int) -> int:
    """How many answers of the record had been given and done by then."""
    if end >= len(session.log):
        return len(session.record)
    return next((moment.record for moment in reversed(session.moments) if moment.log <= end), _first(session))


def _first(session: Session) -> int:
    return session.moments[0].record if session.moments else len(session.record)


def _luck(session: Session, waiting: list[Choice]) -> None:
    while waiting and waiting[0].seat == CHANCE:
        session.apply(waiting.pop(0).answer, CHANCE)
