"""16-2 to 16-4 The way of a force: what each hex costs it, how far it comes, and what happens on the way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from compiler.model.event import Moved
from compiler.play.ask import Flow, Refusal
from compiler.play.coverage import carries
from compiler.play.mechanics.movement import Ways, reach
from compiler.play.scene import Scene
from compiler.rules.shingens_arrival.ch05_zones import unit_zone
from compiler.rules.shingens_arrival.ch12_castles import (
    castles_in_effect,
    castles_of,
    enter_garrison,
    is_shut_in,
    leave_garrison,
    no_garrison,
    while_they_stand,
)
from compiler.rules.shingens_arrival.ch16_entry import barred_to, entered
from compiler.rules.shingens_arrival.ch18_weather import ways
from compiler.rules.shingens_arrival.facts import ENEMY, facts
from compiler.rules.shingens_arrival.field import war
from compiler.rules.shingens_arrival.forces import Force

IN, OUT = "garrison", "out"  # last word of a way behind the walls; a way that only comes out of them
Path = tuple[str, ...]


def enemy_hexes(scene: Scene, seat: str) -> frozenset[str]:
    """The hexes with enemy forces outside garrison (16-6-2)."""
    return war(scene).stand(ENEMY[seat]).outer


def near_enemies(scene: Scene, seat: str) -> frozenset[str]:
    """Those hexes and the six around each, across water too (16-3-1.1)."""
    stand = war(scene).stand(ENEMY[seat])
    found = stand.known.get("near")
    if found is None:
        beside, hexes = facts(scene).beside, enemy_hexes(scene, seat)
        found = stand.known["near"] = hexes.union(*[beside[hex] for hex in hexes])
    return found


def toll(scene: Scene, seat: str, hex: str) -> int:
    """The extra point for entering a hex in an enemy unit zone or with an enemy castle, one for both (16-4)."""
    if castles_in_effect(scene).get(hex) == ENEMY[seat]:
        return facts(scene).enemy_castle_in
    return facts(scene).zone_in if hex in unit_zone(scene, ENEMY[seat]) else 0


@carries("16-4-1.1", "16-4-2.1", "16-4.x1", "5-2-2(1).1")
def tolls(scene: Scene, seat: str) -> Mapping[str, int]:
    """The hexes without a friend that cost more to enter and leave."""
    return while_they_stand(scene, ("tolls", seat), lambda: _tolls(scene, seat))


def _tolls(scene: Scene, seat: str) -> Mapping[str, int]:
    """The very same as long as the enemy stays and the same of those hexes have friends in them."""
    enemy, known = ENEMY[seat], scene.book.memo.get(("tolls", seat))
    zone, castles = unit_zone(scene, enemy), castles_of(scene, enemy)
    mine = war(scene).stand(seat).hexes
    friends = (zone & mine) | (castles & mine)
    if known is None or known[0][0] is not zone or known[0][1] is not castles or known[0][2] != friends:
        found = dict.fromkeys(zone - friends, facts(scene).zone_in)
        found.update(dict.fromkeys(castles - friends, facts(scene).enemy_castle_in))
        known = scene.book.memo["tolls", seat] = ((zone, castles, friends), found)
    prices: Mapping[str, int] = known[1]
    return prices


class March:
    """One force on the move: what every hex costs it now, and how far it comes with the points it has left."""

    def __init__(self, scene: Scene, force: Force, *, strategic: bool, points: int | None = None) -> None:
        self.scene = scene
        self.force = force
        self.seat = force.seat
        self.strategic = strategic
        self.facts = facts(scene)
        self.points = self.allowance() if points is None else points
        self.inside = force.inside
        self.steps: Ways = ways(scene, strategic=strategic)
        self._barred_hexes: frozenset[str] | None = None
        self._tolls: Mapping[str, int] | None = None

    @property
    def blocked(self) -> frozenset[str]:
        """Hexes it may not enter; worked out once somebody asks: who may go behind walls can move in any case."""
        found = self._barred_hexes
        if found is None:
            found = self._barred_hexes = self._blocked()
        return found

    @property
    def tolls(self) -> Mapping[str, int]:
        """The hexes that cost more; worked out once somebody asks for more than whether there is a way at all."""
        found = self._tolls
        if found is None:
            found = self._tolls = self._find_tolls()
        return found

    @carries("16-6-3.1", "16-2-1.2")
    def allowance(self) -> int:
        """Eight points, less lowered morale (16-2-1, 16-6-3)."""
        return max(0, self.facts.movement_points + self.force.morale)

    @carries("16-6-2.1", "16-6-2.2", "16-3-1.1", "16-3-1.2", "16-8-2.1")
    def _blocked(self) -> frozenset[str]:
        """Hexes it may not enter: enemy forces outside garrison; strategically also those beside them and castles."""
        barred, scene, seat = barred_to(self.scene, self.force.army), self.scene, self.seat
        if not self.strategic:
            return enemy_hexes(scene, seat) | barred if barred else enemy_hexes(scene, seat)

        found = while_they_stand(
            scene, ("near or castle", seat), lambda: near_enemies(scene, seat) | castles_of(scene, ENEMY[seat])
        )
        return found | barred if barred else found

    @carries("16-4-6.1")
    def _find_tolls(self) -> Mapping[str, int]:
        """The hexes that cost more, his own among them if no friend is there besides him (16-4-6).

        Strategically he passes none, but may start before an enemy castle.
        """
        common, here = {} if self.strategic else tolls(self.scene, self.seat), self.force.hex
        own = toll(self.scene, self.seat, here)
        alone = own and len(war(self.scene).here(here, self.seat)) == 1
        return {**common, here: own} if alone else common

    @carries("16-4-3.1", "16-4-4.1", "16-4-5.1", "16-4-6.2")
    def out_of(self, hex: str) -> int:
        """The point for leaving a zone (16-4-3 to 16-4-5)."""
        return self.facts.zone_out if hex in self.tolls else 0

    def price(self, here: str, to: str) -> int | None:
        """What a step costs, leaving a zone included and entering one not; None if there is none."""
        cost = next((cost for other, cost in self.steps[here] if other == to), None)
        return None if cost is None else int(cost) + self.out_of(here)

    @property
    def fee(self) -> int:
        """What it costs to go into garrison or come out (12-2-1, 12-2-7)."""
        return self.facts.garrison_in_or_out

    # -- what can be done ----------------------------------------------------------------------------------------------
    @carries("16.0.1", "16-1.1", "16-1-2.1", "16-2.1", "12-2-1.1", "12-2-7.1", "12-2-1.x1")
    def paths(self) -> list[Path]:
        """A cheapest way to every hex within reach, into its castle where there is one; in or out of garrison."""
        points, here = self.points - (self.fee if self.inside else 0), self.force.hex
        if points < 0 or (self.inside and is_shut_in(self.scene, self.force)):
            return []
        ends: list[Path] = []
        if self.inside:
            ends.append((OUT,))
        elif self.points >= self.fee and self.may_enter(here):
            ends.append((IN,))
        out, most = self.facts.zone_out, points - self.fee
        found = reach(self.steps, here, points, blocked=self.blocked, extra=self.tolls, leaving=out)
        castles = castles_of(self.scene, self.seat)  # no other can be garrisoned
        for to, way in found.path.items():
            ends.append(way)
            if to in castles and found.cost[to] <= most and self.may_enter(to):
                ends.append((*way, IN))
        return ends

    def can_go(self) -> bool:
        """Whether it can make any move at all."""
        here = self.force.hex
        if self.inside:
            return self.points >= self.fee and not is_shut_in(self.scene, self.force)
        if self.points >= self.fee and self.may_enter(here):
            return True
        most = self.points - self.facts.dearest_toll
        blocked = self.blocked
        steps = [step for step in self.steps[here] if step[0] not in blocked]
        if steps and min(cost for _, cost in steps) <= most:
            return True  # whatever the tolls
        leaving, tolls = self.out_of(here), self.tolls
        return any(cost + leaving + tolls.get(to, 0) <= self.points for to, cost in steps)

    def may_enter(self, hex: str) -> bool:
        mine = hex in castles_of(self.scene, self.seat)  # no other can be garrisoned
        return mine and no_garrison(self.scene, self.force.army, hex) is None

    def refuse_path(self, path: Any) -> Refusal | None:
        """Why a force may not go a way."""
        if not isinstance(path, tuple) or not path or not all(isinstance(hex, str) for hex in path):
            return Refusal("16-1-1.1", f"`{self.force.id}` is on the move: finish it first")
        points, here = self.points, self.force.hex
        if self.inside:
            if is_shut_in(self.scene, self.force):
                return Refusal("12-2-7.2", f"an enemy stands before the castle `{self.force.id}` is in")
            points -= self.fee
        if path == (OUT,):
            return None if self.inside and points >= 0 else Refusal("12-2-7.1", f"`{self.force.id}` cannot come out")
        for to in path[:-1] if path[-1] == IN else path:
            no = self._refuse_step(here, to, points)
            if no is not None:
                return no
            points -= (self.price(here, to) or 0) + self.tolls.get(to, 0)
            here = to
        if path[-1] != IN:
            return None
        if points < self.fee:
            return Refusal("12-2-1.1", f"`{self.force.id}` has no point left to go into garrison")
        return no_garrison(self.scene, self.force.army, here)

    @carries("16-6-1.1", "16-2.1")
    def _refuse_step(self, here: str, to: str, points: int) -> Refusal | None:
        if to not in self.facts.beside.get(here, ()):
            return Refusal("16-1-2.1", f"`{to}` is not next to `{here}`")
        price = self.price(here, to)
        if price is None:
            return Refusal("16-6-1.1", f"no force can go from `{here}` to `{to}`")
        if to in self.blocked:
            return self._barred(to)
        if price + self.tolls.get(to, 0) > points:
            if here in self.tolls and price <= points + self.facts.zone_out:
                return Refusal("16-4-4.1", f"`{self.force.id}` has not the points to leave `{here}`")
            return Refusal("16-2.1", f"`{self.force.id}` has not the points for `{to}`")
        return None

    def _barred(self, to: str) -> Refusal:
        if to in barred_to(self.scene, self.force.army):
            rule = "16-8-2.2" if self.facts.province[to] == "mikawa" else "16-8-2.1"
            return Refusal(rule, f"Oda forces may not enter `{to}` yet")
        if war(self.scene).outside(to, ENEMY[self.seat]):
            return Refusal("16-3-1.1" if self.strategic else "16-6-2.1", f"an enemy force is in `{to}`")
        if to in near_enemies(self.scene, self.seat):
            return Refusal("16-3-1.1", f"`{to}` is next to an enemy force")
        return Refusal("16-3-1.2", f"an enemy castle is in `{to}`")

    def go(self, path: Path) -> Flow[tuple[int, bool]]:
        """Go a way at the prices there are before it; see `_go`."""
        self._tolls = self.tolls
        return (yield from _go(self.scene, self.force.id, self, path))

    def spent(self, path: Path) -> int:
        """What a legal way costs."""
        cost, here = self.fee if self.inside else 0, self.force.hex
        for to in path:
            if to == OUT:
                continue
            cost += self.fee if to == IN else (self.price(here, to) or 0) + self.tolls.get(to, 0)
            here = here if to == IN else to
        return cost


@carries("17-1-2(4).5", "16-4.x2")
def _go(scene: Scene, leader: str, march: March, path: Path) -> Flow[tuple[int, bool]]:
    """Hex by hex; a rising stops the way where it happens, the points left stay. Points left, and whether it did."""
    spent = 0
    if march.inside:
        leave_garrison(scene, leader, "12-2-7.1")
    for n, to in enumerate(path):
        if to == OUT:
            continue
        if to == IN:
            enter_garrison(scene, leader, "12-2-1.1")
            continue
        start = scene.table.pieces[leader].place
        scene.do(Moved(leader, to, path=(to,), rule="16-1-2.1"))
        risen = yield from entered(scene, march.force, start, to, marching=True)
        if risen:
            spent = march.spent(path[: n + 1])
            return march.points - spent, True
    return march.points - march.spent(path), False
