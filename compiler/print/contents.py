"""What is in the box: every sort of piece with its picture, tables and texts that are no help in play, tray labels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from compiler.load.tongue import printed
from compiler.model.counters import Counter
from compiler.model.game import Game, HelpPage
from compiler.print.arts import card_art, card_back_art, face_art
from compiler.print.trays import HEIGHT, WIDTH, tray_labels
from compiler.render import type as typeset
from compiler.render.aid.folder import GUTTER as FOLD
from compiler.render.aid.folder import MARGIN as EDGE
from compiler.render.aid.folder import blocks_of, fits, is_source, tells_steps
from compiler.render.aid.table import TableBody, table_body
from compiler.render.colour import Palette
from compiler.render.sheet.column import LEAD, MARGIN, TEXT, TOP, Column, Item, Leaf
from compiler.render.sheet.faces import Art
from compiler.render.sheet.imposition import Slot
from compiler.render.sheet.marks import GUIDE
from compiler.render.sheet.presets import Paper

SIZES = (16.0, 11.0)  # mm of a counter; smaller where that saves a page
CARD = 1.4  # a card is so much higher than wide
GAP = 1.0  # mm between front and back
ACROSS = 3  # labels side by side
LEAST = 3  # rows of a table that are worth a part of their own


def content_pages(game: Game, palette: Palette, paper: Paper) -> list[Leaf]:
    """The sheets: short tables and texts in columns, then pieces, wide tables, and labels to cut out."""
    return min((_sheet(game, palette, paper, size).set() for size in SIZES), key=len)  # of equals the first


def _sheet(game: Game, palette: Palette, paper: Paper, size: float) -> Column:
    sheet = Column(game, palette, paper, printed("In the box", game.lang))
    wide: list[tuple[str, TableBody]] = []
    for title, body in _tables(game, palette, paper):
        if body.least(sheet.wide, TEXT) < _room(sheet) / 2:
            sheet.heading(title)
            sheet.add(_table(body, sheet.wide))
        else:
            wide.append((title, body))
    for page in game.help:
        if is_source(game, page) and not tells_steps(game, page):
            _text(sheet, page)
    _pieces(sheet, size)
    for title, body in wide:
        sheet.foot(replace(sheet.bar(title, sheet.across), above=4.0))
        sheet.foot(_table(body, sheet.across))
    _labels(sheet)
    return sheet


def _room(sheet: Column) -> float:
    return sheet.paper.height - MARGIN - TOP


def pictured(game: Game, palette: Palette) -> list[str]:
    """The keys of all that lies on the sheets: labels, and the first piece of each sort."""
    labels = [face.front.key for face in tray_labels(game, palette)]
    return [*labels, *(art.key for sort in _sorts(game, palette) for art in sort.arts)]


# -- pieces ------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class _Sort:
    """Pieces of one sort: what the first of them looks like on both sides, and what is said of them."""

    arts: tuple[Art, ...]
    name: str
    text: str


def _pieces(sheet: Column, size: float) -> None:
    """Every sort of piece, row by row over the whole width."""
    sorts = _sorts(sheet.game, sheet.palette)
    if not sorts:
        return
    boards = "; ".join(f"{b.name.en}, {b.size[0]:.0f} × {b.size[1]:.0f} mm" for b in sheet.game.maps.values())
    sheet.foot(replace(sheet.bar(sheet.say(f"Pieces; map: {boards}"), sheet.across), above=4.0))
    across = int((sheet.across + 2.0) / (2 * size + GAP + 2.0))
    for n in range(0, len(sorts), across):
        sheet.foot(_shown(sheet, sorts[n : n + across], size, across))


def _sorts(game: Game, palette: Palette) -> list[_Sort]:
    return [*_counters(game, palette), *_cards(game, palette)]


def _counters(game: Game, palette: Palette) -> Iterator[_Sort]:
    groups: dict[tuple[str | None, str], list[Counter]] = {}
    for counter in game.counters.values():
        sort = counter.kind if counter.side else f"{counter.kind} {counter.id if counter.count > 1 else ''}"
        groups.setdefault((counter.side, sort), []).append(counter)
    for (side, _), counters in groups.items():
        first = counters[0]
        kind = game.counter_kinds[first.kind].name.en
        whose = game.sides[side].name.en if side is not None and side in game.sides else ""
        count = sum(c.count * -(-len(c.faces) // 2) for c in counters)
        arts = tuple(face_art(game, palette, first, face) for face in first.faces[:2])
        yield _Sort(arts, whose or (first.name.en if len(counters) == 1 else kind), f"{count} × {kind}")


def _cards(game: Game, palette: Palette) -> Iterator[_Sort]:
    for kind in game.card_kinds.values():
        cards = [card for card in game.cards.values() if card.kind == kind.id]
        if cards:
            arts = card_art(game, palette, cards[0]), card_back_art(game, palette, kind)
            size = f"{arts[0].width:g} × {arts[0].height:g} mm"
            yield _Sort(arts, kind.name.en, f"{sum(card.copies for card in cards)} × {size}")


def _shown(sheet: Column, sorts: Sequence[_Sort], size: float, across: int) -> Item:
    """A row of sorts: front and back, below them whose they are and how many."""
    high = max(min(size * CARD, size * art.height / art.width) for sort in sorts for art in sort.arts)
    step = (sheet.across + 2.0) / across

    def draw(leaf: Leaf, x: float, y: float) -> None:
        for n, sort in enumerate(sorts):
            left = x + n * step
            for art in sort.arts:
                scale = min(size / art.width, high / art.height)
                w, h = art.width * scale, art.height * scale
                leaf.slots.append(
                    Slot(art, left, y + high - h, 0.0, (left, y + high - h, left + w, y + high), "", scale)
                )
                left += w + GAP
            for k, (text, face, ink) in enumerate(((sort.name, "sans-bold", sheet.strong),
                                                   (sort.text, "sans", sheet.palette.ink))):  # fmt: skip
                fitted = typeset.fit(text, TEXT, step - 2.0, face)
                leaf.drawing.text(x + n * step, y + high + 3.6 + k * TEXT * LEAD, text, fitted, ink, face)

    return Item(high + 2 * TEXT * LEAD + 3.0, draw)


# -- tables and texts --------------------------------------------------------------------------------------------------
def _tables(game: Game, palette: Palette, paper: Paper) -> Iterator[tuple[str, TableBody]]:
    """Tables that are no help in play, and those too wide for a panel of the aid."""
    panel = (paper.height - 2 * EDGE - FOLD) / 2
    titles = {block.title for block in blocks_of(game, palette) if not fits(block, panel)}
    for table in game.tables.values():
        if is_source(game, table) or table.title.en in titles:
            yield table.title.en, table_body(game, palette, table, {})


def _table(body: TableBody, wide: float) -> Item:
    """A table that goes on over the next page where it does not fit, its head again."""
    high = body.least(wide, TEXT)

    def split(room: float) -> tuple[Item, Item] | None:
        for count in range(len(body.rows) - LEAST, LEAST - 1, -1):
            first = replace(body, rows=body.rows[:count], notes=[])
            if first.least(wide, TEXT) + 2.0 <= room:
                return _table(first, wide), _table(replace(body, rows=body.rows[count:]), wide)
        return None

    return Item(high + 2.0, lambda leaf, x, y: body.draw(leaf.drawing, x, y, wide, high, TEXT), split=split)


def _text(sheet: Column, page: HelpPage) -> None:
    sheet.heading(page.title)
    for line in page.text.strip().split("\n"):
        text = line.strip()
        if text:
            dot = text.startswith("- ")
            sheet.entry("•" if dot else "", text.removeprefix("- "), 4.0 if dot else 0.0)


# -- labels ------------------------------------------------------------------------------------------------------------
def _labels(sheet: Column) -> None:
    """Labels for the compartments of a counter tray, row by row without gaps, so that one cut parts two."""
    labels = [face.front for face in tray_labels(sheet.game, sheet.palette)]
    if not labels:
        return
    sheet.foot(replace(sheet.bar(sheet.say("Labels for a counter tray, to cut out"), sheet.across), above=4.0))
    for n in range(0, len(labels), ACROSS):
        sheet.foot(_row(sheet, labels[n : n + ACROSS]))


def _row(sheet: Column, labels: list[Art]) -> Item:
    def draw(leaf: Leaf, x: float, y: float) -> None:
        left = x + (sheet.across - ACROSS * WIDTH) / 2
        for n, art in enumerate(labels):
            at = left + n * WIDTH
            leaf.slots.append(Slot(art, at, y, 0.0, (at, y, at + WIDTH, y + HEIGHT)))
        leaf.drawing.rect(left - 0.2, y - 0.2, len(labels) * WIDTH + 0.4, HEIGHT + 0.4, None, GUIDE, 0.2)

    return Item(HEIGHT, draw)
