"""16.0 Movement: points, zones, tactical and strategic; garrisons entered and left; units dropped on the way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from compiler.model.event import Marked, Moved
from compiler.play.ask import Action, Answer, Flow, Refusal
from compiler.play.firing import carries
from compiler.play.mechanics.movement import Ways, reach
from compiler.play.scene import Scene
from compiler.rules.shingens_arrival.ch05_zones import unit_zone
from compiler.rules.shingens_arrival.ch08_lines import has_line
from compiler.rules.shingens_arrival.ch09_activation import has_acted, phase_of
from compiler.rules.shingens_arrival.ch12_castles import (
    castles_in_effect,
    enter_garrison,
    is_shut_in,
    leave_garrison,
    no_garrison,
)
from compiler.rules.shingens_arrival.ch13_investing import check_investments
from compiler.rules.shingens_arrival.ch15_killed import lose_steps
from compiler.rules.shingens_arrival.ch16_entry import barred_to, entered, is_held
from compiler.rules.shingens_arrival.ch18_weather import ways
from compiler.rules.shingens_arrival.facts import ENEMY, TAISHO
from compiler.rules.shingens_arrival.field import Force, decide, free_box, known, may_lead, war

IN, OUT = "garrison", "out"  # last word of a way behind the walls; a way that only comes out of them
STAY = "stay"
Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Halt(Action):
    """Go a way and pause there: to drop units off, then go on."""

    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Drop(Action):
    """Leave led units behind as one force: a unit, and under a taisho those he is to lead."""

    leader: str
    led: tuple[str, ...] = ()


class March:
    """One force on the move: what every hex costs it now, and how far it comes with the points it has left."""

    def __init__(self, scene: Scene, force: Force, *, strategic: bool, points: int | None = None) -> None:
        self.scene = scene
        self.force = force
        self.seat = force.seat
        self.strategic = strategic
        self.facts = facts = known(scene)
        self.points = self.allowance() if points is None else points
        self.inside = force.inside
        self.blocked = self._blocked()
        self.tolls: Mapping[str, int] = {} if strategic else dict.fromkeys(self._tolled(), facts.number("zone_in"))

    @carries("16-6-3.1", "16-2-1.2")
    def allowance(self) -> int:
        """Eight points, less lowered morale (16-2-1, 16-6-3)."""
        return max(0, self.facts.number("movement_points") + self.force.morale)

    @carries("16-6-2.1", "16-6-2.2", "16-3-1.1", "16-3-1.2", "16-8-2.1")
    def _blocked(self) -> frozenset[str]:
        """Hexes it may not enter: enemy forces outside garrison; strategically also those beside them and castles."""
        enemy = ENEMY[self.seat]
        found = {f.hex for f in war(self.scene).forces.values() if f.seat == enemy and not f.inside}
        if self.strategic:
            found |= self._near_enemies()
            found |= {hex for hex, seat in castles_in_effect(self.scene).items() if seat == enemy}
        return frozenset(found | set(barred_to(self.scene, self.force.army)))

    def _near_enemies(self) -> set[str]:
        """Hexes with an enemy force outside garrison, and the six around it, across water too (16-3-1.1)."""
        enemy = ENEMY[self.seat]
        hexes = {f.hex for f in war(self.scene).forces.values() if f.seat == enemy and not f.inside}
        return hexes | {near for hex in hexes for near in self.facts.beside[hex]}

    @carries("16-4-1.1", "16-4-2.1", "16-4-6.1", "16-4.x1")
    def _tolled(self) -> set[str]:
        """Hexes that cost a point more to enter and to leave: enemy unit zones and castles without a friend (16-4)."""
        enemy, now = ENEMY[self.seat], war(self.scene)
        found = set(unit_zone(self.scene, enemy))
        found |= {hex for hex, seat in castles_in_effect(self.scene).items() if seat == enemy}
        return {hex for hex in found if not any(f.id != self.force.id for f in now.here(hex, self.seat))}

    @carries("16-4-3.1", "16-4-4.1", "16-4-5.1", "16-4-6.2")
    def steps(self) -> Ways:
        """What each step costs, the point for leaving a zone included (16-4-3 to 16-4-5)."""
        base = ways(self.scene, strategic=self.strategic)
        if not self.tolls:
            return base
        out = self.facts.number("zone_out")
        return {**base, **{hex: tuple((to, cost + out) for to, cost in base[hex]) for hex in self.tolls}}

    @property
    def fee(self) -> int:
        """What it costs to go into garrison or come out (12-2-1, 12-2-7)."""
        return self.facts.number("garrison_in_or_out")

    # -- what can be done ----------------------------------------------------------------------------------------------
    @carries("16.0.1", "16-1.1", "16-1-2.1", "16-2.1", "12-2-1.1", "12-2-7.1", "12-2-1.x1")
    def paths(self) -> Iterator[Path]:
        """A cheapest way to every hex within reach, into its castle where there is one; in or out of garrison."""
        points, here = self.points - (self.fee if self.inside else 0), self.force.hex
        if points < 0 or (self.inside and is_shut_in(self.scene, self.force)):
            return
        if self.inside:
            yield (OUT,)
        elif self.points >= self.fee and self.may_enter(here):
            yield (IN,)
        found = reach(self.steps(), here, points, blocked=self.blocked, extra=self.tolls)
        for to, way in found.path.items():
            yield way
            if found.cost[to] + self.fee <= points and self.may_enter(to):
                yield (*way, IN)

    def may_enter(self, hex: str) -> bool:
        return no_garrison(self.scene, self.force.army, hex) is None

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
        steps = self.steps()
        for to in path[:-1] if path[-1] == IN else path:
            no = self._refuse_step(steps, here, to, points)
            if no is not None:
                return no
            points -= int(dict(steps[here])[to]) + self.tolls.get(to, 0)
            here = to
        if path[-1] != IN:
            return None
        if points < self.fee:
            return Refusal("12-2-1.1", f"`{self.force.id}` has no point left to go into garrison")
        return no_garrison(self.scene, self.force.army, here)

    @carries("16-6-1.1", "16-2.1")
    def _refuse_step(self, steps: Ways, here: str, to: str, points: int) -> Refusal | None:
        if to not in self.facts.beside.get(here, ()):
            return Refusal("16-1-2.1", f"`{to}` is not next to `{here}`")
        price = dict(steps[here]).get(to)
        if price is None:
            return Refusal("16-6-1.1", f"no force can go from `{here}` to `{to}`")
        if to in self.blocked:
            return self._barred(to)
        if price + self.tolls.get(to, 0) > points:
            if here in self.tolls and price <= points + self.facts.number("zone_out"):
                return Refusal("16-4-4.1", f"`{self.force.id}` has not the points to leave `{here}`")
            return Refusal("16-2.1", f"`{self.force.id}` has not the points for `{to}`")
        return None

    def _barred(self, to: str) -> Refusal:
        if to in barred_to(self.scene, self.force.army):
            rule = "16-8-2.2" if self.facts.province[to] == "mikawa" else "16-8-2.1"
            return Refusal(rule, f"Oda forces may not enter `{to}` yet")
        if war(self.scene).outside(to, ENEMY[self.seat]):
            return Refusal("16-3-1.1" if self.strategic else "16-6-2.1", f"an enemy force is in `{to}`")
        if to in self._near_enemies():
            return Refusal("16-3-1.1", f"`{to}` is next to an enemy force")
        return Refusal("16-3-1.2", f"an enemy castle is in `{to}`")

    def go(self, path: Path) -> Flow[tuple[int, bool]]:
        """Go a way; see `_go`."""
        return (yield from _go(self.scene, self.force.id, self, path))

    def spent(self, path: Path) -> int:
        """What a legal way costs."""
        cost, here, steps = self.fee if self.inside else 0, self.force.hex, self.steps()
        for to in path:
            if to == OUT:
                continue
            cost += self.fee if to == IN else int(dict(steps[here])[to]) + self.tolls.get(to, 0)
            here = here if to == IN else to
        return cost


# -- whether -----------------------------------------------------------------------------------------------------------
@carries("16-8-1.1", "16-8-1.3", "13.0(3).2")
def no_moving(scene: Scene, force: Force) -> Refusal | None:
    """Why a force may not move at all."""
    if is_held(scene, force.army):
        return Refusal("16-8-1.1", "the Tokugawa army waits until Takeda troops have come")
    if force.investing:
        return Refusal("13.0(3).2", f"`{force.id}` is investing a castle")
    if is_shut_in(scene, force):
        return Refusal("12-2-7.2", f"an enemy stands before the castle `{force.id}` is in")
    return None if next(March(scene, force, strategic=False).paths(), None) else Refusal(
        "16-2.1", f"`{force.id}` has not the points for any hex")


@carries("16-3.1", "16-3.2", "16-3-2.1", "16-3-3.1")
def no_strategic(scene: Scene, force: Force) -> Refusal | None:
    """Why a force may not move strategically: enemies beside it, morale, no line (16-3)."""
    if is_held(scene, force.army) or force.investing or is_shut_in(scene, force):
        return no_moving(scene, force)
    if force.morale < 0:
        return Refusal("16-3-3.1", f"the morale of `{force.id}` is lowered")
    march = March(scene, force, strategic=True)
    if force.hex in march._near_enemies():
        return Refusal("16-3-1.1", f"an enemy force is next to `{force.id}`")
    if not has_line(scene, force):
        return Refusal("16-3-2.1", f"`{force.id}` has no line of communication")
    return None if next(march.paths(), None) else Refusal("16-2.1", f"`{force.id}` has not the points for any hex")


# -- the move ----------------------------------------------------------------------------------------------------------
@carries("16-1-1.1", "16-5.1", "16-5-1.1", "16-5.2")
def move(scene: Scene, leader: str, *, strategic: bool) -> Flow[None]:
    """A force goes its way, pausing to drop units off or when somebody rises; then it has acted (16-1, 16-5)."""
    has_acted(scene, leader)
    march = March(scene, war(scene).forces[leader], strategic=strategic)
    moved = False
    while True:
        answer = yield from decide(
            scene, lambda march=march: _answers(march),  # type: ignore[misc]
            lambda a, march=march: _refuse(march, a), prompt=f"move {scene.name(leader)} where?", sure=True,
            seat=march.seat, rule="16-1.1", about=(leader, march.force.hex), stop=STAY if moved else None,
        )
        if answer == STAY:
            break
        if isinstance(answer, Drop):
            drop(scene, march.force, answer)
            march = March(scene, war(scene).forces[leader], strategic=strategic, points=march.points)
            continue
        path = answer.path if isinstance(answer, Halt) else answer
        left, risen = yield from _go(scene, leader, march, path)
        moved = True
        if not (isinstance(answer, Halt) or risen) or path[-1] == IN:
            break
        march = March(scene, war(scene).forces[leader], strategic=strategic, points=left)
        if not risen and next(iter(_answers(march)), None) is None:
            break
    yield from end_in_iga(scene, war(scene).forces[leader])
    check_investments(scene)


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
        risen = yield from entered(scene, war(scene).forces[leader], start, to, marching=True)
        if risen:
            spent = march.spent(path[: n + 1])
            return march.points - spent, True
    return march.points - march.spent(path), False


# -- dropping off ------------------------------------------------------------------------------------------------------
def _answers(march: March) -> Iterator[Answer]:
    """Ways to end the move; for a force with led units also what it may leave behind, and halts for it."""
    ends = list(march.paths())
    yield from ends
    if len(march.force.units) > 1 and ends:
        yield from _drops(march)
        yield from (Halt(path) for path in ends[:: max(1, len(ends) // 6)] if path[-1] not in (IN, OUT))


def _drops(march: March) -> Iterator[Drop]:
    units = march.facts.units
    for unit in march.force.units[1:]:
        drop = Drop(unit)
        if _refuse_drop(march, drop) is None:
            yield drop
        if units[unit].rank == TAISHO:
            led = tuple(u for u in march.force.units[1:] if units[u].rank < TAISHO)[: len(units[unit].boxes)]
            if led:
                yield Drop(unit, led)


def _refuse(march: March, answer: Any) -> Refusal | None:
    if isinstance(answer, Drop):
        return _refuse_drop(march, answer)
    if isinstance(answer, Halt):
        if not answer.path or answer.path[-1] == IN:
            return Refusal("12-2-1.x1", "going into garrison ends the move")
        return march.refuse_path(answer.path)
    return march.refuse_path(answer)


@carries("16-5.x1", "16-5.x2", "16.x1")
def _refuse_drop(march: March, answer: Drop) -> Refusal | None:
    """Why units may not be left behind: only led ones, under a taisho only busho, and the rest must move on."""
    led = march.force.units[1:]
    if march.inside:
        return Refusal("16-5.x1", "units are dropped outside garrison")
    for unit in (answer.leader, *answer.led):
        if unit not in led:
            return Refusal("16-5.x1", f"`{unit}` is not led by `{march.force.id}`")
    units = march.facts.units
    if len({answer.leader, *answer.led}) != 1 + len(answer.led):
        return Refusal("16-5.x1", "a unit is dropped once")
    for unit in answer.led:
        if units[answer.leader].rank < TAISHO:
            return Refusal("6-1.1", f"`{answer.leader}` is no commander")
        if units[unit].rank >= units[answer.leader].rank:
            return Refusal("6-1-6.1", f"`{answer.leader}` cannot command `{unit}`")
    if len(answer.led) > len(units[answer.leader].boxes):
        return Refusal("6-1-1.2", f"the command track of `{answer.leader}` is full")
    return None if next(march.paths(), None) else Refusal("16.x1", "the rest of the force must be able to move")


@carries("16-5.3", "16-5-2.1")
def drop(scene: Scene, force: Force, answer: Drop) -> None:
    """Units stay behind as a force, with the morale they had; they do nothing more in this phase (16-5)."""
    scene.do(Moved(answer.leader, force.hex, rule="16-5.1"))
    if force.morale:
        scene.do(Marked(answer.leader, "morale", force.morale, rule="11-3-3.1"))
    scene.do(Marked(answer.leader, "acted", phase_of(scene), rule="16-5.3"))
    for unit in answer.led:
        assert may_lead(scene, answer.leader, unit) is None
        box = free_box(scene, answer.leader)
        assert box is not None
        scene.do(Moved(unit, box, rule="16-5.x1"))


@carries("16-7.1")
def end_in_iga(scene: Scene, force: Force) -> Flow[None]:
    """Whoever ends his movement in Iga loses a step, those dropped there too; nobody is killed by it (16-7)."""
    if known(scene).province.get(force.hex) != "iga":
        return
    steps = known(scene).number("iga_steps")
    yield from lose_steps(scene, force.seat, force.units, steps, rule="16-7.1", killed=False)
