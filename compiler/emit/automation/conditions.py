"""Conditions of the sequence as expressions, as far as a module can see what they ask.

The language is that of the stock steps (`play.stock.conditions`): turns, seats, options, tracks, piles, pieces. What
only the engine knows (lines of supply, what was chosen before) has no expression; whoever asks decides what that means.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from compiler.emit.atlas import is_deck
from compiler.emit.automation.modifiers import boxes_of
from compiler.emit.manifest import COUNTER_ID
from compiler.emit.module.options import option_property
from compiler.emit.names import shown
from compiler.emit.plan import Plan
from compiler.model.common import Value
from compiler.model.loops import counted
from compiler.model.scenario import Scenario
from compiler.vassal import expression as ex

Acting = list[tuple[ex.Node, str]]  # who acts: the test for a seat, and the seat
_TESTS = ("is", "is_not", "at_least", "at_most")
_PIECES = {"kinds", "counters", "faces"}  # what a filter of pieces may ask


def holds(plan: Plan, value: Value, acting: Acting, *, surely: bool) -> ex.Node | None:
    """Whether a condition holds; None where the module cannot tell.

    Of several parts those it cannot see count as held, unless it has to be sure.
    """
    if isinstance(value, tuple):
        parts = [holds(plan, part, acting, surely=surely) for part in value]
        known = [part for part in parts if part is not None]
        return ex.every(*known) if known and (not surely or len(known) == len(parts)) else None
    if not isinstance(value, Mapping):
        return None
    if "any" in value:
        each = [holds(plan, part, acting, surely=surely) for part in value["any"]]
        return None if None in each else ex.any_of(*(part for part in each if part is not None))
    found = next((made for head, made in _HEADS.items() if head in value), None)
    return found(plan, value, acting) if found is not None else None


def _turns(plan: Plan, raw: Mapping[str, Any], acting: Acting) -> ex.Node | None:
    track = counted(plan.game)
    if track is None:
        return None
    values = [box.value for box in track.boxes]
    first, last = (values.index(end) for end in raw["turns"])
    boxes = boxes_of(plan, track.id)
    return ex.any_of(*(boxes[value] for value in values[first : last + 1]))


def _seat(plan: Plan, raw: Mapping[str, Any], acting: Acting) -> ex.Node | None:
    wanted = (raw["seat"],) if isinstance(raw["seat"], str) else raw["seat"]
    return ex.any_of(*(test for test, seat in acting if seat in wanted)) if acting else None


def _option(plan: Plan, raw: Mapping[str, Any], acting: Acting) -> ex.Node | None:
    held, option = ex.prop(option_property(raw["option"])), plan.game.options[raw["option"]]
    if not any(test in raw for test in _TESTS):
        return ex.equals(held, True)
    if option.choices == (False, True):
        return None
    fitting = [shown(plan.game, value) for value in option.choices if _fits(raw, value)]
    return ex.any_of(*(ex.equals(held, text) for text in fitting))


def _track(plan: Plan, raw: Mapping[str, Any], acting: Acting) -> ex.Node | None:
    track = plan.game.tracks.get(raw["track"])
    if track is None:  # one of several, by whose it is
        return None
    field, boxes = raw.get("field"), boxes_of(plan, track.id)
    shown = {box.value: box.values.get(field) if field is not None else box.value for box in track.boxes}
    fitting = [value for value, found in shown.items() if _fits(raw, found)]
    return ex.any_of(*(boxes[value] for value in fitting))


def chosen(plan: Plan, raw: Mapping[str, Any], scenario: Scenario) -> bool:
    """Whether a condition that asks for an option holds in a setup."""
    found = scenario.options.get(raw["option"], plan.game.options[raw["option"]].default)
    return _fits(raw, found) if any(test in raw for test in _TESTS) else found is True


def _fits(raw: Mapping[str, Any], found: Value) -> bool:
    """Whether what is printed passes the tests beside a head."""
    for key, said in (("is", True), ("is_not", False)):
        if key in raw:
            wanted = raw[key] if isinstance(raw[key], tuple) else (raw[key],)
            if (found in wanted) is not said:
                return False
    low, high = raw.get("at_least"), raw.get("at_most")
    number = found if isinstance(found, int) else 0
    return (low is None or number >= low) and (high is None or number <= high)


def _against(raw: Mapping[str, Any], number: ex.Node) -> ex.Node | None:
    """A number held against the tests beside a head; at least one, where none is given."""
    if any(key in raw and not isinstance(raw[key], int) for key in _TESTS):
        return None
    tests: list[ex.Node] = []
    for key, made in (("is", ex.equals), ("is_not", ex.not_equals)):
        tests += [made(number, raw[key])] if key in raw else []
    for key, made in (("at_least", ex.greater_equal), ("at_most", ex.less_equal)):
        tests += [made(number, raw[key])] if key in raw else []
    return ex.every(*tests) if tests else ex.greater(number, 0)


def _pile(plan: Plan, raw: Mapping[str, Any], acting: Acting) -> ex.Node | None:
    """How much lies in a pile; in one that everybody has, in that of whoever acts."""
    piles = plan.game.piles
    if raw["pile"] in piles:
        return _against(raw, lying(plan, raw["pile"]))
    cases = []
    for test, seat in acting:
        owners = (seat, *plan.game.seats[seat].sides)
        own = next((f"{raw['pile']}.{owner}" for owner in owners if f"{raw['pile']}.{owner}" in piles), None)
        asked = _against(raw, lying(plan, own)) if own is not None else None
        if asked is None:
            return None
        cases.append(ex.every(test, asked))
    return ex.any_of(*cases) if cases else None


def lying(plan: Plan, id: str) -> ex.Node:
    """How much lies in a pile."""
    pile, spot = plan.game.piles[id], plan.atlas.piles[id]
    if is_deck(pile):
        return ex.call("GetMapProperty", f"{pile.name.en}_numPieces", spot.map)
    a_piece = ex.quoted(ex.not_equals(ex.prop(COUNTER_ID), ""))
    if pile.kind == "hand":  # a window of its own
        return ex.call("CountMap", spot.map, a_piece)
    return ex.call("CountLocation", spot.location, spot.map, a_piece)


def _pieces(plan: Plan, raw: Mapping[str, Any], acting: Acting) -> ex.Node | None:
    """How many pieces of some kinds show a face, wherever they lie."""
    filter = raw["pieces"]
    if not isinstance(filter, Mapping) or not set(filter) <= _PIECES:
        return None
    own = [c for c in plan.game.counters.values() if _meant(filter, c.kind, c.id)]
    faces = _words(filter.get("faces"))
    levels = {n for c in own for n, face in enumerate(c.faces, 1) if not faces or face.id in faces}
    tests = [ex.any_of(*(ex.equals(ex.prop(COUNTER_ID), c.id) for c in own))]
    if faces:
        tests.append(ex.any_of(*(ex.equals(ex.prop("Face_Level"), n) for n in sorted(levels))))
    total: ex.Node = ex.literal(0)
    for window in plan.atlas.windows.values():
        total = ex.add(total, ex.call("CountMap", window.name, ex.quoted(ex.every(*tests))))
    return _against(raw, total) if own else None


def _meant(filter: Mapping[str, Any], kind: str, id: str) -> bool:
    kinds, ids = _words(filter.get("kinds")), _words(filter.get("counters"))
    return (not kinds or kind in kinds) and (not ids or id in ids)


def _words(value: Value) -> tuple[str, ...]:
    return () if value is None else (value,) if isinstance(value, str) else tuple(value)


_HEADS: dict[str, Callable[[Plan, Mapping[str, Any], Acting], ex.Node | None]] = {
    "turns": _turns,
    "seat": _seat,
    "option": _option,
    "track": _track,
    "pieces": _pieces,
    "pile": _pile,
}
