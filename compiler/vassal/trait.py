"""Traits: one frozen class per trait of VASSAL 3.7; unknown ones are kept as they are written.

A trait has a *type* (its design) and a *state* (what changes in play). `encode` gives both as text, `decode` reads
them. Most traits are fully described by their fields; the few with a grammar of their own override the four
methods below.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, ClassVar, Self, TypeVar

from compiler.vassal import sequence
from compiler.vassal.record import Record, joined, read, state_specs, type_specs, written

__all__ = ["TRAITS", "Trait", "UnknownTrait", "decode_trait", "register"]


@dataclass(frozen=True, slots=True)
class Trait(Record):
    """What all traits share. `ID` begins the type, `TITLE` is the editor's name for it."""

    ID: ClassVar[str] = ""
    TITLE: ClassVar[str] = ""
    # states with several parts are sequences of their own; the others are one text
    STATE_DELIMITER: ClassVar[str] = ""

    def encode(self) -> tuple[str, str]:
        """The type and the state of this trait as text."""
        if self.kept is not None:
            return self.kept[0], self.kept[1]
        return self.write_type(), self.write_state()

    def with_state(self, **changed: Any) -> Self:
        """This trait in another state; its design, once written, is not written again."""
        made = replace(self, **changed)
        return made if self.kept is None else made.keep(self.kept[0], made.write_state())

    def write_type(self) -> str:
        return f"{self.ID};{joined(self)}"

    def write_state(self) -> str:
        texts = written(self, state_specs(type(self)))
        if self.STATE_DELIMITER:
            return sequence.encode(texts, self.STATE_DELIMITER)
        return texts[0] if texts else ""

    @classmethod
    def read_type(cls, text: str) -> dict[str, Any]:
        """Field values from the text after the id."""
        texts, known = sequence.decode(text, ";"), type_specs(cls)
        return {**read(known, texts), "rest": tuple(texts[len(known) :])}

    @classmethod
    def read_state(cls, text: str) -> dict[str, Any]:
        """Field values from the text of the state."""
        known = state_specs(cls)
        if not known:
            return {}
        return read(known, sequence.decode(text, cls.STATE_DELIMITER) if cls.STATE_DELIMITER else [text])

    @classmethod
    def decode(cls, type_text: str, state_text: str) -> Self:
        """The trait of these texts, which it keeps: older modules leave fields out, and so shall we."""
        body = type_text[len(cls.ID) + 1 :]
        return cls(**cls.read_type(body), **cls.read_state(state_text)).keep(type_text, state_text)


@dataclass(frozen=True, slots=True)
class UnknownTrait(Trait):
    """A trait of a custom class or a newer VASSAL, verbatim."""

    TITLE: ClassVar[str] = "unknown trait"

    type: str = ""
    state: str = ""

    def encode(self) -> tuple[str, str]:
        return self.type, self.state


T = TypeVar("T", bound=Trait)

TRAITS: dict[str, type[Trait]] = {}


def register(cls: type[T]) -> type[T]:
    """Make a trait class known to `decode_trait`."""
    TRAITS[cls.ID] = cls
    return cls


@lru_cache(maxsize=1 << 14)
def decode_trait(type_text: str, state_text: str) -> Trait:
    """Any trait from its two texts; never fails. The pieces of a module share most traits, so they are remembered."""
    identifier = type_text.partition(";")[0]
    cls = TRAITS.get(identifier)
    if cls is None or ";" not in type_text:
        return UnknownTrait(type_text, state_text)
    return cls.decode(type_text, state_text)
