"""7.0 Zones of control: the six hexes around every unit in order."""

from __future__ import annotations

from compiler.model.table import Piece
from compiler.play.coverage import carries
from compiler.play.mechanics import zoc
from compiler.rules.anegawa.field import Field, is_normal


def enemy_zones(field: Field, seat: str) -> frozenset[str]:
    """The hexes in a zone of control of a player's enemies."""
    found = field.zones.get(seat)
    if found is None:
        found = field.zones[seat] = _zones_against(field, seat)
    return found


@carries("7.0.1", "7.0(1).1", "7.0(2).1")
def _zones_against(field: Field, seat: str) -> frozenset[str]:
    """The hexes next to enemy units in order, generals and combat units alike; disordered units have no zone."""
    holders = (piece for piece in field.units if is_normal(piece) and field.seat(piece) != seat)
    return frozenset(zoc.zones(field.game.map, holders))


def is_threatened(field: Field, piece: Piece) -> bool:
    """Whether a unit stands in an enemy zone of control."""
    return piece.place in enemy_zones(field, field.seat(piece))
