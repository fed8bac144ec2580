"""Chapter 7, exile: Leaders that their own player sends out of the game."""

from __future__ import annotations

from compiler.model.table import Piece
from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.rules.a_most_dangerous_time.asking import faction_of_seat, owner
from compiler.rules.a_most_dangerous_time.ch10_camps import is_active
from compiler.rules.a_most_dangerous_time.facts import ANTI, NOBUNAGA, ODA, SHOGUN, facts
from compiler.rules.a_most_dangerous_time.field import four, inside, is_leader, on_map, units
from compiler.rules.a_most_dangerous_time.loyalty import factions, side_of


@carries("7.0.1", "7.0.3", "7.0.4", "7.0.5", "7.0.x1", "16.2.11(1).1", "4.2(3).3")
def may_exile(scene: Scene, seat: str, *, active: bool) -> list[Piece]:
    """The Leaders a player may exile: beside another of his Faction, for Anti-Oda of the same Clan (7.0.3, 7.0.4)."""
    who, pieces, loyal = faction_of_seat(scene, seat), scene.table.pieces, factions(scene).of
    theirs = [p for id in facts(scene).leaders if (p := pieces.get(id)) is not None and loyal[p.side or ""] == who]
    places = [piece.place for piece in theirs]
    found = []
    for piece in theirs:
        id = piece.id
        if places.count(piece.place) < 2 or not on_map(scene, piece):
            continue
        if (id == SHOGUN and piece.face == 0) or (active and not is_active(scene, piece)):
            continue
        if not active and owner(scene, piece) != seat:
            continue
        if four(scene) and who == ODA and (id == NOBUNAGA or owner(scene, piece) != seat):
            continue
        if has_company(scene, piece, who):
            found.append(piece)
    return found


@carries("7.0.3", "7.0.4", "7.0.x1")
def has_company(scene: Scene, piece: Piece, who: str) -> bool:
    """Another Leader in the same part of the place; for Anti-Oda one of the same Clan, and in a Space (7.0.3)."""
    if who == ANTI and piece.place not in facts(scene).forts:
        return False
    return any(
        u.id != piece.id
        and is_leader(scene, u)
        and side_of(scene, u) == who
        and inside(u) == inside(piece)
        and (who != ANTI or u.side == piece.side)
        for u in units(scene, piece.place)
    )
