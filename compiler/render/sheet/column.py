"""Pages to read: a head with the picture of the game, columns filled one after the other, level on the last page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from compiler.load.tongue import printed
from compiler.model.game import Game
from compiler.render import type as typeset
from compiler.render.colour import Palette, mix, on, readable
from compiler.render.drawing import Drawing
from compiler.render.scene.pictures import cut_to, title_slip, window_of
from compiler.render.sheet.imposition import Slot
from compiler.render.sheet.presets import Paper
from compiler.render.style import title_kanji

MARGIN, GUTTER, TOP, HEAD = 12.0, 6.0, 34.0, 19.0
TEXT, LEAD = 3.2, 1.26
_STEP = 1.0  # mm by which the columns of a last page are tried shorter
_TAIL = 24.0  # mm left at the foot of the last page that are worth a picture


@dataclass(frozen=True, slots=True)
class Leaf:
    """A page: what is drawn on it, what begins on it, and pieces that lie on it."""

    drawing: Drawing
    name: str = ""
    slots: list[Slot] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Style:
    """How a paragraph is set: its face and size, the face of the number before it, what it is set back by."""

    face: str
    size: float = TEXT
    number: str = "sans-bold"
    indent: float = 0.0
    above: float = 1.5


RUNNING = Style("sans")
LEADING = Style("serif-italic", 3.6, above=1.0)
POINT = Style("sans", indent=7.0, above=0.7)
ASIDE = Style("sans-italic", number="sans-bold")
BOXED = Style("sans")
Draw = Callable[[Leaf, float, float], None]


@dataclass(frozen=True, slots=True)
class Item:
    """Something of a column: its height, the room above it where it does not begin one, whether it stays with the
    next, how it is drawn at a place, and how it is parted where only so much room is left."""

    height: float
    draw: Draw
    above: float = 0.0
    stays: bool = False
    split: Callable[[float], tuple[Item, Item] | None] | None = None
    opens: str = ""  # the chapter that begins with it


@dataclass
class Column:
    """A paper with columns. What is added is set by `set`; a band over the whole width may go before the columns."""

    game: Game
    palette: Palette
    paper: Paper
    title: str
    columns: int = 2
    running: bool = False  # later pages have a running head instead of the picture
    items: list[Item] = field(default_factory=list)
    bands: list[Item] = field(default_factory=list)
    feet: list[Item] = field(default_factory=list)

    @property
    def across(self) -> float:
        """The width between the margins."""
        return self.paper.width - 2 * MARGIN

    @property
    def wide(self) -> float:
        """The width of a column."""
        return (self.across - GUTTER * (self.columns - 1)) / self.columns

    @property
    def strong(self) -> str:
        """The accent for words, dark enough for small letters."""
        return readable(self.palette.accent, self.palette.paper)

    def say(self, text: str) -> str:
        """A text of ours in the language of the game."""
        return printed(text, self.game.lang)

    # -- what goes in ------------------------------------------------------------------------------------------------
    def add(self, item: Item) -> int:
        """Something more; returns its number, by which `pages` tells its page."""
        self.items.append(item)
        return len(self.items) - 1

    def heading(self, text: str) -> int:
        """A dark bar that stays with what follows it."""
        return self.add(replace(self.bar(text, self.wide), above=3.0 if self.running else 1.5, opens=text))

    def bar(self, text: str, wide: float) -> Item:
        """A dark bar of that width."""
        fill = self.palette.area(self.palette.frame)

        def draw(leaf: Leaf, x: float, y: float) -> None:
            d = leaf.drawing
            d.rect(x, y, wide, 6.4, fill)
            d.rect(x, y + 6.4, wide, 0.7, self.palette.accent)
            d.text(x + 2.0, y + 4.6, text, typeset.fit(text, 3.9, wide - 4, "serif-bold"), on(fill), "serif-bold")

        return Item(8.0, draw, 1.5, True)

    def subheading(self, text: str) -> int:
        """A line in the accent that stays with what follows it."""
        lines = typeset.wrap(text, 3.7, self.wide, "serif-bold")

        def draw(leaf: Leaf, x: float, y: float) -> None:
            for n, line in enumerate(lines):
                leaf.drawing.text(x, y + 3.5 + n * 4.4, line, 3.7, self.strong, "serif-bold")

        return self.add(Item(4.4 * len(lines) + 0.6, draw, 1.6, True))

    def entry(self, head: str, text: str, indent: float) -> int:
        """A short head at the left, its text beside it."""
        return self.add(self.line(head, text, indent, self.wide))

    def line(self, head: str, text: str, indent: float, wide: float) -> Item:
        """A short head and its text in that width."""
        lines = typeset.wrap(text, TEXT, wide - indent, "sans") or ("",)
        heads = typeset.wrap(head, TEXT, indent - 1.6, "sans-bold") or ("",)
        size = min(typeset.fit(line, TEXT, indent - 1.2, "sans-bold") for line in heads)  # a long id keeps off its text

        def draw(leaf: Leaf, x: float, y: float) -> None:
            for n, line in enumerate(heads):
                leaf.drawing.text(x, y + TEXT + n * TEXT * LEAD, line, size, self.strong, "sans-bold")
            for n, line in enumerate(lines):
                leaf.drawing.text(x + indent, y + TEXT + n * TEXT * LEAD, line, TEXT, self.palette.ink, "sans")

        return Item(max(len(lines), len(heads)) * TEXT * LEAD + 1.0, draw)

    def paragraph(self, number: str, text: str, style: Style) -> int:
        """Sentences line by line: a column may end among them, though never after the first or before the last."""
        lines = self._lines(number, text, style, self.wide)
        first = len(self.items)
        for n, line in enumerate(lines):
            holds = n + 1 < len(lines) and n in (0, len(lines) - 2)
            self.add(Item(style.size * LEAD, line, 0.0 if n else style.above, holds))
        return first

    def _lines(self, number: str, text: str, style: Style, wide: float) -> list[Draw]:
        """The lines of a paragraph; the number stands before the first, or in the space it is set back by."""
        before = typeset.width(f"{number} ", style.size, style.number) + 0.6 if number and not style.indent else 0.0
        room = wide - style.indent
        head = typeset.wrap(text, style.size, room - before, style.face)[:1]
        rest = typeset.wrap(text[len("".join(head)) :].lstrip(), style.size, room, style.face)
        return [self._line(line, style, style.indent + (0.0 if n else before), "" if n else number)
                for n, line in enumerate([*head, *rest])]  # fmt: skip

    def _line(self, text: str, style: Style, indent: float, number: str) -> Draw:
        def draw(leaf: Leaf, x: float, y: float) -> None:
            if number:
                leaf.drawing.text(x, y + style.size, number, style.size, self.strong, style.number)
            leaf.drawing.text(x + indent, y + style.size, text, style.size, self.palette.ink, style.face)

        return draw

    def label(self, number: str) -> Item:
        """A number alone above the points of its list."""
        return Item(TEXT * LEAD, self._line("", RUNNING, 0.0, number), RUNNING.above, True)

    def box(self, head: str, text: str) -> Item:
        """A tinted box with a head of its own, kept together."""
        p, lines = self.palette, self._lines("", text, BOXED, self.wide - 7.0)
        high = 7.4 + len(lines) * BOXED.size * LEAD

        def draw(leaf: Leaf, x: float, y: float) -> None:
            d = leaf.drawing
            d.rect(x, y, self.wide, high, mix(p.paper, p.white, 0.6), mix(p.frame, p.paper, 0.5), 0.25)
            d.rect(x, y, 1.6, high, p.area(p.accent))
            d.text(x + 4.0, y + 4.2, head, 3.0, self.strong, "serif-bold")
            for n, line in enumerate(lines):
                line(leaf, x + 4.0, y + 5.2 + n * BOXED.size * LEAD)

        return Item(high, draw, 1.8)

    def band(self, item: Item) -> None:
        """Something over the whole width before the columns of the first page."""
        self.bands.append(item)

    def foot(self, item: Item) -> None:
        """Something over the whole width after the columns; feet go on over further pages."""
        self.feet.append(item)

    # -- how it is set -----------------------------------------------------------------------------------------------
    def pages(self) -> list[int]:
        """On which page, from 0, each thing will stand."""
        return [n for n, runs in enumerate(self._laid()) for run in runs for _ in run]

    def set(self, first: int = 1) -> list[Leaf]:
        """The pages, numbered from there on."""
        leaves: list[Leaf] = []
        low, chapter = TOP, ""
        for runs in self._laid():
            begun = [self.items[i].opens for run in runs for i in run if self.items[i].opens]
            fresh = not chapter or any(self.items[i].opens for run in runs[:1] for i in run[:1])
            head = begun[0] if fresh and begun else chapter
            leaf = Leaf(self._run_on(head) if self.running and leaves else self._page())
            chapter = begun[-1] if begun else chapter
            top = self._top(bool(leaves))
            if not leaves:
                self._stacked(leaf, self.bands, MARGIN, TOP)
            ends = [
                self._stacked(leaf, [self.items[i] for i in run], MARGIN + n * (self.wide + GUTTER), top)
                for n, run in enumerate(runs)
            ]
            low = max(ends, default=top)
            leaves.append(leaf)
        low = self._footed(leaves, low)
        self._tail(leaves[-1], low + 5.0)
        for number, leaf in enumerate(leaves, first):
            d = leaf.drawing
            d.text(d.width - MARGIN, d.height - 5.0, str(number), 3.2, self.palette.soft, "sans-semi", "end")
        return leaves

    def _footed(self, leaves: list[Leaf], low: float) -> float:
        """Feet below the columns, page after page; returns where the last one ends."""
        bottom = self.paper.height - MARGIN + 1e-6
        feet = list(self.feet)
        while feet:
            item, after = feet.pop(0), feet[0] if feet else None
            above = item.above if low > TOP else 0.0
            room = bottom - low - above
            parts = item.split(room) if item.height > room and item.split is not None else None
            if parts is not None:
                item, rest = parts
                feet.insert(0, rest)
            elif low > TOP and item.height + (_least(after, room - item.height) if item.stays else 0.0) > room:
                leaves.append(Leaf(self._page()))
                feet.insert(0, item)
                low = TOP
                continue
            item.draw(leaves[-1], MARGIN, low + above)
            low += above + item.height
        return low

    def _tail(self, leaf: Leaf, top: float) -> None:
        """What stays free of the last page shows the picture of the game."""
        d, high = leaf.drawing, self.paper.height - MARGIN - top
        if high < _TAIL or self.palette.thin:
            return
        picture = cut_to(self.game, self.across / high)
        if picture is not None:
            picture.paint(d, MARGIN, top, self.across)
            d.rect(MARGIN, top, self.across, high, None, self.palette.frame, 0.5)

    def _laid(self) -> list[list[list[int]]]:
        """Page by page and column by column, the numbers of the things that stand there."""
        pages: list[list[list[int]]] = []
        at, bottom = 0, self.paper.height - MARGIN
        while at < len(self.items) or not pages:
            top = self._top(bool(pages))
            runs = self._filled(at, top, bottom)
            if sum(map(len, runs)) == len(self.items) - at:
                runs = self._level(at, top, bottom)
            if not any(runs) and at < len(self.items):
                runs = [[at]]  # higher than a column: it goes over the margin rather than nowhere
            pages.append(runs)
            at += sum(map(len, runs))
        return pages

    def _top(self, later: bool) -> float:
        """Where columns begin: below the bands on the first page."""
        if later:
            return HEAD if self.running else TOP
        if not self.bands:
            return TOP
        return TOP + sum(item.above * (n > 0) + item.height for n, item in enumerate(self.bands)) + 3.0

    def _stacked(self, leaf: Leaf, items: Sequence[Item], x: float, y: float) -> float:
        for n, item in enumerate(items):
            y += item.above if n else 0.0
            item.draw(leaf, x, y)
            y += item.height
        return y

    def _filled(self, at: int, top: float, bottom: float) -> list[list[int]]:
        """Which things fill the columns of a page; what stays with the next goes over with it."""
        runs: list[list[int]] = []
        for _ in range(self.columns):
            run: list[int] = []
            y = top
            while at < len(self.items):
                item = self.items[at]
                need = (item.above if run else 0.0) + item.height
                if y + need > bottom + 1e-6:
                    break
                run.append(at)
                y, at = y + need, at + 1
            if at < len(self.items):
                while len(run) > 1 and self.items[run[-1]].stays:
                    at = run.pop()
            runs.append(run)
        return runs

    def _level(self, at: int, top: float, bottom: float) -> list[list[int]]:
        """The rest in columns of like height: the lowest that hold it all."""
        best = self._filled(at, top, bottom)
        left = len(self.items) - at
        while bottom - _STEP > top:
            bottom -= _STEP
            runs = self._filled(at, top, bottom)
            if sum(map(len, runs)) < left:
                break
            best = runs
        return best

    def _run_on(self, chapter: str) -> Drawing:
        """A page with a running head: the game at the left, the chapter that goes on or begins at the right."""
        d, p = Drawing(self.paper.width, self.paper.height, span=self.game.span), self.palette
        d.rect(0, 0, d.width, d.height, p.paper)
        d.text(MARGIN, 12.2, self.game.title.en, 3.4, self.strong, "serif-bold")
        d.text(d.width - MARGIN, 12.2, chapter, typeset.fit(chapter, 3.4, self.across / 2, "serif-italic"), p.ink,
               "serif-italic", "end")  # fmt: skip
        d.rect(MARGIN, 14.2, self.across, 0.6, p.accent)
        return d

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


def _least(item: Item | None, room: float) -> float:
    """How much of a foot must stand below its heading: all of it, or the part that fits."""
    if item is None:
        return 0.0
    parts = item.split(room) if item.height > room and item.split is not None else None
    return parts[0].height if parts is not None else item.height
