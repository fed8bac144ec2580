"""The rules in our words as a booklet: contents, every rule by chapter, an index by what it is about."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from compiler.cache import digest, remembered
from compiler.model.game import Game
from compiler.model.ledger import Row
from compiler.render.colour import Palette
from compiler.render.drawing import Drawing
from compiler.render.identity import told
from compiler.render.sheet.column import Column
from compiler.render.sheet.presets import Paper
from compiler.render.style import title_kanji

ONE_COLUMN = 48  # chapters that a column of contents holds; the index then has the other


@dataclass(frozen=True, slots=True)
class Leaf:
    """A page of the booklet, and the chapter that begins on it."""

    drawing: Drawing
    name: str


def digest_key(game: Game, palette: Palette, paper: Paper) -> str:
    """Stands for the booklet: the rows it has, and what the head of a page shows."""
    rows = [(row.id, row.says, row.kind) for row in _printed(game)]
    return digest("rules", told((palette, game.art.scene, game.title, title_kanji(game), paper, rows)))


def digest_pages(game: Game, palette: Palette, paper: Paper) -> list[Leaf]:
    """The booklet of a game; the module and the print sheets show the same one."""
    return remembered(digest_key(game, palette, paper), lambda: _set(game, palette, paper))


def _printed(game: Game) -> list[Row]:
    """The rows that players read: none on how the module behaves, none that says what another says."""
    assert game.ledger is not None
    return [row for row in game.ledger.rows.values() if row.scope in ("engine", "data") and row.same_as is None]


def _set(game: Game, palette: Palette, paper: Paper) -> list[Leaf]:
    chapters: dict[str, list[Row]] = {}
    for row in _printed(game):
        chapters.setdefault(_chapter(row.id), []).append(row)
    chapters |= {"Tables": chapters.pop("Tables")} if "Tables" in chapters else {}
    body = Column(game, palette, paper, "Rules in our words")
    starts: dict[str, int] = {}
    pages: dict[str, list[int]] = {}
    for chapter, rows in chapters.items():
        body.heading(_title(chapter, rows))
        starts[chapter] = len(body.pages)
        for row in rows:
            body.entry(row.id, row.says, 17)
            pages.setdefault(row.kind, []).append(len(body.pages))
    front = Column(game, palette, paper, "Contents")
    shift = _front_matter(Column(game, palette, paper, "Contents"), chapters, starts, pages, 0)
    _front_matter(front, chapters, starts, pages, shift)
    begins: dict[int, str] = {}
    for chapter, page in starts.items():
        begins.setdefault(page, _title(chapter, chapters[chapter]))
    leaves = [Leaf(page, "Contents") for page in front.number()]
    return leaves + [Leaf(page, begins.get(n, "")) for n, page in enumerate(body.number(shift + 1), 1)]


def _front_matter(
    sheet: Column, chapters: dict[str, list[Row]], starts: dict[str, int], pages: dict[str, list[int]], shift: int
) -> int:
    """Contents and index, page numbers moved by the pages before the body; returns how many pages they take."""
    sheet.heading("Contents")
    for chapter, rows in chapters.items():
        sheet.entry(f"{starts[chapter] + shift}", _title(chapter, rows), 10)
    if len(chapters) < ONE_COLUMN:
        sheet.turn()
    sheet.heading("Index")
    for kind, found in sorted(pages.items()):
        sheet.entry(kind.replace("_", " ").capitalize(), ", ".join(_runs([n + shift for n in found])), 34)
    return len(sheet.pages)


def _runs(numbers: Sequence[int]) -> Iterator[str]:
    """Page numbers, neighbours as ranges."""
    run: list[int] = []
    for n in [*sorted(set(numbers)), -1]:
        if run and n != run[-1] + 1:
            yield f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0])
            run = []
        run.append(n)


def _chapter(id: str) -> str:
    """The chapter of a rule: the number it begins with; what has none stands with the tables."""
    number = re.match(r"\d+", id)
    return number[0] if number else "Tables"


def _title(chapter: str, rows: Sequence[Row]) -> str:
    topic = _topic(rows)
    return f"{chapter} · {topic[:1].upper()}{topic[1:]}"


def _topic(rows: Sequence[Row]) -> str:
    """What most rules of a chapter are about."""
    kinds = Counter(row.kind for row in rows)
    return " and ".join(kind.replace("_", " ") for kind, _ in kinds.most_common(2))
