"""A table of an aid: equal neighbours merged, rolls of one result written as a range, ground as it is drawn."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from compiler.load.tongue import printed
from compiler.model.game import Game
from compiler.model.tables import Head, ResultTable, TableAxis
from compiler.render import type as typeset
from compiler.render.aid.block import LEAD, NOTE, lines_at
from compiler.render.chart.tables import said
from compiler.render.colour import Palette, mix, on
from compiler.render.drawing import Drawing
from compiler.render.map.key import Swatch, swatch_for

TONES = {"+": "#2F6B46", "−": "#B4302B"}  # green helps, red harms; the sign says it without colour
# results that `sheets.tones` calls good, fair or bad for who rolls, or a leaving; the word says it without colour
RESULTS = {"good": TONES["+"], "fair": "#D9A520", "bad": TONES["−"], "leave": "#2F6F9A"}
SIDES = {"attacker_": "bad", "defender_": "good"}  # whom a result hurts, by the names of its values
PAD = 3.1
INSIDE = 1.7  # mm at the sides of a word in a narrow column
SWATCH = 6.4
SHORT = 6  # letters that are not broken
NAMELESS = ("any", "result", "value")  # heads of a lone column that tell nothing of it
FILLERS = ("being", "becomes", "does", "side", "takes", "this", "unit", "units")  # words that tell nothing of a result
NOTHING = ("Nothing happens", "No effect", "No rout", "Nothing")  # results that need no words


@dataclass(frozen=True, slots=True)
class Cell:
    """A text over one or several columns."""

    text: str
    span: int = 1


@dataclass(frozen=True, slots=True)
class Line:
    """A row: what it is for, and its cells."""

    head: str
    cells: tuple[Cell, ...]


@dataclass(slots=True)
class TableBody:
    """A table that fills its box."""

    palette: Palette
    corner: str
    heads: list[str]
    rows: list[Line]
    notes: list[str] = field(default_factory=list)
    swatches: dict[str, Swatch] = field(default_factory=dict)
    signed: frozenset[int] = frozenset()  # columns, from 1, in which less than nothing is bad and more is good
    toned: Mapping[str, str] = field(default_factory=dict)  # the ink of a result, by what its cell says
    across: str = ""  # what the columns count, above them all

    def least(self, width: float, size: float) -> float:
        widths = self._widths(width, size)
        if widths is None:
            return math.inf
        rows = sum(self._row(row, widths, size) for row in self.rows)
        return self._bar(widths, size) + rows + self._foot(width, size)

    def draw(self, d: Drawing, x: float, y: float, width: float, height: float, size: float) -> None:
        widths = self._widths(width, size)
        assert widths is not None
        p = self.palette
        bar = self._bar(widths, size)
        natural = [self._row(row, widths, size) for row in self.rows]
        spare = max(0.0, height - bar - sum(natural) - self._foot(width, size)) / len(self.rows)
        fill = p.area(mix(p.accent, p.frame, 0.25))
        d.rect(x, y, width, bar, fill)
        lines_at(d, x + widths[0] / 2, y + bar / 2, typeset.wrap(self.corner, size, widths[0] - 2.4, "sans-bold"), size,
                 on(fill), "sans-bold")  # fmt: skip
        left, above = x + widths[0], self._above(widths, size)
        if above:
            lines_at(
                d, (left + x + width) / 2, y + above / 2 + 0.6, self._titled(widths, size), size, on(fill), "sans-bold"
            )
            d.line([(left, y + above + 0.6), (x + width, y + above + 0.6)], mix(on(fill), fill, 0.5), 0.2)
        for head, w in zip(self.heads, widths[1:], strict=True):
            told = typeset.wrap(head, size, w - 1.6, "sans-bold")
            lines_at(d, left + w / 2, y + (above + bar) / 2, told, size, on(fill), "sans-bold")
            left += w
        top = y + bar
        for n, (row, tall) in enumerate(zip(self.rows, natural, strict=True)):
            self._draw_row(d, row, x, top, widths, tall + spare, size, n)
            top += tall + spare
        d.rect(x, y, width, top - y, None, p.frame, 0.5)
        self._draw_notes(d, x, top + 1.2, width, size)

    def _draw_row(
        self, d: Drawing, row: Line, x: float, y: float, widths: Sequence[float], h: float, size: float, n: int
    ) -> None:
        p = self.palette
        plate = mix(p.paper, p.accent, 0.16)
        d.rect(x, y, widths[0], h, plate)
        left, swatch = x + 2.0, self.swatches.get(row.head)
        if swatch is not None:
            swatch(d, x + SWATCH + 1.6, y + h / 2, min(SWATCH, (h / 2 - 0.5) / swatch.tall))
            left += 2 * SWATCH + 2.0
        lines_at(d, left, y + h / 2, typeset.wrap(row.head, size, x + widths[0] - left - 1, "sans-bold"), size, p.ink,
                 "sans-bold", "start")  # fmt: skip
        ground = mix(p.paper, p.white, 0.7) if n % 2 else mix(p.paper, p.white, 0.35)
        left, at = x + widths[0], 1
        for cell in row.cells:
            w = sum(widths[at : at + cell.span])
            merged = cell.span > 1 and cell.text != "–"
            fill = mix(ground, p.accent, 0.1) if merged else ground
            tone = self.toned.get(cell.text) or (TONES.get(cell.text[:1]) if at in self.signed else None)
            if tone is not None:
                fill = p.area(mix(tone, p.white, 0.62))
            d.rect(left, y, w, h, fill, mix(p.frame, p.paper, 0.55), 0.2)
            face = "sans-semi" if cell.text != "–" else "sans"
            lines_at(d, left + w / 2, y + h / 2, typeset.wrap(cell.text, size, w - 2.4, face), size, p.ink, face)
            left, at = left + w, at + cell.span

    def _widths(self, width: float, size: float) -> list[float] | None:
        """Columns no narrower than their longest word; the rest by what they hold. None if they do not fit."""
        for pad in (PAD, 2.0, INSIDE):
            found = self._fitted(width, size, pad)
            if found is not None:
                return found
        return None

    def _fitted(self, width: float, size: float, pad: float) -> list[float] | None:
        columns = [[self.corner, *(row.head for row in self.rows)], *([head] for head in self.heads)]
        for row in self.rows:
            at = 1
            for cell in row.cells:
                if cell.span == 1:
                    columns[at].append(cell.text)
                at += cell.span
        extra = 2 * SWATCH + 3.4 if self.swatches else 0.0
        need = [
            max(typeset.width(w, size, "sans-bold") for t in texts for w in _unbroken(t)) + pad for texts in columns
        ]
        want = [max(typeset.width(t, size, "sans-semi") for t in texts) + pad for texts in columns]
        beside = max(typeset.width(row.head, size, "sans-semi") for row in self.rows) + pad  # the corner may break
        need[0] += PAD - pad  # heads of rows begin a little from the edge
        need[0], want[0] = need[0] + extra, min(max(beside, need[0]) + extra, width * 0.46)
        want = [max(a, min(b, width * 0.6)) for a, b in zip(need, want, strict=True)]
        if sum(need) > width:
            return None
        if sum(want) <= width:
            more = (width - sum(want)) / len(want)
            return [w + more for w in want]
        spare, over = width - sum(need), sum(want) - sum(need)
        return [n + (w - n) / over * spare for n, w in zip(need, want, strict=True)]

    def _bar(self, widths: Sequence[float], size: float) -> float:
        heads = zip(self.heads, widths[1:], strict=True)
        most = max((len(typeset.wrap(head, size, w - 1.6, "sans-bold")) for head, w in heads), default=1)
        corner = len(typeset.wrap(self.corner, size, widths[0] - 2.4, "sans-bold")) * size * LEAD
        return max(most * size * LEAD + self._above(widths, size), corner) + 3.0

    def _titled(self, widths: Sequence[float], size: float) -> tuple[str, ...]:
        return typeset.wrap(self.across, size, sum(widths[1:]) - 2.4, "sans-bold") if self.across else ()

    def _above(self, widths: Sequence[float], size: float) -> float:
        """The height of what the columns count."""
        return len(self._titled(widths, size)) * size * LEAD + 1.6 if self.across else 0.0

    def _row(self, row: Line, widths: Sequence[float], size: float) -> float:
        side = 2 * SWATCH + 2.0 if row.head in self.swatches else 0.0
        counts = [len(typeset.wrap(row.head, size, widths[0] - 3.0 - side, "sans-bold"))]
        at = 1
        for cell in row.cells:
            counts.append(len(typeset.wrap(cell.text, size, sum(widths[at : at + cell.span]) - 2.4, "sans-semi")))
            at += cell.span
        drawn = 2 * SWATCH * self.swatches[row.head].tall + 1.0 if side else 0.0
        return max(max(counts) * size * LEAD + 2.4, drawn)

    def _foot(self, width: float, size: float) -> float:
        note = small(size)
        rows = sum(len(typeset.wrap(text, note, width - 4, "sans")) for text in self.notes)
        return rows * note * 1.24 + len(self.notes) * 0.6 + 2.0 if rows else 0.0

    def _draw_notes(self, d: Drawing, x: float, y: float, width: float, size: float) -> None:
        note = small(size)
        y += note
        for text in self.notes:
            d.circle(x + 1.2, y - note * 0.33, 0.55, self.palette.accent)
            for line in typeset.wrap(text, note, width - 4, "sans"):
                d.text(x + 3.4, y, line, note, self.palette.ink, "sans")
                y += note * 1.24
            y += 0.6


def _unbroken(text: str) -> list[str]:
    """What a line of a cell holds at least: a word, or all of a short text such as `to −2` or `50 +`."""
    return [text] if len(text) <= SHORT else text.split()


def small(size: float) -> float:
    """The size of footnotes beside a size of type."""
    return max(NOTE, size * 0.82)


def table_body(game: Game, palette: Palette, table: ResultTable, swatches: dict[str, Swatch]) -> TableBody:
    """A table of the game as it is read at the table."""
    corner, across = _rolled(game, table.rows), table.columns.title.en
    counted = _rolled(game, table.columns) if table.columns.by != "name" else ""
    signed = _signed(table)
    alone = len(table.columns.heads) == 1  # what a result says stands in its cell
    based = alone and table.rows.heads[0].label == "base"  # the other rows are added to the first
    rows = [
        (head, [_spoken(table, value) if alone and isinstance(value, str) and value in table.results
                else _sign(value) if n + 1 in signed or (based and head is not table.rows.heads[0])
                else worded(game, value) for n, value in enumerate(row)])
        for head, row in zip(table.rows.heads, table.cells, strict=True)
    ]  # fmt: skip
    words = table.columns.by == "name"  # columns of different meaning: equal numbers there are chance
    lines = [Line(label, merged(cells, words)) for label, cells in ranges(game, table, rows)]
    heads = [_plain(head.label) for head in table.columns.heads]
    if alone and words and (across or heads[0] in NAMELESS):
        heads = [across or printed("Result", game.lang)]  # one column has nothing to choose by
    drawn = {line.head: found for line in lines if (found := swatch_for(line.head, swatches)) is not None}
    return TableBody(palette, corner, heads, lines, notes_of(table, not alone), drawn, signed, tones_of(game, table),
                     counted if counted.lower() != corner.lower() else "")  # fmt: skip


def _rolled(game: Game, axis: TableAxis) -> str:
    """What rows or columns are found by: the dice, or what they count."""
    dice = game.dice.get(axis.dice or "")
    return f"{dice.count if dice.count > 1 else ''}d{dice.sides}" if dice is not None else axis.title.en


def tones_of(game: Game, table: ResultTable) -> dict[str, str]:
    """Inks by result: of a fight by whom it hurts, as who attacks sees it, else as `sheets.tones` of art.yaml says."""
    found = {}
    for code, result in table.results.items():
        hurt = {who for key, value in result.values.items() if value for who in SIDES if key.startswith(who)}
        if hurt:
            found[code] = RESULTS["fair" if len(hurt) > 1 else SIDES[hurt.pop()]]
    given = game.art.sheets.get("tones", {})
    return found | {result: ink for tone, ink in RESULTS.items() for result in given.get(tone, ())}


def _signed(table: ResultTable) -> frozenset[int]:
    """Columns of different meaning that hold modifiers: numbers alone, one of them below nothing."""
    if table.columns.by != "name" or len(table.columns.heads) < 2:
        return frozenset()
    columns = list(zip(*table.cells, strict=True))
    numbers = [all(isinstance(v, (int, float)) for v in column) for column in columns]
    return frozenset(n for n, column in enumerate(columns, 1) if numbers[n - 1] and min(column) < 0)


def _sign(value: object) -> str:
    """A modifier with its sign; none as a dash."""
    return f"{value:+g}".replace("-", "−") if isinstance(value, (int, float)) and value else "–"


def _spoken(table: ResultTable, code: str) -> str:
    """What a result says, or its code where that says as much."""
    text = table.results[code].text
    return text.removesuffix(".") if text and not tautology(code, text) else code


def worded(game: Game, value: object) -> str:
    """A cell in words: sides, places and pieces by their names, nothing as a dash."""
    if isinstance(value, str) and not value.isdigit():
        known = game.sides.get(value) or game.spaces.get(value) or game.counters.get(value)
        if known is not None:
            return known.name.en
    text = re.sub(r"(?<=\d)-(?=\d)", "–", said(value))
    return "–" if text in ("-", "") else text


def ranges(game: Game, table: ResultTable, rows: Sequence[tuple[Head, list[str]]]) -> list[tuple[str, list[str]]]:
    """Rows by number with the same cells as the row before are one row: 2–4."""
    counted = table.rows.by in ("die", "number", "difference")
    found: list[tuple[list[Head], list[str]]] = []
    for head, cells in rows:
        if counted and found and found[-1][1] == cells:
            found[-1][0].append(head)
        else:
            found.append(([head], cells))
    return [(_span(game, heads), cells) for heads, cells in found]


def _span(game: Game, heads: Sequence[Head]) -> str:
    first, last = heads[0].label, heads[-1].label
    if len(heads) == 1:
        return _named(game, heads[0])
    low = first.split(" or ")[0].split("-")[0] if first[:1].isdigit() else first
    if "or lower" in first or "or less" in first:
        low = "up to"
        return f"{low} {_plain(last)}"
    if "or more" in last or "or higher" in last or last.endswith("+"):
        return f"{_plain(low)} +"
    return f"{_plain(low)}–{_plain(last.split('-')[-1] if last[:1].isdigit() else last)}"


def _named(game: Game, head: Head) -> str:
    known = game.counters.get(head.label) or game.sides.get(head.label) or game.spaces.get(head.label)
    text = known.name.en if known is not None else _plain(head.label)
    return text[:1].upper() + text[1:]


def _plain(label: str) -> str:
    """A label as short as it can be: ranges with a dash, true minus signs."""
    signed = label[:1] == "+"  # `+2 +` is no number
    text = label if signed else label.replace(" or more", " +").replace(" or higher", " +")
    pair = re.fullmatch(r"(\d+) or (\d+)", text)
    if pair and int(pair[2]) == int(pair[1]) + 1:
        return f"{pair[1]}–{pair[2]}"
    for ending in (" or lower", " or less", " or fewer"):
        if text.endswith(ending):
            text = f"to {text.removesuffix(ending)}"
    if text[:1] == "-" and " to " in text:
        return text.replace("-", "−")
    text = text.replace(" to ", "–") if text[:1].isdigit() or text[:1] == "+" else text
    for sign in ("-1", "-2", "-3", "-4", "-5", "-6"):
        text = text.replace(sign, "−" + sign[1:]) if text.startswith((sign, "to " + sign)) else text
    return re.sub(r"(?<=\d)-(?=\d)", "–", text)


def merged(cells: Sequence[str], words: bool = False) -> tuple[Cell, ...]:
    """Equal neighbours as one cell; `words` leaves numbers alone."""
    found: list[Cell] = []
    for text in cells:
        number = text.lstrip("+−").replace(".", "").isdigit()
        if found and found[-1].text == text and not (words and number):
            found[-1] = Cell(text, found[-1].span + 1)
        else:
            found.append(Cell(text))
    return tuple(found)


def notes_of(table: ResultTable, results: bool = True) -> list[str]:
    """Modifiers with their numbers, and `results` whose code does not say what they do."""
    found = []
    axes = f"{table.rows.title.en} {table.columns.title.en}"
    for modifier in table.modifiers:
        if modifier.value is None and modifier.text and echo(axes, modifier.text):
            continue  # "Die less stability" is what the rows are already
        sign = "" if modifier.value is None else f"{modifier.value:+g} ".replace("-", "−")
        told = modifier.text and not echo(modifier.name.en, modifier.text)
        found.append(f"{sign}{modifier.name.en}{f': {modifier.text}' if told else ''}")
    for result in table.results.values() if results else ():
        told = result.text and not tautology(result.code, result.text) and result.text.rstrip(".") not in NOTHING
        if told and result.code.strip("- "):
            found.append(f"{result.code}: {result.text}")
    return [*found, table.note.remark] if table.note.remark else found


def tautology(code: str, text: str) -> bool:
    """Whether a text says little more than its code: most words of it begin like a word of the code."""
    words, new = _words(text), _new(code, text)
    if not words or not _stems(code):
        return False
    return len(new) <= 2 and len(new) < len(words)  # a text of other words altogether says something


def echo(name: str, text: str) -> bool:
    """Whether a text has no word that its name has not."""
    return bool(_words(text)) and not _new(name, text)


def _stems(code: str) -> list[str]:
    return [word[:4].lower() for word in code.replace(",", " ").split() if len(word) > 2]


def _words(text: str) -> list[str]:
    return [word for one in text.split() if len(word := one.strip(".,;").lower()) > 3 and word not in FILLERS]


def _new(code: str, text: str) -> list[str]:
    stems = _stems(code)
    return [w for w in _words(text) if not any(w.startswith(stem) or stem.startswith(w[:4]) for stem in stems)]
