"""Squares, straight or laid like bricks: numbering and geometry."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from compiler.model.hexgrid import Cell, HexGrid

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class SquareGrid:
    """A rectangle of squares. Where it is `offset`, `shift` tells which rows, by number, lie half a square further."""

    numbers: HexGrid  # only for its numbers: squares have no axes of hexes
    pitch: float = 18.0  # side of a square, mm
    offset: bool = False
    shift: str = "even"
    origin: Point = (0.0, 0.0)  # mm of the grid's top left corner on the board

    @property
    def columns(self) -> int:
        return self.numbers.columns

    @property
    def rows(self) -> int:
        return self.numbers.rows

    def label(self, cell: Cell) -> str:
        """The printed number of a square."""
        return self.numbers.label(cell)

    def cells(self) -> Iterator[Cell]:
        """All squares, row by row."""
        return self.numbers.cells()

    def inside(self, cell: Cell) -> bool:
        return self.numbers.inside(cell)

    def shifted(self, row: int) -> bool:
        """Whether a row lies half a square further to the right."""
        return self.offset and row % 2 == (1 if self.shift == "even" else 0)

    def centre(self, cell: Cell) -> Point:
        """Middle of a square in mm on the board."""
        column, row = cell
        x = (column + 0.5 + (0.5 if self.shifted(row) else 0.0)) * self.pitch
        return self.origin[0] + x, self.origin[1] + (row + 0.5) * self.pitch

    def ring(self, cell: Cell) -> tuple[Point, Point, Point, Point]:
        """Its corners, clockwise from the top left."""
        (x, y), h = self.centre(cell), self.pitch / 2
        return (x - h, y - h), (x + h, y - h), (x + h, y + h), (x - h, y + h)

    @property
    def extent(self) -> Point:
        """Width and height in mm of the whole grid."""
        return (self.columns + (0.5 if self.offset and self.rows > 1 else 0.0)) * self.pitch, self.rows * self.pitch
