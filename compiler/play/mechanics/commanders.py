"""Commanders and forces: who leads, whom he reaches, who goes with him."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any

from compiler.model.event import Moved
from compiler.model.graph import Map
from compiler.model.table import Piece, Table
from compiler.play.mechanics.ranges import distances


def senior(pieces: Iterable[Piece], rank: Callable[[Piece], Any]) -> Piece | None:
    """The piece of the highest rank, the first of equals; None among nobody."""
    best: Piece | None = None
    for piece in pieces:
        if best is None or rank(piece) > rank(best):
            best = piece
    return best


def in_command(
    board: Map,
    table: Table,
    leader: Piece,
    reach: int,
    *,
    blocked: Collection[str] = frozenset(),
    obeys: Callable[[Piece], bool] = lambda piece: True,
) -> list[Piece]:
    """The pieces of a leader's side within some links of him, himself not among them; no line passes blocked spaces."""
    near = distances(board, leader.place, reach, blocked)
    return [
        piece
        for space in near
        for piece in table.at(space)
        if piece.id != leader.id and piece.side == leader.side and obeys(piece)
    ]


def force(table: Table, box: str) -> tuple[str, ...]:
    """The pieces in a force's box, bottom first."""
    return table.stacks.get(box, ())


def march_together(table: Table, ids: Iterable[str], path: tuple[str, ...], rule: str | None = None) -> list[Moved]:
    """The moves that take some pieces along a path as one."""
    return [Moved(id, path[-1], path=path, rule=rule) for id in ids if id in table.pieces]
