"""How often pieces may roll a check: so many times in one part of each turn."""

from __future__ import annotations

from dataclasses import dataclass, field

from compiler.model.common import NO_NOTE, Name, Note


@dataclass(frozen=True, slots=True)
class Allowance:
    """Each piece of a check rolls it as often as a constant says, from one turn to the next.

    Under the option `more` once more for every seat of the game whose piece does not show the face of the check.
    """

    id: str
    name: Name
    check: str
    number: str  # a constant
    at: str  # the node of the sequence in which they roll
    more: str | None = None
    note: Note = field(default=NO_NOTE, compare=False)
