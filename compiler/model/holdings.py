"""Who holds a space by standing in it: settled at a step of the sequence, for every space that bears the mark."""

from __future__ import annotations

from dataclasses import dataclass, field

from compiler.model.common import NO_NOTE, Name, Note


@dataclass(frozen=True, slots=True)
class Empty:
    """A space without anybody goes to a side, at once."""

    to: str
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True, slots=True)
class Fought:
    """Of several sides the one that attacked there last goes first, then the one that was attacked there last."""

    volley: str
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True, slots=True)
class Holding:
    """Whoever has no piece of the kinds `held_by` left in a space loses it to a side that has."""

    id: str
    name: Name
    mark: str  # on spaces; its values are sides
    held_by: tuple[str, ...]  # kinds of counters
    at: str  # a node of the sequence
    empty: Empty | None = None
    fought: Fought | None = None
    chosen: Note | None = None  # else a player chooses
    note: Note = field(default=NO_NOTE, compare=False)
