"""What stands on the board: gone through province by province, and only where a piece has changed since."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from compiler.model.table import Piece, Table
from compiler.play.kept import Seen
from compiler.play.scene import Scene
from compiler.rules.shogun.facts import CASTLE, FORTRESS, Facts, facts


class Held(NamedTuple):
    """One province: the pieces in it, and what they are to the rules."""

    pieces: tuple[Piece, ...]
    owner: str | None  # the colour with regular units or an army marker here
    force: tuple[str, ...]  # the regular units, without bonus defenders
    ronin: tuple[str, ...]  # those that were shown
    armies: tuple[tuple[str, int], ...]  # colour and army, in their order
    markers: tuple[str, ...]  # battle markers, and what stands for them
    building: str | None


EMPTY = Held((), None, (), (), (), (), None)


def _held(known: Facts, pieces: tuple[Piece, ...]) -> Held:
    owner, building = None, None
    force, ronin, armies, markers = [], [], [], []
    for piece in pieces:
        role = known.roles[piece.id]
        if role in ("unit", "ronin"):
            if piece.marks and piece.mark("bonus"):
                continue
            if role == "unit":
                force.append(piece.id)
                owner = owner or piece.side
            else:
                ronin.append(piece.id)
        elif role == "army":
            armies.append(known.army_of[piece.id])
            owner = owner or piece.side
        elif role == "marker":
            markers.append(piece.id)
        elif role == "castle":
            building = building or CASTLE
        elif role == "base":
            building = FORTRESS
    return Held(pieces, owner, tuple(force), tuple(ronin), tuple(sorted(armies)), tuple(markers), building)


class Standing:
    """Owners, forces, armies, buildings and battle markers at one moment."""

    __slots__ = ("cards", "fronts", "held", "markers", "owned", "owners")

    def __init__(
        self, known: Facts, table: Table, before: Standing | None = None, touched: Collection[str] | None = None
    ) -> None:
        """The board now; what has not changed since the moment before is taken over.

        `touched` are the provinces where something may have changed; None: anywhere.
        """
        self.held: dict[str, Held] = dict(before.held) if before is not None else {}
        piece_of, stacks, kept = table.pieces.__getitem__, table.stacks, self.held
        changed: list[tuple[Held, Held]] = []
        for province in known.provinces if touched is None else touched:
            stack, was = stacks.get(province), kept.get(province, EMPTY)
            pieces = tuple(map(piece_of, stack)) if stack is not None else ()
            if was.pieces != pieces:
                now = _held(known, pieces)
                changed.append((was, now))
                was = now
            kept[province] = was
        self.owners: dict[str, str]
        self.owned: dict[str, list[str]]  # colour → its provinces, in the order of the map
        self.markers: list[str]  # battle markers in the order of the provinces
        self.fronts: dict[str, frozenset[str]]  # colour → its provinces in combat position, once asked for
        self.cards: dict[tuple[str, int], list[str]] = {}  # colour and army → units on its card, once asked for
        if before is None or any(was.owner != now.owner for was, now in changed):
            self.owners, self.owned, self.fronts = {}, {}, {}
            self._count_owners()
        else:
            self.owners, self.owned, self.fronts = before.owners, before.owned, before.fronts
        if before is None or any(was.markers != now.markers for was, now in changed):
            self.markers = [id for held in kept.values() for id in held.markers]
        else:
            self.markers = before.markers

    def _count_owners(self) -> None:
        owners = self.owners = {province: held.owner for province, held in self.held.items() if held.owner is not None}
        for colour in set(owners.values()):
            self.owned[colour] = [province for province, who in owners.items() if who == colour]

    def at(self, province: str) -> Held:
        """A province; an empty one for any other name."""
        return self.held.get(province, EMPTY)


def standing(scene: Scene) -> Standing:
    """The board as it is now: as it was last seen, but for the provinces where pieces came, went or changed."""
    memory, table = scene.book.memory, scene.table
    last: tuple[Standing, Seen] | None = memory.get(Standing)
    if last is None:
        board = Standing(facts(scene), table)
    elif last[1].table.pieces is table.pieces:
        return last[0]
    else:
        board = Standing(facts(scene), table, last[0], _touched(scene, *last))
    memory[Standing] = (board, Seen.now(scene))
    return board


def _touched(scene: Scene, board: Standing, seen: Seen) -> Collection[str]:
    """The provinces where something has changed since the board was seen."""
    places = {piece.place for pair in seen.differing(scene) for piece in pair if piece is not None}
    return [place for place in places if place in board.held]
