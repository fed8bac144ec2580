"""What lies around a map: boxes, displays, tracks, places of piles, the key and the cartouche."""

from __future__ import annotations

from compiler.model.game import Game
from compiler.model.graph import Map
from compiler.render.colour import Palette
from compiler.render.drawing import Drawing


def boxes(drawing: Drawing, game: Game, map: Map, palette: Palette) -> None:
    """Every box of the board with its name."""
    for space in map.spaces.values():
        if space.kind == "box" and space.size is not None:
            x, y = space.at[0] - space.size[0] / 2, space.at[1] - space.size[1] / 2
            drawing.rect(x, y, *space.size, palette.white, palette.ink, 0.3)
            drawing.text(space.at[0], y + 3.2, space.name.en, 2.3, palette.ink, "sans-semi", "middle")
