"""The rulebook: a game with its rules bound, every name looked up before play begins."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeVar

from compiler.diagnostics import Failed, Sink
from compiler.model.common import NO_NOTE, Name, Value
from compiler.model.counters import Counter
from compiler.model.game import Game
from compiler.model.scenario import Scenario
from compiler.model.sequence import SequenceNode
from compiler.model.setup import reserved
from compiler.model.table import Piece, Table
from compiler.play.ask import CHANCE, Action
from compiler.play.binding import check_settings, check_steps
from compiler.play.facts import found_facts
from compiler.play.kept import Kept
from compiler.play.state import Cursor
from compiler.play.step import (
    OFFERED,
    Advice,
    Binding,
    Grammar,
    Judgement,
    Law,
    Predicate,
    Restricted,
    Standing,
    Step,
    Zones,
)

T = TypeVar("T")
Own = TypeVar("Own", Advice, Zones)
SETUP = "stock.setup"  # the step before the sequence: free placements
STOCK = "compiler.play.stock"


@dataclass(frozen=True)
class Rulebook:
    """A game and what its rules offer: steps, conditions, restrictions, laws, kinds of actions."""

    game: Game
    steps: Mapping[str, Step]
    predicates: Mapping[str, Predicate] = field(default_factory=dict)
    restrictions: Mapping[type, tuple[Restricted, ...]] = field(default_factory=dict)
    laws: tuple[Law, ...] = ()
    actions: Mapping[str, type[Action]] = field(default_factory=dict)
    judgement: Judgement | None = None
    advice: Advice | None = None
    standing: Standing | None = None
    zones: Zones | None = None
    articles: Any = field(default=None, compare=False, repr=False)  # what the stock steps go by, made ready
    facts: Any = field(default=None, compare=False, repr=False)  # what the rules know of the definition
    memory: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)  # what `once` worked out
    memo: dict[Any, tuple[Any, Any]] = field(default_factory=dict, compare=False, repr=False)  # of `Scene.memo`
    kept: dict[Any, Kept] = field(default_factory=dict, compare=False, repr=False)  # of `Scene.kept`
    packages: tuple[str, ...] = ()  # of rules that are bound beside the stock steps

    def of(self, scenario: str) -> Rulebook:
        """The rulebook of the game as its boards lie in a scenario."""
        game = self.game.of(self.game.scenarios[scenario])
        return self if game is self.game else self.once(("turned", scenario), lambda: self._again(game))

    def _again(self, game: Game) -> Rulebook:
        """The same rules bound to the game with boards turned; `check` has told before what keeps it from that."""
        sink = Sink()
        book = bind(game, sink, self.packages)
        if book is None:
            raise Failed(*sink.sorted())
        return book

    # -- the sequence --------------------------------------------------------------------------------------------------
    @cached_property
    def nodes(self) -> Mapping[str, SequenceNode]:
        """Every node of the sequence by id, and the setup before it."""
        setup = SequenceNode(SETUP, "step", Name("Setup", "配置"), step=SETUP, note=NO_NOTE)
        return {SETUP: setup, **{node.id: node for node in self.game.steps()}}

    @cached_property
    def parents(self) -> Mapping[str, SequenceNode | None]:
        """The node each node stands in; None for the outermost."""
        found: dict[str, SequenceNode | None] = {node.id: None for node in self.game.sequence}
        for node in self.game.steps():
            for child in node.children:
                found[child.id] = node
        return found

    @cached_property
    def following(self) -> Mapping[str, tuple[SequenceNode, ...]]:
        """The nodes that come after each node in the same place."""
        found: dict[str, tuple[SequenceNode, ...]] = {}
        for siblings in (self.game.sequence, *(node.children for node in self.game.steps())):
            for n, node in enumerate(siblings):
                found[node.id] = siblings[n + 1 :]
        return found

    @cached_property
    def loops_in(self) -> Mapping[str, tuple[str, ...]]:
        """The loops in each node, itself among them."""
        return {
            node.id: tuple(inner.id for inner in node.walk() if inner.kind in ("each", "repeat"))
            for node in self.game.steps()
        }

    def around(self, step: str) -> list[str]:
        """The loops that a step stands in, innermost first."""
        found, node = [], self.parents.get(step)
        while node is not None:
            found += [node.id] if node.kind in ("each", "repeat") else []
            node = self.parents[node.id]
        return found

    @cached_property
    def next_step(self) -> Mapping[str, str]:
        """For a step that is followed by another in the same place: that one, if nothing happens in between."""
        busy = {*self.clearing, *self.refilling}
        found: dict[str, str] = {}
        for id, rest in self.following.items():
            if (
                rest
                and rest[0].kind == "step"
                and self.nodes[id].kind == "step"
                and rest[0].id not in busy
                and rest[0].when is None
            ):
                found[id] = rest[0].id
        return found

    @cached_property
    def clearing(self) -> Mapping[str, Mapping[str, str | None]]:
        """The marks that are taken away when a node begins, each with the rule to quote."""
        marks = self.game.marks
        grouped = _grouped((mark.clears_at, mark.id) for mark in marks.values())
        return {node: {id: marks[id].note.rule for id in some} for node, some in grouped.items()}

    @cached_property
    def refilling(self) -> Mapping[str, tuple[str, ...]]:
        """The piles that are filled again when a node begins."""
        return _grouped((pile.refill_at, pile.id) for pile in self.game.piles.values())

    @property
    def conditions(self) -> Mapping[tuple[str, str], Any]:
        """The conditions of nodes (`when`, `while`, `until`), made ready: each a function of a scene."""
        return self.articles.conditions if self.articles is not None else {}

    @cached_property
    def by_track(self) -> frozenset[str]:
        """The nodes in which a track says who acts."""
        tracked = [node for node in self.game.steps() if node.seat_track is not None]
        return frozenset(inner.id for node in tracked for inner in node.walk())

    @cached_property
    def by_loop(self) -> frozenset[str]:
        """The nodes in a loop over seats or sides: who acts there changes from pass to pass."""
        loops = [node for node in self.game.steps() if node.kind == "each" and node.over in ("seat", "side")]
        return frozenset(inner.id for node in loops for inner in node.walk())

    def shown_actor(self, node: SequenceNode, table: Table, scenario: Scenario) -> tuple[str, str | None] | None:
        """Who acts where a track says so: the seat it shows, or the seat of the side."""
        at: SequenceNode | None = node
        while at is not None and at.seat_track is None:
            at = self.parents.get(at.id)
        shown = str(table.tracks[at.seat_track]) if at is not None and at.seat_track is not None else ""
        if shown in scenario.seats:
            return shown, None
        seat = self.seat_of(shown, scenario) if shown in self.game.sides else None
        return (seat, shown) if seat is not None else None

    def actor(self, node: SequenceNode, cursor: Cursor, scenario: Scenario) -> tuple[str, str | None]:
        """Who acts in a step: the seat it names, or the seat (or side) of the innermost loop over them."""
        key = (node.id, cursor.loops, scenario.id) if node.id in self.by_loop else (node.id, scenario.id)
        found = self.memory.get(key)
        if found is None:
            found = self.memory[key] = self._actor(node, cursor, scenario)
        return found

    def _actor(self, node: SequenceNode, cursor: Cursor, scenario: Scenario) -> tuple[str, str | None]:
        at: SequenceNode | None = node
        while at is not None:
            if at.seat not in (None, "active"):
                return str(at.seat), None
            if at.kind == "each" and at.over == "seat":
                return str(cursor.loop(at.id)), None
            if at.kind == "each" and at.over == "side":
                side = str(cursor.loop(at.id))
                return self.seat_of(side, scenario) or scenario.seats[0], side
            at = self.parents.get(at.id)
        return scenario.seats[0], None

    # -- who is who ----------------------------------------------------------------------------------------------------
    def sides_of(self, seat: str, scenario: Scenario) -> tuple[str, ...]:
        """The sides a seat runs in a scenario."""
        if seat in scenario.control:
            return scenario.control[seat]
        return self.game.seats[seat].sides if seat in self.game.seats else ()

    @cached_property
    def seating(self) -> dict[str, Mapping[str, str | None]]:
        """For each scenario that was asked for, the seat of every side."""
        return {}

    def seat_of(self, side: str, scenario: Scenario) -> str | None:
        """The seat that runs a side in a scenario."""
        seating = self.seating.get(scenario.id)
        if seating is None:
            seating = self.seating[scenario.id] = {s: self.game.seat_of(s, scenario) for s in self.game.sides}
        return seating.get(side)

    def piece_name(self, piece: Piece) -> str:
        """What players call a piece: its name, its number where there are several, its side."""
        key = ("name", piece.id, piece.side)
        found: str | None = self.memory.get(key)
        if found is None:
            found = self.memory[key] = self._name(piece)
        return found

    def _name(self, piece: Piece) -> str:
        thing = self.game.pieces[piece.id]
        number = f" {piece.id.rsplit('#', 1)[1]}" if "#" in piece.id else ""
        if isinstance(thing, Counter) and thing.side is not None:
            if thing.name.en == self.game.sides[piece.side or thing.side].name.en:
                return f"{thing.name.en}{number}"  # named after its side already
            return f"{thing.name.en}{number} ({self.game.sides[piece.side or thing.side].name.en})"
        return f"{thing.name.en}{number}"

    # -- things worked out once ----------------------------------------------------------------------------------------
    def once(self, key: Any, make: Callable[[], T]) -> T:
        """A value that follows from the game alone, worked out the first time it is wanted."""
        found = self.memory.get(key)
        if found is None:
            found = self.memory[key] = make()
        return found

    @cached_property
    def land(self) -> frozenset[str]:
        """The spaces of all maps that are no boxes."""
        return frozenset(id for board in self.game.maps.values() for id in board.land)

    def reserved(self, scenario: str) -> tuple[tuple[tuple[str, ...], ...], tuple[tuple[str, ...], ...]]:
        """The pieces kept for each free placement and each reinforcement of a scenario."""
        return self.once(("reserved", scenario), lambda: reserved(self.game, self.game.scenarios[scenario]))

    @property
    def seats(self) -> tuple[str, ...]:
        return (*self.game.seats, CHANCE)


def bind(game: Game, sink: Sink, packages: Iterable[str] = ()) -> Rulebook | None:
    """The rulebook of a game from stock steps and the rules of some installed packages; None if a name is missing.

    Packages are names of modules that are already imported; what they offer was collected on import. A package may
    offer a step of its own under the name of a stock step, such as `stock.setup`: it is used instead.
    """
    packages = tuple(packages)
    homes = (STOCK, *packages)
    offered = [thing for home in homes for thing in OFFERED if _from(thing.module, (home,))]  # own rules come last
    restrictions: dict[type, tuple[Restricted, ...]] = {}
    for thing in offered:
        if isinstance(thing, Restricted):
            restrictions[thing.action] = (*restrictions.get(thing.action, ()), thing)
    judgements = [thing for thing in offered if isinstance(thing, Judgement)]
    own_laws = tuple(t for t in offered if isinstance(t, Law) and (not _from(t.module, (STOCK,)) or game.rules is None))
    book = Rulebook(
        game,
        {t.name: t for t in offered if isinstance(t, Step)},
        {t.name: t for t in offered if isinstance(t, Predicate)},
        restrictions,
        own_laws,
        {cls.verb(): cls for cls in Action.known if _from(cls.__module__, homes)},
        judgements[-1] if judgements else None,
        _of_its_own(game, offered, Advice),
        next((t for t in offered if isinstance(t, Standing)), None),
        _of_its_own(game, offered, Zones),
        packages=tuple(packages),
    )
    before = len(sink)
    check_steps(book, sink)
    check_settings(book, sink)
    grammar = next((thing for thing in offered if isinstance(thing, Grammar)), None)
    if grammar is not None:
        book = replace(book, articles=grammar.read(book, sink))
    binding = next((thing for thing in offered if isinstance(thing, Binding)), None)
    facts = found_facts(binding.make, game, sink) if binding is not None else None
    return None if len(sink) > before else replace(book, facts=facts)


def _of_its_own(game: Game, offered: Iterable[Any], kind: type[Own]) -> Own | None:
    """What the game's own rules offer; that of the stock steps only for a game that is made of them alone."""
    own = [thing for thing in offered if isinstance(thing, kind)]
    fitting = [thing for thing in own if game.rules is None or not _from(thing.module, (STOCK,))]
    return fitting[-1] if fitting else None


def _from(module: str, homes: Iterable[str]) -> bool:
    return any(module == home or module.startswith(f"{home}.") for home in homes)


def _grouped(pairs: Iterable[tuple[str | None, str]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for node, id in pairs:
        if node is not None:
            found[node] = (*found.get(node, ()), id)
    return found


def value_of(game: Game, piece: Piece, name: str, default: Value = 0) -> Value:
    """A number or word printed on the face of a counter that lies up."""
    return game.counters[piece.counter].faces[piece.face].values.get(name, default)
