"""Bars of checks: every mark, field, track and modifier found."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from compiler.model.bars import Bar, Borne
from compiler.model.game import Game
from compiler.model.lower.deeds import has_value
from compiler.model.lower.reading import Reader
from compiler.model.lower.sends import only_of
from compiler.model.rolls import ROLLER, TARGET, Lent, RollModifier


def bars_of(
    read: Reader,
    game: Game,
    raw: Mapping[str, Any],
    kinds: Collection[str],
    modifiers: Mapping[str, RollModifier],
    *,
    aimed: bool,
) -> Iterator[Bar]:
    """The bars of a check, in the order of the file; one that is `aimed` has a target."""
    lent = [id for id, modifier in modifiers.items() if isinstance(modifier.source, Lent)]
    faces = [face.id for c in game.counters.values() if c.kind in kinds for face in c.faces]
    orders = [id for id, track in game.tracks.items() if all(box.value in game.seats for box in track.boxes)]
    whose = (ROLLER, TARGET) if aimed else (ROLLER,)
    marks = [id for id, mark in game.marks.items() if "counters" in mark.on]
    for one in raw.get("barred", ()):
        for key, known, what in (
            ("who", whose, "piece of this check"),
            ("mark", marks, "mark of counters"),
            ("track", orders, "track of seats"),
            ("led", lent, "lent modifier"),
            ("unled", lent, "lent modifier"),
            ("beside", faces, "face of those counters"),
        ):
            if key in one:
                read.known(one[key], known, what, read.span(one, key))
        if "is" in one and one["mark"] in marks:
            has_value(read, game, one["mark"], one["is"], read.span(one, "is"))
        borne = Borne(one["mark"], one.get("is"), one.get("who") == TARGET) if "mark" in one else None
        led = (one["led"], True) if "led" in one else (one["unled"], False) if "unled" in one else None
        first, last = one.get("turns", (0, 0))
        yield Bar(
            why=one["why"],
            borne=borne,
            only=only_of(read, game, one, kinds),
            sides=read.only_known(one.get("sides", ()), game.sides, "side", one.get("sides")),
            turns=(first, last) if "turns" in one else None,
            track=one.get("track"),
            led=led,
            beside=one.get("beside"),
            note=read.note(one),
        )
