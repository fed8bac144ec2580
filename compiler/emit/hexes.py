"""A hex grid as VASSAL has it: origin, pitch and numbering such that its names and snap points are the model's."""

from __future__ import annotations

import math
from dataclasses import dataclass

from compiler.model.hexgrid import Axis, Cell, HexGrid
from compiler.vassal.buildfile import Component, component

MAX_LETTERS = 27  # VASSAL goes on with BB after AA, we with AB


@dataclass(frozen=True, slots=True)
class HexPlan:
    """The grid in pixels. VASSAL lays columns along `u`; a grid of pointy hexes is turned, its columns are our rows.

    Odd raw columns lie half a hex further. Where the model's first column is such a one, `skipped` is 1: the
    grid begins one column before the map.
    """

    grid: HexGrid
    scale: float
    sideways: bool
    skipped: int
    u0: int
    v0: int
    du: float
    dv: float

    def centre(self, cell: Cell) -> tuple[int, int]:
        """The pixel a piece in a cell snaps to, computed as VASSAL does: fractions are cut off."""
        nu, nv = self.raw(cell)
        u = int(self.du * nu + self.u0)
        v = int(self.dv * nv + (int(self.dv / 2) if nu % 2 else 0) + self.v0)
        return (v, u) if self.sideways else (u, v)

    def raw(self, cell: Cell) -> tuple[int, int]:
        """VASSAL's own indices of a cell."""
        column, row = cell
        return (row + self.skipped, column) if self.sideways else (column + self.skipped, row)

    def name(self, cell: Cell, width: int, height: int) -> str:
        """What VASSAL calls the hex on a board of that size; the tests compare it with the model's number."""
        nu, nv = self.raw(cell)
        parts = []
        for attributes, number, most in (
            (self._along_u(width, height), nu, self._most(width, height)[0]),
            (self._along_v(width, height), nv, self._most(width, height)[1]),
        ):
            kind, leading, offset, descends = attributes
            parts.append(_part((most - number if descends else number) + offset, kind, leading))
        h, v = parts
        return self.grid.prefix + self.grid.separator.join((h, v) if self._u_first else (v, h))

    @property
    def _u_first(self) -> bool:
        """Whether the number of VASSAL's columns comes first."""
        return self.grid.row_first if self.sideways else not self.grid.row_first

    def _most(self, width: int, height: int) -> tuple[int, int]:
        """What descending numbers are counted from, for columns and rows; the engine mixes width and height up."""
        rows, columns = math.floor(height / self.du + 0.5), math.floor(width / self.dv + 0.5)
        return (rows, columns) if self.sideways else (columns, rows)

    def _along_u(self, width: int, height: int) -> tuple[str, int, int, bool]:
        axis, count = (self.grid.row, self.grid.rows) if self.sideways else (self.grid.column, self.grid.columns)
        return _numbered(axis, count, self.skipped, self._most(width, height)[0])

    def _along_v(self, width: int, height: int) -> tuple[str, int, int, bool]:
        axis, count = (self.grid.column, self.grid.columns) if self.sideways else (self.grid.row, self.grid.rows)
        return _numbered(axis, count, 0, self._most(width, height)[1])

    def component(self, width: int, height: int) -> Component:
        """The grid with its numbering for a board of that size."""
        (h_type, h_leading, h_off, u_descends) = self._along_u(width, height)
        (v_type, v_leading, v_off, v_descends) = self._along_v(width, height)
        # the flags belong to the screen's axes, the rest to VASSAL's columns and rows
        h_descend, v_descend = (v_descends, u_descends) if self.sideways else (u_descends, v_descends)
        numbering = component(
            "b.mapgrid.HexGridNumbering", first="H" if self._u_first else "V", sep=self.grid.separator,
            hType=h_type, vType=v_type, hLeading=h_leading, vLeading=v_leading, hOff=h_off, vOff=v_off,
            hDescend=h_descend, vDescend=v_descend, stagger=False, visible=False,
            locationFormat=f"{self.grid.prefix}$gridLocation$",
        )  # fmt: skip
        return component(
            "b.HexGrid",
            numbering,
            x0=self.u0,
            y0=self.v0,
            dx=self.du,
            dy=self.dv,
            sideways=self.sideways,
            snapTo=True,
            edgesLegal=False,
            cornersLegal=False,
            visible=False,
        )


def plan(grid: HexGrid, scale: float) -> HexPlan:
    """The plan of a model's grid at so many pixels to the millimetre."""
    sideways = grid.orientation == "pointy"
    skipped = int(grid.shifted((0, 0)))
    x, y = grid.centre((0, 0))
    half = grid.pitch / 2 if skipped else 0.0
    u, v = (y, x - half) if sideways else (x, y - half)
    du, dv = grid.side * 1.5 * scale, grid.pitch * scale
    return HexPlan(grid, scale, sideways, skipped, round(u * scale - skipped * du), round(v * scale), du, dv)


def speakable(grid: HexGrid) -> bool:
    """Whether VASSAL can number the grid as the rulebook does."""
    return all(
        not axis.letters or axis.first + count - 1 <= MAX_LETTERS
        for axis, count in ((grid.column, grid.columns), (grid.row, grid.rows))
    )


def _numbered(axis: Axis, count: int, skipped: int, most: int) -> tuple[str, int, int, bool]:
    """Type, leading zeros, offset and direction of an axis of `count` numbers, the first at raw index `skipped`."""
    first = axis.first - 1 if axis.letters else axis.first  # letters begin at 0
    kind, leading = ("A", 0) if axis.letters else ("N", axis.digits - 1)
    if axis.descending:
        return kind, leading, first + count - 1 + skipped - most, True
    return kind, leading, first - skipped, False


def _part(number: int, kind: str, leading: int) -> str:
    """A number as VASSAL writes it."""
    text, number = ("-" if number < 0 else ""), abs(number)
    if kind == "A":
        while True:
            text += chr(65 + number % 26)
            number -= 26
            if number < 0:
                return text
    while leading > 0 and number < 10**leading:
        text += "0"
        leading -= 1
    return text + str(number)
