"""What stands on the board: gone through province by province, and only where a piece has changed since."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from compiler.model.table import Piece, Table
from compiler.play.kept import touched
from compiler.play.scene import Scene
from compiler.rules.shogun.facts import CASTLE, FORTRESS, Boxes, Facts, facts

Armies = tuple[tuple[str, int], ...]
_new = tuple.__new__  # quicker than the constructor of a named tuple


class Held(NamedTuple):
    """One province: the pieces in it, and what they are to the rules."""

    pieces: tuple[Piece, ...]
    owner: str | None  # the colour with regular units or an army marker here
    force: tuple[str, ...]  # the regular units, without bonus defenders
    ronin: tuple[str, ...]  # those that were shown
    armies: Armies  # colour and army, in their order
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

    __slots__ = (
        "_known",
        "_markers",
        "_order",
        "_seen",
        "_table",
        "armies",
        "boxes",
        "fronts",
        "held",
        "owned",
        "owners",
        "pieces",
        "scene",
        "sides",
        "where",
    )

    def __init__(self, known: Facts, table: Table) -> None:
        self.held = Provinces(dict.fromkeys(known.provinces, EMPTY))
        self.owners: dict[str, str] = {}  # another thing whenever an owner changes
        self.owned: dict[str, list[str]] = {}  # colour → its provinces, in the order of the map
        self.fronts: dict[str, frozenset[str]] = {}  # colour → its provinces in combat position, once asked for
        self.boxes: dict[Boxes, Any] = {}  # what lies in boxes that are looked at together, once asked for
        self.sides: dict[tuple[Any, ...], Any] = {}  # what fights on a side of a battle, until any piece changes
        self._markers: list[str] | None = None
        self.armies: dict[str, list[int]] = {}  # colour → its armies on the board, once asked for
        self.where: dict[tuple[str, int], str] = {}  # colour and army → its province, if it stands on the board
        self._order = {province: n for n, province in enumerate(known.provinces)}.__getitem__
        self._known, self._table, self.pieces = known, table, table.pieces
        self.scene: Scene | None = None  # the scene that was followed last, and how far
        self._seen = 0
        self._look(known, table, known.provinces)

    def follow(self, scene: Scene) -> None:
        """Be the board of a scene as it is now: look again where pieces came, went or changed since it was seen."""
        table, was = scene.table, self.scene
        if was is not None and self.pieces is not table.pieces:
            known, held, self.sides = self._known.boxes, self.held, {}
            provinces: list[str] = []
            for place in touched(was, self._seen, self._table, scene):
                if place in held:
                    provinces.append(place)
                elif place in known:
                    self.boxes.pop(known[place], None)
            if provinces:
                self._look(self._known, table, provinces)
        self.scene, self.pieces, self._table, self._seen = scene, table.pieces, table, len(scene.events)

    def _look(self, known: Facts, table: Table, provinces: Iterable[str]) -> None:
        piece_of, stacks, held = table.pieces.__getitem__, table.stacks, self.held
        taken: list[tuple[str, str | None, str | None]] = []
        marched: list[tuple[str, Armies, Armies]] = []
        for province in provinces:
            stack, was = stacks.get(province), held[province]
            pieces = tuple(map(piece_of, stack)) if stack is not None else ()
            if was.pieces != pieces:
                now = held[province] = _held(known, pieces)
                if now.owner != was.owner:
                    taken.append((province, was.owner, now.owner))
                if now.markers != was.markers:
                    self._markers = None
                if now.armies != was.armies:
                    marched.append((province, was.armies, now.armies))
        if taken:
            self._take(taken)
        if marched:
            self._march(marched)

    def _take(self, taken: Sequence[tuple[str, str | None, str | None]]) -> None:
        """Provinces have other owners; lists somebody may still go through stay as they are."""
        owners, owned = self.owners.copy(), self.owned
        self.owners, self.fronts = owners, {}
        for province, old, new in taken:
            if old is not None:
                del owners[province]
                owned[old] = [other for other in owned[old] if other != province]
                if not owned[old]:
                    del owned[old]
            if new is not None:
                owners[province] = new
                owned[new] = [*owned.get(new, ()), province]
        for colour in {new for _, _, new in taken if new is not None}:
            owned[colour].sort(key=self._order)

    def _march(self, marched: Iterable[tuple[str, Armies, Armies]]) -> None:
        """Armies stand elsewhere; one that came is in one province only when it has left the other."""
        self.armies = {}
        for _, gone, _ in marched:
            for army in gone:
                del self.where[army]
        for province, _, come in marched:
            for army in come:
                self.where[army] = province

    @property
    def markers(self) -> list[str]:
        """The battle markers in the order of the provinces."""
        if self._markers is None:
            self._markers = [id for there in self.held.values() for id in there.markers]
        return self._markers


def standing(scene: Scene) -> Standing:
    """The board as it is now."""
    memory = scene.book.memory
    board: Standing | None = memory.get(Standing)
    if board is None:
        board = memory[Standing] = Standing(facts(scene), scene.table)
    if board.scene is not scene or board.pieces is not scene.table.pieces:
        board.follow(scene)
    return board
