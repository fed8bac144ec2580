"""Random play that is drawn to rules which have not come to bear yet: fuzz plays so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from compiler.play.ask import CHANCE, Answer
from compiler.play.coverage import watching
from compiler.play.players import RandomPlayer
from compiler.play.session import Entry, Session
from compiler.play.state import Choice

TRIED = 3  # ways to go on that are tried in a copy of the game
AHEAD = 8  # answers each of them is followed
PATIENT, SELDOM = 5, 40  # when so many looks found nothing new it looks again only once in so many answers
MOST = 1_000  # more new rows than any way brings

Way = list[tuple[str, Answer]]


class Seeker:
    """Answers for all seats: of some random ways to go on it takes the one that brings most rules into play.

    What is new is counted within one game, so the same seed plays the same game whatever else is played. The copies
    have the luck the game will have: what was found there happens.
    """

    def __init__(self, seed: int | str, counts: Mapping[str, int]) -> None:
        self._seed = str(seed)
        self._counts = counts  # the rows that have come to bear in this game; it grows while we play
        self._seen: set[str] = set()  # and those that events have named, up to an entry of the log
        self._heard = 0
        self._made = 0
        self._dry = 0  # how often nothing new was found

    def way(self, session: Session) -> Way:
        """The next answers, each with its seat."""
        self._seen |= _named(session.log[self._heard :])
        self._heard = len(session.log)
        if self._dry > PATIENT and self._dry % SELDOM:  # little is new late in a game
            self._dry += 1
            return self._step(session)
        tried = [self._try(session) for _ in range(TRIED)]
        new, way = max(tried, key=lambda found: found[0])
        self._dry = 0 if new else self._dry + 1
        return way

    def _step(self, session: Session) -> Way:
        self._made += 1
        seat = next(iter(session.asks))
        return [(seat, RandomPlayer(f"{self._seed}/{self._made}").answer(session, seat))]

    def _try(self, session: Session) -> tuple[int, Way]:
        """How many rows come to bear for the first time on one random way, and the way."""
        self._made += 1
        luck = RandomPlayer(f"{self._seed}/{self._made}")
        copy = Session(session.state, session.chance)
        copy.counts = session.counts
        with watching() as counts:
            try:
                for _ in range(AHEAD):
                    seat = next(iter(copy.asks), None)
                    if seat is None:
                        break
                    copy.apply(luck.answer(copy, seat), seat)
            except Exception:  # something breaks there: go and see
                return MOST, _of_seats(copy.failed)
        new = (_named(copy.log) | counts.keys()) - self._seen - self._counts.keys()
        return len(new), _of_seats(copy.script())


def _of_seats(script: Sequence[tuple[str, Answer]]) -> Way:
    return [(seat, answer) for seat, answer in script if seat != CHANCE]


def _named(log: Sequence[Entry]) -> set[str]:
    """The rules that events name."""
    return {entry.what.rule for entry in log if not isinstance(entry.what, Choice) and entry.what.rule is not None}
