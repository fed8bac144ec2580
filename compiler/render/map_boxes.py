"""What lies around a map: boxes, displays, tracks, places of piles, the key and the cartouche."""

from __future__ import annotations

from compiler.render.map_plan import Plan


def boxes(plan: Plan) -> None:
    """Every box of the board with its name."""
    palette, drawing = plan.palette, plan.drawing
    for space in plan.map.spaces.values():
        display = plan.map.displays.get(space.display or "")
        if space.kind == "box" and space.size is not None and (display is None or display.window == "board"):
            x, y = space.at[0] - space.size[0] / 2, space.at[1] - space.size[1] / 2
            drawing.rect(x, y, *space.size, palette.white, palette.ink, 0.3)
            drawing.text(space.at[0], y + 3.2, space.name.en, 2.3, palette.ink, "sans-semi", "middle")
