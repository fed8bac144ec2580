"""The registry of lints. A lint is told in one place: its code, severity and reason stand over the function that finds
the faults, the function's name is the name of the code, its docstring the title. The explain page has the examples.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from compiler.diagnostics import Code, Diagnostic, Related, Severity, Span, diagnose, register
from compiler.model.game import Game

ERROR, WARNING, NOTE = Severity.ERROR, Severity.WARNING, Severity.NOTE


class Found(NamedTuple):
    """One fault that a lint has found: what is wrong, where, the way out, other places that matter."""

    message: str
    at: Span | None
    help: str | None = None
    related: Iterable[Related] = ()


Finder = Callable[[Game], Iterable[Found]]


@dataclass(frozen=True, slots=True)
class Lint:
    """A lint: its code, why it is there, and the function that finds the faults."""

    code: Code
    rationale: str
    look: Finder

    def find(self, game: Game) -> Iterator[Diagnostic]:
        """The faults of a game as diagnostics of this code."""
        return (diagnose(self.code.id, f.message, f.at, help=f.help, related=f.related) for f in self.look(game))


LINTS: dict[str, Lint] = {}


def lint(code: str, severity: Severity, rationale: str) -> Callable[[Finder], Finder]:
    """Registers a generator of faults under its permanent code."""

    def add(look: Finder) -> Finder:
        title = " ".join((look.__doc__ or "").split()).rstrip(".")
        LINTS[code] = Lint(register(Code(code, look.__name__, title, severity)), rationale, look)
        return look

    return add


def listed(ids: Iterable[str], most: int = 4) -> str:
    """A few ids in backticks, and how many more there are."""
    names = list(ids)
    shown = ", ".join(f"`{id}`" for id in names[:most])
    return f"{shown} and {len(names) - most} more" if len(names) > most else shown
