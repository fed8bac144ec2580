"""13-6 Retreat: hex by hex, by priority, with the rout movement factor. Rout moves follow the same rules (14-2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from compiler.model.event import Moved, Said
from compiler.model.record import record
from compiler.model.table import Piece
from compiler.play.ask import Flow, Refusal, Topic, decide
from compiler.play.coverage import carries
from compiler.play.mechanics import movement
from compiler.play.scene import Scene
from compiler.rules.anegawa.ch04_sequence import no_withdrawal
from compiler.rules.anegawa.ch07_zones import enemy_zones
from compiler.rules.anegawa.ch08_morale import check
from compiler.rules.anegawa.ch12_terrain import ways
from compiler.rules.anegawa.ch13_removal import remove
from compiler.rules.anegawa.ch18_castle import barred_castle, note_departure
from compiler.rules.anegawa.facts import REMOVAL, facts
from compiler.rules.anegawa.field import Field

STOP = "stop"
# 13-6-1.6: a retreat pays the surcharge of enemy zones, but zones do not stop it.
ZONES_CHARGE_RETREATS = True
CLASS_RULES = {1: "13-6-1.2", 2: "13-6-1.3", 3: "13-6-1.4"}


@record(frozen=True, slots=True)
class FallBack(Topic):
    """Where a unit in retreat goes on to, or whether it stops."""

    unit: str
    here: str
    left: float  # points of its rout factor still to spend


class Retreat:
    """A retreat under way: where it has come to, what is left to spend, where it may go on."""

    def __init__(self, scene: Scene, id: str) -> None:
        self.scene = scene
        self.field = Field.of(scene)
        self.piece: Piece = scene.table.pieces[id]
        self.seat = self.field.seat(self.piece)
        self.path: tuple[str, ...] = ()
        self.left: float = self.field.back(self.piece, "rout")
        self.zones = enemy_zones(self.field, self.seat)
        self.surcharge = facts(scene).zone_cost if ZONES_CHARGE_RETREATS else 0
        self.steps = ways(scene.book)
        self.enemies = {p.place for p in self.field.units if self.field.seat(p) != self.seat}
        self.friends = {p.place for p in self.field.units if p.place not in self.enemies and p.id != id}

    @property
    def here(self) -> str:
        return self.path[-1] if self.path else self.piece.place

    def closed(self, *onward: str) -> set[str]:
        """Hexes it may not enter: with enemies, entered already, or a castle that its garrison has left."""
        path = (*self.path, *onward)
        return self.enemies | {self.piece.place, *path} | set(barred_castle(self.scene, self.piece, path))

    def cost(self, to: str) -> float | None:
        """The points a step takes: terrain, and the surcharge of an enemy zone (13-6-1.6)."""
        price = next((cost for other, cost in self.steps[self.here] if other == to), None)
        if price is None:
            return None
        return price + (self.surcharge if to in self.zones else 0)

    @carries("13-6-1.2", "13-6-1.3", "13-6-1.4")
    def kind(self, space: str) -> int:
        """The class of a hex: 1 outside enemy zones, 2 in one with a friend in it, 3 in one and empty (13-6-1)."""
        if space not in self.zones:
            return 1
        return 2 if space in self.friends else 3

    def within_reach(self, start: str, points: float) -> Iterator[str]:
        """The empty hexes it can still come to from a hex with some points left."""
        extra = dict.fromkeys(self.zones, self.surcharge) if self.surcharge else None
        found = movement.reach(self.steps, start, points, blocked=self.closed(start), extra=extra)
        return (space for space in found.cost if space != start and space not in self.friends)

    @carries("13-6-1.7", "13-6-3(5).1", "10.0(3).1", "10.0(3).2")
    def is_open(self, to: str) -> bool:
        """Whether it may step into a hex: it can pay, no enemy is there, and it can still end in an empty hex."""
        cost = self.cost(to)
        if cost is None or cost > self.left or to in self.closed():
            return False
        return to not in self.friends or any(True for _ in self.within_reach(to, self.left - cost))

    @carries("13-6-1.5", "13-6-2(2).1")
    def options(self) -> list[str]:
        """The hexes of the best class that are open; among them the owner chooses (13-6-1)."""
        opened = [to for to, _ in self.steps[self.here] if self.is_open(to)]
        best = min(map(self.kind, opened), default=0)
        return [to for to in opened if self.kind(to) == best]

    def may_not_stop(self) -> Refusal | None:
        """Why it may not end here."""
        if not self.path:
            return Refusal("13-6(1).1", "the unit must leave its hex")
        if self.here in self.friends:
            return Refusal("10.0(3).2", f"a unit stands in `{self.here}`: the retreat goes on")
        if self.here in self.zones and any(s not in self.zones for s in self.within_reach(self.here, self.left)):
            return Refusal("13-6-3(1).2", "an empty hex outside enemy zones is still within reach")
        return None

    def refuse(self, answer: Any) -> Refusal | None:
        """Why a step, or stopping, is not allowed."""
        if answer == STOP:
            return self.may_not_stop()
        cost = self.cost(answer) if isinstance(answer, str) else None
        if cost is None:
            return Refusal("13-6-1.1", f"`{answer}` is not next to `{self.here}`")
        if answer in self.enemies:
            return Refusal("10.0(3).1", f"an enemy stands in `{answer}`")
        if answer in self.closed():
            barred = answer in barred_castle(self.scene, self.piece, self.path)
            return Refusal("19.0.1" if barred else "13-6-1.7", f"`{answer}` may not be entered again")
        if cost > self.left:
            return Refusal("14-2.1", f"`{answer}` costs {cost:g}, and {self.left:g} of the rout factor are left")
        if not self.is_open(answer):
            return Refusal("13-6-3(5).1", f"from `{answer}` no empty hex is within reach")
        best = self.options()
        if answer not in best:
            return Refusal(CLASS_RULES[self.kind(best[0])], f"`{best[0]}` is a better hex than `{answer}`")
        return None

    @carries("13-6-3(1).1")
    def ends(self) -> tuple[str, ...]:
        """The answers there are: the hexes to go on to, and to stop where that is allowed."""
        return (*self.options(), STOP) if self.may_not_stop() is None else tuple(self.options())

    def go(self, to: str) -> None:
        self.left -= self.cost(to) or 0
        self.path = (*self.path, to)


def retreat(scene: Scene, id: str, *, rule: str, at_end: str = REMOVAL) -> Flow[bool]:
    """The owner takes a disordered unit back (13-6-1); whether it is still on the map afterwards.

    `at_end` is the check it makes where it ends in an enemy zone: surprise counts in one that an attack brought about
    (21.0(2)).
    """
    flight = Retreat(scene, id)
    if not flight.options():
        scene.do(Said(f"{scene.name(id)} has nowhere to go", rule="13-6-3(6).1"))
        remove(scene, id, rule="13-6-3(6).1")
        return False
    while flight.options():
        where = yield from decide(
            scene,
            flight.ends,
            (no_withdrawal, flight.refuse),
            sure=True,
            topic=FallBack(id, flight.here, flight.left),
            prompt=f"{scene.name(id)} falls back from {flight.here} ({flight.left:g} left)",
            rule="13-6-1.1",
            seat=flight.seat,
            about=(id, flight.here),
        )
        if where == STOP:
            break
        flight.go(where)
    scene.do(Moved(id, flight.here, path=flight.path, rule=rule))
    note_departure(scene, id)
    return (yield from _end(scene, id, flight.here in flight.zones, at_end))


@carries("13-6-3(3).2")
def _end(scene: Scene, id: str, threatened: bool, kind: str) -> Flow[bool]:
    """A retreat that ends in an enemy zone calls for a removal check; passing through zones does not (13-6-3)."""
    if not threatened:
        return True
    result = yield from check(scene, id, kind, rule="13-6-3(2).1")
    if result.values.get("removes"):
        remove(scene, id, rule="13-6-3(3).1")
        return False
    return True
