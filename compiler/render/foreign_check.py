"""Every picture and font of the author's, tried before anything is built."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from compiler.diagnostics import Diagnostic, Failed, Span, diagnose
from compiler.load.bundle import Bundle
from compiler.load.document import Document
from compiler.model.game import Game
from compiler.render.counter.slot_pictures import slot_pictures
from compiler.render.foreign import BOARD, SMALL, Limits, decoded, import_svg, read_art
from compiler.render.own import PICTURES, broken_fonts, own_fonts, own_symbols
from compiler.render.symbols import symbol


def undrawable(game: Game) -> Iterator[Diagnostic]:
    """What is wrong with the author's art, each picture once, at the first thing that shows it.

    A face or card without its picture, or with one that is none by its first bytes, is told by the lints.
    """
    fonts = list(broken_fonts(game.folder))
    yield from fonts
    if fonts:
        return
    whole = {face.image: c.note.at(face.image) for c in game.counters.values() for face in c.faces if face.image}
    whole |= {
        card.image: card.note.at(card.image) for card in game.cards.values() if card.image and card.image not in whole
    }
    boards = [sheet for board in game.boards if board.backdrop for sheet in board.backdrop.sheets]
    for name, span in whole.items():
        yield from (one for one in _tried(game.folder, name, span, SMALL) if one.code != "R205")
    for name, span in slot_pictures(game).items():
        if name not in whole:
            yield from _tried(game.folder, name, span, SMALL)
    for sheet in boards:
        yield from _tried(game.folder, sheet.file, sheet.span, BOARD)
    yield from _unfit_symbols(game)


def _unfit_symbols(game: Game) -> Iterator[Diagnostic]:
    """Drawings in `art/` that something shows as a symbol, and that are none."""
    art = game.art
    said = {*_words((art.counters, art.cards, art.map, art.sheets)), *(each.crest for each in art.schemes.values())}
    said |= {face.symbol for dice in game.dice.values() for face in dice.faces}
    said |= {value for c in game.counters.values() for values in (c.values, *(f.values for f in c.faces))
             for value in values.values() if isinstance(value, str)}  # fmt: skip
    for name, mark in own_symbols(game.folder).items() if art.own_symbols else ():
        if name in said:
            try:
                symbol(mark)
            except Failed as failed:
                yield from failed.diagnostics


def _words(part: Any) -> Iterator[str]:
    """Every text in a piece of art.yaml, however deep."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, Mapping):
        yield from _words(tuple(part.values()))
    elif isinstance(part, (list, tuple)):
        for inner in part:
            yield from _words(inner)


def loose(bundle: Bundle, told: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Of a game that does not stand: pictures that its files name and lack, and those in `art/` that are none.

    What shows them is not known, so each is told where a file names it, or by itself; what is told already is left.
    """
    known = {word for one in told for word in one.message.split("`")[1::2]}
    named = {name: span for _, document in bundle for name, span in _named(document, document.value)}
    for name, span in named.items():
        if name not in known and name not in bundle.art:
            yield diagnose("C801", f"there is no picture `{name}`", span, help="put it into `art/`, or mend the name")
    for name in bundle.art:
        if name not in known and name.lower().endswith(PICTURES):
            span = named.get(name) or Span((bundle.folder / name).as_posix(), 1, 1, 1)
            yield from _tried(bundle.folder, name, span, BOARD)
    yield from (one for one in broken_fonts(bundle.folder) if known.isdisjoint(one.message.split("`")[1::2]))


def _named(document: Document, part: Any) -> Iterator[tuple[str, Span]]:
    """Every picture that a file names, however deep."""
    if isinstance(part, dict):
        for key, value in part.items():
            if key in ("image", "file") and isinstance(value, str) and value.lower().endswith(PICTURES):
                yield value, document.span(part, key)
            else:
                yield from _named(document, value)
    elif isinstance(part, list):
        for inner in part:
            yield from _named(document, inner)


def _tried(folder: str | Path, name: str, span: Span, limits: Limits) -> Iterator[Diagnostic]:
    try:
        data = read_art(Path(folder), name, span, limits)
        if name.lower().endswith(".svg"):
            import_svg(data, 10.0, 10.0, name, span, limits, own_fonts(folder))
        else:
            decoded(data, name, span, limits)
    except Failed as failed:
        yield from failed.diagnostics
