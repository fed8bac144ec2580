"""The ground under a piece: what the mouse-over window says of a space, and the numbers that rolls need.

The words of all spaces of a board are kept in one property of the module, `|0405=Town|0406=Clear|`, and an expression
finds those of the place by its location name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from compiler.emit.atlas import Window
from compiler.emit.names import plain, shown
from compiler.emit.plan import Plan
from compiler.model.common import FieldType
from compiler.model.graph import Map, Space
from compiler.model.rolls import strongest
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component

_SHOWN = (FieldType.INTEGER, FieldType.NUMBER, FieldType.SIDE, FieldType.CHOICE, FieldType.FLAG)


def _property(board: Map) -> str:
    return f"Ground_{board.id}"


def ground_properties(plan: Plan) -> Iterator[Component]:
    """The words of all boards that have anything to say of their ground."""
    for board in plan.game.maps.values():
        text = _words(plan, board)
        if text:
            yield component(
                "m.properties.GlobalProperty",
                name=_property(board),
                initialValue=text,
                description="what the spaces of the map are",
            )


def ground_of(plan: Plan, window: Window) -> ex.Node:
    """The words for the place that `LocationName` names; nothing where there are none."""
    board = window.source
    there = isinstance(board, Map) and _words(plan, board)
    return _found(board, _property(board)) if isinstance(board, Map) and there else ex.literal("")


def _effect_property(board: Map, effect: str) -> str:
    return f"{_property(board)}_{effect}"


def effect_properties(plan: Plan, effects: Iterable[str]) -> Iterator[Component]:
    """The effects of the ground of the main map, space by space; those that are 0 are left out."""
    board = plan.game.map
    for effect in effects:
        numbers = {id: strongest(board, board.spaces[id], effect) for id in board.land}
        text = "|".join(f"{label_here(plan, board, id)}={number}" for id, number in numbers.items() if number)
        yield component(
            "m.properties.GlobalProperty",
            name=_effect_property(board, effect),
            initialValue=f"|{text}|",
            description=f"what the ground does: {effect}",
        )


def effect_at(plan: Plan, effect: str) -> ex.Node:
    """The effect of the ground at the place that `LocationName` names; 0 off the map."""
    return _found(plan.game.map, _effect_property(plan.game.map, effect), 0)


def _words(plan: Plan, board: Map) -> str:
    """All words of a board, put together once."""
    return plan.once(_property(board), lambda: _put_together(plan, board))


def _put_together(plan: Plan, board: Map) -> str:
    entries = [
        f"{label_here(plan, board, id)}={words}"
        for id in board.land
        if (words := _about(plan, board, board.spaces[id]))
    ]
    return f"|{'|'.join(entries)}|" if entries else ""


def label_here(plan: Plan, board: Map, id: str) -> str:
    """What `place_here` finds in a space: its number on a grid, else its name."""
    return id if id in board.cells else plan.atlas.spaces[id].location


def _about(plan: Plan, board: Map, space: Space) -> str:
    kind = board.space_kinds.get(space.kind)
    parts = [kind.name.en] if kind is not None and space.id not in board.cells else []
    if space.terrain:
        parts.append(board.terrain[space.terrain].name.en)
    for data in kind.fields.values() if kind is not None else ():
        value = space.values.get(data.id)
        if data.type in _SHOWN and value not in (None, False, ""):
            title = data.title.en or data.id
            parts.append(title if value is True else f"{title} {shown(plan.game, plain(value))}")
    named = [board.regions[id].name.en for id in board.regions_of.get(space.id, ())]
    # a part of a region says which
    regions = [name for name in named if not any(other.startswith(f"{name}, ") for other in named)]
    return ", ".join((*parts, *regions)).replace("|", "/").replace("=", " ").replace("$", "")


def _found(board: Map, property: str, nothing: str | int = "") -> ex.Node:
    """The words for the place where a piece lies."""
    return found_at(property, place_here(board), nothing)


def found_at(property: str, place: ex.Node, nothing: str | int = "") -> ex.Node:
    """The words after the name of a place, which begins with a bar, up to the next bar."""
    own, key = ex.prop(property), ex.add(place, "=")
    at = ex.Method(own, "indexOf", (key,))
    start = ex.add(at, ex.Method(key, "length"))
    end = ex.Method(own, "indexOf", (ex.literal("|"), start))
    return ex.if_(ex.less(at, 0), nothing, ex.Method(own, "substring", (start, end)))


def kept_words(name: str, words: Mapping[str, object], about: str) -> Component:
    """The property with words by place: `|0925=Town|…|`."""
    text = "|".join(f"{place}={word}" for place, word in words.items())
    return component("m.properties.GlobalProperty", name=name, initialValue=f"|{text}|", description=about)


def place_here(board: Map) -> ex.Node:
    """A bar and the location name, of a hex that has a name as well only the number.

    The bar makes it a text: VASSAL takes `1004` for a number, and adding it to an empty text leaves it one.
    """
    place: ex.Node = ex.add("|", ex.prop("LocationName"))
    lengths = {len(label) for label in board.cells}
    if len(lengths) != 1:
        return place
    end = lengths.pop() + 1
    number = ex.Method(place, "substring", (ex.literal(0), ex.literal(end)))
    return ex.if_(ex.less(ex.Method(place, "length"), end), place, number)
