"""The map as one graph: areas, towns, hexes, boxes are all spaces; what joins them are links."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from compiler.diagnostics import Span
from compiler.model.common import NO_NOTE, Kind, Name, Note, Value
from compiler.model.hexgrid import Cell, HexGrid
from compiler.model.picture import Backdrop
from compiler.model.record import record
from compiler.model.squaregrid import SquareGrid

Point = tuple[float, float]
Ring = tuple[Point, ...]

OFF_MAP = "off_map"
ADJACENT = "adjacent"  # the kind of link between neighbouring hexes


@record(frozen=True, slots=True)
class Space:
    """A place a piece can be: `at` is its centre in mm on its board, `outline` its shape where it has one."""

    id: str
    kind: str
    name: Name
    at: Point
    terrain: str | None = None
    values: Mapping[str, Value] = field(default_factory=dict)
    outline: tuple[Ring, ...] = ()
    label: Point | None = None
    size: Point | None = None
    display: str | None = None
    board: str = "main"
    note: Note = field(default=NO_NOTE, compare=False)


@record(frozen=True, slots=True)
class Link:
    """Two spaces joined by a kind of way; `features` are what lies on it (river, bridge, road)."""

    a: str
    b: str
    kind: str
    features: tuple[str, ...] = ()
    direction: int | None = None  # hex maps: from a to b
    one_way: bool = False
    values: Mapping[str, Value] = field(default_factory=dict)
    note: Note = field(default=NO_NOTE, compare=False)

    def other(self, space: str) -> str:
        return self.b if space == self.a else self.a


@dataclass(frozen=True, slots=True)
class Route:
    """A road, river or lane as it was written: a course through spaces, or along hexsides."""

    id: str
    kind: str
    name: Name | None
    through: tuple[str, ...] = ()
    sides: tuple[tuple[str, str], ...] = ()
    values: Mapping[str, Value] = field(default_factory=dict)
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True, slots=True)
class Region:
    """A named group of spaces: a province, a territory, a setup area."""

    id: str
    name: Name
    spaces: tuple[str, ...]
    kind: str = "region"
    side: str | None = None
    label: Point | None = None
    values: Mapping[str, Value] = field(default_factory=dict)
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True, slots=True)
class Head:
    """Words between the boxes of a display: what they are for, where their middle stands, how wide they may be."""

    name: Name
    at: Point
    width: float


@dataclass(frozen=True, slots=True)
class Display:
    """A group of boxes drawn together: a force card, an order track, a planning tray.

    `window` is "board" when it lies on its map, "own" when it has its own window; `seat` makes it private.
    """

    id: str
    name: Name
    boxes: tuple[str, ...]
    at: Point
    size: Point
    window: str = "board"
    seat: str | None = None
    private: bool = False
    side: str | None = None
    printed: bool = True
    heads: tuple[Head, ...] = ()
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True, slots=True)
class Stacking:
    """How many pieces of which kinds may stand in one space (None: no limit)."""

    limit: int | None = None
    kinds: tuple[str, ...] = ()
    per: str = "side"  # "side": each side counts alone; "space": all together
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True)
class Map:
    """A board with its spaces and links. Spaces of displays with their own window belong to it too."""

    id: str
    kind: str  # hex, square, points, areas, display
    name: Name
    size: Point
    spaces: Mapping[str, Space]
    links: tuple[Link, ...]
    grid: HexGrid | None = None
    squares: SquareGrid | None = None
    terrain: Mapping[str, Kind] = field(default_factory=dict)
    space_kinds: Mapping[str, Kind] = field(default_factory=dict)
    link_kinds: Mapping[str, Kind] = field(default_factory=dict)
    feature_kinds: Mapping[str, Kind] = field(default_factory=dict)
    routes: tuple[Route, ...] = ()
    regions: Mapping[str, Region] = field(default_factory=dict)
    displays: Mapping[str, Display] = field(default_factory=dict)
    stacking: tuple[Stacking, ...] = ()
    backdrop: Backdrop | None = None  # the author's own picture, at true size
    measured: bool = True  # false: its picture tells no size, so nobody knows what lies off the board
    back: str | None = None  # of a back its own id; `id` is that of the board
    front: Name | None = None  # of a back the name of its front, which the window of the board keeps
    unused_signs: tuple[tuple[str, Span], ...] = field(default=(), compare=False)  # signs of the legend in no row
    note: Note = field(default=NO_NOTE, compare=False)

    @property
    def face(self) -> str:
        """The id of this face of the board."""
        return self.back or self.id

    @property
    def window(self) -> Name:
        """What the board is called, whichever face is up."""
        return self.front or self.name

    @property
    def misfits(self) -> dict[str, float]:
        """How far each hex or square whose pixels were measured lies from them, in mm."""
        if self.backdrop is None:
            return {}
        pixels = {id: pixel for id, pixel in self.backdrop.hexes.items() if id in self.spaces}
        return {id: math.dist(self.backdrop.at(pixel), self.spaces[id].at) for id, pixel in pixels.items()}

    def on_lattice(self, id: str) -> bool:
        """Whether a space is a hex or square of the grid."""
        return id in self.cells or (self.squares is not None and bool(self.spaces[id].outline))

    @property
    def lattice(self) -> HexGrid | SquareGrid | None:
        """The grid, of hexes or of squares."""
        return self.grid or self.squares

    @cached_property
    def links_of(self) -> Mapping[str, tuple[Link, ...]]:
        """Every space's links that can be gone along from it, in the order written."""
        found: dict[str, list[Link]] = {space: [] for space in self.spaces}
        for link in self.links:
            found[link.a].append(link)
            if not link.one_way:
                found[link.b].append(link)
        return {space: tuple(links) for space, links in found.items()}

    @cached_property
    def regions_of(self) -> Mapping[str, tuple[str, ...]]:
        """The regions each space lies in."""
        found: dict[str, list[str]] = {}
        for region in self.regions.values():
            for space in region.spaces:
                found.setdefault(space, []).append(region.id)
        return {space: tuple(regions) for space, regions in found.items()}

    @cached_property
    def cells(self) -> Mapping[str, Cell]:
        """The hexes of a hex map: their number and their cell of the grid."""
        if self.grid is None:
            return {}
        return {label: cell for label, cell in self.grid.labels().items() if label in self.spaces}

    @cached_property
    def axial(self) -> Mapping[str, tuple[int, int]]:
        """The hexes of a hex map in coordinates in which distances are simple."""
        grid = self.grid
        return {} if grid is None else {id: grid.axial(cell) for id, cell in self.cells.items()}

    @cached_property
    def beside(self) -> Mapping[str, tuple[str, ...]]:
        """The spaces one link away from each, once each, in the order of the links."""
        return {
            space: tuple(dict.fromkeys([link.b if link.a == space else link.a for link in links]))
            for space, links in self.links_of.items()
        }

    def neighbours(self, space: str) -> Iterator[str]:
        """The spaces one link away, each once, in the order of the links."""
        return iter(self.beside.get(space, ()))

    @cached_property
    def land(self) -> tuple[str, ...]:
        """The spaces of the map proper: no boxes, no display spaces."""
        return tuple(s.id for s in self.spaces.values() if s.display is None and s.kind != "box")
