"""Counters and cards from a spreadsheet: a CSV becomes a document like any other, the place of every cell kept.

RFC 4180 by the standard library: a header row names the fields, one row is one piece. `name.ja` and `faces.back.attack`
reach into a mapping, `marks[]` is a list parted by semicolons, an empty cell says nothing. A quoted cell is text, so
that "3" may be a name; where all cells are quoted, quotes mean nothing.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from compiler.diagnostics import Sink, Span, diagnose
from compiler.load.document import Document
from compiler.load.faults import UNSEEN, hidden_faults
from compiler.load.languages import is_language
from compiler.load.yaml import plain_value

MAX_ROWS, MAX_COLUMNS = 20_000, 200
_FORMULA = re.compile(r"[=@]|[+-](?![\d.]*$)|[\t\r]")
_HEADING = re.compile(r"[A-Za-z_][\w]*(\.[A-Za-z_][\w]*){0,3}(\[\])?")


@dataclass(frozen=True, slots=True)
class _Cell:
    """A cell: its text, where it begins, and how many characters it takes."""

    text: str
    offset: int
    length: int

    @property
    def quoted(self) -> bool:
        return self.length != len(self.text)


def parse_csv(text: str, file: str, section: str, sink: Sink) -> Document | None:
    """The rows of a CSV as a document with one section of pieces by id; faults go to the sink."""
    document = Document(file, text, {section: {}})
    document.places[id(document.value)] = [0, 0, 0]
    unseen = hidden_faults(document, UNSEEN)
    if unseen:
        sink.extend(unseen)
        return None
    rows = _rows(document, sink)
    if rows is None:
        return None
    if len(rows) < 2:
        _fault(document, sink, "L026", "the file has no rows", 0, "write the names of fields into its first line")
        return None
    made = _pieces(document, rows[0], rows[1:], sink)
    if made is None:
        return None
    document.value[section] = made
    return document


def _fault(document: Document, sink: Sink, code: str, message: str, at: _Cell | int, help: str) -> None:
    offset, length = (at, 1) if isinstance(at, int) else (at.offset, max(1, at.length))
    where = document.span_of(offset)
    sink.add(diagnose(code, message, Span(where.file, where.line, where.column, length), help=help))


def _rows(document: Document, sink: Sink) -> list[list[_Cell]] | None:
    """Every row with the place of its cells: what the reader took is found again at the cursor."""
    text = document.text
    head = text.partition("\n")[0]
    delimiter = next((sign for sign in (",", ";", "\t") if sign in head), ",")
    found: list[list[_Cell]] = []
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    cursor = 0
    try:
        for row in reader:
            if len(found) > MAX_ROWS or len(row) > MAX_COLUMNS:
                help = "split it into several files"
                _fault(
                    document,
                    sink,
                    "L026",
                    f"there are more than {MAX_ROWS:,} rows or {MAX_COLUMNS} columns",
                    cursor,
                    help,
                )
                return None
            cells = []
            for n, cell in enumerate(row):
                quoted = text.startswith('"', cursor)
                length = len(cell.replace('"', '""')) + 2 if quoted else len(cell)
                cells.append(_Cell(cell, cursor, length))
                cursor += length + (1 if n < len(row) - 1 else 0)
            cursor = _next_line(text, cursor)
            if any(cell.text.strip() for cell in cells):
                found.append(cells)
    except csv.Error as error:
        help = 'put a cell that holds a comma or a quote between quotes, and double the quotes in it: "5"" gun"'
        _fault(document, sink, "L026", f"line {reader.line_num} is not CSV: {error}", cursor, help)
        return None
    return found


def _next_line(text: str, cursor: int) -> int:
    if text.startswith("\r\n", cursor):
        return cursor + 2
    return cursor + 1 if cursor < len(text) else cursor


def _pieces(document: Document, head: list[_Cell], rows: list[list[_Cell]], sink: Sink) -> dict[str, Any] | None:
    names = [cell.text.strip() for cell in head]
    if not _headings(document, head, names, sink):
        return None
    made: dict[str, Any] = {}
    places = document.places[id(made)] = [rows[0][0].offset]
    sound = True
    typed = all(cell.quoted for row in rows for cell in row if cell.text.strip())
    for row in rows:
        if len(row) != len(head):
            message = f"the row has {len(row)} cells, and the header {len(head)}"
            help = "quote a cell that holds a comma; leave no cell out"
            _fault(document, sink, "L027", message, row[0].offset, help)
            sound = False
            continue
        plain = [_plain(document, cell, sink) for cell in row]  # all faults, not the first
        sound = sound and all(plain)
        key = row[names.index("id")]
        id_ = key.text.strip()
        if not id_ or id_ in made:
            message = f"two rows have the id `{id_}`" if id_ else "the row has no id"
            _fault(document, sink, "L026", message, key, "give every row an id of its own")
            sound = False
            continue
        made[id_] = _piece(document, head, names, row, typed)
        places += [key.offset, key.offset]
    return made if sound else None


def _headings(document: Document, head: list[_Cell], names: list[str], sink: Sink) -> bool:
    sound = True
    for n, (cell, name) in enumerate(zip(head, names, strict=True)):
        if not _HEADING.fullmatch(name):
            _fault(document, sink, "L026", f"`{name}` cannot name a field", cell, "use a field's id, such as `attack`")
        elif name in names[:n]:
            _fault(document, sink, "L026", f"two columns are called `{name}`", cell, "rename one")
        elif (part := _part_of(name, names)) is not None:
            help = f"keep one of them: `{part}` is a part of `{name}`"
            _fault(document, sink, "L026", f"there are columns `{name}` and `{part}`", cell, help)
        else:
            continue
        sound = False
    if sound and "id" not in names:
        _fault(document, sink, "L026", "there is no column `id`", head[0], "add one: every piece needs an id")
        return False
    return sound


def _part_of(name: str, names: list[str]) -> str | None:
    """A column that reaches into another; one in another language does not."""
    inner = (one for one in names if one.startswith(f"{name}."))
    return next((one for one in inner if not is_language(one.removeprefix(f"{name}."))), None)


def _plain(document: Document, cell: _Cell, sink: Sink) -> bool:
    """Whether a cell holds a value and no formula: nothing would work it out."""
    if _FORMULA.match(cell.text.strip()) and cell.text.strip() not in ("+", "-"):
        help = "write the value itself; in the spreadsheet, copy and paste as values"
        _fault(document, sink, "L027", f"`{cell.text.strip()[:30]}` is a formula", cell, help)
        return False
    return True


def _piece(document: Document, head: list[_Cell], names: list[str], row: list[_Cell], typed: bool) -> dict[str, Any]:
    """One piece; mappings inside it are made as their columns come. Its keys stand in the header."""
    made: dict[str, Any] = {}
    document.places[id(made)] = [row[0].offset]
    for name, title, cell in _said(names, head, row):
        *path, last = name.removesuffix("[]").split(".")
        here = made
        for step in path:
            if step not in here:
                inner: dict[str, Any] = {}
                document.places[id(inner)] = [cell.offset]
                here[step] = inner
                document.places[id(here)] += [title.offset, cell.offset]
            here = here[step]
        here[last] = _value(document, name, cell, typed)
        document.places[id(here)] += [title.offset, cell.offset]
    return made


def _said(names: list[str], head: list[_Cell], row: list[_Cell]) -> Iterator[tuple[str, _Cell, _Cell]]:
    """The cells that say something; `name` beside `name.de` is the English name."""
    spoken = {name.rpartition(".")[0] for name in names if is_language(name.rpartition(".")[2])}
    for name, title, cell in zip(names, head, row, strict=True):
        if name != "id" and cell.text.strip():
            yield (f"{name}.en" if name in spoken else name), title, cell


def _value(document: Document, name: str, cell: _Cell, typed: bool) -> Any:
    if not name.endswith("[]"):
        return cell.text.strip() if cell.quoted and not typed else plain_value(cell.text.strip())
    items = [plain_value(part.strip()) for part in cell.text.split(";") if part.strip()]
    document.places[id(items)] = [cell.offset] * (len(items) + 1)
    return items
