"""Whether what a setting names fits what its step does with it: told before play, so that no game breaks off in it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from compiler.model.common import FieldType
from compiler.model.counters import Face
from compiler.model.game import Game
from compiler.model.piles import Track
from compiler.model.sequence import SequenceNode
from compiler.model.tables import ResultTable, TableAxis

Misfit = tuple[str, str]  # what is wrong, and the way out
Fits = Callable[[Game, SequenceNode, str], Misfit | None]
NUMBERS = (FieldType.INTEGER, FieldType.NUMBER)
HITS = ("attacker_hits", "defender_hits")


def noun(what: str) -> str:
    """What a kind of setting names: the last word of it, but for the fields of spaces."""
    return (
        "space field" if what in ("points field", "held field") else what.rsplit(" ", 1)[-1] if what in _FITS else what
    )


def misfit(game: Game, node: SequenceNode, what: str, value: str) -> Misfit | None:
    """Why something that is known cannot serve as a kind of setting; None: it can."""
    fits = _FITS.get(what)
    return fits(game, node, value) if fits is not None else None


# -- counters and places -----------------------------------------------------------------------------------------------
def _number_field(game: Game, node: SequenceNode, value: str) -> Misfit | None:
    fields = [kind.fields[value] for kind in game.counter_kinds.values() if value in kind.fields]
    if all(field.type in NUMBERS for field in fields):
        return None
    return f"the field `{value}` is no number", "name a field of type integer or number"


def _points_field(game: Game, node: SequenceNode, value: str) -> Misfit | None:
    kinds = [kind for board in game.maps.values() for kind in board.space_kinds.values() if value in kind.fields]
    if all(kind.fields[value].type in NUMBERS for kind in kinds):
        return None
    return f"the field `{value}` is no number", "name a field of type integer or number"


def _side_mark(game: Game, node: SequenceNode, value: str) -> Misfit | None:
    mark = game.marks[value]
    if "spaces" in mark.on and set(mark.values) <= set(game.sides):
        return None
    return f"the mark `{value}` names no side on a space", "name a mark with `on: [spaces]` and sides for values"


def _unit_mark(game: Game, node: SequenceNode, value: str) -> Misfit | None:
    mark = game.marks[value]
    if "counters" in mark.on and mark.values == (True,):
        return None
    return f"the mark `{value}` is not one that counters simply have or not", "name a mark with `on: [counters]`"


def _left_mark(game: Game, node: SequenceNode, value: str) -> Misfit | None:
    mark, field = game.marks[value], str(node.settings.get("allowance"))
    most = max((_number(face, field) for counter in game.counters.values() for face in counter.faces), default=0)
    if "counters" in mark.on and set(range(most)) <= set(mark.values):
        return None
    return f"the mark `{value}` does not count from 0 to {most - 1}", "give it `on: [counters]`, `min: 0` and a `max`"


def _way_mark(game: Game, node: SequenceNode, value: str) -> Misfit | None:
    mark = game.marks[value]
    if "counters" in mark.on and set(game.map.land) <= set(mark.values):
        return None
    lacking = next((space for space in game.map.land if space not in mark.values), "")
    return f"the mark `{value}` cannot show `{lacking}`", "give it `on: [counters]` and all spaces for `values`"


def no_control(game: Game) -> Misfit | None:
    """Why the mark `control` cannot show which side holds a space, and what to write."""
    mark, sides = game.marks.get("control"), ", ".join(game.sides)
    if mark is None:
        help = f"add it to counters.yaml: `control: {{name: Held by, on: [spaces], values: [{sides}]}}`"
        return "there is no mark `control` to show which side holds a space", help
    if "spaces" not in mark.on:
        return "the mark `control` cannot lie on a space", "give it `on: [spaces]`"
    lacking = next((side for side in game.sides if side not in mark.values), None)
    if lacking is None:
        return None
    return f"the mark `control` cannot show the side `{lacking}`", f"give it `values: [{sides}]`"


def _holding(game: Game, node: SequenceNode, value: str) -> Misfit | None:
    """`control` of a march: whoever enters leaves the mark `control`."""
    return no_control(game)


def _one_place(game: Game, node: SequenceNode, value: str) -> Misfit | None:
    if value in game.spaces or value in game.piles:
        return None
    return f"`{value}` is several places, one for each", "name one of them"


def _own_place(game: Game, node: SequenceNode, value: str) -> Misfit | None:
    if _one_place(game, node, value) is None:
        return None
    lacking = [side for side in game.sides if f"{value}.{side}" not in game.spaces]
    return (f"there is no `{value}` for `{lacking[0]}`", "make it `per: side`") if lacking else None


# -- tracks ------------------------------------------------------------------------------------------------------------
def _count_track(game: Game, node: SequenceNode, value: str) -> Misfit | None:
    if value not in game.tracks:
        return f"`{value}` is several tracks, one for each", "name a track that all share"
    if not _is_counted(game.tracks[value]):
        return _no_numbers(value)
    if any(box.value == 0 for box in game.tracks[value].boxes):
        return None
    return f"`{value}` has no box 0, and comes to it", "add the box 0"


def _score_track(game: Game, node: SequenceNode, value: str) -> Misfit | None:
    """One for all with a side that raises it, or one for each side."""
    common = "raised_by" in node.settings
    ids = [value] if common else [f"{value}.{side}" for side in _played(game)]
    lacking = [id for id in ids if id not in game.tracks]
    if lacking and common:
        return f"`raised_by` wants one track `{value}` for all", "take `raised_by` out, or name a track that all share"
    if lacking:
        return f"there is no track `{lacking[0]}`", "make it `per: side`, or say by `raised_by` who raises a common one"
    return None if all(_is_counted(game.tracks[id]) for id in ids) else _no_numbers(value)


def _purse(game: Game, node: SequenceNode, value: str) -> Misfit | None:
    for seat in game.seats:
        track = game.tracks.get(f"{value}.{seat}") or game.tracks.get(value)
        if track is None:
            return f"there is no `{value}` for `{seat}`", "make it `per: seat`"
        if not _is_counted(track) or any(int(box.value) < 0 for box in track.boxes):
            return f"the boxes of `{value}` are not all numbers from 0 up", "a bid is paid from 0 up"
    return None


def _order_track(game: Game, node: SequenceNode, value: str) -> Misfit | None:
    places = set(range(1, len(game.seats) + 1))
    for seat in game.seats:
        own, common = game.tracks.get(f"{value}.{seat}"), game.tracks.get(value)
        if own is not None and places <= {box.value for box in own.boxes}:
            continue
        if own is None and common is not None and set(game.seats) <= {box.value for box in common.boxes}:
            continue
        return (
            f"`{value}` cannot show the place of `{seat}`",
            "give it a box for each seat, or one `per: seat` from 1 up",
        )
    return None


def _shown_track(game: Game, node: SequenceNode, value: str) -> Misfit | None:
    """The track of a chit: it has a box for whatever is drawn."""
    if value not in game.tracks:
        return f"`{value}` is several tracks, one for each", "name a track that all share"
    cup, field = game.piles.get(str(node.settings.get("cup"))), node.settings.get("field")
    if cup is None or field is None:
        return None
    boxes = {box.value for box in game.tracks[value].boxes}
    for id in cup.pieces:
        piece = game.counters.get(id) or game.cards.get(id)
        faces = [piece.values] if piece is not None else []
        for values in [face.values for face in getattr(piece, "faces", ())] or faces:
            if values.get(str(field), 0) not in boxes:
                said = values.get(str(field), 0)
                return f"`{id}` says {said}, and `{value}` has no such box", "add the box, or name another field"
    return None


def _is_counted(track: Track) -> bool:
    return all(isinstance(box.value, int) and not isinstance(box.value, bool) for box in track.boxes)


def _no_numbers(value: str) -> Misfit:
    return f"the boxes of `{value}` are not all numbers", "name a track that counts"


def _played(game: Game) -> list[str]:
    """The sides that somebody runs in some scenario."""
    run = [sides for scenario in game.scenarios.values() for sides in scenario.control.values()]
    return list(dict.fromkeys(side for sides in (*(s.sides for s in game.seats.values()), *run) for side in sides))


# -- tables ------------------------------------------------------------------------------------------------------------
def _odds_table(game: Game, node: SequenceNode, value: str) -> Misfit | None:
    """Any odds can come up in a stock attack, and any roll with what the leaders add: each must find its cell."""
    table = game.tables[value]
    if table.columns.by not in ("odds", "difference", "number"):
        return (
            f"the columns of `{value}` are not by odds",
            "name a table with `columns: {by: odds, …}`, `difference` or `number`",
        )
    lost = _uncovered(table.columns) if table.columns.by != "odds" else None
    if lost is not None:
        help = "write the end as `5 or more`, or set `clamp: true` for its columns; leave no gap between two heads"
        return f"table `{value}` has no column for {lost}", help
    if table.columns.uncovered is not None:
        low = table.columns.uncovered
        return f"table `{value}` has no column for odds worse than {low}", f"write `{low}-`, or set `clamp: true`"
    lost = next((roll for roll in _rolls(game, node) if table.rows.index(roll) is None), None)
    if lost is not None:
        return f"table `{value}` has no row for a roll of {lost}", "add the row, or set `clamp: true` for its rows"
    return next(_odd_results(table), None)


def _uncovered(axis: TableAxis) -> int | None:
    """A whole number that no head covers, between them or beyond; None if there is none."""
    ends = [end for head in axis.heads for end in (head.low, head.high, *head.values) if math.isfinite(end)]
    if not ends:
        return None if axis.heads else 0
    return next((n for n in range(int(min(ends)) - 1, int(max(ends)) + 2) if axis.index(n) is None), None)


def _rolls(game: Game, node: SequenceNode) -> range:
    """Whatever the dice of an attack can come to, the best leader's help counted."""
    die = game.dice.get(str(node.settings.get("dice")))
    if die is None:
        return range(0)  # told by itself
    bonus, attack = node.settings.get("bonus"), str(node.settings.get("attack"))
    faces = [face for counter in game.counters.values() for face in counter.faces]
    least = min((_number(face, bonus) for face in faces if face.values.get(attack)), default=0)
    most = max((_number(face, bonus) for face in faces), default=0)
    return range(die.count + least, die.count * die.sides + max(least, most) + 1)


def _number(face: Face, field: object) -> int:
    value = face.values.get(field) if isinstance(field, str) else 0
    return int(value) if isinstance(value, int | float) else 0


def _odd_results(table: ResultTable) -> Iterator[Misfit]:
    for code in table.codes:
        values = table.typed(code).values
        for name in HITS:
            hits = values.get(name, 0)
            if hits not in ("all", "half", "match") and (
                not isinstance(hits, int) or isinstance(hits, bool) or hits < 0
            ):
                yield f"`{name}` of the result `{code}` is {hits}", "write a number from 0 up, `all`, `half` or `match`"


_FITS: dict[str, Fits] = {
    "number field": _number_field,
    "points field": _points_field,
    "unit mark": _unit_mark,
    "side mark": _side_mark,
    "left mark": _left_mark,
    "way mark": _way_mark,
    "held field": _holding,
    "place": _one_place,  # with its name alone
    "own place": _own_place,
    "count track": _count_track,
    "score track": _score_track,
    "purse track": _purse,
    "order track": _order_track,
    "shown track": _shown_track,
    "odds table": _odds_table,
}
