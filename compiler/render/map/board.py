"""A board as a drawing: the map of a game with everything printed on its sheet, in layers.

`board` draws the whole sheet of one map, `display` one display that has its own window.
"""

from __future__ import annotations

from shapely.geometry import box
from shapely.geometry.base import BaseGeometry

from compiler.model.game import Game
from compiler.model.graph import Map
from compiler.render.colour import low_ink
from compiler.render.drawing import Drawing
from compiler.render.furniture import passe_partout
from compiler.render.map.areas import areas
from compiler.render.map.backdrop import picture_board
from compiler.render.map.boxes import boxes, sheet_of
from compiler.render.map.field import HexField
from compiler.render.map.hexes import hexes
from compiler.render.map.key import key
from compiler.render.map.plan import Plan, rect
from compiler.render.map.points import points
from compiler.render.map.recipes import Style, strangers, style_of
from compiler.render.map.squares import squares
from compiler.render.map.title import instruments, title
from compiler.render.map.tracks import piles, tracks
from compiler.render.scene.pictures import faults
from compiler.render.style import palette_of

BLEED = 3.0
MARGIN = 5.0  # from the frame to the edge of the sheet
EDGE = 2.4  # from the grid to the frame
_DRAW = {"hex": hexes, "square": squares, "points": points, "areas": areas}


def board(game: Game, board_id: str, thin: bool = False) -> Drawing:
    """The sheet of one board in mm, its bleed painted; `thin` is the low-ink variant."""
    return plan_of(game, board_id, thin).drawing


def display(game: Game, board_id: str, display_id: str, thin: bool = False) -> Drawing:
    """A display on a sheet of its own."""
    map = game.maps[board_id]
    shown = map.displays[display_id]
    plan = _start(game, map, shown.size, box(0, 0, 0, 0), thin)
    sheet_of(plan, shown)
    plan.check()
    return plan.drawing


def plan_of(game: Game, board_id: str, thin: bool = False) -> Plan:
    """A board drawn, with what was written on it."""
    map = game.maps[board_id]
    plan = _start(game, map, map.size, _view(map, style_of(game, map)), thin)
    drawing = plan.drawing
    if map.backdrop is not None:
        picture_board(plan, map.backdrop)
    else:
        _drawn_board(plan)
    for part, id in strangers(game):
        drawing.problem("R404", f"`map: {part}` names `{id}`, which no map of the game has",
                        "mend the name, or take it out", game.art.span)  # fmt: skip
    for fault in faults(game.art.scene) if game.art.scene else ():
        drawing.problem("R307", f"the scene cannot be drawn: {fault}", "mend the layer, or take it out", game.art.span)
    plan.check()
    return plan


def _drawn_board(plan: Plan) -> None:
    """A board that we draw: the map in its frame, boxes, tracks and piles, key and title."""
    map, drawing = plan.map, plan.drawing
    draw = _DRAW.get(map.kind)
    if draw is not None:
        draw(plan)
        with drawing.group(name="frame"):
            passe_partout(drawing, plan.view, plan.palette)
    with drawing.group(name="boxes"):
        boxes(plan)
        if map is plan.game.map:
            tracks(plan)
            piles(plan)
    with drawing.group(name="cartouche"):
        instruments(plan)
        key(plan)
        title(plan)


def _start(game: Game, map: Map, size: tuple[float, float], view: BaseGeometry, thin: bool) -> Plan:
    """A sheet with nothing on it but its paper."""
    palette = low_ink(palette_of(game)) if thin else palette_of(game)
    w, h = size
    drawing = Drawing(w, h, BLEED, map.note.span)
    drawing.rect(-BLEED, -BLEED, w + 2 * BLEED, h + 2 * BLEED, palette.paper)
    return Plan(game, map, palette, style_of(game, map), drawing, view, thin)


def _view(map: Map, style: Style) -> BaseGeometry:
    """The window of the map proper: where art.yaml says, around the hexes, or all but a margin."""
    given = style.given.get("frame")
    if given:
        return rect(given)
    if map.grid is not None and map.cells:
        return HexField(map, style).view(EDGE)
    if map.squares is not None:
        corners = [corner for id in map.land for ring in map.spaces[id].outline for corner in ring]
        xs, ys = zip(*corners, strict=True)
        return box(min(xs) - EDGE, min(ys) - EDGE, max(xs) + EDGE, max(ys) + EDGE)
    return box(MARGIN, MARGIN, map.size[0] - MARGIN, map.size[1] - MARGIN)
