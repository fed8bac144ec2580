"""Resets: pieces that a step of the sequence turns to another face, by a command nobody types."""

from __future__ import annotations

from compiler.emit.automation.moves import on_land
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
        if turned is not None and not reset.moved:
            return turns_key(reset), str(turned[1] + 1)
    return NO_KEY, "1"


def due(plan: Plan, reset: Reset) -> ex.Node:
    """Whether a piece lies so that the reset turns it; one without both faces hears no command."""
    tests: list[ex.Node] = []
    for kind in reset.kinds:
        own = [counter for counter in plan.game.counters.values() if counter.kind == kind]
        faces = {counter.id: turned[0] + 1 for counter in own if (turned := reset.turns(counter)) is not None}
        if reset.moved:  # whoever acted is turned at once where somebody looks at it; the sign is taken off here
            tests += [ex.equals(ex.prop(COUNTER_ID), id) for id in faces]
        elif len(set(faces.values())) == 1:
            tests.append(_lies("Kind", plan.game.counter_kinds[kind].name.en, next(iter(faces.values()))))
        else:  # the faces lie in another order on some
            tests += [_lies(COUNTER_ID, id, level) for id, level in faces.items()]
    lies = ex.any_of(*tests)
    return ex.every(ex.equals(ex.prop("Moved"), True), on_land(plan), lies) if reset.moved else lies


def turned(plan: Plan, reset: Reset) -> ex.Node:
    """Whether any piece lies that a reset of those who acted turns now: not one that was turned when it acted."""
    lies = ex.any_of(
        *(
            _lies(COUNTER_ID, counter.id, faces[0] + 1)
            for counter in plan.game.counters.values()
            if (faces := reset.turns(counter)) is not None
        )
    )
    return _anywhere(plan, ex.every(ex.equals(ex.prop("Moved"), True), on_land(plan), lies))


def any_due(plan: Plan, reset: Reset) -> ex.Node:
    """Whether any piece is to be turned."""
    return _anywhere(plan, due(plan, reset))


def _anywhere(plan: Plan, test: ex.Node) -> ex.Node:
    total: ex.Node = ex.literal(0)
    for window in plan.atlas.windows.values():
        if not window.private:
            total = ex.add(total, ex.call("CountMap", window.name, ex.quoted(test)))
    return ex.greater(total, 0)


def acts(plan: Plan, kind: str) -> bool:
    """Whether it matters that a piece of a kind has moved or attacked."""
    return any(reset.moved and kind in reset.kinds for reset in plan.game.upkeep.resets.values())


def _lies(name: str, value: str, level: int) -> ex.Node:
    return ex.every(ex.equals(ex.prop(name), value), ex.equals(ex.prop(_LEVEL), level))
