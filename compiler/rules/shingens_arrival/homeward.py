"""Shingen's line home as lords think of it: the way that is easiest to keep open, and where it is shut.

Not part of the rules. Takeda send men to where it is shut, Oda to where it can be.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from compiler.play.mechanics.zoc import zones
from compiler.play.scene import Scene
from compiler.rules.shingens_arrival.ch05_zones import castle_ring, unit_zone
from compiler.rules.shingens_arrival.ch08_lines import closed, has_line, relay_castles, relay_forces
from compiler.rules.shingens_arrival.ch12_castles import castles_of, invested_hexes, while_they_stand
from compiler.rules.shingens_arrival.ch13_investing import threshold
from compiler.rules.shingens_arrival.ch18_weather import ways_ahead, weather_of
from compiler.rules.shingens_arrival.facts import ODA_PLAYER, SHINGEN, TAKEDA, TAKEDA_PLAYER, facts
from compiler.rules.shingens_arrival.field import war
from compiler.rules.shingens_arrival.forces import Force
from compiler.rules.shingens_arrival.roads import about, flood

Way = tuple[str, int, bool, "Way | None"]  # a hex, points since a relay, whether a castle, and what led there
GAP, FOE = 4, 15  # points a line would rather go around than pass an enemy zone, or an enemy
POSTED, BESIDE = 40.0, 6.0  # points of march within which a force is sent to a gap: of the host, of others


def line(scene: Scene) -> Sequence[str]:
    """The hexes Shingen's line runs over, or had best run over, from him to his main castle."""
    shingen = war(scene).force_of(SHINGEN)
    if shingen is None:
        return ()
    key = ("line home", shingen.hex, weather_of(scene))
    return while_they_stand(scene, key, lambda: _line(scene, shingen.hex, closed(scene, TAKEDA_PLAYER)))


def _line(scene: Scene, start: str, shut: frozenset[str]) -> Sequence[str]:
    """The cheapest way home over castles and forces no farther apart than a line may be, rather not past enemies.

    What comes to a hex dearer than another stays in the race if a castle, or a force, is less far behind it. Ways that
    may still be short are followed first: those whose cost so far, and from there with nobody in the way, is least.
    """
    known, left = facts(scene), _home_from(scene)
    home, limit, near = known.main_castles[TAKEDA], known.line_to_castle, known.line_to_force
    ahead, dear = ways_ahead(scene, TAKEDA), _dear(scene, shut)
    castles, forces = relay_castles(scene, TAKEDA_PLAYER), relay_forces(scene, TAKEDA_PLAYER)
    walls = castles_of(scene, ODA_PLAYER) - invested_hexes(scene)
    best: dict[tuple[str, bool], int] = {}  # the least that any way so far has behind it since its last relay
    layers: dict[int, list[Way]] = {left.get(start, 0): [(start, 0, start in castles, None)]}
    while layers:
        nearest = min(layers)
        for way in layers.pop(nearest):
            here, since, castle, _ = way
            if since >= best.get((here, castle), limit + 1):
                continue
            best[here, castle] = since
            if here == home:
                return _hexes(way)[::-1]
            spent = nearest - left[here]
            for to, cost in ahead[here]:
                gone = since + cost
                if gone > limit or to in walls or to not in left:
                    continue
                of = castle
                if to in castles:
                    gone, of = 0, True
                elif to in forces and (castle or gone <= near):
                    gone, of = 0, False
                if gone < best.get((to, of), limit + 1):
                    total = spent + cost + dear.get(to, 0) + left[to]
                    layers.setdefault(total, []).append((to, gone, of, way))
    return ()


def _home_from(scene: Scene) -> Mapping[str, int]:
    """What a line costs from each hex to the main castle of Takeda in this weather, if nobody is in the way."""
    home = facts(scene).main_castles[TAKEDA]

    def find() -> Mapping[str, int]:
        back: dict[str, list[tuple[str, int]]] = {}
        for start, steps in ways_ahead(scene, TAKEDA).items():
            for to, cost in steps:
                back.setdefault(to, []).append((start, int(cost)))
        return flood(back, home)

    found: Mapping[str, int] = scene.book.once(("home from", weather_of(scene)), find)
    return found


def _dear(scene: Scene, shut: frozenset[str]) -> Mapping[str, int]:
    """What a line would rather go around."""
    found = dict.fromkeys(shut, GAP)
    found.update(dict.fromkeys(war(scene).stand(ODA_PLAYER).outer & shut, FOE))
    return found


def _hexes(way: Way | None) -> list[str]:
    found: list[str] = []
    while way is not None:
        found.append(way[0])
        way = way[3]
    return found


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
    others = [f for f in war(scene).here(force.hex, force.seat) if f.id < force.id or (f.inside and f.id != force.id)]
    return not others and (force.hex in unit_zone(scene, ODA_PLAYER) or force.hex in castle_ring(scene, ODA_PLAYER))


def castles_on_line(scene: Scene) -> Mapping[str, Sequence[str]]:
    """The enemy castles that shut the line by themselves, each with the gaps that open when it is invested."""

    def find() -> dict[str, list[str]]:
        walls, zone = castles_of(scene, ODA_PLAYER) - invested_hexes(scene), unit_zone(scene, ODA_PLAYER)
        found: dict[str, list[str]] = {}
        for gap in gaps(scene):
            rings = [hex for hex in walls if gap in facts(scene).joined[hex]]
            if len(rings) == 1 and gap not in zone:
                found.setdefault(rings[0], []).append(gap)
        return found

    return scene.memo("castles on the line", find)


def posts(scene: Scene, able: Sequence[Force], free: Collection[str]) -> Mapping[str, str]:
    """Who goes to which gap: to each without an enemy in it the nearest of those who can be spared.

    Where a castle shuts it, who is strong enough goes before that, to invest it.
    """
    now, left, found = war(scene), list(able), dict[str, str]()
    foes, shut = now.stand(ODA_PLAYER).outer, list(gaps(scene))

    def send(hex: str, least: int) -> bool:
        ways = {f: about(scene, f.hex, hex) for f in left if now.strength([f]) >= least}
        fit = [f for f, way in ways.items() if way <= (POSTED if f.id in free else BESIDE)]
        near = min(fit, key=lambda f: (ways[f], f.id), default=None)
        if near is None or hex in foes:
            return False
        found[near.id] = hex
        left.remove(near)
        return True

    for hex, opened in castles_on_line(scene).items():
        if send(hex, max(threshold(scene, hex), now.strength(now.inside(hex)) + 1)):
            shut = [gap for gap in shut if gap not in opened]
    for gap in shut:
        send(gap, 0)
    return found


# -- standing across it ------------------------------------------------------------------------------------------------
def is_across(scene: Scene, force: Force) -> bool:
    """Whether Shingen's line would run where a force of Oda stands, or past it, were it not there."""
    shingen = war(scene).force_of(SHINGEN)
    if shingen is None:
        return False

    def find() -> bool:
        freed = _shut_by_it_alone(scene, force)
        return not freed.isdisjoint(_line(scene, shingen.hex, closed(scene, TAKEDA_PLAYER) - freed)[1:])

    return while_they_stand(scene, ("across", force.id, weather_of(scene)), find)


def would_shut(scene: Scene, force: Force, hex: str) -> bool:
    """Whether Shingen would have no line if a force of Oda stood in that hex."""
    shingen = war(scene).force_of(SHINGEN)
    if shingen is None:
        return False

    def find() -> bool:
        friends = war(scene).stand(TAKEDA_PLAYER).hexes
        held = {hex, *(near for near in facts(scene).joined[hex] if near not in friends)}
        shut = (closed(scene, TAKEDA_PLAYER) - _shut_by_it_alone(scene, force)) | held
        path = _line(scene, shingen.hex, shut)[1:]
        return not path or not shut.isdisjoint(path)

    return while_they_stand(scene, ("would shut", force.id, hex, weather_of(scene)), find)


def _shut_by_it_alone(scene: Scene, force: Force) -> frozenset[str]:
    """The hexes that one force of Oda shuts to lines, and nothing else does."""
    if force.inside:
        return frozenset()
    joined, outer = facts(scene).joined, war(scene).stand(ODA_PLAYER).outer
    company = len(war(scene).outside(force.hex, ODA_PLAYER)) > 1
    others = outer if company else outer - {force.hex}
    return frozenset({force.hex, *joined[force.hex]} - zones(joined, others) - others - castle_ring(scene, ODA_PLAYER))
