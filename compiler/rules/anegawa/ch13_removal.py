"""13-5 Removed units: the enemy's boxes, and the points that lie in them."""

from __future__ import annotations

from compiler.model.event import Marked, Moved
from compiler.model.table import Piece
from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.rules.anegawa.ch04_sequence import phase_of
from compiler.rules.anegawa.facts import BOXES, COMBAT_UNITS, DOUBLED, LEADERS, LEFT_MAP, facts
from compiler.rules.anegawa.field import COMBAT, DISORDERED, ENEMY

# 16-2(3).1: losses of the rout phase (4-3) and the combat phase count towards army rout, others do not.
BATTLE_PHASES = ("rout", "combat")


def remove(scene: Scene, id: str, *, rule: str, doubled: bool = False) -> None:
    """A unit is removed: it goes to a box of the enemy, for good (13-5)."""
    piece = scene.table.pieces[id]
    rank = scene.game.counters[piece.counter].values["rank"]
    box = DOUBLED if doubled else COMBAT_UNITS if rank == COMBAT else LEADERS
    _to_box(scene, piece, box, rule)


def leave_map(scene: Scene, id: str, path: tuple[str, ...]) -> None:
    """A unit goes off the map for good and counts as eliminated (18.0), though not towards army rout."""
    _to_box(scene, scene.table.pieces[id], LEFT_MAP, "18.0.3", path)


def _to_box(scene: Scene, piece: Piece, box: str, rule: str, path: tuple[str, ...] = ()) -> None:
    battle = box != LEFT_MAP and phase_of(scene.book, scene.node.id) in BATTLE_PHASES
    if piece.mark("momentum") is not None:
        scene.do(Marked(piece.id, "momentum", None, rule="13-5(1).1"))
    scene.do(Moved(piece.id, f"{box}.{ENEMY[facts(scene).seats[piece.side or '']]}", path=path, rule=rule))
    scene.do(Marked(piece.id, "removed", "in_battle" if battle else "otherwise", rule="13-5(1).1"))


@carries("13-5(2).2")
def is_doubled(piece: Piece) -> bool:
    """Whether a removed unit counts twice: it fell by a kill check of 12 (13-5(2), 5-3(2))."""
    return piece.place.startswith(f"{DOUBLED}.")


def points_of(scene: Scene, piece: Piece) -> int:
    """What a removed unit is worth to the enemy."""
    worth = int(scene.game.counters[piece.counter].faces[DISORDERED].values["vp"])
    return worth * (facts(scene).kill_roll_points if is_doubled(piece) else 1)


@carries("22-1(1).1", "13-5(3).2", "13-5(1).1", "17-2-1.1")
def points_of_losses(scene: Scene, seat: str) -> int:
    """The points a player has for all enemy units in his boxes, from the first turn on."""
    return sum(points_of(scene, piece) for box in BOXES for piece in scene.table.at(f"{box}.{seat}"))


def earned_last_turn(scene: Scene, seat: str) -> int:
    """The points a player earned by enemy units in the turn before this one (5-3)."""
    removed = (piece for box in BOXES for piece in scene.table.at(f"{box}.{seat}"))
    return sum(points_of(scene, piece) for piece in removed if piece.mark("removed") == "last_turn")


@carries("16-2.1", "13-5(2).3")
def lost_in_battle(scene: Scene, army: str) -> int:
    """The points an army lost in the rout and combat phases of this turn, doubled ones double (16-2)."""
    return sum(
        points_of(scene, piece)
        for seat in ENEMY
        for box in BOXES
        for piece in scene.table.at(f"{box}.{seat}")
        if piece.side == army and piece.mark("removed") == "in_battle"
    )


def age_losses(scene: Scene) -> None:
    """The turn is over: its losses become those of the last turn, older ones no longer matter (5-3(2))."""
    for seat in ENEMY:
        for box in BOXES:
            for piece in list(scene.table.at(f"{box}.{seat}")):
                age = piece.mark("removed")
                if age is not None:
                    older = None if age == "last_turn" else "last_turn"
                    scene.do(Marked(piece.id, "removed", older, rule="5-3(2).1"))
