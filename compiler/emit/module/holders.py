"""Who holds a piece now: its printed side, or another it has gone over to."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.plan import Plan
from compiler.model.game import Game
from compiler.vassal.buildfile import Component, component

HELD_BY = "HeldBy"
HOLDER = "HolderLevel"  # which crest shows: 1 is none
GOES_OVER = "GoesOver"  # where the first of those that are selected goes over to


def changes_hands(plan: Plan) -> bool:
    """Whether men of this game may go over to another side: two players have only enemies, and allies of their own."""
    return len(plan.game.sides) > 2 and len(plan.game.seats) > 2


def holder_properties(plan: Plan) -> Iterator[Component]:
    """What the module keeps while several go over."""
    if changes_hands(plan):
        yield component("m.properties.GlobalProperty", name=GOES_OVER, initialValue="", description="goes over to")


def holder_property(plan: Plan) -> str:
    """The property that says whose a piece is now: a side by its name."""
    return HELD_BY if changes_hands(plan) else "SideName"


def holder_level(game: Game, printed: str | None, held: str | None) -> str:
    """The crest that shows on a piece: none on one that serves its printed side."""
    if held is None or held == printed or printed is None:
        return "1"
    return str([id for id in game.sides if id != printed].index(held) + 2)
