"""What all commands share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from compiler.vassal import sequence
from compiler.vassal.record import Record, joined, read, type_specs

__all__ = ["Command", "Line", "Null", "Unknown"]


@dataclass(frozen=True, slots=True)
class Command(Record):
    """What all commands share: `PREFIX` begins the text, the fields follow as a sequence."""

    PREFIX: ClassVar[str] = ""
    DELIMITER: ClassVar[str] = "\t"

    def encode(self) -> str:
        """The command as text."""
        return self.kept[0] if self.kept is not None else self.write()

    def write(self) -> str:
        return self.PREFIX + joined(self, self.DELIMITER)

    @classmethod
    def parse(cls, body: str) -> Command:
        """The command from the text after its prefix."""
        texts, known = sequence.decode(body, cls.DELIMITER), type_specs(cls)
        return cls(**read(known, texts), rest=tuple(texts[len(known) :]))


@dataclass(frozen=True, slots=True)
class Unknown(Command):
    """A command of a custom class, verbatim."""

    text: str = ""

    def write(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Null(Command):
    """A command that could not be written, or an empty one; does nothing."""

    text: str = ""

    def write(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Line(Command):
    """A command whose whole body is one text."""

    text: str = ""

    def write(self) -> str:
        return self.PREFIX + self.text

    @classmethod
    def parse(cls, body: str) -> Command:
        return cls(body)
