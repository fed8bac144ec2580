"""Where a way to fire is the usual one, with its names looked up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from compiler.model.game import Game
from compiler.model.lower.reading import Reader
from compiler.model.ways import When


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
