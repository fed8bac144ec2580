"""What every part of a drive writes into: acts in order, each undone where the next shall find the table as it was."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from compiler.emit.atlas import is_deck
from compiler.emit.module.pieces import Box
from compiler.emit.plan import Plan
from compiler.model.scenario import Scenario
from compiler.model.setup import set_up
from compiler.model.table import Piece, Table
from compiler.vassal.probe.drive import Act, Expectation, Must, Verb
from compiler.vassal.traits import Trait


def must(what: Must, *words: str) -> Expectation:
    return Expectation(what, words)


@dataclass
class Script:
    """The acts of one setup so far."""

    box: Box
    scenario: Scenario
    acts: list[Act] = field(default_factory=list)

    @property
    def plan(self) -> Plan:
        return self.box.plan

    @cached_property
    def table(self) -> Table:
        """The table as the setup lays it."""
        return set_up(self.plan.game, self.scenario)

    @property
    def here(self) -> int:
        """The number of the next act."""
        return len(self.acts)

    def do(self, verb: Verb, about: str, subject: str = "", object: str = "", *expects: Expectation) -> None:
        """One act."""
        self.acts.append(Act(verb, about, subject, object, expects=expects))

    def add(self, act: Act) -> None:
        self.acts.append(act)

    def undo(self, since: int, about: str) -> None:
        """Back to the moment before an act, with nothing left behind."""
        self.do(Verb.UNDO, f"undo {about}", str(since), "", must(Must.SAME))

    def name(self, piece: Piece) -> str:
        """A piece in words, for reports of the drive."""
        return f"{self.plan.names[piece.counter]} `{piece.id}` in {piece.place}"

    def traits(self, counter: str) -> tuple[Trait, ...]:
        """The traits of a counter or card in play."""
        return self.box.shelf.expand(self.box.designs[counter].traits)

    def standing(self) -> list[Piece]:
        """The pieces that lie open on a board, in a space or a box: not in a deck, not in a hand."""
        return [piece for piece in self.table.pieces.values() if self._is_open(piece.place)]

    def _is_open(self, place: str) -> bool:
        pile = self.plan.game.piles.get(place)
        if pile is not None:
            return pile.kind != "hand" and not is_deck(pile)
        return place in self.plan.atlas.spaces
