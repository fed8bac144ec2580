"""Distances and what lies between."""

from __future__ import annotations

from collections.abc import Callable, Collection

from compiler.model.graph import Map


def distances(board: Map, start: str, most: int, blocked: Collection[str] = frozenset()) -> dict[str, int]:
    """How many links away each space is, up to `most`; nothing is counted through or into blocked spaces."""
    found, frontier = {start: 0}, [start]
    for step in range(1, most + 1):
        following = []
        for space in frontier:
            for other in board.beside.get(space, ()):
                if other not in found and other not in blocked:
                    found[other] = step
                    following.append(other)
        frontier = following
    return found


def distance(board: Map, a: str, b: str) -> int | None:
    """How many links two spaces are apart; None if nothing joins them. Hexes are measured on the grid."""
    cells = board.cells
    if a in cells and b in cells and board.grid is not None:
        return board.grid.distance(cells[a], cells[b])
    return distances(board, a, len(board.spaces)).get(b)


def sees(board: Map, a: str, b: str, blocks: Callable[[str], bool]) -> bool:
    """Whether nothing blocks the straight line between two hexes; the ends themselves never block.

    A line that runs along a hexside is free if either of the two hexes beside it is.
    """
    cells = board.cells
    grid = board.grid
    if grid is None or a not in cells or b not in cells:
        return False
    one, other = grid.line(cells[a], cells[b]), list(reversed(grid.line(cells[b], cells[a])))
    for left, right in zip(one[1:-1], other[1:-1], strict=True):
        names = {grid.label(cell) for cell in (left, right) if grid.inside(cell)}
        if names and all(name not in board.spaces or blocks(name) for name in sorted(names)):
            return False
    return True
