"""Stock step: one unit goes one space, so that others may act between strides."""

from __future__ import annotations

from functools import partial
from typing import Any

from compiler.model.event import Marked, Moved
from compiler.model.table import Piece
from compiler.play.ask import Flow, Refusal, decide
from compiler.play.outcome import Leave, Outcome
from compiler.play.scene import Scene
from compiler.play.step import Setting, step
from compiler.play.stock.bound import settled
from compiler.play.stock.campaign import Campaign
from compiler.play.stock.field import take_place
from compiler.play.stock.march import Mover
from compiler.play.stock.settings import BARS, MODIFIERS, pieces
from compiler.play.topics import ChoosePiece, MovePiece

DONE = "done"
SETTINGS = {
    "allowance": Setting("number field", "what a unit can pay for all its strides", required=True),
    "left": Setting("left mark", "shows what a unit that has begun has left, as a number", required=True),
    "who": pieces("the units that may go (all by default)"),
    "mark": Setting("unit mark", "shows who has begun; off the others, it shows the one that went last", required=True),
    "zones": Setting("word", "as in `stock.move`", choices=("lock", "stop", "halt", "cost", "none")),
    "zone": Setting("field", "as in `stock.move`"),
    "zone_cost": Setting("amount", "as in `stock.move`"),
    "control": Setting("held field", "as in `stock.move`"),
    "enemies": Setting("word", "as in `stock.move`", choices=("bar", "stop")),
    "modifiers": MODIFIERS,
    "bars": BARS,
    "rules": Setting(
        "rules",
        "rules that refusals quote: `mark`, `left`, `allowance`, `closed`, `enemy`, `stacking`, `zones`, `control`, "
        "`who`",
    ),
}


class Strides(Campaign):
    """Marches of one space; who has begun has so much left as the mark says."""

    __slots__ = ()

    def mover(self, piece: Piece) -> Mover:
        found = super().mover(piece)
        left = piece.mark(self.scene.setting("left"))
        return found if left is None else found._replace(allowance=int(left))

    def paths(self, piece: Piece) -> list[tuple[str, ...]]:
        return [path for path in super().paths(piece) if len(path) == 1]

    def able(self) -> list[str]:
        return [piece.id for piece in self.mine if self.paths(piece)]

    def refuse_piece(self, id: Any) -> Refusal | None:
        piece = self.scene.table.pieces.get(id) if isinstance(id, str) else None
        if piece is not None and piece.mark(self.scene.setting("left")) == 0:
            return Refusal(self.scene.rule("left"), f"`{id}` has nothing left")
        return None if piece is not None and id in self.able() else super().refuse_piece(id)

    def refuse_path(self, piece: Piece, path: Any) -> Refusal | None:
        if isinstance(path, tuple) and len(path) > 1:
            return Refusal(self.scene.rule("allowance"), "one space at a time")
        return super().refuse_path(piece, path)


@step(None, "stock.stride", settings=SETTINGS)
def stride(scene: Scene) -> Flow[Outcome]:
    """One unit goes one space; inside a `repeat`, with what others may do after each stride. Done leaves the repeat."""
    strides = Strides(scene)
    if not strides.able():
        return _over(scene)
    id = yield from decide(
        scene,
        strides.able,
        (strides.refuse_piece,),
        topic=ChoosePiece("move"),
        prompt="go on with which unit?",
        rule=scene.rule(),
        stop=DONE,
    )
    if id == DONE:
        return _over(scene)
    piece = scene.table.pieces[id]
    path = yield from decide(
        scene,
        partial(strides.paths, piece),
        (partial(strides.refuse_path, piece),),
        topic=MovePiece(id),
        prompt=f"go with {scene.name(id)} where?",
        rule=scene.rule("allowance"),
        about=(id, piece.place),
        price=partial(strides.price, piece),
    )
    _gone(scene, strides, piece, path[-1])
    return settled(scene)


def _gone(scene: Scene, strides: Strides, piece: Piece, to: str) -> None:
    mover = strides.mover(piece)
    price = next(cost for space, cost in mover.steps[piece.place] if space == to)
    price += (strides.extra or {}).get(to, 0)
    left = 0 if to in strides.halts else max(0, int(mover.allowance - price))
    mark = scene.setting("mark")
    for other in [p for p in scene.table.pieces.values() if p.id != piece.id and p.mark(mark)]:
        scene.do(Marked(other.id, mark, None, scene.rule("mark")))
    scene.do(Moved(piece.id, to, None, (to,), scene.rule()))
    if not piece.mark(mark):
        scene.do(Marked(piece.id, mark, True, scene.rule("mark")))
    scene.do(Marked(piece.id, scene.setting("left"), left, scene.rule("left")))
    take_place(scene, piece.id, to)


def _over(scene: Scene) -> Outcome:
    """The loop around the step is left."""
    node = scene.book.parents.get(scene.node.id)
    while node is not None and node.kind != "repeat":
        node = scene.book.parents.get(node.id)
    return settled(scene) or (Leave(node.id) if node is not None else None)
