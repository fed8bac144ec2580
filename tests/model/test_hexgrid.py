"""Laws of hexes, in every orientation and numbering."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiler.model.hexgrid import Axis, Cell, HexGrid

axes = st.builds(
    Axis, first=st.integers(0, 12), descending=st.booleans(), digits=st.integers(1, 3), letters=st.booleans()
)
grids = st.builds(
    HexGrid,
    orientation=st.sampled_from(["flat", "pointy"]),
    columns=st.integers(2, 9),
    rows=st.integers(2, 9),
    pitch=st.floats(6, 40),
    shift=st.sampled_from(["even", "odd"]),
    column=axes,
    row=axes,
    row_first=st.booleans(),
    separator=st.sampled_from(["", "-", "."]),
    origin=st.tuples(st.floats(0, 50), st.floats(0, 50)),
)


@st.composite
def grid_and_cells(draw: st.DrawFn) -> tuple[HexGrid, Cell, Cell, Cell]:
    grid = draw(grids)
    cell = st.tuples(st.integers(0, grid.columns - 1), st.integers(0, grid.rows - 1))
    return grid, draw(cell), draw(cell), draw(cell)


@given(grid_and_cells())
def test_distance_is_a_metric(drawn: tuple[HexGrid, Cell, Cell, Cell]) -> None:
    grid, a, b, c = drawn
    assert grid.distance(a, b) == grid.distance(b, a)
    assert (grid.distance(a, b) == 0) == (a == b)
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)


@given(grid_and_cells())
def test_neighbours_are_one_pitch_away_and_mutual(drawn: tuple[HexGrid, Cell, Cell, Cell]) -> None:
    grid, a, _, _ = drawn
    for direction, b in grid.neighbours(a):
        assert grid.distance(a, b) == 1
        assert grid.direction(a, b) == direction
        assert grid.step(b, direction + 3) == a
        assert math.dist(grid.centre(a), grid.centre(b)) == pytest.approx(grid.pitch)


@given(grid_and_cells())
def test_axial_and_cell_are_inverse(drawn: tuple[HexGrid, Cell, Cell, Cell]) -> None:
    grid, a, _, _ = drawn
    assert grid.cell(grid.axial(a)) == a


@given(grid_and_cells())
def test_a_line_goes_step_by_step(drawn: tuple[HexGrid, Cell, Cell, Cell]) -> None:
    grid, a, b, _ = drawn
    line = grid.line(a, b)
    assert line[0] == a
    assert line[-1] == b
    assert len(line) == grid.distance(a, b) + 1
    assert all(grid.distance(p, q) == 1 for p, q in pairwise(line))


@given(grid_and_cells())
def test_a_side_lies_between_its_two_hexes(drawn: tuple[HexGrid, Cell, Cell, Cell]) -> None:
    grid, a, _, _ = drawn
    corners = grid.corners(a)
    for direction, b in grid.neighbours(a):
        (ax, ay), (bx, by) = corners[direction], corners[(direction + 1) % 6]
        (px, py), (qx, qy) = grid.centre(a), grid.centre(b)
        assert ((ax + bx) / 2, (ay + by) / 2) == (pytest.approx((px + qx) / 2), pytest.approx((py + qy) / 2))


@given(grids)
def test_all_hexes_lie_within_the_extent(grid: HexGrid) -> None:
    width, height = grid.extent
    for cell in grid.cells():
        for x, y in grid.corners(cell):
            assert -1e-6 <= x - grid.origin[0] <= width + 1e-6
            assert -1e-6 <= y - grid.origin[1] <= height + 1e-6


def tells_apart(grid: HexGrid) -> bool:
    """A separator, or numbers of a fixed width, keep columns and rows apart."""
    plain = not grid.column.letters and not grid.row.letters
    return grid.separator != "" or (plain and grid.column.digits > 1 and grid.row.digits > 1)


@given(grids.filter(tells_apart))
def test_numbers_are_unique(grid: HexGrid) -> None:
    labels = [grid.label(cell) for cell in grid.cells()]
    assert len(set(labels)) == len(labels)


def test_common_numberings() -> None:
    plain = HexGrid("flat", 10, 12)
    assert (plain.label((0, 0)), plain.label((9, 11))) == ("0101", "1012")
    assert HexGrid("flat", 10, 12, row_first=True).label((4, 0)) == "0105"
    assert HexGrid("flat", 10, 12, row=Axis(descending=True)).label((0, 0)) == "0112"
    assert HexGrid("flat", 30, 12, column=Axis(letters=True), row=Axis(digits=1)).label((26, 8)) == "AA9"
    assert HexGrid("pointy", 10, 12, column=Axis(first=0), row=Axis(first=0), separator=".").label((3, 4)) == "03.04"


def test_shift_is_by_number_not_by_index() -> None:
    even = HexGrid("flat", 4, 4, shift="even")
    assert [even.shifted((c, 0)) for c in range(4)] == [False, True, False, True]
    assert [HexGrid("flat", 4, 4, shift="even", column=Axis(first=0)).shifted((c, 0)) for c in range(4)] == [
        True,
        False,
        True,
        False,
    ]
