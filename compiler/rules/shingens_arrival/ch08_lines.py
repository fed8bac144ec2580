"""8.0 Lines of communication: from a force over friends and castles to the main castle of its army."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from heapq import heappop, heappush

from compiler.play.coverage import carries
from compiler.play.mechanics.movement import Ways
from compiler.play.scene import Scene
from compiler.rules.shingens_arrival.ch05_zones import castle_ring, unit_zone
from compiler.rules.shingens_arrival.ch12_castles import castles_in_effect, is_invested, is_ruin, seat_of_castle
from compiler.rules.shingens_arrival.ch18_weather import ways_back
from compiler.rules.shingens_arrival.facts import ENEMY, facts
from compiler.rules.shingens_arrival.field import Force, war

Far = dict[str, int]  # hex → how far it is to the nearest end of a link


@carries("8-1.5", "8-2.1", "8-2.2", "8-2-6.1")
def has_line(scene: Scene, force: Force) -> bool:
    """Whether a force can trace a line to its main castle (8-2). Armies without one need none (8-1)."""
    main = main_castle(scene, force.army)
    if main is None:
        return True
    if not main_castle_serves(scene, force.army):
        return False
    if force.hex == main:
        return True
    if force.inside and war(scene).here(force.hex, ENEMY[force.seat]):
        return False  # a shut-in garrison (8-2.2)
    return lines(scene, force.army).reach(force.hex)


def main_castle(scene: Scene, army: str) -> str | None:
    found: str | None = facts(scene).main_castles.get(army)
    return found


@carries("8-1.3", "8-1.4")
def main_castle_serves(scene: Scene, army: str) -> bool:
    """Whether an army's main castle is neither a ruin nor in the hands of the other side (8-1)."""
    main = main_castle(scene, army)
    return main is not None and not is_ruin(scene, main) and seat_of_castle(scene, main) == facts(scene).seat_of[army]


@carries("8-2-3.1", "8-2-3.2", "8-2-3.3", "8-2-3.4", "8-2-4.1", "8-2-5.1", "8-2-3.x1", "8-2-3.x3")
def closed(scene: Scene, seat: str) -> frozenset[str]:
    """The hexes no line of a player passes: enemy forces, enemy castles not invested, enemy zones without a friend.

    Water sides and mountains are no steps at all (8-2-3.4, 8-2-3.x3). Own zones cancel nothing (8-2-5.1).
    """

    def find() -> frozenset[str]:
        enemy, now = ENEMY[seat], war(scene)
        friends = {force.hex for force in now.forces.values() if force.seat == seat}
        shut = {force.hex for force in now.forces.values() if force.seat == enemy and not force.inside}
        for hex, whose in castles_in_effect(scene).items():
            if whose == enemy and not is_invested(scene, hex):
                shut.add(hex)
        zone = (unit_zone(scene, enemy) | castle_ring(scene, enemy)) - friends
        return frozenset(zone | shut)

    return scene.memo(("closed", seat), find)


class Lines:
    """Everything that is joined to the main castle of an army, and how far each hex is from it."""

    __slots__ = ("castles", "from_castle", "from_force", "to_castle", "to_force")

    def __init__(self, scene: Scene, army: str) -> None:
        known = facts(scene)
        seat, main = known.seat_of[army], str(main_castle(scene, army))
        self.to_castle, self.to_force = known.line_to_castle, known.line_to_force
        self.castles = relay_castles(scene, seat) | {main}
        self.from_castle: Far = {}
        self.from_force: Far = {}
        if war(scene).here(main, ENEMY[seat]):
            return  # an enemy before the main castle cuts every line to it (8-2.2)
        self._grow(ways_back(scene, army), closed(scene, seat), main, relay_forces(scene, seat))

    @carries("8-2-2.1", "8-2-1.1")
    def _grow(self, back: Ways, shut: frozenset[str], main: str, forces: frozenset[str]) -> None:
        """Join relay to relay, as many as it takes (8-2-1, 8-2-2)."""
        waiting = (self.castles | forces) - {main}
        new = {main}
        while new:
            _flood(back, [hex for hex in new if hex in self.castles], self.to_castle, shut, self.from_castle)
            _flood(back, [hex for hex in new if hex not in self.castles], self.to_castle, shut, self.from_force)
            new = {hex for hex in waiting if self.reach(hex)}
            waiting -= new

    @carries("8-3-2.1", "8-3-2.2", "8-3-3.1")
    def reach(self, hex: str) -> bool:
        """Whether a link from this hex is short enough: 30 if a castle is at either end, else 10 (8-3)."""
        if hex in self.from_castle:
            return True
        far = self.from_force.get(hex)
        return far is not None and far <= (self.to_castle if hex in self.castles else self.to_force)


def lines(scene: Scene, army: str) -> Lines:
    """The lines of an army, worked out once for a table."""
    return scene.memo(("lines", army), lambda: Lines(scene, army))


@carries("8-2-1.x1", "8-2-3.x2")
def relay_castles(scene: Scene, seat: str) -> frozenset[str]:
    """The castles a player's lines may run over: in effect, open, and with no enemy force in the hex."""

    def find() -> frozenset[str]:
        shut, now = closed(scene, seat), war(scene)
        return frozenset(
            hex
            for hex, whose in castles_in_effect(scene).items()
            if whose == seat and hex not in shut and not now.here(hex, ENEMY[seat])
        )

    return scene.memo(("relay castles", seat), find)


def relay_forces(scene: Scene, seat: str) -> frozenset[str]:
    """The hexes with a friendly force that lines may run over."""
    shut = closed(scene, seat)
    return frozenset(force.hex for force in war(scene).forces.values() if force.seat == seat) - shut


@carries("19-2-1(2).1", "19-2-2(1).2")
def place_has_line(scene: Scene, army: str, hex: str) -> bool:
    """Whether a line can be traced from a bare place, which must itself be open to it (19-2-1(2), 19-2-2)."""
    if not main_castle_serves(scene, army):
        return False
    return hex not in closed(scene, facts(scene).seat_of[army]) and lines(scene, army).reach(hex)


def _flood(back: Ways, sources: Iterable[str], limit: int, shut: frozenset[str], far: Far) -> None:
    """Lower the distances of all hexes to the sources, counted along the line; closed hexes may only begin one."""
    heap: list[tuple[int, str]] = []
    for hex in sources:
        far[hex] = 0
        heap.append((0, hex))
    heap.sort()
    while heap:
        spent, here = heappop(heap)
        if spent > far[here] or (spent and here in shut):
            continue
        for start, cost in back[here]:
            total = spent + int(cost)
            if total <= limit and total < far.get(start, limit + 1):
                far[start] = total
                heappush(heap, (total, start))


def judged(scene: Scene) -> Mapping[str, bool]:
    """For every force whether it has a line, all at one moment (8-4-1, 8-5-1.1)."""
    return {force.id: has_line(scene, force) for force in war(scene).forces.values()}
