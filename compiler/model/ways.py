"""Ways to fire: what a volley needs to hit, and where each is the usual one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from compiler.model.common import NO_NOTE, Name, Note, Value


@dataclass(frozen=True, slots=True)
class Shared:
    """Units that bear a mark share a die, so many (a constant) each, rounded up."""

    mark: str
    units: str


@dataclass(frozen=True, slots=True)
class Commands:
    """Leaders lead units of their own side, the best first: as many as the constant `limit` has for his field `by`.

    Who bears one of the marks counts as if the field had its value. Units that nobody leads have no commander.
    """

    by: str
    limit: str
    marks: Mapping[str, str] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Parties:
    """Who stands together: the constant `of` has alliances and sides by party; a side may have `joined` another."""

    of: str
    joined: str | None = None  # a mark on sides, its value an alliance


@dataclass(frozen=True, slots=True)
class When:
    """Where a way is the usual one: in spaces of these kinds, with these values of fields; elsewhere it is not offered.

    `marked`: where some who fire bear a mark; `against`: where some of the others do.
    """

    kinds: tuple[str, ...] = ()
    fields: Mapping[str, Value] = field(default_factory=dict, hash=False)
    marked: str | None = None
    against: str | None = None

    @property
    def somewhere(self) -> bool:
        """Whether it is bound to some spaces."""
        return bool(self.kinds or self.fields)


@dataclass(frozen=True, slots=True)
class Way:
    """One of the ways to fire: a die hits at or above the constant `at_least`, with what is added to it.

    `led`: the number of the commander is added, or of each leader in his own command. `when` says where it is the usual
    one; if that is a matter of marks, only those fire whom they speak for, and the others may fire in the way `then`.
    """

    id: str
    name: Name
    at_least: str
    led: bool = False
    commands: Commands | None = None
    modifiers: tuple[str, ...] = ()
    shared: Shared | None = None
    when: When | None = None
    then: str | None = None
    note: Note = field(default=NO_NOTE, compare=False)
