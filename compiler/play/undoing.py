"""How far answers may be taken back: up to the last luck, the last seal broken, the last secret told.

Whoever answers anew shall know no more than before. Open play of others may be taken back with one's own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import chain

from compiler.model.event import Drawn, Event, Moved, Revealed, Said, Turned
from compiler.model.table import Table
from compiler.play.ask import CHANCE
from compiler.play.chance import Person
from compiler.play.hearing import table_at
from compiler.play.notation import seat_name
from compiler.play.session import Session
from compiler.play.state import Choice
from compiler.play.view import sees


def learned(session: Session, since: int, people: Collection[str], then: Table | None = None) -> str | None:
    """What has come to light for some seats since the answer at a place of the log; None: nothing.

    `then` is the table at that place, for whoever has it: without it the whole game is laid again.
    """
    for place in range(since, len(session.log)):
        what = session.log[place].what
        told = _by_answer(session, place, what) if isinstance(what, Choice) else None
        if told is not None:
            return told
    return next(chain.from_iterable(_by_event(session, *seen, people) for seen in _seen(session, since, then)), None)


def no_undo(session: Session, seat: str, people: Collection[str], then: Table | None = None) -> str | None:
    """Why a seat may not take its last answer back, or None: nobody may have answered, nothing come to light since."""
    if not session.moments:
        return "there is nothing to take back"
    last = session.moments[-1]
    if session.record[last.record].seat != seat:
        return f"{seat_name(session.book, session.record[last.record].seat)} has answered since"
    known = learned(session, last.log, people, then)
    return None if known is None else f"{known} since"


def _seen(session: Session, since: int, then: Table | None) -> Iterator[tuple[Event, Table, Table]]:
    """The events from a place of the log on, with the table before and after each."""
    table = table_at(session, since) if then is None else then
    for place in range(since, len(session.log)):
        event = session.log[place].what
        if not isinstance(event, Choice):
            before, table = table, event.on(table)
            yield event, before, table


def _by_answer(session: Session, place: int, choice: Choice) -> str | None:
    if choice.seat == CHANCE:
        # people who tell us the dice may tell them again: a slip of the tongue can be mended
        return None if isinstance(session.chance, Person) else "chance has spoken"
    if not session.log[place].sealed:
        return None
    # more answers under the same seal open nothing
    closed = session.is_sealed and all(entry.sealed for entry in session.log[place:])
    return None if closed else "sealed answers have been opened"


def _by_event(
    session: Session, event: Event, before: Table, after: Table, people: Collection[str]
) -> Iterator[str]:  # fmt: skip
    game = session.book.game
    for seat in people:
        if isinstance(event, Said) and event.to is not None and seat in event.to:
            yield f"{seat_name(session.book, seat)} has been told a secret"
        if isinstance(event, Moved | Drawn | Revealed | Turned):
            then, now = before.pieces[event.piece], after.pieces[event.piece]
            if sees(game, now, seat) and not sees(game, then, seat):
                yield f"{seat_name(session.book, seat)} has seen what was hidden"
