"""The ledger: every statement of the rulebook as one testable row."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from compiler.diagnostics import NOWHERE, Span


@dataclass(frozen=True, slots=True)
class Row:
    """A rule statement: id, gist in our words, kind, scope (engine, data, module, advice), doubt and reading."""

    id: str
    says: str
    kind: str
    scope: str
    test: str | None = None
    doubt: str | None = None
    reading: str | None = None
    same_as: str | None = None
    depends: tuple[str, ...] = ()
    waived: str | None = None
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Ledger:
    """All rows of a game, by id."""

    rows: Mapping[str, Row]
    title: str = ""
    span: Span = field(default=NOWHERE, compare=False)

    def chief(self, id: str) -> str:
        """The row that carries the implementation of a row that says the same as another."""
        seen = {id}
        while (row := self.rows.get(id)) is not None and row.same_as and row.same_as not in seen:
            id = row.same_as
            seen.add(id)
        return id
