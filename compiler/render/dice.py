"""Faces of dice, small enough for a line of the chat."""

from __future__ import annotations

from compiler.model.symbols import full_name
from compiler.render.colour import INK, PAPER
from compiler.render.drawing import Drawing
from compiler.render.own import MARK
from compiler.render.symbols import symbol
from compiler.render.type import fit

DIE = 4.5  # mm across: as high as a line of the chat

_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)), 4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)), 6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}  # fmt: skip


def named_die(name: str, mark: str | None) -> Drawing:
    """A die that shows a symbol, or else its name."""
    drawing, half = Drawing(DIE, DIE), DIE / 2
    drawing.rect(0.2, 0.2, DIE - 0.4, DIE - 0.4, PAPER, INK, 0.3, r=0.9)
    if mark:
        drawing.symbol(symbol(mark if MARK in mark else full_name(mark)), half, half, DIE * 0.72, INK)
    else:
        drawing.text(half, half + 0.7, name, fit(name, 2.4, DIE - 0.9, "sans-bold"), INK, "sans-bold", "middle")
    return drawing


def die(sides: int, face: int) -> Drawing:
    """Pips on a die of six sides, a number on others."""
    drawing, half = Drawing(DIE, DIE), DIE / 2
    drawing.rect(0.2, 0.2, DIE - 0.4, DIE - 0.4, PAPER, INK, 0.3, r=0.9)
    if sides == 6:
        for x, y in _PIPS[face]:
            drawing.circle(half + x * DIE * 0.26, half + y * DIE * 0.26, DIE * 0.1, INK)
    else:
        text = str(face)
        drawing.text(half, half + 1.05, text, fit(text, 3.2, DIE - 1.2, "sans-bold"), INK, "sans-bold", "middle")
    return drawing
