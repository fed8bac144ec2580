"""A block of an aid: a dark bar with a sign, and below it something that grows with the room it gets."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from compiler.render import type as typeset
from compiler.render.aid.signs import draw_sign
from compiler.render.colour import Palette, mix, on
from compiler.render.drawing import Drawing

SMALLEST = 3.2  # mm of text on an aid; footnotes are NOTE
NOTE = 2.7
BAR = 8.2
LEAD = 1.2


class Body(Protocol):
    """What stands below the bar of a block."""

    def least(self, width: float, size: float) -> float:
        """The height it needs at a width and type size; infinite if it is too narrow."""
        ...

    def draw(self, d: Drawing, x: float, y: float, width: float, height: float, size: float) -> None:
        """Fill a box of that height."""
        ...


@dataclass(frozen=True, slots=True)
class Block:
    """A titled part of an aid."""

    title: str
    sign: str
    body: Body
    note: str = ""
    # heights asked for before: blocks are tried in many an order
    _known: dict[tuple[float, float], float] = field(init=False, default_factory=dict, compare=False, repr=False)

    def least(self, width: float, size: float) -> float:
        found = self._known.get((width, size))
        if found is None:
            found = self._known[width, size] = BAR + 2.2 + self.body.least(width, size)
        return found

    def draw(self, d: Drawing, palette: Palette, x: float, y: float, width: float, height: float, size: float) -> None:
        """The bar, and the body in the rest of the height."""
        bar(d, palette, x, y, width, self.title, self.sign, self.note)
        self.body.draw(d, x, y + BAR + 2.2, width, height - BAR - 2.2, size)


def bar(d: Drawing, p: Palette, x: float, y: float, w: float, title: str, sign: str, note: str = "") -> None:
    """The heading of a block: a dark bar with an accent rule, a sign in a disc, a note at the right."""
    fill = p.area(p.frame)
    d.rect(x + 4.0, y, w - 4.0, BAR, fill)
    d.rect(x + 4.0, y + BAR, w - 4.0, 0.9, p.accent)
    d.circle(x + 5.0, y + BAR / 2, 5.0, p.paper, p.frame, 0.6)
    draw_sign(d, p, sign, x + 5.0, y + BAR / 2, 6.6)
    size = typeset.fit(title, 4.6, w - 20, "serif-bold")
    used = d.text(x + 12.0, y + BAR / 2 + size * 0.34, title, size, on(fill), "serif-bold")
    if note and typeset.width(note, SMALLEST, "sans-italic") < w - used - 18:
        ink = mix(on(fill), fill, 0.2)
        d.text(x + w - 2.2, y + BAR / 2 + 1.1, note, SMALLEST, ink, "sans-italic", "end")


def lines_at(
    d: Drawing, x: float, y: float, lines: tuple[str, ...], size: float, ink: str, face: str, anchor: str = "middle"
) -> None:
    """Lines of text about a middle height."""
    for i, line in enumerate(lines):
        at = y + size * 0.345 + (i - (len(lines) - 1) / 2) * size * LEAD
        d.text(x, at, line, size, ink, face, anchor)
