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


def full_spaces(game: Game, board: Map, pieces: Iterable[Piece], mover: Piece) -> dict[str, Stacking]:
    """The spaces where a mover finds no room, with the limit; `pieces` are all that might count."""
    kind = game.counters[mover.counter].kind
    full: dict[str, Stacking] = {}
    for rule in board.stacking:
        if rule.limit is None or (rule.kinds and kind not in rule.kinds):
            continue
        count: dict[str, int] = {}
        for piece in pieces:
            if piece.id == mover.id or (rule.per == "side" and piece.side != mover.side):
                continue
            if rule.kinds and game.counters[piece.counter].kind not in rule.kinds:
                continue
            there = count[piece.place] = count.get(piece.place, 0) + 1
            if there >= rule.limit:
                full.setdefault(piece.place, rule)
    return full


def overfull(game: Game, board: Map, table: Table, space: str) -> Stacking | None:
    """A limit that is broken in a space as it stands."""
    for rule in board.stacking:
        for side in dict.fromkeys(piece.side for piece in table.at(space)):
            if rule.limit is not None and sum(1 for _ in counted(game, table, rule, space, side)) > rule.limit:
                return rule
    return None
