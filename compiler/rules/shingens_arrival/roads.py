"""Roads as a lord thinks of them: how far it is by march, around enemy castles. For plans, not part of the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from compiler.play.scene import Scene
from compiler.rules.shingens_arrival.ch12_castles import castles_in_effect
from compiler.rules.shingens_arrival.ch18_weather import ways
from compiler.rules.shingens_arrival.facts import ENEMY, facts

RING = 3  # what the ring of an enemy castle seems to cost: lines do not pass it
BEYOND = 999  # no way
A_HEX = 1.7  # points a hex costs on an average
Roads = Mapping[str, int]
Back = Mapping[str, Sequence[tuple[str, int]]]


def road(scene: Scene, seat: str, goal: str) -> Roads:
    """How far every hex is from a goal by march in this weather, with a detour around enemy castles if there is one."""
    back = _ways_back(scene, seat)
    kept: dict[tuple[str, str], tuple[Back, Roads]] = scene.book.once("roads", dict)
    found = kept.get((seat, goal))
    if found is None or found[0] is not back:
        found = kept[seat, goal] = (back, flood(back, goal))
    return found[1]


def _ways_back(scene: Scene, seat: str) -> Back:
    """From each hex to those one may come from, and what a march thinks it costs; kept while no castle changes."""
    castles = frozenset(hex for hex, whose in castles_in_effect(scene).items() if whose == ENEMY[seat])
    sky = scene.table.tracks[facts(scene).weather.id]
    kept: dict[str, tuple[object, Back]] = scene.book.once("roads back", dict)
    found = kept.get(seat)
    if found is None or found[0] != (sky, castles):
        joined = facts(scene).joined
        ring = {near for hex in castles for near in (hex, *joined[hex])}
        back: dict[str, list[tuple[str, int]]] = {hex: [] for hex in joined}
        for start, steps in ways(scene, strategic=False).items():
            for to, cost in steps:
                back[to].append((start, int(cost) + (RING if to in ring else 0)))
        found = kept[seat] = ((sky, castles), back)
    return found[1]


def flood(back: Back, goal: str) -> Roads:
    """How far every hex is from a goal."""
    far, layers = {goal: 0}, {0: [goal]}
    while layers:
        spent = min(layers)
        for here in layers.pop(spent):
            if far[here] < spent:
                continue
            for start, cost in back[here]:
                total = spent + cost
                if total < far.get(start, BEYOND):
                    far[start] = total
                    layers.setdefault(total, []).append(start)
    return far


def far(scene: Scene, seat: str, start: str, goal: str) -> int:
    """The march from a hex to another; very far if there is no way."""
    return road(scene, seat, goal).get(start, BEYOND)


def about(scene: Scene, start: str, goal: str) -> float:
    """The same at a glance."""
    return A_HEX * facts(scene).distance(start, goal)
