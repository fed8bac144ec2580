"""Layers of a map: cards lie below, then what marks the ground, then units, then markers; only their likes stack."""

from __future__ import annotations

from compiler.emit.plan import Plan
from compiler.emit.save.boardstate import LAYER
from compiler.vassal import sequence
from compiler.vassal.buildfile import Component, component

CARDS, GROUND, UNITS, MARKERS = "Cards", "Ground", "Units", "Markers"


def layer_of(plan: Plan, counter: str) -> str:
    """The layer of a counter, card or mark, by its id."""
    if counter in plan.game.cards:
        return CARDS
    if counter not in plan.game.counters or counter in plan.ground:
        return GROUND
    return MARKERS if plan.game.counter_kinds[plan.game.counters[counter].kind].marker else UNITS


def layers() -> Component:
    """What keeps them apart, for every map."""
    order = sequence.encode((CARDS, GROUND, UNITS, MARKERS), ",")
    return component("m.map.LayeredPieceCollection", property=LAYER, layerOrder=order)
