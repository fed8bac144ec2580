"""Which rows of a ledger a test proves: `liege trace` reads the decorator."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


def covers(game: str, *rules: str) -> Callable[[F], F]:
    """Say that a test would fail if one of these rows of the game's ledger were broken."""
    assert game
    assert rules

    def same(test: F) -> F:
        return test

    return same
