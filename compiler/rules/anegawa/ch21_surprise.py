"""21.0 Turn 1: surprise is with Asakura & Azai."""

from __future__ import annotations

from compiler.model.table import Piece
from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.rules.anegawa.facts import facts
from compiler.rules.anegawa.field import is_first_turn


@carries("21.0(2).2", "21.0(3).1", "21.0(2).1", "21.0(4).1")
def idle_on_first_turn(scene: Scene, piece: Piece) -> bool:
    """Whether a unit is surprised: no move, no attack, no recovery; it strikes back on a kill check of 2 only.

    Oda units are; Tokugawa units act as they like (21.0(4)).
    """
    return is_idle(scene, piece.side)


@carries("21.0(1).3")
def is_idle(scene: Scene, army: str | None) -> bool:
    """Whether all units of an army are surprised."""
    return is_first_turn(scene) and army in facts(scene).first_turn_idle
