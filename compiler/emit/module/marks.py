"""Marks on pieces: a property each, a small sign that follows it, and commands to set and clear it."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.module import keys
from compiler.emit.names import YES, cited, plain, shown
from compiler.emit.plan import Plan
from compiler.model.common import Value
from compiler.model.counters import CounterKind, Mark
from compiler.render.screen import SCALE
from compiler.vassal import expression as ex
from compiler.vassal.keys import Key, named
from compiler.vassal.traits import DynamicProperty, Layer, Report, SubMenu, Trait
from compiler.vassal.values import Choose, Limits, PropertyCommand, SetValue

MOVED = "moved"  # this mark is VASSAL's own: it sets itself when a piece is moved
MOST_VALUES = 8  # more values than this are chosen from a list


def property_of(mark: str) -> str:
    """The property that holds a mark."""
    return f"mark_{mark}"


def marks_of(plan: Plan, kind: CounterKind) -> list[Mark]:
    """The marks a kind of counter may bear, but for the one VASSAL sets itself."""
    return [plan.game.marks[id] for id in kind.marks if id != MOVED or kind.marker]


def is_cleared(plan: Plan, mark: Mark) -> bool:
    """Whether the sequence of play takes the mark away by itself."""
    return any(node.id == mark.clears_at for node in plan.game.steps())


def is_unmarked(plan: Plan) -> bool:
    """Whether the sequence of play takes VASSAL's own mark of movement away: when it says, or with each turn."""
    mark = plan.game.marks.get(MOVED)
    if mark is None:
        return any(True for _ in plan.game.steps())
    return "counters" in mark.on and is_cleared(plan, mark)


def mark_traits(plan: Plan, kind: CounterKind) -> Iterator[Trait]:
    """Everything the marks of a kind need."""
    menus: list[str] = []
    for nth, mark in enumerate(marks_of(plan, kind)):
        commands = _commands(plan, mark, nth)
        cleared = (_clear(mark),) if is_cleared(plan, mark) else ()
        borne = [PropertyCommand("", bear_key(mark.id, v), SetValue(plain(v))) for v in _by_results(plan, kind, mark)]
        yield DynamicProperty(property_of(mark.id), Limits(), (*commands, *cleared, *borne))
        if not mark.secret:
            yield _sign(plan, kind, mark, nth)
        yield Report(tuple(c.key for c in (*commands, *borne)), ex.braced(_sentence(mark)))
        menus += [c.menu for c in commands]
    if menus:
        yield SubMenu("Marks", tuple(menus))


def bear_key(mark: str, value: Value) -> Key:
    """The command by which a result sets a mark, or takes it off."""
    return named(f"liege-bear-{mark}-{value}")


def _by_results(plan: Plan, kind: CounterKind, mark: Mark) -> list[Value]:
    """The values that results of checks give a mark."""
    checks = (check for check in plan.game.rolls.checks.values() if kind.id in check.kinds)
    deeds = (deed for check in checks for deed in check.does.values())
    return list(dict.fromkeys(deed.marks[mark.id] for deed in deeds if mark.id in deed.marks))


def _commands(plan: Plan, mark: Mark, nth: int) -> list[PropertyCommand]:
    name, own = mark.name.en, property_of(mark.id)
    key = keys.mark_key(nth) or named(f"liege-mark-{mark.id}")
    if mark.values == (True,):
        toggled = ex.if_(ex.equals(ex.prop(own), YES), "", YES)
        return [PropertyCommand(name, key, SetValue(ex.braced(toggled)))]
    if len(mark.values) > MOST_VALUES:
        choices = tuple(plain(value) for value in mark.values)
        return [PropertyCommand(f"{name}...", key, Choose(name, choices)), _none(mark)]
    found = [
        PropertyCommand(f"{name}: {shown(plan.game, value)}", _value_key(mark, value), SetValue(plain(value)))
        for value in mark.values
    ]
    return [*found, _none(mark)]


def _none(mark: Mark) -> PropertyCommand:
    return PropertyCommand(f"{mark.name.en}: none", named(f"liege-mark-{mark.id}-none"), SetValue(""))


def _value_key(mark: Mark, value: object) -> Key:
    return named(f"liege-mark-{mark.id}-{value}")


def _clear(mark: Mark) -> PropertyCommand:
    return PropertyCommand("", keys.clears(mark.id), SetValue(""))


def _sign(plan: Plan, kind: CounterKind, mark: Mark, nth: int) -> Layer:
    """A layer whose first level is empty; the others show the values."""
    own = ex.prop(property_of(mark.id))
    x, y = _corner(kind, nth)
    if len(mark.values) > MOST_VALUES:
        images: list[str] = [plan.studio.badge(mark, True)]
        level: ex.Node = ex.if_(ex.equals(own, ""), 1, 2)
    else:
        images = [plan.studio.badge(mark, value) for value in mark.values]
        level = ex.literal(1)
        for n, value in reversed(list(enumerate(mark.values))):
            level = ex.if_(ex.equals(own, plain(value)), n + 2, level)
    return Layer(
        x_offset=x, y_offset=y, images=("", *images), level_names=("",) * (len(images) + 1), loop=False,
        name=f"Sign_{mark.id}", follows=True, follow=ex.braced(level), first_level=1, always_active=True,
    )  # fmt: skip


def _corner(kind: CounterKind, nth: int) -> tuple[int, int]:
    """Where the nth sign stands: around the edge, from the upper left; the upper right is for moved pieces."""
    w, h = round(kind.size[0] * SCALE / 2) - 8, round(kind.size[1] * SCALE / 2) - 8
    around = ((-w, -h), (-w, h), (w, h), (0, -h), (0, h), (-w, 0), (w, 0), (0, 0))
    x, y = around[nth % len(around)]
    return x + 4 * (nth // len(around)), y


def _sentence(mark: Mark) -> ex.Node:
    own = ex.prop(property_of(mark.id))
    start = ex.add(ex.prop("newPieceName"), ex.add(" in ", ex.prop("location")))
    on: ex.Node = ex.literal(f" is marked: {mark.name.en}")
    if mark.values != (True,):
        on = ex.add(on, ex.add(" ", own))
    off = f" is no longer marked: {mark.name.en}"
    return ex.add(ex.add(start, ex.if_(ex.equals(own, ""), off, on)), cited(mark.note))
