"""Point-to-point maps: links by kind, spaces by kind, sea areas and names."""

from __future__ import annotations

from compiler.model.game import Game
from compiler.model.graph import Map
from compiler.render.colour import Palette
from compiler.render.drawing import Drawing


def points(drawing: Drawing, game: Game, map: Map, palette: Palette) -> None:
    """Every link and every space of the map."""
    for link in map.links:
        drawing.line([map.spaces[link.a].at, map.spaces[link.b].at], palette.frame, 0.75)
    for id in map.land:
        drawing.circle(*map.spaces[id].at, 5.0, palette.white, palette.ink, 0.3)
