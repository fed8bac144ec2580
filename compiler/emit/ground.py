"""The ground under a piece, in words: what the mouse-over window says of a space.

Hexes are many and alike, so a key of one letter each is kept in a property of the module; other spaces are few, so
their words are kept as they are. An expression finds the place by the location name.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.atlas import Window
from compiler.emit.names import plain, shown
from compiler.emit.plan import Plan
from compiler.model.common import FieldType
from compiler.model.graph import Map, Space
from compiler.model.hexgrid import Axis, HexGrid
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component

_NOTHING = "."
_SHOWN = (FieldType.INTEGER, FieldType.NUMBER, FieldType.SIDE, FieldType.CHOICE, FieldType.FLAG)


def _property(board: Map) -> str:
    return f"Ground_{board.id}"


def ground_properties(plan: Plan) -> Iterator[Component]:
    """The keys of all boards that have anything to say of their ground."""
    for board in plan.game.maps.values():
        text = _hex_key(board) if board.grid is not None else _words(plan, board)
        if text:
            yield component("m.properties.GlobalProperty", name=_property(board), initialValue=text,
                            description="what the spaces of the map are")


def ground_of(plan: Plan, window: Window) -> ex.Node:
    """The words for the place that `LocationName` names; nothing where there are none."""
    board = window.source
    if not isinstance(board, Map):
        return ex.literal("")
    if board.grid is not None:
        return _hex_words(board, board.grid) if _hex_key(board) else ex.literal("")
    return _found(_property(board)) if _words(plan, board) else ex.literal("")


# -- hexes -----------------------------------------------------------------------------------------------------------
def _letters(board: Map) -> dict[str, str]:
    return {id: chr(65 + n) if n < 26 else chr(71 + n) for n, id in enumerate(board.terrain)}


def _hex_key(board: Map) -> str:
    """One letter a hex, row by row; empty if the numbers of the hexes cannot be taken apart."""
    grid = board.grid
    if grid is None or not board.terrain or len(board.terrain) > 50 or grid.column.letters or grid.row.letters:
        return ""
    letters = _letters(board)
    found = []
    for cell in grid.cells():
        space = board.spaces.get(grid.label(cell))
        found.append(letters.get(space.terrain or "", _NOTHING) if space is not None else _NOTHING)
    return "".join(found)


def _hex_words(board: Map, grid: HexGrid) -> ex.Node:
    place: ex.Node = ex.add("", ex.prop("LocationName"))  # a number without leading zeros would not be a text
    width, height = grid.column.digits, grid.row.digits
    first, second = (height, width) if grid.row_first else (width, height)
    start = first + len(grid.separator)
    one, other = _cut(place, 0, first), _cut(place, start, start + second)
    column, row = (other, one) if grid.row_first else (one, other)
    down, across = _index(grid.row, grid.rows, row), _index(grid.column, grid.columns, column)
    index = ex.add(ex.multiply(down, grid.columns), across)
    letter = ex.add("", ex.Method(ex.prop(_property(board)), "charAt", (index,)))
    found: ex.Node = ex.literal("")
    for id, sign in _letters(board).items():
        found = ex.if_(ex.equals(letter, sign), board.terrain[id].name.en, found)
    pattern = f"[0-9]{{{first}}}{_escaped(grid.separator)}[0-9]{{{second}}}.*"
    return ex.if_(ex.matches(place, pattern), found, "")


def _cut(text: ex.Node, start: int, end: int) -> ex.Node:
    piece = ex.Method(text, "substring", (ex.literal(start), ex.literal(end)))
    return ex.Method(ex.prop("Integer"), "parseInt", (piece,))


def _index(axis: Axis, count: int, number: ex.Node) -> ex.Node:
    return ex.subtract(axis.first + count - 1, number) if axis.descending else ex.subtract(number, axis.first)


def _escaped(separator: str) -> str:
    return "".join(f"[{sign}]" for sign in separator)


# -- other spaces ----------------------------------------------------------------------------------------------------
def _words(plan: Plan, board: Map) -> str:
    """`|name=words|name=words|`."""
    said = [(plan.atlas.spaces[id].location, _about(plan, board, board.spaces[id])) for id in board.land]
    entries = "|".join(f"{name}={words}" for name, words in said if words)
    return f"|{entries}|" if entries else ""


def _about(plan: Plan, board: Map, space: Space) -> str:
    kind = board.space_kinds.get(space.kind)
    parts = [kind.name.en] if kind is not None else []
    if space.terrain:
        parts.append(board.terrain[space.terrain].name.en)
    for data in kind.fields.values() if kind is not None else ():
        value = space.values.get(data.id)
        if data.type in _SHOWN and value not in (None, False, ""):
            title = data.title.en or data.id
            parts.append(title if value is True else f"{title} {shown(plan.game, plain(value))}")
    regions = [board.regions[id].name.en for id in board.regions_of.get(space.id, ())]
    return ", ".join((*parts, *regions)).replace("|", "/").replace("=", " ").replace("$", "")


def _found(own: str) -> ex.Node:
    """The words after the name of the place, up to the next bar."""
    key = ex.add("|", ex.add(ex.prop("LocationName"), "="))
    at = ex.Method(ex.prop(own), "indexOf", (key,))
    start = ex.add(at, ex.Method(key, "length"))
    end = ex.Method(ex.prop(own), "indexOf", (ex.literal("|"), start))
    return ex.if_(ex.less(at, 0), "", ex.Method(ex.prop(own), "substring", (start, end)))
