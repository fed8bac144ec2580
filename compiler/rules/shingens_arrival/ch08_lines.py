"""8.0 Lines of communication: from a force over friends and castles to the main castle of its army."""

from __future__ import annotations

from collections.abc import Mapping

from compiler.play.coverage import carries
from compiler.play.mechanics.movement import Ways
from compiler.play.scene import Scene
from compiler.rules.shingens_arrival.ch05_zones import castle_ring, unit_zone
from compiler.rules.shingens_arrival.ch12_castles import castles_in_effect, is_invested, is_ruin, seat_of_castle
from compiler.rules.shingens_arrival.ch18_weather import ways_back
from compiler.rules.shingens_arrival.facts import ENEMY, facts
from compiler.rules.shingens_arrival.field import Force, war

Far = dict[str, int]  # hex → how far it is to a relay


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


@carries("8-2-3.1", "8-2-3.2", "8-2-3.3", "8-2-4.1", "8-2-5.1", "8-2-3.x1")
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
    """What is joined to the main castle of an army. It grows as far as somebody asks, relay by relay (8-2-1, 8-2-2)."""

    __slots__ = ("_back", "_joined", "_next", "_scene", "_shut", "_waiting", "army", "castles", "to_castle", "to_force")

    def __init__(self, scene: Scene, army: str) -> None:
        known = facts(scene)
        seat, main = known.seat_of[army], str(main_castle(scene, army))
        self.army, self._scene = army, scene
        self.to_castle, self.to_force = known.line_to_castle, known.line_to_force
        self._back, self._shut = ways_back(scene, army), closed(scene, seat)
        self.castles = relay_castles(scene, seat) | {main}
        self._joined: list[tuple[bool, Far]] = []  # of each relay joined and looked at: castle or not, and distances
        cut = bool(war(scene).here(main, ENEMY[seat]))  # an enemy before the main castle cuts all lines (8-2.2)
        self._next = [] if cut else [main]  # joined, not looked at yet; castles are taken from the end
        self._waiting = (self.castles | relay_forces(scene, seat)) - {main}

    @carries("8-3-2.1", "8-3-2.2", "8-3-3.1", "8-2-1.1", "8-2-2.1")
    def reach(self, hex: str) -> bool:
        """Whether some joined relay is near enough: 30 if a castle is at either end of the link, else 10 (8-3)."""
        if any(self._near(hex, castle, distances) for castle, distances in self._joined):
            return True
        while self._next:
            if self._near(hex, *self._look()):
                return True
        return False

    def _near(self, hex: str, castle: bool, distances: Far) -> bool:
        far = distances.get(hex)
        return far is not None and far <= (self.to_castle if castle or hex in self.castles else self.to_force)

    def _look(self) -> tuple[bool, Far]:
        """Look from the next relay and join what it reaches."""
        node = self._next.pop()
        castle = node in self.castles
        distances = self._distances(node)
        self._joined.append((castle, distances))
        new = sorted(w for w in self._waiting if self._near(w, castle, distances))
        self._waiting -= set(new)
        self._next[:0] = [w for w in new if w not in self.castles]
        self._next += [w for w in new if w in self.castles]
        return castle, distances

    def _distances(self, node: str) -> Far:
        """How far every hex is from a relay; kept as long as the closed hexes stay the same."""
        kept: dict[tuple[str, str], tuple[Ways, frozenset[str], Far]] = self._scene.book.once("distances", dict)
        found = kept.get((self.army, node))
        if found is None or found[0] is not self._back or found[1] != self._shut:
            far = _flood(self._back, node, self.to_castle, self._shut)
            found = kept[self.army, node] = (self._back, self._shut, far)
        return found[2]


def lines(scene: Scene, army: str) -> Lines:
    """The lines of an army, worked out once for a table."""
    return scene.memo(("lines", army), lambda: Lines(scene, army))


@carries("8-2-1.x1")
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


@carries("8-2-3.x2")
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


def _flood(back: Ways, source: str, limit: int, shut: frozenset[str]) -> Far:
    """The distances of all hexes to a relay, counted along the line; a closed hex may only begin one."""
    far: Far = {source: 0}
    by_cost: list[list[str]] = [[] for _ in range(limit + 1)]
    by_cost[0].append(source)
    for spent, hexes in enumerate(by_cost):
        for here in hexes:
            if far[here] < spent or (spent and here in shut):
                continue
            for start, cost in back[here]:
                total = spent + int(cost)
                if total <= limit and total < far.get(start, limit + 1):
                    far[start] = total
                    by_cost[total].append(start)
    return far


def judged(scene: Scene) -> Mapping[str, bool]:
    """For every force whether it has a line, all at one moment (8-4-1, 8-5-1.1)."""
    return {force.id: has_line(scene, force) for force in war(scene).forces.values()}
