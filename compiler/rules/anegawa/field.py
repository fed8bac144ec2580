"""The field of battle as the rules see it: which units stand where, in order or not, and whose they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from compiler.model.common import Value
from compiler.model.game import Game
from compiler.model.table import Piece, Table
from compiler.play.book import Rulebook
from compiler.play.scene import Scene
from compiler.rules.anegawa.facts import ASAKURA_AZAI, ODA_TOKUGAWA, Facts, facts

NORMAL, DISORDERED = 0, 1  # the faces of a unit (2-2)
ENEMY = {ODA_TOKUGAWA: ASAKURA_AZAI, ASAKURA_AZAI: ODA_TOKUGAWA}
ARMY_COMMANDER, GENERAL, COMBAT = "army_commander", "general", "combat"


class Field:
    """The units on the map at one moment. Made anew once the table has changed."""

    __slots__ = ("at", "beside", "book", "distance", "game", "known", "scene", "seats", "table", "units", "zones")

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.book: Rulebook = scene.book
        self.table: Table = scene.table
        book, table = self.book, self.table
        self.game: Game = book.game
        self.known: Facts = book.facts
        self.seats: Mapping[str, str] = self.known.seats
        self.distance = self.known.distance
        self.beside = book.game.map.beside
        pieces, land = table.pieces, book.land
        self.units: list[Piece] = [
            piece for id in self.known.units if (piece := pieces.get(id)) is not None and piece.place in land
        ]
        self.at: dict[str, Piece] = {piece.place: piece for piece in self.units}
        self.zones: dict[str, frozenset[str]] = {}  # player → the zones of its enemies, once asked for

    @classmethod
    def of(cls, scene: Scene) -> Field:
        """The field now; worked out once until a unit moves, turns or is marked."""
        found = scene.memo(cls, lambda: cls(scene), of="pieces")
        found.scene, found.table = scene, scene.table  # tracks may have changed since
        return found

    # -- units ---------------------------------------------------------------------------------------------------------
    def seat(self, piece: Piece) -> str:
        """The player whose unit it is."""
        return self.seats[piece.side or ""]

    def of_seat(self, seat: str) -> list[Piece]:
        seats = self.seats
        return [piece for piece in self.units if seats[piece.side or ""] == seat]

    def value(self, piece: Piece, name: str) -> int:
        """A figure on the side of the unit that lies up."""
        found: Value = self.game.counters[piece.counter].faces[piece.face].values.get(name, 0)
        return int(found)

    def back(self, piece: Piece, name: str) -> int:
        """A figure on the disordered side, whichever lies up."""
        return int(self.game.counters[piece.counter].faces[DISORDERED].values[name])

    def rank(self, piece: Piece) -> str:
        return str(self.game.counters[piece.counter].values["rank"])

    def enemies_beside(self, piece: Piece) -> Iterator[Piece]:
        """The enemy units in the six hexes around a unit."""
        mine = self.seat(piece)
        for space in self.beside[piece.place]:
            other = self.at.get(space)
            if other is not None and self.seat(other) != mine:
                yield other


def is_normal(piece: Piece) -> bool:
    return piece.face == NORMAL


def turn_of(scene: Scene) -> int:
    return int(scene.table.tracks[facts(scene).turn.id])


def is_first_turn(scene: Scene) -> bool:
    """Turn 1, on which surprise rules (21.0)."""
    return turn_of(scene) == 1


def has_initiative(scene: Scene, seat: str) -> bool:
    return scene.table.tracks[facts(scene).initiative.id] == seat


def is_gone(book: Rulebook, table: Table, id: str) -> bool:
    """Whether a unit has been removed or has left the map."""
    piece = table.pieces.get(id)
    return piece is not None and piece.place not in book.land
