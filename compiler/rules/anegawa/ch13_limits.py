"""13.0 and 13-9: who may attack whom. Each restriction has its rule; the first that speaks is quoted."""

from __future__ import annotations

from typing import Any

from compiler.play.scene import Scene
from compiler.play.step import restricts
from compiler.rules.anegawa.ch13_attack import ATTACKED, DEFENDED, Attack
from compiler.rules.anegawa.ch15_command import is_commanded
from compiler.rules.anegawa.ch21_surprise import idle_on_first_turn
from compiler.rules.anegawa.field import COMBAT, Field, has_initiative, is_normal


@restricts(Attack, "13.0(2).2")
def one_against_one(scene: Scene, it: Any) -> str | None:
    """One unit attacks one unit; there are no joint attacks."""
    single = isinstance(it, Attack) and all(isinstance(part, str) for part in it.parts)
    return None if single else "an attack is by one unit on one unit"


@restricts(Attack, "13.0(2).1")
def enemy_beside(scene: Scene, it: Attack) -> str | None:
    """Targets are enemy units in adjacent hexes."""
    field = Field.of(scene)
    units = [scene.table.pieces.get(id) for id in (it.unit, it.target)]
    unit, target = (piece if piece is not None and field.at.get(piece.place) == piece else None for piece in units)
    if unit is None or field.seat(unit) != scene.active:
        return f"`{it.unit}` is no unit of yours on the map"
    if target is None or field.seat(target) == scene.active:
        return f"`{it.target}` is no enemy unit on the map"
    return None if target.place in field.beside[unit.place] else f"`{it.target}` is not beside `{it.unit}`"


@restricts(Attack, "2-2.14")
def disordered_attacker(scene: Scene, it: Attack) -> str | None:
    """A disordered unit has no attack factors."""
    return None if is_normal(scene.table.pieces[it.unit]) else f"`{it.unit}` is disordered"


@restricts(Attack, "21.0(2).1")
def surprised_attacker(scene: Scene, it: Attack) -> str | None:
    """Oda units do not attack on turn 1."""
    surprised = idle_on_first_turn(scene, scene.table.pieces[it.unit])
    return f"`{it.unit}` is surprised and cannot attack on turn 1" if surprised else None


@restricts(Attack, "13-7-1(3).1")
def has_broken_through(scene: Scene, it: Attack) -> str | None:
    """A unit with a breakthrough marker does not attack again."""
    broken = scene.table.pieces[it.unit].mark("momentum") == "breakthrough"
    return f"`{it.unit}` has broken through and does not attack again" if broken else None


@restricts(Attack, "13.0(1).1")
def has_attacked(scene: Scene, it: Attack) -> str | None:
    """A unit makes one attack or counterattack in a turn."""
    fought = scene.table.pieces[it.unit].mark("battled") == ATTACKED
    return f"`{it.unit}` has attacked or struck back this turn" if fought else None


@restricts(Attack, "13-9(1).1")
def was_attacked(scene: Scene, it: Attack) -> str | None:
    """On the side without initiative a unit that was attacked and stayed in order cannot attack."""
    attacked = scene.table.pieces[it.unit].mark("battled") == DEFENDED
    held = attacked and not has_initiative(scene, scene.active)
    return f"`{it.unit}` was attacked this turn" if held else None


@restricts(Attack, "13-9(2).1")
def protected_by_momentum(scene: Scene, it: Attack) -> str | None:
    """The side without initiative cannot attack units with a marker, whichever face it shows."""
    marker = scene.table.pieces[it.target].mark("momentum")
    if marker is None or has_initiative(scene, scene.active):
        return None
    return f"`{it.target}` carries a {marker} marker"


@restricts(Attack, "15-3(1).1")
def out_of_command(scene: Scene, it: Attack) -> str | None:
    """A combat unit attacks only under command; a general out of command may, after a fight check."""
    field, piece = Field.of(scene), scene.table.pieces[it.unit]
    if field.rank(piece) != COMBAT or is_commanded(field, piece):
        return None
    return f"no leader has `{it.unit}` in range"
