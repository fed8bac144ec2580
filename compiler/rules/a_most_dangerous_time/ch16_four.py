"""Section 16.2, the four-player game: Nobunaga and his guard, the common regroup of the Oda players, disbanding."""

from __future__ import annotations

from compiler.model.event import Marked, Moved
from compiler.model.table import Piece
from compiler.play.ask import Flow
from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.rules.a_most_dangerous_time.asking import DONE, oda_owner, owner, pick, sphere
from compiler.rules.a_most_dangerous_time.ch02_control import one_of_each
from compiler.rules.a_most_dangerous_time.ch05_communication import Reach, has_line, in_communication, line_from, lines
from compiler.rules.a_most_dangerous_time.ch11_regroup import limited
from compiler.rules.a_most_dangerous_time.facts import KYO, NOBUNAGA, ODA, facts
from compiler.rules.a_most_dangerous_time.field import (
    azuchi_at,
    azuchi_level,
    controller,
    controls,
    four,
    is_leader,
    loose,
    nobunaga,
    on_map,
    under_siege,
    units,
)
from compiler.rules.a_most_dangerous_time.hands import lift_siege
from compiler.rules.a_most_dangerous_time.loyalty import faction, fallen, side_of


@carries("16.2.5(2).1", "16.2.5(2).3")
def capital(scene: Scene) -> str:
    """Kyo, or Azuchi once it is level 3 (16.2.5(2).1)."""
    great = azuchi_level(scene) == int(facts(scene).numerals.azuchi["last_level"])
    return str(azuchi_at(scene)) if great else KYO


def guard(scene: Scene) -> list[Piece]:
    """The Soldiers with Nobunaga, marked guards first."""
    here = [u for u in units(scene, nobunaga(scene).place) if u.side == ODA and not is_leader(scene, u)]
    return sorted(here, key=lambda u: (u.mark("led_by") != "guard", u.id))


@carries("16.2.5(5).1", "16.2.x9", "16.2.5(4).1")
def nobunaga_goes_home(scene: Scene) -> None:
    """Nobunaga and up to three Soldiers go to the capital if he has a line, not besieged or at sea (16.2.x9)."""
    lord, home = nobunaga(scene), capital(scene)
    if not on_map(scene, lord) or lord.place in facts(scene).seas or side_of(scene, lord) != ODA:
        return
    if under_siege(scene, lord) or not controls(scene, ODA, home) or loose(scene, home, ODA):
        return
    if not in_communication(scene, lord) or not line_to(scene, lord, home):
        return
    men = guard(scene)[: int(facts(scene).numerals.guard["soldiers"])]
    for unit in (lord, *men):
        if unit.place != home:
            scene.do(Moved(unit.id, home, rule="16.2.5(5).1"))
        if unit.id != lord.id and unit.mark("led_by") != "guard":
            scene.do(Marked(unit.id, "led_by", "guard", rule="16.2.x9"))
    lift_siege(scene, lord.place)


def line_to(scene: Scene, piece: Piece, place: str) -> bool:
    """Whether a line can be traced from an Oda Unit to a place."""
    near, net = facts(scene).near, lines(scene, ODA)
    end = near.bit[place] & net.places
    return has_line(scene, piece, Reach(near, end, *net.joined_to(end), net.by_land_only, end))


@carries("16.2.x5")
def lords_return(scene: Scene) -> str:
    """Where Nobunaga comes back: the capital if Oda hold it without enemies, else his Regroup Box (16.2.x5)."""
    home = capital(scene)
    free = controls(scene, ODA, home) and not loose(scene, home, ODA)
    return home if free else facts(scene).boxes[ODA]


@carries("16.2.11(3).1", "16.2.x6")
def may_disband(scene: Scene, seat: str, piece: Piece) -> bool:
    """With four players an Oda player disbands only in his sphere (16.2.11(3).1); otherwise each his own."""
    if four(scene) and side_of(scene, piece) == ODA:
        return sphere(scene, piece.place) == seat and piece.id != NOBUNAGA
    return owner(scene, piece) == seat


# -- regroup -----------------------------------------------------------------------------------------------------------
def oda_box(scene: Scene, seat: str | None) -> list[Piece]:
    """Units in the boxes of the Oda Faction that a player may bring back: any Soldier, his own Leaders (16.2.x4)."""
    found = []
    for clan, box in facts(scene).boxes.items():
        if faction(scene, clan) == ODA and not fallen(scene, clan):
            found += [
                p
                for p in scene.table.at(box)
                if p.side == clan and (not is_leader(scene, p) or (p.id != NOBUNAGA and oda_owner(scene, p) == seat))
            ]
    return found


def spaces_of(scene: Scene, seat: str | None) -> list[str]:
    """The Spaces of a sphere (None: Oda's own area) that Oda control with a line and without enemies."""
    return [
        s
        for s in facts(scene).spaces
        if sphere(scene, s) == seat
        and controls(scene, ODA, s)
        and not loose(scene, s, ODA)
        and line_from(scene, controller(scene, s), s)
    ]


@carries("16.2.x4", "16.2.10(1).1")
def value_of(scene: Scene, seat: str) -> int:
    """A player's regroup value: his Spaces in communication by five, within twice their number less his Units."""
    mine = sum(1 for p in scene.table.pieces.values() if on_map(scene, p) and _commands(scene, seat, p))
    return limited(scene, len(spaces_of(scene, seat)), mine)


def _commands(scene: Scene, seat: str, piece: Piece) -> bool:
    kind = facts(scene).kinds.get(piece.id)
    return kind in ("leader", "soldier") and side_of(scene, piece) == ODA and oda_owner(scene, piece) == seat


@carries("16.2.10(2).1", "16.2.10(3).1", "16.2.10(4).1", "16.2.10(4).2", "16.2.x4", "16.2.x5")
def oda_regroup(scene: Scene) -> Flow[None]:
    """Nobunaga's two Units first, then the players in turn, fewest Units first, the guard before all else (16.2.10)."""
    seats = [s for s in scene.scenario.seats if s != "anti_oda"]
    used: dict[str, int] = {}
    yield from _lords_own(scene, seats[0], used)
    left = {seat: value_of(scene, seat) for seat in seats}
    strength = {
        seat: sum(1 for p in scene.table.pieces.values() if on_map(scene, p) and _commands(scene, seat, p))
        for seat in seats
    }
    order = sorted(seats, key=lambda s: (strength[s], seats.index(s)))
    while any(left.values()):
        for seat in order:
            if left[seat]:
                left[seat] -= 1
                if not (yield from _one_unit(scene, seat, used)):
                    left[seat] = 0


def _lords_own(scene: Scene, seat: str, used: dict[str, int]) -> Flow[None]:
    """Two Units in Kyo and in Oda's own area, Nobunaga himself among them if he is in the box (16.2.10(2).1)."""
    count = int(facts(scene).numerals.guard["regroup"])
    lord, home = scene.table.pieces[NOBUNAGA], lords_return(scene)
    if lord.place == facts(scene).boxes[ODA] != home:
        scene.do(Moved(NOBUNAGA, home, rule="16.2.x5"))
        count -= 1
    for _ in range(count):
        own = [s for s in spaces_of(scene, None) if controller(scene, s) == ODA]
        spaces = [s for s in own if used.get(s, 0) < (2 if s == KYO else 1)]
        box = [p for p in oda_box(scene, None) if p.side == ODA]
        if not spaces or not box:
            return
        yield from _place(scene, seat, box[0].id, spaces, used, "16.2.10(2).1")


def _one_unit(scene: Scene, seat: str, used: dict[str, int]) -> Flow[bool]:
    """One Unit of a player: to Nobunaga while his guard is short, else to a Space of its Clan in the sphere."""
    box = oda_box(scene, seat)
    lord = scene.table.pieces[NOBUNAGA]
    short = on_map(scene, lord) and len(guard(scene)) < int(facts(scene).numerals.guard["soldiers"])
    men = [p for p in box if p.side == ODA and not is_leader(scene, p)]
    place = _guard_room(scene)
    if short and men and place is not None:
        scene.do(Moved(men[0].id, place, rule="16.2.10(3).1"))
        scene.do(Marked(men[0].id, "led_by", "guard", rule="16.2.10(3).1"))
        return True
    return (yield from _one_of(scene, seat, box, used, "16.2.10(4).1"))


def _one_of(scene: Scene, seat: str, box: list[Piece], used: dict[str, int], rule: str) -> Flow[bool]:
    """One of some Units in the boxes comes to a Space of its Clan in the player's sphere, if he likes."""
    spaces = [s for s in spaces_of(scene, seat) if not used.get(s)]
    fit = [p for p in box if any(controller(scene, s) == p.side for s in spaces)]
    if not fit:
        return False
    unit = yield from pick(
        scene, seat, one_of_each(fit), what="regroup unit", rule=rule, stop=DONE, prompt="regroup which Unit?"
    )
    if unit == DONE:
        return False
    own = [s for s in spaces if controller(scene, s) == scene.table.pieces[unit].side]
    yield from _place(scene, seat, unit, own, used, rule)
    return True


@carries("Card46.1", "16.2.x4")
def may_levy_of_four(scene: Scene, seat: str, clan: str) -> bool:
    """Whether card 46 would bring a Unit of a Clan to an Oda player's sphere (Card46.1)."""
    room = any(controller(scene, s) == clan for s in spaces_of(scene, seat))
    return room and value_of(scene, seat) > 0 and any(p.side == clan for p in oda_box(scene, seat))


@carries("Card46.1", "16.2.x4")
def levy_of_four(scene: Scene, seat: str, clan: str) -> Flow[None]:
    """Card 46 of an Oda player: Units of one Clan up to his own regroup value, in his sphere (Card46.1)."""
    used: dict[str, int] = {}
    for _ in range(value_of(scene, seat)):
        box = [p for p in oda_box(scene, seat) if p.side == clan]
        if not (yield from _one_of(scene, seat, box, used, "Card46.1")):
            return


def _guard_room(scene: Scene) -> str | None:
    """Where a new guard can join: with Nobunaga if he has a line, else in the capital; never beside enemies."""
    lord = nobunaga(scene)
    if on_map(scene, lord) and in_communication(scene, lord) and not loose(scene, lord.place, ODA):
        return lord.place
    home = capital(scene)
    return home if controls(scene, ODA, home) and not loose(scene, home, ODA) else None


def _place(scene: Scene, seat: str, unit: str, spaces: list[str], used: dict[str, int], rule: str) -> Flow[None]:
    space = yield from pick(
        scene, seat, spaces, what="regroup space", rule=rule, about=(unit,), prompt=f"{scene.name(unit)}: where?"
    )
    scene.do(Moved(unit, space, rule=rule))
    used[space] = used.get(space, 0) + 1
