"""Marks on pieces: a property each, a small sign that follows it, and commands to set and clear it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from compiler.emit.asking import Inquiry
from compiler.emit.automation.lookup import choose
from compiler.emit.chat import player, ruled, said
from compiler.emit.manifest import COUNTER_ID
from compiler.emit.module import keys
from compiler.emit.module.art import REDUCED
from compiler.emit.module.holders import holder_property
from compiler.emit.names import YES, plain, shown
from compiler.emit.plan import Plan
from compiler.emit.seats import absent, is_in_play
from compiler.model.common import Value
from compiler.model.counters import CounterKind, Mark
from compiler.vassal import expression as ex
from compiler.vassal.keys import Key, named
from compiler.vassal.traits import DynamicProperty, Layer, Report, RestrictCommands, SubMenu, Trait
from compiler.vassal.values import Limits, PropertyCommand, SetValue

MOVED = "moved"  # this mark is VASSAL's own: it sets itself when a piece is moved
NONE = "none"  # what the property of a mark on a seat or side holds where nobody bears it
SHOWS = "Shows"  # the property of a plate with what it shows, in words
MOST_VALUES = 8  # more values than this are chosen from a list


def property_of(mark: str) -> str:
    """The property that holds a mark."""
    return f"mark_{mark}"


def seat_property(mark: Mark, holder: str) -> str:
    """The property that holds a mark of a seat or side."""
    return f"{property_of(mark.id)}_{holder}"


def marker_of(mark: Mark, value: Value) -> str:
    """The design that shows a value on a space."""
    return mark.marker(value) or f"{mark.id}/mark"


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
        asks = inquiry(plan, mark, keys.mark_key(nth) or named(f"liege-mark-{mark.id}"), _beside(plan, mark))
        commands = _commands(plan, mark, nth, asks)
        cleared = (_clear(mark),) if is_cleared(plan, mark) else ()
        borne = [PropertyCommand("", bear_key(mark.id, v), SetValue(plain(v))) for v in _by_results(plan, kind, mark)]
        borne += _by_battles(plan, kind, mark)
        heard = (*commands, *cleared, *borne, *_if_bare(plan, kind, mark))
        if not mark.secret:
            yield level_trait(mark, tuple(command.key for command in heard))
            yield _sign(plan, kind, mark, nth)
        yield DynamicProperty(property_of(mark.id), Limits(), heard)
        yield Report(tuple(c.key for c in (*commands, *borne)), ex.braced(_sentence(plan, mark, asks)))
        yield from _fitting(plan, kind, mark, commands, asks)
        if asks is not None:
            yield from asks.traits()
            menus.append(asks.menu)
        menus += [c.menu for c in commands if c.menu]
    if menus:
        yield SubMenu("Marks", tuple(menus))


def _fitting(
    plan: Plan, kind: CounterKind, mark: Mark, commands: list[PropertyCommand], asks: Inquiry | None
) -> Iterator[Trait]:
    """A mark is offered to those who may bear it, and taken off those who do."""
    own = ex.prop(property_of(mark.id))
    typed = tuple(c.key for c in commands if c.menu) + ((asks.key,) if asks is not None else ())
    if mark.of:
        sides = [plan.game.sides[id].name.en for id in mark.of if id in plan.game.sides]
        bears = [ex.equals(ex.prop(holder_property(plan)), name) for name in sides]
        bears += [ex.equals(ex.prop(COUNTER_ID), id) for id in mark.of if id in plan.game.counters]
        yield RestrictCommands(f"no {mark.id}", "Hide", ex.braced(ex.not_(ex.any_of(*bears))), typed)
    # what a command of battles sets after a look at the rules is only taken off by hand
    won = any(b.siege is not None and b.siege.invested == mark.id for b in plan.game.rolls.battles.values())
    bare = typed if won else tuple(c.key for c in commands if c.key == _none(mark).key)
    if bare:
        yield RestrictCommands(f"without {mark.id}", "Hide", ex.braced(ex.equals(own, "")), bare)


def inquiry(plan: Plan, mark: Mark, key: Key, likely: ex.Node | None = None) -> Inquiry | None:
    """The question for a mark of many values, the likely one first; None where each has its command."""
    if len(mark.values) <= MOST_VALUES:
        return None
    answers = {called(plan, value): plain(value) for value in mark.values}
    away = [str(value) for value in mark.values if str(value) in plan.game.sides and value in absent(plan)]
    offered = {called(plan, side): is_in_play(plan, side) for side in away}
    return Inquiry(mark.id, f"{mark.name.en}...", key, mark.name.en, answers, offered, likely=likely)


def _beside(plan: Plan, mark: Mark) -> ex.Node | None:
    """Of a mark whose values are counters, the one of the same holder that stands where the piece stands."""
    if len(mark.values) <= MOST_VALUES or not all(value in plan.game.counters for value in mark.values):
        return None
    holder, cases = holder_property(plan), []
    for value in mark.values:
        own = ex.every(ex.equals(ex.prop(COUNTER_ID), str(value)), ex.equals(ex.prop(holder), f"${holder}$"))
        cases.append((ex.greater(ex.call("CountLocation", ex.quoted_now(own)), 0), called(plan, value)))
    return choose(cases, "")


def called(plan: Plan, value: Value) -> str:
    """A value as players read it; a space as the map calls it, where two of one name are told apart."""
    spot = plan.atlas.spaces.get(str(value))
    return spot.location if spot is not None else shown(plan.game, value)


def bear_key(mark: str, value: Value) -> Key:
    """The command by which a result sets a mark, or takes it off."""
    return named(f"liege-bear-{mark}-{value}")


def bare_key(mark: str, value: Value) -> Key:
    """The command by which a result sets a mark of which the piece bears no value yet."""
    return named(f"liege-bare-{mark}-{value}")


def shake_key(mark: str) -> Key:
    """The command by which a retreat lowers a mark."""
    return named(f"liege-shaken-{mark}")


def lift_key(mark: str) -> Key:
    """The command by which the end of a siege takes a mark off."""
    return named(f"liege-lifted-{mark}")


def acts_key(mark: str) -> Key:
    """The command by which a force that acts bears the mark of it."""
    return named(f"liege-acts-{mark}")


def clear_key(mark: str) -> Key:
    """What the tracker presses when a mark is taken off all who bear it."""
    return named(f"liege-phase-{mark}")


def serving(plan: Plan, values: Mapping[str, str]) -> ex.Node:
    """What a piece bears by the side it serves."""
    holder, sides = ex.prop(holder_property(plan)), plan.game.sides
    by_value: dict[str, list[ex.Node]] = {}
    for side, value in values.items():
        by_value.setdefault(value, []).append(ex.equals(holder, sides[side].name.en))
    return choose([(ex.any_of(*tests), value) for value, tests in by_value.items()], "")


def spaces_property(battles: str) -> str:
    """How far those who lost a battle retreat."""
    return f"Battle_{battles}_hexes"


def _by_battles(plan: Plan, kind: CounterKind, mark: Mark) -> Iterator[PropertyCommand]:
    """What battles do to a mark: a retreat lowers it by its length, the end of a siege takes it off."""
    own = ex.prop(property_of(mark.id))
    for id, battles in plan.game.rolls.battles.items():
        if kind.id in battles.kinds and battles.shaken == mark.id:
            lower = ex.subtract(ex.if_(ex.equals(own, ""), 0, own), ex.prop(spaces_property(id)))
            yield PropertyCommand("", shake_key(mark.id), SetValue(ex.braced(lower)))
        if kind.id in battles.kinds and battles.acted.mark == mark.id:
            yield PropertyCommand("", acts_key(mark.id), SetValue(ex.braced(serving(plan, battles.acted.of))))
        if kind.id in battles.kinds and battles.siege is not None and battles.siege.invested == mark.id:
            yield PropertyCommand("", lift_key(mark.id), SetValue(""))
            yield PropertyCommand("", acts_key(mark.id), SetValue(YES))


def _by_results(plan: Plan, kind: CounterKind, mark: Mark) -> list[Value]:
    """The values that checks and their results give a mark."""
    checks = [check for check in plan.game.rolls.checks.values() if kind.id in check.kinds]
    given = (*(check.marks for check in checks), *(deed.marks for check in checks for deed in check.does.values()))
    return list(dict.fromkeys(marks[mark.id] for marks in given if mark.id in marks))


def _if_bare(plan: Plan, kind: CounterKind, mark: Mark) -> Iterator[PropertyCommand]:
    """What results give those who do not bear the mark; untold, as it may be nothing."""
    own = ex.prop(property_of(mark.id))
    deeds = [d for check in plan.game.rolls.checks.values() if kind.id in check.kinds for d in check.does.values()]
    for value in dict.fromkeys(deed.bare[mark.id] for deed in deeds if mark.id in deed.bare):
        first = ex.if_(ex.equals(own, ""), plain(value), own)
        yield PropertyCommand("", bare_key(mark.id, value), SetValue(ex.braced(first)))


def _commands(plan: Plan, mark: Mark, nth: int, asks: Inquiry | None) -> list[PropertyCommand]:
    name, own = mark.name.en, property_of(mark.id)
    acted = next((b.acted for b in plan.game.rolls.battles.values() if b.acted.mark == mark.id), None)
    if acted is not None:  # of its values one fits each side
        toggled = ex.if_(ex.equals(ex.prop(own), ""), serving(plan, acted.of), "")
        return [PropertyCommand(name, named(f"liege-mark-{mark.id}"), SetValue(ex.braced(toggled)))]
    if mark.values == (True,):
        toggled = ex.if_(ex.equals(ex.prop(own), YES), "", YES)
        key = keys.mark_key(nth) or named(f"liege-mark-{mark.id}")
        return [PropertyCommand(name, key, SetValue(ex.braced(toggled)))]
    if asks is not None:
        return [PropertyCommand("", asks.taken, SetValue(ex.braced(asks.kept(ex.prop(own))))), _none(mark)]
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


# -- signs -------------------------------------------------------------------------------------------------------------
# A layer that follows an expression has it evaluated at every look at the piece, and a unit may bear twenty marks; one
# that follows a number is quick. So the number of the sign is kept beside the mark, and the same commands set both.
def level_property(mark: Mark) -> str:
    """The property that holds which sign of a mark shows: 1 is none."""
    return f"shows_{mark.id}"


def level_of(mark: Mark, value: Value) -> str:
    """The sign of a value."""
    if value is None:
        return "1"
    return "2" if len(mark.values) > MOST_VALUES else str(mark.values.index(value) + 2)


def level_trait(mark: Mark, heard: tuple[Key, ...]) -> DynamicProperty:
    """Keeps the number of the sign; it stands inside the property of the mark, so it hears commands after it."""
    own = ex.prop(property_of(mark.id))
    if len(mark.values) > MOST_VALUES:
        level: ex.Node = ex.if_(ex.equals(own, ""), 1, 2)
    else:
        level = ex.literal(1)
        for n, value in reversed(list(enumerate(mark.values))):
            level = ex.if_(ex.equals(own, plain(value)), n + 2, level)
    changes = tuple(PropertyCommand("", key, SetValue(ex.braced(level))) for key in heard)
    return DynamicProperty(level_property(mark), Limits(), changes, value="1")


def _sign(plan: Plan, kind: CounterKind, mark: Mark, nth: int) -> Layer:
    """A layer whose first level is empty; the others show the values."""
    x, y = _corner(kind, nth, plan.atlas.scale)
    values = (True,) if len(mark.values) > MOST_VALUES else mark.values
    images = [plan.studio.badge(mark, value) for value in values]
    return Layer(
        x_offset=x, y_offset=y, images=("", *images), level_names=("",) * (len(images) + 1), loop=False,
        name=f"Sign_{mark.id}", follows=True, follow=level_property(mark), first_level=1, always_active=True,
        scale=REDUCED,
    )  # fmt: skip


def _corner(kind: CounterKind, nth: int, scale: int) -> tuple[int, int]:
    """Where the nth sign stands: around the edge, from the upper left; the upper right is for moved pieces."""
    w, h = round(kind.size[0] * scale / 2) - 2 * scale, round(kind.size[1] * scale / 2) - 2 * scale
    around = ((-w, -h), (-w, h), (w, h), (0, -h), (0, h), (-w, 0), (w, 0), (0, 0))
    x, y = around[nth % len(around)]
    return x + 4 * (nth // len(around)), y


def _sentence(plan: Plan, mark: Mark, asks: Inquiry | None) -> ex.Node:
    """Who marked what where, with the value in words; nothing when a question was not answered."""
    own, name = ex.prop(property_of(mark.id)), mark.name.en
    piece = said("<b>", ex.prop("newPieceName"), "</b> in ", ex.prop("location"))
    value: ex.Node = ex.literal("")
    if asks is not None:
        value = said(" (", ex.prop(asks.holder), ")")
    elif mark.values != (True,):
        what = choose([(ex.equals(own, plain(v)), shown(plan.game, v)) for v in mark.values], "")
        value = said(" (", what, ")")
    on = said(player(), " marks ", piece, f": {name}", value, ruled(mark.note))
    off = said(player(), f" takes {name} off ", piece, ruled(mark.note))
    told = ex.if_(ex.equals(own, ""), off, on)
    # the same report speaks for the command that takes the mark away, whatever was answered before
    return told if asks is None else ex.if_(ex.any_of(asks.answered, ex.equals(own, "")), told, "")
