"""How many: a number beside the top of a stack, on the top of a deck, and of each sort in the mouse-over window."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.manifest import COUNTER_ID
from compiler.emit.plan import Plan
from compiler.vassal import expression as ex
from compiler.vassal.traits import CalculatedProperty, TextLabel, Trait

COUNTER, CARD = "Counts", "Counts in decks"
ALIKE, FIRST = "Alike", "FirstOfSort"  # how many of this sort lie in the stack; whether it is the uppermost of them
_PAPER, _INK = "255,253,246", "30,26,24"
_TOP = ex.equals(ex.prop("StackPos"), 1)


def count_prototypes(plan: Plan) -> Iterator[tuple[str, tuple[Trait, ...]]]:
    """What counters and cards need to be counted by."""
    several = ex.every(_TOP, ex.greater(ex.prop("StackSize"), 1))
    yield COUNTER, (*_sorted(plan), _label(ex.if_(several, ex.add("×", ex.prop("StackSize")), ""), outside=True))
    in_deck = ex.every(ex.not_equals(ex.prop("DeckName"), ""), _TOP)
    yield CARD, (*_sorted(plan), _label(ex.if_(in_deck, ex.add("×", ex.prop("StackSize")), ""), outside=False))


def _sorted(plan: Plan) -> Iterator[Trait]:
    """Pieces of one sort are one counter on one face; masked ones are all alike to those who may not know them.

    Names would tell as much, but VASSAL works out all signs of a piece for its name: too slow for a large stack.
    """
    alike = ex.equals(ex.prop(COUNTER_ID), f"${COUNTER_ID}$")
    if any(len(counter.faces) > 1 for counter in plan.game.counters.values()):
        own = ex.add(ex.add(ex.prop(COUNTER_ID), "/"), ex.prop("Face_Level"))
        alike = ex.equals(own, f"${COUNTER_ID}$/$Face_Level$")
    above = ex.every(alike, ex.less(ex.prop("StackPos"), ex.filled("StackPos")))
    yield CalculatedProperty(ALIKE, ex.braced(ex.call("CountStack", ex.quoted(alike))))
    yield CalculatedProperty(FIRST, ex.braced(ex.equals(ex.call("CountStack", ex.quoted(above)), 0)))


def _label(text: ex.Node, *, outside: bool) -> TextLabel:
    """A number at the upper right: beside a counter, so that it covers nothing, or on a card."""
    return TextLabel(
        menu="", font_size=12 if outside else 20, background=_INK, foreground=_PAPER, vertical="t", horizontal="r",
        vertical_justify="t", horizontal_justify="l" if outside else "r", name_format="$pieceName$", font="SansSerif",
        font_style=1, property="CountLabel", label=ex.braced(text), always_format=True,
    )  # fmt: skip
