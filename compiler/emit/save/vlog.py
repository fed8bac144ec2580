"""A played game as a log: the table it began with, then a step for every event that is told in the chat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from compiler.emit.atlas import Spot, is_deck, spread
from compiler.emit.chat import IN_TURN
from compiler.emit.module.acting import in_turn_at
from compiler.emit.module.layers import GROUND, layer_of
from compiler.emit.module.marks import NONE, marker_of, seat_property
from compiler.emit.module.pieces import Box
from compiler.emit.module.tracker import turn_state
from compiler.emit.module.tracks import label_of, track_property
from compiler.emit.names import plain
from compiler.emit.save.boardstate import BoardState, Place
from compiler.emit.save.laying import Laid, Shown, lay
from compiler.emit.save.reading import Reading, read_table
from compiler.emit.save.vsav import module_data
from compiler.model.common import Value
from compiler.model.event import Event
from compiler.model.loops import counted
from compiler.model.scenario import Scenario
from compiler.model.table import Piece as TablePiece
from compiler.model.table import Table
from compiler.vassal.commands import (
    AddPiece,
    ChangePiece,
    ChangeProperty,
    Chat,
    Command,
    EndSave,
    Log,
    MovePiece,
    RemovePiece,
    Series,
    flat,
)
from compiler.vassal.deck import Deck
from compiler.vassal.piece import Piece, Stack
from compiler.vassal.save import Save, write_save

_CROWD = 12  # places tried in a box before pieces lie on others


@dataclass(frozen=True, slots=True)
class Told:
    """An event, what the chat says of it, the line of the tracker it came in; None: no event, word or change."""

    event: Event | None
    words: str | None = None
    line: int | None = None


def log_bytes(box: Box, scenario: Scenario, start: Table, events: Iterable[Told], *, line: int = 0) -> bytes:
    """A log that VASSAL plays back step by step; it begins with the tracker at a line."""
    data = module_data(box.plan)
    commands = tuple(log_commands(box, scenario, start, events, line=line))
    return write_save(Save(commands, data.as_save(scenario.title.en), data))


def log_commands(
    box: Box, scenario: Scenario, start: Table, events: Iterable[Told], *, line: int = 0
) -> Iterator[Command]:
    """The commands of a log. What is not told happens in the step of what is told next."""
    laid = lay(box, scenario, start, line=line)
    yield from laid.commands
    recorder, waiting = _Recorder(box, scenario, laid, start, line), list[Command]()
    for told in events:
        waiting += recorder.turn(told.line)
        waiting += recorder.record(told.event) if told.event is not None else ()
        if told.words is not None:
            yield _step([*waiting, Chat(f"* {told.words}")])
            waiting = []
    if waiting:
        yield _step(waiting)


def _step(commands: list[Command]) -> Command:
    logged = tuple(Log(command) for command in commands)
    return Series(logged) if len(logged) > 1 else logged[0]


def read_log(box: Box, commands: Iterable[Command]) -> Iterator[Reading]:
    """The table a log begins with, and the one after each of its steps."""
    state, begun = BoardState(), False
    for command in commands:
        state.apply(flat((command,)))
        begun = begun or isinstance(command, EndSave)
        if begun:
            yield read_table(box.plan, state.commands())


def last_table(box: Box, commands: Iterable[Command]) -> Reading:
    """The table at the end of a log or save."""
    state = BoardState()
    state.apply(flat(commands))
    return read_table(box.plan, state.commands())


class _Recorder:
    """Turns events into commands, keeping in mind where every piece lies."""

    def __init__(self, box: Box, scenario: Scenario, laid: Laid, table: Table, line: int) -> None:
        self.box = box
        self.plan = box.plan.of(scenario)
        self.scenario = scenario
        self.table = table
        self.markers: dict[Shown, str] = dict(laid.markers)
        self.state = BoardState()
        self.state.apply(laid.commands)
        self.made = 0
        self.counted = counted(box.plan.game)
        self.stands = self._stand(line)

    def _stand(self, line: int) -> tuple[int, Value]:
        """Where the tracker stands: its line, and the turn the table shows."""
        return line, self.table.tracks[self.counted.id] if self.counted is not None else None

    def turn(self, line: int | None) -> list[Command]:
        """The tracker goes on to a line."""
        if line is None or (now := self._stand(line)) == self.stands:
            return []
        self.stands = now
        state = turn_state(self.plan, self.table, line, self.scenario)
        return [] if state is None else [state, *self._whose(line)]

    def _whose(self, line: int) -> list[Command]:
        """The property that says whose step it is, if it becomes another's."""
        before, now = self.state.properties.get(IN_TURN, ""), in_turn_at(self.plan, self.table, line, self.scenario)
        return self._done(ChangeProperty(IN_TURN, before, now)) if now != before else []

    def record(self, event: Event) -> list[Command]:
        """The commands of one event."""
        before, after = self.table, event.on(self.table)
        self.table = after
        found: list[Command] = []
        for id in (id for id in before.pieces if id not in after.pieces):
            found += self._done(RemovePiece(id))
        for id, piece in after.pieces.items():
            old = before.pieces.get(id)
            if old is not piece:
                found += self._piece(old, piece)
        found += self._order(before, after)
        found += self._tracks(before, after)
        found += self._marks(before, after)
        return found

    def _done(self, *commands: Command) -> list[Command]:
        self.state.apply(commands)
        return list(commands)

    # -- pieces ------------------------------------------------------------------------------------------------------
    def _piece(self, old: TablePiece | None, piece: TablePiece) -> list[Command]:
        found: list[Command] = []
        if piece.id not in self.state.bodies:
            found += self._enter(piece, self._free(piece))
        elif old is None or old.place != piece.place:
            found += self._go(piece.id, self._free(piece))
        body = self.state.bodies[piece.id]
        assert isinstance(body, Piece)
        changed = self.box.in_play(piece).at(body.basic.map, int(body.basic.x), int(body.basic.y))
        if changed.encode() != body.encode():
            found += self._done(ChangePiece(piece.id, changed.encode()[1], body.encode()[1]))
        return found

    def _enter(self, piece: TablePiece, place: Place) -> list[Command]:
        """A new piece begins on no map, so that moving it can join it to what lies there."""
        return [*self._done(AddPiece(piece.id, self.box.in_play(piece))), *self._go(piece.id, place)]

    def _go(self, id: str, place: Place) -> list[Command]:
        body = self.state.bodies[id]
        assert isinstance(body, Piece)
        holder = self.state.stack_at(place, self.state.layers[id])
        under = (self.state.top(holder) if holder is not None else None) or "null"
        if holder is not None and isinstance(self.state.bodies[holder], Deck):
            under = "null"  # a deck takes what is put on it
        old = body.basic
        move = MovePiece(id, *place, under, old.map, old.x, old.y, "null", "")
        return [*self._done(move), *self._settle(id, place)]

    def _settle(self, id: str, place: Place) -> list[Command]:
        """A piece alone on its pixel gets a stack, as VASSAL gives it one."""
        if id in self.state.holders:
            return []
        self.made += 1
        return self._done(AddPiece(f"stack-log-{self.made}", Stack(*place, (id,))))

    def _free(self, piece: TablePiece) -> Place:
        """A pixel in the piece's place: with its like, or where nobody lies yet."""
        pile = self.plan.game.piles.get(piece.place)
        spot = self.plan.atlas.spot(piece.place)
        if (pile is not None and (is_deck(pile) or pile.kind == "hand")) or self._on_hex(spot):
            return spot.map, spot.x, spot.y
        like = [p for p in self.table.at(piece.place) if p.id != piece.id and self._alike(spot, p, piece)]
        for other in like:
            body = self.state.bodies.get(other.id)
            if isinstance(body, Piece) and body.basic.map == spot.map:
                return spot.map, int(body.basic.x), int(body.basic.y)
        places = [(spot.map, x, y) for x, y in spread(spot, _CROWD if spot.room else 3, self.box.size(piece.counter))]
        layer = layer_of(self.plan, piece.counter)
        if layer == GROUND:
            return spot.map, spot.x, spot.y
        return next((p for p in places if self.state.stack_at(p, layer) is None), places[0])

    def _on_hex(self, spot: Spot) -> bool:
        window = self.plan.atlas.windows.get(spot.map)
        return spot.room is None and window is not None and window.grid is not None

    def _alike(self, spot: Spot, one: TablePiece, other: TablePiece) -> bool:
        if spot.room is None:
            return one.side == other.side
        cards = self.plan.game.cards
        return one.counter == other.counter or (one.counter in cards) != (other.counter in cards)

    # -- decks, tracks, marks ----------------------------------------------------------------------------------------
    def _order(self, before: Table, after: Table) -> list[Command]:
        """Decks whose order is not what moving pieces has made it."""
        found: list[Command] = []
        for pile in self.plan.game.piles.values():
            id, wanted = f"deck-{pile.id}", after.stacks.get(pile.id, ())
            if wanted == before.stacks.get(pile.id, ()) or not is_deck(pile):
                continue
            if tuple(self.state.contents.get(id, ())) != wanted:
                deck = self.state.bodies[id]
                assert isinstance(deck, Deck)
                old = replace(deck, cards=tuple(self.state.contents.get(id, ())))
                found += self._done(ChangePiece(id, replace(deck, cards=wanted).encode()[1], old.encode()[1]))
        return found

    def _tracks(self, before: Table, after: Table) -> list[Command]:
        found: list[Command] = []
        for track in self.plan.game.tracks.values():
            old, new = before.tracks[track.id], after.tracks[track.id]
            if old == new:
                continue
            spot = self.plan.atlas.tracks.get((track.id, new))
            marker = self.markers.get(track.id)
            if spot is not None and marker is not None:
                found += self._go(marker, (spot.map, spot.x, spot.y))
            found += self._property(track_property(track), label_of(track, old), label_of(track, new))
        return found

    def _property(self, name: str, old: str, new: str) -> list[Command]:
        return self._done(ChangeProperty(name, old, new)) if old != new else []

    def _marks(self, before: Table, after: Table) -> list[Command]:
        found: list[Command] = []
        for key in dict.fromkeys((*before.marks, *after.marks)):
            old, new = before.marks.get(key), after.marks.get(key)
            if old == new:
                continue
            target, id = key
            if target in self.plan.game.spaces:
                found += self._space_mark(target, id, new)
            else:
                name = seat_property(self.plan.game.marks[id], target)
                words = [NONE if value is None else plain(value) for value in (old, new)]
                found += self._property(name, *words)
        return found

    def _space_mark(self, space: str, id: str, value: Value) -> list[Command]:
        """The marker of a mark on a space goes, and another comes."""
        found: list[Command] = []
        old = self.markers.pop((space, id), None)
        if old is not None:
            found += self._done(RemovePiece(old))
        if value is not None:
            self.made += 1
            design = marker_of(self.plan.game.marks[id], value)
            counter = self.plan.game.counters.get(design)
            piece = TablePiece(
                f"{design.replace('/', '.')}-log-{self.made}",
                design,
                space,
                steps=counter.steps if counter else 1,
                side=counter.side if counter else None,
                marks=((id, value),),
            )
            self.markers[space, id] = piece.id
            found += self._enter(piece, self._free(piece))
        return found
