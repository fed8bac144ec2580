"""Recipes: a palette, and layers from back to front, each a part of the vocabulary with its settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from compiler.render.scene import (
    ages,
    castles,
    crowd,
    fens,
    flags,
    flames,
    land,
    ships,
    sky,
    streets,
    things,
    trees,
    waters,
)
from compiler.render.scene.stage import PARTS, WHOLE, Stage, Window

VOCABULARY = (ages, castles, crowd, fens, flags, flames, land, ships, sky, streets, things, trees, waters)
WORDS = ("roof", "smoke")  # settings whose name is a word of the vocabulary too


def compose(layers: Sequence[Mapping[str, Any]], palette: Mapping[str, str], window: Window = WHOLE) -> Stage:
    """A recipe drawn. The last tone of the sky lies under everything: no hole shows through."""
    stage = Stage(palette, window)
    if layers and "sky" in layers[0]:
        stage.put(stage.box, stage.c(layers[0]["sky"]["stops"][-1][1]))
    for layer in layers:
        ((name, given),) = layer.items()
        settings = {f"{key}_" if key in WORDS else key: value for key, value in dict(given or {}).items()}
        PARTS[name](stage, **settings)
    return stage
