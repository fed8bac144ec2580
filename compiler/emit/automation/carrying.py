"""Pieces that another stands for on the map: one command takes them to its boxes, another to where it stands.

The piece on the map moves alone; whoever lies in its boxes is wherever it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from compiler.emit.automation.ground import found_at, kept_words
from compiler.emit.automation.lookup import choose
from compiler.emit.automation.moves import on_land
from compiler.emit.chat import REFUSED, player, ruled, said
from compiler.emit.manifest import COUNTER_ID
from compiler.emit.module.holders import holder_property
from compiler.emit.names import counted, within
from compiler.emit.plan import Plan
from compiler.model.carries import Carry, boxes_by_carrier
from compiler.model.counters import CounterKind
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component
from compiler.vassal.keys import Key, named
from compiler.vassal.traits import (
    CalculatedProperty,
    GlobalKeyCommand,
    Report,
    RestrictCommands,
    SendToLocation,
    Trait,
    Trigger,
)


@dataclass(frozen=True, slots=True)
class _Row:
    """The boxes of one carrier, by the names of their places; of carriers alike on several sides, one row for all."""

    carriers: tuple[str, ...]  # ids
    places: tuple[str, ...]
    maps: tuple[str, ...]  # the window of each carrier's boxes


def carry_traits(plan: Plan, kind: CounterKind) -> Iterator[Trait]:
    """To join whoever stands there, and to leave, for those who are carried; who is with it, for those who carry."""
    for carry in plan.game.upkeep.carries.values():
        rows = _rows(plan, carry, kind)
        if rows:
            yield from _joins(plan, carry, kind, rows)
            yield from _leaves(plan, carry, kind)
            listed = said("– ", ex.prop("newPieceName"), ", ", ex.prop("LocationName"))
            yield Report((_key(carry, "told"),), ex.braced(listed))
        leaders = led(plan, carry, kind)
        if leaders:
            yield from _leads(plan, carry, leaders)


def join_text(plan: Plan, carry: Carry) -> str:
    return f"Join the {within(plan.game, carry.name.en)} here"


def leave_text(plan: Plan, carry: Carry) -> str:
    return f"Leave the {within(plan.game, carry.name.en)}"


def leads_text(plan: Plan, carry: Carry) -> str:
    return f"Who is with the {within(plan.game, carry.name.en)}"


def carried_by(carry: Carry) -> str:
    """The property with the carrier in whose boxes a piece lies; empty elsewhere."""
    return f"CarriedBy_{carry.id}"


def _boxes_property(carry: Carry, kind: CounterKind) -> str:
    return f"Boxes_{carry.id}_{kind.id}"


def carry_properties(plan: Plan) -> Iterator[Component]:
    """Whose each box is, by its window and name: every piece looks there, so it is kept once."""
    for carry in plan.game.upkeep.carries.values():
        for kind in plan.game.counter_kinds.values():
            rows = _rows(plan, carry, kind)
            whose = {
                f"{map}/{place}": id
                for row in rows
                for id, map in zip(row.carriers, row.maps, strict=True)
                for place in row.places
            }
            if rows:
                yield kept_words(_boxes_property(carry, kind), whose, "whose boxes these are")


def leave_key(carry: Carry) -> Key:
    """The command by which a piece stands where its carrier stands."""
    return _key(carry, "leaves")


def _key(carry: Carry, what: str) -> Key:
    return named(f"liege-carry-{carry.id}-{what}")


def _rows(plan: Plan, carry: Carry, kind: CounterKind) -> list[_Row]:
    found: dict[tuple[str, ...], list[tuple[str, str]]] = {}
    for carrier, boxes in boxes_by_carrier(plan.game, carry, kind.id).items():
        spots = [plan.atlas.spaces[box.id] for box in boxes if box.id in plan.atlas.spaces]
        if spots:
            found.setdefault(tuple(spot.location for spot in spots), []).append((carrier, spots[0].map))
    return [_Row(tuple(c for c, _ in own), places, tuple(m for _, m in own)) for places, own in found.items()]


def _is(ids: tuple[str, ...]) -> ex.Node:
    return ex.any_of(*(ex.equals(ex.prop(COUNTER_ID), id) for id in ids))


def _beside(plan: Plan, ids: tuple[str, ...]) -> ex.Node:
    """Whether one of some carriers stands here and serves whom the piece serves; nobody joins himself."""
    holder = holder_property(plan)
    other = ex.not_equals(ex.prop(COUNTER_ID), f"${COUNTER_ID}$")
    test = ex.every(_is(ids), ex.equals(ex.prop(holder), f"${holder}$"), other)
    return ex.greater(ex.call("CountLocation", ex.quoted(test)), 0)


def _window(row: _Row, carrier: ex.Node) -> ex.Node:
    """The window of a row for the carrier who stands here."""
    cases = [(ex.equals(carrier, id), map) for id, map in zip(row.carriers, row.maps, strict=True)]
    return ex.literal(row.maps[0]) if len(set(row.maps)) == 1 else choose(cases[:-1], cases[-1][1])


def _joins(plan: Plan, carry: Carry, kind: CounterKind, rows: list[_Row]) -> Iterator[Trait]:
    """The first free box of those who stand here; where all are full, it is refused."""
    goes, full, found = _key(carry, "joins"), _key(carry, "full"), _key(carry, "join")
    who, roomy, box = f"Joins_{carry.id}", f"Roomy_{carry.id}", f"Box_{carry.id}"
    own = ex.prop(roomy)
    everybody = tuple(id for row in rows for id in row.carriers)
    yield CalculatedProperty(who, ex.braced(ex.if_(ex.every(on_land(plan), _beside(plan, everybody)), "yes", "")))
    alike = _alike(plan, carry, kind)
    room = [(id, _room(carry, row, id, alike)) for row in rows for id in row.carriers]
    here = [(ex.every(_beside(plan, (id,)), free), id) for id, free in room]
    yield CalculatedProperty(roomy, ex.braced(choose(here, "")))
    window = choose([(_any(own, row.carriers), _window(row, own)) for row in rows], "")
    cases = []
    for row in rows:
        free = [(ex.equals(_lying(place, _window(row, own)), 0), place) for place in row.places]
        cases.append((_any(own, row.carriers), choose(free, "")))
    yield CalculatedProperty(box, ex.braced(choose(cases, "")))
    zone = ex.prop(box)
    yield SendToLocation("", goes, ex.braced(window), ex.braced(window), destination="Z", zone=ex.braced(zone))
    told = said(player(), ": <b>", ex.prop("newPieceName"), "</b> joins ", ex.prop("location"), ruled(carry.note))
    yield Report((goes,), ex.braced(told))
    word = within(plan.game, carry.name.en)
    refused = said(REFUSED, ex.prop("newPieceName"), f" finds no room with the {word}", ruled(carry.note))
    yield Report((full,), ex.braced(ex.if_(ex.equals(zone, ""), refused, "")))
    yield Trigger(f"joins {carry.id}", key=found, match=ex.braced(ex.not_equals(zone, "")), performed=(goes,))
    text = join_text(plan, carry)  # whether there is room is said before anybody moves
    yield Trigger(text, text, _key(carry, "asked"), performed=(full, found))
    yield RestrictCommands(
        f"nobody to join {carry.id}", "Hide", ex.braced(ex.equals(ex.prop(who), "")), (_key(carry, "asked"),)
    )


def _leaves(plan: Plan, carry: Carry, kind: CounterKind) -> Iterator[Trait]:
    """To where the carrier stands on the map."""
    goes, name = leave_key(carry), carried_by(carry)
    here = ex.add(ex.add("|", ex.prop("CurrentMap")), ex.add("/", ex.prop("LocationName")))
    yield CalculatedProperty(name, ex.braced(found_at(_boxes_property(carry, kind), here)))
    carrier = ex.every(ex.equals(ex.prop(COUNTER_ID), f"${name}$"), on_land(plan))
    main = plan.atlas.main.name
    text = leave_text(plan, carry)
    yield SendToLocation(text, goes, main, main, destination="A", match=ex.braced(carrier))
    told = said(player(), ": <b>", ex.prop("newPieceName"), "</b> leaves ", ex.prop("oldLocation"), " for ")
    yield Report((goes,), ex.braced(said(told, ex.prop("location"), ruled(carry.note))))
    away = ex.any_of(ex.equals(ex.prop(name), ""), ex.equals(ex.call("CountMap", main, ex.quoted(carrier)), 0))
    yield RestrictCommands(f"carried by nobody {carry.id}", "Hide", ex.braced(away), (goes,))


def led(plan: Plan, carry: Carry, kind: CounterKind) -> dict[str, str]:
    """Those of a kind who carry, each with the window of its boxes, if everybody may look into it."""
    counters, kinds = plan.game.counters, dict.fromkeys(k for own in carry.boxes.values() for k in own)
    open_ = {window.name for window in plan.atlas.windows.values() if not window.private}
    rows = [row for carried in kinds for row in _rows(plan, carry, plan.game.counter_kinds[carried])]
    windows = {id: map for row in rows for id, map in zip(row.carriers, row.maps, strict=True) if map in open_}
    return {id: map for id, map in windows.items() if counters[id].kind == kind.id}


def _leads(plan: Plan, carry: Carry, leaders: dict[str, str]) -> Iterator[Trait]:
    """How many lie in its boxes, then each of them."""
    asked, head, each = _key(carry, "who"), _key(carry, "head"), _key(carry, "each")
    mine = ex.equals(ex.prop(carried_by(carry)), f"${COUNTER_ID}$")
    count: ex.Node = ex.literal(0)
    for n, map in enumerate(dict.fromkeys(leaders.values())):
        own = ex.call("CountMap", map, ex.quoted(mine))
        count = own if n == 0 else ex.add(count, own)
    yield GlobalKeyCommand("", each, _key(carry, "told"), ex.braced(mine), suppress_reports=False)
    number = counted(count, "piece", "pieces")
    told = said(player(), ": with <b>", ex.prop("newPieceName"), "</b>: ", number, ruled(carry.note))
    yield Report((head,), ex.braced(told))
    text = leads_text(plan, carry)
    yield Trigger(text, text, asked, performed=(head, each))
    yield RestrictCommands(f"leads nobody {carry.id}", "Hide", ex.braced(ex.not_(_is(tuple(leaders)))), (asked,))


def _any(own: ex.Node, values: tuple[str, ...]) -> ex.Node:
    return ex.any_of(*(ex.equals(own, value) for value in values))


def _alike(plan: Plan, carry: Carry, kind: CounterKind) -> tuple[ex.Node, ...]:
    """Whether a piece lies in the boxes that a kind shares; nothing to ask where all kinds share them."""
    kinds = plan.game.counter_kinds
    shared = dict.fromkeys(kinds[k].name.en for own in carry.boxes.values() if kind.id in own for k in own)
    every = {kinds[k].name.en for own in carry.boxes.values() for k in own}
    return (ex.any_of(*(ex.equals(ex.prop("Kind"), name) for name in shared)),) if every - set(shared) else ()


def _room(carry: Carry, row: _Row, carrier: str, alike: tuple[ex.Node, ...]) -> ex.Node:
    """Whether fewer lie with a carrier than it has boxes: setups hold this for every piece, so it is short."""
    window = row.maps[row.carriers.index(carrier)]
    with_him = ex.every(ex.equals(ex.prop(carried_by(carry)), carrier), *alike)
    return ex.less(ex.call("CountMap", window, ex.quoted(with_him)), len(row.places))


def _lying(place: str, window: ex.Node) -> ex.Node:
    return ex.call("CountLocation", place, window, ex.quoted(ex.not_equals(ex.prop(COUNTER_ID), "")))
