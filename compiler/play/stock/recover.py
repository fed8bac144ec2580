"""Stock step: shaken units rally."""

from __future__ import annotations

from compiler.model.event import Said, Turned
from compiler.model.table import Piece
from compiler.play.ask import Flow, dice
from compiler.play.outcome import Outcome
from compiler.play.scene import Scene
from compiler.play.step import Setting, step
from compiler.play.stock.field import camps

SETTINGS = {
    "dice": Setting("dice", "what is rolled", required=True),
    "field": Setting("number field", "the highest roll that rallies", required=True),
    "bonus": Setting("number field", "added by the best other unit in the space"),
    "rules": Setting("rules", "rules that events quote"),
}


@step(None, "stock.recover", settings=SETTINGS)
def recover(scene: Scene) -> Flow[Outcome]:
    """Every hurt unit away from the enemy rolls: no more than its morale, and it is whole again."""
    (mine, others), counters = camps(scene), scene.game.counters
    hurt = [p for p in mine if p.steps < counters[p.counter].steps]
    enemies = {p.place for p in others}
    beside = scene.game.map.beside
    for piece in hurt:
        if not enemies.isdisjoint(beside[piece.place]):
            continue
        roll = yield from dice(scene, scene.setting("dice"), purpose="rally", rule=scene.rule())
        if sum(roll) <= scene.value(piece, scene.setting("field")) + _bonus(scene, piece):
            scene.do(Turned(piece.id, 0, counters[piece.counter].steps, rule=scene.rule()))
        else:
            scene.do(Said(f"{scene.name(piece.id)} does not rally", scene.rule()))
    return None


def _bonus(scene: Scene, piece: Piece) -> int:
    """The best help of another unit in the same space."""
    field = scene.setting("bonus")
    if field is None:
        return 0
    others = [o for o in scene.table.at(piece.place) if o.id != piece.id and o.side == piece.side]
    return max((int(scene.value(o, field) or 0) for o in others), default=0)
