"""What a layout may show of a counter or card: its fields and the built-in names, and how a name is reached into."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from compiler.model.common import Name
from compiler.model.counters import Card, CardKind, Counter, Face
from compiler.model.game import Game

Values = Mapping[str, Any]


def face_values(game: Game, counter: Counter, face: Face) -> dict[str, Any]:
    """Every value a slot may show, from the kind down to the face, with the built-in names."""
    kind = game.counter_kinds[counter.kind]
    side = game.sides.get(face.side or "")
    defaults = {field.id: field.default for field in kind.fields.values() if field.default is not None}
    return {
        **defaults, **counter.values, **face.values,
        "id": counter.id, "face": face.id, "state": face.state, "kind": kind.id, "kind_name": kind.name,
        "name": face.name, "side": face.side, "side_name": side.name if side else None,
        "steps": counter.steps, "count": counter.count, "image": face.image,
    }  # fmt: skip


def card_values(card: Card, kind: CardKind) -> dict[str, Any]:
    """Every value a slot or part of a front may show, from the kind down to the card, with the built-in names."""
    return {**{f.id: f.default for f in kind.fields.values()}, **card.values,
            "id": card.id, "kind": kind.id, "kind_name": kind.name, "name": card.name, "number": card.number,
            "when": card.when, "effect": card.effect, "side": card.side, "face": "front", "state": "front",
            "image": card.image,
            "rule": next((rule for rule in card.note.rules if rule[0].isdigit()), None)}  # fmt: skip


def back_values(kind: CardKind) -> dict[str, Any]:
    """What a slot of a back may show: backs tell nothing of the card."""
    return {"id": kind.id, "kind": kind.id, "kind_name": kind.name, "name": kind.name, "side": None,
            "face": "back", "state": "back"}  # fmt: skip


def value_of(field: str, values: Values) -> Any:
    """A field's value; `name.ja`, `name.first`, `name.last` and `name.after` (a colon) reach into a name."""
    if field in values:
        return values[field]
    head, _, tail = field.partition(".")
    inner = values.get(head)
    if not isinstance(inner, Name):
        return None
    if tail in ("first", "last"):
        return inner.en.split()[0 if tail == "first" else -1]
    if tail == "after":
        return inner.en.rpartition(": ")[2]
    return inner.ja if tail == "ja" else inner.en
