"""Pictures of the manual, drawn like everything else."""

from __future__ import annotations

from compiler.model.symbols import names
from compiler.render.drawing import Drawing
from compiler.render.raster import png_bytes
from compiler.render.symbols import symbol

__all__ = ["symbol_names", "symbol_sheet"]

_COLUMNS, _CELL, _ROW = 8, 24.0, 22.0  # mm
_INK, _PAPER, _SOFT = "#26302C", "#FBF8F0", "#6B6459"


def symbol_names() -> tuple[str, ...]:
    """Every symbol that comes with us."""
    return names()


def symbol_sheet() -> bytes:
    """All symbols with their names, as a PNG."""
    found = symbol_names()
    rows = -(-len(found) // _COLUMNS)
    drawing = Drawing(_COLUMNS * _CELL + 8, rows * _ROW + 8)
    drawing.rect(0, 0, drawing.width, drawing.height, _PAPER)
    for n, name in enumerate(found):
        x, y = 4 + (n % _COLUMNS + 0.5) * _CELL, 4 + n // _COLUMNS * _ROW
        drawing.symbol(symbol(name), x, y + 8, 12, _INK)
        drawing.text(x, y + 18, name, 2.3, _SOFT, "sans", "middle")
    return png_bytes(drawing, 4.0)
