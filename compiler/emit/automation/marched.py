"""Whoever marches has acted: a force that is dragged in the phase of its own side bears the mark of it.

Dragged back to where it began, it has not. Whoever is dragged in another's phase (a retreat) keeps its own action.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.automation.preference import is_applied
from compiler.emit.module import keys
from compiler.emit.module.following import STEP
from compiler.emit.module.marks import acts_key, property_of, serving
from compiler.emit.plan import Plan
from compiler.model.battles import Acted
from compiler.model.counters import CounterKind
from compiler.vassal import expression as ex
from compiler.vassal.keys import Key, named
from compiler.vassal.traits import DynamicProperty, Trait, Trigger
from compiler.vassal.values import Limits, PropertyCommand, SetValue

FROM = "ActedFrom"  # where a march began that is all it did
_BEGINS = named("liege-march-acts")


def acted_of(plan: Plan, kind: CounterKind) -> Acted | None:
    """How forces of a kind show that they have acted."""
    own = (battles.acted for battles in plan.game.rolls.battles.values() if kind.id in battles.kinds)
    return next((acted for acted in own if any(True for _ in _phases(plan, acted))), None)


def _phases(plan: Plan, acted: Acted) -> Iterator[tuple[str, list[str]]]:
    """Each value of the mark with the lines in which those forces act, one after the other."""
    for value in dict.fromkeys(acted.of.values()):
        loops = [
            node.id
            for node in plan.nodes.values()
            if node.kind == "repeat" and any(child.settings.get("phase") == value for child in node.children)
        ]
        labels = [entry.label for entry in plan.lines if entry.begins & set(loops)]
        if labels:
            yield value, labels


def marched_traits(plan: Plan, kind: CounterKind, decides: Key, match: ex.Node) -> Iterator[Trait]:
    """The mark of a march, where it stands (`match`); and off again, back where it began."""
    acted = acted_of(plan, kind)
    if acted is None:
        return
    mark, own = ex.prop(property_of(acted.mark)), serving(plan, acted.of)
    phases = [
        ex.every(ex.equals(own, value), ex.any_of(*(ex.equals(ex.prop(STEP), label) for label in labels)))
        for value, labels in _phases(plan, acted)
    ]
    began = PropertyCommand("", _BEGINS, SetValue(ex.braced(ex.prop("OldLocationName"))))
    ends = PropertyCommand("", keys.clears(acted.mark), SetValue(""))
    yield DynamicProperty(FROM, Limits(), (began, ends))
    acts = ex.every(match, is_applied(), ex.any_of(*phases), ex.not_equals(mark, own))
    yield Trigger("acts by marching", key=decides, match=ex.braced(acts), performed=(_BEGINS, acts_key(acted.mark)))
    back = ex.every(ex.not_equals(ex.prop(FROM), ""), ex.equals(ex.prop(FROM), ex.prop("LocationName")))
    yield Trigger("has not marched", key=decides, match=ex.braced(back), performed=(keys.clears(acted.mark),))
