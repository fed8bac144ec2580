"""Lints of one thing that breaks the habit of all others: a unit forgotten, a stack of two sides, swapped cells."""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Iterator
from itertools import groupby, permutations

from compiler.check.counters import demand
from compiler.check.lint import WARNING, Found, lint, listed
from compiler.diagnostics import Related
from compiler.diagnostics.slips import only_slip
from compiler.model.common import FieldType, Value
from compiler.model.counters import Counter
from compiler.model.game import Game
from compiler.model.graph import Space
from compiler.model.ids import nearest
from compiler.model.scenario import Placement, Scenario
from compiler.model.tables import ResultTable

_MANY = 10  # so many alike make one that differs odd
_SOME = 5
_FEW = 4
_TRIO = 3
_NUMBERED = re.compile(r"(.+)_\d+")
_SURE = 0.85  # how like a name must be to be taken for it among other strangers
_NUMBERS = (FieldType.INTEGER, FieldType.NUMBER)
_BEYOND = 3  # times the greatest of all others


def _units(game: Game, scenario: Scenario) -> dict[str, int]:
    """The units of a scenario, in all its setups, pools and arrivals, with how many there are."""
    used = demand(game, scenario)
    units = (c for c in game.counters.values() if not game.counter_kinds[c.kind].marker and c.id in used)
    return {unit.id: used[unit.id] for unit in units}


@lint("C720", WARNING, "Two setups that use the same units but for one: most likely it was forgotten in one of them.")
def forgotten_unit(game: Game) -> Iterator[Found]:
    """A unit is used by one setup and forgotten in another that is like it."""
    told: set[tuple[str, str]] = set()
    used = {scenario.id: _units(game, scenario) for scenario in game.scenarios.values()}
    for here, there in permutations(game.scenarios.values(), 2):
        a, b = used[here.id], used[there.id]
        for id in _missing(game, a, b):
            seldom = sum(id in units for units in used.values()) * 2 < len(used)
            if id not in here.unused and (here.id, id) not in told and not seldom:
                told.add((here.id, id))
                message = f"scenario `{here.id}` uses {a.get(id, 0) or 'no'} `{id}`, `{there.id}` has {b[id]}"
                help = "place it, or list it under `unused` if it stays in the box"
                yield Found(message, here.note.span, help, [Related(there.note.span, "all else is the same there")])


def _missing(game: Game, a: dict[str, int], b: dict[str, int]) -> Iterator[str]:
    """What the first lacks of the second where all else is alike: of everything, or of one side."""
    differing = [id for id in {**a, **b} if a.get(id) != b.get(id)]
    if len(differing) == 1 and len(a) >= _MANY:
        yield from (id for id in differing if b.get(id, 0) > a.get(id, 0))
        return
    sides = {unit.side for unit in game.counters.values() if unit.side is not None}
    for side in sorted(sides):
        ours = {id for id in a if game.counters[id].side == side}
        kinds = {game.counters[id].kind for id in ours}  # what has no place here at all was not forgotten
        theirs = {id for id in b if game.counters[id].side == side and game.counters[id].kind in kinds}
        if len(ours & theirs) >= _TRIO and len(ours ^ theirs) == 1:
            yield from theirs - ours


@lint("C724", WARNING, "A counter that says where it starts and stands elsewhere is most likely in the wrong place.")
def start_elsewhere(game: Game) -> Iterator[Found]:
    """A counter stands in another space than is printed on it, where all others of the setup stand in theirs."""
    for scenario in game.scenarios.values():
        for kind in game.counter_kinds.values():
            for field in (one.id for one in kind.fields.values() if one.type is FieldType.SPACE and not one.many):
                stands = [
                    (placement, start)
                    for placement in scenario.placements
                    if placement.counter in game.counters and game.counters[placement.counter].kind == kind.id
                    for start in _printed(game.counters[placement.counter], field)
                ]
                strange = [(placement, start) for placement, start in stands if placement.at != start]
                if len(strange) == 1 and len(stands) >= _SOME:
                    ((placement, start),) = strange
                    message = f"`{placement.counter}` stands in `{placement.at}`, its `{field}` is `{start}`"
                    yield Found(message, placement.note.span, "mend one of the two: all others agree")


def _printed(counter: Counter, field: str) -> set[Value]:
    """What a counter or its faces say in a field."""
    said = [counter.values.get(field), *(face.values.get(field) for face in counter.faces)]
    return {value for value in said if value is not None}


@lint("C721", WARNING, "Where all other stacks of the setups are of one side, two in one are most likely a slip.")
def mixed_stack(game: Game) -> Iterator[Found]:
    """A setup puts units of two sides together, and no other does."""
    stacks: list[tuple[str, dict[str, list[Placement]]]] = []
    for scenario in game.scenarios.values():
        for at, row in groupby(scenario.placements, lambda one: one.at):
            sides: dict[str, list[Placement]] = {}
            for one in row:
                counter = game.counters.get(one.counter)
                side = one.side or (counter.side if counter else None)
                if side is not None:
                    sides.setdefault(side, []).append(one)
            stacks.append((at, sides))
    # one counter of the wrong side is wrong in every setup that puts it there
    mixed = {(at, *sorted(sides)): sides for at, sides in reversed(stacks) if len(sides) > 1}
    if len(stacks) >= _SOME and len(mixed) == 1:
        (((at, *_), sides),) = mixed.items()
        fewest = min(sides.values(), key=len)
        message = f"units of {listed(sorted(sides))} stand together at `{at}`; no other stack has two sides"
        yield Found(message, fewest[0].note.span, "look at the side of each of its counters, and at the place")


@lint("C322", WARNING, "Counters numbered one after another are of one body of troops.")
def numbered_strangers(game: Game) -> Iterator[Found]:
    """Counters whose ids differ in a number alone are of different sides or kinds; boxes, of different kinds."""
    yield from _numbered_boxes(game)
    series: dict[str, list[Counter]] = {}
    for counter in game.counters.values():
        if found := _NUMBERED.fullmatch(counter.id):
            series.setdefault(found[1], []).append(counter)
    for family in series.values():
        sorts = Tally((each.kind, each.side) for each in family)
        if len(sorts) == 2:
            (usual, _), (odd, times) = sorts.most_common()
            if times == 1 and (len(family) > 2 or usual[0] == odd[0]):
                one = next(each for each in family if (each.kind, each.side) == odd)
                others = listed(each.id for each in family if each is not one)
                what = f"of the side `{one.side}`" if usual[1] != odd[1] else f"of the kind `{one.kind}`"
                yield Found(f"`{one.id}` is {what}, unlike {others}", one.note.span, "mend it, or give it another id")


def _numbered_boxes(game: Game) -> Iterator[Found]:
    series: dict[tuple[str, str], list[Space]] = {}
    for space in game.spaces.values():
        if space.size is None:
            continue
        head, _, owner = space.id.partition(".")
        found = _NUMBERED.fullmatch(head)
        if found and found[1]:
            series.setdefault((found[1], owner), []).append(space)
        side = next((side for side in game.sides if f"_{side}_" in f"_{head}_"), None)
        if side is not None:  # boxes of one use, one for each side
            series.setdefault((f"_{head}_".replace(f"_{side}_", "_*_", 1), owner), []).append(space)
    for family in series.values():
        kinds = Tally(space.kind for space in family)
        if len(kinds) == 2 and min(kinds.values()) == 1 and len(family) >= _TRIO:
            one = next(space for space in family if kinds[space.kind] == 1)
            others = listed(each.id for each in family if each is not one)
            yield Found(f"`{one.id}` is of the kind `{one.kind}`, unlike {others}", one.note.span, "mend its `kind`")


@lint("C323", WARNING, "A number far above all others of its kind has most likely a digit too many.")
def outsize_number(game: Game) -> Iterator[Found]:
    """A number of a counter is several times that of all others of its kind, or of its rank, sort or class in it."""
    seen: dict[tuple[str, str, str], list[tuple[float, Counter]]] = {}
    for counter in game.counters.values():
        sorts = ["", *_choices(game, counter)]
        for face in counter.faces:
            for name, value in {**counter.values, **face.values}.items():
                if isinstance(value, (int, float)) and not isinstance(value, bool):
                    for sort in sorts:
                        seen.setdefault((name, counter.kind, sort), []).append((value, counter))
    told: set[tuple[str, str]] = set()
    for (name, kind, sort), found in seen.items():
        most, one = max(found, key=lambda each: each[0])
        rest = [value for value, counter in found if counter is not one]
        if len(rest) >= _SOME and most > _BEYOND * max(*rest, 1) and (one.id, name) not in told:
            told.add((one.id, name))
            others = f"`{sort}` counters" if sort else f"`{kind}` counters"
            message = f"`{one.id}` has {most} as `{name}`, the other {others} {max(rest)} at most"
            yield Found(message, one.note.span, "mend the number")


def _choices(game: Game, counter: Counter) -> Iterator[str]:
    """The sorts of its kind that a counter is of: its rank, its arm, whatever one of a few words says."""
    for field in game.counter_kinds[counter.kind].fields.values():
        value = counter.values.get(field.id)
        if field.type is FieldType.CHOICE and isinstance(value, str):
            yield value


@lint("C327", WARNING, "A number that the steps of play reckon with is 0 where it is left out.")
def number_left_out(game: Game) -> Iterator[Found]:
    """A counter lacks a number that play reckons with and that most others of its kind have."""
    wanted = {name for step in game.steps() for name in step.settings.values() if isinstance(name, str)}
    for kind in game.counter_kinds.values():
        family = [counter for counter in game.counters.values() if counter.kind == kind.id]
        for field in kind.fields.values():
            if field.id not in wanted or field.default is not None or field.type not in _NUMBERS:
                continue
            lacking = [c for c in family if not any(field.id in {**c.values, **face.values} for face in c.faces)]
            for counter in lacking if len(lacking) * 2 < len(family) else ():
                help = f"give it its `{field.id}`; write 0 if that is meant"
                yield Found(f"`{counter.id}` has no `{field.id}`, others of its kind have", counter.note.span, help)


@lint("C516", WARNING, "A text among numbers, or a word out of another column, was most likely put in the wrong place.")
def cell_out_of_column(game: Game) -> Iterator[Found]:
    """A cell is of another sort than all others of its column."""
    for table in game.tables.values():
        for row, column in _misplaced(table):
            head = table.columns.heads[column].label
            message = f"`{table.cells[row][column]}` is unlike all else in the column `{head}` of table `{table.id}`"
            yield Found(message, table.note.span, "were two cells swapped? Mend the row")
        for word, meant in (*_misspelt(table), *_misspelt_heads(game, table), *_misspelt_places(game, table)):
            yield Found(f"`{word}` stands once in table `{table.id}`", table.note.span, f"did you mean `{meant}`?")


def _misspelt(table: ResultTable) -> Iterator[tuple[str, str]]:
    """Words of a column that are a letter off one that stands there again and again."""
    for column in zip(*table.cells, strict=False) if table.columns.by == "name" else ():
        words = Tally(cell for cell in column if isinstance(cell, str) and cell.isalpha() and len(cell) > _SOME)
        usual = [word for word, times in words.items() if times > 1]
        for word, times in words.items():
            slip = only_slip(word, usual) if times == 1 else None
            if slip is not None:
                yield slip


def _misspelt_heads(game: Game, table: ResultTable) -> Iterator[tuple[str, str]]:
    """Heads of rows that are a letter off what counters are called, where others are what counters are called."""
    if table.rows.by != "name":
        return
    called = {part for id in (*game.counters, *game.counter_kinds) for part in id.split("_") if len(part) > _FEW}
    heads = [head.label for head in table.rows.heads]
    if sum(head in called for head in heads) >= _TRIO:
        yield from (slip for head in heads if head not in called and (slip := only_slip(head, called)))


def _misspelt_places(game: Game, table: ResultTable) -> Iterator[tuple[str, str]]:
    """Words of a column that are a letter off what a place is called, where others are what places are called."""
    called = {space.name.en for space in game.spaces.values() if len(space.name.en) > _FEW}
    for column in zip(*table.cells, strict=False) if table.columns.by == "name" else ():
        words = [word for cell in column if isinstance(cell, str) for word in cell.split(", ")]
        if sum(word in called for word in words) >= _TRIO:
            yield from (slip for word in words if word not in called and (slip := only_slip(word, called)))


def _misplaced(table: ResultTable) -> Iterator[tuple[int, int]]:
    """Cells that fit another column of their row, and not their own."""
    rows = table.cells
    if len(rows) < _FEW or table.columns.by != "name":
        return
    for r, row in enumerate(rows):
        columns = [[other[c] for n, other in enumerate(rows) if n != r and other[c] != "-"] for c in range(len(row))]
        odd = [
            c for c, cell in enumerate(row) if {isinstance(each, str) for each in columns[c]} == {isinstance(cell, int)}
        ]
        # a text where all are numbers, and a number, or nothing, where all are texts
        bare = [c for c, cell in enumerate(row) if cell == "-" and len(columns[c]) == len(rows) - 1]
        bare = [c for c in bare if all(isinstance(each, str) for each in columns[c])]
        texts = [c for c in odd if isinstance(row[c], str) and row[c] != "-"]
        if (bare and len(texts) == 1) or (texts and any(isinstance(row[c], int) for c in odd)):
            yield r, odd[0]
            continue
        for c, cell in enumerate(row):
            others = [set(column) for d, column in enumerate(columns) if d != c]
            if isinstance(cell, str) and _is_word_of(cell, columns[c], others):
                yield r, c
                break


def _is_word_of(cell: str, own: list[Value], others: list[set[Value]]) -> bool:
    """A word that another column uses again and again, and its own never."""
    return cell not in own and any(cell in words and not words & set(own) for words in others)


@lint(
    "C517", WARNING, "A head that is almost the name of a piece, where all others are names, is most likely misspelt."
)
def misspelt_head(game: Game) -> Iterator[Found]:
    """A head of a table is almost, but not quite, the id of a piece, side or place."""
    known = {*game.counters, *game.cards, *game.sides, *game.seats, *game.spaces}
    for table in game.tables.values():
        for axis in (table.rows, table.columns):
            names = [head.name for head in axis.heads if head.name]
            strangers = [name for name in names if name not in known]
            if len(names) < _FEW or len(strangers) > max(1, len(names) // _SOME):
                continue
            for name in strangers:
                near = nearest(name, known, 0.6 if len(strangers) == 1 else _SURE)
                if near is not None and near not in names:
                    yield Found(f"`{name}` is no piece, side or place", axis.note.span, f"did you mean `{near}`?")
