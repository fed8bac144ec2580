"""Setups: every scenario as a saved game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from compiler.diagnostics import Sink
from compiler.emit.atlas import Spot, capacity, is_deck, spread
from compiler.emit.decks import deck_of, decks
from compiler.emit.manifest import VASSAL_VERSION
from compiler.emit.names import shown
from compiler.emit.pieces import Box, make_box
from compiler.emit.plan import Plan, make_plan
from compiler.emit.prototypes import make_shelf
from compiler.emit.reserve import NAME as RESERVES
from compiler.emit.reserve import Reserve, reserve_of
from compiler.emit.spacemarks import marker_of
from compiler.emit.tracks import is_placed, label_of, track_property
from compiler.emit.turn import turn_state
from compiler.load import Bundle
from compiler.model.game import Game
from compiler.model.scenario import Scenario
from compiler.model.setup import fresh, set_up
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
    SetupDone,
)
from compiler.vassal.metadata import Metadata
from compiler.vassal.piece import Stack
from compiler.vassal.save import Save, write_save

_LOW = 6  # pieces of one sort in a stack, where there is room for more stacks


@dataclass(frozen=True, slots=True)
class Setup:
    """A scenario as a save, and where each of its pieces is: id in the save → location name."""

    scenario: Scenario
    commands: tuple[Command, ...]
    places: dict[str, str]
    reserve: Reserve | None = None


def artefacts(game: Game, bundle: Bundle, sink: Sink, cache: Path | None) -> Iterator[tuple[str, bytes]]:
    """The saved game of every scenario."""
    plan = make_plan(game, bundle, sink, cache)
    box = make_box(plan, make_shelf(plan))
    for scenario in game.scenarios.values():
        yield f"setups/{scenario.id}.vsav", save_bytes(plan, make_setup(box, scenario))


def module_data(plan: Plan) -> Metadata:
    """What the module says of itself, in its own archive and in every save."""
    game = plan.game
    return Metadata(game.title.en, game.version, game.description.strip(), VASSAL_VERSION,
                    extra1=f"content {plan.stamp}", extra2=f"Liege {game.id}")


def save_bytes(plan: Plan, setup: Setup) -> bytes:
    """A setup as a file."""
    data = module_data(plan)
    return write_save(Save(setup.commands, data.as_save(setup.scenario.title.en), data))


def make_setup(box: Box, scenario: Scenario) -> Setup:
    """The setup of a scenario."""
    return _Setup(box, scenario).made()


@dataclass(slots=True)
class _Setup:
    """Lays the pieces of a scenario out."""

    box: Box
    scenario: Scenario
    commands: list[Command] = field(default_factory=list)
    places: dict[str, str] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    stacks: int = 0

    @property
    def plan(self) -> Plan:
        return self.box.plan

    def made(self) -> Setup:
        table = set_up(self.plan.game, self.scenario)
        self.used |= set(table.pieces)
        markers = self._space_markers(table)
        for place in dict.fromkeys((*table.stacks, *markers)):
            pile = self.plan.game.piles.get(place)
            if pile is None or not is_deck(pile):
                pieces = [*markers.get(place, ()), *(table.pieces[id] for id in table.stacks.get(place, ()))]
                self._lie(self.plan.atlas.spot(place), pieces)
        self._decks(table)
        self._track_markers(table)
        reserve = reserve_of(self.plan, self.scenario)
        self._reserve(reserve, table)
        tail = (*self._properties(table), *self._boards(reserve), SetupDone(""), Notes(notes(self.plan, self.scenario)))
        turn = turn_state(self.plan, self.scenario)
        ending = (turn, EndSave()) if turn is not None else (EndSave(),)
        return Setup(self.scenario, (BeginSave(), *self.commands, *tail, *ending), self.places, reserve)

    def _space_markers(self, table: Table) -> dict[str, list[TablePiece]]:
        """The markers that show the marks on spaces at the start."""
        game = self.plan.game
        found: dict[str, list[TablePiece]] = {}
        for (target, id), value in table.marks.items():
            if target not in game.spaces:
                continue
            design = marker_of(game.marks[id], value)
            piece = TablePiece(self._take(design), design, target, marks=((id, value),),
                               side=game.counters[design].side if design in game.counters else None)
            found.setdefault(target, []).append(piece)
        return found

    def _take(self, counter: str) -> str:
        """A piece of a counter that is not yet on the table; players may make more of markers, and so do we."""
        made = self.plan.game.counters.get(counter)
        ids = made.piece_ids if made is not None else ()
        n = 1
        for id in ids:
            if id not in self.used:
                self.used.add(id)
                return id
        while (id := f"{counter}#{n}") in self.used or id in ids:
            n += 1
        self.used.add(id)
        return id

    def _reserve(self, reserve: Reserve | None, table: Table) -> None:
        for group in reserve.groups if reserve is not None else ():
            waiting = [fresh(self.plan.game, id, "") for id in group.pieces if id not in table.pieces]
            if waiting:
                self._lie(group.spot, waiting)

    def _add(self, piece: TablePiece, spot: Spot, x: int, y: int, location: str | None = None) -> None:
        self.commands.append(AddPiece(piece.id, self.box.in_play(piece).at(spot.map, x, y)))
        self.places[piece.id] = location if location is not None else spot.location

    def _lie(self, spot: Spot, pieces: list[TablePiece]) -> None:
        """Pieces in one place: one stack, or one for each sort where there is room to spread."""
        groups: dict[str, list[TablePiece]] = {}
        for piece in pieces:
            groups.setdefault(self._group(spot, piece), []).append(piece)
        size = max(self.box.size(piece.counter) for piece in pieces)
        stacks = _divided(list(groups.values()), capacity(spot, size))
        for (x, y), group in zip(spread(spot, len(stacks), size), stacks, strict=True):
            for piece in group:
                self._add(piece, spot, x, y)
            self.stacks += 1
            stack = Stack(spot.map, x, y, tuple(piece.id for piece in group))
            self.commands.append(AddPiece(f"stack-{self.stacks}", stack))

    def _group(self, spot: Spot, piece: TablePiece) -> str:
        if spot.room is not None:
            return piece.counter
        window = self.plan.atlas.windows.get(spot.map)
        on_hex = window is not None and window.grid is not None
        return "" if on_hex else piece.side or ""

    def _decks(self, table: Table) -> None:
        for pile in decks(self.plan):
            spot, deck = self.plan.atlas.piles[pile.id], deck_of(self.plan, pile)
            ids = table.stacks.get(pile.id, ())
            for id in ids:
                self._add(table.pieces[id], spot, spot.x, spot.y, pile.name.en)
            self.commands.append(AddPiece(f"deck-{pile.id}", replace(deck, cards=ids)))

    def _track_markers(self, table: Table) -> None:
        """The marker of every track in its box; markers of several tracks are given out in the order of the tracks."""
        for track in self.plan.game.tracks.values():
            if track.marker and is_placed(self.plan, track):
                spot = self.plan.atlas.tracks[track.id, table.tracks[track.id]]
                self._lie(spot, [fresh(self.plan.game, self._take(track.marker), track.id)])

    def _properties(self, table: Table) -> Iterator[Command]:
        for track in self.plan.game.tracks.values():
            yield GlobalProperty(track_property(track), label_of(track, table.tracks[track.id]))

    def _boards(self, reserve: Reserve | None) -> Iterator[Command]:
        for window in self.plan.atlas.windows.values():
            yield Boards(window.name, (Board(window.name),))
        if reserve is not None:
            yield Boards(RESERVES, (Board(self.scenario.title.en),))


def _divided(groups: list[list[TablePiece]], room: int) -> list[list[TablePiece]]:
    """High stacks in several lower ones, as far as there is room."""
    high = _LOW
    while sum(-(-len(group) // high) for group in groups) > max(room, len(groups)):
        high += 1
    return [group[n : n + high] for group in groups for n in range(0, len(group), high)]


def notes(plan: Plan, scenario: Scenario) -> str:
    """What the notes window says at the start: the scenario, its players, and what is still to be done."""
    game = plan.game
    lines = [scenario.title.en, scenario.description.strip(), ""]
    lines += [f"Players: {', '.join(game.seats[s].name.en for s in scenario.seats)}"]
    lines += [f"{game.seats[f.seat].name.en} places: {f.text}" for f in scenario.free if f.text]
    lines += [f"{game.options[id].name.en}: {shown(game, value)}" for id, value in scenario.options.items()]
    return "|".join(line.replace("|", "/").replace("\n", " ") for line in lines)
