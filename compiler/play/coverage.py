"""Which rows of the ledger a function honours, and how often they come to bear while somebody watches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, wraps
from inspect import Parameter, signature
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


class _Watching:
    """The counts of whoever watches; nobody by default. Play never reads it."""

    __slots__ = ("counts",)

    def __init__(self) -> None:
        self.counts: dict[str, int] | None = None


_WATCH = _Watching()  # one thing with a slot and not a class: every rule looks there, and that is three times as quick


def carries(*rules: str) -> Callable[[F], F]:
    """Say which rows of the ledger a function honours: `trace` reads it.

    The rows come to bear when the function answers something: a modifier that is not nought, a condition that holds.
    A procedure that answers nothing counts when it is done, a flow when it begins. The rule a refusal quotes counts by
    itself.
    """

    def mark(function: F) -> F:
        does = function.__annotations__.get("return") in (None, "None")
        watched = wraps(function)(_like(function)(function, _WATCH, rules, does))
        watched.__defaults__, watched.__kwdefaults__ = function.__defaults__, function.__kwdefaults__  # type: ignore[attr-defined]
        return watched  # type: ignore[return-value]

    return mark


# Names with strokes before them: the parameters of a rule are called anything.
_WATCHED = """
def make(__function, __watch, __rules, __does):
    def watched({parameters}):
        __answer = __function({arguments})
        __counts = __watch.counts
        if __counts is not None and (__answer or __does):
            __quoted = getattr(__answer, "rule", None)  # a refusal has counted this one
            for __rule in __rules:
                if __rule != __quoted:
                    __counts[__rule] = __counts.get(__rule, 0) + 1
        return __answer
    return watched
"""
_STARS: dict[Any, str] = {Parameter.VAR_POSITIONAL: "*", Parameter.VAR_KEYWORD: "**"}


@cache
def _maker(parameters: str, arguments: str) -> Callable[..., Callable[..., Any]]:
    """What makes a watched function of some parameters."""
    made: dict[str, Any] = {}
    exec(_WATCHED.format(parameters=parameters, arguments=arguments), made)
    maker: Callable[..., Callable[..., Any]] = made["make"]
    return maker


def _like(function: Callable[..., Any]) -> Callable[..., Callable[..., Any]]:
    """The maker for a function: with its very parameters, which is twice as quick as any arguments whatever."""
    parameters: list[str] = []
    arguments: list[str] = []
    for parameter in signature(function).parameters.values():
        if parameter.kind is Parameter.KEYWORD_ONLY and not any(name[0] == "*" for name in parameters):
            parameters.append("*")
        named = parameter.kind is Parameter.KEYWORD_ONLY
        stars = _STARS.get(parameter.kind, "")
        usual = "=None" if parameter.default is not Parameter.empty else ""
        parameters.append(f"{stars}{parameter.name}{usual}")
        arguments.append(f"{parameter.name}={parameter.name}" if named else f"{stars}{parameter.name}")
    return _maker(", ".join(parameters), ", ".join(arguments))


def count(*rules: str) -> None:
    """Rows have come to bear."""
    counts = _WATCH.counts
    if counts is not None:
        for rule in rules:
            counts[rule] = counts.get(rule, 0) + 1


def watcher() -> object:
    """Whoever watches now: a thing of its own for each block of `watching`, None when nobody does."""
    return _WATCH.counts


@contextmanager
def watching() -> Iterator[dict[str, int]]:
    """Count the rows that come to bear until the block ends."""
    before, counts = _WATCH.counts, dict[str, int]()
    _WATCH.counts = counts
    try:
        yield counts
    finally:
        _WATCH.counts = before
