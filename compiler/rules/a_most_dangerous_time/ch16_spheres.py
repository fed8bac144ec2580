"""Sections 16.2.5 to 16.2.7: who may move which Oda Units with four players, and whose they are where they arrive."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from compiler.model.event import Marked
from compiler.model.table import Piece
from compiler.play.ask import Refusal
from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.rules.a_most_dangerous_time.asking import active_seat, oda_owner, sphere
from compiler.rules.a_most_dangerous_time.facts import NOBUNAGA, ODA, facts
from compiler.rules.a_most_dangerous_time.field import controls, is_daimyo, is_leader, loose, on_map, units
from compiler.rules.a_most_dangerous_time.loyalty import active_faction, side_of

GUARD = "guard"


@carries("16.2.6(2).1", "16.2.6(2).2", "16.2.6(3).1", "16.2.5(6).1", "16.2.5(6).2", "16.2.7(3).1", "16.2.7(3).2")
def bad_command(scene: Scene, force: Sequence[Piece], place: str) -> Refusal | None:
    """Why an Oda player may not move these Units on from a place: other players' men, or too many to lead (16.2.6)."""
    seat = active_seat(scene)
    leaders = [u for u in force if is_leader(scene, u)]
    soldiers = [u for u in force if not is_leader(scene, u)]
    strange = [u for u in leaders if oda_owner(scene, u) not in (None, seat)]
    if strange:
        return Refusal("16.2.7(3).1", f"{scene.name(strange[0].id)} is another player's")
    with_lord = any(u.id == NOBUNAGA for u in leaders)
    foreign = [u for u in soldiers if oda_owner(scene, u) not in (None, seat)]
    if foreign and not with_lord:
        rule = "16.2.7(3).2" if leaders else "16.2.6(4).1"
        return Refusal(rule, f"the Soldiers in `{place}` are another player's")
    led = [u for u in soldiers if sphere(scene, place) != seat or u.mark("led_by") == GUARD]
    most = sum(command(scene, u) for u in leaders)
    if len(led) > most:
        rule = "16.2.5(6).1" if with_lord else "16.2.6(2).1"
        return Refusal(rule, f"outside your sphere your Leaders there take {most} Soldiers along")
    return None


def command(scene: Scene, leader: Piece) -> int:
    """Soldiers a Leader leads on a march: 3 or 7; Nobunaga takes up to 7 (16.2.6(2).1)."""
    numerals = facts(scene).numerals
    if leader.id == NOBUNAGA:
        return int(numerals.guard["escort"])
    return int(numerals.command["daimyo" if is_daimyo(scene, leader) else "samurai"])


def is_oda_land(scene: Scene, place: str) -> bool:
    """A Space Oda hold without a fight."""
    return place in facts(scene).forts and controls(scene, ODA, place) and not loose(scene, place, ODA)


def drops(scene: Scene, ids: Iterable[str], place: str) -> bool:
    """Whether Soldiers on the march are dropped in a place: Oda's, and not in the sphere of who moves them."""
    return is_oda_land(scene, place) and sphere(scene, place) != active_seat(scene) and NOBUNAGA not in ids


@carries("16.2.7(3).3", "9.5.4", "16.2.6(2).1")
def bad_passage(scene: Scene, force: Sequence[Piece], middle: str) -> Refusal | None:
    """Why Oda Units cannot pass through a place by strategic movement: their Soldiers would be dropped there."""
    soldiers = [u for u in force if not is_leader(scene, u)]
    if soldiers and drops(scene, [u.id for u in force], middle):
        return Refusal("16.2.7(3).3", f"Soldiers are dropped in `{middle}`, which is not in your sphere")
    return bad_command(scene, force, middle)


@carries("16.2.6.1", "16.2.7(3).3", "16.2.6(4).1", "16.2.2(4).1", "16.2.x1")
def settle_in(scene: Scene, ids: Iterable[str], to: str) -> None:
    """Soldiers stay their player's on the march; in an Oda Space outside his sphere he drops them (16.2.7(3).3)."""
    seat = active_seat(scene)
    ids = list(ids)
    own = sphere(scene, to) == seat
    oda_land = is_oda_land(scene, to)
    dropped = drops(scene, ids, to)
    for id in ids:
        piece = scene.table.pieces[id]
        if is_leader(scene, piece) and scene.value(piece, "seat_4p", None) is None and piece.mark("led_by") != seat:
            scene.do(Marked(id, "led_by", seat, rule="16.2.8(2).1"))  # one who was won over: his from now on
        if is_leader(scene, piece) or piece.mark("led_by") == GUARD:
            continue
        mark = None if own or oda_land else seat
        if piece.mark("led_by") != mark:
            scene.do(Marked(id, "led_by", mark, rule="16.2.6(4).1"))
        if dropped and scene.table.pieces[id].mark("stopped") is None:
            scene.do(Marked(id, "stopped", True, rule="16.2.7(3).3"))


@carries("16.2.8(2).1")
def adopt(scene: Scene) -> None:
    """A Leader won over is from now on his in whose sphere he stands; where that is nobody, his who acts."""
    for id in facts(scene).leaders:
        piece = scene.table.pieces.get(id)
        if piece is None or piece.mark("led_by") is not None or scene.value(piece, "seat_4p", None) is not None:
            continue
        if on_map(scene, piece) and side_of(scene, piece) == ODA:
            seat = sphere(scene, piece.place) or (active_seat(scene) if active_faction(scene) == ODA else None)
            if seat is not None:
                scene.do(Marked(id, "led_by", seat, rule="16.2.8(2).1"))


@carries("16.2.7(3).3", "16.2.6(4).1", "16.2.2(4).1")
def settle_down(scene: Scene, spaces: Iterable[str], gained: Collection[str]) -> None:
    """Soldiers who came to fight for a Space of another player's sphere are his once it is free (16.2.7(3).3)."""
    for space in [space for space in spaces if is_oda_land(scene, space)]:
        for unit in units(scene, space):
            led_by = unit.mark("led_by")
            if led_by in (None, GUARD, sphere(scene, space)) or is_leader(scene, unit):
                continue
            if space in gained or unit.mark("arrived") is not None:
                scene.do(Marked(unit.id, "led_by", None, rule="16.2.6(4).1"))
