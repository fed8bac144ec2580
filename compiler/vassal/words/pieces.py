"""Pieces in words and as plain data, and what changed between two states of one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from compiler.vassal.deck import Deck
from compiler.vassal.keys import Key
from compiler.vassal.piece import BasicPiece, Body, Piece, Stack
from compiler.vassal.trait import Trait, UnknownTrait
from compiler.vassal.traits import DynamicProperty, Layer, Marker, TextLabel
from compiler.vassal.words.traits import trait_words

__all__ = ["Where", "body_json", "body_name", "body_words", "by_pixel", "changed"]


def body_name(body: Body) -> str:
    """What to call a piece, stack or deck."""
    match body:
        case Piece():
            return body.basic.name or body.basic.image or "unnamed piece"
        case Stack():
            return f"stack of {len(body.pieces)}"
        case Deck():
            return f"deck {body.name}"
        case _:
            return "unreadable piece"


Where = Callable[[str, object, object], str]


def by_pixel(map_name: str, x: object, y: object) -> str:
    """A place of a map, told by its pixel."""
    return f"`{map_name}` at {x},{y}"


def _place(where: Where, at: BasicPiece | Stack | Deck) -> str:
    return "on no map" if at.map == "null" else f"on {where(at.map, at.x, at.y)}"


def body_words(body: Body, where: Where = by_pixel) -> list[str]:
    """A piece in lines: what it is and where, then its traits from the inside out."""
    match body:
        case Piece():
            basic = body.basic
            head = f"{body_name(body)}, gpid {basic.gpid or 'none'}, {_place(where, basic)}"
            image = [f"image `{basic.image}`"] if basic.image else []
            own = [f"{key} = {value}" for key, value in basic.properties]
            return [head, *image, *own, *(trait_words(trait) for trait in body.traits)]
        case Stack():
            return [f"{body_name(body)} {_place(where, body)}: {', '.join(body.pieces)}"]
        case Deck():
            face = "face down" if body.is_face_down else "face up"
            return [f"{body_name(body)} {_place(where, body)}, {face}, {len(body.cards)} cards"]
        case _:
            return [body_name(body)]


def _plain(value: Any) -> Any:
    if isinstance(value, Key):
        return value.words
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value if isinstance(value, str | int | float | bool) else str(value)


def _trait_json(trait: Trait) -> dict[str, Any]:
    if isinstance(trait, UnknownTrait):
        return {"trait": trait.TITLE, "type": trait.type, "state": trait.state}
    fields = {spec.name: _plain(value) for spec, value in trait.values() if value != spec.default}
    return {"trait": trait.TITLE, "words": trait_words(trait), "fields": fields}


def body_json(body: Body) -> dict[str, Any]:
    """A piece as plain data; fields at their default are left out."""
    match body:
        case Piece():
            basic = body.basic
            return {
                "kind": "piece", "name": basic.name, "image": basic.image, "gpid": basic.gpid, "map": basic.map,
                "x": basic.x, "y": basic.y, "properties": dict(basic.properties),
                "traits": [_trait_json(trait) for trait in body.traits],
            }  # fmt: skip
        case Stack():
            return {"kind": "stack", "map": body.map, "x": body.x, "y": body.y, "pieces": list(body.pieces)}
        case Deck():
            fields = {spec.name: _plain(value) for spec, value in body.values() if value != spec.default}
            return {"kind": "deck", **fields}
        case _:
            kind, state = body.encode()
            return {"kind": "unreadable", "type": kind, "state": state}


def _state_name(trait: Trait, field: str) -> str:
    match trait:
        case DynamicProperty():
            return trait.name
        case Layer():
            return f"layer {trait.name}"
        case TextLabel():
            return "label"
        case Marker():
            return "marker"
        case _:
            return f"{trait.TITLE} {field.replace('_', ' ')}"


def _differences(old: Trait, new: Trait) -> Iterator[str]:
    if type(old) is not type(new):
        yield f"{old.TITLE} became {new.TITLE}"
        return
    for spec, value in new.values():
        before = getattr(old, spec.name)
        if spec.kind.state and value != before:
            yield f"{_state_name(new, spec.name)} {_shown(before)} → {_shown(value)}"


def _shown(value: Any) -> str:
    plain = _plain(value)
    return ", ".join(map(str, plain)) if isinstance(plain, list) else str(plain) if plain != "" else "nothing"


def changed(old: Body, new: Body, where: Where = by_pixel) -> list[str]:
    """What is different between two states of a piece, in words."""
    if not isinstance(old, Piece) or not isinstance(new, Piece):
        return [] if old == new else ["changed"]
    found = [line for pair in zip(old.traits, new.traits, strict=False) for line in _differences(*pair)]
    before, after = old.basic, new.basic
    if (before.map, before.x, before.y) != (after.map, after.x, after.y):
        found.append(f"{_place(where, before)} → {_place(where, after)}")
    own = dict(before.properties)
    found += [f"{key} {_shown(own.get(key, ''))} → {_shown(value)}" for key, value in after.properties
              if own.get(key) != value]  # fmt: skip
    return found
