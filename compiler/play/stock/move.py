"""Stock step: march one unit after another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from compiler.model.event import Marked, Moved, TrackSet
from compiler.model.table import Piece
from compiler.play.ask import Ask, Flow, Options, Refusal, choose
from compiler.play.mechanics import movement, stacking
from compiler.play.mechanics.movement import Reach
from compiler.play.outcome import AGAIN, Outcome
from compiler.play.scene import Scene
from compiler.play.step import Setting, step
from compiler.play.stock.field import board_of, on_map, take_place, ways_of, zones_of

DONE = "done"
SETTINGS = {
    "allowance": Setting("field", required=True),
    "count": Setting("track"),
    "mark": Setting("mark", required=True),
    "zones": Setting("word", choices=("stop", "cost", "none")),
    "zone": Setting("field"),
    "zone_cost": Setting("number"),
    "control": Setting("space field"),
    "rules": Setting("rules"),
}


class Marching:
    """The active seat's units and what hampers them, as the table is now."""

    __slots__ = ("apart", "blocked", "extra", "halts", "mine", "pieces", "scene")

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.pieces = on_map(scene)
        sides = scene.sides
        self.mine = [p for p in self.pieces if p.side in sides]
        enemies = [p for p in self.pieces if p.side not in sides]
        self.blocked = {p.place for p in enemies}
        self.halts: set[str] = set()
        self.apart: set[str] = set()
        self.extra: dict[str, float] = {}
        zones = scene.setting("zones", "none")
        if zones != "none":
            held = zones_of(scene, enemies, scene.setting("zone", "zone"))
            if zones == "stop":
                self.halts = self.apart = held
            else:
                self.extra = dict.fromkeys(sorted(held), scene.setting("zone_cost", 1))

    def allowance(self, piece: Piece) -> int:
        return int(self.scene.value(piece, self.scene.setting("allowance")) or 0)

    def ways(self, piece: Piece) -> movement.Ways:
        return ways_of(self.scene.book, self.scene.counter(piece).kind)

    def reach(self, piece: Piece) -> Reach:
        return movement.reach(
            self.ways(piece), piece.place, self.allowance(piece), blocked=self.blocked, halts=self.halts,
            apart=self.apart, extra=self.extra or None,
        )

    def full(self, piece: Piece) -> dict[str, Any]:
        return stacking.full_spaces(self.scene.game, board_of(self.scene), self.mine, piece)

    def paths(self, piece: Piece) -> Iterator[tuple[str, ...]]:
        """The cheapest way to each space the piece may end in."""
        reach, full = self.reach(piece), self.full(piece)
        for to in reach.before:
            if to not in full and to != piece.place:
                yield reach.path(to)

    def can_march(self, piece: Piece) -> bool:
        """Whether there is any way at all: most often a neighbour will do, so look there first."""
        allowance, held = self.allowance(piece), piece.place in self.apart
        full = self.full(piece)
        for to, cost in self.ways(piece)[piece.place]:
            if to in self.blocked or to in full or (held and to in self.apart):
                continue
            if cost + (self.extra.get(to, 0) if self.extra else 0) <= allowance:
                return True
        return next(self.paths(piece), None) is not None

    # -- reasons -------------------------------------------------------------------------------------------------------
    def refuse_piece(self, scene: Scene, id: str) -> Refusal | None:
        piece = scene.table.pieces[id]
        if piece.mark(scene.setting("mark")):
            return Refusal(scene.rule("mark"), f"`{id}` has marched already")
        if not self.can_march(piece):
            return Refusal(scene.rule("allowance"), f"`{id}` cannot march anywhere")
        return None

    def refuse_path(self, piece: Piece, path: Any) -> Refusal | None:
        scene = self.scene
        if not isinstance(path, tuple) or not path or not all(isinstance(s, str) for s in path):
            return Refusal(scene.rule("allowance"), "a march is a list of spaces")
        fault = movement.path_fault(
            self.ways(piece), piece.place, path, self.allowance(piece), blocked=self.blocked, halts=self.halts,
            apart=self.apart, extra=self.extra or None,
        )
        if fault is not None:
            return self._reason(piece, fault)
        limit = self.full(piece).get(path[-1])
        if limit is not None:
            rule = limit.note.rules[0] if limit.note.rules else scene.rule("stacking")
            return Refusal(rule, f"`{path[-1]}` is full")
        if path[-1] == piece.place:
            return Refusal(scene.rule("allowance"), "a march must end somewhere else")
        return None

    def _reason(self, piece: Piece, fault: movement.PathFault) -> Refusal:
        scene = self.scene
        if fault.part == "blocked":
            return Refusal(scene.rule("enemy"), f"an enemy stands in `{fault.at}`")
        if fault.part == "halts":
            return Refusal(scene.rule("zones"), f"the march must end in the enemy zone at `{fault.before}`")
        if fault.part == "apart":
            return Refusal(scene.rule("zones"), f"`{fault.before}` and `{fault.at}` are both in enemy zones")
        if fault.part == "allowance":
            far = f"`{fault.at}` is too far: `{piece.id}` has {self.allowance(piece)}"
            return Refusal(scene.rule("allowance"), far)
        return self._closed(piece, fault)

    def _closed(self, piece: Piece, fault: movement.PathFault) -> Refusal:
        scene, board = self.scene, board_of(self.scene)
        link = next((k for k in board.links_of.get(fault.before, ()) if k.other(fault.before) == fault.at), None)
        if link is None:
            return Refusal(scene.rule("allowance"), f"`{fault.before}` and `{fault.at}` are not neighbours")
        terrain = board.terrain.get(board.spaces[fault.at].terrain or "")
        kind = scene.counter(piece).kind
        ground = movement.closed_by(terrain, movement.live_features(board, link), kind) or terrain
        if ground is None:
            return Refusal(scene.rule("closed"), f"`{fault.at}` is closed to `{piece.id}`")
        own = ground.note.rules[0] if ground.note.rules else scene.rule()
        rule = scene.rule("closed") if ground.values.get("closed_to") else own
        return Refusal(rule, f"{ground.name.en.lower()} is closed to `{piece.id}`")


@step(None, "stock.move", settings=SETTINGS)
def move(scene: Scene) -> Flow[Outcome]:
    """March one unit as far as it may; again until the player is done or all marches are used."""
    count = scene.setting("count")
    if count is not None and not scene.table.tracks[count]:
        return None
    marching = Marching(scene)
    mark = scene.setting("mark")
    if not any(not p.mark(mark) for p in marching.mine):
        return None
    id = yield from choose(
        scene, [p.id for p in marching.mine], prompt="march with which unit?", rule=scene.rule(),
        restrictions=(marching.refuse_piece,), stop=DONE,
    )
    if id == DONE:
        return None
    piece = scene.table.pieces[id]
    path = yield Ask(
        scene.active, f"march {scene.name(id)} where?", Options(lambda: marching.paths(piece)),
        lambda answer: marching.refuse_path(piece, answer), "choose", "", scene.rule("allowance"), (id, piece.place),
    )
    rule = scene.rule()
    scene.do(Moved(id, path[-1], path=path, rule=rule))
    scene.do(Marked(id, mark, True, scene.rule("mark")))
    if count is not None:
        scene.do(TrackSet(count, int(scene.table.tracks[count]) - 1, scene.rule("count")))
    take_place(scene, id, path[-1])
    return AGAIN
