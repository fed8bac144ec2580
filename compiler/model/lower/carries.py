"""Carries of upkeep.yaml with all their names looked up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from compiler.model.carries import Carry
from compiler.model.common import Field, FieldType
from compiler.model.game import Game
from compiler.model.lower.reading import Reader, read_name


def carries(read: Reader, game: Game) -> dict[str, Carry]:
    """All of them by id."""
    group, found = read.document.value.get("carries", {}), {}
    for id, raw in group.items():
        boxes = {
            kind: read.only_known(counters, game.counter_kinds, "kind of counter", counters)
            for kind, counters in raw["boxes"].items()
            if read.known(kind, _kinds(game), "kind of space", read.key_span(raw["boxes"], kind))
        }
        if len(boxes) == len(raw["boxes"]):  # of boxes that do not exist nobody knows the fields
            _carriers(read, game, raw, {name: field for kind in boxes for name, field in _fields(game, kind).items()})
        found[id] = Carry(
            id=id,
            name=read_name(raw["name"]),
            boxes=boxes,
            by=raw.get("by"),
            carriers=raw.get("carriers"),
            same=raw.get("same"),
            note=read.note(raw, read.key_span(group, id)),
        )
    return found


def _kinds(game: Game) -> list[str]:
    return [kind for board in game.maps.values() for kind in board.space_kinds]


def _fields(game: Game, kind: str) -> Mapping[str, Field]:
    return next(board.space_kinds[kind].fields for board in game.maps.values() if kind in board.space_kinds)


def _carriers(read: Reader, game: Game, raw: Mapping[str, Any], fields: Mapping[str, Field]) -> None:
    """Who carries: named by the boxes, or found by a field."""
    if "by" in raw and ("same" in raw or "carriers" in raw):
        read.fault(
            "M004",
            "who carries is named by the boxes (`by`) or found by a field (`carriers` and `same`), not both",
            read.span(raw, "by"),
            "leave one of them out",
        )
    elif "same" in raw:
        read.known(raw["same"], fields, "field of those boxes", read.span(raw, "same"))
        read.known(raw["carriers"], game.counter_kinds, "kind of counter", read.span(raw, "carriers"))
    elif read.known(raw["by"], fields, "field of those boxes", read.span(raw, "by")):
        _names_a_counter(read, raw, fields[raw["by"]])


def _names_a_counter(read: Reader, raw: Mapping[str, Any], field: Field) -> None:
    if field.type is not FieldType.COUNTER or field.many:
        read.fault(
            "M004",
            f"the field `{raw['by']}` must name one counter, to say who carries",
            read.span(raw, "by"),
            "name a field of the type `counter`",
        )
