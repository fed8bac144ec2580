"""The ledger: every statement of the rulebook as one testable row."""

from __future__ import annotations

import re
from collections import Counter
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
    """All rows of a game, by id; `chapters` has the titles of chapters, and of parts of them, by what their ids begin
    with; `leads` has a sentence for each that says what it is about."""

    rows: Mapping[str, Row]
    title: str = ""
    chapters: Mapping[str, str] = field(default_factory=dict)
    leads: Mapping[str, str] = field(default_factory=dict)
    span: Span = field(default=NOWHERE, compare=False)

    def chief(self, id: str) -> str:
        """The row that carries the implementation of a row that says the same as another."""
        seen = {id}
        while (row := self.rows.get(id)) is not None and row.same_as and row.same_as not in seen:
            id = row.same_as
            seen.add(id)
        return id

    def by_chapter(self) -> dict[str, list[Row]]:
        """The rows chapter by chapter; those without a number of their own stand last, with the tables, unless the
        ledger has a title for them."""
        found: dict[str, list[Row]] = {}
        for row in self.rows.values():
            found.setdefault(self._chapter(row.id), []).append(row)
        return {**{id: rows for id, rows in found.items() if id != TABLES}, **_only(found, TABLES)}

    def heading(self, chapter: str) -> str:
        """The title of a chapter after its number: as the ledger has it, or what most of its rows are about."""
        title = self.chapters.get(chapter)
        if title is None:
            kinds = Counter(row.kind for row in self.rows.values() if self._chapter(row.id) == chapter)
            title = " and ".join(kind.replace("_", " ") for kind, _ in kinds.most_common(2))
            title = title[:1].upper() + title[1:]
            return TABLES if chapter == TABLES else f"{chapter} · {title}"
        return f"{chapter} · {title}" if chapter[0].isdigit() else title

    def part(self, id: str) -> str | None:
        """The longest beginning of an id that has a title of its own within its chapter."""
        begin = [key for key in self.chapters if begins(id, key) and key != self._chapter(id)]
        return max(begin, key=len, default=None)

    def _chapter(self, id: str) -> str:
        number = re.match(r"[0-9]+|[^\W\d_]+", id)
        chapter = number[0] if number else TABLES
        return chapter if chapter[0].isdigit() or chapter in self.chapters else TABLES


TABLES = "Tables"


def begins(id: str, key: str) -> bool:
    """Whether the id of a row lies under a heading: 4-7C.2 under 4-7C, under 4-7 and under 4, 4-10 not under 4-1."""
    rest = id.removeprefix(key)
    return rest != id and not (rest[:1].isdigit() and key[-1:].isdigit()) and not (rest[:1].islower())


def _only(found: Mapping[str, list[Row]], chapter: str) -> dict[str, list[Row]]:
    return {chapter: found[chapter]} if chapter in found else {}
