"""What is true whenever a step ends."""

from __future__ import annotations

from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.play.step import law
from compiler.rules.a_most_dangerous_time.facts import ACTIVE, SHOGUN, TOMO, facts
from compiler.rules.a_most_dangerous_time.field import controller, fort_value, has_fort, inside, is_unit, units
from compiler.rules.a_most_dangerous_time.loyalty import active_chit, fallen, side_of


@law("2.31.7")
def soldiers_are_limited(scene: Scene) -> str | None:
    """No Soldier is made or lost: all of the set-up are somewhere (2.31.7)."""
    kinds = facts(scene).kinds
    now = sum(1 for id in scene.table.pieces if kinds.get(id) == "soldier")
    before = scene.book.once(("soldiers", scene.scenario.id), lambda: now)
    return None if now == before else f"{now} Soldiers are about, {before} at the start"


@law("2.45.7")
def only_the_shogun_is_in_tomo(scene: Scene) -> str | None:
    """Tomo is the place of his exile alone (2.45.7)."""
    strange = [id for id in scene.table.stacks.get(TOMO, ()) if id != SHOGUN]
    return f"`{strange[0]}` is in Tomo" if strange else None


@law("2.45.2")
def off_board_areas_hold_their_own(scene: Scene) -> str | None:
    """Echigo and Chugoku hold Units of one Clan only (2.45.2)."""
    for area, clan in facts(scene).off_board.items():
        for piece in scene.table.at(area):
            if area != TOMO and piece.side != clan:
                return f"`{piece.id}` of {piece.side} is in `{area}`"
    return None


@law("2.41.4")
def forts_are_not_over_full(scene: Scene) -> str | None:
    """No fort holds more than twice its value (2.41.4)."""
    most = facts(scene).numerals.fort_capacity
    for place in scene.table.stacks:
        if place in facts(scene).forts:
            shut_in = sum(1 for u in units(scene, place) if inside(u))
            if shut_in > most * fort_value(scene, place):
                return f"{shut_in} Units are inside `{place}`"
    return None


@law("10.1.x1")
def enemies_share_no_field(scene: Scene) -> str | None:
    """Between impulses enemies share a Space only as inside and field (10.1.x1)."""
    if active_chit(scene) is not None and scene.node.id not in ("master_of_tactics", "impulse_end"):
        return None
    for place in facts(scene).places:
        here = units(scene, place) if place in scene.table.stacks else []
        for part in (True, False):
            if len({side_of(scene, u) for u in here if inside(u) == part}) > 1:
                return f"enemies share a field in `{place}`"
    return None


@law("2.41.x1")
def inside_means_a_siege(scene: Scene) -> str | None:
    """Nobody is inside a fort where no enemy is about (2.41.x1)."""
    for place in facts(scene).places:
        here = units(scene, place) if place in scene.table.stacks else []
        if any(inside(u) for u in here):
            if not has_fort(scene, place):
                return f"`{place}` has no fort, and somebody inside"
            if len({side_of(scene, u) for u in here}) < 2:
                return f"nobody besieges `{place}`"
    return None


@law("3.3.5")
def the_fallen_are_gone(scene: Scene) -> str | None:
    """No Unit of a fallen or withdrawn Clan is about, and no Space is theirs (3.3.5)."""
    gone = {clan for clan in scene.game.sides if fallen(scene, clan)}
    if not gone:
        return None
    for piece in scene.table.pieces.values():
        if piece.side in gone and is_unit(scene, piece) and piece.place != "permanently_eliminated":
            return f"`{piece.id}` of the fallen {piece.side} is in `{piece.place}`"
    for space in facts(scene).spaces:
        if controller(scene, space) in gone:
            return f"`{space}` is the fallen {controller(scene, space)}'s"
    return None


@law("4.1.8")
def at_most_one_chit_is_in_play(scene: Scene) -> str | None:
    """One Alliance acts at a time (4.1.8)."""
    return "two chits are in play" if scene.table.count(ACTIVE) > 1 else None


@carries("2.43.4", "2.46.2")
@law("2.46.1")
def waypoints_are_nobodys(scene: Scene) -> str | None:
    """Only Castles, Temples and Kyo are controlled (2.46.1, 2.43.4)."""
    for target, mark in scene.table.marks:
        if mark == "control" and target not in facts(scene).forts:
            return f"`{target}` is controlled"
    return None
