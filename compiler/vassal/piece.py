"""Pieces: a basic piece wrapped in traits; stacks and decks, which exist only in saves.

Each layer is encoded inside the next one, so the delimiters of inner layers gather one backslash per layer.
"""

# ruff: noqa: RUF009  # the field functions build dataclass fields, as `dataclasses.field` does

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

from compiler.vassal import sequence
from compiler.vassal.deck import Deck
from compiler.vassal.fields import Whole, image, text, whole
from compiler.vassal.nesting import nest, unnest
from compiler.vassal.record import Record, read, state_specs, type_specs, written
from compiler.vassal.traits import Trait, decode_trait

__all__ = ["BasicPiece", "Body", "Piece", "Stack", "UnknownPiece", "add_piece", "decode_piece", "read_add_piece"]

T = TypeVar("T", bound=Trait)


@dataclass(frozen=True, slots=True)
class BasicPiece(Record):
    """The innermost part: image, name, and in play the place and identity. `map` is `null` off every map."""

    image: str = image()
    name: str = text()
    clone_key: str = text()
    delete_key: str = text()
    map: str = text("null", state=True)
    x: Whole = whole(state=True)
    y: Whole = whole(state=True)
    gpid: str = text(state=True)
    properties: tuple[tuple[str, str], ...] = ()

    def encode(self) -> tuple[str, str]:
        """The type and state as text."""
        if self.kept is not None:
            return self.kept[0], self.kept[1]
        design = ("piece", self.clone_key, self.delete_key, self.image, self.name, *self.rest)
        pairs = [part for pair in self.properties for part in pair]
        state = [*written(self, state_specs(BasicPiece)), str(len(self.properties)), *pairs]
        return sequence.encode(design, ";"), sequence.encode(state, ";")

    @classmethod
    def decode(cls, type_text: str, state_text: str) -> BasicPiece:
        """A basic piece from its texts; never fails."""
        design = (*sequence.decode(type_text, ";"), "", "", "", "")
        state, known = sequence.decode(state_text, ";"), state_specs(cls)
        flat = state[len(known) + 1 :]
        piece = cls(
            **read(type_specs(cls), (design[3], design[4], design[1], design[2])),
            **read(known, state),
            properties=tuple(zip(flat[::2], flat[1::2], strict=False)),
            rest=design[5:-4],
        )
        return piece if piece.encode() == (type_text, state_text) else piece.keep(type_text, state_text)


@dataclass(frozen=True, slots=True)
class Piece(Record):
    """A piece. `traits` run from the innermost outwards, as the editor lists them: each acts on those before it."""

    basic: BasicPiece = BasicPiece()
    traits: tuple[Trait, ...] = ()

    def encode(self) -> tuple[str, str]:
        """The type and state as text."""
        if self.kept is not None:
            return self.kept[0], self.kept[1]
        types, states = self._layers()
        return nest(types), nest(states)

    def written_as(self, type_text: str) -> Piece:
        """This piece with the text of its design, which another piece of the same design was written with."""
        return self.keep(type_text, nest(self._layers()[1]))

    def _layers(self) -> tuple[list[str], list[str]]:
        layers = [trait.encode() for trait in reversed(self.traits)]
        layers.append(self.basic.encode())
        return [layer[0] for layer in layers], [layer[1] for layer in layers]

    def all(self, kind: type[T]) -> Iterator[T]:
        """The traits of one class, innermost first."""
        return (trait for trait in self.traits if isinstance(trait, kind))

    def first(self, kind: type[T]) -> T | None:
        """The innermost trait of one class."""
        return next(self.all(kind), None)

    def at(self, map_name: str, x: int, y: int) -> Piece:
        """This piece on a map."""
        old = self.basic
        basic = BasicPiece(
            old.image, old.name, old.clone_key, old.delete_key, map_name, x, y, old.gpid, old.properties, rest=old.rest
        )
        return Piece(basic, self.traits, rest=self.rest)


@dataclass(frozen=True, slots=True)
class Stack(Record):
    """Pieces on one point, bottom first."""

    map: str = "null"
    x: Whole = 0
    y: Whole = 0
    pieces: tuple[str, ...] = ()
    layer: str = "-1"

    def encode(self) -> tuple[str, str]:
        """The type and state as text."""
        if self.kept is not None:
            return self.kept[0], self.kept[1]
        fields = (self.map, str(self.x), str(self.y), *self.pieces, f"@@{self.layer}")
        return "stack", sequence.encode(fields, ";")


@dataclass(frozen=True, slots=True)
class UnknownPiece:
    """A piece we cannot take apart, verbatim."""

    type: str
    state: str

    def encode(self) -> tuple[str, str]:
        return self.type, self.state


Body = Piece | Stack | Deck | UnknownPiece


def _read_stack(state_text: str) -> Stack:
    parts = sequence.decode(state_text, ";")
    layer = parts.pop()[2:] if parts[-1].startswith("@@") else "-1"
    place = [*parts[:3], "", "", ""][:3]
    x, y = (spec.kind.read(part) for spec, part in zip(state_specs(BasicPiece)[1:3], place[1:], strict=True))
    return Stack(place[0], x, y, tuple(parts[3:]), layer)


def decode_piece(type_text: str, state_text: str) -> Body:
    """A piece, stack or deck from its type and state; never fails, and keeps them to be written back."""
    body: Body
    if type_text == "stack":
        body = _read_stack(state_text)
    elif type_text.startswith("deck;"):
        body = Deck.decode(type_text, state_text)
    else:
        types = unnest(type_text)
        states = unnest(state_text, len(types)) if types is not None else None
        if types is None or states is None or len(types) != len(states) or not types[-1].startswith("piece;"):
            return UnknownPiece(type_text, state_text)
        basic = BasicPiece.decode(types[-1], states[-1])
        traits = tuple(decode_trait(*pair) for pair in zip(types[-2::-1], states[-2::-1], strict=True))
        body = Piece(basic, traits)
    return body.keep(type_text, state_text)


def add_piece(body: Body, identifier: str = "null") -> str:
    """The AddPiece text of a piece, as slots, prototypes and saves hold it."""
    return "+/" + sequence.encode((identifier, *body.encode()), "/")


def read_add_piece(text: str) -> tuple[str, Body] | None:
    """The id and piece of an AddPiece text, or nothing if it is none."""
    if not text.startswith("+/"):
        return None
    parts = sequence.decode(text[2:], "/")
    if len(parts) != 3:
        return None
    return parts[0], decode_piece(parts[1], parts[2])
