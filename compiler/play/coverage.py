"""Which rows of the ledger a function honours, and how often they come to bear while somebody watches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


class _Watch:
    """The counts of whoever watches; nobody by default. Play never reads it."""

    counts: dict[str, int] | None = None


def carries(*rules: str) -> Callable[[F], F]:
    """Say which rows of the ledger a function honours: `trace` reads it.

    The rows come to bear when the function answers something: a modifier that is not nought, a condition that holds.
    A procedure that answers nothing counts when it is done, a flow when it begins. The rule a refusal quotes counts by
    itself.
    """

    def mark(function: F) -> F:
        does = function.__annotations__.get("return") in (None, "None")

        @wraps(function)
        def watched(*args: Any, **keys: Any) -> Any:
            answer = function(*args, **keys)
            counts = _Watch.counts
            if counts is not None and (answer or does):
                quoted = getattr(answer, "rule", None)  # a refusal has counted this one
                for rule in rules:
                    if rule != quoted:
                        counts[rule] = counts.get(rule, 0) + 1
            return answer

        return watched  # type: ignore[return-value]

    return mark


def count(*rules: str) -> None:
    """Rows have come to bear."""
    if _Watch.counts is not None:
        for rule in rules:
            _Watch.counts[rule] = _Watch.counts.get(rule, 0) + 1


def watcher() -> object:
    """Whoever watches now: a thing of its own for each block of `watching`, None when nobody does."""
    return _Watch.counts


@contextmanager
def watching() -> Iterator[dict[str, int]]:
    """Count the rows that come to bear until the block ends."""
    before, counts = _Watch.counts, dict[str, int]()
    _Watch.counts = counts
    try:
        yield counts
    finally:
        _Watch.counts = before
