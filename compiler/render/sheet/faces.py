"""What is put on paper: art drawn when it is needed, pieces to cut, and how they are to lie."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from compiler.render.drawing import Drawing
from compiler.render.sheet.presets import Paper


@dataclass(frozen=True, slots=True)
class Art:
    """A picture drawn when it is needed; `key` stands for everything it is drawn from. Bleed goes beyond the size."""

    key: str
    width: float
    height: float
    draw: Callable[[], Drawing] = field(compare=False, repr=False)
    bleed: float = 0.0
    round: bool = False


def drawn(drawing: Drawing, key: str = "") -> Art:
    """A finished drawing as art."""
    return Art(key or f"{id(drawing)}", drawing.width, drawing.height, lambda: drawing, drawing.bleed)


@dataclass(frozen=True, slots=True)
class Face:
    """A piece to cut: front, back, how many of it, and what it is called."""

    front: Art
    back: Art | None = None
    count: int = 1
    label: str = ""
    group: str = ""  # pieces of one group lie in a block of their own
    block: str = ""  # what the block is called above it
    crest: str = ""  # the sign before that; a group without one may be parted to fill a sheet


@dataclass(frozen=True, slots=True)
class Layout:
    """How a set of pieces is put on paper.

    `flip` is "long" or "short" (the edge a duplex printer turns the sheet about), "fold" (front and back on one
    side, folded and glued) or "none". `offset` moves the backs by (x, y) mm against a printer's drift.
    """

    paper: Paper
    flip: str = "long"
    gap: float = 2.0
    margin: float = 12.0
    offset: tuple[float, float] = (0.0, 0.0)
    title: str = ""
    guides: bool = True
    lang: str = "en"
