"""What a picture is drawn from, as one text: the same text, the same picture. Places in files do not count.

The code that draws does not count either: whoever keeps a picture keeps it by that too (`cache.Store`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from compiler.cache import digest
from compiler.model.common import Note
from compiler.model.counters import Card, CardKind, Counter, Face
from compiler.model.game import Game
from compiler.model.graph import Map
from compiler.render.colour import Palette
from compiler.render.map.backdrop import pictures_key
from compiler.render.map.tracks import pile_size

_PLAIN = frozenset((str, int, float, bool, type(None)))
# classes of the model, and the fields that tell one value from another
_FIELDS: dict[type[Any], tuple[str, ...]] = {}


def told(value: Any) -> str:
    """A value of the model as text, without the notes and places it carries."""
    kind = type(value)
    if kind in _PLAIN:
        return repr(value)
    if kind is Note:
        return f"{value.rules}"
    names = _FIELDS.get(kind)
    if names is None and is_dataclass(kind):
        names = _FIELDS[kind] = tuple(f.name for f in fields(kind) if f.compare or f.name == "note")
    if names is not None:
        return f"{kind.__name__}({','.join([f'{name}={told(getattr(value, name))}' for name in names])})"
    if isinstance(value, Mapping):
        return "{" + ",".join([f"{key!r}:{told(item)}" for key, item in value.items()]) + "}"
    if isinstance(value, (tuple, list)):
        return "[" + ",".join([told(item) for item in value]) + "]"
    return repr(value)


def _mark(value: Any) -> str:
    """A digest of what is told, remembered: inks, a kind or a layout are asked for by every piece drawn with them."""
    found = _KNOWN.get(id(value))
    if found is None or found[0] is not value:
        if len(_KNOWN) > 4096:
            _KNOWN.clear()
        found = _KNOWN[id(value)] = (value, digest(told(value)))
    return found[1]


# by identity: the value itself is kept too, so that no other can take its place in memory
_KNOWN: dict[int, tuple[Any, str]] = {}


def face_key(game: Game, palette: Palette, counter: Counter, face: Face | None) -> str:
    """Stands for one face of a counter, or for its drawn back."""
    kind = game.counter_kinds[counter.kind]
    side = game.sides.get((face.side if face else counter.side) or "")
    layout = game.art.counters.get(kind.layout or kind.id)
    about = (
        counter.id,
        counter.count,
        counter.steps,
        counter.values,
        counter.name,
        counter.faces[0] if face is None else face,
        side,
        face is None,
    )
    shared = (_mark(palette), _mark(kind), _mark(layout))
    return digest("face", *shared, told(about), _picture(game, face.image if face else None))


def card_key(game: Game, palette: Palette, card: Card | None, kind: CardKind) -> str:
    """Stands for the front of a card, or for the back of its kind."""
    layout = game.art.cards.get(kind.layout or kind.id)
    about = (
        card,
        card.note.rules if card else None,
        game.title,
        game.art.palette.get("seal_text"),
        list(game.cards).index(card.id) if card is not None and card.id in game.cards else None,
        _named(game, card) if card else (),
    )
    picture = _picture(game, card.image if card else None)
    return digest("card", _mark(palette), _mark(kind), _mark(layout), _mark(game.art.scene), told(about), picture)


def _named(game: Game, card: Card) -> list[str]:
    """What a card shows of the things its values name: the side of a counter, an area of the map around it."""
    found = []
    for value in card.values.values():
        counter, space = game.counters.get(str(value)), game.spaces.get(str(value))
        if counter is not None:
            found.append(str(counter.side))
        if space is not None:
            found.append(_mark(game.maps[space.board]))
    return found


def board_key(game: Game, palette: Palette, board: Map, display: str = "") -> str:
    """Stands for a whole board, or for one display of it."""
    about = (
        board,
        game.lang,
        game.title,
        game.subtitle,
        game.credits,
        game.sides,
        game.seats,
        game.piles,
        game.tracks,
        [pile_size(game, pile) for pile in game.piles.values()],
        game.art.map,
        game.art.palette,
        game.art.scene,
        display,
    )
    return digest("board", _mark(palette), told(about), pictures_key(game, board))


def table_key(game: Game, palette: Palette, *about: Any) -> str:
    """Stands for a chart or page made from some values of the game; sides and places have their names on it."""
    shared = (
        _mark(palette),
        _mark(game.sides),
        _mark(game.maps),
        _mark(game.dice),
        _mark(game.art.sheets),
        _mark(game.art.scene),
    )
    return digest("chart", *shared, told(game.title), game.lang, told(about))


def _picture(game: Game, image: str | None) -> bytes:
    path = Path(game.folder) / image if image else None
    return path.read_bytes() if path is not None and path.is_file() else b""
