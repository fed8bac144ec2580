"""Sections 10.1 and 10.2: who takes part in a combat, on which side and in which part of the place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from compiler.model.event import Marked
from compiler.model.table import Piece
from compiler.play.coverage import carries
from compiler.play.mechanics.marks import taken_off
from compiler.play.scene import Scene
from compiler.rules.a_most_dangerous_time.asking import active_seat, oda_owner, speaker
from compiler.rules.a_most_dangerous_time.facts import NOBUNAGA, ODA, facts
from compiler.rules.a_most_dangerous_time.field import (
    BESIEGED,
    IN_COMBAT,
    STANDING_BY,
    four,
    is_leader,
    majority,
    units,
)
from compiler.rules.a_most_dangerous_time.loyalty import active_alliance, factions, other, side_of


@dataclass(frozen=True, slots=True)
class Fight:
    """A combat: where, which Faction is the active side, and whether it is fought inside the fort."""

    place: str
    who: str
    within: bool = False  # inside the fort, as 8.4.9 has it
    sudden: bool = False  # an immediate combat of 8.4
    takers: tuple[str, ...] = ()  # the Clans that would take in a minor lost here (3.2.15)


def is_active(scene: Scene, piece: Piece) -> bool:
    """Whether a Unit acts in this impulse: of the active Alliance, and with four players of the active player."""
    if piece.side not in factions(scene).clans.get(active_alliance(scene), ()):
        return False
    if not four(scene) or side_of(scene, piece) != ODA:
        return True
    seat, mine = active_seat(scene), oda_owner(scene, piece)
    if mine == seat or piece.id == NOBUNAGA:
        return True
    return mine is None and any(
        is_leader(scene, u) and (u.id == NOBUNAGA or oda_owner(scene, u) == seat) for u in units(scene, piece.place)
    )


def active_in(scene: Scene, place: str) -> list[Piece]:
    """The Units in a place that act in this impulse."""
    clans = factions(scene).clans.get(active_alliance(scene), ())
    mine = [u for u in units(scene, place) if u.side in clans]
    return [u for u in mine if is_active(scene, u)] if mine and four(scene) else mine


def at_sea(scene: Scene, fight: Fight) -> bool:
    return fight.place in facts(scene).seas


@carries("10.1.9", "10.1.x3", "8.4.2", "13.3(2).2", "10.2.x5", "16.1.5(1).1", "16.2.9(1).1")
def camp(scene: Scene, fight: Fight, mine: bool) -> list[Piece]:
    """The Units that fight on the active side, or on the other (10.1.9)."""
    loyal, who, within = factions(scene).of, fight.who, fight.within
    there = [u for u in units(scene, fight.place) if (loyal[u.side or ""] == who) == mine]
    return [u for u in there if (BESIEGED in u.marks) == within and STANDING_BY not in u.marks]


def sharing(scene: Scene, fight: Fight) -> bool:
    """Whether the two sides are in the same field (10.3.2)."""
    return bool(camp(scene, fight, True)) and bool(camp(scene, fight, False))


def side_name(scene: Scene, fight: Fight, mine: bool) -> str:
    return fight.who if mine else other(fight.who)


def seat_in(scene: Scene, fight: Fight, mine: bool) -> str:
    """The player who decides for a side; neutrals are spoken for by the other player (3.2.15)."""
    return speaker(scene, side_name(scene, fight, mine), fight.place)


@carries("10.1.9", "10.4.7", "8.4.2", "15.1.17", "16.2.x2")
def stand_by(scene: Scene, place: str, ids: Iterable[str]) -> None:
    """Units in the place that take no part in the combat (10.1.9)."""
    pieces = scene.table.pieces
    idle = [id for id in ids if pieces[id].mark("standing_by") is None]
    scene.handle(*[Marked(id, "standing_by", True, rule="10.1.9") for id in idle])


def bystanders(scene: Scene, fight: Fight) -> list[str]:
    """Units of the active Faction that are not of the active Alliance, or only fell back to here (10.1.9, 10.4.7)."""
    return [
        u.id
        for u in units(scene, fight.place)
        if side_of(scene, u) == fight.who and (not is_active(scene, u) or u.mark("retreated") is not None)
    ]


@carries("3.2.15")
def takers(scene: Scene, fight: Fight) -> tuple[str, ...]:
    """The Clans with most Units on the active side as the combat begins (3.2.15)."""
    return tuple(majority(scene, camp(scene, fight, True)))


def end_combat(scene: Scene, place: str) -> None:
    """What lasts for a combat only is taken off."""
    scene.handle(*[event for unit in units(scene, place) for event in taken_off(unit, IN_COMBAT, "10.1.4")])
    marks = scene.table.marks
    for seat in scene.scenario.seats:
        for mark in ("massed_gunnery", "surprise"):
            if (seat, mark) in marks:
                scene.do(Marked(seat, mark, None, rule="10.1.4"))
    if (place, "combat_here") in marks:
        scene.do(Marked(place, "combat_here", None, rule="10.1.4"))


# -- commands ----------------------------------------------------------------------------------------------------------
def command_of(scene: Scene, pieces: Iterable[Piece], leader: str) -> list[Piece]:
    """The Soldiers under a Leader among some Units."""
    return [p for p in pieces if p.mark("under") == leader]


def commander_of(scene: Scene, fight: Fight, mine: bool) -> Piece | None:
    """The overall commander of a side, as named before the first round (10.2(5).2)."""
    return next((u for u in camp(scene, fight, mine) if u.mark("commander") is not None), None)
