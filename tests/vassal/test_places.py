"""Names of places, as VASSAL would say them."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler.vassal.archive import open_archive, write_archive
from compiler.vassal.buildfile import Component, component, serialise
from compiler.vassal.commands import Board
from compiler.vassal.module import read_module
from compiler.vassal.places import Places, inside
from tests.vassal import small


def places(folder: Path, *boards: Component, **edges: int) -> Places:
    """A module whose one map, `Main`, has these boards, side by side; every picture is 400 by 300."""
    root = component(
        "VASSAL.build.GameModule", component("m.Map", component("m.map.BoardPicker", *boards), mapName="Main", **edges)
    )
    path = folder / "m.vmod"
    picture = small.picture(400, 300)
    path.write_bytes(write_archive({"buildFile.xml": serialise(root), "images/b.png": picture}))
    with open_archive(path) as archive:
        found = Places(read_module(archive))
    found.lay("Main", [Board(each.get("name"), str(column)) for column, each in enumerate(boards)])
    return found


def board(*grid: Component, name: str = "Field") -> Component:
    return component("m.map.boardPicker.Board", *grid, name=name, image="b.png")


def hexes(sideways: bool = False, **numbering: str | int | bool) -> Component:
    numbers = component("b.mapgrid.HexGridNumbering", **numbering)
    return component("b.HexGrid", numbers, x0=40, y0=40, dx=48.0, dy=56.0, sideways=sideways)


@pytest.mark.parametrize(
    ("grid", "pixel", "name"),
    [
        (hexes(stagger=False), (40, 40), "0101"),
        (hexes(stagger=False), (88, 68), "0201"),  # odd columns lie half a hex lower
        (hexes(stagger=True), (88, 68), "0202"),
        (hexes(stagger=False, hDescend=True), (40, 40), "0801"),  # 400 / 56, crossed as VASSAL does
        (hexes(stagger=False, vDescend=True), (40, 40), "0107"),
        (hexes(sideways=True, stagger=False), (68, 88), "0201"),
        (hexes(sideways=True, stagger=True, hDescend=True), (68, 88), "0207"),
        (hexes(stagger=False, hType="A", hOff=0, vLeading=0, sep="-"), (88, 124), "B-2"),
        (hexes(stagger=False, hType="A", hOff=26, vLeading=0), (40, 40), "AA1"),
        (hexes(stagger=False, hOff=-1), (40, 40), "-0101"),
        (hexes(stagger=False, first="V", locationFormat="hex $gridLocation$ ($row$)"), (88, 124), "hex 0202 (02)"),
    ],
)
def test_hexes(grid: Component, pixel: tuple[int, int], name: str, tmp_path: Path) -> None:
    assert places(tmp_path, board(grid)).name("Main", *pixel) == name


def test_squares_and_regions(tmp_path: Path) -> None:
    squares = component("b.SquareGrid", component("b.mapgrid.SquareGridNumbering", vDescend=True), dx=50.0, dy=50.0)
    assert places(tmp_path, board(squares)).name("Main", 124, 24) == "0307"
    spots = [component("b.Region", name=name, originx=x, originy=10) for name, x in (("Kai", 10), ("Suruga", 200))]
    assert places(tmp_path, board(component("b.RegionGrid", *spots))).name("Main", 120, 299) == "Suruga"


def test_the_first_zone_that_holds_a_pixel_names_it(tmp_path: Path) -> None:
    box = component("b.mapgrid.Zone", name="Box", path="0,0;100,0;100,100;0,100")
    lake = component(
        "b.mapgrid.Zone",
        name="Lake",
        path="0,0;200,0;200,200;0,200",
        locationFormat="$name$ $gridLocation$",
        useParentGrid=True,
    )
    found = places(tmp_path, board(component("b.ZonedGrid", box, lake, hexes(stagger=False))))
    assert [found.name("Main", *p) for p in ((50, 50), (136, 152), (328, 40))] == ["Box", "Lake 0303", "0701"]


def test_boards_lie_side_by_side(tmp_path: Path) -> None:
    found = places(
        tmp_path,
        board(hexes(stagger=False)),
        board(hexes(stagger=False, sep="."), name="East"),
        edgeWidth=10,
        edgeHeight=20,
    )
    assert found.name("Main", 50, 60) == "0101"
    assert found.name("Main", 450, 60) == "01.01"
    assert found.name("Main", 5, 5) is None
    assert found.name("Other", 5, 5) is None


@pytest.mark.parametrize("grid", [(), (component("b.HexGrid"),), (component("b.ZonedGrid"),),
                                  (component("b.RegionGrid"),)])  # fmt: skip
def test_what_has_no_numbers_has_no_name(grid: tuple[Component, ...], tmp_path: Path) -> None:
    assert places(tmp_path, board(*grid)).name("Main", 40, 40) is None


def test_numbers_of_strangers_are_no_trouble(tmp_path: Path) -> None:
    grid = hexes(stagger=False, hLeading=99_999_999, vOff="1e400", vType="A")
    assert places(tmp_path, board(grid)).name("Main", 40, 40) == "0000000000001A"
    grid.attributes["dx"] = "nan"
    assert places(tmp_path, board(grid)).name("Main", 40, 40) is None


def test_a_polygon_without_corners_holds_nothing() -> None:
    assert not inside([], 1, 1)
    assert inside([(0, 0), (4, 0), (4, 4)], 3, 1)
