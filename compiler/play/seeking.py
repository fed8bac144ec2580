"""A random player that is drawn to rules which have not come to bear yet: fuzz seats it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from compiler.play.ask import Answer
from compiler.play.chance import Seeded
from compiler.play.coverage import watching
from compiler.play.players import RandomPlayer
from compiler.play.session import Entry, Session
from compiler.play.state import Choice

TRIED = 5  # options it tries before it takes one
EVERY = 4  # of so many answers one is thought about: a step run again for each option takes its time
MOST = 1_000  # more new rows than any answer brings


class SeekingPlayer(RandomPlayer):
    """Now and then it tries some options in a copy of the game and takes the one that brings most rules into play.

    What it has not seen is counted within one game, so the same seed plays the same game whatever else is played.
    """

    __slots__ = ("_counts", "_heard", "_seen")

    def __init__(self, seed: int | str, counts: Mapping[str, int]) -> None:
        super().__init__(seed)
        self._counts = counts  # the rows that have come to bear in this game; it grows while we play
        self._seen: set[str] = set()  # and those that events have named, up to an entry of the log
        self._heard = 0

    def answer(self, session: Session, seat: str) -> Answer:
        chosen = super().answer(session, seat)
        if len(session.asks[seat].options) < 2 or self.pick(EVERY):
            return chosen
        self._seen |= _named(session.log[self._heard :])
        self._heard = len(session.log)
        others = (super(SeekingPlayer, self).answer(session, seat) for _ in range(TRIED - 1))
        tried = list(dict.fromkeys([chosen, *others]))
        new = [self._brings(session, seat, option) for option in tried]
        best: Answer = tried[new.index(max(new))]
        return best

    def _brings(self, session: Session, seat: str, option: Answer) -> int:
        """How many rows come to bear for the first time with an option; luck is anybody's guess."""
        with watching() as counts:
            try:
                copy = Session(session.state, Seeded(self._seed))
                copy.apply(option, seat)
                for ask in copy.asks.values():
                    len(ask.options)  # what is barred from the next list has come to bear
            except Exception:  # something breaks there: go and see
                return MOST
        return len((_named(copy.log) | counts.keys()) - self._seen - self._counts.keys())


def _named(log: Sequence[Entry]) -> set[str]:
    """The rules that events name."""
    return {entry.what.rule for entry in log if not isinstance(entry.what, Choice) and entry.what.rule is not None}
