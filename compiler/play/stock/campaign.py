"""Marches of a game with more rules: only some units, other ways, weather, bars, enemies that may be marched upon."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from compiler.model.graph import Link
from compiler.model.table import Piece
from compiler.play.ask import Refusal
from compiler.play.mechanics import movement
from compiler.play.scene import Scene
from compiler.play.stock import stacking
from compiler.play.stock.bound import bars_of, bound_of, given, modifiers_of
from compiler.play.stock.field import ways_of
from compiler.play.stock.ground import ground_cost
from compiler.play.stock.here import Here
from compiler.play.stock.march import Marching, Mover
from compiler.play.stock.weighing import Case, Modifier, modified

UNLIMITED = 1_000


class Campaign(Marching):
    """As `Marching`, heeding `who`, `by`, `modifiers`, `bars` and `enemies`."""

    __slots__ = ("bars", "enemies", "here", "lost", "modifiers", "shut", "way")

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.here = Here.of(scene)
        self.modifiers: tuple[Modifier, ...] = modifiers_of(scene)
        self.bars = bars_of(scene)
        way = given(scene, "by")
        self.way = bound_of(scene).ways[way] if way is not None else None
        self.shut: set[str] = self.way.shut(scene, next(iter(scene.sides), None)) if self.way is not None else set()
        self.enemies = self.blocked
        if scene.setting("enemies", "bar") == "stop":
            self.halts = self.halts | self.blocked
            self.blocked = set()
        who = given(scene, "who")
        self.lost: dict[str, str] = {}  # units that may not march here, and why
        for piece in self.mine:
            failing = who.failing(self.here, piece) if who is not None else None
            if failing is not None:
                self.lost[piece.id] = failing
        self.mine = [piece for piece in self.mine if piece.id not in self.lost]

    def mover(self, piece: Piece) -> Mover:
        at = self.here.at(piece=piece, space=piece.place)
        case = Case(at, (piece,))
        counter = self.scene.game.counters[piece.counter]
        printed = counter.faces[piece.face].values.get(self.field) if self.field else UNLIMITED
        allowance = int(modified(self.modifiers, "allowance", int(printed or 0), case)[0])
        costs = tuple(m for m in self.modifiers if m.on == "cost" and self._guarded(m, case))
        way = self.way
        key = (counter.kind, allowance, tuple(m.id for m in costs), way.id if way is not None else None)
        movers: dict[Any, Mover] = self.scene.book.once("campaign movers", dict)
        found = movers.get(key)
        if found is None:
            steps = way.steps(self.scene) if way is not None else self._ways(counter.kind, costs)
            least = stacking.least_limit(self.scene.game.map, counter.kind)
            found = movers[key] = Mover(counter.kind, allowance, steps, least, {})
        return found

    @staticmethod
    def _guarded(modifier: Modifier, case: Case) -> bool:
        """Whether a change of cost counts for a mover, wherever it goes."""
        if modifier.when is not None and not modifier.when(case.here):
            return False
        return modifier.who is None or any(modifier.who(case.here, piece) for piece in case.rollers)

    def _ways(self, kind: str, costs: tuple[Modifier, ...]) -> movement.Ways:
        if not costs:
            return ways_of(self.scene.book, kind)
        board, plain = self.scene.game.map, ground_cost(self.scene.game.map, kind)

        def cost(link: Link, start: str, to: str) -> float | None:
            price = plain(link, start, to)
            if price is None:
                return None
            case = Case(self.here.at(space=to))
            here = [m for m in costs if m.where is None or m.where(self.here, to)]
            bare = [Modifier(m.id, m.name, m.on, m.how, m.number, None, None, False, None, None, m.rule) for m in here]
            return modified(bare, "cost", price, case)[0]

        return movement.ways(board, cost)

    def closed(self, piece: Piece) -> Mapping[str, Refusal]:
        """The spaces that bars close to a unit."""
        found: dict[str, Refusal] = {}
        for bar in self.bars:
            at = self.here.at(piece=piece)
            for space in bar.where.all(at) if bar.where is not None else self.scene.game.map.land:
                no = bar.refuses(at.at(space=space), start=piece.place)
                if no is not None:
                    found.setdefault(space, no)
        return found

    def reach(self, piece: Piece) -> Mapping[str, tuple[str, ...]]:
        mover = self.mover(piece)
        if (
            piece.place in self.enemies
            or piece.place in self.locked
            or (self.way is not None and piece.place in self.shut)
        ):
            return {}
        return movement.reach(
            mover.steps,
            piece.place,
            mover.allowance,
            blocked=self.blocked | self.shut | self.closed(piece).keys() if self.bars or self.shut else self.blocked,
            halts=self.halts,
            apart=self.apart,
            extra=self.extra,
        ).path

    def paths(self, piece: Piece) -> list[tuple[str, ...]]:
        """As for a plain march; but friends that may not march now fill a space all the same."""
        stacks, least = self.scene.table.stacks, self.mover(piece).least
        return [
            path
            for to, path in self.reach(piece).items()
            if len(stacks.get(to, ())) < least or self.no_room(piece, to) is None
        ]

    def able(self) -> list[str]:
        mark = self.scene.setting("mark")
        return [p.id for p in self.mine if not (p.marks and p.mark(mark)) and self.paths(p)]

    def refuse_piece(self, id: Any) -> Refusal | None:
        if isinstance(id, str) and id in self.lost:
            return Refusal(self.scene.rule("who"), f"`{id}` may not march now ({self.lost[id]})")
        return super().refuse_piece(id)

    def refuse_path(self, piece: Piece, path: Any) -> Refusal | None:
        spaces = path if isinstance(path, tuple) else ()
        closed = self.closed(piece)
        for space in spaces:
            if isinstance(space, str) and space in closed:
                return closed[space]
            if space in self.shut and self.way is not None:
                return Refusal(self.way.rule or self.scene.rule(), f"the way is shut at `{space}`")
        if piece.place in self.enemies:
            return Refusal(self.scene.rule("enemy"), f"`{piece.id}` stands against an enemy")
        return super().refuse_path(piece, path)


def wanted(scene: Scene) -> bool:
    """Whether a march has more rules than the plain one."""
    keys = ("who", "by", "modifiers", "bars", "enemies")
    return any(key in scene.node.settings for key in keys) or "allowance" not in scene.node.settings
