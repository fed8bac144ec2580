"""7.0 Zones of control: the six hexes around every unit in order."""

from __future__ import annotations

from compiler.model.table import Piece
from compiler.play.coverage import carries
from compiler.play.mechanics import zoc
from compiler.play.scene import Scene
from compiler.play.step import holds_zones
from compiler.rules.anegawa.field import NORMAL, Field


def enemy_zones(field: Field, seat: str) -> frozenset[str]:
    """The hexes in a zone of control of a player's enemies."""
    found = field.zones.get(seat)
    if found is None:
        found = field.zones[seat] = _zones_against(field, seat)
    return found


@carries("7.0.1", "7.0(1).1", "7.0(2).1")
def _zones_against(field: Field, seat: str) -> frozenset[str]:
    """The hexes next to enemy units in order, generals and combat units alike; disordered units have no zone."""
    seats = field.seats
    holders = [p for p in field.units if p.face == NORMAL and seats[p.side or ""] != seat]
    places = tuple([piece.place for piece in holders])
    kept: dict[str, tuple[tuple[str, ...], frozenset[str]]] = field.book.once("zones", dict)
    last = kept.get(seat)
    if last is None or last[0] != places:  # marks and moves of the own side leave them as they were
        last = kept[seat] = (places, frozenset(zoc.zones(field.beside, places)))
    return last[1]


def is_threatened(field: Field, piece: Piece) -> bool:
    """Whether a unit stands in an enemy zone of control."""
    return piece.place in enemy_zones(field, field.seat(piece))


@holds_zones
def zones_against(scene: Scene, seat: str) -> frozenset[str]:
    """What is hatched on the map for a player."""
    return enemy_zones(Field(scene), seat)
