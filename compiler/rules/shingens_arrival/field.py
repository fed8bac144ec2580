"""The theatre of war as all chapters see it: forces, where they stand, what state they are in. And how to ask."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from compiler.model.event import Marked, Moved
from compiler.model.record import record
from compiler.model.table import Piece
from compiler.play.ask import Flow, Refusal, Topic, dice
from compiler.play.coverage import carries
from compiler.play.kept import Seen
from compiler.play.mechanics.marks import taken_off
from compiler.play.scene import Scene
from compiler.rules.shingens_arrival.facts import BUSHO, ENEMY, ONE_DIE, TAISHO, facts
from compiler.rules.shingens_arrival.forces import Force, War
from compiler.rules.shingens_arrival.told import tell_lifted

FORCE_MARKS = ("morale", "garrison", "invested", "acted", "extra_replenished")  # they lie on the leader (6-2.x2)


def war(scene: Scene) -> War:
    """The forces as they are now; asked for more than anything else, so without a detour while pieces are the same."""
    known: tuple[object, War] | None = scene.book.memo.get("war")
    if known is not None and known[0] is scene.table.pieces:
        return known[1]
    return _war(scene, None if known is None else known[1])


def _war(scene: Scene, before: War | None) -> War:
    """The forces made from those we knew last and what has happened since."""
    found = (
        War(facts(scene), scene.table) if before is None else before.after(before.seen.differing(scene), scene.table)
    )
    found.seen = Seen.now(scene)
    scene.book.memo["war"] = (scene.table.pieces, found)
    return found


def enemy_of(force: Force) -> str:
    """The other player."""
    return ENEMY[force.seat]


def is_commander(force: Force) -> bool:
    """Whether a force is led by a sodaisho or taisho."""
    return force.print.rank >= TAISHO


def senior(forces: Sequence[Force]) -> Force:
    """The force whose leader counts: the highest rank, among equals the highest modifier (12-2-8.4, 14-1-5.1)."""
    return max(forces, key=lambda f: (f.print.rank, f.print.modifier))


def turn_of(scene: Scene) -> int:
    return int(scene.table.tracks[facts(scene).turn.id])


def stage_of(scene: Scene) -> int:
    """The number of the stage; in the Initial Stage 0."""
    now = scene.table.tracks[facts(scene).stage.id]
    return now if isinstance(now, int) else 0


# -- changing things ---------------------------------------------------------------------------------------------------
def set_mark(scene: Scene, target: str, mark: str, value: Any, rule: str) -> None:
    """Set a mark if it does not show that already; None or 0 morale takes it away."""
    piece = scene.table.pieces.get(target)
    now = piece.mark(mark) if piece is not None else scene.table.mark(target, mark)
    if now != value:
        scene.do(Marked(target, mark, value, rule=rule))


def strip(scene: Scene, unit: str, rule: str) -> None:
    """Take the markers of a force off a unit that no longer leads one."""
    scene.handle(*taken_off(scene.table.pieces[unit], FORCE_MARKS, rule))


def release(scene: Scene, units: Iterable[str], leader: Piece, rule: str) -> None:
    """Led units stand in the hex as forces of their own, with the state of the force they were in (6-2.x1)."""
    for unit in units:
        scene.do(Moved(unit, leader.place, rule=rule))
        for mark in FORCE_MARKS[:-1]:
            if leader.mark(mark) is not None:
                scene.do(Marked(unit, mark, leader.mark(mark), rule=rule))


def take_off(scene: Scene, unit: str, to: str, rule: str) -> None:
    """A unit leaves the map; those it led stay as forces of their own (6-2.x1)."""
    force = war(scene).forces.get(unit)
    if force is not None:
        release(scene, force.units[1:], force.leader, "6-2.x1")
        strip(scene, unit, rule)
    scene.do(Moved(unit, to, rule=rule))
    if force is not None and force.investing:
        lifted(scene, force.hex, "13-1-3.1")


def lifted(scene: Scene, hex: str, rule: str) -> None:
    """Tell the end of an investment if nobody is left who invests the castle."""
    if not any(force.investing for force in war(scene).at.get(hex, ())):
        tell_lifted(scene, hex, rule)


def free_box(scene: Scene, leader: str) -> str | None:
    """An empty box on a command track (6-1-1)."""
    return next((box for box in facts(scene).units[leader].boxes if box not in scene.table.stacks), None)


@carries("6-1.1", "6-1-3.1", "6-1-5.2", "6-1-6.1", "6-1-6.2", "2-2-1(6).2")
def may_lead(scene: Scene, leader: str, unit: str) -> Refusal | None:
    """Why a unit may not be put under a commander (6-1)."""
    units = facts(scene).units
    chief, led = units[leader], units[unit]
    if chief.rank == BUSHO:
        return Refusal("6-1.1", f"`{leader}` is no commander")
    if chief.army != led.army:
        return Refusal("6-1-3.1", f"`{unit}` is of another army than `{leader}`")
    if led.rank >= chief.rank:
        rule = "6-1-5.2" if chief.rank > TAISHO else "6-1-6.1"
        return Refusal(rule, f"`{leader}` cannot command `{unit}`")
    if leader in war(scene).led_by:
        return Refusal("6-1-6.2", f"`{leader}` is himself commanded and commands nobody")
    if free_box(scene, leader) is None:
        return Refusal("6-1-1.2", f"the command track of `{leader}` is full")
    return None


# -- asking ------------------------------------------------------------------------------------------------------------
@record(frozen=True, slots=True)
class Choose(Topic):
    """One of a few words; `purpose` says what for, `of` whom or what it is about."""

    purpose: str
    of: str = ""


def die(scene: Scene, purpose: str, rule: str) -> Flow[int]:
    """One die: every roll of the game is of a single one (2.0.2)."""
    rolled = yield from dice(scene, ONE_DIE, purpose=purpose, rule=rule)
    return rolled[0]
