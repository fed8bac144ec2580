"""Loops that go on until the players say: a button takes the tracker back to their first line, and counts.

VASSAL's tracker cannot jump, so the button steps it back, in silence, to the line before the loop and then one on.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.chat import REFUSED
from compiler.emit.module import keys
from compiler.emit.module.following import STEP
from compiler.emit.module.lines import Entry, one_of
from compiler.emit.plan import Plan
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component
from compiler.vassal.keys import Key, named
from compiler.vassal.values import AddNumber, SetValue

SKIPS = "TrackerSkips"  # while the tracker runs back nothing else is to happen, nor to be said
_YES = "yes"
_ONWARD = named("liege-tracker-goes-on")


def pass_property(loop: str) -> str:
    """The property that counts the passes of a loop."""
    return f"Pass_{loop}"


def first_pass_key(loop: str) -> Key:
    """The command that begins to count anew."""
    return named(f"liege-first-pass-{loop}")


def _key(what: str, loop: str) -> Key:
    return named(f"liege-{what}-{loop}")


def chain_of(loop: str) -> tuple[Key, ...]:
    """What takes the tracker from behind a loop to its first line, for another pass."""
    return tuple(_key(what, loop) for what in ("round", "back", "enter"))


def leave_key(loop: str) -> Key:
    """What takes the tracker from within a loop to the line behind it."""
    return _key("leave", loop)


def again_text(name: str) -> str:
    """What the button of a loop says."""
    return f"Another {one_of(name).lower()}"


def inside(lines: list[Entry]) -> ex.Node:
    """Whether the tracker stands in a loop."""
    return ex.any_of(*(ex.equals(ex.prop(STEP), line.label) for line in lines))


def line_before(plan: Plan, lines: list[Entry]) -> str:
    """The line from which one comes into a loop."""
    labels = [entry.label for entry in plan.lines]
    return labels[labels.index(lines[0].label) - 1]


def number_shown(plan: Plan) -> ex.Node:
    """The pass of the loop the tracker stands in, behind its line; nothing outside."""
    text: ex.Node = ex.literal("")
    names = {node.id: one_of(node.name.en).lower() for node in plan.game.steps()}
    for loop, lines in plan.loops.items():
        text = ex.if_(inside(lines), ex.add(f" · {names[loop]} ", ex.prop(pass_property(loop))), text)
    return text


def loop_properties(plan: Plan) -> Iterator[Component]:
    """The count of every such loop, and whether the tracker is on its way back."""
    loops = plan.loops
    changes = []
    for loop, lines in loops.items():
        changes.append(_change(_key("again", loop), SetValue(ex.braced(ex.if_(inside(lines), _YES, "")))))
        changes.append(_change(_key("leaving", loop), SetValue(ex.braced(ex.if_(inside(lines), _YES, "")))))
        changes.append(_change(_key("round", loop), SetValue(_YES)))
        yield component(
            "m.properties.GlobalProperty",
            _change(_key("next-pass", loop), AddNumber("1")),
            _change(first_pass_key(loop), SetValue("1")),
            name=pass_property(loop),
            initialValue="1",
            isNumeric=True,
            min="1",
            max="99",
            description="passes of a loop of the sequence",
        )
    if loops:
        onward = _change(_ONWARD, SetValue(""))
        yield component("m.properties.GlobalProperty", *changes, onward, name=SKIPS, description="it runs back")


def _change(key: Key, change: SetValue | AddNumber) -> Component:
    return component("m.properties.ChangePropertyButton", text="", hotkey=key, propChanger=str(change))


def loop_buttons(plan: Plan, arrived: Key, around: tuple[tuple[Key, ...], tuple[Key, ...]]) -> Iterator[Component]:
    """The button of every such loop, and the hidden ones it presses; `around` is what makes it one step."""
    begins, ends = around
    names = {node.id: node.name.en for node in plan.game.steps()}
    skipping = ex.equals(ex.prop(SKIPS), _YES)
    for loop, lines in plan.loops.items():
        name = names[loop]
        back, enter, refuse = (_key(what, loop) for what in ("back", "enter", "not-in"))
        hotkeys = (*begins, _key("again", loop), refuse, back, enter, *ends)
        yield component(
            "m.DoActionButton", name=again_text(name), text=again_text(name), icon="",
            tooltip=f"The turn tracker goes back to where the {one_of(name).lower()} begins", doHotkey=True,
            hotkeys=hotkeys,
        )  # fmt: skip
        yield component(
            "m.DoActionButton", name=f"Not in {loop}", text="", icon="", hotkey=refuse, doReport=True,
            reportFormat=f"{REFUSED}The turn is not at: {name}", doLoop=True, loopType="counted",
            loopCount=ex.braced(ex.if_(skipping, 0, 1)),
        )  # fmt: skip
        yield component(
            "m.DoActionButton", name=f"Back in {loop}", text="", icon="", hotkey=back, doHotkey=True,
            hotkeys=(keys.TRACKER_BACK,), doLoop=True, loopType="while",
            whileExpression=ex.braced(ex.every(skipping, ex.not_equals(ex.prop(STEP), lines[0].label))),
        )  # fmt: skip
        yield component(
            "m.DoActionButton", name=f"Enter {loop}", text="", icon="", hotkey=enter, doHotkey=True,
            hotkeys=(keys.TRACKER_BACK, _key("next-pass", loop), _ONWARD, keys.TRACKER_ON, arrived), doLoop=True,
            loopType="counted", loopCount=ex.braced(ex.if_(skipping, 1, 0)),
        )  # fmt: skip
        if loop in {ended for pile in plan.game.piles.values() for ended in pile.ends.values()}:
            yield from _leaving(loop, lines, arrived, around)


def _leaving(
    loop: str, lines: list[Entry], arrived: Key, around: tuple[tuple[Key, ...], tuple[Key, ...]]
) -> Iterator[Component]:
    """On to the line behind a loop, in silence: nothing that happens within it is due any more."""
    (begins, ends), skipping = around, ex.equals(ex.prop(SKIPS), _YES)
    runs, goes = _key("leave-runs", loop), _key("leave-goes", loop)
    yield component(
        "m.DoActionButton", name=f"Leave {loop}", text="", icon="", hotkey=leave_key(loop), doHotkey=True,
        hotkeys=(*begins, _key("leaving", loop), runs, goes, *ends),
    )  # fmt: skip
    yield component(
        "m.DoActionButton", name=f"On in {loop}", text="", icon="", hotkey=runs, doHotkey=True,
        hotkeys=(keys.TRACKER_ON,), doLoop=True, loopType="while",
        whileExpression=ex.braced(ex.every(skipping, ex.not_equals(ex.prop(STEP), lines[-1].label))),
    )  # fmt: skip
    yield component(
        "m.DoActionButton", name=f"Behind {loop}", text="", icon="", hotkey=goes, doHotkey=True,
        hotkeys=(_ONWARD, keys.TRACKER_ON, arrived), doLoop=True, loopType="counted",
        loopCount=ex.braced(ex.if_(skipping, 1, 0)),
    )  # fmt: skip
