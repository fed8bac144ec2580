"""What every part of the module needs to know: the game, its atlas, its numbers, its pictures."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from compiler.diagnostics import Sink, diagnose
from compiler.emit import manifest
from compiler.emit.atlas import Atlas
from compiler.emit.hexes import MAX_LETTERS, speakable
from compiler.emit.module.lines import Entry, entries, open_loops
from compiler.emit.names import common_faces, piece_names
from compiler.emit.survey import survey
from compiler.load import Bundle
from compiler.load.speech import ENGLISH, texts_of
from compiler.load.tongue import Tongue, tongue_of
from compiler.model.counters import Card
from compiler.model.game import Game
from compiler.model.piles import Pile
from compiler.model.sequence import SequenceNode
from compiler.render.screen import Studio, scale_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from compiler.model.scenario import Scenario

T = TypeVar("T")


@dataclass(frozen=True)
class Plan:
    """The game on its way to VASSAL."""

    game: Game
    atlas: Atlas
    lock: Mapping[str, Mapping[str, int]]
    stamp: str
    studio: Studio
    names: Mapping[str, str] = field(default_factory=dict)
    texts: frozenset[str] = frozenset()  # all that the author says, in the language of the game
    memo: dict[str, Any] = field(default_factory=dict, compare=False)  # what several parts ask for (`once`)
    fronts: Plan | None = field(default=None, compare=False)  # with the fronts up, where this has others

    def of(self, scenario: Scenario) -> Plan:
        """The plan as boards lie in a scenario."""
        return self.turned(scenario.backs)

    def turned(self, backs: Iterable[str]) -> Plan:
        """The plan with these backs up: other spaces in the same windows. Pieces are made by the plan of the module."""
        game = self.game.turned(backs)
        if game is self.game:
            return self
        key = tuple(board.face for board in game.maps.values())
        if key not in self._turned:
            self._turned[key] = replace(self, game=game, atlas=survey(game), memo={}, fronts=self)
        return self._turned[key]

    @cached_property
    def _turned(self) -> dict[tuple[str, ...], Plan]:
        return {}

    def once(self, name: str, make: Callable[[], T]) -> T:
        """What is made once for the whole module, though several parts ask for it."""
        if name not in self.memo:
            self.memo[name] = make()
        found: T = self.memo[name]
        return found

    def gpid(self, id: str) -> str:
        """The number of a counter, card or mark."""
        return str(self.lock[manifest.GPIDS][id])

    @cached_property
    def tongue(self) -> Tongue | None:
        """Our words in the language of the game; None in English, and where we have none."""
        found = tongue_of(self.game.lang)
        return None if found is None else found.beside(self.texts)

    @cached_property
    def lines(self) -> list[Entry]:
        """The lines of the turn tracker."""
        return entries(self.game)

    @cached_property
    def loops(self) -> dict[str, list[Entry]]:
        """The loops of the sequence that go on until the players say, with their lines."""
        return open_loops(self.game, self.lines)

    @cached_property
    def nodes(self) -> dict[str, SequenceNode]:
        """The nodes of the sequence by id."""
        return {node.id: node for node in self.game.steps()}

    @cached_property
    def ground(self) -> frozenset[str]:
        """The counters that show marks on spaces."""
        marks = [mark for mark in self.game.marks.values() if "spaces" in mark.on]
        return frozenset(made for mark in marks for value in mark.values if (made := mark.marker(value)) is not None)

    @cached_property
    def common_faces(self) -> frozenset[str]:
        """Names of faces that do not say whose the counter is."""
        return common_faces(self.game)

    @cached_property
    def hidden(self) -> frozenset[str]:
        """The counters that may lie face down: blocks, and those of piles nobody, or not everybody, looks into."""
        piles = [pile for pile in self.game.piles.values() if pile.face != "up"]
        found = {piece for pile in piles for piece in pile.pieces}
        for scenario in self.game.scenarios.values():
            found |= {id for pile in piles for id, _ in scenario.piles.get(pile.id, ())}
        kinds = self.game.counter_kinds
        found |= {c.id for c in self.game.counters.values() if kinds[c.kind].hidden}
        return frozenset(found)

    @cached_property
    def chits(self) -> frozenset[str]:
        """Kinds of counters that are drawn from a cup and laid aside: they march nowhere and serve nobody else."""
        piles = [p for p in self.game.piles.values() if p.kind == "cup" and p.holds == "counters" and p.discard_to]
        pieces = [piece for pile in piles for piece in pile.pieces]
        gathered = (kind for pile in piles if pile.gathers is not None for kind in pile.gathers.kinds)
        return frozenset((*(self.game.counters[piece].kind for piece in pieces), *gathered))

    def piece_size(self, piece: str) -> tuple[float, float]:
        """The size of a piece in mm, by the id of the piece or of its counter or card."""
        game = self.game
        thing = game.pieces.get(piece) or game.counters.get(piece) or game.cards[piece]
        return (game.card_kinds if isinstance(thing, Card) else game.counter_kinds)[thing.kind].size

    @cached_property
    def facing(self) -> bool:
        """Whether counters of this game face somewhere."""
        return any(p.facing is not None for s in self.game.scenarios.values() for p in s.placements)

    def discards(self, piece: str) -> list[Pile]:
        """The piles a piece may be discarded to."""
        homes = [pile for pile in self.game.piles.values() if piece in pile.pieces]
        targets = [pile.discard_to for pile in homes if pile.discard_to]
        return [self.game.piles[id] for id in dict.fromkeys(targets)]


# the files a board is drawn from; sizes of pieces come beside them
_BOARDS = ("game", "map", "piles", "tracks", "art")


def make_plan(game: Game, bundle: Bundle, sink: Sink, cache: Path | None) -> Plan:
    """The plan of a game, the fronts of its boards up; new pieces get their numbers."""
    game = game.turned(())
    for board in (*game.maps.values(), *game.faces.values()):
        if board.grid is not None and not speakable(board.grid):
            sink.add(
                diagnose(
                    "E101",
                    f"map `{board.id}` has more lettered columns or rows than VASSAL can letter",
                    board.note.span,
                    help=f"number them, or keep to {MAX_LETTERS} letters",
                )
            )
    lock = manifest.locked(game)
    spoken = texts_of(iter(bundle)) if game.lang != ENGLISH else ()  # in English nothing is put over
    texts = frozenset(text.english for text in spoken)
    content = manifest.content_digest(bundle)
    studio = Studio(game, sink, cache, content, manifest.sources_digest(bundle, _BOARDS), scale_of(game))
    return Plan(game, survey(game), lock, content[: manifest.STAMP], studio, piece_names(game), texts)
