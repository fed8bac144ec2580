"""What a picture is drawn from, as one text: the same text, the same picture. Places in files do not count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from compiler.cache import digest, renderer
from compiler.model.common import Note
from compiler.model.counters import Card, CardKind, Counter, Face
from compiler.model.game import Game
from compiler.model.graph import Map
from compiler.render.colour import Palette


def told(value: Any) -> str:
    """A value of the model as text, without the notes and places it carries."""
    if isinstance(value, Note):
        return f"{value.rules}"
    if is_dataclass(value) and not isinstance(value, type):
        parts = (f"{f.name}={told(getattr(value, f.name))}" for f in fields(value) if f.compare or f.name == "note")
        return f"{type(value).__name__}({','.join(parts)})"
    if isinstance(value, Mapping):
        return "{" + ",".join(f"{key!r}:{told(item)}" for key, item in value.items()) + "}"
    if isinstance(value, (tuple, list)):
        return "[" + ",".join(told(item) for item in value) + "]"
    return repr(value)


def face_key(game: Game, palette: Palette, counter: Counter, face: Face | None) -> str:
    """Stands for one face of a counter, or for its drawn back."""
    kind = game.counter_kinds[counter.kind]
    side = game.sides.get((face.side if face else counter.side) or "")
    about = (counter.id, counter.count, counter.steps, counter.values, counter.name, counter.faces[0] if face is None
             else face, kind, side, game.art.counters.get(kind.layout or kind.id), face is None)
    return digest("face", renderer(), told(palette), told(about), _picture(game, face.image if face else None))


def card_key(game: Game, palette: Palette, card: Card | None, kind: CardKind) -> str:
    """Stands for the front of a card, or for the back of its kind; provinces are cut from the map."""
    layout = game.art.cards.get(kind.layout or kind.id)
    about = (card, card.note.rules if card else None, kind, layout, game.title, game.art.palette.get("seal_text"))
    picture = _picture(game, card.image if card else None)
    return digest("card", renderer(), told(palette), told(about), _outlines(game), picture)


def _outlines(game: Game) -> str:
    """The outlines of the main map, told once: every card of an area map asks for them."""
    found: str | None = game.__dict__.get("_told_outlines")
    if found is None:
        areas = game.map.kind == "areas"
        found = told([(s.id, s.outline) for s in game.map.spaces.values()]) if areas else ""
        game.__dict__["_told_outlines"] = found  # as cached properties do
    return found


def board_key(game: Game, palette: Palette, board: Map, display: str = "") -> str:
    """Stands for a whole board, or for one display of it."""
    about = (board, game.title, game.subtitle, game.credits, game.sides, game.seats, game.piles, game.tracks,
             game.art.map, game.art.palette, display)
    return digest("board", renderer(), told(palette), told(about))


def table_key(game: Game, palette: Palette, *about: Any) -> str:
    """Stands for a chart or page made from some values of the game."""
    return digest("chart", renderer(), told(palette), told(game.title), told(about))


def _picture(game: Game, image: str | None) -> bytes:
    path = Path(game.folder) / image if image else None
    return path.read_bytes() if path is not None and path.is_file() else b""
