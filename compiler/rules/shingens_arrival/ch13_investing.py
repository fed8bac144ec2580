"""13-1 Investing a castle: the strength it takes, and when it ends."""

from __future__ import annotations

from compiler.play.ask import Refusal
from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.rules.shingens_arrival.ch12_castles import (
    enemy_castle,
    invested_castles,
    invested_hexes,
    is_ruin,
    seat_of_castle,
)
from compiler.rules.shingens_arrival.facts import facts
from compiler.rules.shingens_arrival.field import set_mark, war
from compiler.rules.shingens_arrival.forces import Force
from compiler.rules.shingens_arrival.told import tell_lifted, tell_restored


@carries("13-1-1.1", "13-1-2.1")
def threshold(scene: Scene, hex: str) -> int:
    """The strength an investment takes: three times the level, 3 for level 0 (13-1-1, 13-1-2)."""
    known = facts(scene)
    level = known.castles[hex].level
    return known.invest_factor * level if level else known.invest_least


@carries("13-1-1.1")
def is_strong_enough(scene: Scene, hex: str, seat: str) -> bool:
    """Whether all troops of a player in a hex together can invest its castle, whatever they do (13-1-1.1)."""
    return war(scene).strength(war(scene).outside(hex, seat)) >= threshold(scene, hex)


def no_investing(scene: Scene, force: Force) -> Refusal | None:
    """Why a force may not begin to invest the castle of its hex."""
    if force.investing:
        return Refusal("13.0(4).1", f"`{force.id}` is investing already")
    if not is_strong_enough(scene, force.hex, force.seat):
        level = facts(scene).castles[force.hex].level
        rule = "13-1-1.1" if level else "13-1-2.1"
        return Refusal(rule, f"it takes a strength of {threshold(scene, force.hex)} to invest `{force.hex}`")
    return None


def invest(scene: Scene, leader: str) -> None:
    """A force begins to invest, or joins those that do; only events end it (13-1-5, 13.0(4))."""
    set_mark(scene, leader, "invested", True, "13-1-5.1")


@carries("13-1-3.1", "13-1-3.2", "13.0(4).1", "13-1.x1")
def check_investments(scene: Scene) -> None:
    """End every investment that cannot be kept up; the castle's morale is whole again (13-1-3)."""
    for hex, forces in invested_castles(scene).items():
        seat = forces[0].seat
        castle = hex in facts(scene).castles and enemy_castle(scene, hex, seat)
        if not castle or not is_strong_enough(scene, hex, seat):
            for force in forces:
                set_mark(scene, force.id, "invested", None, "13-1-3.1")
            if seat_of_castle(scene, hex) != seat and not is_ruin(scene, hex):
                tell_lifted(scene, hex, "13-1-3.1")  # a castle that fell has been told
    for hex in _lowered(scene):
        if hex not in invested_hexes(scene):
            set_mark(scene, hex, "morale", None, "13-1-3.2")
            tell_restored(scene, hex, "13-1-3.2")


def _lowered(scene: Scene) -> list[str]:
    """The castles with lowered morale."""
    marks = scene.table.marks
    return scene.memo_of("lowered", (marks,), lambda: [hex for hex, mark in marks if mark == "morale"])
