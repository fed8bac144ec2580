"""What a result does to the piece it concerns, so that the module can carry it out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from compiler.model.common import NO_NOTE, Note, Value


@dataclass(frozen=True, slots=True)
class Raising:
    """A counter of the pile of a side comes to a space that a mark gives this side: its own, or one of a list."""

    pile: str  # what every side has one of: `armies` of `armies.oda`
    mark: str
    of: str | None = None  # a constant: for each side the others that it may choose
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True, slots=True)
class Deed:
    """Everything one result does, in this order: marks, faces and steps, where the piece goes, what is drawn or rolled.

    Who flees goes to another space that its side holds by a mark; who has none is lost.
    """

    marks: Mapping[str, Value] = field(default_factory=dict)  # mark → value; None takes it off
    bare: Mapping[str, Value] = field(default_factory=dict)  # marks it gets unless it bears that one already
    face: str | None = None  # the face it is turned to
    steps: int = 0  # steps it loses
    wait: int = 0  # turns ahead on the turn track
    send: str | None = None  # a send of upkeep.yaml
    lost: bool = False  # it goes where beaten pieces go
    check: str | None = None  # a check that it rolls at once
    flees: str | None = None  # the mark that says who holds a space
    draw: str | None = None  # the deck of which its player gets a card
    raises: Raising | None = None
    sides: Mapping[str, Deed] = field(default_factory=dict)  # what it does instead, once, to counters of these sides
