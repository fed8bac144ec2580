"""Steps and losses: what a hit does to a piece."""

from __future__ import annotations

from compiler.model.event import Event, Moved, Removed, Turned
from compiler.model.game import Game
from compiler.model.table import Piece


def hit(game: Game, piece: Piece, *, fallen: str | None, rule: str | None = None, gone: str | None = None) -> Event:
    """A piece loses a step: it turns to its next face, or falls with its last step.

    `fallen` is the place for beaten pieces (None: it leaves the table); `gone` the rule for that.
    """
    if piece.steps > 1:
        faces = len(game.counters[piece.counter].faces)
        return Turned(piece.id, min(piece.face + 1, faces - 1), piece.steps - 1, rule=rule)
    return Removed(piece.id, rule=gone or rule) if fallen is None else Moved(piece.id, fallen, rule=gone or rule)
