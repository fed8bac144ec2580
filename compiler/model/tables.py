"""Results tables: columns by range, odds, difference or name; rows by die; modifiers; typed results."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from compiler.model.common import NO_NOTE, Name, Note, Value

_NUMBER = r"[+-]?\d+(?:\.\d+)?"
_EXACT = re.compile(rf"^({_NUMBER})$")
_RANGE = re.compile(rf"^({_NUMBER})\s*(?:to|\.\.|–|-)\s*({_NUMBER})$")
_UP = re.compile(rf"^(?:({_NUMBER})\s*(?:\+|or more|or higher|and up)|(?:>=|≥)\s*({_NUMBER}))$")
_DOWN = re.compile(rf"^(?:({_NUMBER})\s*(?:or less|or lower|or fewer)|(?:<=|≤)\s*({_NUMBER}))$")
_EITHER = re.compile(rf"^({_NUMBER}(?:\s*(?:,|or)\s*{_NUMBER})+)$")
_ODDS = re.compile(r"^(\d+):(\d+)(\+|-)?$")


@dataclass(frozen=True, slots=True)
class Head:
    """One column or row head: its label and the numbers or the name it stands for."""

    label: str
    low: float = -math.inf
    high: float = math.inf
    name: str | None = None
    values: tuple[float, ...] = ()

    def covers(self, value: float) -> bool:
        if self.values:
            return value in self.values
        return self.low <= value <= self.high


@dataclass(frozen=True, slots=True)
class TableAxis:
    """Columns or rows. `by`: "die" (with `dice`), "number", "difference", "odds" or "name".

    Odds are numbers attacker/defender; a value falls into the highest head it reaches (ratios round down).
    """

    by: str
    title: Name
    heads: tuple[Head, ...]
    dice: str | None = None
    track: str | None = None  # whose box is the number; where no head covers it the table says nothing
    tracks: tuple[tuple[str, ...], tuple[str, ...]] | None = None  # the difference of two numbers; tracks are digits
    total: str | None = None  # the field of counters that is added up to the number
    low: float | None = None  # the values that can occur, where the author states them
    high: float | None = None
    clamp: bool = False  # values beyond the ends use the end heads
    note: Note = field(default=NO_NOTE, compare=False)

    def index(self, value: float | str) -> int | None:
        """Which head a value falls under; None if no head covers it."""
        if isinstance(value, str):
            return next((i for i, head in enumerate(self.heads) if value in (head.name, head.label)), None)
        if self.by == "odds":
            reached = [i for i, head in enumerate(self.heads) if value >= head.low]
            return reached[-1] if reached else (0 if self.clamp else None)
        for i, head in enumerate(self.heads):
            if head.covers(value):
                return i
        if self.clamp and self.heads:  # beyond the ends only: a gap between heads is a gap
            first = min(range(len(self.heads)), key=lambda i: self.heads[i].low)
            last = max(range(len(self.heads)), key=lambda i: self.heads[i].high)
            return first if value < self.heads[first].low else last if value > self.heads[last].high else None
        return None

    @property
    def uncovered(self) -> str | None:
        """The lowest odds of an axis by odds, if worse odds can occur and fall under no head; else None."""
        if self.by != "odds" or self.clamp or not self.heads:
            return None
        first = min(self.heads, key=lambda head: head.low)
        return first.label if first.low > (self.low or 0) else None


@dataclass(frozen=True, slots=True)
class Result:
    """What a result code means: words for players, values for the engine."""

    code: str
    text: str
    values: Mapping[str, Value] = field(default_factory=dict)
    rank: int | None = None  # higher is better for the roller; lets a lint see a table that runs the wrong way
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True, slots=True)
class Modifier:
    """A modifier listed with the table: how much, or in words what it depends on."""

    name: Name
    value: float | None = None
    on: str = "roll"  # roll, column, nothing: a remark
    text: str = ""
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True)
class ResultTable:
    """A table: cells[row][column]. `parts` names the pieces of a composite cell such as 1/2."""

    id: str
    title: Name
    columns: TableAxis
    rows: TableAxis
    cells: tuple[tuple[Value, ...], ...]
    results: Mapping[str, Result] = field(default_factory=dict)
    modifiers: tuple[Modifier, ...] = ()
    parts: tuple[str, ...] = ()
    better: str | None = None  # "right", "left": which columns favour the roller, for the order lint
    use: str = "look_up"  # look_up (engine, automation and chart) or chart (reading only)
    ragged: bool = False  # its cells did not fill it, and were made to
    note: Note = field(default=NO_NOTE, compare=False)

    def cell(self, column: float | str, row: float | str) -> Value:
        """The cell under a column value and a row value; KeyError where the table has none."""
        c, r = self.columns.index(column), self.rows.index(row)
        if c is None or r is None:
            raise KeyError((column, row))
        return self.cells[r][c]

    def look_up(self, column: float | str, row: float | str) -> Result:
        """The typed result of a cell: its declared meaning, its parts, or the bare value."""
        return self.typed(self.cell(column, row))

    def typed(self, cell: Value) -> Result:
        code = str(cell)
        if code in self.results:
            return self.results[code]
        if self.parts:
            pieces = [p.strip() for p in code.split("/")]
            return Result(code, code, dict(zip(self.parts, (_number(p) for p in pieces), strict=True)))
        return Result(code, code, {"value": cell})

    @cached_property
    def codes(self) -> tuple[str, ...]:
        """Every different cell, in reading order."""
        return tuple(dict.fromkeys(str(cell) for row in self.cells for cell in row))


def parse_head(text: str | int | float, by: str) -> Head | None:
    """A head from what the author wrote; None if it can't be read as the axis wants."""
    label = str(text)
    if by == "name":
        return Head(label, name=label)
    plain = label.replace("−", "-").strip()
    if by == "odds":
        found = _ODDS.match(plain)
        if not found or not int(found[2]):
            return None
        ratio = float(Fraction(int(found[1]), int(found[2])))
        low = -math.inf if found[3] == "-" else ratio
        return Head(label, low, math.inf)
    if found := _EXACT.match(plain):
        return Head(label, float(found[1]), float(found[1]))
    if found := _RANGE.match(plain):
        low, high = float(found[1]), float(found[2])
        return Head(label, low, high) if low <= high else None
    if found := _UP.match(plain):
        return Head(label, float(found[1] or found[2]), math.inf)
    if found := _DOWN.match(plain):
        return Head(label, -math.inf, float(found[1] or found[2]))
    if _EITHER.match(plain):
        values = tuple(float(v) for v in re.findall(_NUMBER, plain))
        return Head(label, min(values), max(values), values=values)
    return None


def _number(text: str) -> Value:
    try:
        return int(text)
    except ValueError:
        return text
