"""What tests of any game do and look at: answers given, refusals, rolls, what was said, where somebody stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from compiler.model.event import Event, Rolled, Said
from compiler.play.ask import CHANCE
from compiler.play.scene import Scene
from compiler.play.session import Session
from compiler.play.state import Choice


def go(session: Session, *answers: Any) -> Session:
    """Give answers one by one: a tuple of numbers are dice, a mapping answers of several seats at once."""
    for answer in answers:
        if isinstance(answer, Mapping):
            for seat, own in answer.items():
                session.apply(own, seat)
        else:
            session.apply(answer, CHANCE if CHANCE in session.asks else None)
    return session


def scene_of(session: Session) -> Scene:
    """The scene as it is now, for looking at it with the words of the rules."""
    state = session.state
    cursor = state.cursor or session.start.cursor
    assert cursor is not None
    return Scene(session.book, state, session.table, cursor)


def refused(session: Session, answer: Any, seat: str | None = None) -> str | None:
    """The rule that refuses an answer; None if it is allowed."""
    no = session.why_not(answer, seat)
    assert no is None or no.because
    return None if no is None else no.rule


def asked(session: Session) -> str:
    """The only one who is asked now."""
    (seat,) = session.asks
    return seat


def all_asked(session: Session) -> list[str]:
    return list(session.asks)


def place(session: Session, id: str) -> str:
    return session.table.pieces[id].place


def events(session: Session) -> list[Event]:
    return [entry.what for entry in session.log if not isinstance(entry.what, Choice)]


def said(session: Session) -> list[str]:
    return [event.text for event in events(session) if isinstance(event, Said)]


def spoken(session: Session) -> str:
    """All that was said, line by line."""
    return "\n".join(said(session))


def rolling(session: Session) -> str | None:
    """What the open roll is for; None if no roll is open."""
    ask = session.asks.get(CHANCE)
    return ask.purpose if ask is not None else None


def rolls(session: Session) -> list[str]:
    """What was rolled for so far."""
    return [event.purpose for event in events(session) if isinstance(event, Rolled)]


def dice_rolled(session: Session, purpose: str | None = None) -> list[int]:
    """How many dice were rolled, roll by roll."""
    found = [event for event in events(session) if isinstance(event, Rolled)]
    return [len(roll.values) for roll in found if purpose in (None, roll.purpose)]
