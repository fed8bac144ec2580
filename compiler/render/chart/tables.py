"""Charts: every table as it is looked up, with the meaning of its results and its modifiers; ground of a map."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from compiler.load.tongue import printed, within
from compiler.model.game import Game
from compiler.model.tables import Head, ResultTable, TableAxis
from compiler.render import symbols
from compiler.render import type as typeset
from compiler.render.colour import Palette, mix, on
from compiler.render.drawing import Drawing
from compiler.render.furniture import heading

WIDTH = 186.0  # mm; fits A4 and Letter between their margins
HALF = 89.5  # two of these stand side by side
_SIZE = 2.6
_LEAD = 1.16
_NARROW = 11.0


@dataclass(frozen=True, slots=True)
class _Cell:
    """Wrapped text of a cell, its symbol, and whether it stands for nothing."""

    lines: tuple[str, ...]
    symbol: str = ""
    empty: bool = False

    @property
    def height(self) -> float:
        return len(self.lines) * _SIZE * _LEAD


def said(value: Any) -> str:
    """A cell's value as text: true minus signs, lists with commas, nothing as a dash."""
    if value is None or value == "":
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return ", ".join(said(v) for v in value)
    text = f"{value:g}" if isinstance(value, float) else str(value)
    return text if text == "-" else text.replace("-", "−") if _is_number(text) else text


def _named(head: Head) -> str:
    """The label of a head; a name starts with a capital."""
    return head.label[:1].upper() + head.label[1:] if head.name else head.label


def _is_number(text: str) -> bool:
    return text.lstrip("+-−").replace(".", "", 1).replace("/", "").isdigit()


class TableDrawing:
    """Works out the columns and rows of one table, then draws it."""

    def __init__(self, game: Game, palette: Palette, table: ResultTable, width: float = WIDTH) -> None:
        self.game, self.palette, self.table = game, palette, table
        given = game.art.sheets.get("icons", {})
        self.icons: dict[str, str] = {str(k): str(v) for k, v in dict(given).items()}
        self.plain_rows = table.rows.by == "name"
        self.head = self._head_width()
        self.widths = self._widths(width - self.head)
        self.width = min(width, HALF if self.head + sum(self.widths) <= HALF else width)
        more = (self.width - self.head) / max(1.0, sum(self.widths))
        self.widths = [w * more for w in self.widths]
        self.rows = [[self._cell(cell, w) for cell, w in zip(row, self.widths, strict=True)] for row in table.cells]

    def _head_width(self) -> float:
        if not self.plain_rows:
            labels = [head.label for head in self.table.rows.heads]
            wide = max((typeset.width(label, 3.6, "sans-black") for label in labels), default=6.0)
            return max(_NARROW, min(34.0, wide + 4.0))
        words = [head.label for head in self.table.rows.heads]
        wide = max((typeset.width(word, _SIZE, "sans-bold") for word in words), default=20.0) + 4.0
        return min(max(18.0, wide), 52.0)

    def _widths(self, room: float) -> list[float]:
        """Columns by what they hold: no narrower than their longest word, wider where there is more to say."""
        need, want = [], []
        for i, head in enumerate(self.table.columns.heads):
            texts = [self._said(row[i]) for row in self.table.cells]
            words = [w for text in texts for w in text.split()]
            icon = 8.0 if any(text in self.icons for text in texts) else 0.0
            longest = max((typeset.width(w, _SIZE, "sans-semi") for w in words), default=0.0)
            label = max((typeset.width(w, _SIZE, "sans-bold") for w in head.label.split()), default=0.0)
            full = max((typeset.width(text, _SIZE, "sans-semi") for text in texts), default=0.0)
            title = typeset.width(head.label, _SIZE, "sans-bold")
            need.append(max(longest + icon, label) + 3.2)
            want.append(max(need[-1], min(full + icon, 90.0) + 3.2, title + 3.2))
        if sum(want) <= room:
            return want
        spare = max(0.0, room - sum(need))
        over = sum(want) - sum(need)
        scale = min(1.0, room / sum(need))
        return [(n + (w - n) / over * spare if over > 0 else n) * scale for n, w in zip(need, want, strict=True)]

    def _said(self, value: Any) -> str:
        """A cell as text; a side or a place named by its id has its name, a hex keeps its number."""
        if not isinstance(value, str) or value.isdigit():
            return said(value)
        known = self.game.sides.get(value) or self.game.spaces.get(value)
        return known.name.en if known is not None else said(value)

    def _cell(self, value: Any, width: float) -> _Cell:
        text = self._said(value)
        if text == "-":
            return _Cell((), empty=True)
        icon = self.icons.get(text, "")
        room = width - (9.2 if icon else 2.4)
        return _Cell(typeset.wrap(text, _SIZE, room, "sans-semi"), icon)

    def draw(self) -> Drawing:
        heads = [typeset.wrap(_named(h), _SIZE, w - 1.6, "sans-bold")
                 for h, w in zip(self.table.columns.heads, self.widths, strict=True)]  # fmt: skip
        bar = max(7.6, max((len(lines) for lines in heads), default=1) * _SIZE * _LEAD + 4.0)
        row_heads = [typeset.wrap(_named(h), _SIZE, self.head - 3.2, "sans-bold") for h in self.table.rows.heads]
        heights = [
            max([6.4, len(label) * _SIZE * _LEAD + 3.0 if self.plain_rows else 0.0, *(c.height + 3.0 for c in cells)])
            for label, cells in zip(row_heads, self.rows, strict=True)
        ]
        notes = _Notes(self.table, self.palette, self.width)
        full, top = self.width, 5.6 + 3.6
        d = Drawing(full, top + bar + sum(heights) + notes.height + 1.0, span=self.table.note.span)
        heading(d, 0, 5.6, full, self.table.title.en, self._note(), self.palette)
        self._header(d, top, bar, heads)
        y = top + bar
        for i, (label, cells, h) in enumerate(zip(row_heads, self.rows, heights, strict=True)):
            self._row(d, i, y, h, label, cells)
            y += h
        self._rules(d, top, bar, y)
        notes.draw(d, y + 3.0)
        return d

    def _note(self) -> str:
        rules = [rule for rule in self.table.note.rules if rule[:1].isdigit()]
        asked = self.table.columns.title.en
        lang = self.game.lang
        parts = [within(asked, lang) if self.table.columns.by != "name" else "",
                 printed(f"rule {rules[0]}", lang) if rules else ""]  # fmt: skip
        return ", ".join(part for part in parts if part)

    def _axis(self, axis: TableAxis) -> str:
        dice = self.game.dice.get(axis.dice or "")
        if dice is not None:
            return f"{dice.count if dice.count > 1 else ''}d{dice.sides}"
        return axis.title.en

    def _header(self, d: Drawing, y: float, h: float, heads: list[tuple[str, ...]]) -> None:
        p = self.palette
        fill = p.area(p.frame)
        d.rect(0, y, self.width, h, fill)
        ink = on(fill)
        self._lines(d, self.head / 2, y + h / 2, typeset.wrap(self._axis(self.table.rows), _SIZE, self.head - 1.6,
                    "sans-bold"), self.head - 1.6, ink, "sans-bold")  # fmt: skip
        x = self.head
        for lines, w in zip(heads, self.widths, strict=True):
            self._lines(d, x + w / 2, y + h / 2, lines, w - 1.6, ink, "sans-bold")
            x += w

    @staticmethod
    def _lines(
        d: Drawing, x: float, y: float, lines: tuple[str, ...], room: float, ink: str, face: str, anchor: str = "middle"
    ) -> None:
        for i, line in enumerate(lines):
            size = typeset.fit(line, _SIZE, room, face)
            at = y + size * 0.345 + (i - (len(lines) - 1) / 2) * _SIZE * _LEAD
            d.text(x, at, line, size, ink, face, anchor)

    def _row(self, d: Drawing, i: int, y: float, h: float, label: tuple[str, ...], cells: list[_Cell]) -> None:
        p = self.palette
        d.rect(0, y, self.width, h, mix(p.paper, p.white, 0.65) if i % 2 else mix(p.paper, p.frame, 0.07))
        plate = p.area(mix(p.accent, p.paper, 0.15))
        d.rect(0, y, self.head, h, plate)
        if self.plain_rows:
            self._lines(d, 1.6, y + h / 2, label, self.head - 3.2, on(plate), "sans-bold", "start")
        else:
            text = self.table.rows.heads[i].label.replace("-", "–")
            size = typeset.fit(text, 4.0, self.head - 2.4, "sans-black")
            d.text(self.head / 2, y + h / 2 + size * 0.345, text, size, on(plate), "sans-black", "middle")
        x = self.head
        for cell, w in zip(cells, self.widths, strict=True):
            self._content(d, cell, x, y, w, h)
            x += w

    def _content(self, d: Drawing, cell: _Cell, x: float, y: float, w: float, h: float) -> None:
        p = self.palette
        if cell.empty:
            d.line([(x + w / 2 - 1.2, y + h / 2), (x + w / 2 + 1.2, y + h / 2)], mix(p.soft, p.paper, 0.5), 0.3)
            return
        name = cell.symbol if cell.symbol.startswith(("mon-", "unit-")) else f"unit-{cell.symbol}"
        if cell.symbol and symbols.has(name):
            d.symbol(symbols.symbol(name), x + 4.2, y + h / 2, 5.0, mix(p.accent, p.ink, 0.35))
            self._lines(d, x + 7.8, y + h / 2, cell.lines, w - 9.2, p.ink, "sans-semi", "start")
        elif len(cell.lines) > 1 and w > 40:
            self._lines(d, x + 1.6, y + h / 2, cell.lines, w - 2.4, p.ink, "sans-semi", "start")
        else:
            self._lines(d, x + w / 2, y + h / 2, cell.lines, w - 2.4, p.ink, "sans-semi")

    def _rules(self, d: Drawing, top: float, bar: float, bottom: float) -> None:
        p, x = self.palette, self.head
        for w in self.widths[:-1]:
            x += w
            d.line([(x, top + bar), (x, bottom)], mix(p.frame, p.paper, 0.7), 0.18, cap="butt")
        d.rect(0, top, self.width, bottom - top, None, p.frame, 0.5)


class _Notes:
    """What stands under a table: results in words, modifiers with their numbers."""

    def __init__(self, table: ResultTable, palette: Palette, width: float) -> None:
        self.palette, self.width = palette, width
        self.entries: list[tuple[str, str]] = []
        for result in table.results.values():
            if result.text and result.text != result.code:
                self.entries.append((result.code if result.code.strip("- ") else "—", result.text))
        for modifier in table.modifiers:
            sign = "" if modifier.value is None else f"{modifier.value:+g}".replace("-", "−")
            name = modifier.name.en
            self.entries.append((sign or "•", f"{name}: {modifier.text}" if modifier.text else name))
        if table.note.remark:
            self.entries.append(("•", table.note.remark))
        short = max((typeset.width(code, 2.5, "sans-bold") for code, _ in self.entries), default=0.0)
        self.indent = min(short + 2.4, width * 0.32)
        self.lines = [typeset.wrap(text, 2.5, width - self.indent, "sans") for _, text in self.entries]
        self.codes = [typeset.wrap(code, 2.5, self.indent - 2.0, "sans-bold") for code, _ in self.entries]
        rows = sum(max(len(a), len(b)) for a, b in zip(self.lines, self.codes, strict=True))
        self.height = rows * 2.5 * 1.24 + len(self.entries) * 0.5 + 4.0 if self.entries else 0.0

    def draw(self, d: Drawing, y: float) -> None:
        y += 2.2
        for codes, lines in zip(self.codes, self.lines, strict=True):
            for i, code in enumerate(codes):
                d.text(0, y + i * 2.5 * 1.24, code, 2.5, self.palette.accent, "sans-bold")
            for i, line in enumerate(lines):
                d.text(self.indent, y + i * 2.5 * 1.24, line, 2.5, self.palette.ink, "sans")
            y += max(len(lines), len(codes)) * 2.5 * 1.24 + 0.5


def draw_table(game: Game, palette: Palette, table: ResultTable, width: float = WIDTH) -> Drawing:
    """One table with heading, results and modifiers, as wide as it needs to be and no wider than `width`."""
    return TableDrawing(game, palette, table, width).draw()
