"""Clans without a player decide by a fixed rule (8-2.x1): commander, supporters, losses, flight."""

from __future__ import annotations

from collections.abc import Sequence

from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.rules.road_to_honganji.facts import NOBUNAGA
from compiler.rules.road_to_honganji.field import SPENT, areas, armies_of, facts, generals_of, unit, units_in


@carries("8-2.x1")
def unled_commander(scene: Scene, generals: Sequence[str]) -> str:
    """The highest military value commands; ties by the counter list."""
    return min(generals, key=lambda id: (-unit(scene, id).military, unit(scene, id).listed))


def unled_support(scene: Scene, units: Sequence[str], commander: str) -> tuple[str, ...]:
    """As many strategists support as give most hits to expect; fewer where it is the same."""
    able = [id for id in generals_of(scene, units) if unit(scene, id).strategist and id != commander]
    bonus, value = facts(scene).strategist_bonus, unit(scene, commander).military

    def hits(s: int) -> int:
        return (len(units) - s) * min(facts(scene).sides_of_a_die, value + s * bonus)

    best = max(range(len(able) + 1), key=lambda s: (hits(s), -s))
    return tuple(sorted(able, key=lambda id: unit(scene, id).listed)[:best])


def unled_losses(scene: Scene, units: Sequence[str], points: int) -> list[str]:
    """Armies first, spent before ready, then by the counter list; then generals in rising value, Nobunaga last."""
    pieces = scene.table.pieces
    armies = sorted(armies_of(scene, units), key=lambda id: (pieces[id].face != SPENT, unit(scene, id).listed))
    generals = sorted(
        generals_of(scene, units), key=lambda id: (id == NOBUNAGA, unit(scene, id).military, unit(scene, id).listed)
    )
    return [*armies, *generals][:points]


def unled_flight(scene: Scene, clan: str, refuges: Sequence[str]) -> str:
    """To the area of the clan with most of its units; ties by the order of the map."""
    order = areas(scene)
    return min(refuges, key=lambda area: (-len(units_in(scene, clan, area)), order.index(area)))
