"""A place in a source file."""

from __future__ import annotations

from typing import NamedTuple


class Span(NamedTuple):
    """Where a thing is written: 1-based line and column, and how many characters it covers on that line."""

    file: str
    line: int = 1
    column: int = 1
    length: int = 1

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


NOWHERE = Span("<nowhere>", 1, 1, 0)
