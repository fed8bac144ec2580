"""Stacking: how many pieces of which kinds may stand together."""

from __future__ import annotations

from collections.abc import Iterable

from compiler.model.game import Game
from compiler.model.graph import Map, Stacking
from compiler.model.table import Piece, Table


def limit_broken(game: Game, board: Map, table: Table, piece: Piece, space: str) -> Stacking | None:
    """The limit a piece would break if it came to a space; None if there is room."""
    kind = game.counters[piece.counter].kind
    for rule in board.stacking:
        if rule.limit is None or (rule.kinds and kind not in rule.kinds):
            continue
        there = sum(1 for other in counted(game, table, rule, space, piece.side) if other.id != piece.id)
        if there >= rule.limit:
            return rule
    return None


def counted(game: Game, table: Table, rule: Stacking, space: str, side: str | None) -> Iterable[Piece]:
    """The pieces in a space that count against a limit."""
    counters = game.counters
    for piece in table.at(space):
        counter = counters.get(piece.counter)
        if counter is None or (rule.kinds and counter.kind not in rule.kinds):
            continue
        if not rule.kinds and game.counter_kinds[counter.kind].marker:
            continue
        if rule.per == "space" or piece.side == side:
            yield piece


def least_limit(board: Map, kind: str) -> int:
    """With fewer pieces than this a space has room for a kind of counter, whatever they are."""
    limits = [r.limit for r in board.stacking if r.limit is not None and (not r.kinds or kind in r.kinds)]
    return min(limits, default=1)


def overfull(game: Game, board: Map, table: Table, space: str) -> Stacking | None:
    """A limit that is broken in a space as it stands."""
    for rule in board.stacking:
        for side in dict.fromkeys(piece.side for piece in table.at(space)):
            if rule.limit is not None and sum(1 for _ in counted(game, table, rule, space, side)) > rule.limit:
                return rule
    return None
