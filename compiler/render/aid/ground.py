"""What ground, rivers and ways do, as a table, for games that have no chart of their own for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from compiler.load.tongue import printed
from compiler.model.common import Kind, Value
from compiler.model.game import Game
from compiler.render.aid.block import Block
from compiler.render.aid.table import Line, TableBody, merged
from compiler.render.colour import Palette
from compiler.render.map.key import Swatch

MOST = 6  # columns that a panel holds
_NOTHING = "–"


def ground_blocks(game: Game, palette: Palette, swatches: Mapping[str, Swatch], sign: str) -> Iterator[Block]:
    """Tables of the numbers that terrain, features and links of the map carry."""
    board = game.map
    for title, kinds in (
        ("Ground", board.terrain),
        ("Rivers and roads", board.feature_kinds),
        ("Ways", board.link_kinds),
    ):
        if not _told(game, [kind.name.en for kind in kinds.values()]):
            body = _table(game, palette, title, list(kinds.values()), swatches)
            if body is not None:
                rules = [rule for kind in kinds.values() for rule in kind.note.rules if rule[:1].isdigit()]
                rule = printed(f"rule {rules[0]}", game.lang) if rules else ""
                yield Block(printed(title, game.lang), sign, body, rule)


def _told(game: Game, names: Sequence[str]) -> bool:
    """Whether a table of the author tells of these already: one or two of them stand at its rows or columns."""
    wanted = {name.lower() for name in names}
    heads = [axis.heads for table in game.tables.values() for axis in (table.rows, table.columns)]
    return any(
        len(wanted & {head.label.replace("_", " ").lower() for head in row}) >= min(2, len(names)) for row in heads
    )


def _table(
    game: Game, palette: Palette, title: str, kinds: Sequence[Kind], swatches: Mapping[str, Swatch]
) -> TableBody | None:
    """One row a kind, one column for each value that some kind has; None where no number is among them."""
    columns = dict.fromkeys(id for kind in kinds for id, value in kind.values.items() if not _empty(value))
    numbers = [v for kind in kinds for v in kind.values.values() if isinstance(v, (int, float)) and v is not True and v]
    if not numbers or len(columns) > MOST:
        return None
    rows = [
        Line(kind.name.en, merged([_said(game, id, kind) for id in columns], True))
        for kind in kinds
        if any(not _empty(kind.values.get(id)) for id in columns)
    ]
    drawn = {row.head: swatches[row.head] for row in rows if row.head in swatches}
    return TableBody(
        palette, printed(title, game.lang), [_title(id, kinds, game.lang) for id in columns], rows, [], drawn
    )


def _title(id: str, kinds: Sequence[Kind], lang: str) -> str:
    declared = next((kind.own[id].title.en for kind in kinds if id in kind.own), None)
    title = declared or id.replace("_", " ")
    title = title[:1].upper() + title[1:]
    return title if declared else printed(title, lang)


def _empty(value: Value) -> bool:
    return value is None or value is False or value == () or value == ""


def _said(game: Game, id: str, kind: Kind) -> str:
    value = kind.values.get(id)
    if isinstance(value, (list, tuple)):
        return ", ".join(_word(game, one) for one in value) or _NOTHING
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        low = kind.own[id].low if id in kind.own else None
        signed = value < 0 or (low is not None and low < 0)
        return (f"{value:+g}" if signed and value else f"{value:g}").replace("-", "−")
    return _NOTHING if _empty(value) else _word(game, value)


def _word(game: Game, value: object) -> str:
    if value is True:
        return printed("yes", game.lang)
    id = str(value)
    known = game.counter_kinds.get(id) or game.map.feature_kinds.get(id) or game.map.terrain.get(id)
    return known.name.en if known is not None else id.replace("_", " ")
