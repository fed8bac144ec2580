"""Pages to read: a head with the picture of the game, columns that are filled one after the other."""

from __future__ import annotations

from dataclasses import dataclass

from compiler.model.game import Game
from compiler.render import type as typeset
from compiler.render.colour import Palette, on
from compiler.render.drawing import Drawing
from compiler.render.scene.pictures import title_slip, window_of
from compiler.render.sheet.presets import Paper
from compiler.render.style import title_kanji

MARGIN = 12.0
TEXT, LEAD = 3.2, 1.26


@dataclass
class Column:
    """A page with columns that are filled one after the other."""

    game: Game
    palette: Palette
    paper: Paper
    title: str
    columns: int = 2
    top: float = 34.0

    def __post_init__(self) -> None:
        self.pages: list[Drawing] = []
        self._at, self._y = self.columns, 0.0
        self.wide = (self.paper.width - 2 * MARGIN - 6.0 * (self.columns - 1)) / self.columns

    def room(self, need: float) -> tuple[Drawing, float, float]:
        """Where the next thing of that height goes: the page, x and y."""
        if self._at >= self.columns or self._y + need > self.paper.height - MARGIN:
            self._at += 1
            if self._at >= self.columns:
                self.pages.append(self._page())
                self._at = 0
            self._y = self.top
        y = self._y
        self._y += need
        return self.pages[-1], MARGIN + self._at * (self.wide + 6.0), y

    def _page(self) -> Drawing:
        d, p = Drawing(self.paper.width, self.paper.height, span=self.game.span), self.palette
        d.rect(0, 0, d.width, d.height, p.paper)
        strip = None if p.thin else window_of(self.game, "header")
        if strip is not None:
            high = strip.paint(d, 0, 0, d.width)
            d.rect(0, high, d.width, 0.9, p.accent)
        title_slip(d, p, MARGIN, 9.0, [self.title], self.game.title.en, title_kanji(self.game),
                   min(6.0, 6.0 * (d.width - 60) / max(1.0, typeset.width(self.title, 6.0, "serif-bold"))))  # fmt: skip
        return d

    def turn(self) -> None:
        """What follows begins a column."""
        self._y = self.paper.height

    def number(self, first: int = 1) -> list[Drawing]:
        """The finished pages, numbered from there on."""
        for n, d in enumerate(self.pages, first):
            d.text(d.width - MARGIN, d.height - 5.0, str(n), 3.2, self.palette.soft, "sans-semi", "end")
        return self.pages

    def heading(self, text: str) -> None:
        """A dark bar that stays with what follows it."""
        self._y += 1.5 if self._y > self.top else 0.0
        d, x, y = self.room(16.0)
        self._y -= 8.0
        fill = self.palette.area(self.palette.frame)
        d.rect(x, y, self.wide, 6.4, fill)
        d.rect(x, y + 6.4, self.wide, 0.7, self.palette.accent)
        size = typeset.fit(text, 3.9, self.wide - 4, "serif-bold")
        d.text(x + 2.0, y + 4.6, text, size, on(fill), "serif-bold")

    def entry(self, head: str, text: str, indent: float) -> None:
        """A short head at the left, its text beside it."""
        lines = typeset.wrap(text, TEXT, self.wide - indent, "sans") or ("",)
        heads = typeset.wrap(head, TEXT, indent - 1.6, "sans-bold") or ("",)
        d, x, y = self.room(max(len(lines), len(heads)) * TEXT * LEAD + 1.0)
        for n, line in enumerate(heads):
            d.text(x, y + TEXT + n * TEXT * LEAD, line, TEXT, self.palette.accent, "sans-bold")
        for n, line in enumerate(lines):
            d.text(x + indent, y + TEXT + n * TEXT * LEAD, line, TEXT, self.palette.ink, "sans")
