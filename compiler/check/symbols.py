"""Lints of symbols: every name that art.yaml, or a counter's field, gives is one of the set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from compiler.check.lint import ERROR, WARNING, Found, lint
from compiler.diagnostics import Span
from compiler.model import symbols
from compiler.model.art import Art
from compiler.model.game import Game
from compiler.model.ids import nearest

_OF_BOXES = ("diamond", "disc", "square")  # drawn behind the letter of a box
_CREST = "crest"  # a badge that is the crest of a side


def _said(slot: Mapping[str, Any]) -> Iterator[tuple[Any, str, str]]:
    """The symbols a slot may show by itself: container, key and name."""
    if "is" in slot:
        yield slot, "is", str(slot["is"])
        return
    words = slot.get("words")
    for key, name in words.items() if isinstance(words, Mapping) else ():
        if isinstance(name, str) and name:
            yield words, key, name


def _slots(layouts: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Every slot of the counter layouts that puts a symbol, with the name of its layout."""
    for name, layout in layouts.items():
        for slots in layout.values():
            for slot, given in slots.items() if isinstance(slots, Mapping) else ():
                if isinstance(given, Mapping) and given.get("put", slot) == "symbol":
                    yield name, given


def _written(art: Art) -> Iterator[tuple[Any, str, str]]:
    """Every symbol named in art.yaml: container, key and name."""
    for _, slot in (*_slots(art.counters), *_slots(art.cards)):
        yield from _said(slot)
    for layout in art.cards.values():
        yield from _said(layout.get("symbol", {}))
        if "pillar" in layout:
            yield layout, "pillar", layout["pillar"]
        if "symbol" in layout.get("points", {}):
            yield layout["points"], "symbol", layout["points"]["symbol"]
    for look in art.map.get("spaces", {}).values():
        if look.get("symbol") and look["symbol"] not in _OF_BOXES:
            yield look, "symbol", look["symbol"]
        for field, sign in look.get("badges", {}).items():
            if sign != _CREST:
                yield look["badges"], field, sign
    for result, name in art.sheets.get("icons", {}).items():
        yield art.sheets["icons"], result, name


def _carried(game: Game) -> Iterator[tuple[str, Span]]:
    """Symbols that counters name in a field which their layout shows as a symbol."""
    fields: dict[str, set[str]] = {}
    for name, slot in _slots(game.art.counters):
        if isinstance(slot.get("of"), str) and not slot.get("words"):
            fields.setdefault(name, set()).add(slot["of"])
    for counter in game.counters.values():
        kind = game.counter_kinds[counter.kind]
        for field in sorted(fields.get(kind.layout or kind.id, ())):
            found = {face.values.get(field, counter.values.get(field)) for face in counter.faces}
            for name in sorted(value for value in found if isinstance(value, str) and value):
                yield name, counter.note.span


@lint("C812", ERROR, "The counter, card or map would be drawn without it.")
def unknown_symbol(game: Game) -> Iterator[Found]:
    """A symbol is named that is not in the set."""
    document = game.art.document
    crests = [name.removeprefix("mon-") for name in symbols.names() if name.startswith("mon-")]
    for scheme in game.art.schemes.values():
        if scheme.crest is not None and scheme.crest not in (*crests, *game.art.own_symbols):
            near = nearest(scheme.crest, (*crests, *game.art.own_symbols))
            help = f"did you mean `{near}`?" if near else f"draw it: `art/{scheme.crest}.svg`"
            yield Found(f"there is no crest `{scheme.crest}`", scheme.span, help)
    places = [(name, document.span(container, key)) for container, key, name in _written(game.art)]
    dice = [
        (face.symbol, each.note.at(face.symbol)) for each in game.dice.values() for face in each.faces if face.symbol
    ]
    for name, where in (*places, *_carried(game), *dice):
        if name not in game.art.own_symbols and not symbols.has(symbols.full_name(name)):
            known = [other.removeprefix("unit-") for other in (*symbols.names(), *game.art.own_symbols)]
            near = nearest(name, known)
            help = f"did you mean `{near}`?" if near else "see `liege explain R302` for all symbols"
            yield Found(f"there is no symbol `{name}`", where, help)


@lint("C821", WARNING, "If your drawing is lost or renamed, ours would take its place without a word.")
def name_of_ours(game: Game) -> Iterator[Found]:
    """A drawing in `art/` bears the name of a symbol or crest of ours."""
    for file in game.art.files:
        name = PurePosixPath(file).stem
        ours = [each for each in (symbols.full_name(name), f"mon-{name}") if symbols.has(each)]
        if file.lower().endswith(".svg") and ours:
            where = Span((Path(game.folder) / file).as_posix(), 1, 1, 1)
            yield Found(f"`{file}` bears the name of our own `{name}`", where, f"call it otherwise: `own_{name}.svg`")
