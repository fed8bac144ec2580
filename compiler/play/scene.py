"""A scene: what a step sees and the one way it changes things."""

from __future__ import annotations

from collections.abc import Callable
from operator import is_
from typing import TYPE_CHECKING, Any, TypeVar

from compiler.model.common import Value
from compiler.model.counters import Counter
from compiler.model.event import Event, Handling, handled
from compiler.model.game import Game
from compiler.model.scenario import Scenario
from compiler.model.sequence import SequenceNode
from compiler.model.table import Piece, Table
from compiler.play.kept import Kept

if TYPE_CHECKING:
    from compiler.play.book import Rulebook
    from compiler.play.state import Cursor, State

T = TypeVar("T")
_MANY = {part: object() for part in ("", "pieces", "stacks", "tracks", "marks")}  # where many are kept together


class Scene:
    """The table as it is now, and who is to act where in the sequence. Steps change the table by `do` alone."""

    __slots__ = (
        "active",
        "after",
        "book",
        "cursor",
        "entry",
        "events",
        "game",
        "node",
        "options",
        "scenario",
        "side",
        "table",
    )

    def __init__(self, book: Rulebook, state: State, table: Table, cursor: Cursor) -> None:
        self.book = book
        self.game: Game = book.game
        self.scenario: Scenario = book.game.scenarios[state.scenario]
        self.options = state.options
        self.entry = self.table = table  # as the scene began, and as it is
        self.cursor = cursor
        self.node: SequenceNode = book.nodes[cursor.step]
        self.events: list[Event] = []
        self.after: Scene | None = None  # the scene that went on from here, where play knows it
        self.active, self.side = book.actor(self.node, cursor, self.scenario)
        if cursor.step in book.by_track:
            self.active, self.side = book.shown_actor(self.node, table, self.scenario) or (self.active, self.side)

    def do(self, event: Event) -> None:
        """Let an event happen."""
        self.table = event.on(self.table)
        self.events.append(event)

    def handle(self, *events: Handling) -> None:
        """Let several things be done to pieces one after the other; quicker than each by itself."""
        if events:
            self.table = handled(self.table, events)
            self.events += events

    def memo(self, key: Any, make: Callable[[], T], of: str = "") -> T:
        """Something that follows from the table as it is now, worked out once until the table changes.

        `of` names the part it follows from (`pieces`, `stacks`, `tracks`, `marks`); then it holds until that part
        changes: where pieces stand does not change when one of them is marked.
        """
        source = getattr(self.table, of) if of else self.table
        kept: dict[Any, tuple[Any, Any]] = self.book.memo
        found = kept.get(key)
        if found is None or found[0] is not source:
            found = kept[key] = (source, make())
        value: T = found[1]
        return value

    def memo_many(self, key: Any, make: Callable[[], T], of: str = "") -> T:
        """As `memo`, for one of very many things: they are dropped together, and none holds on to an old table."""
        source = getattr(self.table, of) if of else self.table
        kept: dict[Any, tuple[Any, Any]] = self.book.memo
        found = kept.get(_MANY[of])
        if found is None or found[0] is not source:
            found = kept[_MANY[of]] = (source, {})
        values: dict[Any, T] = found[1]
        if key not in values:
            values[key] = make()
        return values[key]

    def memo_of(self, key: Any, things: tuple[object, ...], make: Callable[[], T]) -> T:
        """Something that follows from a few things alone, worked out once until one of them is another thing."""
        kept: dict[Any, tuple[Any, Any]] = self.book.memo
        found = kept.get(key)
        if found is None or not all(map(is_, found[0], things)):
            found = kept[key] = (things, make())
        value: T = found[1]
        return value

    @property
    def kept(self) -> Kept:
        """What follows from some places of the table and is kept until something there changes."""
        games, game = self.book.kept, (self.scenario.id, self.options)
        found = games.get(game)
        if found is None:
            found = games[game] = Kept()
        return found.at(self.table, self)

    # -- settings of the step ------------------------------------------------------------------------------------------
    def setting(self, name: str, default: Any = None) -> Any:
        """A value under `with` of this step."""
        return self.node.settings.get(name, default)

    def rule(self, name: str = "") -> str | None:
        """The rule that `with: rules` names for a part of this step, or the step's first rule."""
        named = self.node.settings.get("rules")
        if name and named and name in named:
            found: str = named[name]
            return found
        rules = self.node.note.rules
        return rules[0] if rules else None

    def option(self, id: str) -> Value:
        """The value of an option: as chosen for this game, else the scenario's, else the usual."""
        for name, value in self.options:
            if name == id:
                return value
        if id in self.scenario.options:
            return self.scenario.options[id]
        return self.game.options[id].default

    # -- who is who ----------------------------------------------------------------------------------------------------
    @property
    def sides(self) -> tuple[str, ...]:
        """The sides of the active seat."""
        return (self.side,) if self.side is not None else self.book.sides_of(self.active, self.scenario)

    def seat_of(self, piece: Piece) -> str:
        """The seat that decides for a piece."""
        seat = self.book.seat_of(piece.side, self.scenario) if piece.side is not None else None
        return seat or self.active

    def counter(self, piece: Piece) -> Counter:
        """The definition of a piece that is a counter."""
        return self.game.counters[piece.counter]

    def value(self, piece: Piece, field: str, default: Value = 0) -> Value:
        """A number or word printed on the face of a piece that lies up."""
        counter = self.game.counters.get(piece.counter)
        if counter is None:
            return self.game.cards[piece.counter].values.get(field, default)
        return counter.faces[piece.face].values.get(field, default)

    def name(self, id: str) -> str:
        """What players call a piece or space."""
        piece = self.table.pieces.get(id)
        if piece is not None:
            return self.book.piece_name(piece)
        space = self.game.spaces.get(id)
        return space.name.en if space is not None else id
