"""Stacking: how many pieces of which kinds may stand together."""

from __future__ import annotations

from collections.abc import Iterable

from compiler.model.game import Game
from compiler.model.graph import Map, Stacking
from compiler.model.table import Piece, Table


def limit_broken(game: Game, board: Map, table: Table, piece: Piece, space: str) -> Stacking | None:
    """The limit a piece would break if it came to a space; None if there is room."""
    kind = game.counters[piece.counter].kind
    others = [table.pieces[id] for id in table.stacks.get(space, ()) if id != piece.id]
    for rule in board.stacking:
        if rule.limit is None or len(others) < rule.limit or (rule.kinds and kind not in rule.kinds):
            continue
        if counted(game, others, rule, piece.side) >= rule.limit:
            return rule
    return None


def counted(game: Game, pieces: Iterable[Piece], rule: Stacking, side: str | None) -> int:
    """How many pieces in a space count against a limit."""
    counters, count = game.counters, 0
    for piece in pieces:
        counter = counters.get(piece.counter)
        if counter is None or (rule.kinds and counter.kind not in rule.kinds):
            continue
        if not rule.kinds and game.counter_kinds[counter.kind].marker:
            continue
        if rule.per == "space" or piece.side == side:
            count += 1
    return count


def least_limit(board: Map, kind: str) -> int:
    """With fewer pieces than this a space has room for a kind of counter, whatever they are."""
    limits = [r.limit for r in board.stacking if r.limit is not None and (not r.kinds or kind in r.kinds)]
    return min(limits, default=1)


def overfull(game: Game, board: Map, table: Table, space: str) -> Stacking | None:
    """A limit that is broken in a space as it stands."""
    for rule in board.stacking:
        for side in dict.fromkeys(piece.side for piece in table.at(space)):
            if rule.limit is not None and counted(game, table.at(space), rule, side) > rule.limit:
                return rule
    return None
