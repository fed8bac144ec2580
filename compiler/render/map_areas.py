"""Area maps: organic outlines shared by neighbours, sea with lining, lanes and names."""

from __future__ import annotations

from compiler.model.game import Game
from compiler.model.graph import Map
from compiler.render.colour import Palette
from compiler.render.drawing import Drawing


def areas(drawing: Drawing, game: Game, map: Map, palette: Palette) -> None:
    """Every area of the map."""
    for id in map.land:
        for ring in map.spaces[id].outline:
            drawing.polygon(ring, palette.paper, palette.frame, 0.55)
