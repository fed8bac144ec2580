"""The rules in short as pages to read and print: chapter after chapter in two columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from compiler.render import type as typeset
from compiler.render.colour import Palette
from compiler.render.content import form_of
from compiler.render.drawing import Drawing
from compiler.render.pdf import Page, Placed, pdf_bytes
from compiler.render.sheet.presets import Paper

_MARGIN, _GUTTER, _TOP, _FOOT = 16.0, 8.0, 24.0, 16.0  # mm
_SIZE, _LEADING, _APART = 2.9, 1.32, 1.5
_ID = 13.0  # mm that the number of a rule takes beside its text


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter: its title, and its rules by number."""

    title: str
    rules: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class _Piece:
    """What stays together in a column: a rule, or a heading with the rule below it."""

    height: float
    heading: str
    id: str
    lines: tuple[str, ...]


def rules_pdf(title: str, chapters: Sequence[Chapter], palette: Palette, paper: Paper) -> bytes:
    """The whole file, with a bookmark for every page that begins a chapter."""
    pages = []
    for number, (drawing, name) in enumerate(_pages(title, chapters, palette, paper), 1):
        drawing.text(paper.width / 2, paper.height - 9, str(number), 2.8, palette.soft, "sans", "middle")
        pages.append(Page(paper.width, paper.height, (Placed(form_of(drawing)),), name=name))
    return pdf_bytes(pages, f"{title}: the rules in short")


def _pages(title: str, chapters: Sequence[Chapter], palette: Palette, paper: Paper) -> Iterator[tuple[Drawing, str]]:
    wide = (paper.width - 2 * _MARGIN - _GUTTER) / 2
    bottom = paper.height - _FOOT
    page, name, column, y = _blank(title, palette, paper), "", 0, _TOP
    for piece in _pieces(chapters, wide):
        if y + piece.height > bottom and y > _TOP:
            column, y = column + 1, _TOP
            if column == 2:
                yield page, name
                page, name, column = _blank(title, palette, paper), "", 0
        name = name or piece.heading
        y = _put(page, palette, piece, _MARGIN + column * (wide + _GUTTER), y, wide)
    yield page, name


def _blank(title: str, palette: Palette, paper: Paper) -> Drawing:
    page = Drawing(paper.width, paper.height)
    page.text(_MARGIN, 14, f"{title}: the rules in short", 3.4, palette.frame, "serif-bold")
    page.line([(_MARGIN, 16.5), (paper.width - _MARGIN, 16.5)], palette.frame, 0.3)
    return page


def _pieces(chapters: Sequence[Chapter], wide: float) -> Iterator[_Piece]:
    for chapter in chapters:
        heading = chapter.title
        for id, text in chapter.rules:
            lines = tuple(typeset.wrap(text, _SIZE, wide - _ID, "sans"))
            yield _Piece(len(lines) * _SIZE * _LEADING + _APART + (10.0 if heading else 0.0), heading, id, lines)
            heading = ""


def _put(page: Drawing, palette: Palette, piece: _Piece, x: float, y: float, wide: float) -> float:
    """Draw a piece below y; gives where the next one begins."""
    end = y + piece.height
    if piece.heading:
        page.text(
            x, y + 5.5, piece.heading, typeset.fit(piece.heading, 4.0, wide, "serif-bold"), palette.frame, "serif-bold"
        )
        y += 10.0
    page.text(x, y + _SIZE, piece.id, typeset.fit(piece.id, 2.6, _ID - 1.5, "sans-semi"), palette.accent, "sans-semi")
    for n, line in enumerate(piece.lines):
        page.text(x + _ID, y + _SIZE + n * _SIZE * _LEADING, line, _SIZE, palette.ink, "sans")
    return end
