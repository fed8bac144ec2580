"""Whether a table could be one of a game's: every value of a saved one is held against the definition."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.model.common import Value
from compiler.model.counters import Counter
from compiler.model.game import Game
from compiler.model.table import Piece, Table

_TURN = 360


def oddity(game: Game, table: Table) -> str | None:
    """What of a table no game could have brought about by itself, in words; None if all of it could be."""
    try:
        return next(_oddities(game, table), None)
    except (TypeError, KeyError):  # a list where a name should be; a piece or track of another game
        return "it holds values of the wrong kind"


def _oddities(game: Game, table: Table) -> Iterator[str]:
    for piece in table.pieces.values():
        yield from _of_piece(game, piece)
    for id, value in table.tracks.items():
        if not game.tracks[id].has(value) or isinstance(value, bool):
            yield f"track `{id}` has no box `{value}`"
    holders = game.spaces.keys() | game.seats.keys() | game.sides.keys()
    for (target, mark), value in table.marks.items():
        if target not in holders:
            yield f"`{target}` is nothing that can bear a mark"
        yield from _of_mark(game, mark, value)


def _of_piece(game: Game, piece: Piece) -> Iterator[str]:
    thing = game.pieces[piece.id]
    steps, faces = (thing.steps, len(thing.faces)) if isinstance(thing, Counter) else (1, 2)
    if not 0 <= piece.steps <= max(steps, 1):
        yield f"`{piece.id}` cannot have {piece.steps} steps"
    if not 0 <= piece.face < max(faces, 1):
        yield f"`{piece.id}` has no face {piece.face}"
    if piece.side is not None and piece.side not in game.sides:
        yield f"`{piece.side}` is not a side of this game"
    if not 0 <= piece.facing < _TURN:
        yield f"`{piece.id}` cannot face {piece.facing}"
    if not set(piece.seen_by or ()) <= game.seats.keys():
        yield f"`{piece.id}` is known to somebody who is not at the table"
    for mark, value in piece.marks:
        yield from _of_mark(game, mark, value)


def _of_mark(game: Game, id: str, value: Value) -> Iterator[str]:
    mark = game.marks.get(id)
    if mark is None:
        yield f"`{id}` is not a mark of this game"
    elif value not in mark.values:
        yield f"mark `{id}` cannot be `{value}`"
