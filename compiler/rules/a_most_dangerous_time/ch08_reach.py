"""Chapter 8: who can win over whom. Diplomats, their reach, the number a negotiation needs."""

from __future__ import annotations

from compiler.model.table import Piece
from compiler.play.ask import Refusal
from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.rules.a_most_dangerous_time.asking import active_seat, oda_owner
from compiler.rules.a_most_dangerous_time.ch03_clans import KAGA
from compiler.rules.a_most_dangerous_time.facts import ANTI, MINORS, NEUTRAL, NOBUNAGA, ODA, SHOGUN, TOMO, facts
from compiler.rules.a_most_dangerous_time.field import (
    diplomat,
    four,
    inside,
    is_daimyo,
    is_leader,
    on_map,
    under_siege,
    units,
)
from compiler.rules.a_most_dangerous_time.ground import ground
from compiler.rules.a_most_dangerous_time.loyalty import (
    active_alliance,
    active_faction,
    alliance_of,
    factions,
    side_of,
    waiting,
)

NEVER_NEGOTIATE = {"ikko_ikki": "15.2.3", "enryaku_ji": "15.4.5"}


@carries("15.1.2", "15.1.12", "15.1.13", "15.1.15", "15.1.x3", "8.3.x3")
def shogun_may_act(scene: Scene, piece: Piece) -> bool:
    """Yoshiaki: in Minors impulses on the map, in every Anti-Oda impulse as a Daimyo in Tomo (15.1.15)."""
    if piece.place == TOMO:
        return piece.face == 1 and active_faction(scene) == ANTI
    return active_alliance(scene) == MINORS and on_map(scene, piece)


@carries("8.1.1", "8.2.3", "8.2.4", "8.3.1", "16.2.8(3).1", "8.2.x1")
def diplomats(scene: Scene) -> list[Piece]:
    """The Leaders who may negotiate or enable a card in this impulse: active, able, not under siege (8.2.4)."""
    found = []
    clans = factions(scene).clans.get(active_alliance(scene), ())
    for id in facts(scene).diplomats:
        piece = scene.table.pieces.get(id)
        if piece is None or (piece.side not in clans and id != SHOGUN) or not diplomat(scene, piece):
            continue
        if id == SHOGUN:
            if shogun_may_act(scene, piece) and not under_siege(scene, piece):
                found.append(piece)
        elif on_map(scene, piece):
            mine = not four(scene) or id == NOBUNAGA or side_of(scene, piece) != ODA
            if (mine or oda_owner(scene, piece) == active_seat(scene)) and not under_siege(scene, piece):
                found.append(piece)
    return found


def _besieges(scene: Scene, place: str, who: str, alliance: str | None, leader: str | None) -> bool:
    """Whether Units of an Alliance (or any of the Faction, or one Leader) stand in the field of a place."""
    for unit in units(scene, place):
        if inside(unit) or side_of(scene, unit) != who:
            continue
        if leader is not None:
            if unit.id == leader:
                return True
        elif alliance is None or alliance_of(scene, unit.side or "") == alliance:
            return True
    return False


@carries("8.2.5", "8.2.6", "8.3.2", "8.3.3", "8.3.x2", "15.1.12", "15.1.2", "2.45.x1")
def reaches(scene: Scene, leader: Piece, target: Piece) -> bool:
    """A Daimyo by any Unit of his Alliance, a Samurai by himself: adjacent, or besieging the target (8.2.5, 8.2.6)."""
    if not on_map(scene, target):
        return False
    who = ANTI if leader.id == SHOGUN else side_of(scene, leader)
    by_himself = not is_daimyo(scene, leader)
    alliance = alliance_of(scene, leader.side or "")
    if leader.id == SHOGUN and side_of(scene, target) == ODA and not by_himself:
        alliance = None  # any Anti-Oda Unit serves him (15.1.12)
    if under_siege(scene, target) and _besieges(scene, target.place, who, alliance, leader.id if by_himself else None):
        return True
    land, near = ground(scene), facts(scene).near.beside[target.place]
    if by_himself:
        return leader.place in near
    clans = land.loyal.of if alliance is None else land.loyal.clans.get(alliance, ())
    serving = [clan for clan in clans if land.loyal.of[clan] == who]
    return any(place in land.spots and not land.spots[place].sides.isdisjoint(serving) for place in near)


@carries("8.3.5", "8.3.6", "8.3.7", "8.3.8", "8.3.9", "8.3.10", "15.1.x2")
def needed(scene: Scene, target: Piece) -> int:
    """The die a negotiation needs: 6, harder beside Leaders, easier with neutrals and the besieged (8.3.5)."""
    whose = side_of(scene, target)
    loyal, kinds = factions(scene).of, facts(scene).kinds
    leaders = [u for u in units(scene, target.place) if kinds[u.id] == "leader" and loyal[u.side or ""] == whose]
    number = 6
    if any(is_daimyo(scene, u) for u in leaders):
        number += 2
    if any(not is_daimyo(scene, u) for u in leaders):
        number += 1
    if whose == NEUTRAL:
        number -= 1
    if under_siege(scene, target):
        number -= 1
    return number


@carries("8.1.3", "8.1.4", "15.2.2", "15.2.3", "15.4.5", "15.2.10")
def no_target(scene: Scene, leader: Piece, target: Piece) -> Refusal | None:
    """Why a Unit cannot be negotiated with."""
    who = ANTI if leader.id == SHOGUN else side_of(scene, leader)
    if is_leader(scene, target):
        return Refusal("8.1.4", "negotiation is for Soldiers; Leaders betray by cards")
    if side_of(scene, target) == who:
        return Refusal("8.3.1", "that Soldier is on your side")
    banned = NEVER_NEGOTIATE.get(target.side or "")
    if banned is not None:
        return Refusal(banned, f"{scene.game.sides[target.side or ''].name.en} never negotiate")
    if who == ANTI and target.place in KAGA and waiting(scene, "uesugi"):
        return Refusal("15.2.10", f"{scene.name(target.place)} is closed before the Uesugi enter")
    if not reaches(scene, leader, target):
        return Refusal("8.3.2" if is_daimyo(scene, leader) else "8.3.3", "that Soldier is out of reach")
    return None
