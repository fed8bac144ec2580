"""What a card is drawn with, and text that must fit it: it shrinks before it is refused."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from compiler.model.counters import Card
from compiler.model.game import Game
from compiler.model.shown import value_of
from compiler.render import type as typeset
from compiler.render.colour import Palette
from compiler.render.counter.slots import Slot, said
from compiler.render.drawing import Drawing

SMALLEST = 2.3  # mm; nothing in running text may be smaller


@dataclass(slots=True)
class Table:
    """What a card is drawn with."""

    game: Game
    palette: Palette
    drawing: Drawing
    card: Card
    layout: Mapping[str, Any]
    values: Mapping[str, Any]

    def colour(self, key: str, default: str) -> str:
        name = str(self.layout.get(key, default))
        if name.startswith("#"):
            return name
        furniture = {"accent": self.palette.accent, "paper": self.palette.paper, "frame": self.palette.frame,
                     "white": self.palette.white, "ink": self.palette.ink, "seal": self.palette.seal}  # fmt: skip
        return furniture.get(name) or self.palette.tone(name)

    def part(self, key: str) -> str:
        """The text a part of the layout says, empty if the layout has no such part."""
        given = self.layout.get(key)
        return said(Slot(key, given), self.values) if isinstance(given, Mapping) else ""


@dataclass(frozen=True, slots=True)
class Copy:
    """Running text: what it says, its face and ink, size and leading, and the space after it."""

    text: str
    face: str
    ink: str
    size: float
    leading: float
    after: float


def height(copy: Copy, size: float, measure: float) -> float:
    lines = len(typeset.wrap(copy.text, size, measure, copy.face))
    return lines * size * copy.leading + copy.after if lines else 0.0


def set_copies(table: Table, copies: list[Copy], x: float, top: float, measure: float, bottom: float) -> None:
    """Set the copies one below the other, all shrunk alike until they fit; too long is a fault of the card."""
    shrink = 0.0
    while True:
        sizes = [max(SMALLEST, c.size - shrink) for c in copies]
        total = sum(height(c, s, measure) for c, s in zip(copies, sizes, strict=True))
        if top + total <= bottom or all(s <= SMALLEST for s in sizes):
            break
        shrink += 0.1
    if top + total > bottom + 0.5:
        over = top + total - bottom
        table.drawing.problem("R303", f"the text of card `{table.card.id}` is too long by {over:.1f} mm",
                              "shorten its effect or condition")  # fmt: skip
    for copy, size in zip(copies, sizes, strict=True):
        if copy.text:
            y = table.drawing.block(x, top + size, copy.text, size, measure, copy.ink, copy.face, copy.leading)
            top = y + size * (copy.leading - 1) + copy.after


def sentence(text: str | None) -> str:
    """A text as a sentence: first letter large, a full stop at the end."""
    if not text:
        return ""
    text = text[0].upper() + text[1:]
    return text if text[-1] in ".!?…:" else text + "."


# Words that lose their capital after a lead; a name keeps it.
COMMON = frozenset((
    "a", "all", "an", "another", "any", "at", "each", "if", "in", "no", "nobody", "of", "on", "one", "only", "other",
    "step", "the", "there", "this", "when", "where", "you", "your",
))  # fmt: skip


def led(lead: str, text: str | None) -> str:
    """A sentence after a leading word."""
    told = sentence(text)
    if not told:
        return ""
    first = told.split()[0].lower().strip(",.")
    return f"{lead} {told[0].lower()}{told[1:]}" if first in COMMON else f"{lead} {told}"


def crest_of(table: Table) -> str | None:
    """The side a card is about: that of the counter, side or space its `crest` fields name."""
    fields = table.layout.get("crest", ())
    for field in [fields] if isinstance(fields, str) else fields:
        value = value_of(str(field), table.values)
        counter = table.game.counters.get(str(value))
        if counter is not None:
            return counter.side
        if str(value) in table.game.sides:
            return str(value)
    return None
