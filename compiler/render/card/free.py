"""Cards laid out freely: the slots of counters, at any size, with round or square corners; backs likewise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from compiler.model.game import Game
from compiler.render.colour import Palette
from compiler.render.counter.bench import Bench
from compiler.render.counter.parts import PARTS
from compiler.render.counter.slots import shown, slots_of
from compiler.render.drawing import Drawing, Group


def is_free(layout: Mapping[str, Any], side: str) -> bool:
    """Whether a side of a card has slots of its own."""
    given = layout.get(side)
    return isinstance(given, Mapping) and any(isinstance(slot, Mapping) for slot in given.values())


def draw_free(
    game: Game, palette: Palette, drawing: Drawing, layout: Mapping[str, Any], side: str, values: Mapping[str, Any]
) -> None:
    """One side of a card, slot by slot."""
    owner = values.get("side")
    bench = Bench(
        drawing, palette, palette.side(str(owner) if owner else None), drawing.width, drawing.height, drawing.bleed,
        values, ground=palette.paper, ink=palette.ink, folder=game.folder,
    )  # fmt: skip
    b = drawing.bleed
    corner = 0.0 if b else float(layout.get("corner", 3.0))
    fill = bench.colour(str(layout.get("ground", "paper")))
    drawing.rect(-b, -b, drawing.width + 2 * b, drawing.height + 2 * b, fill, r=corner)
    outer, drawing.items = drawing.items, []
    for slot in slots_of({"front": layout[side]}, "front"):
        if shown(slot, values):
            PARTS[slot.put](bench, slot)
    drawn, drawing.items = drawing.items, outer
    if corner:  # grounds and pictures to the edge would square the corners
        drawing.items.append(Group(drawn, window=(0, 0, drawing.width, drawing.height), corner=corner))
    else:
        drawing.items += drawn
