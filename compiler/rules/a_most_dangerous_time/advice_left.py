"""Advice on what is left behind: too few guards, Leaders without men, a Space bare beside enemies."""

from __future__ import annotations

from collections.abc import Sequence

from compiler.model.table import Piece
from compiler.play.scene import Scene
from compiler.rules.a_most_dangerous_time.advice_guard import DECISIVE, guards, lack, ours, short_of, stake, theirs
from compiler.rules.a_most_dangerous_time.ch09_moves import March
from compiler.rules.a_most_dangerous_time.facts import facts
from compiler.rules.a_most_dangerous_time.field import four, hostile, inside, of_faction

FORSAKEN = 1.5  # what it costs to leave Leaders behind without a man
CROWDED = 3.0  # what it is worth to lead men on from a Waypoint that cannot hold them


def left_bare(scene: Scene, who: str, option: March) -> float:
    """What is risked by leaving a place with too few men, or with none; it is well to leave one that is too full."""
    start = option.path[0]
    here = ours(scene, start, who)
    if start in facts(scene).waypoints:
        return -CROWDED if here > facts(scene).numerals.waypoint_limit else 0.0
    left = max(0, here - len(option.units))
    others = [u for u in of_faction(scene, start, who) if u.id not in option.units] if left else []
    lost, risk = stake(scene, start, who), 0.0
    if lost:
        met = met_next(scene, who, option.path[-1]) if len(option.path) == 2 else 0
        risk = short_of(scene, start, who, guards(scene, others), met) - lack(scene, start, who)
        risk = max(0.0, risk) if met else risk
        risk += 2 * DECISIVE if risk and lost >= DECISIVE else 0.0  # nobody goes from there, not one by one either
    if _leaves_lords(scene, who, option, others):
        risk += FORSAKEN
    if start in facts(scene).forts and not left:
        risk += 1.5 if in_danger(scene, start, who) else 0.1
    return risk


def met_next(scene: Scene, who: str, place: str) -> int:
    """With four players: enemies next to a Space who do not come to it when its men go to meet them."""
    return theirs(scene, place, who) if four(scene) else 0


def _leaves_lords(scene: Scene, who: str, option: March, others: Sequence[Piece]) -> bool:
    """Whether Leaders would stay behind without a man: those should go along, and none sits alone before a fort."""
    leaders = facts(scene).leaders
    return bool(others) and all(u.id in leaders and not inside(u) for u in others) and _goes_alone(scene, who, option)


def _goes_alone(scene: Scene, who: str, option: March) -> bool:
    """Whether there are enemies where men march off, or they march without a Leader."""
    return bool(theirs(scene, option.path[0], who)) or not any(id in facts(scene).leaders for id in option.units)


def in_danger(scene: Scene, place: str, who: str) -> bool:
    """Whether enemies stand next to a place."""

    def find() -> bool:
        return any(not inside(u) for p, _ in facts(scene).links[place] for u in hostile(scene, p, who))

    return scene.memo(("in danger", place, who), find)
