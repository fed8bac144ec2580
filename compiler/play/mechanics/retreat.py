"""Retreat and rout: where a beaten piece may go, and the best way there."""

from __future__ import annotations

from collections.abc import Collection

from compiler.play.mechanics.movement import Ways

_NONE: frozenset[str] = frozenset()


def exits(steps: Ways, start: str, barred: Collection[str] = _NONE) -> tuple[str, ...]:
    """The neighbouring spaces a piece may fall back to."""
    return tuple(to for to, _ in steps[start] if to not in barred)
