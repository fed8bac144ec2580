"""Decks as saves hold them; the design repeats the attributes of the module's draw pile."""

# ruff: noqa: RUF009  # the field functions build dataclass fields, as `dataclasses.field` does

from __future__ import annotations

from dataclasses import dataclass

from compiler.vassal import sequence
from compiler.vassal.fields import Whole, color, flag, hears, sends, text, whole, words
from compiler.vassal.keys import Key
from compiler.vassal.record import Record, joined, read, state_specs, type_specs, written

__all__ = ["Deck"]


@dataclass(frozen=True, slots=True)
class Deck(Record):
    """A deck on the map; `cards` are piece ids from the bottom up."""

    draw_outline: bool = flag(True)
    outline: str = color("255,0,0")
    width: Whole = whole(40)
    height: Whole = whole(40)
    face_down: str = text("Always")
    shuffle: str = text("Always")
    allow_multiple: bool = flag()
    allow_select: bool = flag()
    reversible: bool = flag()
    reshuffle_menu: str = text()
    reshuffle_target: str = text()
    reshuffle_format: str = text()
    name: str = text("Deck")
    shuffle_format: str = text()
    reverse_format: str = text()
    face_down_format: str = text()
    draw_face_up: bool = flag()
    can_save: bool = flag()
    shuffle_key: Key = hears()
    reshuffle_key: Key = hears()
    max_stack: Whole = whole(10)
    count_expressions: tuple[str, ...] = words()
    counts_expressions: bool = flag()
    key_commands: str = text()
    key_on_empty: bool = flag()
    empty_key: Key = sends()
    select_display: str = text("$BasicName$")
    select_sort: str = text()
    restricts: bool = flag()
    restrict: str = text()
    shuffle_menu: str = text("Shuffle")
    reverse_menu: str = text("Reverse")
    reverse_key: Key = hears()
    draw_multiple: str = text("Draw multiple cards")
    draw_specific: str = text("Draw specific cards")
    face_up_menu: str = text("Face up")
    face_down_menu: str = text("Face down")
    face_up_key: Key = hears()
    face_up_format: str = text()
    flip_key: Key = hears()
    face_down_key: Key = hears()
    save_menu: str = text("Save Deck")
    save_key: Key = hears()
    save_format: str = text("Deck Saved")
    load_menu: str = text("Load Deck")
    load_key: Key = hears()
    load_format: str = text("Deck Loaded")
    restricts_access: bool = flag()
    owners: tuple[str, ...] = words()
    map: str = text("null", state=True)
    x: Whole = whole(state=True)
    y: Whole = whole(state=True)
    is_face_down: bool = flag(True, state=True)
    cards: tuple[str, ...] = words(state=True)

    def encode(self) -> tuple[str, str]:
        """The type and state as text."""
        if self.kept is not None:
            return self.kept[0], self.kept[1]
        state = written(self, state_specs(Deck))
        if not self.cards:
            state.pop()
        return f"deck;{joined(self)}", ";".join(state)

    @classmethod
    def decode(cls, type_text: str, state_text: str) -> Deck:
        """A deck from its texts; never fails."""
        design, known = sequence.decode(type_text.partition(";")[2], ";"), type_specs(cls)
        rest = tuple(design[len(known) :])
        return cls(**read(known, design), **read(state_specs(cls), sequence.decode(state_text, ";")), rest=rest)
