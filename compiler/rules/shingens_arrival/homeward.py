"""Shingen's line home as lords think of it: the way that is easiest to keep open, and where it is shut.

Not part of the rules. Takeda send men to where it is shut, Oda to where it can be.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from compiler.play.scene import Scene
from compiler.rules.shingens_arrival.ch05_zones import castle_ring, unit_zone
from compiler.rules.shingens_arrival.ch08_lines import closed, has_line
from compiler.rules.shingens_arrival.ch12_castles import castles_of, invested_hexes, while_they_stand
from compiler.rules.shingens_arrival.ch18_weather import ways_ahead, weather_of
from compiler.rules.shingens_arrival.facts import ODA_PLAYER, SHINGEN, TAKEDA, TAKEDA_PLAYER, facts
from compiler.rules.shingens_arrival.field import war
from compiler.rules.shingens_arrival.forces import Force
from compiler.rules.shingens_arrival.roads import about

GAP, FOE = 4, 15  # points a line would rather go around than pass an enemy zone, or an enemy
POSTED = 40.0  # points of march within which a force is sent to a gap


def line(scene: Scene) -> Sequence[str]:
    """The hexes Shingen's line runs over, or had best run over, from him to his main castle."""
    shingen = war(scene).force_of(SHINGEN)
    if shingen is None:
        return ()
    key = ("line home", shingen.hex, weather_of(scene))
    return while_they_stand(scene, key, lambda: _line(scene, shingen.hex))


def _line(scene: Scene, start: str) -> Sequence[str]:
    home, came = facts(scene).main_castles[TAKEDA], _flood(scene, start)
    path = [home]
    while path[-1] != start:
        if path[-1] not in came:
            return ()
        path.append(came[path[-1]])
    return path[::-1]


def _flood(scene: Scene, start: str) -> Mapping[str, str]:
    """For every hex the one a line from a start comes from, around enemy castles and rather not past enemies."""
    ahead, shut = ways_ahead(scene, TAKEDA), closed(scene, TAKEDA_PLAYER)
    foes = war(scene).stand(ODA_PLAYER).outer
    walls = castles_of(scene, ODA_PLAYER) - invested_hexes(scene)
    came, far, layers = {start: start}, {start: 0}, {0: [start]}
    while layers:
        spent = min(layers)
        for here in layers.pop(spent):
            if far[here] < spent:
                continue
            for to, cost in ahead[here]:
                if to in walls:
                    continue
                total = spent + cost + (FOE if to in foes else GAP if to in shut else 0)
                if to not in far or total < far[to]:
                    far[to], came[to] = total, here
                    layers.setdefault(total, []).append(to)
    return came


# -- keeping it open ---------------------------------------------------------------------------------------------------
def is_cut_off(scene: Scene) -> bool:
    """Whether Shingen has no line."""
    shingen = war(scene).force_of(SHINGEN)
    return shingen is not None and not has_line(scene, shingen)


def gaps(scene: Scene) -> Sequence[str]:
    """Where the line is shut, if it is: hexes in the zone of an enemy, or with one."""
    shut = closed(scene, TAKEDA_PLAYER)
    return [hex for hex in line(scene)[1:] if hex in shut] if is_cut_off(scene) else ()


def keeps_open(scene: Scene, force: Force) -> bool:
    """Whether a force stands on the line in the zone of an enemy, which would be shut without it."""
    if force.hex not in line(scene) or force.inside:
        return False
    others = [f for f in war(scene).here(force.hex, force.seat) if f.id < force.id and not f.inside]
    return not others and (force.hex in unit_zone(scene, ODA_PLAYER) or force.hex in castle_ring(scene, ODA_PLAYER))


def posts(scene: Scene, able: Sequence[Force]) -> Mapping[str, str]:
    """Who goes to which gap: to each without an enemy in it the nearest of those who can be spared."""
    foes, left, found = war(scene).stand(ODA_PLAYER).outer, list(able), {}
    for gap in gaps(scene):
        near = min(left, key=lambda f: (about(scene, f.hex, gap), f.id), default=None)
        if gap not in foes and near is not None and about(scene, near.hex, gap) <= POSTED:
            found[near.id] = gap
            left.remove(near)
    return found
