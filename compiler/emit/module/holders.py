"""Who holds a piece now: its printed side, or another it has gone over to."""

from __future__ import annotations

from compiler.emit.plan import Plan

HELD_BY = "HeldBy"


def changes_hands(plan: Plan) -> bool:
    """Whether men of this game may go over to another side: with two sides there is nobody to go to."""
    return len(plan.game.sides) > 2


def holder_property(plan: Plan) -> str:
    """The property that says whose a piece is now: a side by its name."""
    return HELD_BY if changes_hands(plan) else "SideName"
