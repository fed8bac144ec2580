"""Deeds: what a result does, with its marks, faces and sends looked up."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from compiler.diagnostics import Span
from compiler.model.deeds import Deed, Raising
from compiler.model.game import Game
from compiler.model.lower.reading import Reader


def given_marks(
    read: Reader, game: Game, raw: Mapping[str, Any], known: Collection[str], key: str = "mark"
) -> dict[str, Any]:
    """The marks that pieces get, of those they may bear."""
    given, marks = raw.get(key, {}), dict[str, Any]()
    for mark, value in given.items():
        if read.known(mark, known, "mark of those counters", read.key_span(given, mark)):
            marks[mark] = value
            has_value(read, game, mark, value, read.span(given, mark))
    return marks


def has_value(read: Reader, game: Game, mark: str, value: Any, span: Span) -> None:
    """A value that the mark does not have is reported."""
    if value not in game.marks[mark].values:
        read.fault("M004", f"`{value}` is no value of the mark `{mark}`", span, "name one of its values")


def borne_by(game: Game, kinds: Collection[str]) -> list[str]:
    """The marks that some of these kinds may bear."""
    return sorted({mark for kind in kinds if kind in game.counter_kinds for mark in game.counter_kinds[kind].marks})


def deed(
    read: Reader,
    game: Game,
    raw: Mapping[str, Any],
    kinds: Collection[str],
    sends: Collection[str],
    checks: Collection[str],
) -> Deed:
    """One deed to pieces of some kinds, which may roll some checks."""
    own = [counter for counter in game.counters.values() if counter.kind in kinds]
    known = borne_by(game, kinds)
    marks = given_marks(read, game, raw, known)
    for mark in read.only_known(raw.get("unmark", ()), known, "mark of those counters", raw.get("unmark")):
        marks[mark] = None
    if "face" in raw:
        faces = sorted({face.id for counter in own for face in counter.faces})
        read.known(raw["face"], faces, "face of those counters", read.span(raw, "face"))
    if "send" in raw:
        read.known(raw["send"], sends, "send of upkeep.yaml", read.span(raw, "send"))
    if "check" in raw:
        read.known(raw["check"], checks, "check of those counters", read.span(raw, "check"))
    if "flees" in raw:
        held = [mark.id for mark in game.marks.values() if "spaces" in mark.on]
        read.known(raw["flees"], held, "mark on spaces", read.span(raw, "flees"))
    raises = _raising(read, game, raw["raises"]) if "raises" in raw else None
    if "draw" in raw:
        decks = [pile.id for pile in game.piles.values() if pile.kind == "deck" and pile.holds == "cards"]
        read.known(raw["draw"], decks, "deck", read.span(raw, "draw"))
    return Deed(
        marks=marks,
        bare=given_marks(read, game, raw, known, "bare"),
        face=raw.get("face"),
        steps=raw.get("steps", 0),
        wait=raw.get("wait", 0),
        send=raw.get("send"),
        lost=raw.get("lost", False),
        check=raw.get("check"),
        flees=raw.get("flees"),
        draw=raw.get("draw"),
        raises=raises,
        sides={
            side: deed(read, game, own, kinds, sends, checks)
            for side, own in raw.get("sides", {}).items()
            if read.known(side, game.sides, "side", read.key_span(raw["sides"], side))
        },
    )


def _raising(read: Reader, game: Game, raw: Mapping[str, Any]) -> Raising:
    """A counter that comes to a space of its side."""
    owned = {pile.id.rpartition(".")[0] for pile in game.piles.values() if pile.holds == "counters" and "." in pile.id}
    read.known(raw["pile"], sorted(owned), "pile of counters that sides have", read.span(raw, "pile"))
    held = [mark.id for mark in game.marks.values() if "spaces" in mark.on]
    read.known(raw["mark"], held, "mark on spaces", read.span(raw, "mark"))
    lists = [id for id, constant in game.constants.items() if isinstance(constant.value, Mapping)]
    if "of" in raw:
        read.known(raw["of"], lists, "constant with a list for each side", read.span(raw, "of"))
    return Raising(pile=raw["pile"], mark=raw["mark"], of=raw.get("of"), note=read.note(raw))
