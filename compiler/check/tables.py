"""Lints of results tables."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

from compiler.check.lint import ERROR, WARNING, Found, lint
from compiler.model.game import Game
from compiler.model.ids import nearest
from compiler.model.tables import Head, ResultTable, TableAxis


def _axes(table: ResultTable) -> Iterator[tuple[str, TableAxis]]:
    yield "column", table.columns
    yield "row", table.rows


def _rolls(game: Game, axis: TableAxis) -> range | None:
    die = game.dice.get(axis.dice or "")
    return range(die.count, die.count * die.sides + 1) if die else None


def _shift(table: ResultTable) -> tuple[float, float]:
    """How far modifiers can push a roll down and up."""
    values = [m.value for m in table.modifiers if m.value is not None and m.on == "roll"]
    return sum(v for v in values if v < 0), sum(v for v in values if v > 0)


def _tables(game: Game) -> Iterator[ResultTable]:
    """The tables whose cells are all there; of the others that is told."""
    return (table for table in game.tables.values() if not table.ragged)


@lint("C501", ERROR, "Every roll must give a result.")
def roll_without_row(game: Game) -> Iterator[Found]:
    """A die can show a number that no head covers."""
    for table in _tables(game):
        for what, axis in _axes(table):
            rolls = _rolls(game, axis)
            missing = [n for n in rolls or () if axis.index(n) is None]
            if missing:
                yield Found(
                    f"table `{table.id}` has no {what} for a roll of {', '.join(map(str, missing))}",
                    axis.note.span,
                    f"add the missing {what} heads",
                )


@lint("C502", ERROR, "Every value that can occur must find its column.")
def value_without_head(game: Game) -> Iterator[Found]:
    """A value between, or at the ends of, the heads is covered by none."""
    for table in _tables(game):
        for what, axis in _axes(table):
            if axis.uncovered is not None:
                yield Found(
                    f"table `{table.id}` has no {what} for odds worse than {axis.uncovered}",
                    axis.note.span,
                    f"write `{axis.uncovered}-`, set `clamp: true`, or say with `min` which odds can occur",
                )
            if axis.by in ("name", "odds") or axis.dice:
                continue
            low, high = axis.low, axis.high
            if low is None:
                low = min((h.low for h in axis.heads if h.low > -math.inf), default=0)
            if high is None:
                high = max((h.high for h in axis.heads if h.high < math.inf), default=0)
            missing = [n for n in range(math.ceil(low), math.floor(high) + 1) if axis.index(n) is None]
            if missing:
                shown = ", ".join(map(str, missing[:6])) + (" …" if len(missing) > 6 else "")
                yield Found(
                    f"table `{table.id}` has no {what} for {shown}",
                    axis.note.span,
                    "mend the heads so that they meet, or set `clamp: true`",
                )


def _overlap(a: Head, b: Head) -> bool:
    if a.values or b.values:
        return any(b.covers(v) for v in a.values) or any(a.covers(v) for v in b.values)
    return a.low <= b.high and b.low <= a.high


@lint("C503", ERROR, "A value under two heads has two results.")
def overlapping_heads(game: Game) -> Iterator[Found]:
    """Two heads of a table cover the same value."""
    for table in _tables(game):
        for what, axis in _axes(table):
            for i, a in enumerate(axis.heads):
                for b in axis.heads[i + 1 :]:
                    if axis.by == "name":
                        same = a.label == b.label
                    elif axis.by == "odds":
                        same = a.low == b.low
                    else:
                        same = _overlap(a, b)
                    if same:
                        yield Found(
                            f"in table `{table.id}` the {what}s `{a.label}` and `{b.label}` overlap",
                            axis.note.span,
                            "let each value belong to one head",
                        )


def _order(head: Head) -> float:
    """What a head sorts by: its low end, or just below its high end where the low one is open."""
    return head.low if head.low > -math.inf else head.high - 0.5


@lint("C504", WARNING, "People look tables up by eye: heads must rise or fall.")
def unsorted_heads(game: Game) -> Iterator[Found]:
    """The heads of a table neither rise nor fall."""
    for table in _tables(game):
        for what, axis in _axes(table):
            if axis.by == "name":
                continue
            keys = [_order(head) for head in axis.heads]
            if keys != sorted(keys) and keys != sorted(keys, reverse=True):
                yield Found(f"the {what}s of table `{table.id}` are out of order", axis.note.span, "sort them")


def _is_number(text: str) -> bool:
    try:
        float(text.replace("−", "-").replace("+", ""))
    except ValueError:
        return False
    return True


@lint("C505", ERROR, "Engine, chart and automation must know what a code means.")
def unknown_result(game: Game) -> Iterator[Found]:
    """A cell holds a code that `results` does not explain."""
    from compiler.model.ids import did_you_mean

    for table in _tables(game):
        if table.parts or table.use == "chart":
            continue
        for code in table.codes:
            if code not in table.results and not _is_number(code) and (table.results or code != "-"):
                yield Found(
                    f"table `{table.id}` does not explain the result `{code}`",
                    table.note.at(code),
                    did_you_mean(code, table.results) or f"add `{code}` to its `results`",
                )


@lint("C506", WARNING, "A result nobody can get is a leftover, or a slip in a cell.")
def unused_result(game: Game) -> Iterator[Found]:
    """A result occurs in no cell."""
    for table in _tables(game):
        for code, result in table.results.items():
            if code not in table.codes:
                yield Found(
                    f"the result `{code}` occurs in no cell of table `{table.id}`",
                    result.note.span,
                    "use it, or take it out",
                )


def _rank(table: ResultTable, cell: object) -> float | None:
    code = str(cell)
    if code in table.results:
        return table.results[code].rank
    return float(code) if _is_number(code) else None


@lint("C507", WARNING, "Better odds must not give worse results.")
def table_runs_backwards(game: Game) -> Iterator[Found]:
    """A row of a results table gets worse where the columns get better."""
    for table in _tables(game):
        if table.better is None:
            continue
        for head, row in zip(table.rows.heads, table.cells, strict=True):
            ranks = [_rank(table, cell) for cell in (row if table.better == "right" else row[::-1])]
            known = [r for r in ranks if r is not None]
            for a, b in pairwise(known):
                if b < a:
                    yield Found(
                        f"row `{head.label}` of table `{table.id}` gets worse as the columns get better",
                        table.note.span,
                        "mend the cells, their `rank`, or `better`",
                    )
                    break


@lint("C508", ERROR, "A modified roll must still find a row.")
def modifier_beyond_table(game: Game) -> Iterator[Found]:
    """Modifiers can push a roll off the table."""
    for table in _tables(game):
        rolls = _rolls(game, table.rows)
        if rolls is None or not table.modifiers or table.rows.clamp:
            continue
        down, up = _shift(table)
        ends = {rolls[0] + down: "low", rolls[-1] + up: "high"}
        for value, end in ends.items():
            if (down if end == "low" else up) and table.rows.index(value) is None:
                yield Found(
                    f"a modified roll of {value:g} is off table `{table.id}`",
                    table.rows.note.span,
                    f"add an open {end} row such as `{'0 or less' if end == 'low' else '7 or more'}`, "
                    "or set `clamp: true`",
                )


@lint("C509", ERROR, "A composite cell must have all its parts.")
def wrong_parts(game: Game) -> Iterator[Found]:
    """A composite cell does not have the named parts."""
    for table in _tables(game):
        for code in table.codes if table.parts else ():
            if code not in table.results and len(code.split("/")) != len(table.parts):
                yield Found(
                    f"the cell `{code}` of table `{table.id}` does not have {len(table.parts)} parts",
                    table.note.span,
                    f"write it as `{'/'.join(table.parts)}`",
                )


@lint("C510", ERROR, "Nobody can roll on a table without knowing the dice.")
def table_without_dice(game: Game) -> Iterator[Found]:
    """A table by die does not name its dice."""
    for table in _tables(game):
        for what, axis in _axes(table):
            if axis.by == "die" and axis.dice is None:
                yield Found(
                    f"the {what}s of table `{table.id}` are rolled, but no dice are named",
                    axis.note.span,
                    "add `dice` with one of the dice in `game.yaml`",
                )


@lint("C513", WARNING, "A row that no roll can reach is a leftover, or the dice are wrong.")
def unreachable_row(game: Game) -> Iterator[Found]:
    """No roll, modified or not, can reach a head."""
    for table in _tables(game):
        for what, axis in _axes(table):
            rolls = _rolls(game, axis)
            if rolls is None or any(m.value is None for m in table.modifiers):
                continue
            down, up = _shift(table)
            low, high = rolls[0] + down, rolls[-1] + up
            for head in axis.heads:
                if head.low > high or head.high < low:
                    yield Found(
                        f"no roll reaches the {what} `{head.label}` of table `{table.id}`",
                        axis.note.span,
                        "take it out, or mend the dice or modifiers",
                    )


@lint("C515", WARNING, "A table is ordered by rank only if every result has one.")
def unranked_result(game: Game) -> Iterator[Found]:
    """A result has no rank, while others do."""
    for table in _tables(game):
        if any(result.rank is not None for result in table.results.values()):
            for result in table.results.values():
                if result.rank is None:
                    yield Found(
                        f"the result `{result.code}` of table `{table.id}` has no `rank`",
                        result.note.span,
                        "rank it among the others",
                    )


@lint("C528", WARNING, "A result that is worded otherwise in its table gets no tint on the aid.")
def tone_of_no_result(game: Game) -> Iterator[Found]:
    """A tone is given to a result that no table has."""
    document, tones = game.art.document, game.art.sheets.get("tones", {})
    cells = {value for table in game.tables.values() for row in table.cells for value in row if isinstance(value, str)}
    texts = {result.text.removesuffix(".") for table in game.tables.values() for result in table.results.values()}
    codes = {code for table in game.tables.values() for code in table.results}
    for results in tones.values():
        for n, result in enumerate(results):
            if result not in cells | texts | codes:
                near = nearest(result, sorted(cells | codes))
                help = f"did you mean `{near}`?" if near else "write it as its cell has it"
                yield Found(f"no table has the result `{result}`", document.span(results, n), help)
