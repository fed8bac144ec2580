"""Commands of pieces that have one already: a key or a word of the menu that two traits of a piece answer to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from compiler.vassal.buildfile import Component
from compiler.vassal.keys import Key
from compiler.vassal.piece import Piece, read_add_piece
from compiler.vassal.record import specs
from compiler.vassal.trait import Trait
from compiler.vassal.traits.property import Prototype

_SLOTS = ("PieceSlot", "CardSlot")
Heard = tuple[str, str, str]  # the field, what two of them must share, and how a player reads it


def heard(trait: Trait) -> Iterator[Heard]:
    """The keys a trait answers to itself and the words it has in the menu; what it merely watches is nobody's own."""
    for spec in specs(type(trait)):
        value = getattr(trait, spec.name)
        if spec.kind.role == "hears" and isinstance(value, Key) and value:
            yield spec.name, value.identity, value.words
        elif spec.kind.role == "menu" and isinstance(value, str) and value:
            yield spec.name, f"menu:{value}", value


class Companions:
    """The pieces of a module by the traits they have, prototypes opened."""

    def __init__(self, parts: Iterable[Component]) -> None:
        self._prototypes: dict[str, tuple[Trait, ...]] = {}
        self._pieces: list[tuple[Trait, ...]] = []
        for part in parts:
            if part.kind in (*_SLOTS, "PrototypeDefinition"):
                found = read_add_piece(part.text)
                if found is not None and isinstance(found[1], Piece):
                    if part.kind in _SLOTS:
                        self._pieces.append(found[1].traits)
                    else:
                        self._prototypes[part.get("name")] = found[1].traits

    def opened(self, traits: Iterable[Trait], seen: set[str] | None = None) -> Iterator[Trait]:
        """Traits with those of the prototypes among them; `seen` takes the names of these."""
        seen = set() if seen is None else seen
        for trait in traits:
            yield trait
            if isinstance(trait, Prototype) and trait.name not in seen:
                seen.add(trait.name)
                yield from self.opened(self._prototypes.get(trait.name, ()), seen)

    def of(self, prototype: str) -> dict[str, str]:
        """What pieces with a prototype answer to already: what two must share, and how a player reads it."""
        found: dict[str, str] = {}
        for traits in (*self._pieces, self._prototypes.get(prototype, ())):
            seen = {prototype} if traits is self._prototypes.get(prototype) else set()
            opened = list(self.opened(traits, seen))
            if prototype in seen:
                found.update((same, words) for trait in opened for _, same, words in heard(trait))
        return found
