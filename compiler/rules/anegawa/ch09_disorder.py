"""9.0 Disorder, and 10.0 stacking: the two sides of a unit, one unit in a hex."""

from __future__ import annotations

from compiler.model.event import Turned
from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.play.step import law
from compiler.rules.anegawa.facts import facts
from compiler.rules.anegawa.field import DISORDERED, NORMAL, Field


@carries("9.0.1")
def disorder(scene: Scene, id: str, *, rule: str) -> bool:
    """A unit falls into disorder; false if it is disordered already."""
    if scene.table.pieces[id].face == DISORDERED:
        return False
    scene.do(Turned(id, DISORDERED, rule=rule))
    return True


def restore(scene: Scene, id: str, *, rule: str) -> None:
    """A unit is in order again."""
    if scene.table.pieces[id].face != NORMAL:
        scene.do(Turned(id, NORMAL, rule=rule))


@law("10.0(1).1")
def one_unit_in_a_hex(scene: Scene) -> str | None:
    """No hex holds two units."""
    field = Field.of(scene)
    if len(field.at) == len(field.units):
        return None
    crowded = next(p.place for p in field.units if scene.table.count(p.place) > 1)
    return f"two units stand in `{crowded}`"


@law("13-5(1).1")
def removed_units_lie_in_a_box(scene: Scene) -> str | None:
    """A unit that is off the map lies in a box of the enemy, and nobody else does."""
    seats = facts(scene).seats
    for id in facts(scene).units:
        piece = scene.table.pieces.get(id)
        if piece is not None and piece.place not in scene.book.land:
            owner = piece.place.rsplit(".", 1)[-1]
            if owner not in scene.game.seats or owner == seats[piece.side or ""]:
                return f"`{id}` lies in `{piece.place}`"
    return None
