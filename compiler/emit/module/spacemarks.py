"""Marks on spaces: the marker that lies there, and what it shows where one marker serves for several values."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.automation.holdings import Settling, holding_of
from compiler.emit.automation.lookup import choose
from compiler.emit.automation.moves import strayed
from compiler.emit.chat import player, ruled, said
from compiler.emit.module import keys
from compiler.emit.module.art import REDUCED, picture
from compiler.emit.module.holders import holder_property
from compiler.emit.module.layers import layer_of
from compiler.emit.module.marks import SHOWS, inquiry, level_property, property_of
from compiler.emit.module.siege_markers import fresh_commands
from compiler.emit.module.touching import touch_traits
from compiler.emit.names import plain, shown
from compiler.emit.plan import Plan
from compiler.emit.save.boardstate import LAYER
from compiler.model.common import Value
from compiler.model.counters import Mark
from compiler.render.signs import PLATE
from compiler.vassal import expression as ex
from compiler.vassal.keys import Key, named
from compiler.vassal.piece import BasicPiece, Piece
from compiler.vassal.traits import (
    CalculatedProperty,
    DoesNotStack,
    DynamicProperty,
    Layer,
    Marker,
    Prototype,
    Report,
    SubMenu,
    Trait,
)
from compiler.vassal.values import Limits, PropertyCommand, SetValue

_FEW = 3  # numbers; fewer are chosen as quickly as counted
ENDS = "Ends"  # the prototype of what may be taken off the table


def on_spaces(plan: Plan) -> list[Mark]:
    """The marks that lie on spaces."""
    return [mark for mark in plan.game.marks.values() if "spaces" in mark.on]


def generic(plan: Plan, mark: Mark) -> bool:
    """Whether the game has no marker of its own for some value of a mark, so that ours is needed."""
    return any(mark.marker(value) is None for value in mark.values)


def shown_by(plan: Plan, counter: str) -> Mark | None:
    """The mark whose several values a counter shows."""
    return next((m for m in on_spaces(plan) if m.counter == counter and len(m.values) > 1), None)


def prototype_name(mark: Mark) -> str:
    return f"{SHOWS} {mark.id}"


def show_prototypes(plan: Plan) -> Iterator[tuple[str, tuple[Trait, ...]]]:
    """A definition for every mark on spaces that one marker shows in several values."""
    for mark in on_spaces(plan):
        if len(mark.values) > 1 and (generic(plan, mark) or mark.counter):
            yield prototype_name(mark), tuple(_shows(plan, mark))


def _shows(plan: Plan, mark: Mark) -> Iterator[Trait]:
    own, name = property_of(mark.id), mark.name.en
    asks = inquiry(plan, mark, keys.SHOW, _likely(plan, mark))
    if asks is not None:
        commands = [PropertyCommand("", asks.taken, SetValue(ex.braced(asks.kept(ex.prop(own)))))]
    else:
        commands = [
            PropertyCommand(
                f"{name}: {shown(plan.game, value)}", named(f"liege-show-{mark.id}-{value}"), SetValue(plain(value))
            )
            for value in mark.values
        ]
    heard, stepped = tuple(command.key for command in commands), _steps(mark)
    holding = holding_of(plan, mark)
    settled = (*((Settling(plan, holding).change(),) if holding is not None else ()), *fresh_commands(plan, mark))
    images = tuple(plan.studio.plate(mark, value) for value in mark.values)
    yield plate_trait(mark, (*heard, *(command.key for command in (*stepped, *settled))))
    yield Layer(
        images=images,
        level_names=tuple(f"{name} {shown(plan.game, value)}" for value in mark.values),
        loop=False,
        name=f"Sign_{mark.id}",
        follows=True,
        follow=level_property(mark),
        first_level=1,
        always_active=True,
        scale=REDUCED,
    )
    yield DynamicProperty(own, Limits(), (*commands, *stepped, *settled), value=plain(mark.values[0]))
    said_value = choose([(ex.equals(ex.prop(own), plain(v)), shown(plan.game, v)) for v in mark.values], "")
    yield CalculatedProperty(SHOWS, ex.braced(said_value))
    told = said(player(), f" sets {name} in <b>", ex.prop("location"), "</b>: ", ex.prop(SHOWS), ruled(mark.note))
    yield Report(heard, ex.braced(told if asks is None else ex.if_(asks.answered, told, "")))
    if stepped:
        yield Report(tuple(command.key for command in stepped), ex.braced(told))
        size = plan.piece_size(mark.counter) if mark.counter else PLATE
        yield from touch_traits(plan, size, *(command.key for command in stepped))
    if holding is not None:
        yield from Settling(plan, holding).traits()
    if asks is not None:
        yield from asks.traits()
    elif len(commands) > 1:
        yield SubMenu(name, tuple(c.menu for c in commands))


def _steps(mark: Mark) -> tuple[PropertyCommand, ...]:
    """One less and one more, for a mark of numbers that follow each other; the ends hold."""
    numbers = [value for value in mark.values if isinstance(value, int) and not isinstance(value, bool)]
    if len(numbers) < max(len(mark.values), _FEW) or sorted(numbers) != list(range(min(numbers), max(numbers) + 1)):
        return ()
    found, own = [], ex.prop(property_of(mark.id))
    for word, by in (("less", -1), ("more", 1)):
        cases = [(ex.equals(own, plain(n)), plain(n + by)) for n in sorted(numbers) if n + by in numbers]
        change = SetValue(ex.braced(choose(cases, own)))
        found.append(PropertyCommand(f"{mark.name.en}: one {word}", named(f"liege-{word}-{mark.id}"), change))
    return tuple(found)


def _likely(plan: Plan, mark: Mark) -> ex.Node | None:
    """What a plate is asked to show first: the one side that stands there, else what it shows now."""
    if not set(mark.values) <= set(plan.game.sides):
        return ex.prop(SHOWS)
    sides = [plan.game.sides[str(value)].name.en for value in mark.values]
    men = [kind.name.en for kind in plan.game.counter_kinds.values() if not kind.marker]
    kinds, holder = ex.any_of(*(ex.equals(ex.prop("Kind"), name) for name in dict.fromkeys(men))), holder_property(plan)
    here = ex.call("CountLocation", ex.quoted(kinds))
    own = {name: ex.every(kinds, ex.equals(ex.prop(holder), name)) for name in sides}
    alone = [(ex.equals(ex.call("CountLocation", ex.quoted(test)), here), name) for name, test in own.items()]
    return ex.if_(ex.equals(here, 0), ex.prop(SHOWS), choose(alone, ex.prop(SHOWS)))


def plate_trait(mark: Mark, heard: tuple[Key, ...]) -> DynamicProperty:
    """Keeps the number of the plate that lies up, from 1; inside the property of the mark, so it hears after it."""
    own = ex.prop(property_of(mark.id))
    level = choose([(ex.equals(own, plain(value)), n) for n, value in list(enumerate(mark.values, 1))[1:]], 1)
    changes = tuple(PropertyCommand("", key, SetValue(ex.braced(level))) for key in heard)
    return DynamicProperty(level_property(mark), Limits(), changes, value="1")


def plate_of(mark: Mark, value: Value) -> str:
    """The number of the plate of a value."""
    return str(mark.values.index(value) + 1)


def mark_piece(plan: Plan, mark: Mark) -> Piece:
    """Our own marker for a mark the game has none for."""
    id = f"{mark.id}/mark"
    traits: list[Trait] = [picture(plan.studio.plate(mark, mark.values[0]))] if len(mark.values) == 1 else []
    traits.append(Marker(("CounterId", "Kind", LAYER), (id, "Mark", layer_of(plan, id))))
    if not mark.stays:  # it comes and goes; new ones lie in the palette
        traits.append(Prototype(ENDS))
    if holding_of(plan, mark) is not None:  # it lies in its space for good, and changes there: nobody drags it along
        traits.append(DoesNotStack("Z", "V", "L"))
    traits += strayed(plan)
    if len(mark.values) > 1:
        traits.append(Prototype(prototype_name(mark)))
    return Piece(BasicPiece("", mark.name.en, gpid=plan.gpid(id)), tuple(traits))
