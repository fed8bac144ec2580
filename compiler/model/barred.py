"""Ground that keeps a counter out, whoever moves it."""

from __future__ import annotations

from compiler.model.common import Kind
from compiler.model.graph import Map, Space

_COSTS = ("cost", "move")  # a field of the ground that says what it costs to enter


def closed_ground(board: Map, kind: str) -> set[str]:
    """The terrain that keeps a kind of counter out: closed, closed to it, or without a cost."""
    paid = [name for name in _COSTS if any(name in ground.values for ground in board.terrain.values())]
    return {id for id, terrain in board.terrain.items() if _is_closed(terrain, kind, paid)}


def _is_closed(terrain: Kind, kind: str, paid: list[str]) -> bool:
    if terrain.values.get("closed") or kind in (terrain.values.get("closed_to") or ()):
        return True
    return bool(paid) and all(terrain.values.get(name) is None for name in paid)


def closed_to(board: Map, space: Space, kind: str) -> bool:
    """Whether the ground of a space keeps a kind of counter out."""
    return space.terrain in closed_ground(board, kind)
