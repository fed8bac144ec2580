"""The hexes of a map as shapes: corners shared by neighbours, unions, sides, and a rim beyond the grid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property

import shapely
from shapely.geometry import Point as Place
from shapely.geometry import Polygon, box
from shapely.geometry.base import BaseGeometry

from compiler.model.graph import Map, Point
from compiler.model.hexgrid import Cell, HexGrid
from compiler.render.map.recipes import Style

# How grounds lie on each other: a higher one covers the seam to a lower one.
RANKS = ("bare", "paddies", "tint", "dots", "reeds", "trees", "town", "city", "fort", "tufts", "slope", "humps",
         "peaks", "ridge", "stream", "water")  # fmt: skip
WET = ("stream", "water")
RIM = 2  # cells beyond the grid that continue its edge up to the frame


class HexField:
    """The hexes of one map."""

    def __init__(self, map: Map, style: Style) -> None:
        assert map.grid is not None
        self.grid: HexGrid = map.grid
        self.map = map
        self.style = style
        self.scale = self.grid.pitch / 16.5
        self.ids: dict[Cell, str] = {cell: id for id, cell in map.cells.items()}
        self._corners: dict[Cell, tuple[Point, ...]] = {}

    @cached_property
    def terrain(self) -> dict[Cell, str]:
        """The terrain of every hex of the map."""
        return {cell: self.map.spaces[id].terrain or "" for cell, id in self.ids.items()}

    @cached_property
    def wide(self) -> dict[Cell, str]:
        """The terrain of every hex, and of a rim beyond the grid that takes after the hexes at its edge."""
        found = dict(self.terrain)
        columns, rows = self.grid.columns, self.grid.rows
        for row in range(-RIM, rows + RIM):
            for column in range(-RIM, columns + RIM):
                near = (min(max(column, 0), columns - 1), min(max(row, 0), rows - 1))
                if near != (column, row) and near in self.terrain:
                    found[column, row] = self.terrain[near]
        return found

    def recipe(self, terrain: str) -> str:
        return self.style.terrain.get(terrain, "tint")

    @cached_property
    def base(self) -> str:
        """The ground everything lies on: the commonest bare terrain, or the commonest on land."""
        counts = Counter(self.terrain.values())
        land = [t for t in counts if self.recipe(t) not in WET] or list(counts)
        bare = [t for t in land if self.recipe(t) in ("bare", "paddies")]
        return max(bare or land, key=lambda t: (counts[t], t), default="")

    @cached_property
    def patches(self) -> list[tuple[str, BaseGeometry]]:
        """The other grounds from the lowest up, each reaching under the higher ones beside it."""
        by: dict[str, list[Cell]] = {}
        heights: dict[str, str] = {}  # slopes and ridges of several terrains are one height
        for cell, terrain in self.wide.items():
            recipe = self.recipe(terrain)
            first = heights.setdefault(recipe, terrain) if recipe in ("slope", "ridge") else terrain
            by.setdefault(first, []).append(cell)
        rank = {t: RANKS.index(self.recipe(t)) for t in by}
        found = []
        for terrain in sorted(by, key=lambda t: (rank[t], t)):
            if terrain != self.base and self.recipe(terrain) not in WET:
                under = {
                    near
                    for cell in by[terrain]
                    for near in self.around(cell)
                    if near in self.wide and RANKS.index(self.recipe(self.wide[near])) > rank[terrain]
                }
                found.append((terrain, self.union([*by[terrain], *sorted(under)])))
        return found

    def of(self, *recipes: str) -> list[Cell]:
        """The hexes, rim included, whose terrain has one of the recipes."""
        return [cell for cell, terrain in self.wide.items() if self.recipe(terrain) in recipes]

    def around(self, cell: Cell) -> Iterator[Cell]:
        q, r = self.grid.axial(cell)
        for dq, dr in ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)):
            yield self.grid.cell((q + dq, r + dr))

    # -- shapes ------------------------------------------------------------------------------------------------------
    def corners(self, cell: Cell) -> tuple[Point, ...]:
        """Six corners on a common lattice, so that neighbours share them to the last bit."""
        found = self._corners.get(cell)
        if found is None:
            long, short = self.grid.side / 2, self.grid.pitch / 2
            px, py = (long, short) if self.grid.orientation == "flat" else (short, long)
            ox, oy = self.grid.origin
            found = self._corners[cell] = tuple(
                (ox + px * round((x - ox) / px), oy + py * round((y - oy) / py)) for x, y in self.grid.corners(cell)
            )
        return found

    def polygon(self, cell: Cell) -> Polygon:
        return Polygon(self.corners(cell))

    def union(self, cells: Iterable[Cell]) -> BaseGeometry:
        """Hexes joined into one shape."""
        rings = [self.corners(cell) for cell in cells]
        return shapely.coverage_union_all(shapely.polygons(rings)) if rings else Polygon()

    def side(self, a: str, b: str) -> tuple[Point, Point]:
        """The side between two neighbouring hexes."""
        cell = self.map.cells[a]
        direction = self.grid.direction(cell, self.map.cells[b])
        assert direction is not None
        corners = self.corners(cell)
        return corners[direction], corners[(direction + 1) % 6]

    @cached_property
    def edges(self) -> list[tuple[Point, Point]]:
        """Every hexside once."""
        found: dict[tuple[Point, Point], None] = {}
        for cell in self.ids:
            corners = self.corners(cell)
            for i in range(6):
                a, b = corners[i], corners[(i + 1) % 6]
                found[(a, b) if a < b else (b, a)] = None
        return list(found)

    @cached_property
    def land(self) -> BaseGeometry:
        """All hexes of the map."""
        return self.union(self.ids)

    @cached_property
    def water(self) -> BaseGeometry:
        """All hexes of sea and lake, rim included; far away where there is none."""
        cells = self.of("water")
        return self.union(cells) if cells else Place(-1e6, -1e6)

    def view(self, margin: float) -> BaseGeometry:
        """The window that shows every hex."""
        x0, y0, x1, y1 = self.land.bounds
        return box(x0 - margin, y0 - margin, x1 + margin, y1 + margin)
