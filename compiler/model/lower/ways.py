"""Ways to fire, with their names looked up: where each is the usual one, who commands, who stands together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from compiler.model.game import Game
from compiler.model.lower.reading import Reader
from compiler.model.ways import Commands, Parties, When


def when_of(read: Reader, game: Game, raw: Mapping[str, Any]) -> When:
    """The spaces and the marks under `when`."""
    known = {
        id: kind for board in game.maps.values() for id, kind in (*board.space_kinds.items(), *board.terrain.items())
    }
    fields = dict.fromkeys(name for kind in known.values() for name in kind.fields)
    for name in raw.get("fields", ()):
        read.known(name, tuple(fields), "field of spaces", read.key_span(raw["fields"], name))
    for key in ("marked", "against"):
        if key in raw:
            marks = tuple(id for id, mark in game.marks.items() if "counters" in mark.on)
            read.known(raw[key], marks, "mark", read.span(raw, key))
    return When(
        kinds=read.only_known(raw.get("kinds", ()), known, "kind of space", raw.get("kinds")),
        fields=dict(raw.get("fields", {})),
        marked=raw.get("marked"),
        against=raw.get("against"),
    )


def commands_of(read: Reader, game: Game, raw: Mapping[str, Any]) -> Commands:
    """Whom a leader leads, under `commands`."""
    read.known(raw["field"], tuple({n: 0 for kind in game.counter_kinds.values() for n in kind.fields}), "field",
               read.span(raw, "field"))  # fmt: skip
    limits: Any = {}
    if read.known(raw["limit"], game.constants, "constant", read.span(raw, "limit")):
        limits = game.constants[raw["limit"]].value
        if not isinstance(limits, Mapping) or not all(isinstance(n, int) for n in limits.values()):
            why = f"constant `{raw['limit']}` must have a whole number for each value of the field"
            read.fault("M004", why, read.span(raw, "limit"), "write {value: {daimyo: 7, samurai: 3}}")
            limits = {}
    marks = raw.get("marked", {})
    for mark, value in marks.items():
        read.known(mark, tuple(id for id, m in game.marks.items() if "counters" in m.on), "mark",
                   read.key_span(marks, mark))  # fmt: skip
        if limits:
            read.known(value, tuple(limits), "value of the constant", read.span(marks, mark))
    return Commands(raw["field"], raw["limit"], dict(marks))


def parties_of(read: Reader, game: Game, raw: Mapping[str, Any]) -> Parties:
    """Who stands together, under `parties`."""
    if read.known(raw["of"], game.constants, "constant", read.span(raw, "of")):
        value = game.constants[raw["of"]].value
        known = (*game.alliances, *game.sides)
        named = [id for ids in value.values() for id in ids] if isinstance(value, Mapping) else [None]
        for id in (id for id in named if id not in known):
            why = f"constant `{raw['of']}` must have alliances and sides by party, and `{id}` is neither"
            read.fault("M004", why, read.span(raw, "of"), "write {value: {oda: [oda], anti_oda: [azai, asakura]}}")
    if "joined" in raw:
        marks = tuple(id for id, mark in game.marks.items() if "sides" in mark.on)
        read.known(raw["joined"], marks, "mark on sides", read.span(raw, "joined"))
    return Parties(raw["of"], raw.get("joined"))
