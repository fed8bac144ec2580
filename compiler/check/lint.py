"""The registry of lints."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from compiler.diagnostics import Diagnostic, Related, Span, diagnose
from compiler.model.game import Game

Finder = Callable[[Game], Iterable[Diagnostic]]


class Fault(Protocol):
    """Makes a diagnostic of one lint's code."""

    def __call__(
        self, message: str, at: Span | None, help: str | None = None, related: Iterable[Related] = ()
    ) -> Diagnostic: ...


@dataclass(frozen=True, slots=True)
class Lint:
    """A lint: its code, why it is there, and the function that finds the faults."""

    code: str
    name: str
    rationale: str
    find: Finder


LINTS: dict[str, Lint] = {}


def lint(code: str, rationale: str) -> Callable[[Finder], Finder]:
    """Registers a generator of diagnostics under its permanent code."""

    def register(find: Finder) -> Finder:
        assert code not in LINTS, code
        LINTS[code] = Lint(code, find.__name__, rationale, find)
        return find

    return register


def faults(codes: str) -> tuple[Fault, ...]:
    """`C204, C205 = faults("C204 C205")`, then `yield C204(message, at=span)`."""
    return tuple(_fault(code) for code in codes.split())


def _fault(code: str) -> Fault:

    def make(message: str, at: Span | None, help: str | None = None, related: Iterable[Related] = ()) -> Diagnostic:
        return diagnose(code, message, at, help=help, related=related)

    return make


def listed(ids: Iterable[str], most: int = 4) -> str:
    """A few ids in backticks, and how many more there are."""
    names = list(ids)
    shown = ", ".join(f"`{id}`" for id in names[:most])
    return f"{shown} and {len(names) - most} more" if len(names) > most else shown
