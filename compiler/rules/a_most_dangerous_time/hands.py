"""What hands do at the table in every chapter: Units leave, change sides, go inside; sieges end."""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter, itemgetter

from compiler.model.event import Marked, Moved, Said, Turned
from compiler.play.coverage import carries
from compiler.play.mechanics.marks import taken_off
from compiler.play.scene import Scene
from compiler.rules.a_most_dangerous_time.facts import GONE, SHOGUN, TOMO, facts
from compiler.rules.a_most_dangerous_time.field import OF_AN_IMPULSE, inside, units
from compiler.rules.a_most_dangerous_time.loyalty import side_of

_MARKS, _NAME, _FORGOTTEN = attrgetter("marks"), itemgetter(0), frozenset(OF_AN_IMPULSE)
OF_A_LEADER = ("besieged", "unsupplied", "negotiated", *OF_AN_IMPULSE)  # marks that he leaves on the map
OF_THE_MAP = ("led_by", *OF_A_LEADER)  # a Soldier in a box is nobody's, a Leader stays his player's (16.2.8(2))


def strip(scene: Scene, id: str, marks: Iterable[str], rule: str) -> None:
    """Take marks off a Unit."""
    scene.handle(*taken_off(scene.table.pieces[id], marks, rule))


@carries("2.31.x1", "11.2.1", "11.2.2", "10.3(4).4")
def to_box(scene: Scene, id: str, rule: str) -> None:
    """A Unit goes to the Regroup Box of the Clan it belongs to now (2.31.x1)."""
    box = facts(scene).boxes[scene.table.pieces[id].side or ""]
    marks = OF_A_LEADER if facts(scene).kinds.get(id) == "leader" else OF_THE_MAP
    scene.handle(*taken_off(scene.table.pieces[id], marks, rule), Moved(id, box, rule=rule))


def eliminate(scene: Scene, id: str, rule: str) -> None:
    """A Unit leaves the game for good; Ashikaga goes to Tomo (2.45.7)."""
    to = TOMO if id == SHOGUN else GONE
    scene.handle(*taken_off(scene.table.pieces[id], OF_THE_MAP, rule), Moved(id, to, rule=rule))


@carries("9.4.4")
def forget_impulse(scene: Scene) -> None:
    """What Units did after the last impulse, in step 9 or between turns, binds nobody in the next (9.4.4)."""
    marked = [p for p in filter(_MARKS, scene.table.pieces.values()) if not _FORGOTTEN.isdisjoint(map(_NAME, p.marks))]
    scene.handle(*[event for piece in marked for event in taken_off(piece, OF_AN_IMPULSE, "9.4.4")])


@carries("2.31.4", "2.31.7", "3.3.8", "8.2.11")
def change_side(scene: Scene, id: str, clan: str, rule: str) -> None:
    """A Unit joins a Clan: the same piece, on its reverse unless that is its own Clan or an heir's (2.31.7)."""
    piece = scene.table.pieces[id]
    faces = scene.game.counters[piece.counter].faces
    own = facts(scene).clan_of[id] == clan
    face = piece.face
    strip(scene, id, ("led_by",), rule)  # whose it was among Oda players it is no longer (16.2.8(2))
    if id != SHOGUN and len(faces) > 1 and not faces[1].values.get("heir"):
        face = 0 if own else 1
    scene.do(Turned(id, face=face, side=clan, rule=rule))


@carries("2.41.x1", "10.5.3", "10.5.14")
def lift_siege(scene: Scene, place: str, rule: str = "10.5.3") -> None:
    """Inside and field end as soon as no opposing Units share the Space (2.41.x1)."""
    pieces = scene.table.pieces
    if not any(pieces[id].marks for id in scene.table.stacks.get(place, ())):
        return  # most places, and most are looked at for nothing
    here = units(scene, place)
    if not any(inside(u) for u in here):
        return
    if len({side_of(scene, u) for u in here}) < 2:
        scene.handle(*[Marked(u.id, "besieged", None, rule=rule) for u in here if inside(u)])
        scene.do(Said(f"{scene.name(place)} is besieged no longer", rule=rule))


def put_inside(scene: Scene, ids: Iterable[str], rule: str) -> None:
    pieces = scene.table.pieces
    scene.handle(*[Marked(id, "besieged", True, rule=rule) for id in ids if not inside(pieces[id])])
