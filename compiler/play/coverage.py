"""Which rows of the ledger a function honours, and how often they come to bear while somebody watches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from inspect import Parameter, signature
from types import CodeType, FunctionType
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])


class _Watching:
    """The counts of whoever watches; nobody by default. Play never reads it."""

    __slots__ = ("counts",)

    def __init__(self) -> None:
        self.counts: dict[str, int] | None = None


_WATCH = _Watching()  # one thing with a slot and not a class: every rule looks there, and that is three times as quick


_CARRIERS: list[_Carrier] = []


def carries(*rules: str) -> Callable[[F], F]:
    """Say which rows of the ledger a function honours: `trace` reads it.

    The rows come to bear when the function answers something: a modifier that is not nought, a condition that holds.
    A procedure that answers nothing counts when it is done, a flow when it begins. The rule a refusal quotes counts by
    itself.
    """

    def mark(function: F) -> F:
        carrier = _Carrier(cast(FunctionType, function), rules)
        _CARRIERS.append(carrier)
        if _WATCH.counts is not None:
            carrier.watch()
        return function

    return mark


class _Carrier:
    """A function that carries rows. While somebody watches it has other code, which counts; else it is just itself.

    So rules cost nothing in play, where a wrapper would cost as much as many of them; and whoever imported the function
    has the very one that counts.
    """

    __slots__ = ("_counting", "_function", "_plain")

    def __init__(self, function: FunctionType, rules: tuple[str, ...]) -> None:
        if function.__closure__ is not None:
            raise TypeError(
                f"`{function.__qualname__}` carries rows, so it may not stand on names of a function around it"
            )
        plain = FunctionType(function.__code__, function.__globals__, function.__name__, function.__defaults__)
        plain.__kwdefaults__ = function.__kwdefaults__
        function.__wrapped__ = plain  # type: ignore[attr-defined]
        does = function.__annotations__.get("return") in (None, "None")
        code = _counting(function)
        told = tuple([(plain, _WATCH, rules, does) if const == _TOLD else const for const in code.co_consts])
        self._function, self._plain, self._counting = function, plain, code.replace(co_consts=told)

    def watch(self) -> None:
        """Count from now on."""
        self._plain.__code__ = self._function.__code__
        self._function.__code__ = self._counting

    def rest(self) -> None:
        """Count no more."""
        self._function.__code__ = self._plain.__code__


# Names with strokes before them: the parameters of a rule are called anything.
_TOLD = "what a carrier knows"
_COUNTING = f"""
def counting({{parameters}}):
    __plain, __watch, __rules, __does = {_TOLD!r}
    __answer = __plain({{arguments}})
    __counts = __watch.counts
    if __counts is not None and (__answer or __does):
        __quoted = getattr(__answer, "rule", None)  # a refusal has counted this one
        for __rule in __rules:
            if __rule != __quoted:
                __counts[__rule] = __counts.get(__rule, 0) + 1
    return __answer
"""
_STARS: dict[Any, str] = {Parameter.VAR_POSITIONAL: "*", Parameter.VAR_KEYWORD: "**"}


@cache
def _code(parameters: str, arguments: str) -> CodeType:
    """What counts for a function of some parameters."""
    made: dict[str, FunctionType] = {}
    exec(_COUNTING.format(parameters=parameters, arguments=arguments), made)
    return made["counting"].__code__


def _counting(function: FunctionType) -> CodeType:
    """The code that counts for a function: with its very parameters, which is twice as quick as any arguments."""
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
    return _code(", ".join(parameters), ", ".join(arguments))


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
    if before is None:
        for carrier in _CARRIERS:
            carrier.watch()
    try:
        yield counts
    finally:
        _WATCH.counts = before
        if before is None:
            for carrier in reversed(_CARRIERS):  # a function may carry rows twice: each has kept what was before it
                carrier.rest()
