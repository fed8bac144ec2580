"""6.0 Movement points: the side's for the turn, corrected for each unit."""

from __future__ import annotations

from compiler.model.table import Piece
from compiler.play.firing import carries
from compiler.play.scene import Scene
from compiler.rules.anegawa.field import Field, constant, is_first_turn, number


@carries("6-2.1", "6-2.2", "6.0.1", "11.0(1).3", "11.0(1).4", "21.0(1).2", "21.0(1).4")
def allowance(scene: Scene, field: Field, piece: Piece) -> int:
    """The movement points of a unit: those of its side and its own modifier, at least 1 (6-2)."""
    return max(number(scene.game, "least_movement"), _of_side(scene, field, piece) + field.value(piece, "move"))


def _of_side(scene: Scene, field: Field, piece: Piece) -> int:
    if is_first_turn(scene):
        return int(constant(scene.game, "first_turn_movement")[piece.side])
    return int(scene.table.tracks[f"movement_{field.seat(piece)}"])
