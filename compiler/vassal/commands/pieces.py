"""Commands about pieces."""

# ruff: noqa: RUF009  # the field functions build dataclass fields, as `dataclasses.field` does

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from compiler.vassal.commands.base import Command, Unknown
from compiler.vassal.fields import Whole, text, whole
from compiler.vassal.piece import Body, UnknownPiece, add_piece, read_add_piece

__all__ = ["AddPiece", "ChangePiece", "MovePiece", "RemovePiece"]


@dataclass(frozen=True, slots=True)
class AddPiece(Command):
    """A piece, stack or deck enters the game."""

    PREFIX: ClassVar[str] = "+/"

    id: str = "null"
    piece: Body = UnknownPiece("", "")

    def write(self) -> str:
        return add_piece(self.piece, self.id)

    @classmethod
    def parse(cls, body: str) -> Command:
        found = read_add_piece(cls.PREFIX + body)
        return cls(*found) if found is not None else Unknown(cls.PREFIX + body)


@dataclass(frozen=True, slots=True)
class RemovePiece(Command):
    """A piece leaves the game."""

    PREFIX: ClassVar[str] = "-/"

    id: str = ""

    def write(self) -> str:
        return self.PREFIX + self.id

    @classmethod
    def parse(cls, body: str) -> Command:
        return cls(body)


@dataclass(frozen=True, slots=True)
class ChangePiece(Command):
    """The state of a piece changes; both states are the whole nested text."""

    PREFIX: ClassVar[str] = "D/"
    DELIMITER: ClassVar[str] = "/"

    id: str = text()
    new_state: str = text()
    old_state: str = text()


@dataclass(frozen=True, slots=True)
class MovePiece(Command):
    """A piece moves; `*_under` is the piece it lies on, or `null`."""

    PREFIX: ClassVar[str] = "M/"
    DELIMITER: ClassVar[str] = "/"

    id: str = text()
    new_map: str = text("null")
    new_x: Whole = whole()
    new_y: Whole = whole()
    new_under: str = text("null")
    old_map: str = text("null")
    old_x: Whole = whole()
    old_y: Whole = whole()
    old_under: str = text("null")
    player: str = text()
