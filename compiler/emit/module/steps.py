"""Steps of a counter: lost and regained one by one, shown by its faces or by a number."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.automation.battle_sides import STEPS_LEFT
from compiler.emit.chat import player, said
from compiler.emit.module import keys
from compiler.emit.module.prototypes import FACE
from compiler.emit.names import counted
from compiler.emit.plan import Plan
from compiler.model.counters import Counter
from compiler.vassal import expression as ex
from compiler.vassal.keys import Key, named
from compiler.vassal.traits import CalculatedProperty, DynamicProperty, Report, TextLabel, Trait, Trigger
from compiler.vassal.values import AddNumber, Limits, PropertyCommand, SetValue

STEPS = "Steps"
_REGAIN = named("liege-regain-step")
_PIECE = said(": <b>", ex.prop("newPieceName"), "</b> in ", ex.prop("location"))


def steps(counter: Counter) -> Iterator[Trait]:
    """Steps to lose and to regain: faces where they show them all, else a number.

    Where they do, the number is empty and follows from the face; a setup may say otherwise, until the piece is turned.
    """
    if counter.steps <= len(counter.faces):
        turned = (PropertyCommand("", key, SetValue("")) for key in (keys.FLIP, keys.FACE_BACK))
        yield DynamicProperty(STEPS, Limits(), tuple(turned))
        level = ex.prop(f"{FACE}_Level")
        yield from _losing(ex.greater_equal(level, counter.steps), keys.FLIP, ex.greater(level, 1), keys.FACE_BACK)
        return
    down, up = (named(f"liege-steps-{way}") for way in ("down", "up"))
    yield DynamicProperty(
        STEPS,
        Limits(True, "0", str(counter.steps)),
        (PropertyCommand("", down, AddNumber("-1")), PropertyCommand("", up, AddNumber("1"))),
        value=str(counter.steps),
    )
    yield TextLabel(
        menu="",
        font_size=12,
        background="255,253,246",
        vertical="b",
        horizontal="r",
        vertical_justify="b",
        horizontal_justify="r",
        name_format="$pieceName$",
        font="SansSerif",
        font_style=1,
        property="StepsLabel",
        label=f"${STEPS}$",
    )
    left = ex.prop(STEPS)
    yield Report((down, up), ex.braced(said(player(), _PIECE, " has ", counted(left, "step", "steps"), " left")))
    yield from _losing(ex.less_equal(left, 1), down, ex.less(left, counter.steps), up)


def steps_left(plan: Plan, counter: Counter) -> Iterator[Trait]:
    """How many steps it has left, for battles that count them."""
    if plan.game.rolls.battles:
        kept, level = ex.prop(STEPS), ex.prop(f"{FACE}_Level")
        left = kept if counter.steps > len(counter.faces) else ex.subtract(counter.steps + 1, level)
        yield CalculatedProperty(STEPS_LEFT, ex.braced(ex.if_(ex.equals(kept, ""), left, kept)))


def _losing(last: ex.Node, down: Key, less: ex.Node, up: Key) -> Iterator[Trait]:
    """Lose a step, with the last one the piece; and regain one. The test for the last stands inside, and acts first."""
    yield Trigger("the last step", key=keys.LOSE_STEP, match=ex.braced(last), performed=(keys.ELIMINATE,))
    yield Trigger("a step", key=keys.LOSE_STEP, match=ex.braced(ex.not_(last)), performed=(down,))
    yield Trigger("regains", key=_REGAIN, match=ex.braced(less), performed=(up,))
    yield Trigger("Lose a step", "Lose a step", keys.STEP_DOWN, performed=(keys.LOSE_STEP,))
    yield Trigger("Regain a step", "Regain a step", keys.STEP_UP, match=ex.braced(less), performed=(_REGAIN,))
