"""Hex maps: terrain, hexsides, roads, castles, provinces and the numbers of hexes."""

from __future__ import annotations

from compiler.model.game import Game
from compiler.model.graph import Map
from compiler.render.colour import Palette
from compiler.render.drawing import Drawing


def hexes(drawing: Drawing, game: Game, map: Map, palette: Palette) -> None:
    """Every hex of the map."""
    assert map.grid is not None
    for cell in map.cells.values():
        drawing.polygon(map.grid.corners(cell), palette.paper, palette.frame, 0.22)
