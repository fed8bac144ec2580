"""Lines of communication: whether a space can trace a way to a source, straight or from relay to relay."""

from __future__ import annotations

from collections.abc import Collection

from compiler.play.mechanics.movement import Reach, Ways, reach

_NONE: frozenset[str] = frozenset()


def line(
    steps: Ways,
    start: str,
    sources: Collection[str],
    *,
    length: float = float("inf"),
    blocked: Collection[str] = _NONE,
    relays: Collection[str] = _NONE,
    relay_length: float | None = None,
) -> tuple[str, ...] | None:
    """The spaces of a line from `start` (included) to a source, or None.

    A line is no longer than `length`, counted in the costs of the steps; blocked spaces are never entered. It may run
    from relay to relay: each stretch after the first is no longer than `relay_length` (as the first by default), and
    the last ends at a source. Fewest stretches win, then the shortest.
    """
    later = length if relay_length is None else relay_length
    ways: dict[str, tuple[str, ...]] = {start: (start,)}
    frontier = [start]
    while frontier:
        stretches = [(here, _stretch(steps, here, length if here == start else later, blocked)) for here in frontier]
        ends = [(found.cost[s], n, s) for n, (_, found) in enumerate(stretches) for s in sources if s in found.cost]
        if ends:
            _, n, source = min(ends)
            here, found = stretches[n]
            return ways[here] + found.path.get(source, ())
        following: list[str] = []
        for here, found in stretches:
            for relay in sorted((r for r in relays if r in found.cost), key=lambda r: (found.cost[r], r)):
                if relay not in ways:
                    ways[relay] = ways[here] + found.path.get(relay, ())
                    following.append(relay)
        frontier = following
    return None


def _stretch(steps: Ways, start: str, length: float, blocked: Collection[str]) -> Reach:
    return reach(steps, start, length, blocked=blocked)


def supplied(
    steps: Ways,
    starts: Collection[str],
    sources: Collection[str],
    *,
    length: float = float("inf"),
    blocked: Collection[str] = _NONE,
    relays: Collection[str] = _NONE,
    relay_length: float | None = None,
) -> dict[str, tuple[str, ...]]:
    """The spaces of `starts` that have a line, each with it."""
    found = {
        start: line(steps, start, sources, length=length, blocked=blocked, relays=relays, relay_length=relay_length)
        for start in starts
    }
    return {start: way for start, way in found.items() if way is not None}
