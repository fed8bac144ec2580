"""Small values every part of a game is made of: names, provenance, declared fields."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from compiler.diagnostics import NOWHERE, Span
from compiler.model.record import record

Scalar = str | int | float | bool | None
Value = Any  # a scalar, or a tuple of scalars


@record(frozen=True, slots=True)
class Name:
    """A name in English, and in Japanese where there is one."""

    en: str
    ja: str | None = None

    def __str__(self) -> str:
        return self.en


class Origin(enum.Enum):
    """How sure we are of a datum: read in the rulebook, found elsewhere, inferred, computed, or ours."""

    RULEBOOK = "rulebook"
    EXTERNAL = "external"
    RECONSTRUCTED = "reconstructed"
    DERIVED = "derived"
    OWN = "own"


@dataclass(frozen=True, slots=True)
class Source:
    """Where a datum comes from; `detail` is the rule number, the key of the source or the reason."""

    origin: Origin
    detail: str = ""

    def __str__(self) -> str:
        return f"{self.origin.value}: {self.detail}" if self.detail else self.origin.value


@record(frozen=True, slots=True)
class Note:
    """What any datum may carry beside its values: rule ids, provenance, a remark, its place in the YAML."""

    rules: tuple[str, ...] = ()
    source: Source | None = None
    remark: str | None = None
    span: Span = field(default=NOWHERE, compare=False)
    places: Mapping[str, Span] = field(default_factory=dict, compare=False)  # of parts that a fault may be about
    sectioned: bool = field(default=False, compare=False)  # the rulebook numbers sections, and the ledger rows in them

    def at(self, part: str) -> Span:
        """Where a part stands; the whole where that is not kept."""
        return self.places.get(part, self.span)

    @property
    def rule(self) -> str | None:
        """The first rule named: the one to quote."""
        return self.rules[0] if self.rules else None


NO_NOTE = Note()


class FieldType(enum.Enum):
    """What a declared field of a counter, card or space may hold."""

    INTEGER = "integer"
    NUMBER = "number"
    TEXT = "text"
    NAME = "name"
    FLAG = "flag"
    CHOICE = "choice"
    COUNTER = "counter"
    SPACE = "space"
    SIDE = "side"
    CARD = "card"
    KIND = "kind"


@dataclass(frozen=True, slots=True)
class Field:
    """A field authors may fill: its type, bounds and title; `many` makes it a list."""

    id: str
    type: FieldType
    title: Name
    many: bool = False
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()
    default: Value = None
    required: bool = False
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of space, link, terrain, counter or card: a name, the fields its members have, and values of its own;
    `own` declares those where the author has."""

    id: str
    name: Name
    fields: Mapping[str, Field]
    values: Mapping[str, Value] = field(default_factory=dict)
    own: Mapping[str, Field] = field(default_factory=dict)
    note: Note = field(default=NO_NOTE, compare=False)
