"""Every picture and font of the author's, tried before anything is built."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from compiler.diagnostics import Diagnostic, Failed, Span
from compiler.model.game import Game
from compiler.render.counter.slot_pictures import slot_pictures
from compiler.render.foreign import BOARD, SMALL, Limits, decoded, import_svg, read_art
from compiler.render.own import broken_fonts, own_fonts, own_symbols
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
        yield from (one for one in _tried(game, name, span, SMALL) if one.code != "R205")
    for name, span in slot_pictures(game).items():
        if name not in whole:
            yield from _tried(game, name, span, SMALL)
    for sheet in boards:
        yield from _tried(game, sheet.file, sheet.span, BOARD)
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


def _tried(game: Game, name: str, span: Span, limits: Limits) -> Iterator[Diagnostic]:
    try:
        data = read_art(Path(game.folder), name, span, limits)
        if name.lower().endswith(".svg"):
            import_svg(data, 10.0, 10.0, name, span, limits, own_fonts(game.folder))
        else:
            decoded(data, name, span, limits)
    except Failed as failed:
        yield from failed.diagnostics
