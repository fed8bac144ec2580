"""Ground that keeps a counter out, whoever moves it."""

from __future__ import annotations

from compiler.model.graph import Map, Space

_COSTS = ("cost", "move")  # a field of the ground that says what it costs to enter


def closed_to(board: Map, space: Space, kind: str) -> bool:
    """Whether the ground of a space keeps a kind of counter out: closed, closed to it, or without a cost."""
    terrain = board.terrain.get(space.terrain or "")
    if terrain is None:
        return False
    if terrain.values.get("closed") or kind in (terrain.values.get("closed_to") or ()):
        return True
    paid = [name for name in _COSTS if any(name in ground.values for ground in board.terrain.values())]
    return bool(paid) and all(terrain.values.get(name) is None for name in paid)
