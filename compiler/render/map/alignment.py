"""Whether the grid lies where the picture has it: measured by the lines on the picture, and shown."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator
from typing import Any

import numpy as np
from PIL import Image, ImageFilter
from shapely.geometry import MultiLineString

from compiler.diagnostics import Diagnostic, diagnose
from compiler.model.game import Game
from compiler.model.graph import Map, Point
from compiler.render.drawing import Drawing
from compiler.render.map.backdrop import outlines, sheets
from compiler.render.map.field import HexField
from compiler.render.map.recipes import style_of
from compiler.render.map.tracks import track_frames
from compiler.render.raster import raster

PITCH = 28  # pixels to the pitch in which lines are looked for: fine enough, and quick
CLEAR = 2.2  # deviations by which lines must stand out from all other places of the grid
OFF = 0.08  # of the pitch: nobody notices less
INK, CROSS, BOX = "#D4006A", "#0057D9", "#007A3D"


def misaligned(game: Game) -> Iterator[Diagnostic]:
    """Maps whose picture has a grid printed on it, beside the one that pieces will snap to."""
    for board in game.boards:
        if board.backdrop is None or board.lattice is None or not board.spaces:
            continue
        off = measured(game, board)
        if off is None or math.hypot(*off) < OFF * board.lattice.pitch:
            continue
        x, y = off
        across = f"{abs(x):.1f} mm {'right' if x > 0 else 'left'}"
        down = f"{abs(y):.1f} mm {'below' if y > 0 else 'above'}"
        sheet = board.backdrop.sheets[0]
        yield diagnose("R206", f"the lines on `{sheet.file}` lie {across} and {down} of the grid", sheet.span,
                       help=f"mend the pixels of `image`; `liege align {game.id}` shows both")  # fmt: skip


def measured(game: Game, board: Map) -> Point | None:
    """How far, in mm, the lines on a picture are from the grid; None if it has no grid printed on it."""
    assert board.backdrop is not None
    assert board.lattice is not None
    drawing, scale = Drawing(*board.size), PITCH / board.lattice.pitch
    sheets(drawing, game, board.backdrop, finest=scale)
    if drawing.problems:
        return None
    image = raster(drawing, scale).convert("L")
    ground = np.asarray(image.filter(ImageFilter.BoxBlur(5)), dtype=float)
    # a printed line is darker than its surroundings, or lighter: what matters is that it differs along a line
    lines = np.clip(np.abs(ground - np.asarray(image, dtype=float)), 0, 60)
    return _offset(lines, _hexsides(game, board, scale, lines.shape), scale)


def _hexsides(game: Game, board: Map, scale: float, shape: tuple[int, ...]) -> Any:
    """Ones along every side of a hex or square."""
    mask = np.zeros(shape)
    steps = np.linspace(0.0, 1.0, 15)
    for (ax, ay), (bx, by) in _edges(game, board):
        xs, ys = ((ax + (bx - ax) * steps) * scale).astype(int), ((ay + (by - ay) * steps) * scale).astype(int)
        good = (xs >= 0) & (ys >= 0) & (xs < shape[1]) & (ys < shape[0])
        mask[ys[good], xs[good]] = 1.0
    return mask


def _edges(game: Game, board: Map) -> list[tuple[Point, Point]]:
    if board.squares is None:
        return list(HexField(board, style_of(game, board)).edges)
    rings = [ring for space in board.spaces.values() if space.size is None for ring in space.outline]
    return [side for ring in rings for side in zip(ring, (*ring[1:], ring[0]), strict=True)]


def _offset(lines: Any, mask: Any, scale: float) -> Point | None:
    """The shift within half a pitch at which the hexsides cover most of the lines, if it stands out."""
    found = np.fft.irfft2(np.fft.rfft2(lines) * np.conj(np.fft.rfft2(mask)), lines.shape)
    half = PITCH // 2
    window = np.roll(found, (half, half), (0, 1))[: 2 * half + 1, : 2 * half + 1]
    peak, spread = float(window.max()), float(window.std())
    if spread == 0 or (peak - float(np.median(window))) / spread < CLEAR or peak < 1.25 * float(np.median(window)):
        return None
    dy, dx = np.unravel_index(int(window.argmax()), window.shape)
    return (int(dx) - half) / scale, (int(dy) - half) / scale


def proof(game: Game, board: Map) -> Drawing:
    """The picture with everything we know of it on top: hexes and numbers, outlines, places, boxes, tracks."""
    drawing = Drawing(*board.size, span=board.note.span)
    if board.backdrop is not None:
        sheets(drawing, game, board.backdrop)
    if board.grid is not None:
        field = HexField(board, style_of(game, board))
        drawing.mark(MultiLineString(field.edges), None, INK, 0.3)
        for cell, id in field.ids.items():
            x, y = board.grid.centre(cell)
            drawing.line([(x - 0.8, y), (x + 0.8, y)], INK, 0.25)
            drawing.line([(x, y - 0.8), (x, y + 0.8)], INK, 0.25)
            p = board.grid.pitch
            drawing.text(x, y - p / 4, id, p / 8, INK, "sans-semi", "middle", halo="#FFFFFF", halo_width=0.25)
    outlines(drawing, board, INK, 0.5)
    for space in board.spaces.values():
        if board.grid is not None and space.id in board.cells:
            continue
        _place(drawing, space.id, space.at, space.size)
    if board.id == game.map.id:  # its back has the same tracks, at the same places
        for track in game.tracks.values():
            for value, (x, y, w, h) in track_frames(track):
                _place(drawing, f"{track.id} {value}", (x + w / 2, y + h / 2), (w, h))
    _measured_hexes(drawing, board)
    return drawing


def _place(drawing: Drawing, name: str, at: Point, size: Point | None) -> None:
    x, y = at
    if size is None:
        drawing.circle(x, y, 2.0, None, BOX, 0.5)
    else:
        drawing.rect(x - size[0] / 2, y - size[1] / 2, size[0], size[1], None, BOX, 0.5)
    drawing.text(x, y + 0.7, name, 2.2, BOX, "sans-semi", "middle", 0.0, "#FFFFFF", 0.35)


def _measured_hexes(drawing: Drawing, board: Map) -> None:
    """The hexes whose pixels the author gave, with how far they are from the grid."""
    if board.backdrop is None:
        return
    for id, pixel in board.backdrop.hexes.items():
        x, y = board.backdrop.at(pixel)
        for dx, dy in ((3.0, 3.0), (3.0, -3.0)):
            drawing.line([(x - dx, y - dy), (x + dx, y + dy)], CROSS, 0.5)
        off = board.misfits.get(id, 0.0)
        drawing.text(x, y + 5.5, f"{id}: {off:.2f} mm off", 2.4, CROSS, "sans-bold", "middle", 0.0, "#FFFFFF", 0.4)


def proof_png(game: Game, board: Map) -> bytes:
    """The proof as a picture to look at, 150 dots to the inch."""
    out = io.BytesIO()
    raster(proof(game, board), 6.0).quantize(255, dither=Image.Dither.NONE).save(out, "PNG", compress_level=6)
    return out.getvalue()
