"""14-3 Retreat: how far and where to, what it costs in steps and morale, the castle at its end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from compiler.model.event import Moved
from compiler.play.ask import Flow, Refusal, decide
from compiler.play.coverage import carries
from compiler.play.joining import counted
from compiler.play.scene import Scene
from compiler.play.topics import MovePiece
from compiler.rules.shingens_arrival.ch05_zones import unit_zone
from compiler.rules.shingens_arrival.ch11_morale import lower_morale
from compiler.rules.shingens_arrival.ch12_castles import enemy_castle, enter_garrison, leave_garrison, no_garrison
from compiler.rules.shingens_arrival.ch15_killed import lose_steps
from compiler.rules.shingens_arrival.ch16_entry import barred_to, entered
from compiler.rules.shingens_arrival.facts import ENEMY, facts
from compiler.rules.shingens_arrival.field import lifted, set_mark, war
from compiler.rules.shingens_arrival.forces import Force

GARRISON = "garrison"  # the last word of a way that ends behind the walls
Path = tuple[str, ...]


class Retreat:
    """The retreat of one force from an enemy's hex, so many hexes."""

    def __init__(self, scene: Scene, force: Force, away_from: str, hexes: int) -> None:
        self.scene = scene
        self.facts = facts(scene)
        self.force = force
        self.away_from = away_from
        self.hexes = hexes

    def far(self, hex: str) -> int:
        """How far a hex is from the enemy who drove the force (14-3-4)."""
        return self.facts.distance(hex, self.away_from)

    @carries("14-3-8.1", "14-3-8.2")
    def shelter(self, hex: str) -> bool:
        """Whether the force may end its retreat in the castle of a hex (14-3-8)."""
        return no_garrison(self.scene, self.force.army, hex) is None

    @carries("14-3-5.2", "14-3-5.3", "14-3-5.4", "14-3-4.2")
    def refuse_step(self, start: str, to: str) -> Refusal | None:
        """Why a retreat may not go from a hex to another: water, mountain, an enemy force, or nearer (14-3-5)."""
        scene = self.scene
        if to not in self.facts.beside[start]:
            return Refusal("14-3-5.1", f"`{to}` is not next to `{start}`")
        if to not in self.facts.joined[start]:
            terrain = scene.game.spaces[to].terrain
            return Refusal("14-3-5.3" if terrain == "mountain" else "14-3-5.2", f"no retreat from `{start}` to `{to}`")
        if war(scene).outside(to, ENEMY[self.force.seat]):
            return Refusal("14-3-5.4", f"an enemy force is in `{to}`")
        if to in barred_to(scene, self.force.army):
            return Refusal("16-8-2.1", f"Oda troops may not enter `{to}` yet")
        if self.far(to) < self.far(start):
            return Refusal("14-3-4.1", f"`{to}` is nearer to the enemy than `{start}`")
        return None

    def ways(self, length: int) -> Iterator[Path]:
        """The ways of just so many hexes, and shorter ones that end in a castle (14-3-4, 14-3-8)."""
        if length and self.shelter(self.force.hex):
            yield (GARRISON,)
        yield from self._grow((), self.force.hex, length)

    def _grow(self, path: Path, here: str, length: int) -> Iterator[Path]:
        if len(path) == length:
            if self.far(here) > self.far(self.force.hex):
                yield path
            return
        for to in self.facts.joined[here]:
            if to == self.force.hex or to in path or self.refuse_step(here, to) is not None:
                continue
            longer = (*path, to)
            if self.shelter(to):
                yield (*longer, GARRISON)
            yield from self._grow(longer, to, length)

    @carries("14-3-4.1", "14-3-5.1")
    def refuse(self, path: Any) -> Refusal | None:
        """Why a force may not retreat along a way."""
        if not isinstance(path, tuple) or not path or not all(isinstance(hex, str) for hex in path):
            return Refusal("14-3-5.1", "a retreat is a way of hexes")
        way = path[:-1] if path[-1] == GARRISON else path
        here = self.force.hex
        for n, to in enumerate(way):
            if to not in self.facts.beside or to in way[:n] or to == self.force.hex:
                return Refusal("14-3-4.1", "no hex is entered twice")
            no = self.refuse_step(here, to)
            if no is not None:
                return no
            here = to
        if path[-1] == GARRISON:
            if len(way) > self.hexes:
                return Refusal("14-3-4.1", f"the retreat is of {self.hexes} hexes")
            return no_garrison(self.scene, self.force.army, here)
        if len(way) != self.hexes:
            return Refusal("14-3-4.1", f"the retreat is of {self.hexes} hexes")
        return (
            None
            if self.far(here) > self.far(self.force.hex)
            else Refusal("14-3-4.1", f"`{here}` is not farther from the enemy")
        )

    def longest(self) -> int:
        """The most hexes it can go, up to those called for (14-3-6.5)."""
        return next((n for n in range(self.hexes, 0, -1) if next(self.ways(n), None) is not None), 0)


@carries("14-3-6.1", "14-3-6.2", "14-3-6.3", "14-3-6.4")
def costs_a_step(scene: Scene, seat: str, start: str, to: str) -> str | None:
    """The rule by which a hex entered in retreat costs a step, one at most: zone, castle, river (14-3-6)."""
    if to in unit_zone(scene, ENEMY[seat]):
        return "14-3-6.1"
    if enemy_castle(scene, to, seat):
        return "14-3-6.2"
    return "14-3-6.3" if (start, to) in facts(scene).river else None


@carries("14-3-3.1", "14-3-6.5")
def retreat(
    scene: Scene, leader: str, away_from: str, hexes: int, *, attacker: str | None, rule: str
) -> Flow[list[str]]:
    """A force goes back; what it cannot go it pays in steps. Returns the units killed."""
    moving = Retreat(scene, war(scene).forces[leader], away_from, hexes)
    seat, units = moving.force.seat, moving.force.units
    can = moving.longest()
    gone: list[str] = []
    if can < hexes:
        gone = yield from lose_steps(scene, seat, units, hexes - can, rule="14-3-6.5", attacker=attacker)
    group = [unit for unit in units if unit not in gone]
    if can == 0 or not group:
        return gone
    path = yield from _choose_way(scene, Retreat(scene, moving.force, away_from, can), rule)
    gone += yield from _go(scene, seat, group, path, attacker)
    called_for = hexes if path[-1] == GARRISON else len(path)
    for force in war(scene).holding([unit for unit in group if unit not in gone]):
        gone += _shaken(scene, force.id, called_for, path[-1] == GARRISON, attacker)
    return gone


def _choose_way(scene: Scene, moving: Retreat, rule: str) -> Flow[Path]:
    path: Path = yield from decide(
        scene,
        lambda: moving.ways(moving.hexes),
        (moving.refuse,),
        topic=MovePiece(moving.force.id, "retreat"),
        seat=moving.force.seat,
        rule=rule,
        sure=True,
        prompt=f"{scene.name(moving.force.id)} retreats {counted(moving.hexes, 'hex')} which way?",
        about=(moving.force.id, moving.force.hex),
    )
    return path


def _go(scene: Scene, seat: str, units: list[str], path: Path, attacker: str | None) -> Flow[list[str]]:
    """Hex by hex, with the steps lost on the way (14-3-6)."""
    gone: list[str] = []
    here = war(scene).holding(units)[0].hex
    for force in war(scene).holding(units):
        if path[0] != GARRISON:
            set_mark(scene, force.id, "invested", None, "13-1.x1")
            if force.investing:
                lifted(scene, here, "13-1.x1")
            leave_garrison(scene, force.id, "14-3-3.1")
    for to in path:
        left = [unit for unit in units if unit not in gone]
        if to == GARRISON or not left:
            break
        for force in war(scene).holding(left):
            scene.do(Moved(force.id, to, path=(to,), rule="14-3-3.1"))
        for force in war(scene).holding(left):
            yield from entered(scene, force, here, to, marching=False)
        cost = costs_a_step(scene, seat, here, to)
        if cost is not None:
            gone += yield from lose_steps(scene, seat, left, 1, rule=cost, attacker=attacker)
        here = to
    return gone


@carries("14-3-7.1", "14-3-8.3", "14-3-7.x1")
def _shaken(scene: Scene, leader: str, hexes: int, sheltered: bool, attacker: str | None) -> list[str]:
    """After the last hex: into the castle, and morale falls by the hexes gone, or by all called for (14-3-7)."""
    if sheltered:
        enter_garrison(scene, leader, "14-3-8.1")
        set_mark(scene, leader, "invested", None, "13-1.x1")
    return lower_morale(scene, leader, hexes, rule="14-3-7.1", killed=True, attacker=attacker)
