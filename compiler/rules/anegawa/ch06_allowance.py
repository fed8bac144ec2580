"""6.0 Movement points: the side's for the turn, corrected for each unit."""

from __future__ import annotations

from compiler.model.table import Piece
from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.rules.anegawa.facts import facts
from compiler.rules.anegawa.field import is_first_turn


@carries("6.0.1", "11.0(1).4", "21.0(1).2", "21.0(1).4")
def army_points(scene: Scene, army: str) -> int:
    """The movement points of an army this turn: those of its side, on turn 1 its own (6-1, 21.0(1))."""
    if is_first_turn(scene):
        return facts(scene).first_turn_movement[army]
    return int(scene.table.tracks[facts(scene).movement_points[facts(scene).seats[army]].id])


class Allowance:
    """The movement points of every unit: its army's and its own modifier, at least 1 (6-2). Nobody hands them on."""

    __slots__ = ("armies", "found", "game", "least")

    def __init__(self, scene: Scene) -> None:
        self.game = scene.game
        self.least = facts(scene).least_movement
        self.armies: dict[str | None, int] = {army: army_points(scene, army) for army in scene.game.sides}
        self.found: dict[tuple[str, int], int] = {}  # by counter and face, once asked for

    @carries("6-2.1", "6-2.2", "11.0(1).3")
    def of(self, piece: Piece) -> int:
        key = (piece.counter, piece.face)
        found = self.found.get(key)
        if found is None:
            own = int(self.game.counters[piece.counter].faces[piece.face].values.get("move", 0))
            found = self.found[key] = max(self.least, self.armies[piece.side] + own)
        return found


def allowance(scene: Scene) -> Allowance:
    """The movement points now; worked out once until a track changes."""
    return scene.memo(Allowance, lambda: Allowance(scene), of="tracks")
