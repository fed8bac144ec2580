"""6.0 Movement points: the side's for the turn, corrected for each unit."""

from __future__ import annotations

from compiler.model.table import Piece
from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.rules.anegawa.facts import facts
from compiler.rules.anegawa.field import Field, is_first_turn


@carries("6.0.1", "11.0(1).4", "21.0(1).2", "21.0(1).4")
def army_points(scene: Scene, army: str) -> int:
    """The movement points of an army this turn: those of its side, on turn 1 its own (6-1, 21.0(1))."""
    if is_first_turn(scene):
        return facts(scene).first_turn_movement[army]
    return int(scene.table.tracks[facts(scene).movement_points[facts(scene).seats[army]].id])


class Allowance:
    """The movement points of every unit: its army's and its own modifier, at least 1 (6-2). Nobody hands them on."""

    __slots__ = ("armies", "field", "least")

    def __init__(self, scene: Scene, field: Field) -> None:
        self.field = field
        self.least = facts(scene).least_movement
        self.armies: dict[str | None, int] = {army: army_points(scene, army) for army in scene.game.sides}

    @carries("6-2.1", "6-2.2", "11.0(1).3")
    def of(self, piece: Piece) -> int:
        return max(self.least, self.armies[piece.side] + self.field.value(piece, "move"))
