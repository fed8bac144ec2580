"""The rules in our words as a booklet: contents, every rule by chapter, an index of what they speak of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from compiler.cache import digest, remembered
from compiler.load.speech import ENGLISH
from compiler.load.tongue import printed
from compiler.model.game import Game
from compiler.model.graph import Map
from compiler.model.ledger import Row
from compiler.render import type as typeset
from compiler.render.chart.aids import named as phase_name
from compiler.render.colour import Palette, readable
from compiler.render.drawing import Drawing
from compiler.render.identity import told
from compiler.render.sheet.column import GUTTER, LEAD, TEXT, Column, Item, Leaf
from compiler.render.sheet.presets import Paper
from compiler.render.style import title_kanji

SHORT = 4  # letters; a shorter word of the game is found everywhere
COMMON = 0.5  # a word on more of the pages than that helps nobody to find anything


def digest_key(game: Game, palette: Palette, paper: Paper) -> str:
    """Stands for the booklet: the rows it has with their headings, what the index looks for, and what the head of a
    page shows."""
    assert game.ledger is not None
    rows = [(row.id, row.says, row.kind) for row in game.ledger.rows.values() if _binds(row)]
    head = palette, game.art.scene, game.title, title_kanji(game), paper, game.lang
    return digest("rules", told((*head, rows, game.ledger.chapters, terms(game))))


def digest_pages(game: Game, palette: Palette, paper: Paper) -> list[Leaf]:
    """The booklet of a game; the module and the print sheets show the same one."""
    return remembered(digest_key(game, palette, paper), lambda: _set(game, palette, paper))


def _set(game: Game, palette: Palette, paper: Paper) -> list[Leaf]:
    ledger = game.ledger
    assert ledger is not None
    chapters = {id: bound for id, rows in ledger.by_chapter().items() if (bound := list(filter(_binds, rows)))}
    titles = [ledger.heading(id) for id in chapters]
    body = Column(game, palette, paper, printed("Rules in our words", game.lang))
    promised: list[int] = []  # known when the rest is laid out; the contents are as high whatever they say
    _contents(body, titles, promised)
    heads: list[int] = []
    placed: dict[str, int] = {}
    for title, rows in zip(titles, chapters.values(), strict=True):
        heads.append(body.heading(title))
        part = None
        for row in rows:
            if (begun := ledger.part(row.id)) != part and begun is not None:
                body.subheading(f"{begun}  {ledger.chapters[begun]}")
            part = begun
            placed[row.id] = body.entry(row.id, row.says, 17)
    pages = body.pages()
    promised += [pages[n] for n in heads]
    _index(body, game, [(pages[placed[row.id]], row.says) for rows in chapters.values() for row in rows])
    begin: dict[int, str] = {}
    for title, page in zip(titles, promised, strict=True):
        begin.setdefault(page, title)
    names = {**begin, 0: body.say("Contents")}
    return [Leaf(leaf.drawing, names.get(n, "")) for n, leaf in enumerate(body.set())]


def _binds(row: Row) -> bool:
    """Whether a row says something of its own that binds the players."""
    return row.scope in ("engine", "data") and row.same_as is None


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
    found = {word.strip().lower(): word.strip() for names in named for word in names}
    least = 2 if game.lang == "ja" else SHORT  # two kanji are a word
    return sorted((word for word in found.values() if len(word) >= least), key=str.lower)


def _grounds(board: Map) -> Iterator[str]:
    for group in (board.terrain, board.space_kinds, board.link_kinds, board.feature_kinds):
        yield from (kind.name.en for kind in group.values())


def _index(body: Column, game: Game, texts: Sequence[tuple[int, str]]) -> None:
    """What the rules speak of, and on which pages; words that are everywhere are left out."""
    last = max((page for page, _ in texts), default=0) + 1
    entries = []
    edge = "" if game.lang == "ja" else r"\b"  # Japanese has no blanks between words
    ends = "(?:e?s|ed|ing)?" if game.lang == ENGLISH else ""
    for word in terms(game):
        said = re.compile(rf"{edge}{re.escape(word)}{ends}{edge}", re.IGNORECASE)
        pages = sorted({page for page, text in texts if said.search(text)})
        if pages and (last < 3 or len(pages) <= max(1, last * COMMON)):
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
