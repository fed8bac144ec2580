"""Marching over a map: what each step costs a mover, how far it comes, whether a given path is good."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

from compiler.model.graph import Link, Map

Ways = Mapping[str, tuple[tuple[str, float], ...]]  # from each space: where one may step, and what it costs
_StepCost = Callable[[Link, str, str], float | None]
_NONE: frozenset[str] = frozenset()


class Reach(NamedTuple):
    """How far a mover comes: the cost of the cheapest way to each space, and that way, without its start."""

    start: str
    cost: dict[str, float]
    path: dict[str, tuple[str, ...]]

    def passed(self) -> frozenset[str]:
        """The spaces that some way goes through."""
        return frozenset(space for path in self.path.values() for space in path[:-1])


class _SteadyWays(dict[str, tuple[tuple[str, float], ...]]):
    """The steps of a map, those from a space worked out when first asked for: few ever are."""

    def __init__(self, board: Map, step_cost: _StepCost) -> None:
        super().__init__()
        self._board, self._cost = board, step_cost

    def __missing__(self, space: str) -> tuple[tuple[str, float], ...]:
        found = self[space] = _exits(self._board.links_of[space], space, self._cost)
        return found


def ways(board: Map, step_cost: _StepCost, *, steady: bool = False) -> Ways:
    """The steps of a map for one kind of mover; `step_cost` of a link from one space to the other, None if closed.

    What is `steady` costs the same whenever it is asked: it is asked only where somebody comes.
    """
    if steady:
        return _SteadyWays(board, step_cost)
    return {space: _exits(links, space, step_cost) for space, links in board.links_of.items()}


def _exits(links: Iterable[Link], space: str, step_cost: _StepCost) -> tuple[tuple[str, float], ...]:
    """Where one may step from a space, and what it costs the cheapest way."""
    cheapest: dict[str, float] = {}
    for link in links:
        to = link.other(space)
        cost = step_cost(link, space, to)
        if cost is not None and cost < cheapest.get(to, inf):
            cheapest[to] = cost
    return tuple(cheapest.items())


def reach(
    steps: Ways,
    start: str,
    allowance: float,
    *,
    blocked: Collection[str] = _NONE,
    halts: Collection[str] = _NONE,
    apart: Collection[str] = _NONE,
    extra: Mapping[str, float] | None = None,
    leaving: float = 0,
) -> Reach:
    """Every space a mover can come to.

    `blocked` spaces are never entered; a march ends in a space of `halts`; it never steps straight from one space of
    `apart` into another; entering a space of `extra` costs that much more, and `leaving` it that.
    """
    cost: dict[str, float] = {start: 0}
    path: dict[str, tuple[str, ...]] = {start: ()}
    tolls = extra or {}
    # Spaces by what it costs to come there: prices are few and small, so this beats a heap.
    layers: dict[float, list[str]] = {0: [start]}
    while layers:
        spent = min(layers)
        for here in layers.pop(spent):
            if spent > cost[here]:
                continue
            exits, way = steps[here], path[here]
            if here in apart:
                exits = tuple(exit for exit in exits if exit[0] not in apart)
            gone = spent + leaving if leaving and here in tolls else spent
            for to, price in exits:
                total = gone + price
                if total > allowance:
                    continue
                if to in cost:
                    if total >= cost[to]:  # most: one has come there already
                        continue
                elif to in blocked:
                    continue
                if to in tolls:
                    total += tolls[to]
                    if total > allowance or (to in cost and total >= cost[to]):
                        continue
                cost[to] = total
                path[to] = (*way, to)
                if total < allowance and to not in halts:  # else the march ends here
                    if total in layers:
                        layers[total].append(to)
                    else:
                        layers[total] = [to]
    del path[start]
    return Reach(start, cost, path)


@dataclass(frozen=True, slots=True)
class PathFault:
    """What is wrong with a path: `part` names the kind of fault, `at` the space where it lies."""

    part: str  # step, blocked, halts, apart, allowance
    at: str
    before: str


def path_fault(
    steps: Ways,
    start: str,
    path: Iterable[str],
    allowance: float,
    *,
    blocked: Collection[str] = _NONE,
    halts: Collection[str] = _NONE,
    apart: Collection[str] = _NONE,
    extra: Mapping[str, float] | None = None,
) -> PathFault | None:
    """The first thing wrong with a path, under the same limits as `reach`."""
    here, spent = start, 0.0
    for to in path:
        price = next((cost for other, cost in _from(steps, here) if other == to), None)
        if price is None:
            return PathFault("step", to, here)
        if to in blocked:
            return PathFault("blocked", to, here)
        if here in halts and here != start:
            return PathFault("halts", to, here)
        if here in apart and to in apart:
            return PathFault("apart", to, here)
        spent += price + (extra.get(to, 0) if extra else 0)
        if spent > allowance:
            return PathFault("allowance", to, here)
        here = to
    return None


def _from(steps: Ways, space: str) -> tuple[tuple[str, float], ...]:
    try:
        return steps[space]
    except KeyError:  # no space of the map
        return ()


def toll(steps: Ways, start: str, path: Iterable[str], *, extra: Mapping[str, float] | None = None) -> float:
    """What a path costs that may be gone."""
    spent, here = 0.0, start
    for to in path:
        spent += next(cost for other, cost in steps[here] if other == to) + (extra.get(to, 0) if extra else 0)
        here = to
    return spent
