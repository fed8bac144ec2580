"""A map on the author's own picture: the picture at true size, and on top only what its `draw` asks for."""

from __future__ import annotations

import io
import math
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from PIL import Image
from shapely.geometry import LineString, Polygon

from compiler.cache import digest
from compiler.diagnostics import Failed
from compiler.model.game import Game
from compiler.model.graph import Map
from compiler.model.picture import Backdrop, Sheet, inverse, moved, scale_of
from compiler.render.drawing import Drawing
from compiler.render.foreign import BOARD, decoded, import_bitmap, import_svg, read_art
from compiler.render.map.borders import borders
from compiler.render.map.boxes import boxes
from compiler.render.map.courses import courses
from compiler.render.map.field import HexField
from compiler.render.map.hexes import grid_lines, grid_numbers
from compiler.render.map.key import key
from compiler.render.map.places import places
from compiler.render.map.plan import Hand, Plan
from compiler.render.map.regions import camps, provinces
from compiler.render.map.title import title
from compiler.render.map.tracks import piles, tracks
from compiler.render.own import own_fonts


def sheets(drawing: Drawing, game: Game, backdrop: Backdrop, finest: float = math.inf) -> None:
    """The pictures of a board; what is wrong with one is a problem of the drawing.

    No more than twice `finest` pixels to the millimetre are worked on: a large scan takes long, and who only looks for
    its lines does not need them all.
    """
    for sheet in backdrop.sheets:
        try:
            _sheet(drawing, Path(game.folder), sheet, finest)
        except Failed as failed:
            drawing.problems += failed.diagnostics


def _sheet(drawing: Drawing, folder: Path, sheet: Sheet, finest: float) -> None:
    data = read_art(folder, sheet.file, sheet.span, BOARD)
    left, top, right, bottom = sheet.box
    if not sheet.file.lower().endswith(".svg"):
        drawing.picture(_straightened(data, sheet, finest), left, top, right - left, bottom - top)
        return
    scale = scale_of(sheet.matrix)
    w, h = sheet.pixels[0] * scale, sheet.pixels[1] * scale
    a, _, _, d, _, _ = sheet.matrix
    x, y = moved(sheet.matrix, (0.0, 0.0))
    turn = math.degrees(math.atan2(d, a))
    drawing.put(import_svg(data, w, h, sheet.file, sheet.span, BOARD, own_fonts(folder)), x, y, turn=turn)


@lru_cache(maxsize=4)
def _straightened(data: bytes, sheet: Sheet, finest: float = math.inf) -> bytes:
    """The picture as PNG, turned and sheared such that its grid lies straight; no pixel is lost below `finest`."""
    fold = max(1, int(1 / (scale_of(sheet.matrix) * finest)))
    if sheet.straight and fold == 1:
        return import_bitmap(data, sheet.file, sheet.span, BOARD)[0]
    image = decoded(data, sheet.file, sheet.span, BOARD).reduce(fold)
    if fold > 1:
        a, b, c, d, e, f = sheet.matrix
        sheet = replace(sheet, pixels=(float(image.width), float(image.height)),
                        matrix=(a * fold, b * fold, c, d * fold, e * fold, f))  # fmt: skip
    left, top, right, bottom = sheet.box
    scale = scale_of(sheet.matrix)
    size = round((right - left) / scale), round((bottom - top) / scale)
    a, b, c, d, e, f = inverse(sheet.matrix)
    # pixels of the result, through millimetres, to pixels of the file
    back = (a * scale, b * scale, a * left + b * top + c, d * scale, e * scale, d * left + e * top + f)
    made = image.transform(size, Image.Transform.AFFINE, back, Image.Resampling.BICUBIC)
    out = io.BytesIO()
    made.save(out, "PNG", compress_level=3)
    return out.getvalue()


def picture_board(plan: Plan, backdrop: Backdrop) -> None:
    """The board: its pictures, and the layers that are wanted on top."""
    with plan.drawing.group(name="picture"):
        sheets(plan.drawing, plan.game, backdrop)
    wanted = set(backdrop.draw)
    field = HexField(plan.map, plan.style) if plan.map.grid is not None else None
    if field is not None:
        _hex_layers(plan, field, wanted)
    if "outlines" in wanted:
        outlines(plan.drawing, plan.map, plan.palette.frame)
    if "names" in wanted:
        _names(plan)
    main = plan.map is plan.game.map
    layers = {"boxes": boxes, "tracks": tracks if main else None, "piles": piles if main else None, "key": key,
              "title": title}  # fmt: skip
    for name, draw in layers.items():
        if name in wanted and draw is not None:
            with plan.drawing.group(name=name):
                draw(plan)


def _hex_layers(plan: Plan, field: HexField, wanted: set[str]) -> None:
    nothing = Polygon()
    laid = courses(plan, field)
    beds = laid.trace() if "roads" in wanted else []
    if "regions" in wanted:
        laid.lines += [*borders(plan, field, nothing, beds), *camps(plan, field)]
    if "grid" in wanted:
        grid_lines(plan, field)
    if "roads" in wanted:
        laid.rivers()
        laid.roads()
        laid.crossings()
    if "numbers" in wanted:
        grid_numbers(plan, field)
    if "places" in wanted:
        places(plan, field)
    if "regions" in wanted:
        provinces(plan, field, nothing, laid.lines)


def outlines(drawing: Drawing, board: Map, ink: str, width: float = 0.4) -> None:
    """The outlines of areas."""
    for space in board.spaces.values():
        for ring in space.outline:
            drawing.mark(LineString([*ring, ring[0]]), None, ink, width)


def _names(plan: Plan) -> None:
    """Names of spaces of the map, where their author wants them, else below their middle."""
    for id in plan.map.land:
        space = plan.map.spaces[id]
        if space.name.en != space.id:
            x, y = space.label or (space.at[0], space.at[1] + (6.5 if space.outline else 4.6))
            plan.write(space.name.en, x, y, Hand("serif-bold", 2.6, plan.palette.ink, plan.palette.paper, 0.5))


def pictures_key(game: Game, board: Map) -> str:
    """Stands for the pictures under a board."""
    if board.backdrop is None:
        return ""
    found = []
    for sheet in board.backdrop.sheets:
        path = Path(game.folder) / sheet.file
        found.append(path.read_bytes() if path.is_file() else b"")
    return digest("pictures", *found)
