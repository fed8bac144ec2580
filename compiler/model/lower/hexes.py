"""Hex maps: a drawing of rows becomes spaces, courses along and through hexes become features of links."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

from compiler.diagnostics import Span
from compiler.model.common import Name, Note
from compiler.model.graph import ADJACENT, OFF_MAP, Link, Point, Route, Space
from compiler.model.hexgrid import Axis, HexGrid
from compiler.model.lower.draft import SPACE_KEYS, Draft
from compiler.model.lower.picture import lay_under
from compiler.model.lower.reading import NOTE_KEYS, pair, read_name

MARGIN = 8.0  # mm around a grid that does not say where it begins
MOST_HEXES = 100_000  # twenty times the largest published map


def hexes(draft: Draft) -> None:
    raw, read = draft.raw, draft.read
    missing = missing_parts(raw, ("grid", "orientation"))
    if missing:
        read.fault("M017", f"a hex map needs {missing}", read.span(raw), "add what is missing")
        return
    given = raw["grid"]
    rows: list[str] = raw.get("rows") or undrawn(given)
    widest = max(len(row) for row in rows)
    columns, height = given.get("columns", widest), given.get("rows", len(rows))
    if max(columns, widest) * max(height, len(rows)) > MOST_HEXES:
        message = f"the map has {max(columns, widest):,} columns and {max(height, len(rows)):,} rows of hexes"
        read.fault("M005", message, read.key_span(raw, "grid"), f"keep it to {MOST_HEXES:,} hexes, or part it in maps")
        return
    for i, row in enumerate(rows):
        if len(row) != columns:
            read.fault(
                "M009",
                f"row {i + 1} has {len(row)} hexes, not {columns}",
                read.span(rows, i),
                "one character for each column; use the sign for `off_map` where there is no hex",
            )
    if len(rows) != height:
        read.fault(
            "M009",
            f"the map has {len(rows)} rows, not {height}",
            read.key_span(raw, "rows"),
            "mend `grid: rows`, or add the missing rows",
        )
    draft.grid = HexGrid(
        orientation=given["orientation"],
        columns=columns,
        rows=len(rows),
        pitch=float(given["pitch"]),
        shift=given.get("shift", "even"),
        column=axis_of(given.get("column")),
        row=axis_of(given.get("row")),
        row_first=given.get("order") == "row_column",
        separator=given.get("separator", ""),
        origin=corner_of(raw),
        prefix=given.get("prefix", ""),
    )
    if "image" in raw:
        lay_under(draft)
    _cells(draft, draft.grid, rows)
    details(draft, "hex")
    _courses(draft)
    _hex_links(draft, draft.grid)


def _cells(draft: Draft, grid: HexGrid, rows: list[str]) -> None:
    read, legend = draft.read, draft.raw.get("legend", {})
    for sign, terrain in legend.items():
        if terrain != OFF_MAP:
            read.known(terrain, draft.terrain, "terrain", read.span(legend, sign))
    strange: set[str] = set()
    drawn = "rows" in draft.raw
    labels = {cell: label for label, cell in grid.labels().items()}
    for r, row in enumerate(rows):
        place = sign_places(draft, rows, r)
        for c, sign in enumerate(row):
            terrain = legend.get(sign) if drawn else None
            if drawn and terrain is None:
                if sign not in strange:
                    strange.add(sign)
                    read.fault(
                        "M010",
                        f"the sign `{sign}` in row {r + 1}, column {c + 1} is not in the legend",
                        read.sign_span(rows, r, c),
                        "add it to `legend`",
                    )
                continue
            if terrain == OFF_MAP or c >= grid.columns:
                continue
            cell = (c, r)
            id = labels.get(cell) or grid.label(cell)  # of two with one number the first has none here
            if id in draft.spaces:
                if id not in strange:
                    strange.add(id)
                    read.fault(
                        "M013",
                        f"two hexes have the number `{id}`",
                        read.span(draft.raw, "grid"),
                        "give columns and rows enough `digits`, or a `separator`",
                    )
                continue
            draft.cells[id] = cell
            note = Note(span=place(c))
            draft.spaces[id] = Space(
                id=id, kind="hex", name=Name(id), at=grid.centre(cell), terrain=terrain, board=draft.id, note=note
            )


def missing_parts(raw: Mapping[str, Any], needed: tuple[str, ...]) -> str:
    """What a grid of hexes or squares cannot do without, and this one has not; nothing if all is there."""
    grid = raw.get("grid", {})
    missing = [
        f"`{key}`" if key == "grid" else f"`{key}` in its `grid`" for key in needed if key not in {**raw, **grid}
    ]
    if "grid" in raw and not raw.get("rows") and not {"columns", "rows"} <= grid.keys():
        missing.append("`rows` and their `legend`, or `columns` and `rows` in its `grid`")
    return ", and ".join(missing)


def corner_of(raw: Mapping[str, Any]) -> Point:
    """Where the grid begins on the board: a margin leaves room for the frame; on a picture it is measured."""
    return pair(raw["grid"].get("origin", [0, 0] if "image" in raw else [MARGIN, MARGIN]))


def undrawn(grid: Mapping[str, Any]) -> list[str]:
    """Rows of a grid that says only how large it is: its hexes have no terrain."""
    return [" " * int(grid["columns"])] * int(grid["rows"])


def sign_places(draft: Draft, rows: list[str], row: int) -> Callable[[int], Span]:
    """Where the hexes of a row are drawn, by column, or their grid where nothing is."""
    if "rows" not in draft.raw:
        grid = draft.read.key_span(draft.raw, "grid")
        return lambda column: grid
    drawn = draft.read.span(rows, row)
    return lambda column: Span(drawn.file, drawn.line, drawn.column + 1 + column, 1)


def details(draft: Draft, default: str) -> None:
    """What `spaces` says about single hexes or squares is laid over the grid."""
    details = draft.raw.get("spaces", {})
    for id, detail in details.items():
        where = draft.read.key_span(details, id)
        base = draft.spaces.get(id)
        if base is None:
            draft.off_grid(id, where)
            continue
        kind, values = draft.kind_of(detail, default, SPACE_KEYS, id)
        terrain = detail.get("terrain", base.terrain)
        if "terrain" in detail:
            draft.read.known(terrain, draft.terrain, "terrain", draft.read.span(detail, "terrain"))
        draft.spaces[id] = Space(
            id=id,
            kind=kind,
            name=read_name(detail.get("name"), id),
            at=base.at,
            terrain=terrain,
            values=values,
            outline=base.outline,
            label=draft.point(detail.get("label")),
            board=draft.id,
            note=draft.read.note(detail, where),
        )


def _courses(draft: Draft) -> None:
    raw, read = draft.raw, draft.read
    for i, side in enumerate(raw.get("hexsides", ())):
        _course(draft, f"hexside.{i}", side, [side["between"]], side, "between")
    for i, river in enumerate(raw.get("rivers", ())):
        _course(draft, f"river.{i}", river, river["sides"], river["sides"], None)
    for i, road in enumerate(raw.get("roads", ())):
        through = road["through"]
        good = [id for j, id in enumerate(through) if draft.on_grid(id, read.span(through, j))]
        if len(good) == len(through):
            for j, (a, b) in enumerate(pairwise(through)):
                _lay(draft, road, a, b, read.span(through, j + 1))
        route_of(draft, f"road.{i}", road, through=tuple(good))


def _course(draft: Draft, id: str, raw: dict[str, Any], sides: list[Any], container: Any, key: str | None) -> None:
    laid: list[tuple[str, str]] = []
    for j, (a, b) in enumerate(sides):
        where = draft.read.span(container, key if key is not None else j)
        if draft.on_grid(a, where) and draft.on_grid(b, where) and _lay(draft, raw, a, b, where):
            laid.append((a, b))
    route_of(draft, id, raw, sides=tuple(laid))


def _lay(draft: Draft, raw: dict[str, Any], a: str, b: str, where: Any) -> bool:
    assert draft.grid is not None
    if draft.grid.direction(draft.cells[a], draft.cells[b]) is None:
        apart = draft.grid.distance(draft.cells[a], draft.cells[b])
        draft.read.fault(
            "M012", f"`{a}` and `{b}` do not touch: they are {apart} hexes apart", where, "name two neighbouring hexes"
        )
        return False
    on = draft.features.setdefault(_key(a, b), [])
    if raw["is"] not in on:
        on.append(raw["is"])
    return True


def route_of(
    draft: Draft, id: str, raw: dict[str, Any], through: tuple[str, ...] = (), sides: tuple[tuple[str, str], ...] = ()
) -> None:
    """A course as it was written, beside the features it laid on links."""
    reserved = {"name", "is", "sides", "through", "between", *NOTE_KEYS}
    draft.read.known(raw["is"], draft.feature_kinds, "feature", draft.read.span(raw, "is"))
    kind = draft.feature_kinds.get(raw["is"])
    name = read_name(raw["name"]) if "name" in raw else None
    values = draft.read.values(raw, reserved, kind.fields, f"this {kind.id}") if kind is not None else {}
    draft.routes.append(
        Route(id=id, kind=raw["is"], name=name, through=through, sides=sides, values=values, note=draft.read.note(raw))
    )


def _hex_links(draft: Draft, grid: HexGrid) -> None:
    by_place = {grid.axial(cell): id for id, cell in draft.cells.items()}
    forth = (0, 1, 2) if grid.orientation == "pointy" else (1, 2, 3)
    ways = [(direction, *grid.way(direction)) for direction in forth]
    found, features = by_place.get, draft.features
    for (q, r), id in by_place.items():
        for direction, dq, dr in ways:
            other = found((q + dq, r + dr))
            if other is not None:
                on = features.get((id, other) if id < other else (other, id))
                crossed = tuple(on) if on else ()
                draft.links.append(Link(a=id, b=other, kind=ADJACENT, features=crossed, direction=direction))


def unused_signs(draft: Draft) -> tuple[tuple[str, Span], ...]:
    legend, used = draft.raw.get("legend", {}), set("".join(draft.raw.get("rows", ())))
    return tuple((sign, draft.read.key_span(legend, sign)) for sign in legend if sign not in used)


def _key(a: str, b: str) -> tuple[str, str]:
    return (a, b) if a < b else (b, a)


def axis_of(raw: Mapping[str, Any] | None) -> Axis:
    """How columns or rows are numbered."""
    raw = raw or {}
    return Axis(
        first=raw.get("first", 1),
        descending=raw.get("descending", False),
        digits=raw.get("digits", 2),
        letters=raw.get("letters", False),
    )
