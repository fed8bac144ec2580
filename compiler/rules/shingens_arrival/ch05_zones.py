"""5.0 Zones of control: of units and of castles, and what they reach."""

from __future__ import annotations

from compiler.play.coverage import carries
from compiler.play.mechanics.zoc import zones
from compiler.play.scene import Scene
from compiler.play.step import holds_zones
from compiler.rules.shingens_arrival.ch12_castles import castles_in_effect, invested_hexes
from compiler.rules.shingens_arrival.facts import facts
from compiler.rules.shingens_arrival.field import war


@carries("5.0.1", "5-1.1", "5-1-1.1", "5-1-1.2", "5-1-2.1", "5-2-4.2")
def unit_zone(scene: Scene, seat: str) -> frozenset[str]:
    """The hexes around a player's forces outside garrison; no zone crosses water or reaches a mountain (5-1)."""
    stand = war(scene).stand(seat)
    found = stand.known.get("zone")
    if found is None:
        found = stand.known["zone"] = frozenset(zones(facts(scene).joined, stand.outer))
    return found


@carries("5-2.1", "5-2-1.1", "5-2-2(2).1", "5-2-3.1", "5-2-4.1")
def castle_ring(scene: Scene, seat: str) -> frozenset[str]:
    """Where a player's castles block lines: their hexes and those around, unless invested (5-2-2, 5-2-3).

    A garrison changes nothing about it (5-2-4). For movement and retreat only the castle's own hex counts.
    """

    def find() -> frozenset[str]:
        walls = [hex for hex, whose in castles.items() if whose == seat and hex not in invested]
        return frozenset(zones(facts(scene).joined, walls).union(walls))

    castles, invested = castles_in_effect(scene), invested_hexes(scene)
    return scene.memo_of(("ring", seat), (castles, invested), find)


@holds_zones
def zones_against(scene: Scene, seat: str) -> frozenset[str]:
    """What is hatched on the map for a player: the zones of the units of all others."""
    others = [each for each in scene.scenario.seats if each != seat]
    return frozenset().union(*[unit_zone(scene, each) for each in others])
