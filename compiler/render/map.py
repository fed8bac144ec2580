"""A board as a drawing: the map of a game with everything printed on its sheet, in layers.

`board` draws the whole sheet of one map, `display` one display that has its own window.
"""

from __future__ import annotations

from compiler.model.game import Game
from compiler.render.colour import low_ink
from compiler.render.drawing import Drawing
from compiler.render.map_areas import areas
from compiler.render.map_boxes import boxes
from compiler.render.map_hex import hexes
from compiler.render.map_points import points
from compiler.render.style import palette_of


def board(game: Game, board_id: str, thin: bool = False) -> Drawing:
    """The sheet of one board; `thin` is the low-ink variant."""
    map = game.maps[board_id]
    palette = low_ink(palette_of(game)) if thin else palette_of(game)
    drawing = Drawing(*map.size, span=map.note.span)
    draw = {"hex": hexes, "points": points, "areas": areas}.get(map.kind)
    drawing.rect(0, 0, *map.size, palette.paper)
    if draw is not None:
        draw(drawing, game, map, palette)
    with drawing.group(name="boxes"):
        boxes(drawing, game, map, palette)
    return drawing
