"""Distances and what lies between."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

from compiler.model.graph import Map


def flood(
    beside: Mapping[str, Iterable[str]],
    starts: Iterable[str],
    *,
    most: int | None = None,
    enters: Callable[[str], bool] | None = None,
) -> dict[str, int]:
    """How many steps each space is from the nearest of some, the near ones first.

    No farther than `most`; a space that it does not `enter` is neither counted nor passed.
    """
    found = dict.fromkeys(starts, 0)
    frontier, step = list(found), 0
    while frontier and (most is None or step < most):
        step += 1
        following: list[str] = []
        for space in frontier:
            for other in beside.get(space, ()):
                if other not in found and (enters is None or enters(other)):
                    found[other] = step
                    following.append(other)
        frontier = following
    return found


def distances(board: Map, start: str, most: int, blocked: Collection[str] = frozenset()) -> dict[str, int]:
    """How many links away each space is, up to `most`; nothing is counted through or into blocked spaces."""
    return flood(board.beside, (start,), most=most, enters=lambda space: space not in blocked)


def distance(board: Map, a: str, b: str) -> int | None:
    """How many links two spaces are apart; None if nothing joins them. Hexes are measured on the grid."""
    cells = board.cells
    if a in cells and b in cells and board.grid is not None:
        return board.grid.distance(cells[a], cells[b])
    return distances(board, a, len(board.spaces)).get(b)
