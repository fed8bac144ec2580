"""Pictures cut to what a page needs at once: a board from afar and in tiles from near by, all faces on one sheet."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PIL import Image

from compiler.render.drawing import Drawing
from compiler.render.raster import raster

EDGE = 1024  # pixels of a tile
FAR = 2  # how many times smaller the board from afar is
_WIDE = 2048  # pixels of the sheet of faces
_GAP = 2  # between two of them
_COLOURS = 255


@dataclass(frozen=True, slots=True)
class Spots:
    """Where each face lies on their sheet, and how large that is: all in pixels."""

    at: dict[str, tuple[int, int]]
    size: tuple[int, int]


def far(board: bytes) -> bytes:
    """A board as it is seen whole: reduced, with a palette."""
    image = Image.open(io.BytesIO(board))
    small = image.convert("RGB").reduce(FAR)
    return _png(small.quantize(_COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE))


def opened(board: bytes) -> Image.Image:
    """A board to cut tiles from."""
    image = Image.open(io.BytesIO(board))
    image.load()
    return image


def grid(size: tuple[float, float]) -> Iterable[tuple[int, int]]:
    """The tiles of a board of so many pixels: column and row of each."""
    columns, rows = (max(1, -int(-part // EDGE)) for part in size)
    return [(column, row) for row in range(rows) for column in range(columns)]


def tile(board: Image.Image, column: int, row: int) -> bytes:
    """One tile; those at the right and at the foot are as large as what is left."""
    x, y = column * EDGE, row * EDGE
    right, foot = max(x + 1, min(x + EDGE, board.width)), max(y + 1, min(y + EDGE, board.height))
    return _png(board.crop((x, y, right, foot)))


def spots(faces: Sequence[tuple[str, tuple[int, int]]]) -> Spots:
    """Lay faces of given sizes row by row."""
    found: dict[str, tuple[int, int]] = {}
    x = y = high = wide = 0
    for name, (width, height) in faces:
        if x and x + width > _WIDE:
            x, y, high = 0, y + high + _GAP, 0
        found[name] = (x, y)
        x, high = x + width + _GAP, max(high, height)
        wide = max(wide, x)
    return Spots(found, (max(1, wide), max(1, y + high)))


def sheet(lie: Spots, drawn: Iterable[tuple[str, Drawing, bool]], scale: float) -> bytes:
    """All faces on one sheet: name, drawing, and whether the ground around it is clear."""
    whole = Image.new("RGBA", lie.size)
    for name, drawing, clear in drawn:
        whole.paste(raster(drawing, scale, clear).convert("RGBA"), lie.at[name])
    return _png(whole)


def _png(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=6)
    return out.getvalue()
