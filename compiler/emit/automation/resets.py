"""Resets: pieces that a step of the sequence turns to another face, by a command nobody types."""

from __future__ import annotations

from compiler.emit.manifest import COUNTER_ID
from compiler.emit.plan import Plan
from compiler.model.counters import Counter
from compiler.model.upkeep import Reset
from compiler.vassal import expression as ex
from compiler.vassal.keys import NO_KEY, Key, named

_LEVEL = "Face_Level"  # of the layer with the faces, counted from 1


def turns_key(reset: Reset) -> Key:
    """The command that turns a piece."""
    return named(f"liege-reset-{reset.id}")


def reset_of(plan: Plan, counter: Counter) -> tuple[Key, str]:
    """The command that turns a counter, and the level it is turned to; none that no reset turns (C656)."""
    for reset in plan.game.upkeep.resets.values():
        turned = reset.turns(counter)
        if turned is not None:
            return turns_key(reset), str(turned[1] + 1)
    return NO_KEY, "1"


def due(plan: Plan, reset: Reset) -> ex.Node:
    """Whether a piece lies so that the reset turns it; one without both faces hears no command."""
    tests: list[ex.Node] = []
    for kind in reset.kinds:
        own = [counter for counter in plan.game.counters.values() if counter.kind == kind]
        faces = {counter.id: turned[0] + 1 for counter in own if (turned := reset.turns(counter)) is not None}
        if len(set(faces.values())) == 1:
            tests.append(_lies("Kind", plan.game.counter_kinds[kind].name.en, next(iter(faces.values()))))
        else:  # the faces lie in another order on some
            tests += [_lies(COUNTER_ID, id, level) for id, level in faces.items()]
    return ex.any_of(*tests)


def _lies(name: str, value: str, level: int) -> ex.Node:
    return ex.every(ex.equals(ex.prop(name), value), ex.equals(ex.prop(_LEVEL), level))
