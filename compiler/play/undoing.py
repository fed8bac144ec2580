"""How far answers may be taken back: up to the last luck, the last seal broken, the last secret told.

Whoever answers anew shall know no more than before. Open play of others may be taken back with one's own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from compiler.model.event import Drawn, Moved, Revealed, Said, Turned
from compiler.play.ask import CHANCE
from compiler.play.chance import Person
from compiler.play.notation import seat_name
from compiler.play.session import Session
from compiler.play.state import Choice
from compiler.play.telling import Heard, Teller
from compiler.play.view import sees


def learned(session: Session, since: int, people: Collection[str]) -> str | None:
    """What has come to light for some seats since the answer at a place of the log; None: nothing."""
    heard = list(Teller.of(session).log(session))
    for place in range(since, len(heard)):
        what = heard[place].entry.what
        if isinstance(what, Choice):
            told = _by_answer(session, place, what)
        else:
            told = next(_by_event(session, heard[place], people), None)
        if told is not None:
            return told
    return None


def _by_answer(session: Session, place: int, choice: Choice) -> str | None:
    if choice.seat == CHANCE:
        # people who tell us the dice may tell them again: a slip of the tongue can be mended
        return None if isinstance(session.chance, Person) else "chance has spoken"
    if not session.log[place].sealed:
        return None
    # more answers under the same seal open nothing
    closed = session.is_sealed and all(entry.sealed for entry in session.log[place:])
    return None if closed else "sealed answers have been opened"


def _by_event(session: Session, heard: Heard, people: Collection[str]) -> Iterator[str]:
    event, game = heard.entry.what, session.book.game
    for seat in people:
        if isinstance(event, Said) and event.to is not None and seat in event.to:
            yield f"{seat_name(session.book, seat)} has been told a secret"
        if isinstance(event, Moved | Drawn | Revealed | Turned):
            then, now = heard.before.pieces[event.piece], heard.after.pieces[event.piece]
            if sees(game, now, seat) and not sees(game, then, seat):
                yield f"{seat_name(session.book, seat)} has seen what was hidden"
