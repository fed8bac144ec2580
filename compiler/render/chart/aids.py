"""Charts of the module: the sequence of play, help in our own words, each on a sheet of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from compiler.load.speech import ENGLISH
from compiler.load.tongue import printed
from compiler.model.game import Game, HelpPage
from compiler.model.sequence import SequenceNode
from compiler.render import type as typeset
from compiler.render.chart.tables import HALF, WIDTH, draw_table
from compiler.render.colour import Palette, mix, on
from compiler.render.drawing import Drawing
from compiler.render.furniture import frame, heading

_SEQUENCE = "Sequence of Play"


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart by id, with its title, drawn at its natural size."""

    id: str
    title: str
    drawing: Drawing


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of the sequence: how deep it lies, what it says, its rule."""

    depth: int
    text: str
    rule: str
    loop: str = ""
    kind: str = "step"


def looped(node: SequenceNode) -> str:
    """For whom, or how often, a phase is gone through."""
    if node.kind == "each":
        return f"each {(node.over or '').removesuffix('s').replace('_', ' ')}"
    return "repeat" if node.kind == "repeat" else ""


def named(node: SequenceNode, lang: str) -> str:
    """The name of a phase; one that has only that of what it is gone through for is told in our words."""
    is_ours = looped(node) == f"each {node.name.en.lower()}"
    return printed(node.name.en, lang) if is_ours else node.name.en


def _loop(node: SequenceNode, lang: str) -> str:
    told = looped(node)
    return told if lang == ENGLISH else printed(f"{told[:1].upper()}{told[1:]}", lang)


def _rows(nodes: Sequence[SequenceNode], lang: str, depth: int = 0) -> list[_Row]:
    out = []
    for node in nodes:
        rules = [rule for rule in node.note.rules if rule[:1].isdigit()]
        out.append(_Row(depth, named(node, lang), rules[0] if rules else "", _loop(node, lang), node.kind))
        out += _rows(node.children, lang, depth + 1)
    return out


def draw_sequence(game: Game, palette: Palette) -> Drawing:
    """The sequence of play as an outline in two columns: phases as bars, steps below them, loops marked."""
    rows = _rows(game.sequence, game.lang)
    heights = [_row_height(row) for row in rows]
    columns = 2 if len(rows) > 14 else 1
    wide = (WIDTH - 6.0 * (columns - 1)) / columns
    split = _split(rows, heights) if columns == 2 else len(rows)
    tall = max(sum(heights[:split]), sum(heights[split:]))
    d = Drawing(WIDTH, 9.6 + tall + 1.5, span=game.span)
    heading(d, 0, 5.6, WIDTH, printed(_SEQUENCE, game.lang), "", palette)
    x, y = 0.0, 10.4
    for i, (row, h) in enumerate(zip(rows, heights, strict=True)):
        if i == split:
            x, y = wide + 6.0, 10.4
        _draw_row(d, palette, row, x, y, wide)
        y += h
    return d


def _row_height(row: _Row) -> float:
    return {0: 7.4, 1: 5.8}.get(row.depth, 4.1) if row.kind != "step" else (5.4 if row.depth == 0 else 4.1)


def _split(rows: Sequence[_Row], heights: Sequence[float]) -> int:
    """Where the second column starts: near the middle, at a row no deeper than any other break nearby."""
    total, best, at, seen = sum(heights), (1e9, 0), len(rows), 0.0
    for i, row in enumerate(rows):
        cost = (abs(seen - total / 2) + row.depth * total * 0.06, i)
        if i and cost < best:
            best, at = cost, i
        seen += heights[i]
    return at


def _draw_row(d: Drawing, p: Palette, row: _Row, x: float, y: float, w: float) -> None:
    rule_size, indent, ground = 2.1, min(row.depth, 5) * 3.2, p.paper
    if row.kind != "step" and row.depth <= 1:
        fill = p.area(p.frame if row.depth == 0 else mix(p.accent, p.paper, 0.15))
        h = 6.4 if row.depth == 0 else 4.9
        d.rect(x + indent, y, w - indent, h, fill, r=0.6)
        ground = fill
        ink, face, size = on(fill), "serif-bold", 3.5 if row.depth == 0 else 2.9
        base = y + h / 2 + size * 0.34
    else:
        ink, face, size = p.ink, "sans-semi" if row.kind != "step" else "sans", 2.65
        base = y + 2.9
        dot = (x + indent + 0.9, base - 0.9)
        d.circle(*dot, 0.55, p.accent) if row.kind == "step" else d.circle(*dot, 0.6, None, p.accent, 0.3)
    left = x + indent + (2.2 if row.kind != "step" and row.depth <= 1 else 2.6)
    end = x + w - 1.6
    if row.rule:
        end -= d.text(end, base, row.rule, rule_size, mix(ink, ground, 0.3), "sans", "end") + 1.5
    if row.loop:
        end -= d.text(end, base, row.loop, 2.1, mix(ink, ground, 0.15), "sans-italic", "end") + 1.5
    d.text(left, base, row.text, typeset.fit(row.text, size, end - left, face), ink, face)


def draw_help(palette: Palette, page: HelpPage, width: float = HALF) -> Drawing:
    """A page of help: heading, paragraphs, lists."""
    blocks = []
    for line in page.text.strip().split("\n"):
        text = line.strip()
        if text:
            bullet = text.startswith("- ")
            text = text.removeprefix("- ")
            blocks.append((bullet, typeset.wrap(text, 2.9, width - (5.0 if bullet else 0.0), "sans")))
    tall = sum(len(lines) * 2.9 * 1.3 + 1.3 for _, lines in blocks)
    d = Drawing(width, 10.6 + tall, span=page.note.span)
    heading(d, 0, 5.6, width, page.title, "", palette)
    y = 13.0
    for bullet, lines in blocks:
        if bullet:
            d.circle(1.6, y - 0.95, 0.6, palette.accent)
        for line in lines:
            d.text(5.0 if bullet else 0.0, y, line, 2.9, palette.ink, "sans")
            y += 2.9 * 1.3
        y += 1.3
    return d


def charts_of(game: Game, palette: Palette) -> list[Chart]:
    """Every chart of a game: tables, the sequence of play, help pages."""
    found = [Chart(f"table-{t.id}", t.title.en, draw_table(game, palette, t)) for t in game.tables.values()]
    if game.sequence:
        found.append(Chart("sequence", printed(_SEQUENCE, game.lang), draw_sequence(game, palette)))
    for i, page in enumerate(game.help, 1):
        found.append(Chart(f"help-{i}", page.title, draw_help(palette, page)))
    return found


def chart_sheet(chart: Chart, palette: Palette, margin: float = 6.0) -> Drawing:
    """A chart on its own sheet of paper with the family frame: what a module shows in a window."""
    d = Drawing(chart.drawing.width + 2 * margin, chart.drawing.height + 2 * margin, span=chart.drawing.span)
    d.rect(0, 0, d.width, d.height, palette.paper)
    frame(d, 1.4, 1.4, d.width - 2.8, d.height - 2.8, palette.frame)
    d.put(chart.drawing, margin, margin)
    return d
