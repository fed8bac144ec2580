"""How units march: what hampers them, how far they come, why a march is refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from compiler.model.graph import Stacking
from compiler.model.table import Piece
from compiler.play.ask import Price, Refusal
from compiler.play.mechanics import movement
from compiler.play.scene import Scene
from compiler.play.stock import stacking
from compiler.play.stock.field import board_of, camps, ways_of, zones_of
from compiler.play.stock.ground import closed_by, live_features


class Mover(NamedTuple):
    """What a counter on one of its faces brings to a march."""

    kind: str
    allowance: int
    steps: movement.Ways
    least: int  # with fewer pieces than this a space has room for it
    alone: dict[str, tuple[Mapping[str, tuple[str, ...]], frozenset[str]]]  # start → its ways with nobody else about


class Marching:
    """The active seat's units and what hampers them, as the table is now."""

    __slots__ = ("apart", "blocked", "extra", "field", "halts", "hampered", "locked", "mine", "movers", "scene")

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.field: str = scene.setting("allowance", "")
        self.movers: dict[tuple[str, int], Mover] = scene.book.once(("movers", self.field), dict)
        self.mine, enemies = camps(scene)
        self.blocked = {p.place for p in enemies}
        self.hampered = self.blocked  # what enemies stand in or hold
        self.halts: set[str] = set()
        self.apart: set[str] = set()
        self.locked: set[str] = set()  # who stands there stays
        self.extra: dict[str, float] | None = None
        zones = scene.setting("zones", "none")
        if zones != "none":
            held = zones_of(scene, enemies, scene.setting("zone", "zone"))
            if zones in ("stop", "halt", "lock"):
                self.halts = held
                self.apart = held if zones == "stop" else set()
                self.locked = held if zones == "lock" else set()
            else:
                self.extra = dict.fromkeys(sorted(held), scene.setting("zone_cost", 1))
            self.hampered = self.blocked | held

    def went(self, id: str) -> None:
        """A piece has marched: enemies and their zones are as before."""
        self.mine = [p if p.id != id else self.scene.table.pieces[id] for p in self.mine]

    def mover(self, piece: Piece) -> Mover:
        """What a piece brings to a march."""
        key = (piece.counter, piece.face)
        found = self.movers.get(key)
        if found is None:
            counter = self.scene.game.counters[piece.counter]
            found = self.movers[key] = Mover(
                counter.kind,
                int(counter.faces[piece.face].values.get(self.field) or 0),
                ways_of(self.scene.book, counter.kind),
                stacking.least_limit(board_of(self.scene), counter.kind),
                {},
            )
        return found

    def reach(self, piece: Piece) -> Mapping[str, tuple[str, ...]]:
        """The cheapest way to each space in reach. With no enemy on the way it is always the same: worked out once."""
        mover, start = self.mover(piece), piece.place
        if start in self.locked:
            return {}
        known = mover.alone.get(start)
        if known is None:
            alone = movement.reach(mover.steps, start, mover.allowance)
            known = mover.alone[start] = (alone.path, alone.passed())
        free, passed = known
        if free.keys().isdisjoint(self.hampered):
            return free
        if self.extra is None and start not in self.apart and passed.isdisjoint(self.hampered):
            return {to: path for to, path in free.items() if to not in self.blocked}
        return movement.reach(
            mover.steps,
            start,
            mover.allowance,
            blocked=self.blocked,
            halts=self.halts,
            apart=self.apart,
            extra=self.extra,
        ).path

    def paths(self, piece: Piece) -> list[tuple[str, ...]]:
        """The cheapest way to each space the piece may end in."""
        found, stacks, least = self.reach(piece), self.scene.table.stacks, self.mover(piece).least
        tight = {p.place for p in self.mine if len(stacks[p.place]) >= least}
        if tight.isdisjoint(found):
            return list(found.values())
        return [path for to, path in found.items() if to not in tight or self.no_room(piece, to) is None]

    def price(self, piece: Piece, path: tuple[str, ...]) -> Price:
        """What a march costs, and whether an enemy ends it."""
        cost = movement.toll(self.mover(piece).steps, piece.place, path, extra=self.extra)
        return Price(cost, path[-1] in self.halts)

    def no_room(self, piece: Piece, space: str) -> Stacking | None:
        """The limit that keeps a piece out of a space."""
        return stacking.limit_broken(self.scene.game, board_of(self.scene), self.scene.table, piece, space)

    def able(self) -> list[str]:
        """The units that may march."""
        mark, taken, apart, movers = self.scene.setting("mark"), self.scene.table.stacks, self.apart, self.movers
        units: list[str] = []
        for piece in self.mine:
            if piece.marks and piece.mark(mark):
                continue
            mover = movers.get((piece.counter, piece.face)) or self.mover(piece)
            allowance, place = mover.allowance, piece.place
            held = place in apart
            if place in self.locked:
                continue
            # Most often there is an empty neighbour: then there is no need to look farther.
            for to, cost in mover.steps[place]:
                if to not in taken and cost <= allowance and not (held and to in apart) and self.extra is None:
                    units.append(piece.id)
                    break
            else:
                if self.paths(piece):
                    units.append(piece.id)
        return units

    # -- reasons -------------------------------------------------------------------------------------------------------
    def refuse_piece(self, id: Any) -> Refusal | None:
        scene = self.scene
        piece = next((p for p in self.mine if p.id == id), None)
        if piece is None:
            return Refusal(scene.rule(), f"`{id}` is not one of your units on the map")
        if piece.mark(scene.setting("mark")):
            return Refusal(scene.rule("mark"), f"`{id}` has marched already")
        if piece.place in self.locked:
            return Refusal(scene.rule("zones"), f"`{id}` stands in an enemy zone")
        if id not in self.able():
            return Refusal(scene.rule("allowance"), f"`{id}` cannot march anywhere")
        return None

    def refuse_path(self, piece: Piece, path: Any) -> Refusal | None:
        scene = self.scene
        if not isinstance(path, tuple) or not path or not all(isinstance(s, str) for s in path):
            return Refusal(scene.rule("allowance"), "a march is a list of spaces")
        if piece.place in self.locked:
            return Refusal(scene.rule("zones"), f"`{piece.id}` stands in an enemy zone")
        fault = movement.path_fault(
            self.mover(piece).steps,
            piece.place,
            path,
            self.mover(piece).allowance,
            blocked=self.blocked,
            halts=self.halts,
            apart=self.apart,
            extra=self.extra,
        )
        if fault is not None:
            return self._reason(piece, fault, path[-1])
        limit = self.no_room(piece, path[-1])
        if limit is not None:
            rule = limit.note.rule or scene.rule("stacking")
            return Refusal(rule, f"`{path[-1]}` is full")
        if path[-1] == piece.place:
            return Refusal(scene.rule("allowance"), "a march must end somewhere else")
        return None

    def _reason(self, piece: Piece, fault: movement.PathFault, end: str) -> Refusal:
        scene = self.scene
        if fault.part == "blocked":
            return Refusal(scene.rule("enemy"), f"an enemy stands in `{fault.at}`")
        if fault.part == "halts":
            return Refusal(scene.rule("zones"), f"the march must end in the enemy zone at `{fault.before}`")
        if fault.part == "apart":
            return Refusal(scene.rule("zones"), f"`{fault.before}` and `{fault.at}` are both in enemy zones")
        if fault.part == "allowance":
            far = f"`{end}` is too far: `{piece.id}` has {self.mover(piece).allowance} movement points"
            return Refusal(scene.rule("allowance"), far)
        return self._closed(piece, fault)

    def _closed(self, piece: Piece, fault: movement.PathFault) -> Refusal:
        scene, board = self.scene, board_of(self.scene)
        link = next((k for k in board.links_of.get(fault.before, ()) if k.other(fault.before) == fault.at), None)
        if link is None:
            return Refusal(scene.rule("allowance"), f"`{fault.before}` and `{fault.at}` are not neighbours")
        terrain = board.terrain.get(board.spaces[fault.at].terrain or "")
        kind = scene.counter(piece).kind
        ground = closed_by(terrain, live_features(board, link), kind) or terrain
        if ground is None:
            return Refusal(scene.rule("closed"), f"`{fault.at}` is closed to `{piece.id}`")
        own = ground.note.rule or scene.rule()
        rule = scene.rule("closed") if ground.values.get("closed_to") else own
        return Refusal(rule, f"{ground.name.en.lower()} is closed to `{piece.id}`")
