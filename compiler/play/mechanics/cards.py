"""Cards, cups and hands."""

from __future__ import annotations

from compiler.model.event import Drawn
from compiler.model.game import Game
from compiler.model.setup import seen_by
from compiler.model.table import Table


def top(table: Table, pile: str) -> str | None:
    """The top card of a pile."""
    stack = table.stacks.get(pile)
    return stack[-1] if stack else None


def put(game: Game, id: str, to: str, rule: str | None = None) -> Drawn:
    """A card goes to a place and is seen by whoever sees what lies there."""
    return Drawn(id, to, seen_by(game, to), rule=rule)
