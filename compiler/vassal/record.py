"""The generic codec of things written as a sequence of fields, and what all of them share."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Self

from compiler.vassal import sequence
from compiler.vassal.fields import KIND, Kind

__all__ = ["Record", "Spec", "specs", "state_specs", "type_specs"]


class Spec(NamedTuple):
    """One field of a record: its name, its kind, the value it takes when absent."""

    name: str
    kind: Kind
    default: Any


_SPECS: dict[type[Any], tuple[Spec, ...]] = {}
_TYPE_SPECS: dict[type[Any], tuple[Spec, ...]] = {}
_STATE_SPECS: dict[type[Any], tuple[Spec, ...]] = {}


def specs(cls: type[Record]) -> tuple[Spec, ...]:
    """The coded fields of a record class, in the order of the file."""
    if cls not in _SPECS:
        coded = [item for item in dataclasses.fields(cls) if KIND in item.metadata]
        _SPECS[cls] = tuple(Spec(item.name, item.metadata[KIND], item.default) for item in coded)
    return _SPECS[cls]


def type_specs(cls: type[Record]) -> tuple[Spec, ...]:
    """The fields that belong to the design."""
    if cls not in _TYPE_SPECS:
        _TYPE_SPECS[cls] = tuple(spec for spec in specs(cls) if not spec.kind.state)
    return _TYPE_SPECS[cls]


def state_specs(cls: type[Record]) -> tuple[Spec, ...]:
    """The fields that change in play."""
    if cls not in _STATE_SPECS:
        _STATE_SPECS[cls] = tuple(spec for spec in specs(cls) if spec.kind.state)
    return _STATE_SPECS[cls]


@dataclass(frozen=True, slots=True)
class Record:
    """A value written as fields. What is read keeps its text where we might write it otherwise: nothing is lost.

    `rest` holds fields beyond those we know (a newer VASSAL wrote them). The kept text is not part of the value:
    a copy made with `dataclasses.replace` forgets it and is written our way.
    """

    rest: tuple[str, ...] = field(default=(), kw_only=True)
    kept: tuple[str, ...] | None = field(default=None, init=False, compare=False, repr=False)

    def keep(self, *written: str) -> Self:
        """This value with the text it was read from; for readers only."""
        object.__setattr__(self, "kept", written)
        return self

    def values(self) -> Iterator[tuple[Spec, Any]]:
        """Every coded field with its value."""
        for spec in specs(type(self)):
            yield spec, getattr(self, spec.name)


def written(record: Record, chosen: Sequence[Spec]) -> list[str]:
    """The texts of the chosen fields; the texts among them are as they are."""
    return [getattr(record, name) if kind.plain else kind.write(getattr(record, name)) for name, kind, _ in chosen]


def read(chosen: Sequence[Spec], texts: Sequence[str]) -> dict[str, Any]:
    """Values for the chosen fields; those without text take their default."""
    return {spec.name: spec.kind.read(text) for spec, text in zip(chosen, texts, strict=False)}


def joined(record: Record, delimiter: str = ";") -> str:
    """All design fields and whatever came after them, as one sequence."""
    return sequence.encode([*written(record, type_specs(type(record))), *record.rest], delimiter)
