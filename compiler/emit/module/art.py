"""The pictures of pieces: drawn larger than they lie on the map, and reduced by the layer that shows them.

A piece has no picture of its own, for only a layer can reduce one; so it stays sharp when a player zooms in.
"""

from __future__ import annotations

from compiler.render.screen import SHARP
from compiler.vassal.traits import Layer

REDUCED = 1 / SHARP  # the scale of a layer with such pictures


def picture(image: str) -> Layer:
    """The one picture of a piece."""
    return Layer(images=(image,), level_names=("",), loop=False, name="Art", always_active=True, scale=REDUCED)
