"""Maps of squares, straight or laid like bricks: a drawing of rows becomes spaces with outlines, joined by links."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from compiler.diagnostics import Span
from compiler.model.common import Name, Note
from compiler.model.graph import ADJACENT, OFF_MAP, Link, Space
from compiler.model.hexgrid import Cell, HexGrid
from compiler.model.lower.draft import Draft
from compiler.model.lower.hexes import (
    MOST_HEXES,
    axis_of,
    corner_of,
    details,
    missing_parts,
    route_of,
    sign_places,
    undrawn,
)
from compiler.model.lower.picture import first_picture, lay_under
from compiler.model.squaregrid import SquareGrid

SQUARE = "square"


def squares(draft: Draft) -> None:
    """Everything the keys of a grid say about a map of squares."""
    raw, read = draft.raw, draft.read
    missing = missing_parts(raw, ("grid",))
    if missing:
        read.fault("M017", f"a map of squares needs {missing}", read.span(raw), "add what is missing")
        return
    given = raw["grid"]
    rows: list[str] = raw.get("rows") or undrawn(given)
    columns = given.get("columns", max(len(row) for row in rows))
    if columns * len(rows) > MOST_HEXES:
        help = f"keep it to {MOST_HEXES:,} squares, or part it in maps"
        read.fault("M005", f"the map has {columns:,} columns and {len(rows):,} rows", read.key_span(raw, "grid"), help)
        return
    for i, row in enumerate(rows):
        if len(row) != columns:
            help = "one character for each column; use the sign for `off_map` where there is no square"
            read.fault("M009", f"row {i + 1} has {len(row)} squares, not {columns}", read.span(rows, i), help)
    numbers = HexGrid(
        columns=columns, rows=len(rows), column=axis_of(given.get("column")), row=axis_of(given.get("row")),
        row_first=given.get("order") == "row_column", separator=given.get("separator", ""),
        prefix=given.get("prefix", ""),
    )  # fmt: skip
    draft.squares = SquareGrid(
        numbers=numbers,
        pitch=float(given["pitch"]),
        offset=given.get("offset", False),
        shift=given.get("shift", "even"),
        origin=corner_of(raw),
    )
    if "image" in raw:
        lay_under(draft)
        if not {"hexes", "origin"} & first_picture(raw).keys():  # its corner counts in pixels then
            draft.move_grid(draft.place(draft.squares.origin))
    _cells(draft, draft.squares, rows)
    details(draft, SQUARE)
    _courses(draft)
    _links(draft)


def _cells(draft: Draft, grid: SquareGrid, rows: list[str]) -> None:
    read, legend = draft.read, draft.raw.get("legend", {})
    drawn = "rows" in draft.raw
    for r, row in enumerate(rows):
        place = sign_places(draft, rows, r)
        for c, sign in enumerate(row[: grid.columns]):
            terrain = legend.get(sign) if drawn else None
            if drawn and (terrain is None or (terrain != OFF_MAP and terrain not in draft.terrain)):
                message = f"the sign `{sign}` in row {r + 1}, column {c + 1} is no terrain of the legend"
                read.fault("M010", message, read.sign_span(rows, r, c), "add it to `legend` and `terrain`")
                return
            if terrain == OFF_MAP:
                continue
            id = grid.label((c, r))
            if id in draft.spaces:
                help = "give columns and rows enough `digits`, or a `separator`"
                read.fault("M013", f"two squares have the number `{id}`", read.span(draft.raw, "grid"), help)
                return
            draft.cells[id] = (c, r)
            note = Note(span=place(c))
            draft.spaces[id] = Space(
                id=id, kind=SQUARE, name=Name(id), at=grid.centre((c, r)), terrain=terrain,
                outline=(grid.ring((c, r)),), board=draft.id, note=note,
            )  # fmt: skip


def _beside(draft: Draft, cell: Cell) -> Iterator[Cell]:
    """The cells right of and below a cell that touch it; corners count only where the map says `diagonal`."""
    c, r = cell
    yield (c + 1, r)
    grid = draft.squares
    assert grid is not None
    if grid.offset:
        first = c if grid.shifted(r) else c - 1
        yield from ((first, r + 1), (first + 1, r + 1))
        return
    yield (c, r + 1)
    if draft.raw["grid"].get("diagonal", False):
        yield from ((c - 1, r + 1), (c + 1, r + 1))


def _touching(draft: Draft) -> dict[tuple[str, str], None]:
    by_cell = {cell: id for id, cell in draft.cells.items()}
    found: dict[tuple[str, str], None] = {}
    for id, cell in draft.cells.items():
        for near in _beside(draft, cell):
            if near in by_cell:
                found[id, by_cell[near]] = None
    return found


def _courses(draft: Draft) -> None:
    raw, read, touching = draft.raw, draft.read, _touching(draft)

    def lay(one: dict[str, Any], a: str, b: str, where: Span) -> bool:
        if (a, b) not in touching and (b, a) not in touching:
            read.fault("M012", f"`{a}` and `{b}` do not touch", where, "name two neighbouring squares")
            return False
        on = draft.features.setdefault((a, b) if a < b else (b, a), [])
        if one["is"] not in on:
            on.append(one["is"])
        return True

    sides = [(f"hexside.{i}", one, [one["between"]]) for i, one in enumerate(raw.get("hexsides", ()))]
    sides += [(f"river.{i}", one, one["sides"]) for i, one in enumerate(raw.get("rivers", ()))]
    for id, one, pairs in sides:
        where = read.span(one)
        known = [(a, b) for a, b in pairs if draft.on_grid(a, where) and draft.on_grid(b, where)]
        route_of(draft, id, one, sides=tuple((a, b) for a, b in known if lay(one, a, b, where)))
    for i, road in enumerate(raw.get("roads", ())):
        through = [id for j, id in enumerate(road["through"]) if draft.on_grid(id, read.span(road["through"], j))]
        for a, b in pairwise(through):
            lay(road, a, b, read.span(road, "through"))
        route_of(draft, f"road.{i}", road, through=tuple(through))


def _links(draft: Draft) -> None:
    for a, b in _touching(draft):
        features = draft.features.get((a, b) if a < b else (b, a), ())
        draft.links.append(Link(a=a, b=b, kind=ADJACENT, features=tuple(features)))
