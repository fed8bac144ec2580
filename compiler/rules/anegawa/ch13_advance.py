"""13-7 to 13-8 Advance after combat, breakthrough and impetus."""

from __future__ import annotations

from compiler.model.event import Marked, Moved
from compiler.play.ask import Flow
from compiler.play.coverage import carries
from compiler.play.outcome import Outcome
from compiler.play.scene import Scene
from compiler.play.step import step
from compiler.rules.anegawa.ch04_sequence import show_phase
from compiler.rules.anegawa.ch18_castle import barred_castle, is_inside
from compiler.rules.anegawa.field import Field

# 13-7(3).1: the garrison, which could not come back, never advances out of the castle.
GARRISON_ADVANCES = False


@carries("13-7.1", "13-7(1).1", "13-7(2).1", "13-7-1(3).2")
def advance(scene: Scene, unit: str, target: str, vacated: str, *, rule: str) -> bool:
    """The victor must enter the hex its target has left, whatever the ground and the zones, and breaks through.

    A garrison that has left the castle does not come back into it (19.0).
    """
    piece = scene.table.pieces[unit]
    if scene.table.pieces[target].place == vacated or (is_inside(scene, piece) and not GARRISON_ADVANCES):
        return False
    if vacated in barred_castle(scene, piece):
        return False
    scene.do(Moved(unit, vacated, path=(vacated,), rule=rule))
    scene.do(Marked(unit, "momentum", "breakthrough", rule="13-7-1(1).1"))
    return True


@step("13-8-2(2).1", "drop_impetus", "4-5(3).1", "13-8-2(1).1", "13-8-2(3).1")
def drop_impetus(scene: Scene) -> Flow[Outcome]:
    """A side has made its attacks: impetus goes, with those who attacked and those who did not (13-8-2)."""
    yield from ()
    show_phase(scene)
    for piece in Field.of(scene).of_seat(scene.active):
        if piece.mark("momentum") == "impetus":
            rule = "13-8-2(1).1" if piece.mark("battled") is None else "13-8-2(2).1"
            scene.do(Marked(piece.id, "momentum", None, rule))
    return None
