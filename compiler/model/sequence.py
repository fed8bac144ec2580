"""The sequence of play: a tree of phases, loops and steps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from compiler.model.articles import Written
from compiler.model.common import NO_NOTE, Name, Note, Value

PER_SEAT = "seats"  # `times`: once for every player


@dataclass(frozen=True, slots=True)
class SequenceNode:
    """A node of the sequence.

    kind `phase`: its children in order. `each`: its children once for every value of `over` (a track such as the
    turn, or `seats`/`sides`, in the order that the track `order` shows where given). `repeat`: its children until
    one of them leaves, or while the predicate `while_` holds; `times` says how often that is, where it is known
    beforehand: a number, or once for every player. `step`: runs the rule named `step` with `settings`; without a `line`
    of its own the turn tracker does not stop there, nor while a condition under `line` does not hold; round a loop with
    `again` it goes by itself while that holds. Any of them is passed over while `when` does not hold.
    """

    id: str
    kind: str
    name: Name
    children: tuple[SequenceNode, ...] = ()
    over: str | None = None
    order: str | None = None
    while_: str | None = None
    until: str | None = None
    conditions: Mapping[str, Written] = field(default_factory=dict)  # `when`, `line`, `again`, `while`, `until`
    times: int | str | None = None
    step: str | None = None
    seat: str | None = None
    line: bool = True
    settings: Mapping[str, Value] = field(default_factory=dict)
    written: Written | None = field(default=None, compare=False)  # the settings with their places
    seat_track: str | None = None  # who acts is the seat or side that this track shows
    note: Note = field(default=NO_NOTE, compare=False)

    @property
    def when(self) -> Written | None:
        """The condition without which the node is passed over."""
        return self.conditions.get("when")

    @property
    def by_setup(self) -> bool:
        """Whether players go through it in the order in which the setup names them."""
        return self.kind == "each" and self.over == "seat" and self.order in (None, PER_SEAT)

    def walk(self) -> Iterator[SequenceNode]:
        """This node and all below, in order."""
        yield self
        for child in self.children:
            yield from child.walk()
