"""Reading a table by an expression: where a value falls, what stands in the cell, what it means."""

from __future__ import annotations

import re
from collections.abc import Sequence

from compiler.emit.names import plain
from compiler.model.common import Note
from compiler.model.tables import Head, ResultTable, TableAxis
from compiler.vassal import expression as ex

_INFINITE = float("inf")


def choose(cases: Sequence[tuple[ex.Node, ex.Value]], other: ex.Value) -> ex.Node:
    """The value of the first case that is true."""
    found: ex.Node = ex.Literal(other) if isinstance(other, str | int | float) else other
    for test, value in reversed(cases):
        found = ex.if_(test, value, found)
    return found


def whole(value: float) -> int | float:
    """A number as we write it: without a point where it needs none."""
    if abs(value) == _INFINITE:
        return 99999 if value > 0 else -99999
    return int(value) if float(value).is_integer() else value


def under(heads: tuple[Head, ...], value: ex.Node) -> ex.Node:
    """The number of the head that covers a value; values beyond the ends fall under the nearest end."""
    spans = sorted(((min(h.values) if h.values else h.low, n) for n, h in enumerate(heads, 1)))
    found: ex.Node = ex.literal(spans[0][1])
    for low, n in spans[1:]:
        found = ex.if_(ex.greater_equal(value, whole(low)), n, found)
    if any(head.values for head in heads):
        for n, head in enumerate(heads, 1):
            for exact in head.values:
                found = ex.if_(ex.equals(value, whole(exact)), n, found)
    return found


def by_odds(heads: tuple[Head, ...], attackers: ex.Node, defenders: ex.Node) -> ex.Node:
    """The highest odds reached; ratios are compared by multiplying, so that nothing is rounded."""
    found: ex.Node = ex.literal(1)
    for n, head in enumerate(heads[1:], 2):
        attack, defence = (int(part) for part in re.findall(r"\d+", head.label)[:2])
        reached = ex.greater_equal(ex.multiply(attackers, defence), ex.multiply(defenders, attack))
        found = ex.if_(reached, n, found)
    return found


def by_label(axis: TableAxis, label: ex.Node, other: ex.Value = 1) -> ex.Node:
    """The number of the head that bears a label."""
    return choose([(ex.equals(label, head.label), n) for n, head in enumerate(axis.heads, 1)], other)


def cell_text(table: ResultTable, r: ex.Node, c: ex.Node) -> ex.Node:
    """The text of the cell in a row and column, both counted from 1."""
    if isinstance(r, ex.Literal):
        return row_text(table, int(r.value or 0) - 1, c)
    rows = [row_text(table, n, c) for n in range(len(table.cells))]
    return choose([(ex.equals(r, n), row) for n, row in enumerate(rows[:-1], 1)], rows[-1])


def row_text(table: ResultTable, row: int, c: ex.Node) -> ex.Node:
    """The text of a cell of one row, counted from 0."""
    cells = [plain(cell) for cell in table.cells[row]]
    if isinstance(c, ex.Literal):
        return ex.literal(cells[int(c.value or 0) - 1])
    return choose([(ex.equals(c, n), cell) for n, cell in enumerate(cells[:-1], 1)], cells[-1])


def meaning(table: ResultTable, result: ex.Node) -> ex.Node:
    """What a result means, in words; nothing where the result says it all."""
    said = [r for r in table.results.values() if r.text and r.text != r.code]
    return choose([(ex.equals(result, r.code), f": {r.text}") for r in said], "")


def rules_of(table: ResultTable, result: ex.Node) -> list[tuple[ex.Node, Note]]:
    """The rule of every result that has one, with the test for it."""
    return [(ex.equals(result, r.code), r.note) for r in table.results.values() if r.note.rules]
