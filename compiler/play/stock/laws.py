"""Laws of a game made of stock steps: true at the end of every step."""

from __future__ import annotations

from compiler.play.scene import Scene
from compiler.play.step import law
from compiler.play.stock.field import mingles
from compiler.play.stock.stacking import overfull


@law()
def stacks_fit(scene: Scene) -> str | None:
    """No space holds more than its stacking limits allow."""
    for space in scene.table.stacks:
        if space in scene.book.land and overfull(scene.game, scene.game.map, scene.table, space) is not None:
            return f"`{space}` holds more than the stacking limit"
    return None


@law()
def enemies_stand_apart(scene: Scene) -> str | None:
    """No space holds pieces of two enemies."""
    if mingles(scene.book):
        return None  # battles are fought in one space
    sides = scene.game.sides
    for space, ids in scene.table.stacks.items():
        if space not in scene.book.land:
            continue
        camps = {sides[s].group or s for s in (scene.table.pieces[id].side for id in ids) if s is not None}
        if len(camps) > 1:
            return f"`{space}` holds enemies together"
    return None
