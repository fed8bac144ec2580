"""Chapter 9: how many Units one point takes where, who must stop, what strategic movement needs; 13.2 by sea."""

from __future__ import annotations

from collections.abc import Sequence

from compiler.model.table import Piece
from compiler.play.ask import Refusal
from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.rules.a_most_dangerous_time.ch03_clans import closed
from compiler.rules.a_most_dangerous_time.ch10_camps import is_active
from compiler.rules.a_most_dangerous_time.ch16_spheres import GUARD, bad_command, bad_passage
from compiler.rules.a_most_dangerous_time.facts import ANTI, NOBUNAGA, ODA, facts
from compiler.rules.a_most_dangerous_time.field import (
    four,
    friendly,
    held_by,
    hostile,
    inside,
    loose,
    room,
    units,
    unsupplied,
)
from compiler.rules.a_most_dangerous_time.loyalty import active_faction, side_of
from compiler.rules.a_most_dangerous_time.near import LANE, ROAD, TRAIL

COSTS = {ROAD: "9.3.1", TRAIL: "9.3.2", LANE: "9.3.3"}  # the row that says what one point takes along a way


def way_between(scene: Scene, start: str, to: str) -> str | None:
    """The kind of way that joins two places."""
    return facts(scene).way.get((start, to))


def capacity(scene: Scene, way: str) -> int:
    """Units one point takes along a way: 8 by road, 4 by trail, 1 by sea (9.3.1)."""
    return facts(scene).capacity[way]


def load(scene: Scene, piece: Piece, most: int) -> int:
    """A Unit out of communication counts two, but not by sea (5.3.2, 5.3.3)."""
    double = int(facts(scene).numerals.out_of_communication["units_for_movement"])
    return double if unsupplied(piece) and most > 1 else 1


@carries("2.45.5", "2.45.4", "13.2.1")
def price(scene: Scene, path: Sequence[str], count: int) -> int:
    """One point for a group, one more to enter an off-board area; by sea one for each Unit (2.45.5)."""
    extra = facts(scene).extra[path[-1]]
    if len(path) > 2 or way_between(scene, path[0], path[1]) != LANE:
        return 1 + extra
    return -(-count // capacity(scene, LANE)) * (1 + extra)


@carries("9.4.2", "9.4.3", "9.4.5", "2.43.3", "13.2.6")
def stops(scene: Scene, place: str, who: str) -> bool:
    """Units stop where their Faction does not control the Space, or where an unbesieged enemy stands (9.4.2)."""
    return not friendly(scene, place, who) or loose(scene, place, who)


@carries("5.3.1", "5.3.2", "5.3.3", "5.3.x1", "9.3.1", "9.3.2", "9.3.3", "13.2.1", "9.4.x1")
@carries("4.1.10", "15.1.8", "9.2.1", "9.4.4", "9.4.x2", "15.1.2", "16.2.7(4).1", "2.31.8")
def bad_group(scene: Scene, path: Sequence[str], force: Sequence[Piece]) -> Refusal | None:
    """Why a group may not take a step: not its turn, stopped, shut in, closed, or too many."""
    way = way_between(scene, path[0], path[1])
    if way is None:
        return Refusal("9.2.2", f"no way leads from `{path[0]}` to `{path[1]}`")
    for unit in force:
        no = _bad_mover(scene, unit, path, way)
        if no is not None:
            return no
    if four(scene) and side_of(scene, force[0]) == ODA:
        no = bad_command(scene, force, path[0])
        if no is not None:
            return no
        if way == LANE and any(u.mark("led_by") == GUARD for u in force):
            return Refusal("16.2.7(4).1", "the guard of Nobunaga never goes by sea")
    most = capacity(scene, way)
    if way != LANE and sum(load(scene, u, most) for u in force) > most:  # by sea each pays for himself (5.3.3)
        rule = "5.3.2" if len(force) <= most else COSTS[way]
        return Refusal(rule, f"one point takes {most} Units there, those out of communication counting two")
    return bad_landing(scene, path, force, way)


def _bad_mover(scene: Scene, unit: Piece, path: Sequence[str], way: str) -> Refusal | None:
    shared = four(scene) and side_of(scene, unit) == ODA == active_faction(scene)  # `bad_command` says whose it is
    if not shared and not is_active(scene, unit):
        return Refusal("9.2.1", f"{scene.name(unit.id)} does not act in this impulse")
    if unit.mark("stopped") is not None:
        return Refusal("9.4.4", f"{scene.name(unit.id)} may not move any more")
    if inside(unit) and way != LANE:
        return Refusal("9.4.x2", "besieged Units make a sortie or leave by sea")
    for place in path[1:]:
        rule = closed(scene, place, unit.side or "")
        if rule is not None:
            return Refusal(rule, f"`{place}` is closed to {scene.game.sides[unit.side or ''].name.en}")
    if four(scene) and way == LANE and unit.id == NOBUNAGA:
        return Refusal("16.2.7(4).1", "Nobunaga never goes by sea")
    return None


@carries("9.8.2", "9.8(1).1", "9.8(1).2", "9.8(2).1", "9.8.x1", "13.1.3", "13.1.4", "13.2.2", "13.2.3", "13.2.4")
def bad_landing(scene: Scene, path: Sequence[str], force: Sequence[Piece], way: str) -> Refusal | None:
    """Why Units may not use a Sea Lane: it belongs to the fort of its port (9.8.x1)."""
    if way != LANE:
        return None
    start, to = path[0], path[-1]
    who = side_of(scene, force[0])
    if start in facts(scene).forts:
        shut_in = [u for u in units(scene, start) if inside(u)]
        if shut_in and not all(inside(u) for u in force):
            return Refusal("9.8.2", "the Sea Lane leads into the fort, and others are inside")
        if not shut_in and held_by(scene, start) != who:
            return Refusal("9.8(2).1", f"your Faction does not control `{start}`")
    if to in facts(scene).forts:
        shut_in = [u for u in units(scene, to) if inside(u)]
        if any(side_of(scene, u) != who for u in shut_in):
            return Refusal("9.8.x1", "the Sea Lane leads into the fort, and it is the besieged's")
        if shut_in and len(force) > room(scene, to):
            return Refusal("9.8(1).2", f"the fort has room for {room(scene, to)}")
    return None


@carries("9.5.1", "9.5.2", "9.5.3", "9.5.4", "9.5.5", "9.5.6", "9.5.x1", "5.3.4")
def why_not_strategic(scene: Scene, path: Sequence[str], force: Sequence[Piece]) -> Refusal | None:
    """Two steps for one point: all by road, nobody cut off, no enemy or enemy Space on the way (9.5.3)."""
    start, middle, to = path
    known = facts(scene)
    if any(p in known.off_board or p in known.seas for p in path):
        return Refusal("9.5.x1", "strategic movement is by Spaces and Waypoints")
    if way_between(scene, start, middle) != ROAD or way_between(scene, middle, to) != ROAD:
        return Refusal("9.5.2", "strategic movement follows roads")
    if any(unsupplied(u) for u in force):
        return Refusal("5.3.4", "Units out of communication move step by step")
    who = side_of(scene, force[0])
    for place in path:
        no = in_the_way(scene, place, who, last=place == to)
        if no is not None:
            return no
    return bad_passage(scene, force, middle) if four(scene) and who == ODA else None


@carries("9.5.3")
def in_the_way(scene: Scene, place: str, who: str, *, last: bool) -> Refusal | None:
    """Why no strategic way leads through a place: not free, or not the Faction's; the last may be neutral (9.5.3)."""
    if hostile(scene, place, who):
        return Refusal("9.5.3", f"`{place}` is not free of enemies and neutrals")
    if lets_pass(held_by(scene, place) if place in facts(scene).forts else who, who, last=last):
        return None
    return Refusal("9.5.3", f"`{place}` is not your Faction's")


def lets_pass(holder: str, who: str, *, last: bool) -> bool:
    """Whether a place that one Faction holds lets another by, or end there: the last may be neutral (9.5.3)."""
    return holder == who or (last and holder not in (ODA, ANTI))
