"""Retreat and rout: where a beaten piece may go, and the best way there."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

from compiler.play.mechanics.movement import Ways

_NONE: frozenset[str] = frozenset()


def exits(steps: Ways, start: str, barred: Collection[str] = _NONE) -> tuple[str, ...]:
    """The neighbouring spaces a piece may fall back to."""
    return tuple(to for to, _ in steps[start] if to not in barred)


def retreat_paths(
    steps: Ways,
    start: str,
    length: int,
    barred: Collection[str] = _NONE,
    *,
    full: Collection[str] = _NONE,
    farther: Callable[[str], float] | None = None,
) -> tuple[tuple[str, ...], ...]:
    """All ways of exactly `length` steps that pass no barred space and none twice, in a fixed order.

    A `full` space may be passed but not be the end. `farther` measures a space; each step must not lower it.
    """
    found: list[tuple[str, ...]] = []

    def grow(path: tuple[str, ...], here: str) -> None:
        if len(path) == length:
            if here not in full:
                found.append(path)
            return
        for to, _ in steps[here]:
            if to in barred or to == start or to in path:
                continue
            if farther is None or farther(to) >= farther(here):
                grow((*path, to), to)

    grow((), start)
    return tuple(found)


def longest_retreats(
    steps: Ways,
    start: str,
    length: int,
    barred: Collection[str] = _NONE,
    *,
    full: Collection[str] = _NONE,
    farther: Callable[[str], float] | None = None,
) -> tuple[tuple[str, ...], ...]:
    """The ways of the greatest length up to `length` that are open; empty when there is none at all."""
    for steps_back in range(length, 0, -1):
        paths = retreat_paths(steps, start, steps_back, barred, full=full, farther=farther)
        if paths:
            return paths
    return ()


def preferred(
    paths: Iterable[tuple[str, ...]], *priorities: Callable[[tuple[str, ...]], Any]
) -> Sequence[tuple[str, ...]]:
    """The paths that are best by the first priority, among those by the second, and so on; lower is better."""
    left = list(paths)
    for priority in priorities:
        if len(left) < 2:
            break
        scores = [priority(path) for path in left]
        best = min(scores)
        left = [path for path, score in zip(left, scores, strict=True) if score == best]
    return left
