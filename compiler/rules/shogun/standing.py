"""What stands on the board: gone through province by province, and only where a piece has changed since."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from compiler.model.table import Piece, Table
from compiler.play.kept import Seen
from compiler.play.scene import Scene
from compiler.rules.shogun.facts import CASTLE, FORTRESS, Boxes, Facts, facts

_new = tuple.__new__  # quicker than the constructor of a named tuple


class Held(NamedTuple):
    """One province: the pieces in it, and what they are to the rules."""

    pieces: tuple[Piece, ...]
    owner: str | None  # the colour with regular units or an army marker here
    force: tuple[str, ...]  # the regular units, without bonus defenders
    ronin: tuple[str, ...]  # those that were shown
    armies: tuple[tuple[str, int], ...]  # colour and army, in their order
    markers: tuple[str, ...]  # battle markers, and what stands for them
    building: str | None
    bonus: tuple[str, ...]  # bonus defenders


EMPTY = Held((), None, (), (), (), (), None, ())


class Provinces(dict[str, Held]):
    """Every province; an empty one for any other name."""

    def __missing__(self, name: str) -> Held:
        return EMPTY


def _held(known: Facts, pieces: tuple[Piece, ...]) -> Held:
    owner, building = None, None
    force, ronin, armies, markers, bonus = [], [], [], [], []
    for piece in pieces:
        role = known.roles[piece.id]
        if role in ("unit", "ronin"):
            if piece.marks and piece.mark("bonus"):
                bonus.append(piece.id)
            elif role == "unit":
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
    armed = tuple(sorted(armies)) if armies else ()
    return _new(Held, (pieces, owner, tuple(force), tuple(ronin), armed, tuple(markers), building, tuple(bonus)))


class Standing:
    """Owners, forces, armies, buildings and battle markers as they are; mended where pieces change, never made anew."""

    __slots__ = ("_markers", "_seen", "_where", "boxes", "fronts", "held", "owned", "owners", "pieces", "scene")

    def __init__(self, known: Facts, table: Table) -> None:
        self.held = Provinces(dict.fromkeys(known.provinces, EMPTY))
        self.owners: dict[str, str] = {}  # another thing whenever an owner changes
        self.owned: dict[str, list[str]] = {}  # colour → its provinces, in the order of the map
        self.fronts: dict[str, frozenset[str]] = {}  # colour → its provinces in combat position, once asked for
        self.boxes: dict[Boxes, Any] = {}  # what lies in boxes that are looked at together, once asked for
        self._markers: list[str] | None = None
        self._where: dict[tuple[str, int], str] | None = None
        self.pieces = table.pieces
        self.scene: Scene | None = None  # the scene that was followed last, and how far
        self._seen: Seen | None = None
        self._look(known, table, known.provinces)

    def follow(self, known: Facts, scene: Scene) -> None:
        """Be the board of a scene as it is now: look again where pieces came, went or changed since it was seen."""
        if self._seen is not None and self.pieces is not scene.table.pieces:
            self._mend(known, self._seen, scene)
        self.scene, self.pieces, self._seen = scene, scene.table.pieces, Seen.now(scene)

    def _mend(self, known: Facts, seen: Seen, scene: Scene) -> None:
        boxes, held = known.boxes, self.held
        places = {piece.place for pair in seen.differing(scene) for piece in pair if piece is not None}
        touched: list[str] = []
        for place in places:
            if place in held:
                touched.append(place)
            elif place in boxes:
                self.boxes.pop(boxes[place], None)
        if touched:
            self._look(known, scene.table, touched)

    def _look(self, known: Facts, table: Table, provinces: Iterable[str]) -> None:
        piece_of, stacks, held, taken = table.pieces.__getitem__, table.stacks, self.held, False
        for province in provinces:
            stack, was = stacks.get(province), held[province]
            pieces = tuple(map(piece_of, stack)) if stack is not None else ()
            if was.pieces != pieces:
                now = held[province] = _held(known, pieces)
                taken = taken or now.owner != was.owner
                if now.markers != was.markers:
                    self._markers = None
                if now.armies != was.armies:
                    self._where = None
        if taken:
            self._count_owners()

    def _count_owners(self) -> None:
        self.owners, self.owned, self.fronts = {}, {}, {}
        for province, there in self.held.items():
            if there.owner is not None:
                self.owners[province] = there.owner
                self.owned.setdefault(there.owner, []).append(province)

    @property
    def markers(self) -> list[str]:
        """The battle markers in the order of the provinces."""
        if self._markers is None:
            self._markers = [id for there in self.held.values() for id in there.markers]
        return self._markers

    @property
    def where(self) -> Mapping[tuple[str, int], str]:
        """The province of each army that stands on the board, by colour and army."""
        if self._where is None:
            self._where = {army: province for province, there in self.held.items() for army in there.armies}
        return self._where


def standing(scene: Scene) -> Standing:
    """The board as it is now."""
    memory = scene.book.memory
    board: Standing | None = memory.get(Standing)
    if board is None:
        board = memory[Standing] = Standing(facts(scene), scene.table)
    if board.scene is not scene or board.pieces is not scene.table.pieces:
        board.follow(facts(scene), scene)
    return board
