"""Buttons on pieces: a minus and a plus in the upper corners of what counts, for a click instead of a menu."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.module.art import REDUCED
from compiler.emit.plan import Plan
from compiler.model.graph import Point
from compiler.render.signs import BADGE
from compiler.vassal.keys import Key
from compiler.vassal.traits import ActionButton, Layer, Trait

_SIGNS = (("less", "−", -1), ("more", "+", 1))
_SPARE = 8  # millimetres; a smaller piece would have no middle left to take it by


def touch_traits(plan: Plan, size: Point, less: Key, more: Key) -> Iterator[Trait]:
    """The two buttons of a piece, each with its sign; within it, since VASSAL hears no click beside a piece."""
    if min(size) < _SPARE:
        return
    half = round(BADGE * plan.atlas.scale / 2)
    aside, above = (round(length * plan.atlas.scale / 2) - half for length in size)
    for nth, ((name, letter, way), key) in enumerate(zip(_SIGNS, (less, more), strict=True)):
        x, y = way * aside, -above
        yield Layer(
            x_offset=x, y_offset=y, images=(plan.studio.sign(name, letter, nth),), level_names=("",), loop=False,
            name=f"Touch_{name}", always_active=True, scale=REDUCED,
        )  # fmt: skip
        corners = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
        yield ActionButton(key, x - half, y - half, 2 * half, 2 * half, f"one {name}", points=corners)
