"""The sequence of play as a tree of nodes with unique ids."""

from __future__ import annotations

from typing import Any

from compiler.diagnostics import Related, Span
from compiler.model.game import Game
from compiler.model.lower.articles import frozen_deep, written
from compiler.model.lower.reading import Reader, read_name
from compiler.model.sequence import SequenceNode

_LOOPS = ("seat", "side")


def sequence(read: Reader, game: Game) -> tuple[SequenceNode, ...]:
    """All nodes of the document."""
    seen: dict[str, Span] = {}
    return tuple(_node(read, raw, game, seen) for raw in read.document.value["sequence"])


def _node(read: Reader, raw: dict[str, Any], game: Game, seen: dict[str, Span]) -> SequenceNode:
    kind = next(k for k in ("phase", "each", "repeat", "step") if k in raw)
    id = raw[kind] if kind in ("phase", "repeat") else raw.get("id", raw[kind].rsplit(".", 1)[-1])
    where = read.span(raw, "id") if "id" in raw else read.span(raw, kind)
    if id in seen:
        read.fault(
            "M002",
            f"two nodes of the sequence are called `{id}`",
            where,
            "give one of them an `id` of its own",
            [Related(seen[id], "the other is here")],
        )
    seen[id] = where
    over = raw.get("each")
    if over is not None and over not in _LOOPS:
        read.known(over, (*game.tracks, *_LOOPS), "track", read.span(raw, "each"))
    order = raw.get("in")
    if order is not None and order not in ("seats", "sides"):
        read.known(order, (*game.tracks, "seats", "sides"), "track", read.span(raw, "in"))
    seat = raw.get("seat")
    if isinstance(seat, dict):
        read.known(seat["track"], game.tracks, "track", read.span(seat, "track"))
    elif seat is not None and seat != "active":
        read.known(seat, (*game.seats, "active"), "seat", read.span(raw, "seat"))
    children = tuple(_node(read, child, game, seen) for child in raw.get("do", ()))
    return SequenceNode(
        id=id,
        kind=kind,
        name=read_name(raw.get("name"), id.replace("_", " ").capitalize()),
        children=children,
        over=over,
        order=order,
        while_=raw["while"] if isinstance(raw.get("while"), str) else None,
        until=raw["until"] if isinstance(raw.get("until"), str) else None,
        times=raw.get("times"),
        step=raw.get("step"),
        line=raw.get("line") is not False,
        conditions={
            key: written(read, raw, key)
            for key in ("when", "while", "until", "line", "again")
            if key in raw and not isinstance(raw[key], str | bool)
        },
        seat=None if isinstance(seat, dict) else seat,
        seat_track=seat["track"] if isinstance(seat, dict) else None,
        settings=frozen_deep(raw.get("with", {})),
        written=written(read, raw, "with") if "with" in raw else None,
        note=read.note(raw, where, {"step": read.span(raw, "step")} if "step" in raw else None),
    )
