"""Small maps for the laws of mechanics."""

from __future__ import annotations

from collections.abc import Iterable

from compiler.model.common import Kind, Name
from compiler.model.graph import Link, Map, Space
from compiler.model.hexgrid import HexGrid
from compiler.model.table import Piece, Table
from compiler.play.mechanics.movement import Ways


def hexes(columns: int, rows: int) -> Map:
    """A plain field of hexes."""
    grid = HexGrid("flat", columns, rows)
    labels = [(grid.label(c), c) for c in grid.cells()]
    spaces = {name: Space(name, "hex", Name(name), grid.centre(c), "clear") for name, c in labels}
    links = [
        Link(grid.label(c), grid.label(other), "adjacent", (), d)
        for c in grid.cells()
        for d, other in grid.neighbours(c)
        if d in (1, 2, 3)
    ]
    return Map(
        "main",
        "hex",
        Name("Field"),
        (100, 100),
        spaces,
        tuple(links),
        grid,
        {"clear": Kind("clear", Name("Clear"), {}, {"cost": 1})},
    )


def points(*pairs: str) -> Map:
    """A map of points from pairs such as `ab`."""
    names = sorted({letter for pair in pairs for letter in pair})
    spaces = {n: Space(n, "point", Name(n), (0, 0)) for n in names}
    return Map("main", "points", Name("Roads"), (100, 100), spaces, tuple(Link(p[0], p[1], "road") for p in pairs))


def even(board: Map, cost: float = 1) -> Ways:
    """Every step costs the same."""
    return {space: tuple((other, cost) for other in board.neighbours(space)) for space in board.spaces}


def table(pieces: Iterable[Piece]) -> Table:
    found = {piece.id: piece for piece in pieces}
    stacks: dict[str, tuple[str, ...]] = {}
    for piece in found.values():
        stacks[piece.place] = (*stacks.get(piece.place, ()), piece.id)
    return Table(found, stacks, {}, {})
