"""Hexes: numbering, neighbours, distance, lines, geometry. The only file that knows them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

Cell = tuple[int, int]  # column and row index, from 0

# Steps in axial coordinates, clockwise. Flat: N NE SE S SW NW; pointy: NE E SE SW W NW.
_FLAT = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
_POINTY = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
DIRECTIONS = {"flat": ("N", "NE", "SE", "S", "SW", "NW"), "pointy": ("NE", "E", "SE", "SW", "W", "NW")}


@dataclass(frozen=True, slots=True)
class Axis:
    """How columns or rows are numbered: first number, direction, width with leading zeros, or letters."""

    first: int = 1
    descending: bool = False
    digits: int = 2
    letters: bool = False

    def number(self, index: int, count: int) -> int:
        return self.first + (count - 1 - index if self.descending else index)

    def text(self, index: int, count: int) -> str:
        number = self.number(index, count)
        return _letters(number) if self.letters else str(number).zfill(self.digits)


@dataclass(frozen=True, slots=True)
class HexGrid:
    """A rectangle of hexes. `shift` tells which columns (flat) or rows (pointy), by number, lie half a hex further."""

    orientation: str = "flat"
    columns: int = 1
    rows: int = 1
    pitch: float = 16.5  # flat to flat, mm
    shift: str = "even"
    column: Axis = Axis()
    row: Axis = Axis()
    row_first: bool = False
    separator: str = ""
    origin: tuple[float, float] = (0.0, 0.0)  # mm of the grid's top left corner on the board
    prefix: str = ""  # what stands before every number, to tell the hexes of two maps apart

    # -- numbering ---------------------------------------------------------------------------------------------------
    def label(self, cell: Cell) -> str:
        """The printed number of a cell."""
        column = self.column.text(cell[0], self.columns)
        row = self.row.text(cell[1], self.rows)
        first, second = (row, column) if self.row_first else (column, row)
        return f"{self.prefix}{first}{self.separator}{second}"

    def labels(self) -> dict[str, Cell]:
        """All cells by their printed number, row by row; of two with one number the last."""
        columns = [self.column.text(n, self.columns) for n in range(self.columns)]
        rows = [self.row.text(n, self.rows) for n in range(self.rows)]
        before, between = self.prefix, self.separator
        if self.row_first:
            return {f"{before}{r}{between}{c}": (x, y) for y, r in enumerate(rows) for x, c in enumerate(columns)}
        return {f"{before}{c}{between}{r}": (x, y) for y, r in enumerate(rows) for x, c in enumerate(columns)}

    def cells(self) -> Iterator[Cell]:
        """All cells, row by row."""
        for row in range(self.rows):
            for column in range(self.columns):
                yield (column, row)

    # -- topology ----------------------------------------------------------------------------------------------------
    def shifted(self, cell: Cell) -> bool:
        """Whether the cell's column (flat) or row (pointy) lies half a hex further."""
        if self.orientation == "flat":
            number = self.column.number(cell[0], self.columns)
        else:
            number = self.row.number(cell[1], self.rows)
        return number % 2 == (0 if self.shift == "even" else 1)

    def axial(self, cell: Cell) -> tuple[int, int]:
        """Axial coordinates, in which all six steps are the same everywhere."""
        column, row = cell
        if self.orientation == "flat":
            down = 1 if self.shifted((1, 0)) else 0  # odd indices are the shifted ones
            return column, row - (column - (column & 1)) // 2 if down else row - (column + (column & 1)) // 2
        right = 1 if self.shifted((0, 1)) else 0
        return (column - (row - (row & 1)) // 2 if right else column - (row + (row & 1)) // 2), row

    def cell(self, axial: tuple[int, int]) -> Cell:
        """The cell at axial coordinates (perhaps off the grid)."""
        q, r = axial
        if self.orientation == "flat":
            down = self.shifted((1, 0))
            return q, r + (q - (q & 1)) // 2 if down else r + (q + (q & 1)) // 2
        right = self.shifted((0, 1))
        return (q + (r - (r & 1)) // 2 if right else q + (r + (r & 1)) // 2), r

    def inside(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.columns and 0 <= cell[1] < self.rows

    def way(self, direction: int) -> tuple[int, int]:
        """How axial coordinates change by a step in a direction."""
        return (_FLAT if self.orientation == "flat" else _POINTY)[direction % 6]

    def step(self, cell: Cell, direction: int) -> Cell | None:
        """The neighbour in one of six directions, clockwise from the top; None off the grid."""
        q, r = self.axial(cell)
        dq, dr = self.way(direction)
        there = self.cell((q + dq, r + dr))
        return there if self.inside(there) else None

    def neighbours(self, cell: Cell) -> Iterator[tuple[int, Cell]]:
        """Direction and cell of each neighbour on the grid."""
        for direction in range(6):
            there = self.step(cell, direction)
            if there is not None:
                yield direction, there

    def direction(self, a: Cell, b: Cell) -> int | None:
        """The direction from a to its neighbour b, or None if they don't touch."""
        (aq, ar), (bq, br) = self.axial(a), self.axial(b)
        steps = _FLAT if self.orientation == "flat" else _POINTY
        delta = (bq - aq, br - ar)
        return steps.index(delta) if delta in steps else None

    def distance(self, a: Cell, b: Cell) -> int:
        """How many steps apart."""
        (aq, ar), (bq, br) = self.axial(a), self.axial(b)
        dq, dr = bq - aq, br - ar
        return max(abs(dq), abs(dr), abs(dq + dr))

    def line(self, a: Cell, b: Cell) -> list[Cell]:
        """The cells a straight line crosses, both ends included; ties always fall to the same side."""
        count = self.distance(a, b)
        (aq, ar), (bq, br) = self.axial(a), self.axial(b)
        found = []
        for i in range(count + 1):
            t = i / count if count else 0.0
            found.append(self.cell(nearest(aq + (bq - aq) * t + 1e-6, ar + (br - ar) * t + 2e-6)))
        return found

    # -- geometry ----------------------------------------------------------------------------------------------------
    @property
    def side(self) -> float:
        """Length of a hexside in mm."""
        return self.pitch / math.sqrt(3)

    def centre(self, cell: Cell) -> tuple[float, float]:
        """Centre of a cell in mm on the board."""
        half = self.pitch / 2 if self.shifted(cell) else 0.0
        if self.orientation == "flat":
            x, y = self.side * (1 + 1.5 * cell[0]), self.pitch * (0.5 + cell[1]) + half
        else:
            x, y = self.pitch * (0.5 + cell[0]) + half, self.side * (1 + 1.5 * cell[1])
        return self.origin[0] + x, self.origin[1] + y

    def corners(self, cell: Cell) -> list[tuple[float, float]]:
        """Six corners, clockwise; the side in direction d joins corners d and d+1."""
        x, y = self.centre(cell)
        turn = -120 if self.orientation == "flat" else -90
        angles = [math.radians(turn + 60 * i) for i in range(6)]
        return [(x + self.side * math.cos(a), y + self.side * math.sin(a)) for a in angles]

    @property
    def extent(self) -> tuple[float, float]:
        """Width and height in mm of the whole grid."""
        long = self.pitch * (self.rows if self.orientation == "flat" else self.columns)
        if (self.columns if self.orientation == "flat" else self.rows) > 1:
            long += self.pitch / 2
        short = self.side * (1.5 * (self.columns if self.orientation == "flat" else self.rows) + 0.5)
        return (short, long) if self.orientation == "flat" else (long, short)


def nearest(q: float, r: float) -> tuple[int, int]:
    """The axial cell nearest to a fractional one."""
    s = -q - r
    iq, ir, i_s = round(q), round(r), round(s)
    dq, dr, ds = abs(iq - q), abs(ir - r), abs(i_s - s)
    if dq > dr and dq > ds:
        iq = -ir - i_s
    elif dr > ds:
        ir = -iq - i_s
    return iq, ir


@cache
def _letters(number: int) -> str:
    """1 → A, 26 → Z, 27 → AA."""
    text = ""
    while number > 0:
        number, rest = divmod(number - 1, 26)
        text = chr(65 + rest) + text
    return text or "?"
