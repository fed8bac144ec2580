"""Which place of the model a pixel of a VASSAL map is: zones first, then hexes, then the nearest space."""

from __future__ import annotations

import math

from compiler.emit.atlas import Window, Zone, nowhere
from compiler.emit.hexes import HexPlan
from compiler.emit.plan import Plan
from compiler.model.graph import Map
from compiler.vassal.places import inside


class Locator:
    """Finds spaces and piles by pixel; pieces that players nudged count for the place they lie in."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        atlas = plan.atlas
        self._places = {(spot.map, spot.location): id for id, spot in atlas.spaces.items()}
        # what lies open in the box of a pile belongs to the pile
        self._places |= {(spot.map, spot.location): id for id, spot in atlas.piles.items()}

    def place(self, map: str, x: int, y: int) -> str | None:
        """The space or pile at a pixel; None beside the map and in the boxes of tracks."""
        location = self.location(map, x, y)
        return self._places.get((map, location)) if location is not None else None

    def location(self, map: str, x: int, y: int) -> str | None:
        """The location name, as VASSAL would say it."""
        window = self.plan.atlas.windows.get(map)
        if window is None:
            return None
        zone = next((z for z in window.zones if inside(z.path, x, y)), None)
        if zone is not None and not zone.on_grid:
            return None if zone.name in nowhere(self.plan.game) else zone.name
        if window.grid is not None:
            return _hex_name(window, window.grid, zone, x, y)
        if window.regions:
            return min(window.regions, key=lambda region: math.dist(region[1], (x, y)))[0]
        return None


def _hex_name(window: Window, grid: HexPlan, zone: Zone | None, x: int, y: int) -> str | None:
    cell = cell_at(grid, x, y)
    board = window.source
    if not isinstance(board, Map) or not grid.grid.inside(cell):
        return None
    label = grid.grid.label(cell)
    return f"{label} {zone.name}" if zone is not None else label


def cell_at(grid: HexPlan, x: int, y: int) -> tuple[int, int]:
    """The cell at a pixel, by VASSAL's own rounding."""
    u, v = (y, x) if grid.sideways else (x, y)
    nu = math.floor((u - grid.u0) / grid.du + 0.5)
    nv = math.floor((v - grid.v0 - (grid.dv / 2 if nu % 2 else 0)) / grid.dv + 0.5)
    nu -= grid.skipped
    return (nv, nu) if grid.sideways else (nu, nv)
