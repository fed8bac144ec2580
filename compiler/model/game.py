"""The whole game as one immutable value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from compiler.diagnostics import NOWHERE, Span
from compiler.model.art import Art
from compiler.model.articles import Articles
from compiler.model.common import NO_NOTE, Name, Note, Value
from compiler.model.counters import Card, CardKind, Counter, CounterKind, Mark
from compiler.model.graph import Map, Space
from compiler.model.ledger import Ledger
from compiler.model.piles import Pile, Track
from compiler.model.rolls import Rolls
from compiler.model.scenario import Scenario
from compiler.model.sequence import SequenceNode
from compiler.model.tables import ResultTable
from compiler.model.upkeep import Upkeep


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at the table and the sides it runs."""

    id: str
    name: Name
    sides: tuple[str, ...]
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True, slots=True)
class Side:
    """An army, clan or colour: the owner of counters. `group` is its alliance."""

    id: str
    name: Name
    group: str | None = None
    scheme: str | None = None  # colours in art.yaml, the side's own id by default
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True, slots=True)
class Alliance:
    """Sides that count as friends."""

    id: str
    name: Name
    sides: tuple[str, ...]
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True, slots=True)
class DieFace:
    """One face of a die that shows no number: what it is called, and the symbol on it."""

    name: Name
    symbol: str | None = None


@dataclass(frozen=True, slots=True)
class Dice:
    """Dice rolled together: 2d6, 1d12, or dice whose faces have names; the first face counts 1, the next 2."""

    id: str
    count: int
    sides: int
    name: Name
    faces: tuple[DieFace, ...] = ()
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True, slots=True)
class Option:
    """A rule players may switch on, or choose a value for."""

    id: str
    name: Name
    text: str
    choices: tuple[Value, ...] = (False, True)
    default: Value = False
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True, slots=True)
class Constant:
    """A number (or word, or list) the rules need, beside its rule."""

    id: str
    value: Any
    text: str = ""
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True, slots=True)
class HelpPage:
    """A page of help in our own words; `text` is paragraphs, lines starting with `- ` are lists."""

    title: str
    text: str
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True)
class Game:
    """What exists: seats, maps, counters, piles, tracks, tables, dice, sequence, scenarios, ledger."""

    id: str
    title: Name
    version: str
    folder: str
    seats: Mapping[str, Seat]
    sides: Mapping[str, Side]
    maps: Mapping[str, Map]
    art: Art
    faces: Mapping[str, Map] = field(default_factory=dict)  # both faces of boards that have a back, by their own ids
    subtitle: Name | None = None
    description: str = ""
    credits: Mapping[str, str] = field(default_factory=dict)
    rules: str | None = None  # name of the installed rules package; None: stock steps only
    alliances: Mapping[str, Alliance] = field(default_factory=dict)
    dice: Mapping[str, Dice] = field(default_factory=dict)
    options: Mapping[str, Option] = field(default_factory=dict)
    constants: Mapping[str, Constant] = field(default_factory=dict)
    help: tuple[HelpPage, ...] = ()
    sources: Mapping[str, str] = field(default_factory=dict)
    counter_kinds: Mapping[str, CounterKind] = field(default_factory=dict)
    counters: Mapping[str, Counter] = field(default_factory=dict)
    marks: Mapping[str, Mark] = field(default_factory=dict)
    card_kinds: Mapping[str, CardKind] = field(default_factory=dict)
    cards: Mapping[str, Card] = field(default_factory=dict)
    piles: Mapping[str, Pile] = field(default_factory=dict)
    tracks: Mapping[str, Track] = field(default_factory=dict)
    tables: Mapping[str, ResultTable] = field(default_factory=dict)
    rolls: Rolls = field(default_factory=Rolls)
    upkeep: Upkeep = field(default_factory=Upkeep)
    sequence: tuple[SequenceNode, ...] = ()
    articles: Articles = field(default_factory=Articles)  # what stock steps go by
    scenarios: Mapping[str, Scenario] = field(default_factory=dict)
    ledger: Ledger | None = None
    examples: Mapping[str, Any] = field(default_factory=dict, compare=False)  # file stem → Document, for the engine
    card_counts: Mapping[str, int] = field(default_factory=dict)  # kind of card → how many there must be
    counter_counts: Mapping[str, int] = field(default_factory=dict)  # kind of counter → how many there must be
    lock: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    lock_given: int | None = None  # the highest number it ever gave out; not known of locks of old
    lang: str = "en"  # the language its texts are in
    lock_spans: Mapping[str, Span] = field(default_factory=dict, compare=False)
    span: Span = field(default=NOWHERE, compare=False)

    def lock_span(self, id: str) -> Span:
        """Where the lock file names an id."""
        return self.lock_spans.get(id, self.span)

    @cached_property
    def map(self) -> Map:
        """The main map."""
        return next(iter(self.maps.values()))

    @cached_property
    def spaces(self) -> Mapping[str, Space]:
        """Every space of every map, by id."""
        return {id: space for board in self.maps.values() for id, space in board.spaces.items()}

    def turned(self, backs: Iterable[str]) -> Game:
        """The game with these backs up, and the fronts of all other boards."""
        shown = {self.faces[back].id: self.faces[back] for back in backs if back in self.faces}
        maps = {id: shown.get(id) or self.faces.get(id, board) for id, board in self.maps.items()}
        if all(maps[id] is board for id, board in self.maps.items()):
            return self
        key = tuple(board.face for board in maps.values())
        if key not in self._turned:
            self._turned[key] = replace(self, maps=maps)
        return self._turned[key]

    @cached_property
    def _turned(self) -> dict[tuple[str, ...], Game]:
        return {}

    @cached_property
    def boards(self) -> tuple[Map, ...]:
        """Every face of every board: the maps as they lie, then the faces that lie down."""
        return (*self.maps.values(), *(face for face in self.faces.values() if self.maps[face.id] is not face))

    def showing(self, board: Map) -> Game:
        """The game with this face of a board up."""
        return self.turned([board.back] if board.back is not None else ())

    def of(self, scenario: Scenario) -> Game:
        """The game as its boards lie in a scenario."""
        return self.turned(scenario.backs) if self.faces else self

    @cached_property
    def lying(self) -> tuple[Game, ...]:
        """The game once for each way its boards lie: fronts up, then as each scenario has them, then every back.

        Each has the scenarios that are played so.
        """
        if not self.faces:
            return (self,)
        ways: dict[tuple[str, ...], dict[str, Scenario]] = {(): {}}
        for scenario in self.scenarios.values():
            ways.setdefault(scenario.backs, {})[scenario.id] = scenario
        seen = {back for way in ways for back in way}
        for face in self.faces.values():
            if face.back is not None and face.back not in seen:
                ways[face.back,] = {}
        return tuple(replace(self.turned(way), scenarios=played) for way, played in ways.items())

    @cached_property
    def turn_track(self) -> Track | None:
        return next((track for track in self.tracks.values() if track.role == "turn"), None)

    @cached_property
    def pieces(self) -> Mapping[str, Counter | Card]:
        """Every piece of the box by its id: the numbered copies of counters and cards."""
        found: dict[str, Counter | Card] = {}
        things: list[Counter | Card] = [*self.counters.values(), *self.cards.values()]
        for thing in things:
            found.update(dict.fromkeys(thing.piece_ids, thing))
        return found

    @cached_property
    def kept_kinds(self) -> Mapping[str, set[str]]:
        """The kinds of counters that each cup and discard pile of counters takes."""
        kept = {
            pile.id: {other.kind for id in pile.pieces if (other := self.counters.get(id)) is not None}
            for pile in self.piles.values()
            if pile.kind in ("cup", "discard") and pile.holds == "counters"
        }
        for pile in self.piles.values():  # what a pile is refilled from takes what it holds
            if pile.reshuffle_from in kept and pile.id in kept:
                kept[pile.reshuffle_from] |= kept[pile.id]
        return kept

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """The note of every datum of the game, each once."""
        found: dict[int, Note] = {}
        for thing in _data(self):
            note = getattr(thing, "note", None)
            if isinstance(note, Note):
                found.setdefault(id(note), note)
        return tuple(found.values())

    def steps(self) -> Iterator[SequenceNode]:
        """Every node of the sequence of play, in order."""
        for node in self.sequence:
            yield from node.walk()

    def seat_of(self, side: str, scenario: Scenario | None = None) -> str | None:
        """The seat that runs a side (in a scenario where the seats differ)."""
        if scenario is not None and scenario.control:
            return next((seat for seat, sides in scenario.control.items() if side in sides), None)
        return next((seat.id for seat in self.seats.values() if side in seat.sides), None)


def _data(game: Game) -> Iterator[object]:
    """Everything of a game that may have a note."""
    for group in (
        game.seats,
        game.sides,
        game.alliances,
        game.dice,
        game.options,
        game.constants,
        game.counter_kinds,
        game.counters,
        game.marks,
        game.card_kinds,
        game.cards,
        game.piles,
        game.tracks,
        game.tables,
    ):
        yield from group.values()
    for board in game.boards:
        yield board
        for kinds in (board.terrain, board.space_kinds, board.link_kinds, board.feature_kinds):
            yield from kinds.values()
            yield from (f for kind in kinds.values() for f in kind.fields.values())
        yield from board.spaces.values()
        if board.kind not in ("hex", "square"):
            yield from board.links
        yield from (*board.routes, *board.regions.values(), *board.displays.values(), *board.stacking)
    yield from (f for kind in game.counter_kinds.values() for f in kind.fields.values())
    yield from (f for kind in game.card_kinds.values() for f in kind.fields.values())
    for counter in game.counters.values():
        yield from counter.faces
    for track in game.tracks.values():
        yield from track.boxes
    for table in game.tables.values():
        yield from (table.columns, table.rows, *table.results.values(), *table.modifiers)
    yield from (*game.rolls.modifiers.values(), *game.rolls.all())
    yield from (outcome for check in game.rolls.checks.values() for outcome in check.outcomes)
    for battles in game.rolls.battles.values():
        yield from (battles, *battles.fights.values(), *battles.changes())
    yield from game.help
    yield from game.steps()
    yield from game.articles
    for scenario in game.scenarios.values():
        yield scenario
        yield from (*scenario.placements, *scenario.free, *scenario.reinforcements)
