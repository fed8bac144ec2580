"""Walking the sequence of play: from one step to the next, with what happens on the way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING

from compiler.model.common import Value
from compiler.model.event import Drawn, Event, Marked, Moved, Said, TrackSet, writable
from compiler.model.scenario import Scenario
from compiler.model.sequence import SequenceNode
from compiler.model.table import Piece, Table
from compiler.play.book import SETUP, Rulebook
from compiler.play.faults import EngineFault
from compiler.play.outcome import Again, Leave, Outcome, Victory
from compiler.play.scene import Scene
from compiler.play.state import Cursor, State

if TYPE_CHECKING:
    Loops = dict[str, Value]

_MARKS_OF = attrgetter("marks")
_new = tuple.__new__  # twice as quick as the constructor of a named tuple
RUN_OUT = Victory((), "the sequence of play has run out")


def advance(state: State, table: Table, outcome: Outcome, events: list[Event], ended: Scene | None = None) -> State:
    """The state after a step has ended with an outcome: at the next step, or at the end of the game.

    The scene that has ended, if there was one, is carried along to where the next begins.
    """
    assert state.cursor is not None
    if isinstance(outcome, Victory):
        return _at(state, table, None, outcome)
    if isinstance(outcome, Again):
        cursor = state.cursor
        return _at(state, table, Cursor(cursor.step, cursor.loops) if cursor.shuffle else cursor)
    straight = state.book.next_step.get(state.cursor.step) if outcome is None else None
    if straight is not None:
        return _at(state, table, Cursor(straight, state.cursor.loops))
    walk = Walk(state, table, dict(state.cursor.loops), events, ended)
    if state.cursor.step == SETUP:
        walk.begin()
    else:
        walk.leave(_left(state, outcome) if isinstance(outcome, Leave) else state.book.nodes[state.cursor.step])
    walk.carry()
    return _at(state, walk.table, walk.cursor, None if walk.cursor is not None else RUN_OUT)


def _left(state: State, outcome: Leave) -> SequenceNode:
    """The node a step leaves: itself, or one around it."""
    assert state.cursor is not None
    node: SequenceNode | None = state.book.nodes[state.cursor.step]
    while node is not None and node.id != outcome.node:
        node = state.book.parents.get(node.id)
    if node is None:
        raise EngineFault(f"step `{state.cursor.step}` leaves `{outcome.node}`, which is not around it")
    return node


def _at(state: State, table: Table, cursor: Cursor | None, outcome: Victory | None = None) -> State:
    return State(state.scenario, table, cursor, (), state.options, outcome, book=state.book)


class Walk:
    """One walk through the tree, from where a step ended to the next step."""

    def __init__(
        self, state: State, table: Table, loops: Loops, events: list[Event], looked: Scene | None = None
    ) -> None:
        self.state = state
        self.book: Rulebook = state.book
        self.scenario: Scenario = self.book.game.scenarios[state.scenario]
        self.table = table
        self.loops = loops
        self.events = events
        self.shuffle: list[str] = []
        self.cursor: Cursor | None = None
        self._looked, self._seen = looked, len(events)  # the scene that saw the table last, and when

    def carry(self) -> None:
        """Tell the scene that saw the table last what happened since: by that, rules mend what they keep of it."""
        looked = self._looked
        if looked is not None and looked.table is not self.table:
            looked.events += self.events[self._seen :]
            looked.table = self.table
        self._seen = len(self.events)

    def _scene(self, node: SequenceNode) -> Scene:
        """What a condition of a node looks at."""
        self.carry()
        found = Scene(self.book, self.state, self.table, Cursor(node.id, tuple(self.loops.items())))
        if self._looked is not None:
            self._looked.after = found
        self._looked = found
        return found

    def do(self, event: Event) -> None:
        self.table = event.on(self.table)
        self.events.append(event)

    def begin(self) -> None:
        """Enter the sequence from the top."""
        self._first_of(self.book.game.sequence, None)

    # -- down ----------------------------------------------------------------------------------------------------------
    def enter(self, node: SequenceNode) -> bool:
        """Go into a node; false when it has nothing to do here."""
        if node.when is not None and not self._met(node, "when"):
            told = self.book.conditions[node.id, "when"].rule
            if told is not None:
                self.do(Said(f"no {node.name.en.lower()}", told))
            return False
        if node.kind == "each":
            values = self.values(node)
            return bool(values) and self._pass(node, values[0])
        if node.kind == "repeat":
            return self._wanted(node) and self._pass(node, None)
        self._entry(node)
        if node.kind == "step":
            self.cursor = Cursor(node.id, tuple(self.loops.items()), tuple(self.shuffle))
            return True
        return self._first_child(node)

    def _pass(self, node: SequenceNode, value: Value) -> bool:
        """One pass of a loop."""
        self.loops[node.id] = value
        over = node.over or ""
        if over in self.table.tracks and self.table.tracks[over] != value:
            self.do(TrackSet(over, value, node.note.rule))
        self._entry(node)
        if self._first_child(node):
            return True
        del self.loops[node.id]
        return False

    def _first_child(self, node: SequenceNode) -> bool:
        for child in node.children:  # noqa: SIM110 - a loop is quicker than a generator
            if self.enter(child):
                return True
        return False

    def _first_of(self, nodes: Sequence[SequenceNode], parent: SequenceNode | None) -> None:
        for node in nodes:
            if self.enter(node):
                return
        if parent is not None:
            self._end_of_pass(parent)

    def _entry(self, node: SequenceNode) -> None:
        """What happens when a node begins: marks that end here are taken away, piles filled again."""
        rules = self.book.clearing.get(node.id)
        if rules is not None:
            self._clear(rules)
        for pile in self.book.refilling.get(node.id, ()):
            self._refill(pile, node)

    def _clear(self, rules: Mapping[str, str | None]) -> None:
        """Take marks away, all at once: one event after the other would copy the table each time."""
        table, gone = self.table, list[Event]()
        changed: dict[str, Piece] = {}
        for piece in filter(_MARKS_OF, table.pieces.values()):
            id, marks = piece.id, piece.marks
            for mark, _ in marks:
                if mark in rules:
                    break
            else:
                continue  # as most of them
            ended = [mark for mark, _ in marks if mark in rules]
            left_on = () if len(ended) == len(marks) else tuple([mark for mark in marks if mark[0] not in rules])
            changed[id] = _new(Piece, (*piece[:8], left_on))
            gone += [Marked(id, mark, None, rules[mark]) for mark in ended]
        if gone:
            pieces = writable(table.pieces)
            pieces.update(changed)
            self.table = Table(pieces, table.stacks, table.tracks, table.marks)
            self.events += gone
        off = [key for key in table.marks if key[1] in rules]
        if off:
            left = {key: value for key, value in table.marks.items() if key[1] not in rules}
            self.table = Table(self.table.pieces, table.stacks, table.tracks, left)
            self.events += [Marked(target, mark, None, rules[mark]) for target, mark in off]

    def _refill(self, id: str, node: SequenceNode) -> None:
        pile = self.book.game.piles[id]
        if pile.reshuffle_from is None:
            return
        rule = node.note.rule or (pile.note.rules[-1] if pile.note.rules else None)
        hidden = () if pile.face == "down" else None
        for piece in self.table.stacks.get(pile.reshuffle_from, ()):
            self.do(Drawn(piece, id, hidden, rule=rule) if hidden is not None else Moved(piece, id, rule=rule))
        if pile.shuffled and pile.kind != "cup":
            self.shuffle.append(id)

    # -- up ------------------------------------------------------------------------------------------------------------
    def leave(self, node: SequenceNode) -> None:
        """Go on after a node."""
        if node.kind != "step":
            self._forget(node)
        self._first_of(self.book.following[node.id], self.book.parents[node.id])

    def _forget(self, node: SequenceNode) -> None:
        for loop in self.book.loops_in[node.id]:
            self.loops.pop(loop, None)

    def _end_of_pass(self, node: SequenceNode) -> None:
        if node.kind == "each" and not self._ended(node):
            values = self.values(node)
            now = self.loops[node.id]
            rest = values[values.index(now) + 1 :] if now in values else ()
            for value in rest:
                if self._pass(node, value):
                    return
        elif node.kind == "repeat" and self._wanted(node) and self._pass(node, None):
            return
        self._wrap(node)
        self.leave(node)

    def _wanted(self, node: SequenceNode) -> bool:
        if node.while_ is not None and not self._holds(node.while_, node):
            return False
        if "while" in node.conditions and not self._met(node, "while"):
            return False
        return not self._ended(node)

    def _ended(self, node: SequenceNode) -> bool:
        """Whether what ends a loop has come about."""
        if node.until is not None and self._holds(node.until, node):
            return True
        return "until" in node.conditions and self._met(node, "until")

    def _met(self, node: SequenceNode, key: str) -> bool:
        met: bool = self.book.conditions[node.id, key](self._scene(node))
        return met

    def _wrap(self, node: SequenceNode) -> None:
        """A track that runs in a circle stands at its beginning again once its loop is over."""
        track = self.book.game.tracks.get(node.over or "")
        if track is not None and track.wrap:
            self.do(TrackSet(track.id, track.boxes[0].value))

    def _holds(self, condition: str, node: SequenceNode) -> bool:
        return self.book.predicates[condition].holds(self._scene(node))

    # -- loops ---------------------------------------------------------------------------------------------------------
    def values(self, node: SequenceNode) -> tuple[Value, ...]:
        """The values a loop runs through, in order."""
        if node.over == "seat":
            return self._ordered(self.scenario.seats, node.order)
        if node.over == "side":
            played = [s for seat in self.scenario.seats for s in self.book.sides_of(seat, self.scenario)]
            return self._ordered(tuple(s for s in self.book.game.sides if s in played), node.order)
        track = self.book.game.tracks[node.over or ""]
        boxes: tuple[Value, ...] = tuple(box.value for box in track.boxes)
        if track.role == "turn" and self.scenario.last_turn in boxes:
            boxes = boxes[: boxes.index(self.scenario.last_turn) + 1]
        if track.role == "turn" or track.wrap or node.id in self.loops:
            boxes = boxes[boxes.index(self.table.tracks[track.id]) :]
        return boxes

    def _rank_tracks(self, order: str | None) -> Mapping[str | None, str]:
        """The tracks that show the place of each seat or side in an order."""
        return {t.seat or t.side: t.id for t in self.book.game.tracks.values() if t.base == order}

    def _ordered(self, everyone: tuple[str, ...], order: str | None) -> tuple[Value, ...]:
        """Seats or sides in the order that tracks show: by rank, or all in turn from the one named."""
        named: Mapping[str | None, str] = self.book.once(("ranks", order), lambda: self._rank_tracks(order))
        if named and all(who in named for who in everyone):
            ranks = {who: self.table.tracks[named[who]] for who in everyone}
            return tuple(sorted(everyone, key=lambda who: (ranks[who], everyone.index(who))))
        first = self.table.tracks.get(order or "")
        if first in everyone:
            at = everyone.index(str(first))
            return everyone[at:] + everyone[:at]
        return everyone
