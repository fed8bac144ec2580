"""Maps: hexes, points and areas all become one graph."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

from compiler.diagnostics import Related, Sink, Span
from compiler.load.document import Document
from compiler.model.common import Field, Kind, Name, Note
from compiler.model.graph import ADJACENT, OFF_MAP, Display, Link, Map, Point, Region, Ring, Route, Space, Stacking
from compiler.model.hexgrid import Axis, Cell, HexGrid
from compiler.model.lower.reading import NOTE_KEYS, PendingReference, Reader, pair, read_name

_SPACE_KEYS = frozenset({"kind", "at", "name", "terrain", "label", "size", *NOTE_KEYS})
_AREA_KEYS = _SPACE_KEYS | {"outline", "borders"}
_REGION_KEYS = frozenset({"name", "kind", "side", "spaces", "code", "label", *NOTE_KEYS})
# Keys that make sense on one kind of map only.
_ONLY = {
    "grid": "hex",
    "legend": "hex",
    "rows": "hex",
    "hexsides": "hex",
    "rivers": "hex",
    "roads": "hex",
    "region_rows": "hex",
    "areas": "areas",
}


class MapLowering:
    """Builds one map from its document."""

    def __init__(
        self,
        document: Document,
        sink: Sink,
        pending: list[PendingReference],
        owners: Mapping[str, Iterable[str]],
        side_names: Mapping[str, Name],
    ) -> None:
        self.read = Reader(document, sink, pending)
        self.raw: dict[str, Any] = document.value
        self.id: str = self.raw.get("id", "main")
        self.owners = owners  # "seat" and "side" → their ids
        self.owner_names = side_names
        self.spaces: dict[str, Space] = {}
        self.cells: dict[str, Cell] = {}
        self.links: list[Link] = []
        self.routes: list[Route] = []
        self.features: dict[tuple[str, str], list[str]] = {}
        self.displays: dict[str, Display] = {}
        self.grid: HexGrid | None = None
        read = self.read
        self.terrain = read.kinds(self.raw.get("terrain"), self._declared("terrain_fields"), "terrain")
        self.feature_kinds = read.kinds(self.raw.get("feature_kinds"), self._declared("feature_fields"), "feature")
        self.space_kinds = read.kinds(self.raw.get("space_kinds"))
        self.link_kinds = read.kinds(self.raw.get("link_kinds"))

    def _declared(self, key: str) -> dict[str, Field] | None:
        return self.read.fields(self.raw[key]) if key in self.raw else None

    def lower(self) -> Map:
        raw, read = self.raw, self.read
        for key, kind in _ONLY.items():
            if key in raw and raw["kind"] != kind:
                read.fault(
                    "M020",
                    f"`{key}` belongs to a map of kind `{kind}`, and this one is `{raw['kind']}`",
                    read.key_span(raw, key),
                    f"take `{key}` out, or set `kind: {kind}`",
                )
        if raw["kind"] == "hex":
            self._hexes()
        for id, area in raw.get("areas", {}).items():
            self._area(id, area)
        if raw["kind"] != "hex":
            for id, space in raw.get("spaces", {}).items():
                self._point(id, space)
        self._boxes()
        self._borders()
        self._links()
        return Map(
            self.id,
            raw["kind"],
            read_name(raw.get("name"), "Map"),
            self._size(),
            self.spaces,
            tuple(self.links),
            self.grid,
            self.terrain,
            self.space_kinds,
            self.link_kinds,
            self.feature_kinds,
            tuple(self.routes),
            self._regions(),
            self.displays,
            self._stacking(),
            self._unused_signs(),
            self._note(),
        )

    # -- hexes -------------------------------------------------------------------------------------------------------
    def _hexes(self) -> None:
        raw, read = self.raw, self.read
        rows: list[str] = raw.get("rows", [])
        if "grid" not in raw or not rows:
            read.fault("M017", "a hex map needs `grid`, `legend` and `rows`", read.span(raw), "add what is missing")
            return
        given = raw["grid"]
        widest = max(len(row) for row in rows)
        columns, height = given.get("columns", widest), given.get("rows", len(rows))
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
        self.grid = HexGrid(
            given["orientation"],
            columns,
            len(rows),
            float(given["pitch"]),
            given.get("shift", "even"),
            _axis(given.get("column")),
            _axis(given.get("row")),
            given.get("order") == "row_column",
            given.get("separator", ""),
            pair(given.get("origin", [0, 0])),
        )
        self._cells(self.grid, rows)
        self._hex_details()
        self._courses()
        self._hex_links(self.grid)

    def _cells(self, grid: HexGrid, rows: list[str]) -> None:
        read, legend = self.read, self.raw.get("legend", {})
        for sign, terrain in legend.items():
            if terrain != OFF_MAP:
                read.known(terrain, self.terrain, "terrain", read.span(legend, sign))
        strange: set[str] = set()
        for r, row in enumerate(rows):
            for c, sign in enumerate(row):
                terrain = legend.get(sign)
                if terrain is None:
                    if sign not in strange:
                        strange.add(sign)
                        read.fault(
                            "M010",
                            f"the sign `{sign}` in row {r + 1}, column {c + 1} is not in the legend",
                            read.span(rows, r),
                            "add it to `legend`",
                        )
                    continue
                if terrain == OFF_MAP or c >= grid.columns:
                    continue
                cell = (c, r)
                id = grid.label(cell)
                if id in self.spaces:
                    if id not in strange:
                        strange.add(id)
                        read.fault(
                            "M013",
                            f"two hexes have the number `{id}`",
                            read.span(self.raw, "grid"),
                            "give columns and rows enough `digits`, or a `separator`",
                        )
                    continue
                self.cells[id] = cell
                self.spaces[id] = Space(id, "hex", Name(id), grid.centre(cell), terrain, board=self.id)

    def _hex_details(self) -> None:
        """What `spaces` says about single hexes is laid over the grid."""
        details = self.raw.get("spaces", {})
        for id, detail in details.items():
            where = self.read.key_span(details, id)
            base = self.spaces.get(id)
            if base is None:
                self._off_grid(id, where)
                continue
            kind, values = self._kind(detail, "hex", _SPACE_KEYS, id)
            terrain = detail.get("terrain", base.terrain)
            if "terrain" in detail:
                self.read.known(terrain, self.terrain, "terrain", self.read.span(detail, "terrain"))
            self.spaces[id] = Space(
                id,
                kind,
                read_name(detail.get("name"), id),
                base.at,
                terrain,
                values,
                label=_point(detail.get("label")),
                board=self.id,
                note=self.read.note(detail, where),
            )

    def _off_grid(self, id: str, where: Any) -> None:
        grid = self.grid
        shown = f"{grid.label((0, 0))} to {grid.label((grid.columns - 1, grid.rows - 1))}" if grid else "no hexes"
        self.read.fault("M011", f"`{id}` is not a hex of this map", where, f"the grid runs from {shown}")

    def _courses(self) -> None:
        raw, read = self.raw, self.read
        for i, side in enumerate(raw.get("hexsides", ())):
            self._course(f"hexside.{i}", side, [side["between"]], side, "between")
        for i, river in enumerate(raw.get("rivers", ())):
            self._course(f"river.{i}", river, river["sides"], river["sides"], None)
        for i, road in enumerate(raw.get("roads", ())):
            through = road["through"]
            good = [id for j, id in enumerate(through) if self._on_grid(id, read.span(through, j))]
            if len(good) == len(through):
                for j, (a, b) in enumerate(pairwise(through)):
                    self._lay(road, a, b, read.span(through, j + 1))
            self._route(f"road.{i}", road, through=tuple(good))

    def _course(self, id: str, raw: dict[str, Any], sides: list[Any], container: Any, key: str | None) -> None:
        laid: list[tuple[str, str]] = []
        for j, (a, b) in enumerate(sides):
            where = self.read.span(container, key if key is not None else j)
            if self._on_grid(a, where) and self._on_grid(b, where) and self._lay(raw, a, b, where):
                laid.append((a, b))
        self._route(id, raw, sides=tuple(laid))

    def _on_grid(self, id: str, where: Any) -> bool:
        if id in self.cells:
            return True
        self._off_grid(id, where)
        return False

    def _lay(self, raw: dict[str, Any], a: str, b: str, where: Any) -> bool:
        assert self.grid is not None
        if self.grid.direction(self.cells[a], self.cells[b]) is None:
            apart = self.grid.distance(self.cells[a], self.cells[b])
            self.read.fault(
                "M012",
                f"`{a}` and `{b}` do not touch: they are {apart} hexes apart",
                where,
                "name two neighbouring hexes",
            )
            return False
        on = self.features.setdefault(_key(a, b), [])
        if raw["is"] not in on:
            on.append(raw["is"])
        return True

    def _route(
        self, id: str, raw: dict[str, Any], through: tuple[str, ...] = (), sides: tuple[tuple[str, str], ...] = ()
    ) -> None:
        reserved = {"name", "is", "sides", "through", "between", *NOTE_KEYS}
        self.read.known(raw["is"], self.feature_kinds, "feature", self.read.span(raw, "is"))
        kind = self.feature_kinds.get(raw["is"])
        name = read_name(raw["name"]) if "name" in raw else None
        values = self.read.values(raw, reserved, kind.fields, f"this {kind.id}") if kind is not None else {}
        self.routes.append(Route(id, raw["is"], name, through, sides, values, self.read.note(raw)))

    def _hex_links(self, grid: HexGrid) -> None:
        by_cell = {cell: id for id, cell in self.cells.items()}
        for id, cell in self.cells.items():
            for direction in (0, 1, 2) if grid.orientation == "pointy" else (1, 2, 3):
                there = grid.step(cell, direction)
                other = by_cell.get(there) if there is not None else None
                if other is not None:
                    features = self.features.get(_key(id, other), ())
                    self.links.append(Link(id, other, ADJACENT, tuple(features), direction))

    # -- points, areas, boxes ----------------------------------------------------------------------------------------
    def _kind(self, raw: dict[str, Any], default: str, reserved: Iterable[str], id: str) -> tuple[str, dict[str, Any]]:
        kind = raw.get("kind", default)
        declared: Kind | None = self.space_kinds.get(kind)
        if declared is None and kind != default:
            self.read.known(kind, self.space_kinds, "kind of space", self.read.span(raw, "kind"))
        fields = declared.fields if declared else {}
        return kind, self.read.values(raw, frozenset(reserved), fields, f"`{id}`")

    def _add(self, space: Space) -> None:
        twin = self.spaces.get(space.id)
        if twin is not None:
            self.read.fault(
                "M002",
                f"two spaces are called `{space.id}`",
                space.note.span,
                "rename one of them",
                [Related(twin.note.span, "the other is here")],
            )
            return
        self.spaces[space.id] = space

    def _point(self, id: str, raw: dict[str, Any]) -> None:
        where = self.read.key_span(self.raw["spaces"], id)
        if "at" not in raw:
            self.read.fault("M014", f"space `{id}` has no place on the board", where, "add `at: [x, y]` in mm")
        kind, values = self._kind(raw, "point", _SPACE_KEYS, id)
        self._add(self._space(id, kind, raw, pair(raw.get("at", [0, 0])), values, where))

    def _space(
        self,
        id: str,
        kind: str,
        raw: dict[str, Any],
        at: Point,
        values: dict[str, Any],
        where: Any,
        outline: tuple[Ring, ...] = (),
        display: str | None = None,
    ) -> Space:
        if "terrain" in raw:
            self.read.known(raw["terrain"], self.terrain, "terrain", self.read.span(raw, "terrain"))
        size = pair(raw["size"]) if "size" in raw else None
        return Space(
            id,
            kind,
            read_name(raw.get("name"), id),
            at,
            raw.get("terrain"),
            values,
            outline,
            _point(raw.get("label")),
            size,
            display,
            self.id,
            self.read.note(raw, where),
        )

    def _area(self, id: str, raw: dict[str, Any]) -> None:
        where = self.read.key_span(self.raw["areas"], id)
        rings = tuple(tuple((float(x), float(y)) for x, y in ring) for ring in raw.get("outline", ()))
        if "at" not in raw and not rings:
            self.read.fault("M014", f"area `{id}` has neither `at` nor `outline`", where, "add one of them, in mm")
        at = pair(raw["at"]) if "at" in raw else _centroid(rings)
        kind, values = self._kind(raw, "area", _AREA_KEYS, id)
        self._add(self._space(id, kind, raw, at, values, where, rings))

    def _boxes(self) -> None:
        boxes = self.raw.get("boxes", {})
        for id, box in boxes.items():
            kind, values = self._kind(box, "box", _SPACE_KEYS, id)
            self._add(self._space(id, kind, box, pair(box["at"]), values, self.read.key_span(boxes, id)))
        displays = self.raw.get("displays", {})
        for id, display in displays.items():
            self._display(id, display, self.read.key_span(displays, id))

    def _display(self, id: str, raw: dict[str, Any], where: Any) -> None:
        read = self.read
        per, window = raw.get("per"), raw.get("window", "board")
        everyone = list(self.owners[per]) if per else []
        if per and "only" in raw:
            everyone = list(read.only_known(raw["only"], everyone, per, raw["only"]))
        if "side" in raw:
            read.known(raw["side"], tuple(self.owners["side"]), "side", read.span(raw, "side"))
        step, corner = pair(raw.get("step", [0, 0])), pair(raw.get("at", [0, 0]))
        for n, owner in enumerate(everyone or [None]):
            suffix = f".{owner}" if owner else ""
            at = (corner[0] + n * step[0], corner[1] + n * step[1])
            boxes: list[str] = []
            for box_id, box in raw["boxes"].items():
                x, y = pair(box["at"])
                place = (x + at[0], y + at[1]) if window == "board" else (x, y)
                kind, values = self._kind(box, "box", _SPACE_KEYS, box_id)
                space = self._space(
                    f"{box_id}{suffix}",
                    kind,
                    box,
                    place,
                    values,
                    read.key_span(raw["boxes"], box_id),
                    display=f"{id}{suffix}",
                )
                self._add(space)
                boxes.append(space.id)
            name = read_name(raw["name"])
            if owner:
                name = Name(f"{name.en}: {self.owner_names[owner].en}", name.ja)
            self.displays[f"{id}{suffix}"] = Display(
                f"{id}{suffix}",
                name,
                tuple(boxes),
                at,
                pair(raw["size"]),
                window,
                owner if per == "seat" else None,
                raw.get("private", False),
                owner if per == "side" else raw.get("side"),
                raw.get("print", True),
                read.note(raw, where),
            )

    # -- links -------------------------------------------------------------------------------------------------------
    def _borders(self) -> None:
        """Areas name their neighbours; a pair that names each other is one link, a lonely one is one-way."""
        said: dict[tuple[str, str, str], Any] = {}
        areas = self.raw.get("areas", {})
        for id, area in areas.items():
            for kind, others in area.get("borders", {}).items():
                self.read.known(kind, self.link_kinds, "kind of link", self.read.key_span(area["borders"], kind))
                for i, other in enumerate(others):
                    where = self.read.span(others, i)
                    if self.read.known(other, self.spaces, "space", where):
                        said.setdefault((id, other, kind), where)
        for (a, b, kind), where in said.items():
            mutual = (b, a, kind) in said
            if not mutual or a < b:
                self.links.append(Link(a, b, kind, one_way=not mutual, note=Note(span=where)))

    def _links(self) -> None:
        reserved = frozenset({"from", "to", "by", "one_way", *NOTE_KEYS})
        for raw in self.raw.get("links", ()):
            read = self.read
            good = read.known(raw["by"], self.link_kinds, "kind of link", read.span(raw, "by"))
            good &= read.known(raw["from"], self.spaces, "space", read.span(raw, "from"))
            kind = self.link_kinds.get(raw["by"])
            values = read.values(raw, reserved, kind.fields, "this link") if kind is not None else {}
            for i, to in enumerate(raw["to"]):
                where = read.span(raw["to"], i)
                if read.known(to, self.spaces, "space", where) and good:
                    self.links.append(
                        Link(
                            raw["from"],
                            to,
                            raw["by"],
                            (),
                            None,
                            raw.get("one_way", False),
                            values,
                            read.note(raw, where),
                        )
                    )

    # -- the rest ----------------------------------------------------------------------------------------------------
    def _regions(self) -> dict[str, Region]:
        read, raw = self.read, self.raw.get("regions", {})
        fields = read.fields(self.raw.get("region_fields"), _REGION_KEYS)
        members: dict[str, list[str]] = {id: [] for id in raw}
        for id, region in raw.items():
            for i, space in enumerate(region.get("spaces", ())):
                where = read.span(region["spaces"], i)
                if (
                    self._on_grid(space, where)
                    if self.raw["kind"] == "hex" and space not in self.spaces
                    else read.known(space, self.spaces, "space", where)
                ):
                    members[id].append(space)
        self._region_rows(raw, members)
        found = {}
        for id, region in raw.items():
            found[id] = Region(
                id,
                read_name(region["name"]),
                tuple(dict.fromkeys(members[id])),
                region.get("kind", "region"),
                region.get("side"),
                _point(region.get("label")),
                read.values(region, _REGION_KEYS, fields, f"region `{id}`"),
                read.note(region, read.key_span(raw, id)),
            )
            if "side" in region:
                read.known(region["side"], tuple(self.owners["side"]), "side", read.span(region, "side"))
        return found

    def _region_rows(self, raw: dict[str, Any], members: dict[str, list[str]]) -> None:
        codes = {region["code"]: id for id, region in raw.items() if "code" in region}
        rows = self.raw.get("region_rows", ())
        if rows and self.grid is not None and len(rows) != self.grid.rows:
            self.read.fault(
                "M009",
                f"`region_rows` has {len(rows)} rows, the map {self.grid.rows}",
                self.read.key_span(self.raw, "region_rows"),
                "one line for each row of the map",
            )
        for r, row in enumerate(rows):
            signs = row.split()
            if self.grid is not None and len(signs) != self.grid.columns:
                self.read.fault(
                    "M009",
                    f"line {r + 1} of `region_rows` has {len(signs)} codes, not {self.grid.columns}",
                    self.read.span(rows, r),
                    "one code for each column",
                )
            for c, sign in enumerate(signs):
                if set(sign) <= {"-"}:
                    continue
                if sign not in codes:
                    self.read.fault(
                        "M010",
                        f"the code `{sign}` in line {r + 1}, column {c + 1} names no region",
                        self.read.span(rows, r),
                        "give a region this `code`",
                    )
                elif self.grid is not None and self.grid.inside((c, r)):
                    id = self.grid.label((c, r))
                    if id in self.spaces:
                        members[codes[sign]].append(id)

    def _note(self) -> Note:
        """The map's own note, with the rules and source written beside its grid."""
        note, grid = self.read.note(self.raw), self.read.note(self.raw.get("grid", {}))
        return Note((*note.rules, *grid.rules), note.source or grid.source, note.remark, note.span)

    def _unused_signs(self) -> tuple[tuple[str, Span], ...]:
        legend, used = self.raw.get("legend", {}), set("".join(self.raw.get("rows", ())))
        return tuple((sign, self.read.key_span(legend, sign)) for sign in legend if sign not in used)

    def _stacking(self) -> tuple[Stacking, ...]:
        return tuple(
            Stacking(raw["limit"], tuple(raw.get("kinds", ())), raw.get("per", "side"), self.read.note(raw))
            for raw in self.raw.get("stacking", ())
        )

    def _size(self) -> Point:
        if "size" in self.raw:
            return pair(self.raw["size"])
        if self.grid is not None:
            width, height = self.grid.extent
            return (width + 2 * self.grid.origin[0], height + 2 * self.grid.origin[1])
        points = [p for s in self.spaces.values() for p in (s.at, *(q for ring in s.outline for q in ring))]
        return (max((p[0] for p in points), default=100.0) + 10, max((p[1] for p in points), default=100.0) + 10)


def _key(a: str, b: str) -> tuple[str, str]:
    return (a, b) if a < b else (b, a)


def _point(value: Any) -> Point | None:
    return None if value is None else pair(value)


def _axis(raw: Mapping[str, Any] | None) -> Axis:
    raw = raw or {}
    return Axis(raw.get("first", 1), raw.get("descending", False), raw.get("digits", 2), raw.get("letters", False))


def _centroid(rings: tuple[Ring, ...]) -> Point:
    """Centroid of the largest ring."""
    best, size = (0.0, 0.0), -1.0
    for ring in rings:
        area = x = y = 0.0
        for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
            cross = ax * by - bx * ay
            area, x, y = area + cross, x + (ax + bx) * cross, y + (ay + by) * cross
        if abs(area) > size:
            size = abs(area)
            best = (x / (3 * area), y / (3 * area)) if area else ring[0]
    return best
