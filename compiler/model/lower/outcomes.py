"""What a roll must be for an outcome, with its names looked up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from compiler.model.common import FieldType
from compiler.model.game import Game
from compiler.model.lower.reading import Reader
from compiler.model.rolls import AtLeast, Exactly, Otherwise, Sure, Test, UpTo


def test_of(read: Reader, game: Game, raw: Mapping[str, Any]) -> Test:
    """The one test of an outcome."""
    if "up_to" in raw:
        fields = {name for kind in game.counter_kinds.values() for name in kind.fields}
        read.known(raw["up_to"], sorted(fields), "field", read.span(raw, "up_to"))
        return UpTo(raw["up_to"])
    if "at_least" in raw:
        numbers = [id for id, constant in game.constants.items() if isinstance(constant.value, int)]
        read.known(raw["at_least"], numbers, "constant with a number", read.span(raw, "at_least"))
        return AtLeast(raw["at_least"])
    if "sure" in raw:
        return _sure(read, game, raw["sure"])
    return Exactly(raw["roll"]) if "roll" in raw else Otherwise()


def flags_of(game: Game) -> set[str]:
    """The flags that counters may have."""
    kinds = game.counter_kinds.values()
    return {field.id for kind in kinds for field in kind.fields.values() if field.type is FieldType.FLAG}


def _sure(read: Reader, game: Game, raw: Mapping[str, Any]) -> Sure:
    marks = game.marks.values()
    on = {where: [mark.id for mark in marks if where in mark.on] for where in ("counters", "sides")}
    return Sure(
        read.only_known(raw.get("flags", ()), flags_of(game), "flag of a counter", raw.get("flags")),
        read.only_known(raw.get("marks", ()), on["counters"], "mark on counters", raw.get("marks")),
        read.only_known(raw.get("of_side", ()), on["sides"], "mark on sides", raw.get("of_side")),
    )


def needed(read: Reader, game: Game, raw: Mapping[str, Any]) -> str | None:
    """The flag under `needs`."""
    if "needs" in raw:
        read.known(raw["needs"], sorted(flags_of(game)), "flag of a counter", read.span(raw, "needs"))
    return raw.get("needs")
