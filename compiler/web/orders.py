"""Questions of the same kind in a row, as when an army is set up.

A seat may give one answer for several alike, and leave those that are left to advice.
"""

from __future__ import annotations

from typing import NamedTuple

from compiler.model.table import Table as Board
from compiler.play.ask import Ask, Topic
from compiler.play.book import SETUP
from compiler.play.players import GreedyPlayer
from compiler.play.session import Session
from compiler.play.topics import PlacePiece


class Order(NamedTuple):
    """What a seat leaves to advice: the questions about one sort of thing in a step."""

    step: str | None
    topic: type[Topic]
    mind: GreedyPlayer


class Orders:
    """The standing orders of the seats. They end with their step; none outlives the table."""

    def __init__(self, session: Session, seed: str) -> None:
        self.session, self.seed = session, seed
        self._setup = _before_play(session)
        self._of: dict[str, Order] = {}
        self._done: dict[str, tuple[int, int]] = {}  # the answers that came of the last one: from which on, up to which

    def may(self, ask: Ask) -> bool:
        """Whether a question is one of many: pieces are placed, or the first turn has not begun."""
        return ask.topic is not None and (isinstance(ask.topic, PlacePiece) or self.session.step in self._setup)

    def give(self, seat: str, ask: Ask) -> None:
        """A seat leaves questions like this one to advice, until the step ends."""
        assert ask.topic is not None
        moments = len(self.session.moments)
        self._of[seat] = Order(self.session.step, type(ask.topic), GreedyPlayer(f"{self.seed}/{seat}/rest"))
        self._done[seat] = (moments, moments)

    def end(self, seat: str) -> None:
        """A seat has taken something back: it answers for itself again."""
        self._of.pop(seat, None)
        self._done.clear()

    def of(self, seat: str) -> GreedyPlayer | None:
        """Who answers for a seat now; None: it does so itself."""
        order, ask = self._of.get(seat), self.session.asks.get(seat)
        fits = order is not None and ask is not None and order[:2] == (self.session.step, type(ask.topic))
        return order.mind if order is not None and fits else None

    def answered(self, seat: str) -> None:
        """An answer was given by an order: it is taken back with the others that were."""
        if seat in self._done:
            self._done[seat] = (self._done[seat][0], len(self.session.moments))

    def went_along(self, seat: str, begun: int) -> None:
        """Answers from a moment on were given as one: they are taken back as one."""
        self._done[seat] = (begun, len(self.session.moments))

    def went_on(self) -> None:
        """Orders whose step is over are done with."""
        for seat, order in list(self._of.items()):
            ask = self.session.asks.get(seat)
            if order.step != self.session.step or (ask is not None and type(ask.topic) is not order.topic):
                del self._of[seat]

    def together(self, seat: str) -> int:
        """The moment to go back to when a seat takes its last answer back: before all that one order answered."""
        moments = len(self.session.moments)
        begun, ended = self._done.get(seat, (0, 0))
        return begun if begun < ended == moments else moments - 1


def sort_placed(ask: Ask) -> str | None:
    """The sort of piece that a question asks a place for; None if it asks for something else."""
    return ask.topic.piece.partition("#")[0] if isinstance(ask.topic, PlacePiece) else None


def to_place(ask: Ask, seen: Board) -> int:
    """How many pieces of one sort lie together and may be placed, as far as a seat sees them."""
    piece = seen.pieces.get(ask.topic.piece) if isinstance(ask.topic, PlacePiece) else None
    return 0 if piece is None else sum(id.partition("#")[0] == sort_placed(ask) for id in seen.stacks[piece.place])


def _before_play(session: Session) -> set[str]:
    """The steps before the first that comes every turn."""
    found = {SETUP}
    for node in session.book.game.steps():
        if node.kind == "each":
            return found
        found.add(node.id)
    return {SETUP}  # no turns: nothing tells play from what comes before it
