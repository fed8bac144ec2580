"""What an editor shows over an id: the drawn counter or card, its figures, the gist of a rule."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping

from compiler.author.index import Index, Mention
from compiler.model.common import Name, Note, Value
from compiler.model.counters import Card, Counter
from compiler.model.game import Game

__all__ = ["told"]

_PIXELS = 6  # to the millimetre: a counter of 15 mm is 90 pixels wide
_CARD_PIXELS = 3


def told(game: Game | None, index: Index, mention: Mention) -> str:
    """Markdown about the thing of a mention; without a game that stands only what the files tell."""
    lines = [f"**{mention.id}** · {mention.what}"]
    if game is not None:
        lines += _thing(game, mention)
    uses = len(index.places(mention, definition=False))
    where = index.defined.get((mention.what, mention.id), [])
    if where:
        lines.append(f"*defined in {where[0].file}:{where[0].span.line}, used {uses} times*")
    return "\n\n".join(lines)


def _thing(game: Game, mention: Mention) -> Iterator[str]:
    id = mention.id
    if mention.what == "rule" and game.ledger is not None and id in game.ledger.rows:
        row = game.ledger.rows[id]
        yield row.says
        if row.reading:
            yield f"*Reading:* {row.reading}"
    elif mention.what == "counter" and id in game.counters:
        yield from _counter(game, game.counters[id])
    elif mention.what == "card" and id in game.cards:
        yield from _card(game, game.cards[id])
    elif mention.what == "space" and id in game.spaces:
        space = game.spaces[id]
        yield _named(space.name) + (f", {space.terrain}" if space.terrain else "")
        yield from _figures(space.values, space.note)
    else:
        yield from _other(game, mention)


def _other(game: Game, mention: Mention) -> Iterator[str]:
    places: Mapping[str, Mapping[str, object]] = {
        "side": game.sides, "seat": game.seats, "mark": game.marks, "track": game.tracks, "pile": game.piles,
        "kind of counter": game.counter_kinds, "kind of card": game.card_kinds,
    }  # fmt: skip
    found = places.get(mention.what, {}).get(mention.id)
    name = getattr(found, "name", None)
    if isinstance(name, Name):
        yield _named(name)
    if mention.what == "constant" and mention.id in game.constants:
        yield f"`{game.constants[mention.id].value}`"


def _counter(game: Game, counter: Counter) -> Iterator[str]:
    from compiler.render.counter.face import draw_face
    from compiler.render.raster import png_bytes
    from compiler.render.style import palette_of

    palette = palette_of(game)
    yield " ".join(
        _picture(png_bytes(draw_face(game, palette, counter, face, 0.0), _PIXELS), face.id) for face in counter.faces
    )
    side = f", {game.sides[counter.side].name.en}" if counter.side is not None else ""
    yield f"{_named(counter.name)}{side}, {counter.count} of them"
    yield from _figures({**counter.values, **counter.faces[0].values}, counter.note)


def _card(game: Game, card: Card) -> Iterator[str]:
    from compiler.render.card.face import draw_card
    from compiler.render.raster import png_bytes
    from compiler.render.style import palette_of

    yield _picture(png_bytes(draw_card(game, palette_of(game), card), _CARD_PIXELS), card.id)
    yield _named(card.name)
    yield from _figures(card.values, card.note)


def _picture(png: bytes, about: str) -> str:
    return f"![{about}](data:image/png;base64,{base64.b64encode(png).decode()})"


def _named(name: Name) -> str:
    return f"{name.en} {name.ja}" if name.ja else name.en


def _figures(values: Mapping[str, Value], note: Note) -> Iterator[str]:
    shown = [f"{key} {value}" for key, value in values.items() if not isinstance(value, (tuple, Name))]
    if shown:
        yield " · ".join(shown)
    if note.rules:
        yield "rule " + ", ".join(note.rules)
    if note.source is not None:
        yield f"source: {note.source}"
