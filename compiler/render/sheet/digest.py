"""The rules in our words as a booklet: contents, every rule by chapter, an index of what they speak of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from compiler.cache import digest, remembered
from compiler.load.speech import ENGLISH
from compiler.load.tongue import printed
from compiler.model.game import Game
from compiler.model.graph import Map
from compiler.render import type as typeset
from compiler.render.aid.folder import is_source, tells_steps
from compiler.render.chart.aids import named as phase_name
from compiler.render.colour import Palette, readable
from compiler.render.drawing import Drawing
from compiler.render.identity import told
from compiler.render.sheet.column import ASIDE, GUTTER, LEAD, LEADING, POINT, RUNNING, TEXT, Column, Item, Leaf
from compiler.render.sheet.presets import Paper
from compiler.render.sheet.prose import EXAMPLE, HEAD, ITEM, OURS, PART, Chapter, Paragraph, chapters_of
from compiler.render.style import title_kanji

FEW = 2  # pages; a booklet of fewer is its own index
SHORT = 4  # letters; a shorter word of the game is found everywhere
_LETTER = re.compile(r"^[A-Z0-9] (?=[A-Z])")  # the letter of a phase is no part of what it is called
COMMON = 0.5  # a word on more of the pages than that helps nobody to find anything


def has_booklet(game: Game) -> bool:
    """Whether a game tells its rules: in a ledger, or in pages of its author."""
    return bool(_chapters(game))


def _chapters(game: Game) -> list[Chapter]:
    return chapters_of(game, [page for page in game.help if not is_source(game, page) or tells_steps(game, page)])


def digest_key(game: Game, palette: Palette, paper: Paper) -> str:
    """Stands for the booklet: what it says, what the index looks for, and what the head of a page shows."""
    head = palette, game.art.scene, game.title, title_kanji(game), paper, game.lang
    return digest("rules", told((*head, _chapters(game), terms(game))))


def digest_pages(game: Game, palette: Palette, paper: Paper) -> list[Leaf]:
    """The booklet of a game; the module and the print sheets show the same one."""
    return remembered(digest_key(game, palette, paper), lambda: _set(game, palette, paper))


def _set(game: Game, palette: Palette, paper: Paper) -> list[Leaf]:
    chapters = _chapters(game)
    titles = [chapter.title for chapter in chapters]
    body = Column(game, palette, paper, printed("Rules in our words", game.lang), running=True)
    promised: list[int] = []  # known when the rest is laid out; the contents are as high whatever they say
    _contents(body, titles, promised)
    heads: list[int] = []
    placed: list[tuple[int, str]] = []
    for chapter in chapters:
        heads.append(body.heading(chapter.title))
        if chapter.lead:
            placed.append((body.paragraph("", chapter.lead, LEADING), chapter.lead))
        placed += [(_write(body, paragraph), paragraph.text) for paragraph in chapter.paragraphs]
    pages = body.pages()
    promised += [pages[n] for n in heads]
    _index(body, game, [(pages[at], text) for at, text in placed])
    begin: dict[int, list[str]] = {0: [body.say("Contents")]}
    for title, page in zip(titles, promised, strict=True):
        begin.setdefault(page, []).append(title)
    return [Leaf(leaf.drawing, "\n".join(begin.get(n, ()))) for n, leaf in enumerate(body.set())]


def _write(body: Column, paragraph: Paragraph) -> int:
    if paragraph.sort == PART:
        return body.subheading(f"{paragraph.number}  {paragraph.text}" if paragraph.number else paragraph.text)
    if paragraph.sort == EXAMPLE:
        return body.add(body.box(paragraph.number, paragraph.text))
    if paragraph.sort == HEAD:
        return body.add(body.label(paragraph.number))
    style = {ITEM: POINT, OURS: ASIDE}.get(paragraph.sort, RUNNING)
    return body.paragraph(paragraph.number, paragraph.text, style)


def _contents(body: Column, titles: Sequence[str], pages: Sequence[int]) -> None:
    """The contents over the whole width, in as many columns as the page has thirds."""
    body.band(body.bar(body.say("Contents"), body.across))
    columns = 3 if len(titles) > 8 else 2
    step = (body.across + GUTTER) / columns
    row = TEXT * LEAD + 0.6
    high = -(-len(titles) // columns)

    def draw(leaf: Leaf, x: float, y: float) -> None:
        for n, (title, page) in enumerate(zip(titles, pages, strict=True)):
            column, line = divmod(n, high)
            _promised(
                leaf.drawing, body.palette, title, page + 1, x + column * step, y + TEXT + line * row, step - GUTTER
            )

    body.band(Item(high * row + 1.0, draw))


def _promised(d: Drawing, palette: Palette, title: str, page: int, x: float, y: float, wide: float) -> None:
    """A title, dots, and the page it is on."""
    size = typeset.fit(title, TEXT, wide - 9, "sans-semi")
    start = x + d.text(x, y, title, size, palette.ink, "sans-semi") + 1.4
    end = (
        x
        + wide
        - d.text(x + wide, y, str(page), TEXT, readable(palette.accent, palette.paper), "sans-bold", "end")
        - 1.4
    )
    if end - start > 2:
        d.line([(start, y - 0.2), (end, y - 0.2)], palette.soft, 0.25, (0.01, 1.2), "round")


# -- index -----------------------------------------------------------------------------------------------------------
def terms(game: Game) -> list[str]:
    """The words of a game that a reader may look up: its steps, tables, tracks, marks, kinds, grounds and sides."""
    named: list[Iterable[str]] = [
        (phase_name(node, game.lang) for top in game.sequence for node in top.walk()),
        (table.title.en for table in game.tables.values()),
        (track.name.en for track in game.tracks.values()),
        (mark.name.en for mark in game.marks.values()),
        (kind.name.en for kind in game.counter_kinds.values()),
        (side.name.en for side in game.sides.values()),
        (name for board in game.maps.values() for name in _grounds(board)),
    ]
    bare = (_LETTER.sub("", word.strip()) for names in named for word in names)
    found = {word.lower(): word for word in bare}
    least = 2 if game.lang == "ja" else SHORT  # two kanji are a word
    return sorted((word for word in found.values() if len(word) >= least), key=str.lower)


def _grounds(board: Map) -> Iterator[str]:
    for group in (board.terrain, board.space_kinds, board.link_kinds, board.feature_kinds):
        yield from (kind.name.en for kind in group.values())


def _index(body: Column, game: Game, texts: Sequence[tuple[int, str]]) -> None:
    """What the rules speak of, and on which pages; words that are everywhere are left out."""
    last = max((page for page, _ in texts), default=0) + 1
    if last < FEW:
        return
    entries = []
    edge = "" if game.lang == "ja" else r"\b"  # Japanese has no blanks between words
    ends = "(?:e?s|ed|ing)?" if game.lang == ENGLISH else ""
    for word in terms(game):
        said = re.compile(rf"{edge}{re.escape(word)}{ends}{edge}", re.IGNORECASE)
        pages = sorted({page for page, text in texts if said.search(text)})
        if pages and len(pages) <= max(1, last * COMMON):
            entries.append((word, ", ".join(_runs([page + 1 for page in pages]))))
    if entries:
        body.heading(body.say("Index"))
    for word, found in entries:
        body.add(_indexed(body, word[:1].upper() + word[1:], found))


def _indexed(body: Column, word: str, pages: str) -> Item:
    def draw(leaf: Leaf, x: float, y: float) -> None:
        size = typeset.fit(word, TEXT, body.wide - 26, "sans-semi")
        leaf.drawing.text(x, y + TEXT, word, size, body.palette.ink, "sans-semi")
        leaf.drawing.text(x + body.wide, y + TEXT, pages, TEXT, body.strong, "sans", "end")

    return Item(TEXT * LEAD + 0.4, draw)


def _runs(numbers: Sequence[int]) -> Iterator[str]:
    """Page numbers, neighbours as ranges."""
    run: list[int] = []
    for n in [*sorted(set(numbers)), -1]:
        if run and n != run[-1] + 1:
            yield f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0])
            run = []
        run.append(n)
