"""Zones of control: the spaces around pieces that hamper their enemies."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from compiler.model.graph import Link, Map
from compiler.model.table import Piece


def zones(board: Map, holders: Iterable[Piece], through: Callable[[Link], bool] | None = None) -> set[str]:
    """The spaces next to the holders; `through` tells which links a zone reaches across (all by default)."""
    found: set[str] = set()
    if through is None:
        beside = board.beside
        return found.union(*[beside.get(piece.place, ()) for piece in holders])
    for piece in holders:
        for link in board.links_of.get(piece.place, ()):
            if through(link):
                found.add(link.other(piece.place))
    return found
