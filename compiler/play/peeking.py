"""Looking ahead without change: which question would follow a choice that does nothing yet."""

from __future__ import annotations

from compiler.play.ask import Answer, Ask
from compiler.play.session import Session
from compiler.play.state import Choice


def peek(session: Session, answer: Answer, seat: str) -> Ask | None:
    """What the seat would be asked after an answer, if nothing happens in between; None if anything would.

    A unit is chosen, and where may it go? Whatever has an effect is not tried: what comes of it may be a secret.
    Raises `Refused` as the answer itself would.
    """
    if session.is_sealed:
        return None
    ahead = Session(session.state)
    ahead.apply(answer, seat)
    if any(not isinstance(entry.what, Choice) for entry in ahead.log):
        return None
    return ahead.asks.get(seat)
