"""Result tables: axes, cells, what results mean, modifiers."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from compiler.diagnostics import Span
from compiler.model.lower.reading import NOTE_KEYS, Reader, frozen, read_name
from compiler.model.tables import Head, Modifier, Result, ResultTable, TableAxis, parse_head

# What the stock attack reads of a result.
RESULTS = frozenset({"attacker_hits", "attacker_retreats", "defender_hits", "defender_retreats"})


def tables(read: Reader, dice: Mapping[str, Any], tracks: Collection[str]) -> dict[str, ResultTable]:
    """Tables by id."""
    found: dict[str, ResultTable] = {}
    raw_tables = read.document.value["tables"]
    for id, raw in raw_tables.items():
        columns, rows = (_axis(read, raw[key], dice, tracks) for key in ("columns", "rows"))
        cells = tuple(tuple("-" if cell is None else cell for cell in row) for row in raw["cells"])
        if columns is None or rows is None:
            continue
        ragged = _ragged(read, id, raw, len(rows.heads), len(columns.heads))
        if ragged:
            filled = (*cells, *(((),) * len(rows.heads)))[: len(rows.heads)]
            cells = tuple((*row, *("-",) * len(columns.heads))[: len(columns.heads)] for row in filled)
        found[id] = ResultTable(
            id=id,
            title=read_name(raw["title"]),
            columns=columns,
            rows=rows,
            cells=cells,
            results=_results(read, raw),
            modifiers=_modifiers(read, raw),
            parts=tuple(raw.get("parts", ())),
            better=raw.get("better"),
            use=raw.get("use", "look_up"),
            ragged=ragged,
            note=read.note(raw, read.key_span(raw_tables, id), _unexplained(read, raw)),
        )
    return found


def _ragged(read: Reader, id: str, raw: Mapping[str, Any], rows: int, columns: int) -> bool:
    """Whether cells are missing or too many: told at the first one too many, or at the last before the gap."""
    cells, ragged = raw["cells"], len(raw["cells"]) != rows
    if ragged:
        read.fault(
            "M008",
            f"table `{id}` has {len(cells)} lines of cells for {rows} row heads",
            read.span(cells, min(rows, len(cells) - 1)),
            "one line of cells for each row head",
        )
    for i, row in enumerate(cells):
        if len(row) != columns:
            ragged = True
            read.fault(
                "M008",
                f"line {i + 1} of table `{id}` has {len(row)} cells for {columns} column heads",
                read.span(row, min(columns, len(row) - 1)) if row else read.span(cells, i),
                "one cell for each column head",
            )
    return ragged


def _unexplained(read: Reader, raw: Mapping[str, Any]) -> dict[str, Span]:
    """Where each code that `results` does not explain stands for the first time."""
    found: dict[str, Span] = {}
    for row in raw["cells"]:
        for n, cell in enumerate(row):
            if isinstance(cell, str) and cell not in raw.get("results", {}) and cell not in found:
                found[cell] = read.span(row, n)
    return found


def _axis(read: Reader, raw: Mapping[str, Any], dice: Collection[str], tracks: Collection[str]) -> TableAxis | None:
    if "track" in raw:
        read.known(raw["track"], tracks, "track", read.span(raw, "track"))
        if raw["by"] != "number":
            read.fault(
                "M004", "a track gives a number", read.span(raw, "track"), "write `by: number`, or take `track` out"
            )
    for side in ("plus", "minus") if "tracks" in raw else ():
        read.only_known(raw["tracks"][side], tracks, "track", raw["tracks"][side])
    if "tracks" in raw and raw["by"] != "difference":
        span = read.span(raw, "tracks")
        read.fault("M004", "two numbers give a difference", span, "write `by: difference`, or take `tracks` out")
    if "dice" in raw:
        read.known(raw["dice"], dice, "die", read.span(raw, "dice"))
    heads: list[Head] = []
    for i, text in enumerate(raw["heads"]):
        head = parse_head(text, raw["by"])
        if head is None:
            wanted = "odds such as `3:1`" if raw["by"] == "odds" else "`3`, `3-5`, `-5 to -1`, `6 or more`"
            read.fault(
                "M007",
                f"the head `{text}` cannot be read as a {raw['by']}",
                read.span(raw["heads"], i),
                f"write {wanted}, or set `by: name`",
            )
            continue
        heads.append(head)
    if len(heads) != len(raw["heads"]):
        return None
    title = read_name(raw.get("title"), "Die" if raw["by"] == "die" else "")
    return TableAxis(
        by=raw["by"],
        title=title,
        heads=tuple(heads),
        dice=raw.get("dice"),
        track=raw.get("track"),
        tracks=(tuple(raw["tracks"]["plus"]), tuple(raw["tracks"]["minus"])) if "tracks" in raw else None,
        total=raw.get("total"),
        low=raw.get("min"),
        high=raw.get("max"),
        clamp=raw.get("clamp", False),
        note=read.note(raw),
    )


def _results(read: Reader, raw: Mapping[str, Any]) -> dict[str, Result]:
    given = raw.get("results", {})
    reserved = frozenset({"text", "rank", *NOTE_KEYS})
    fields = read.fields(raw.get("fields"), reserved)
    house = RESULTS.difference(fields)
    found: dict[str, Result] = {}
    for code, result in given.items():
        values = {key: frozen(value) for key, value in result.items() if key in house}
        values |= read.values(result, reserved | house, fields, f"result `{code}`", declared_in="`fields` of the table")
        where = read.key_span(given, code)
        found[code] = Result(
            code=code, text=result["text"], values=values, rank=result.get("rank"), note=read.note(result, where)
        )
    return found


def _modifiers(read: Reader, raw: Mapping[str, Any]) -> tuple[Modifier, ...]:
    return tuple(
        Modifier(
            name=read_name(m["name"]),
            value=m.get("value"),
            on=m.get("on", "roll"),
            text=m.get("text", ""),
            note=read.note(m),
        )
        for m in raw.get("modifiers", ())
    )
