"""What we tell an author about a fault: data, rendered elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from compiler.diagnostics.codes import CODES, Severity
from compiler.diagnostics.span import Span

__all__ = ["Diagnostic", "Failed", "Related", "Severity", "Sink", "diagnose"]

_LONGEST = 600


@dataclass(frozen=True, slots=True)
class Related:
    """Another place that belongs to the same fault, such as the first twin of a duplicate."""

    span: Span
    message: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One fault, note or warning; the message stands alone, `help` is the way out.

    `instead` is set where the way out is certain: what stands at the span, and what should.
    """

    code: str
    severity: Severity
    message: str
    span: Span | None = None
    related: tuple[Related, ...] = ()
    help: str | None = None
    rule: str | None = None
    instead: tuple[str, str] | None = None

    @property
    def sort_key(self) -> tuple[str, int, int, str, str]:
        where = self.span or Span("", 0, 0, 0)
        return (where.file, where.line, where.column, self.code, self.message)


def diagnose(
    code: str,
    message: str,
    span: Span | None = None,
    *,
    help: str | None = None,
    related: Iterable[Related] = (),
    rule: str | None = None,
    instead: tuple[str, str] | None = None,
) -> Diagnostic:
    """A diagnostic with the severity its code has by default; an unknown code is our own bug."""
    severity = CODES[code].severity
    return Diagnostic(code, severity, _short(message), span, tuple(related), help and _short(help), rule, instead)


def _short(words: str) -> str:
    """A name in a message may be as long as a hostile file likes; a sentence stays one."""
    return words if len(words) <= _LONGEST else words[: _LONGEST - 1] + "…"


class Failed(Exception):
    """A stage cannot give a result; the diagnostics say why. Never shown as a traceback."""

    def __init__(self, *diagnostics: Diagnostic) -> None:
        super().__init__("; ".join(d.message for d in diagnostics))
        self.diagnostics = diagnostics

    def __reduce__(self) -> tuple[type[Failed], tuple[Diagnostic, ...]]:
        """A worker process tells its diagnostics, not only the words."""
        return type(self), self.diagnostics


@dataclass(slots=True)
class Sink:
    """Collects diagnostics of a run; `sorted()` gives them in reading order without repeats."""

    items: list[Diagnostic] = field(default_factory=list)

    def add(self, *diagnostics: Diagnostic) -> None:
        self.items.extend(diagnostics)

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.items.extend(diagnostics)

    @property
    def failed(self) -> bool:
        return any(d.severity is Severity.ERROR for d in self.items)

    def sorted(self) -> list[Diagnostic]:
        return sorted(dict.fromkeys(self.items), key=lambda d: d.sort_key)

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)
