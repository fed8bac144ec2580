"""Whether an effect suits what it is done to, as far as the definition tells: said before play, not found out in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from compiler.model.counters import Card, Counter
from compiler.play.stock.here import ACTIVE, ENEMY, MINE, NONE
from compiler.play.stock.reading import IT, Reading, among

Thing = Counter | Card
BEARERS = {"counters": "pieces", "spaces": "spaces", "seats": "seats", "sides": "sides"}


def possible(read: Reading, value: Any) -> list[Thing] | None:
    """The counters and cards a filter of pieces can fit at all; None where only the table knows."""
    game = read.game
    things: list[Thing] = [*game.counters.values(), *game.cards.values()]
    if isinstance(value, str):
        base = value.partition("#")[0]
        return None if value == IT else [thing for thing in things if thing.id in (value, base)]
    if not isinstance(value, Mapping):
        return None
    tests: list[Callable[[Thing], bool]] = []
    for key, of in (("kinds", "kind"), ("counters", "id")):
        if key in value:
            names = value[key] if isinstance(value[key], tuple) else (value[key],)
            tests.append(lambda thing, of=of, names=names: getattr(thing, of) in names)  # type: ignore[misc]
    sides = value.get("sides")
    sides = sides if isinstance(sides, tuple) or sides is None else (sides,)
    if sides is not None and not {MINE, ENEMY} & set(sides):
        tests.append(lambda thing: (thing.side or NONE) in sides)
    return [thing for thing in things if all(test(thing) for test in tests)]


def suits(read: Reading, value: Any, fits: Callable[[Counter], bool], what: str, help: str) -> None:
    """Tell an effect on pieces of which none is of the right kind."""
    found = possible(read, value)
    if found is None:
        return
    if not found:
        read.fault("no piece of this game fits", "widen the filter: look at its sides, kinds and counters")
    elif not any(isinstance(thing, Counter) and fits(thing) for thing in found):
        read.fault(what, help)


def unit(read: Reading, counter: Counter) -> bool:
    """Whether a counter is more than a marker."""
    return not read.game.counter_kinds[counter.kind].marker


def bears(read: Reading, mark: Any, on: Any, sort: str) -> None:
    """Tell a mark on a thing that cannot bear it."""
    if not among(mark, read.game.marks):
        return
    known = read.game.marks[mark].on
    if sort == "seat":
        ok = "seats" in known if on in (ACTIVE, *read.game.seats) else "sides" in known
        ok = ok or ("sides" in known and on in read.game.sides) or (on in (MINE, ENEMY) and "sides" in known)
    else:
        ok = sort in known
    if not ok:
        read.into("on").fault(
            f"the mark `{mark}` is no mark of {'seats' if sort == 'seat' else BEARERS[sort]}",
            "it lies on " + " and ".join(BEARERS[each] for each in known),
        )
        return
    if sort == "counters" and isinstance(on, Mapping):
        kinds = read.game.counter_kinds
        found = possible(read, on.get("pieces"))
        if found and not any(isinstance(thing, Counter) and mark in kinds[thing.kind].marks for thing in found):
            read.into("on").fault(
                f"none of these pieces has the mark `{mark}`", "add it to `marks` of their kind in counters.yaml"
            )


def positive(read: Reading, key: str, raw: Mapping[str, Any], least: int = 1) -> None:
    """Tell a number written out that does nothing."""
    value = raw.get(key)
    if isinstance(value, int) and not isinstance(value, bool) and value < least:
        read.into(key).fault(f"`{key}` is {value}: nothing happens", f"write {least} or more, or take the effect out")
