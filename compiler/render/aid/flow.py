"""A help page as a flow: what is rolled, what can come of it side by side, what follows.

Lines of a page such as `- up to the first factor → Heavy damage: …` are the ways it can go on.
"""

from __future__ import annotations

from dataclasses import dataclass

from compiler.model.game import HelpPage
from compiler.render import type as typeset
from compiler.render.aid.block import LEAD, lines_at
from compiler.render.colour import Palette, mix, on
from compiler.render.drawing import Drawing

ARROW = " → "
FEWEST, MOST = 2, 4  # ways side by side
PAD, GAP, STEM = 2.4, 3.4, 4.6
_TONES = ("#B4302B", "#D9A52E", "#4F7A96", "#5E8A6A")  # in turn; the words say what they are


@dataclass(frozen=True, slots=True)
class Way:
    """One outcome: its name, when it comes, what it does."""

    name: str
    when: str
    text: str


@dataclass(slots=True)
class FlowBody:
    """A box, ways out of it, and a bar that all of them lead to."""

    palette: Palette
    first: str
    ways: list[Way]
    last: str

    def told(self) -> str:
        """The lines of the page that it was."""
        ways = [f"- {way.when}{ARROW}{way.name}: {way.text}" for way in self.ways]
        return "\n".join([self.first, *ways, *([self.last] if self.last else [])])

    def _wide(self, width: float) -> float:
        return (width - GAP * (len(self.ways) - 1)) / len(self.ways)

    def _top(self, width: float, size: float) -> float:
        return len(typeset.wrap(self.first, size * 1.05, width - 14, "serif-bold")) * size * 1.05 * LEAD + 2 * PAD

    def _head(self, way: Way, wide: float, size: float) -> float:
        names = typeset.wrap(way.name, size * 1.05, wide - 2, "sans-black")
        whens = typeset.wrap(way.when, size, wide - 2, "sans")
        return (len(names) * 1.05 + len(whens)) * size * LEAD + PAD

    def _text(self, way: Way, wide: float, size: float) -> float:
        return len(typeset.wrap(way.text, size, wide - 4.0, "sans")) * size * 1.24 + 2 * PAD

    def _bar(self, width: float, size: float) -> float:
        return len(typeset.wrap(self.last, size, width - 8, "sans-semi")) * size * LEAD + 2 * PAD if self.last else 0.0

    def least(self, width: float, size: float) -> float:
        wide = self._wide(width)
        heads = max(self._head(way, wide, size) for way in self.ways)
        texts = max(self._text(way, wide, size) for way in self.ways)
        return self._top(width, size) + STEM + heads + texts + (2.4 + self._bar(width, size) if self.last else 0.0)

    def draw(self, d: Drawing, x: float, y: float, width: float, height: float, size: float) -> None:
        p, wide = self.palette, self._wide(width)
        top, bar = self._top(width, size), self._bar(width, size)
        heads = max(self._head(way, wide, size) for way in self.ways)
        fill = p.area(p.accent)
        d.rect(x + 5, y, width - 10, top, fill, r=1.0)
        lines_at(d, x + width / 2, y + top / 2, typeset.wrap(self.first, size * 1.05, width - 14, "serif-bold"),
                 size * 1.05, on(fill), "serif-bold")  # fmt: skip
        fork, begin = y + top + STEM * 0.42, y + top + STEM
        middles = [x + n * (wide + GAP) + wide / 2 for n in range(len(self.ways))]
        d.line([(x + width / 2, y + top), (x + width / 2, fork)], p.frame, 0.7, cap="butt")
        d.line([(middles[0], fork), (middles[-1], fork)], p.frame, 0.7)
        foot = y + height - (bar + 2.4 if self.last else 0.0)
        for n, (way, middle) in enumerate(zip(self.ways, middles, strict=True)):
            d.line([(middle, fork), (middle, begin - 1.4)], p.frame, 0.7, cap="butt")
            d.line([(middle - 1.3, begin - 1.9), (middle, begin - 0.3), (middle + 1.3, begin - 1.9)], p.frame, 0.7)
            self._way(d, way, (middle - wide / 2, begin, wide, foot - begin), heads, _TONES[n], size)
        if self.last:
            fill = p.area(p.frame)
            d.rect(x, y + height - bar, width, bar, fill, r=1.0)
            lines = typeset.wrap(self.last, size, width - 8, "sans-semi")
            lines_at(d, x + width / 2, y + height - bar / 2, lines, size, on(fill), "sans-semi")

    def _way(
        self, d: Drawing, way: Way, box: tuple[float, float, float, float], head: float, tone: str, size: float
    ) -> None:
        p = self.palette
        x, y, w, h = box
        d.rect(x, y, w, h, mix(p.paper, p.white, 0.65), mix(p.frame, p.paper, 0.4), 0.3, r=1.0)
        d.rect(x, y, w, head, p.area(mix(tone, p.white, 0.58)), mix(p.frame, p.paper, 0.4), 0.3, r=1.0)
        names = typeset.wrap(way.name, size * 1.05, w - 2, "sans-black")
        top = y + PAD / 2 + size * 0.95
        for n, line in enumerate(names):
            d.text(x + w / 2, top + n * size * 1.05 * LEAD, line, size * 1.05, p.ink, "sans-black", "middle")
        top += len(names) * size * 1.05 * LEAD
        for n, line in enumerate(typeset.wrap(way.when, size, w - 2, "sans")):
            d.text(x + w / 2, top + n * size * LEAD, line, size, p.ink, "sans", "middle")
        lines = typeset.wrap(way.text, size, w - 4.0, "sans")
        first = y + head + (h - head - len(lines) * size * 1.24) / 2 + size * 0.95
        for n, line in enumerate(lines):
            d.text(x + 2.0, first + n * size * 1.24, line, size, p.ink, "sans")


def flow_of(palette: Palette, page: HelpPage) -> FlowBody | None:
    """A page as a flow: one line, some ways, perhaps a line after them; None if it is not written so."""
    lines = [line.strip() for line in page.text.strip().split("\n") if line.strip()]
    ways = [n for n, line in enumerate(lines) if line.startswith("- ") and ARROW in line]
    if not FEWEST <= len(ways) <= MOST or ways != list(range(1, len(ways) + 1)) or len(lines) - len(ways) > 2:
        return None
    found = []
    for n in ways:
        when, _, then = lines[n].removeprefix("- ").partition(ARROW)
        name, _, text = then.partition(": ")
        found.append(Way(name, when, text))
    return FlowBody(palette, lines[0], found, lines[-1] if len(lines) > len(ways) + 1 else "")
