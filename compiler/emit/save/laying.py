"""A table as VASSAL commands: every piece in its place and state, decks in order, properties, boards, the turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from compiler.emit.atlas import Spot, capacity, is_deck, spread
from compiler.emit.automation.left_out import left_out_values
from compiler.emit.chat import IN_TURN
from compiler.emit.first_view import view_values
from compiler.emit.manifest import ENGINE_STATE
from compiler.emit.module.acting import in_turn_at
from compiler.emit.module.decks import deck_of, decks
from compiler.emit.module.layers import CARDS, GROUND, layer_of
from compiler.emit.module.marks import NONE, marker_of, seat_property
from compiler.emit.module.options import option_values
from compiler.emit.module.pieces import Box
from compiler.emit.module.properties import turned_properties
from compiler.emit.module.reserve import Reserve, reserve_of, reserves
from compiler.emit.module.seatmarks import seat_marks
from compiler.emit.module.tracker import turn_state
from compiler.emit.module.tracks import label_of, track_property
from compiler.emit.names import ours, plain
from compiler.emit.plan import Plan
from compiler.emit.seats import SEATS, SIDES, away_values, seats_text, sides_text
from compiler.model.scenario import Scenario
from compiler.model.setup import fresh
from compiler.model.table import Piece as TablePiece
from compiler.model.table import Table
from compiler.vassal.commands import (
    AddPiece,
    BeginSave,
    Board,
    Boards,
    Command,
    EndSave,
    GlobalProperty,
    Notes,
    Player,
    SetupDone,
)
from compiler.vassal.commands.state import SHUT
from compiler.vassal.piece import Stack

Shown = str | tuple[str, str]  # a track, or a space and a mark
_LOW = 6  # pieces of one sort in a stack, where there is room for more stacks


@dataclass(frozen=True, slots=True)
class Laid:
    """A table as commands, and where each of its pieces is: id in the save → location name.

    `markers` are the pieces that show something else: a track by its id, a mark on a space by both ids.
    """

    commands: tuple[Command, ...]
    places: dict[str, str]
    reserve: Reserve | None = None
    markers: Mapping[Shown, str] = field(default_factory=dict)


def lay(box: Box, scenario: Scenario, table: Table, *, notes: str = "", engine: str = "", line: int = 0) -> Laid:
    """The table of a game in a scenario, the tracker at a line; what is kept for later lies in its reserves."""
    return _Layer(box, scenario, table, set(table.pieces)).laid(notes, engine, line)


@dataclass(slots=True)
class _Layer:
    """Lays pieces out."""

    box: Box
    scenario: Scenario
    table: Table
    used: set[str]
    commands: list[Command] = field(default_factory=list)
    places: dict[str, str] = field(default_factory=dict)
    markers: dict[Shown, str] = field(default_factory=dict)
    stacks: int = 0

    @property
    def plan(self) -> Plan:
        return self.box.plan.of(self.scenario)

    def laid(self, notes: str, engine: str, line: int) -> Laid:
        table, markers = self.table, self._space_markers()
        for place in dict.fromkeys((*table.stacks, *markers)):
            pile = self.plan.game.piles.get(place)
            if pile is None or not is_deck(pile):
                pieces = [*markers.get(place, ()), *(table.pieces[id] for id in table.stacks.get(place, ()))]
                self._lie(self.plan.atlas.spot(place), pieces)
        self._decks()
        self._track_markers()
        reserve = reserve_of(self.plan, self.scenario)
        self._reserve(reserve)
        turn = turn_state(self.plan, table, line, self.scenario)
        whose = GlobalProperty(IN_TURN, in_turn_at(self.plan, table, line, self.scenario))
        tail = [*self._properties(engine), whose, *self._boards(reserve), *self._set_up(), *self._away(), Notes(notes)]
        tail += [turn, EndSave()] if turn is not None else [EndSave()]
        return Laid((BeginSave(), *self.commands, *tail), self.places, reserve, self.markers)

    def _away(self) -> Iterator[Player]:
        """Seats of the module that the scenario goes without are taken: VASSAL then offers them to nobody."""
        for seat in (s for s in self.plan.game.seats.values() if s.id not in self.scenario.seats):
            yield Player(f"{SHUT}{seat.id}", ours(self.plan.game, "nobody"), seat.name.en)

    # -- pieces ------------------------------------------------------------------------------------------------------
    def _add(self, piece: TablePiece, spot: Spot, x: int, y: int, location: str) -> None:
        self.commands.append(AddPiece(piece.id, self.box.lying(piece, spot.map, x, y)))
        self.places[piece.id] = location

    def _lie(self, spot: Spot, pieces: list[TablePiece]) -> None:
        """Pieces in one place, layer by layer: what marks the ground in its middle, the others side by side."""
        by_layer: dict[str, list[TablePiece]] = {}
        for piece in pieces:
            by_layer.setdefault(layer_of(self.plan, piece.counter), []).append(piece)
        mixed = CARDS in by_layer and len(by_layer) > 1  # men stand on their card
        for layer, own in by_layer.items():
            at = spot if layer != GROUND and not mixed else replace(spot, seats=())
            self._lie_in_layer(at, own, mixed=mixed)

    def _lie_in_layer(self, spot: Spot, pieces: list[TablePiece], *, mixed: bool) -> None:
        """One stack, or one for each sort where there is room to spread."""
        groups: dict[str, list[TablePiece]] = {}
        for piece in pieces:
            groups.setdefault(self._group(spot, piece, mixed=mixed), []).append(piece)
        size = max(self.box.size(piece.counter) for piece in pieces)
        together = mixed or self._is_hand(spot)
        room = capacity(spot, size) if spot.room is not None else len(groups)
        stacks = list(groups.values()) if together else _divided(list(groups.values()), room)
        if spot.is_point:
            stacks = _joined(list(groups.values()), len(spot.seats))
        for (x, y), group in zip(spread(spot, len(stacks), size), stacks, strict=True):
            for piece in group:
                self._add(piece, spot, x, y, spot.location)
            self.stacks += 1
            stack = Stack(spot.map, x, y, tuple(piece.id for piece in group))
            self.commands.append(AddPiece(f"stack-{self.stacks}", stack))

    def _is_hand(self, spot: Spot) -> bool:
        """Whether the cards lie in a row that VASSAL lays out itself."""
        window = self.plan.atlas.windows.get(spot.map)
        return window is not None and window.kind == "hand"

    def _group(self, spot: Spot, piece: TablePiece, *, mixed: bool) -> str:
        if spot.room is not None:
            return "" if mixed or self._is_hand(spot) else piece.counter
        window = self.plan.atlas.windows.get(spot.map)
        on_hex = window is not None and window.grid is not None
        return "" if on_hex else piece.side or ""

    def _space_markers(self) -> dict[str, list[TablePiece]]:
        """The markers that show the marks on spaces."""
        game = self.plan.game
        found: dict[str, list[TablePiece]] = {}
        for (target, id), value in self.table.marks.items():
            if target in game.spaces:
                design = marker_of(game.marks[id], value)
                side = game.counters[design].side if design in game.counters else None
                piece = TablePiece(self._take(design), design, target, side=side, marks=((id, value),))
                found.setdefault(target, []).append(piece)
                self.markers[target, id] = piece.id
        return found

    def _take(self, counter: str) -> str:
        """A piece of a counter that is not yet on the table; players may make more of markers, and so do we."""
        made = self.plan.game.counters.get(counter)
        ids = list(made.piece_ids if made is not None else ())
        base = counter.replace("/", ".")  # a slash would part the fields of commands
        ids += (f"{base}#{n}" for n in range(len(ids) + 1, len(ids) + len(self.used) + 2))
        id = next(id for id in ids if id not in self.used)
        self.used.add(id)
        return id

    def _decks(self) -> None:
        for pile in decks(self.plan):
            spot, ids = self.plan.atlas.piles[pile.id], self.table.stacks.get(pile.id, ())
            for id in ids:
                self._add(self.table.pieces[id], spot, spot.x, spot.y, pile.name.en)
            self.commands.append(AddPiece(f"deck-{pile.id}", replace(deck_of(self.plan, pile), cards=ids)))

    def _track_markers(self) -> None:
        """The marker of every track in its box; markers of several tracks are given out in the order of the tracks."""
        for track in self.plan.game.tracks.values():
            spot = self.plan.atlas.tracks.get((track.id, self.table.tracks[track.id]))
            if track.marker and spot is not None:
                marker = fresh(self.plan.game, self._take(track.marker), track.id)
                self.markers[track.id] = marker.id
                self._lie(spot, [marker])

    def _reserve(self, reserve: Reserve | None) -> None:
        for group in reserve.groups if reserve is not None else ():
            waiting = [fresh(self.plan.game, id, "") for id in group.pieces if id not in self.table.pieces]
            if waiting:
                self._lie(group.spot, waiting)

    # -- the rest ----------------------------------------------------------------------------------------------------
    def _properties(self, engine: str) -> Iterator[Command]:
        yield GlobalProperty(SEATS, seats_text(self.plan, self.scenario))
        yield GlobalProperty(SIDES, sides_text(self.plan, self.scenario))
        away, gone = away_values(self.plan, self.scenario), left_out_values(self.plan, self.scenario)
        for name, value in (*away, *gone, *turned_properties(self.plan)):
            yield GlobalProperty(name, value)
        chosen = option_values(self.plan, self.scenario)
        for name, value in (*view_values(self.plan, self.scenario, self.table), *chosen):
            yield GlobalProperty(name, value)
        for track in self.plan.game.tracks.values():
            yield GlobalProperty(track_property(track), label_of(track, self.table.tracks[track.id]))
        for mark, holder in seat_marks(self.plan):
            value = self.table.mark(holder, mark.id)
            yield GlobalProperty(seat_property(mark, holder), NONE if value is None else plain(value))
        if engine:
            yield GlobalProperty(ENGINE_STATE, engine)

    def _set_up(self) -> Iterator[Command]:
        """Decks do not come again on top. In a module without any nothing understands the command."""
        if any(decks(self.plan)):
            yield SetupDone("")

    def _boards(self, reserve: Reserve | None) -> Iterator[Command]:
        for window in self.plan.atlas.windows.values():
            yield Boards(window.name, (Board(self.plan.atlas.board(window.name)),))
        if reserve is not None:
            yield Boards(reserves(self.plan.game), (Board(self.scenario.title.en),))


def _joined(groups: list[list[TablePiece]], room: int) -> list[list[TablePiece]]:
    """A stack for each side, the last ones together where there is no room for all."""
    return [*groups[: room - 1], [p for group in groups[room - 1 :] for p in group]] if len(groups) > room else groups


def _divided(groups: list[list[TablePiece]], room: int) -> list[list[TablePiece]]:
    """High stacks in several lower ones, as far as there is room; several sorts in one stack where there is not."""
    if len(groups) > room:  # too many sorts: stacks of several, for nothing may lie on half of another
        each = -(-len(groups) // room)
        return [[p for group in groups[n : n + each] for p in group] for n in range(0, len(groups), each)]
    high = _LOW
    while sum(-(-len(group) // high) for group in groups) > max(room, len(groups)):
        high += 1
    return [group[n : n + high] for group in groups for n in range(0, len(group), high)]
