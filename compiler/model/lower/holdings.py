"""Holdings of upkeep.yaml with all their names looked up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from compiler.model.game import Game
from compiler.model.holdings import Empty, Fought, Holding
from compiler.model.lower.reading import Reader, read_name


def holdings(read: Reader, game: Game) -> dict[str, Holding]:
    """All of them by id."""
    group, found = read.document.value.get("holdings", {}), {}
    for id, raw in group.items():
        _shows_sides(read, game, raw)
        read.known(raw["at"], [node.id for node in game.steps()], "node of the sequence", read.span(raw, "at"))
        found[id] = Holding(
            id=id,
            name=read_name(raw["name"]),
            mark=raw["mark"],
            held_by=read.only_known(raw["held_by"], game.counter_kinds, "kind of counter", raw["held_by"]),
            at=raw["at"],
            empty=_empty(read, game, raw),
            fought=_fought(read, game, raw),
            chosen=read.note(raw["chosen"]) if "chosen" in raw else None,
            note=read.note(raw, read.key_span(group, id)),
        )
    return found


def _shows_sides(read: Reader, game: Game, raw: Mapping[str, Any]) -> None:
    if not read.known(raw["mark"], game.marks, "mark", read.span(raw, "mark")):
        return
    mark = game.marks[raw["mark"]]
    if "spaces" not in mark.on or not set(mark.values) <= set(game.sides):
        read.fault(
            "M004",
            f"the mark `{mark.id}` must lie on spaces and name sides, to show who holds them",
            read.span(raw, "mark"),
            "name another mark, or mend it in counters.yaml",
        )


def _empty(read: Reader, game: Game, raw: Mapping[str, Any]) -> Empty | None:
    own = raw.get("empty")
    if own is None:
        return None
    values = [str(value) for value in game.marks[raw["mark"]].values] if raw["mark"] in game.marks else [own["to"]]
    read.known(own["to"], values, "value of that mark", read.span(own, "to"))
    return Empty(own["to"], read.note(own))


def _fought(read: Reader, game: Game, raw: Mapping[str, Any]) -> Fought | None:
    own = raw.get("fought")
    if own is None:
        return None
    read.known(own["volley"], game.rolls.volleys, "volley", read.span(own, "volley"))
    return Fought(own["volley"], read.note(own))
