"""A state of play as plain data: the table when the step began, where the step stands, the answers since."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Any, NamedTuple

from compiler.model.common import Value
from compiler.model.record import record
from compiler.model.table import Table
from compiler.play.outcome import Victory

if TYPE_CHECKING:
    from compiler.play.book import Rulebook


@record(frozen=True, slots=True)
class Cursor:
    """A place in the sequence of play: the step and the values of the loops around it, outermost first.

    `shuffle` are piles that have been filled again and get their new order before the step begins.
    """

    step: str
    loops: tuple[tuple[str, Value], ...] = ()
    shuffle: tuple[str, ...] = ()

    def loop(self, node: str) -> Value:
        """The value of a loop around the step, or None."""
        return next((value for id, value in self.loops if id == node), None)


class Choice(NamedTuple):
    """An answer that was given; `forced` when it was the only one and nobody was asked."""

    seat: str
    answer: Any
    forced: bool = False


@record(frozen=True, slots=True)
class State:
    """Everything there is to know of a game in play. Its rulebook comes along but is not part of it."""

    scenario: str
    table: Table
    cursor: Cursor | None  # None: the game is over
    choices: tuple[Choice, ...] = ()
    options: tuple[tuple[str, Value], ...] = ()  # options that differ from the scenario's
    outcome: Victory | None = None
    book: Rulebook = field(compare=False, repr=False, kw_only=True)
