"""Lints of tables whose lines run in one direction."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from compiler.check.lint import WARNING, Found, lint
from compiler.model.common import Value
from compiler.model.game import Game
from compiler.model.tables import ResultTable, TableAxis

_LONG = 4  # so many cells show a direction
_NUMBERS = re.compile(r"[-+]?\d+(?:\.\d+)?(?:/[-+]?\d+(?:\.\d+)?)*")
_COUNTED = re.compile(r"[a-z ]+? ?(\d+)", re.IGNORECASE)
_NOTHING = ("none", "no effect", "-", "–")

Line = list[tuple[float, ...]]


@lint(
    "C529", WARNING, "Where all other lines rise or fall, one with two cells in the wrong order is most likely a slip."
)
def cells_out_of_order(game: Game) -> Iterator[Found]:
    """Two cells beside each other stand in the wrong order."""
    for table in game.tables.values():
        if table.ragged or (table.better is not None and not table.parts):  # what is better is held against that
            continue
        rows = [list(row) for row in table.cells]
        along = (
            ("row", table.rows, table.columns, rows),
            ("column", table.columns, table.rows, [*zip(*rows, strict=True)]),
        )
        for what, heads, ordered, lines in along:
            yield from _odd_line(table, what, heads, ordered, lines)


def _odd_line(
    table: ResultTable, what: str, heads: TableAxis, ordered: TableAxis, lines: Sequence[Sequence[Value]]
) -> Iterator[Found]:
    read = [_numbers(line) for line in lines]
    if ordered.by == "name" or len(lines) < 2 or any(line is None or len(line) < _LONG for line in read):
        return
    known = [line for line in read if line is not None]
    crooked = [n for n, line in enumerate(known) if not any(_runs(line, up) for up in (1, -1))]
    if len(crooked) != 1:
        return
    others = [line for n, line in enumerate(known) if n != crooked[0]]
    for up in (1, -1):
        moving = [line for line in others if line[0] != line[-1]]
        if moving and all(_runs(line, up) for line in others):
            at = _swapped(known[crooked[0]], up)
            if at is not None:
                here, there = (str(cell) for cell in lines[crooked[0]][at : at + 2])
                head = heads.heads[crooked[0]].label
                message = f"in the {what} `{head}` of table `{table.id}` `{here}` stands before `{there}`"
                yield Found(message, table.note.span, f"every other {what} runs the other way: exchange the two")


def _numbers(line: Sequence[Value]) -> Line | None:
    """The cells of a line as numbers, each with all its parts; None if one is no number."""
    found: Line = []
    for cell in line:
        text = str(cell)
        counted = _COUNTED.fullmatch(text)
        if _NUMBERS.fullmatch(text):
            found.append(tuple(float(part) for part in text.split("/")))
        elif counted is not None:
            found.append((float(counted[1]),))
        elif text.lower() in _NOTHING:
            found.append((0.0,))
        else:
            return None
    return found if len({len(parts) for parts in found}) == 1 else None


def _runs(line: Line, up: int) -> bool:
    """Whether a line goes one way: its first part up or down, each other part always the same way too."""
    for n in range(len(line[0])):
        steps = [b[n] - a[n] for a, b in pairwise(line)]
        if n == 0 and any(step * up < 0 for step in steps):
            return False
        if n and any(step < 0 for step in steps) and any(step > 0 for step in steps):
            return False
    return True


def _swapped(line: Line, up: int) -> int | None:
    """Where two neighbours have changed places; None if that alone does not explain the line."""
    for n in range(len(line) - 1):
        mended = [*line[:n], line[n + 1], line[n], *line[n + 2 :]]
        if line[n] != line[n + 1] and _runs(mended, up):
            return n
    return None
