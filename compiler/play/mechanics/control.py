"""Who holds a place."""

from __future__ import annotations

from collections.abc import Iterable

from compiler.model.event import Marked
from compiler.model.game import Game
from compiler.model.graph import Space
from compiler.model.table import Piece, Table


def takes(
    game: Game, table: Table, piece: Piece, space: str, mark: str, field: str, rule: str | None = None
) -> Marked | None:
    """The mark that shows a piece's side holding a space with a value in `field`, if it does not hold it already."""
    if not game.spaces[space].values.get(field) or piece.side is None or table.mark(space, mark) == piece.side:
        return None
    return Marked(space, mark, piece.side, rule)


def held(table: Table, spaces: Iterable[Space], mark: str, side: str) -> list[Space]:
    """The spaces a side holds."""
    return [space for space in spaces if table.mark(space.id, mark) == side]
