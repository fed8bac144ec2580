"""A saved game back as a table: the inverse of `saving`, also for games that players moved by hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from compiler.emit.manifest import COUNTER_ID, ENGINE_STATE
from compiler.emit.module.holders import HELD_BY
from compiler.emit.module.marks import MOVED, NONE, marker_of, property_of, seat_property
from compiler.emit.module.pieces import known_to
from compiler.emit.module.prototypes import FACE
from compiler.emit.module.reserve import reserves
from compiler.emit.module.seatmarks import seat_marks
from compiler.emit.module.spacemarks import on_spaces
from compiler.emit.module.tracks import marker_prototype, track_property
from compiler.emit.names import YES, plain
from compiler.emit.plan import Plan
from compiler.emit.save.locating import Locator
from compiler.model.common import Value
from compiler.model.counters import Counter, Mark
from compiler.model.table import Piece as TablePiece
from compiler.model.table import Table
from compiler.play.codec import Unreadable
from compiler.play.foreign import shortened
from compiler.vassal.commands import AddPiece, Boards, Command, GlobalProperty, flat
from compiler.vassal.deck import Deck
from compiler.vassal.piece import Piece, Stack
from compiler.vassal.traits import DynamicProperty, Layer, Marker, MarkMoved, Mask, Rotate


@dataclass(slots=True)
class Reading:
    """What a save holds: the table, the engine's own note, pieces of somebody else, and ours that lie nowhere."""

    table: Table
    engine: str = ""
    strangers: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)


def read_table(plan: Plan, commands: Iterable[Command]) -> Reading:
    """The table of a save, on whichever face of a board lies up in it."""
    given = list(flat(commands))
    laid = {board.name for command in given if isinstance(command, Boards) for board in command.boards}
    for face in plan.game.faces.values():
        if face.back is not None and plan.turned((face.back,)).atlas.board(face.window.en) in laid:
            plan = plan.turned((*(b.back for b in plan.game.maps.values() if b.back), face.back))
    return _Reader(plan).read(given)


class _Reader:
    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.locator = Locator(plan)
        self.pieces: dict[str, TablePiece] = {}
        self.stacks: dict[str, list[str]] = {}
        self.tracks: dict[str, int | str] = {t.id: t.start for t in plan.game.tracks.values()}
        self.marks: dict[tuple[str, str], Value] = {}
        self.left: list[str] = []
        self.sides = {side.name.en: side.id for side in plan.game.sides.values()}
        self.markers = {marker_of(m, v): (m, v) for m in reversed(on_spaces(plan)) for v in reversed(m.values)}

    def read(self, commands: list[Command]) -> Reading:
        bodies = {c.id: c.piece for c in commands if isinstance(c, AddPiece)}
        piles = {pile.name.en: pile.id for pile in self.plan.game.piles.values()}
        done: set[str] = set()
        for body in bodies.values():
            ids = body.pieces if isinstance(body, Stack) else body.cards if isinstance(body, Deck) else ()
            home = piles.get(body.name) if isinstance(body, Deck) else None
            for id in ids:
                piece = bodies.get(id)
                if isinstance(piece, Piece) and id not in done:
                    done.add(id)
                    self._take(id, piece, home)
        for id, body in bodies.items():
            if isinstance(body, Piece) and id not in done:
                self._take(id, body, None)
        engine = self._properties(commands)
        stacks = {place: tuple(ids) for place, ids in self.stacks.items()}
        ours = self.plan.game.pieces
        strangers, lost = [id for id in self.left if id not in ours], [id for id in self.left if id in ours]
        return Reading(Table(self.pieces, stacks, self.tracks, self.marks), engine, strangers, lost)

    def _take(self, id: str, piece: Piece, pile: str | None) -> None:
        """One piece: a marker of a track or space, or a piece of the table."""
        basic = piece.basic
        counter = next((m.properties[COUNTER_ID] for m in piece.all(Marker) if COUNTER_ID in m.names), "")
        if basic.map == reserves(self.plan.game):
            return
        try:
            x, y = int(basic.x or 0), int(basic.y or 0)
        except ValueError:
            raise Unreadable(f"`{basic.name[:40]}` stands nowhere on its map") from None
        if pile is None and marker_prototype(self.plan, counter) is not None:
            box = self._box(counter, basic.map, x, y)
            if box is not None:
                self.tracks[box[0]] = box[1]
                return
        place = pile or self.locator.place(basic.map, x, y)
        if place in self.plan.game.spaces and counter in self.markers:
            mark, value = self._shown(piece, counter)
            self.marks[str(place), mark.id] = value
        elif place is None or (counter not in self.plan.game.counters and counter not in self.plan.game.cards):
            self.left.append(id)
        else:
            self._put(self._piece(id, counter, place, piece))

    def _box(self, counter: str, map: str, x: int, y: int) -> tuple[str, int | str] | None:
        """The box a track's marker lies in; boxes that several tracks share belong to the marker's own."""
        spot = self.locator.location(map, x, y)
        for (track, value), box in self.plan.atlas.tracks.items():
            if box.map == map and box.location == spot and self.plan.game.tracks[track].marker == counter:
                return track, value
        return None

    def _shown(self, piece: Piece, counter: str) -> tuple[Mark, Value]:
        mark, value = self.markers[counter]
        own = next((t.value for t in piece.all(DynamicProperty) if t.name == property_of(mark.id)), None)
        return mark, next((v for v in mark.values if plain(v) == own), value)

    def _piece(self, id: str, counter: str, place: str, piece: Piece) -> TablePiece:
        thing = self.plan.game.counters.get(counter) or self.plan.game.cards[counter]
        properties = {trait.name: trait.value for trait in piece.all(DynamicProperty)}
        level = next((layer.level for layer in piece.all(Layer) if layer.name == FACE), 1)
        face = _whole(level, f"`{id}` has no face `{{}}`") - 1
        steps = 1
        if isinstance(thing, Counter):
            said = properties.get("Steps") or max(1, thing.steps - face)
            steps = _whole(said, f"`{id}` cannot have `{{}}` steps")
        rotate = piece.first(Rotate)
        moved = piece.first(MarkMoved)
        marks = {m.id: v for m in self.plan.game.marks.values() if (v := _value(m, properties)) is not None}
        if MOVED in self.plan.game.marks and moved is not None and moved.moved:
            marks[MOVED] = True
        return TablePiece(
            id,
            counter,
            place,
            face,
            steps,
            self._holder(properties.get(HELD_BY, ""), thing.side),
            _whole(rotate.facing, f"`{id}` cannot face `{{}}`") if rotate is not None else 0,
            known_to(self.plan.game, place, piece.first(Mask)),
            tuple(sorted(marks.items())),
        )

    def _holder(self, name: str, own: str | None) -> str | None:
        if name and name not in self.sides:
            raise Unreadable(f"`{shortened(name)}` is not a side of this game")
        return self.sides[name] if name else own

    def _put(self, piece: TablePiece) -> None:
        self.pieces[piece.id] = piece
        self.stacks.setdefault(piece.place, []).append(piece.id)

    def _properties(self, commands: list[Command]) -> str:
        """Tracks and marks that no piece shows; returns what the engine wrote down."""
        values = {c.name: c.value for c in commands if isinstance(c, GlobalProperty)}
        for track in self.plan.game.tracks.values():
            if track.marker is None or marker_prototype(self.plan, track.marker) is None:
                label = values.get(track_property(track))
                self.tracks[track.id] = next((b.value for b in track.boxes if b.label.en == label), track.start)
        for mark, holder in seat_marks(self.plan):
            text = values.get(seat_property(mark, holder), NONE)
            found = next((v for v in mark.values if plain(v) == text), None)
            if found is not None:
                self.marks[holder, mark.id] = found
        return values.get(ENGINE_STATE, "")


def _whole(said: int | float | str, why: str) -> int:
    try:
        return int(float(said))
    except (ValueError, OverflowError) as fault:
        raise Unreadable(why.format(shortened(str(said)))) from fault


def _value(mark: Mark, properties: dict[str, str]) -> Value:
    text = properties.get(property_of(mark.id), "")
    if not text:
        return None
    return True if text == YES and True in mark.values else next((v for v in mark.values if plain(v) == text), None)
