"""What questions of many games are about. A game with others adds its own beside the rules that ask them."""

from __future__ import annotations

from compiler.model.record import record
from compiler.play.ask import Topic


@record(frozen=True, slots=True)
class ChoosePiece(Topic):
    """Which of several pieces something is done with; `purpose` says what: place, move, attack, hit, advance."""

    purpose: str
    target: str | None = None  # the space it is done to


@record(frozen=True, slots=True)
class PlacePiece(Topic):
    """Where a piece comes onto the map."""

    piece: str


@record(frozen=True, slots=True)
class MovePiece(Topic):
    """Where a piece goes, and on which way; `purpose` is move, retreat or advance."""

    piece: str
    purpose: str = "move"


@record(frozen=True, slots=True)
class ChooseSpace(Topic):
    """Which space something is done to; `purpose` says what."""

    purpose: str


@record(frozen=True, slots=True)
class NameNumber(Topic):
    """A number, from least to most; `purpose` says what for."""

    purpose: str
    least: int
    most: int


@record(frozen=True, slots=True)
class GiveUp(Topic):
    """Whether a player gives the game up; `how` says by which word. What gives it up is among the `seldom`."""

    how: str
