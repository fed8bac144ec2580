"""Distances and what lies between."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

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


def measured(board: Map) -> Callable[[str, str], int]:
    """How many hexes two hexes are apart, whatever lies between: made ready once, for it is asked often."""
    axial = board.axial

    def distance(a: str, b: str) -> int:
        (aq, ar), (bq, br) = axial[a], axial[b]
        dq, dr = bq - aq, br - ar
        return max(abs(dq), abs(dr), abs(dq + dr))

    return distance
