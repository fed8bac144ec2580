"""11.0 Movement: one unit at a time, by movement points; zones of control, the edge of the map, the sortie."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import pairwise
from typing import Any

from compiler.model.event import Marked, Moved
from compiler.model.table import Piece
from compiler.play.ask import Answer, Flow, Price, Refusal, decide
from compiler.play.book import Rulebook
from compiler.play.coverage import carries
from compiler.play.mechanics import movement
from compiler.play.outcome import AGAIN, Outcome
from compiler.play.scene import Scene
from compiler.play.step import step
from compiler.play.topics import ChoosePiece, MovePiece
from compiler.rules.anegawa.ch04_sequence import DONE, no_withdrawal, show_phase
from compiler.rules.anegawa.ch06_allowance import allowance
from compiler.rules.anegawa.ch07_zones import enemy_zones
from compiler.rules.anegawa.ch12_terrain import ways
from compiler.rules.anegawa.ch13_removal import leave_map
from compiler.rules.anegawa.ch13_retreat import retreat
from compiler.rules.anegawa.ch18_castle import barred_castle, is_inside, may_sortie, note_departure, sortie_hexes
from compiler.rules.anegawa.ch21_surprise import is_idle
from compiler.rules.anegawa.ch22_victory import sudden_end
from compiler.rules.anegawa.facts import facts
from compiler.rules.anegawa.field import Field, has_initiative, is_normal

OFF_MAP = "off_map"  # the last step of a path that leaves the map
# 18-1(3).1: the garrison comes out by a sortie or not at all; by ordinary movement it only changes its castle hex.
GARRISON_LEAVES_BY_SORTIE_ONLY = True


def edge(book: Rulebook) -> frozenset[str]:
    """The hexes at the edge of the map."""
    beside = book.game.map.beside
    return book.once("edge", lambda: frozenset(id for id in book.land if len(beside[id]) < 6))


class Moving:
    """The movement of one side as it stands now: who may move, and where to."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.field = Field.of(scene)
        self.seat = scene.active
        self.known = facts(scene)
        self.zones = enemy_zones(self.field, self.seat)
        self.extra = dict.fromkeys(self.zones, self.known.zone_cost)
        self.steps = ways(scene.book)
        self.first = has_initiative(scene, self.seat)
        self.points = allowance(scene).of
        self.garrison = self.known.garrison
        self.edge = edge(scene.book)
        self.idle = {army for army in scene.sides if is_idle(scene, army)}

    # -- which unit ----------------------------------------------------------------------------------------------------
    def units(self) -> Iterator[str]:
        """The units that have not moved yet."""
        return (piece.id for piece in self.field.of_seat(self.seat) if not piece.mark("moved"))

    def refuse_unit(self, id: Any) -> Refusal | None:
        """Why a unit may not be moved now."""
        piece = self.scene.table.pieces.get(id) if isinstance(id, str) else None
        if piece is None or self.field.at.get(piece.place) is not piece:
            return Refusal("11.0(1).2", f"`{id}` is no unit on the map")
        if self.field.seat(piece) != self.seat:
            return Refusal("4-4.1", f"`{id}` moves in the part of the other side")
        if piece.mark("moved"):
            return Refusal("11.0(1).2", f"`{id}` has moved")
        if not is_normal(piece):
            return Refusal("14.0.1", f"`{id}` is disordered and moves in the rout phase only")
        if piece.side in self.idle:
            return Refusal("21.0(1).3", f"`{id}` is surprised and cannot move on turn 1")
        if not self.first and piece.place in self.zones:
            return Refusal("11-2(3).1", f"`{id}` is in an enemy zone and its side does not have the initiative")
        if not self.can_step(piece):
            return Refusal("11.0(3).1", f"`{id}` cannot pay for any hex around it")
        return None

    def can_step(self, piece: Piece) -> bool:
        """Whether a unit has any move at all."""
        points, barred, extra = self.points(piece), self.blocked(piece), self.extra
        for to, cost in self.steps[piece.place]:
            if to not in barred and cost + extra.get(to, 0) <= points:
                return True
        if piece.place in self.edge and points >= self.leaving:
            return True
        if piece.id != self.garrison or not may_sortie(self.scene, piece):
            return False
        return bool(sortie_hexes(self.scene, self.field))

    # -- where to ------------------------------------------------------------------------------------------------------
    @property
    def leaving(self) -> int:
        """What it costs to leave the map from a hex at its edge (18.0)."""
        return self.known.leave_map_cost

    def blocked(self, piece: Piece) -> Collection[str]:
        """Hexes a unit in order may not enter: any with a unit in it (10.0(2), 11-1), and what the castle bars."""
        if piece.id != self.garrison:
            return self.field.at
        barred = {*self.field.at, *barred_castle(self.scene, piece)}
        if GARRISON_LEAVES_BY_SORTIE_ONLY and is_inside(self.scene, piece):
            inside = facts(self.scene).castle
            barred.update(space for hex in inside for space in self.field.beside[hex] if space not in inside)
        return barred

    @carries("11-2(2).1")
    def only_one_hex(self, piece: Piece) -> bool:
        """A unit that starts in an enemy zone moves one hex at most (11-2(2)); others do not move at all."""
        return piece.place in self.zones

    @carries("11.0(1).1", "11.0(2).2", "18.0.1")
    def paths(self, piece: Piece) -> list[Answer]:
        """A cheapest path to every hex within reach, the shortest way off the map, and the sorties of the garrison."""
        reached = movement.reach(
            self.steps, piece.place, self.points(piece), blocked=self.blocked(piece), halts=self.zones, extra=self.extra
        )
        found: list[Answer] = [path for to, path in reached.path.items() if to != piece.place]
        if self.only_one_hex(piece):
            found = [path for path in found if isinstance(path, tuple) and len(path) == 1]
        off = self._way_off(piece, reached)
        if off is not None:
            found.append(off)
        if may_sortie(self.scene, piece):
            found += [(space,) for space in sortie_hexes(self.scene, self.field)]
        return found

    def _way_off(self, piece: Piece, reached: movement.Reach) -> tuple[str, ...] | None:
        ends = [
            (cost, to)
            for to, cost in reached.cost.items()
            if to in self.edge
            and cost + self.leaving <= self.points(piece)
            and (to == piece.place or (to not in self.zones and not self.only_one_hex(piece)))
        ]
        if not ends:
            return None
        to = min(ends)[1]
        return (OFF_MAP,) if to == piece.place else (*reached.path[to], OFF_MAP)

    def refuse_path(self, piece: Piece, path: Any) -> Refusal | None:
        """Why a unit may not go a way."""
        if not isinstance(path, tuple) or not path or not all(isinstance(space, str) for space in path):
            return Refusal("11.0(2).1", f"`{piece.id}` is on the move: finish it first")
        inside = is_inside(self.scene, piece)
        if inside and len(path) == 1 and path[0] not in (*facts(self.scene).castle, OFF_MAP):
            return self._refuse_sortie(piece, path[0])
        if self.only_one_hex(piece) and len(path) > 1:
            return Refusal("11-2(2).1", f"`{piece.id}` starts in an enemy zone and moves one hex at most")
        way = path[:-1] if path[-1] == OFF_MAP else path
        barred = barred_castle(self.scene, piece)
        if any(space in barred for space in way):
            return Refusal("19.0.1", f"`{piece.id}` has left the castle and cannot go back")
        fault = movement.path_fault(
            self.steps,
            piece.place,
            way,
            self.points(piece),
            blocked=self.blocked(piece),
            halts=self.zones,
            extra=self.extra,
        )
        if fault is not None:
            return self._reason(piece, fault)
        if path[-1] == OFF_MAP:
            return self._refuse_leaving(piece, way)
        return Refusal("11.0(1).1", "a move ends in another hex") if path[-1] == piece.place else None

    def _reason(self, piece: Piece, fault: movement.PathFault) -> Refusal:
        if fault.part == "step":
            return Refusal("11.0(1).1", f"`{fault.at}` is not next to `{fault.before}`")
        if fault.part == "blocked":
            if fault.at not in self.field.at:
                return Refusal("18-1(3).1", f"`{piece.id}` leaves the castle by a sortie only")
            return Refusal("10.0(2).1", f"a unit stands in `{fault.at}`")
        if fault.part == "halts":
            return Refusal("11-2(1).2", f"`{fault.before}` is in an enemy zone: the move ends there")
        return self._too_dear(piece, fault.at)

    def _too_dear(self, piece: Piece, at: str) -> Refusal:
        because = f"`{piece.id}` has not the movement points for `{at}`"
        if self.only_one_hex(piece):
            return Refusal("11-2-1.1", because)
        return Refusal("11-2(1).1" if at in self.zones else "11.0(3).1", because)

    def price(self, piece: Piece, path: tuple[str, ...]) -> Price | None:
        """What a way costs, and whether an enemy zone ends it; a sortie has no price."""
        way = path[:-1] if path[-1] == OFF_MAP else path
        if any(to not in dict(self.steps[here]) for here, to in pairwise((piece.place, *way))):
            return None
        cost = movement.toll(self.steps, piece.place, way, extra=self.extra)
        return Price(cost + (self.leaving if way != path else 0), path[-1] in self.zones)

    def _refuse_leaving(self, piece: Piece, way: tuple[str, ...]) -> Refusal | None:
        last = way[-1] if way else piece.place
        if last not in self.edge:
            return Refusal("18.0.1", f"`{last}` is not at the edge of the map")
        if way and last in self.zones:
            return Refusal("11-2(1).2", f"`{last}` is in an enemy zone: the move ends there")
        spent = movement.toll(self.steps, piece.place, way, extra=self.extra)
        if spent + self.leaving > self.points(piece):
            return Refusal("18.0.1", f"`{piece.id}` has not the movement points to leave the map")
        return None

    def _refuse_sortie(self, piece: Piece, to: str) -> Refusal | None:
        if not may_sortie(self.scene, piece):
            return Refusal("18-1(3).1", f"`{piece.id}` may sortie only in order and with the initiative")
        if to in sortie_hexes(self.scene, self.field):
            return None
        if to in self.field.at:
            return Refusal("18-1(3).3", f"the unit in `{to}` is no disordered enemy")
        return Refusal("18-1(3).2", f"`{to}` is not beside the castle")


@step("11.0(2).1", "move_unit", "4-4.1", "11.0(1).2", "18-1(4).1", "18.0.2", "14-5(2).1")
def move_unit(scene: Scene) -> Flow[Outcome]:
    """Move one unit as far as it may; again until the player is done (11.0). Nobody has to move."""
    show_phase(scene)
    moving = Moving(scene)
    id = yield from decide(
        scene,
        moving.units,
        (no_withdrawal, moving.refuse_unit),
        topic=ChoosePiece("move"),
        prompt="move which unit?",
        rule="11.0(1).2",
        stop=DONE,
    )
    if id == DONE:
        return None
    piece = scene.table.pieces[id]
    path = yield from decide(
        scene,
        lambda: moving.paths(piece),
        (no_withdrawal, lambda way: moving.refuse_path(piece, way)),
        topic=MovePiece(id),
        prompt=f"move {scene.name(id)} where?",
        rule="11.0(1).1",
        about=(id, piece.place),
        seldom=lambda way: isinstance(way, tuple) and way[-1] == OFF_MAP,
        sure=True,
        price=lambda way: moving.price(piece, way),
    )
    if path[-1] == OFF_MAP:
        leave_map(scene, id, path[:-1])
        return sudden_end(scene) or AGAIN
    yield from _make_way(scene, path[-1])
    sortie = is_inside(scene, piece) and path[-1] not in facts(scene).castle
    scene.handle(
        Moved(id, path[-1], path=path, rule="18-1(3).2" if sortie else "11.0(1).1"),
        Marked(id, "moved", True, rule="11.0(1).2"),
    )
    note_departure(scene, id)
    return sudden_end(scene) or AGAIN


def _make_way(scene: Scene, space: str) -> Flow[None]:
    """A disordered unit in the way of a sortie retreats first; there is no breakthrough (18-1(3))."""
    other = Field.of(scene).at.get(space)
    if other is not None:
        yield from retreat(scene, other.id, rule="18-1(3).3")
