"""13-1-1 and 13-1-2 Damage: what a hit does to a unit in order and to a disordered one."""

from __future__ import annotations

from compiler.play.ask import Flow
from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.rules.anegawa.ch08_morale import check
from compiler.rules.anegawa.ch09_disorder import disorder, restore
from compiler.rules.anegawa.ch13_removal import remove
from compiler.rules.anegawa.ch13_retreat import retreat
from compiler.rules.anegawa.ch21_surprise import idle_on_first_turn
from compiler.rules.anegawa.facts import KILL, REMOVAL_AFTER_ATTACK, WEAR, facts
from compiler.rules.anegawa.field import is_normal

DAMAGE = "damage"  # the modifier of a kill check by the damage that brought it about (13-1-2(2))


@carries("13-1-1(5).1", "13-1-2(1).1", "13-1-2(2).1")
def suffer(scene: Scene, id: str, damage: str, *, answers: bool) -> Flow[bool]:
    """A unit takes a hit; whether it must strike back (13-1-1, 13-1-2, 13-3-2).

    Nobody answers a counterattack: then `answers` is false.
    """
    piece = scene.table.pieces[id]
    column = "normal" if is_normal(piece) else "disordered"
    result = facts(scene).attack.look_up(column, damage)
    effect = result.values
    if effect["check"] == WEAR:
        return (yield from _wear(scene, id, answers))
    if effect["disorders"]:
        disorder(scene, id, rule="13-1-2(1).1")
        rule = "13-1-2(1).1"
    else:
        rule = "13-1-2(2).1" if effect["modifier"] else "13-1-1(5).1"
    return (yield from _kill(scene, id, result.code, rule, answers))


@carries("13-1-1(3).1", "13-3-2(2).1")
def _wear(scene: Scene, id: str, answers: bool) -> Flow[bool]:
    """A wear check: passed, the unit stays; failed, it is disordered and retreats; on a 2 it must strike back."""
    answers = answers and not idle_on_first_turn(scene, scene.table.pieces[id])  # only a kill check of 2 lets it answer
    result = yield from check(scene, id, WEAR, rule="13-1-1(1).1", answers=answers)
    if result.values.get("disorders"):
        disorder(scene, id, rule="13-1-1(3).2")
        yield from retreat(scene, id, rule="13-6(1).1", at_end=REMOVAL_AFTER_ATTACK)
        return False
    return bool(result.values.get("attacks")) and answers


@carries("13-6(2).3")
def _kill(scene: Scene, id: str, damage: str, rule: str, answers: bool) -> Flow[bool]:
    """A kill check: passed, the unit retreats in disorder; failed, it is removed; on a 2 it recovers and strikes back.

    On a 12 it is removed whatever its morale, and its points count twice (13-1-1(6), 13-5(2)).
    """
    result = yield from check(scene, id, KILL, rule=rule, given={DAMAGE: damage}, answers=answers)
    if result.values.get("removes"):
        if result.values.get("doubles"):
            remove(scene, id, rule="13-5(2).1", doubled=True)
        else:
            remove(scene, id, rule="13-1-2(1).2" if rule == "13-1-2(1).1" else "13-1-1(6).1")
        return False
    if result.values.get("recovers"):
        restore(scene, id, rule="13-3-2(1).1")
        return answers
    hard = rule == "13-1-2(1).1"
    yield from retreat(scene, id, rule="13-1-2(1).3" if hard else "13-1-1(6).3", at_end=REMOVAL_AFTER_ATTACK)
    return False
