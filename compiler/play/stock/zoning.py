"""Zones of control of games without Python, for whoever looks at the map."""

from __future__ import annotations

from compiler.play.scene import Scene
from compiler.play.step import holds_zones
from compiler.play.stock.filters import enemy_zones


@holds_zones
def zones_against(scene: Scene, seat: str) -> set[str]:
    """The spaces around enemies that have a zone, where a march of the game minds them."""
    if not any(node.settings.get("zones", "none") != "none" for node in scene.game.steps()):
        return set()
    return set().union(*[enemy_zones(scene, side) for side in scene.book.sides_of(seat, scene.scenario)])
