"""Maps of areas."""

from __future__ import annotations

from compiler.render.map_plan import Plan


def areas(plan: Plan) -> None:
    """Every space of the map."""
    for id in plan.map.land:
        plan.drawing.circle(*plan.map.spaces[id].at, 5.0, plan.palette.white, plan.palette.ink, 0.3)
