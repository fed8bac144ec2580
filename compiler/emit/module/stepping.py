"""A step of the turn tracker as one thing done: the line, all that happens there, and lines it passes over.

VASSAL logs a press of the tracker's own + or - apart from what the tracker sets off, and undoes them one by one. A
button that presses the tracker's key does all of it as one. So + and - are taken over: the tracker is pushed back where
it came from, and from within that push the button steps it once more. The tracker logs a push only if it stands
elsewhere after it than before the last one, so that of the three only the button's is logged.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.module import keys
from compiler.emit.module.passing import COMMAND, moves_back, moves_on
from compiler.emit.plan import Plan
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component
from compiler.vassal.keys import Key, named
from compiler.vassal.values import SetValue

STEPPING = "TrackerSteps"  # "yes" within a step; Next or Prev while a push of the tracker's own is taken over
AT_STEP = named("liege-at-a-step")  # what happens by itself where the tracker has come to
_YES = "yes"
_BEGIN, _END = named("liege-step-begins"), named("liege-step-ends")
_SET = named("liege-step-set")
# what the tracker was told, the button that does the same as one step, and what undoes it
_TOLD = (("Next", keys.NEXT_STEP, keys.TRACKER_BACK), ("Prev", keys.PREVIOUS_STEP, keys.TRACKER_ON))


def around(plan: Plan) -> tuple[tuple[Key, ...], tuple[Key, ...]]:
    """What every button that moves the tracker on presses first and last."""
    return (_BEGIN,), (*moves_on(plan), _END)


def _takes(told: str) -> Key:
    return named(f"liege-takes-{told.lower()}")


def _pushes(told: str) -> Key:
    return named(f"liege-pushed-{told.lower()}")


def stepping_properties(plan: Plan) -> Iterator[Component]:
    """Whether a step is under way."""
    if plan.lines:
        values = {_BEGIN: _YES, _END: "", **{_takes(told): told for told, _, _ in _TOLD}}
        made = (
            component("m.properties.ChangePropertyButton", text="", hotkey=key, propChanger=str(SetValue(value)))
            for key, value in values.items()
        )
        yield component("m.properties.GlobalProperty", *made, name=STEPPING, description="a step is under way")


def pushed() -> Iterator[Component]:
    """What the tracker sets off: its own + and - are taken over first, then done as one step; a line may be set."""
    now, told = ex.prop(STEPPING), ex.prop(COMMAND)
    for word, _, _ in _TOLD:
        test = ex.every(ex.equals(now, ""), ex.equals(told, word))
        yield component("m.turn.TurnGlobalHotkey", name=f"pushed: {word}", hotkey=_pushes(word), match=ex.braced(test))
    for word, key, _ in _TOLD:
        yield component(
            "m.turn.TurnGlobalHotkey", name=f"steps: {word}", hotkey=key, match=ex.braced(ex.equals(now, word))
        )
    test = ex.every(ex.equals(now, ""), ex.equals(told, "Set"))
    yield component("m.turn.TurnGlobalHotkey", name="set", hotkey=_SET, match=ex.braced(test))


def step_buttons(plan: Plan) -> Iterator[Component]:
    """The keys of players for a step on and one back, and the hidden buttons that take over the tracker's own."""
    begin, end = around(plan)
    yield _button("Next step of the turn", keys.NEXT_STEP, (*begin, keys.TRACKER_ON, AT_STEP, *end), seen=True)
    back = (*begin, keys.TRACKER_BACK, AT_STEP, *moves_back(plan), _END)
    yield _button("Step before", keys.PREVIOUS_STEP, back, seen=True)
    for word, _, undone in _TOLD:
        yield _button(f"Pushed: {word}", _pushes(word), (_takes(word), undone))


def set_by_hand(says: str) -> Component:
    """What happens when somebody sets the tracker: what needs no step in between, and a word on what does."""
    return component(
        "m.DoActionButton", name="Set to a line", text="", icon="", hotkey=_SET, doHotkey=True, hotkeys=(AT_STEP,),
        doReport=True, reportFormat=says,
    )  # fmt: skip


def _button(name: str, key: Key, pressed: tuple[Key, ...], *, seen: bool = False) -> Component:
    return component(
        "m.DoActionButton", name=name, text="", icon="", tooltip=name if seen else "", hotkey=key, doHotkey=True,
        hotkeys=pressed,
    )  # fmt: skip
