"""Sends of upkeep.yaml: every place found, for each side that has one."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from compiler.model.game import Game
from compiler.model.lower.reading import Reader, frozen, read_name
from compiler.model.sends import NO_SIDE, Send

_ENEMY = "enemy"


def sends(read: Reader, game: Game) -> dict[str, Send]:
    """All of them, by id."""
    group, found = read.document.value.get("sends", {}), {}
    for id, raw in group.items():
        kinds = read.only_known(raw["kinds"], game.counter_kinds, "kind of counter", raw["kinds"])
        track = raw["to"] if isinstance(raw["to"], str) and raw["to"] in game.tracks else None
        found[id] = Send(
            id=id,
            name=read_name(raw["name"]),
            kinds=kinds,
            places={} if track else _places(read, game, raw, kinds),
            track=track,
            only=only_of(read, game, raw, kinds),
            lost=raw.get("lost", False),
            barred=read.only_known(raw.get("except", ()), game.sides, "side", raw.get("except")),
            by_holder=isinstance(raw["to"], Mapping) and "kind" in raw["to"],
            note=read.note(raw, read.key_span(group, id)),
        )
    return found


def only_of(read: Reader, game: Game, raw: Mapping[str, Any], kinds: Collection[str]) -> dict[str, tuple[Any, ...]]:
    """Values by field; each kind must have the field."""
    fields = [set(game.counter_kinds[kind].fields) for kind in kinds]
    shared = sorted(set.intersection(*fields)) if fields else []
    found = {}
    for name, value in raw.get("only", {}).items():
        if read.known(name, shared, "field of those kinds", read.key_span(raw["only"], name)):
            listed = frozen(value)
            found[name] = listed if isinstance(listed, tuple) else (listed,)
    return found


def _places(read: Reader, game: Game, raw: Mapping[str, Any], kinds: Collection[str]) -> dict[str, str]:
    """A place for every side of those kinds that has one."""
    to, span = raw["to"], read.span(raw, "to")
    sides = list(dict.fromkeys(c.side or NO_SIDE for c in game.counters.values() if c.kind in kinds))
    places = [*game.spaces, *game.piles]
    if isinstance(to, Mapping):
        return _by_field(read, game, to, sides) if "kind" in to else _by_side(read, game, to, sides, places)
    if to in game.spaces or to in game.piles:
        return dict.fromkeys(sides, to)
    written = list(dict.fromkeys(id.partition(".")[0] for id in places if "." in id))
    if not read.known(to, [*places, *game.tracks, *written], "space, pile or track", span):
        return {}
    whose = _enemies(game) if raw.get("whose") == _ENEMY else {side: _own(game, side) for side in game.sides}
    found = {s: f"{to}.{of}" for s in sides for of in whose.get(s, ()) if f"{to}.{of}" in places}
    if sides and not found:  # of no side at all: the kinds are told
        read.fault("M004", f"no side of those kinds has a `{to}`", span, "name a place, or say where each side goes")
    return found


def _own(game: Game, side: str) -> tuple[str, ...]:
    """What an id made by `per` may end in for a side: the side itself, and the seat that runs it; the side counts."""
    seat = game.seat_of(side)
    return (seat, side) if seat else (side,)


def _enemies(game: Game) -> dict[str, tuple[str, ...]]:
    """The other of two seats or sides; with more nobody can tell who the enemy is."""
    found: dict[str, tuple[str, ...]] = {}
    for side in game.sides:
        seats = [seat.id for seat in game.seats.values() if side not in seat.sides]
        others = [other for other in game.sides if other != side]
        found[side] = (*(seats if len(seats) == 1 else ()), *(others if len(others) == 1 else ()))
    return found


def _by_side(
    read: Reader, game: Game, to: Mapping[str, Any], sides: list[str], places: Collection[str]
) -> dict[str, str]:
    named = to["sides"]
    for side, place in named.items():
        read.known(side, game.sides, "side", read.key_span(named, side))
        read.known(place, places, "space or pile", read.span(named, side))
    if "others" in to:
        read.known(to["others"], places, "space or pile", read.span(to, "others"))
    found = {side: named.get(side, to.get("others")) for side in sides}
    return {side: place for side, place in found.items() if place in places}


def _by_field(read: Reader, game: Game, to: Mapping[str, Any], sides: list[str]) -> dict[str, str]:
    kinds = {id: kind for board in game.maps.values() for id, kind in board.space_kinds.items()}
    if not read.known(to["kind"], kinds, "kind of space", read.span(to, "kind")):
        return {}
    if not read.known(to["field"], kinds[to["kind"]].fields, "field of those spaces", read.span(to, "field")):
        return {}
    own = {str(s.values.get(to["field"])): s.id for s in game.spaces.values() if s.kind == to["kind"]}
    return {side: own[side] for side in sides if side in own}
