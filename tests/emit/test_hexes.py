"""VASSAL numbers and places every hex as the model does."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from compiler.emit.hexes import plan, speakable
from compiler.emit.save.locating import cell_at
from compiler.model.hexgrid import Axis, HexGrid

AXES = st.builds(Axis, first=st.integers(0, 12), descending=st.booleans(), digits=st.integers(1, 3))
GRIDS = st.builds(
    HexGrid, orientation=st.sampled_from(("flat", "pointy")), columns=st.integers(1, 30), rows=st.integers(1, 30),
    pitch=st.floats(12, 25), shift=st.sampled_from(("even", "odd")), column=AXES, row=AXES, row_first=st.booleans(),
    separator=st.sampled_from(("", ".", "-")), prefix=st.sampled_from(("", "W")),
    origin=st.tuples(st.floats(0, 40), st.floats(0, 40)),
)  # fmt: skip


@given(GRIDS, st.data())
def test_every_hex_has_the_number_of_the_rulebook(grid: HexGrid, data: st.DataObject) -> None:
    cell = (data.draw(st.integers(0, grid.columns - 1)), data.draw(st.integers(0, grid.rows - 1)))
    width, height = (round((a + 2 * b) * 4) for a, b in zip(grid.extent, grid.origin, strict=True))
    assert plan(grid, 4).name(cell, width, height) == grid.label(cell)


@given(GRIDS, st.data())
def test_pieces_snap_to_the_middle_of_the_drawn_hex(grid: HexGrid, data: st.DataObject) -> None:
    cell = (data.draw(st.integers(0, grid.columns - 1)), data.draw(st.integers(0, grid.rows - 1)))
    x, y = plan(grid, 4).centre(cell)
    wanted = grid.centre(cell)
    assert abs(x - wanted[0] * 4) <= 2
    assert abs(y - wanted[1] * 4) <= 2


@given(GRIDS, st.data())
def test_the_pixel_of_a_hex_is_read_back_as_that_hex(grid: HexGrid, data: st.DataObject) -> None:
    cell = (data.draw(st.integers(0, grid.columns - 1)), data.draw(st.integers(0, grid.rows - 1)))
    made = plan(grid, 4)
    assert cell_at(made, *made.centre(cell)) == cell


def test_letters_go_as_far_as_vassal_letters_alike() -> None:
    grid = HexGrid(columns=27, column=Axis(letters=True))
    assert speakable(grid)
    assert plan(grid, 4).name((26, 0), 2000, 200) == grid.label((26, 0)) == "AA01"
    assert not speakable(replace(grid, columns=28))


def test_a_prefix_stands_before_the_number_in_vassal_too() -> None:
    numbering = plan(HexGrid(columns=3, rows=3, prefix="W"), 4).component(400, 400).children[0]
    assert numbering.attributes["locationFormat"] == "W$gridLocation$"
