"""What the stock steps go by beside their settings: modifiers, bars, menus, events and the rest of steps.yaml.

Here it is kept as it was written, with the place of every part. What it means on a table is worked out when rules are
bound (`play.stock.reading`), by the same functions that play by it: what can be read can be played.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from compiler.diagnostics import NOWHERE, Span
from compiler.model.common import NO_NOTE, Name, Note, Value

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Written:
    """Something in the language of the stock steps, and where each part of it stands."""

    value: Value = None
    places: Mapping[Path, Span] = field(default_factory=dict, compare=False)
    span: Span = field(default=NOWHERE, compare=False)
    keys: Mapping[str, Span] = field(default_factory=dict, compare=False)  # where its own keys stand

    def at(self, path: Path) -> Span:
        """The place of a part; of one that has none, that of what it stands in."""
        while path:
            if path in self.places:
                return self.places[path]
            path = path[:-1]
        return self.span


@dataclass(frozen=True, slots=True)
class Article:
    """A named entry of steps.yaml."""

    id: str
    name: Name
    written: Written
    note: Note = field(default=NO_NOTE, compare=False)

    def get(self, key: str, default: Value = None) -> Value:
        """What is written under a key."""
        value = self.written.value
        return value.get(key, default) if isinstance(value, Mapping) else default


Entries = Mapping[str, Article]


@dataclass(frozen=True, slots=True)
class Articles:
    """All of steps.yaml, by kind and id; menus and results have entries of their own."""

    modifiers: Entries = field(default_factory=dict)
    bars: Entries = field(default_factory=dict)
    ways: Entries = field(default_factory=dict)
    lines: Entries = field(default_factory=dict)
    scorings: Entries = field(default_factory=dict)
    incomes: Entries = field(default_factory=dict)
    victories: Entries = field(default_factory=dict)
    events: Entries = field(default_factory=dict)  # by card or counter
    menus: Mapping[str, Entries] = field(default_factory=dict)
    results: Mapping[str, Entries] = field(default_factory=dict)  # table → code of the result
    holding: Article | None = None  # who holds a space, by the mark `control`

    def __iter__(self) -> Iterator[Article]:
        for group in (
            self.modifiers,
            self.bars,
            self.ways,
            self.lines,
            self.scorings,
            self.incomes,
            self.victories,
            self.events,
            *self.menus.values(),
            *self.results.values(),
        ):
            yield from group.values()
        if self.holding is not None:
            yield self.holding


def rules_in(value: Value) -> Iterator[str]:
    """Every rule that something written names, wherever in it."""
    if isinstance(value, Mapping):
        for key, part in value.items():
            if key == "rule":
                yield from (part,) if isinstance(part, str) else part
            elif key == "rules" and isinstance(part, Mapping):
                yield from (rule for rule in part.values() if isinstance(rule, str))
            else:
                yield from rules_in(part)
    elif isinstance(value, tuple | list):
        for part in value:
            yield from rules_in(part)
