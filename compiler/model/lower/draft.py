"""A map on its way: what has been read of it so far, and what every part of the reading needs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from compiler.diagnostics import Related
from compiler.model.common import Kind
from compiler.model.graph import Display, Link, Map, Point, Ring, Route, Space
from compiler.model.hexgrid import Cell, HexGrid
from compiler.model.lower.reading import NOTE_KEYS, Reader, pair, read_name
from compiler.model.picture import Backdrop
from compiler.model.squaregrid import SquareGrid

SPACE_KEYS = frozenset({"kind", "at", "name", "terrain", "label", "size", "rect", *NOTE_KEYS})


class Draft:
    """One map of one document; its parts are filled in one after another."""

    def __init__(self, read: Reader, front: Map | None = None) -> None:
        self.read = read
        self.front = front  # of a back: the face it is the other side of
        self.raw: dict[str, Any] = read.document.value
        own: str = self.raw.get("id", "main")
        self.back: str | None = own if "back_of" in self.raw else None
        self.id: str = self.raw.get("back_of", own)  # a board has one id, whichever face is up
        self.spaces: dict[str, Space] = {}
        self.cells: dict[str, Cell] = {}
        self.links: list[Link] = []
        self.routes: list[Route] = []
        self.features: dict[tuple[str, str], list[str]] = {}
        self.displays: dict[str, Display] = {}
        self.grid: HexGrid | None = None
        self.squares: SquareGrid | None = None
        self.backdrop: Backdrop | None = None
        self.size: Point | None = None  # of the board, where its picture tells
        self.terrain = read.kinds(self.raw, "terrain", "terrain_fields", "terrain")
        self.feature_kinds = read.kinds(self.raw, "feature_kinds", "feature_fields", "feature")
        self._cancelled()
        self.space_kinds = read.kinds(self.raw, "space_kinds", "space_fields", "kind of space")
        self.link_kinds = read.kinds(self.raw, "link_kinds", "link_fields", "kind of link")

    def _cancelled(self) -> None:
        """What a bridge takes away must be a feature too."""
        for raw in (self.raw.get("feature_kinds") or {}).values():
            if isinstance(raw, dict) and isinstance(raw.get("cancels"), list):
                self.read.only_known(raw["cancels"], self.feature_kinds, "feature", raw["cancels"])

    @property
    def lattice(self) -> HexGrid | SquareGrid | None:
        """The grid, of hexes or of squares."""
        return self.grid or self.squares

    def move_grid(self, origin: Point) -> None:
        """Let the grid begin elsewhere on the board."""
        if self.grid is not None:
            self.grid = replace(self.grid, origin=origin)
        if self.squares is not None:
            self.squares = replace(self.squares, origin=origin)

    def off_grid(self, id: str, where: Any) -> None:
        grid = self.lattice
        what = "square" if self.squares else "hex"
        shown = f"{grid.label((0, 0))} to {grid.label((grid.columns - 1, grid.rows - 1))}" if grid else "no hexes"
        self.read.fault("M011", f"`{id}` is not a {what} of this map", where, f"the grid runs from {shown}")

    def on_grid(self, id: str, where: Any) -> bool:
        if id in self.cells:
            return True
        self.off_grid(id, where)
        return False

    def kind_of(
        self, raw: dict[str, Any], default: str, reserved: Iterable[str], id: str
    ) -> tuple[str, dict[str, Any]]:
        kind = raw.get("kind", default)
        declared: Kind | None = self.space_kinds.get(kind)
        if declared is None and kind != default:
            self.read.known(kind, self.space_kinds, "kind of space", self.read.span(raw, "kind"))
        fields = declared.fields if declared else {}
        return kind, self.read.values(raw, frozenset(reserved), fields, f"`{id}`")

    def add(self, space: Space) -> None:
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

    def space(
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
        given = box_size(raw)
        size = None if given is None else self.extent(given)
        return Space(
            id=id,
            kind=kind,
            name=read_name(raw.get("name"), id),
            at=at,
            terrain=raw.get("terrain"),
            values=values,
            outline=outline,
            label=self.point(raw.get("label")),
            size=size,
            display=display,
            board=self.id,
            note=self.read.note(raw, where),
        )

    # -- places: in mm, or in pixels of the map's picture ------------------------------------------------------------
    def place(self, value: Any) -> Point:
        """A point of the board."""
        return pair(value) if self.backdrop is None else self.backdrop.at(pair(value))

    def point(self, value: Any) -> Point | None:
        """A point of the board, if it is given."""
        return None if value is None else self.place(value)

    def extent(self, value: Any) -> Point:
        """A width and height on the board."""
        return pair(value) if self.backdrop is None else self.backdrop.size(pair(value))


def box_size(raw: dict[str, Any]) -> Point | None:
    """Width and height of a box, as its author counts."""
    given = raw.get("size", raw["rect"][2:] if "rect" in raw else None)
    return None if given is None else pair(given)


def middle(raw: dict[str, Any]) -> Any:
    """The middle of a box, as its author counts: `at`, or that of its `rect`."""
    if "at" in raw:
        return raw["at"]
    x, y, w, h = raw["rect"]
    return [x + w / 2, y + h / 2]
