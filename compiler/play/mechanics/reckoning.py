"""One arithmetic: what the rolls and the upkeep of a definition come to on the table as it is.

`reckon` answers with a figure that keeps its parts, each with its name and rule: whoever shows a number can show where
it comes from. The module's expressions say the same (`emit.automation`); a test compares the two over every game. What
follows from the definition alone is worked out once for a rulebook, so that a figure costs a few look-ups.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, assert_never

from compiler.model.common import Value
from compiler.model.game import Game
from compiler.model.rolls import (
    AtLeast,
    ByHead,
    ByOutcome,
    ByTargetFace,
    Check,
    Contest,
    Exactly,
    Otherwise,
    Outcome,
    Place,
    Pool,
    RollModifier,
    Sure,
    UpTo,
    in_order,
    printed,
)
from compiler.model.table import Piece
from compiler.model.tables import Result
from compiler.model.upkeep import Income, Ladder, Ranking, Reset, Score, bearer, rungs
from compiler.play.book import Rulebook
from compiler.play.coverage import count
from compiler.play.mechanics.modifiers import Amount, Given, amount_for_piece, amount_for_seat, lending_of
from compiler.play.scene import Scene

Thing = Check | Contest | Pool | Income | Ladder | Score
NOTHING: Given = {}
IN_PLAY, SPACES = "in_play", "spaces"


class Part(NamedTuple):
    """What one thing adds, and the rule that says so."""

    name: str
    value: float
    rule: str | None = None


class Figure(NamedTuple):
    """A number and what it is made of; parts that add nothing are left out."""

    parts: tuple[Part, ...]
    sum: float

    def of(self, *rules: str) -> float:
        """What the parts under some rules add."""
        return sum([part.value for part in self.parts if part.rule in rules])

    def words(self) -> str:
        """The parts as a log, a refusal or a chat shows them: `Leader +1 [15-2(1).1], Ground -1 [12.0(3).1]`."""
        return ", ".join(f"{name} {value:+g}{f' [{rule}]' if rule else ''}" for name, value, rule in self.parts)


def reckon(scene: Scene, thing: Thing, roller: Any, target: Piece | None = None, given: Given = NOTHING) -> Figure:
    """The figure of a thing.

    - A check: what its modifiers add for the piece that rolls, aimed at another or not.
    - A contest: what its modifiers add to the roll of a seat.
    - A pool: up to which number a unit of a kind hits.
    - An income: what a side collects.
    - A ladder: the level of a marker, 0 off the ladder.
    - A score: what a side has earned.

    `given` is what only the rules know, by modifier: the choice made, the code of the result that brought the roll
    about, or for each seat the number whose lead counts; for an income, `IN_PLAY`: whether the side gets the least;
    for a score, `SPACES`: the spaces that count instead of those held.
    """
    match thing:
        case Check():
            return _added(scene, _lines(scene.book, thing), roller, target, given)
        case Contest():
            return _added(scene, _lines(scene.book, thing), roller, None, given)
        case Pool():
            name = scene.game.counter_kinds[roller].name.en
            return _single(Part(name, hits_on(scene.book, thing)[roller], thing.note.rule))
        case Income():
            return _collected(scene, thing, roller, given)
        case Ladder():
            found = _rungs(scene.book, thing, roller).get(roller.place)
            return found[1] if found is not None else NOUGHT
        case Score():
            return _earned(scene, thing, roller, given)
        case _:
            assert_never(thing)


NOUGHT = Figure((), 0)


def _single(part: Part) -> Figure:
    return Figure((part,) if part.value else (), part.value)


# -- modifiers ---------------------------------------------------------------------------------------------------------
class _Line:
    """A modifier made ready: what it adds, and its parts by what they add."""

    __slots__ = ("amount", "modifier", "of_target", "parts")

    def __init__(self, modifier: RollModifier, amount: Amount) -> None:
        self.modifier, self.amount = modifier, amount
        self.of_target = modifier.of == "target"
        self.parts: dict[float, Part] = {}

    def part(self, value: float) -> Part:
        made = self.parts[value] = Part(self.modifier.name.en, value, self.modifier.note.rule)
        return made


def _lines(book: Rulebook, roll: Check | Contest) -> Sequence[_Line]:
    key = ("reckoning", type(roll), roll.id)
    found: Sequence[_Line] | None = book.memory.get(key)
    if found is None:
        modifiers = [book.game.rolls.modifiers[id] for id in roll.modifiers]
        if isinstance(roll, Check):
            found = [_Line(modifier, amount_for_piece(book, modifier)) for modifier in modifiers]
        else:
            found = [_Line(modifier, amount_for_seat(book, roll, modifier)) for modifier in modifiers]
        book.memory[key] = found
    return found


def modified(scene: Scene, modifiers: tuple[str, ...], roller: Piece, given: Given = NOTHING) -> Figure:
    """What some modifiers, by their ids, add for a piece."""
    book, known = scene.book, scene.game.rolls.modifiers
    lines = book.once(
        ("modified", modifiers), lambda: [_Line(known[id], amount_for_piece(book, known[id])) for id in modifiers]
    )
    return _added(scene, lines, roller, None, given)


def _added(scene: Scene, lines: Sequence[_Line], roller: Any, target: Piece | None, given: Given) -> Figure:
    parts: list[Part] = []
    total: float = 0
    for line in lines:
        who = target if line.of_target else roller
        if who is None:
            continue
        value = line.amount(scene, who, given)
        if value:
            total += value
            parts.append(line.parts.get(value) or line.part(value))
            count(*line.modifier.note.rules)
    return Figure(tuple(parts), total)


def lenders(scene: Scene, modifier: RollModifier, piece: Piece) -> Iterator[tuple[Piece, int]]:
    """Who lends a piece something by a modifier whose number is lent, wherever it stands, and how much."""
    return lending_of(scene.book, modifier).to(scene, piece)


def best_lent(scene: Scene, modifier: RollModifier, piece: Piece) -> int:
    """The best of what is lent to a piece where it stands."""
    return lending_of(scene.book, modifier).best(scene, piece)


def offers(scene: Scene, modifier: RollModifier, piece: Piece) -> Iterator[tuple[Piece, int, int]]:
    """Who would lend a piece something if it stood near enough: how far that is, and how much."""
    return lending_of(scene.book, modifier).offered(scene, piece)


# -- checks ------------------------------------------------------------------------------------------------------------
def outcome(scene: Scene, check: Check, roller: Piece, roll: int, bonus: float) -> Outcome:
    """The first outcome that fits a roll of a piece; `bonus` is what its modifiers add."""
    for found in check.outcomes:
        match found.test:
            case Sure() as test:
                fits = is_sure(scene, test, roller)
            case Exactly(exact):
                fits = roll == exact
            case UpTo(field):
                fits = roll <= (scene.value(roller, field) or 0) + bonus
            case AtLeast(constant):
                fits = roll + bonus >= int(scene.game.constants[constant].value)
            case Otherwise():
                fits = True
            case _:
                assert_never(found.test)
        if fits:
            return found
    return check.outcomes[-1]


def is_sure(scene: Scene, test: Sure, roller: Piece) -> bool:
    """Whether a piece comes to an outcome without a roll."""
    marks = [*map(roller.mark, test.marks), *(scene.table.mark(str(roller.side), mark) for mark in test.of_side)]
    return any(scene.value(roller, flag) for flag in test.flags) or any(value is not None for value in marks)


def result(scene: Scene, check: Check, found: Outcome, target: Piece | None = None) -> Result | None:
    """What the table of a check says of an outcome; None where it says nothing, or nobody was aimed at."""
    if (reading := check.reading) is None:
        return None
    table = scene.game.tables[reading.table]
    column, row = (_head(scene, place, found, target) for place in (reading.column, reading.row))
    if column is None or row is None or table.columns.index(column) is None or table.rows.index(row) is None:
        return None
    return table.look_up(column, row)


def _head(scene: Scene, place: Place, found: Outcome, target: Piece | None) -> str | None:
    match place:
        case ByHead(label):
            return label
        case ByOutcome():
            return found.gives
        case ByTargetFace():
            return scene.counter(target).faces[target.face].id if target is not None else None
        case _:
            assert_never(place)


# -- contests ----------------------------------------------------------------------------------------------------------
def winner(contest: Contest, totals: Mapping[str, float]) -> str:
    """The seat with the higher total; of equals the first."""
    first, second = contest.seats
    return first if totals[first] >= totals[second] else second


def awarded(scene: Scene, contest: Contest, total: float, won: bool) -> Value:
    """What the table of a contest gives for a total."""
    return scene.game.tables[contest.table or ""].cell(total, contest.won if won else contest.lost)


# -- pools -------------------------------------------------------------------------------------------------------------
def hits_on(book: Rulebook, pool: Pool) -> Mapping[str, int]:
    """Up to which number each kind of a pool hits."""
    return book.once(("hits", pool.id), lambda: printed(book.game, pool, pool.hits))


def rolling(book: Rulebook, pool: Pool) -> Mapping[int, tuple[str, ...]]:
    """The kinds that roll at each place of a pool's order."""
    return book.once(("order", pool.id), lambda: in_order(book.game, pool))


def hits(book: Rulebook, pool: Pool, kinds: Iterable[str], dice: Iterable[int]) -> int:
    """How many dice of a pool hit, one for each unit, named by kind."""
    most = hits_on(book, pool)
    return sum([die <= most[kind] for kind, die in zip(kinds, dice, strict=True)])


# -- upkeep ------------------------------------------------------------------------------------------------------------
def held(scene: Scene, income: Income, side: str) -> tuple[str, ...]:
    """The spaces of an income that a side holds alone, in the order of the definition: others will be fought over."""
    alone = scene.memo(("held", income.id), lambda: _alone(scene, income), of="pieces")
    return tuple([space for space, holder in alone.items() if holder == side])


def _alone(scene: Scene, income: Income) -> Mapping[str, str | None]:
    """The spaces of an income that one side holds alone, with that side."""
    spaces = scene.book.once(
        ("income", income.id), lambda: [s.id for s in scene.game.spaces.values() if s.kind == income.spaces]
    )
    found: dict[str, str | None] = {}
    for space in spaces:
        holders = {piece.side for piece in scene.table.at(space) if _counts(scene, income, piece)}
        if len(holders) == 1:
            (found[space],) = holders
    return found


def _counts(scene: Scene, income: Income, piece: Piece) -> bool:
    counter = scene.game.counters.get(piece.counter)
    if counter is None or counter.kind not in income.held_by:
        return False
    return income.without is None or not piece.mark(income.without)


def _collected(scene: Scene, income: Income, side: str, given: Given) -> Figure:
    constants = scene.game.constants
    share = len(held(scene, income, side)) // int(constants[income.each].value)
    parts = [Part(income.counted.en, share, income.note.rule)] if share else []
    if income.least is not None:
        least = int(constants[income.least].value)
        if share < least and (given[IN_PLAY] if IN_PLAY in given else _has(scene, income, side)):
            parts.append(Part("at least", least - share, income.note.rule))
            share = least
    return Figure(tuple(parts), share)


def _has(scene: Scene, income: Income, side: str) -> bool:
    """Whether a side has a piece of the kind without which it gets no least income, where the spaces lie."""
    if income.needs is None:
        return True
    needed, spaces = scene.book.once(("needed", income.id), lambda: _needed(scene.game, income))
    there = [piece for id in needed if (piece := scene.table.pieces.get(id)) is not None and piece.side == side]
    return not spaces.isdisjoint([piece.place for piece in there])


def _needed(game: Game, income: Income) -> tuple[list[str], frozenset[str]]:
    """The pieces without which a side gets no least income, and the spaces where one has to be."""
    kinds = {counter.id: counter.kind for counter in game.counters.values()}
    boards = {space.board for space in game.spaces.values() if space.kind == income.spaces}
    there = [space.id for space in game.spaces.values() if space.board in boards and space.display is None]
    return [id for id, thing in game.pieces.items() if kinds.get(thing.id) == income.needs], frozenset(there)


def _rungs(book: Rulebook, ladder: Ladder, marker: Piece) -> Mapping[str, tuple[int, Figure]]:
    """The boxes a marker climbs, lowest first: their place among them and their level."""
    key = ("ladder", ladder.id, marker.counter)
    found: dict[str, tuple[int, Figure]] | None = book.memory.get(key)
    if found is None:
        found = book.memory[key] = {}
        for n, box in enumerate(rungs(book.game, ladder, book.game.counters[marker.counter])):
            level = Part(ladder.name.en, int(box.values[ladder.level]), ladder.note.rule)
            found[box.id] = (n, _single(level))
    return found


def climbed(scene: Scene, ladder: Ladder, marker: Piece, steps: int) -> str:
    """The box of a ladder so many steps on; the ends hold, and from anywhere else it goes to the first."""
    boxes = _rungs(scene.book, ladder, marker)
    at = boxes.get(marker.place)
    to = max(0, min(len(boxes) - 1, at[0] + steps)) if at is not None else 0
    return list(boxes)[to]


def reset_by(scene: Scene, reset: Reset) -> list[tuple[str, int]]:
    """The pieces a reset turns, in the order of the definition, each with the face it is turned to."""
    known: Mapping[str, tuple[int, int]] = scene.book.once(("reset", reset.id), lambda: _resettable(scene.book, reset))
    pieces = scene.table.pieces
    return [(id, to) for id, (face, to) in known.items() if id in pieces and pieces[id].face == face]


def _resettable(book: Rulebook, reset: Reset) -> dict[str, tuple[int, int]]:
    found = {counter.id: reset.turns(counter) for counter in book.game.counters.values()}
    return {id: turned for id, thing in book.game.pieces.items() if (turned := found.get(thing.id)) is not None}


# -- scores ------------------------------------------------------------------------------------------------------------
def _earned(scene: Scene, score: Score, side: str, given: Given) -> Figure:
    spaces: Iterable[str] = given[SPACES] if SPACES in given else _kept(scene, score).get(side, ())
    game = scene.game
    parts = [Part(score.name.en, sum([int(game.spaces[id].values[score.worth]) for id in spaces]), score.note.rule)]
    for mark, constant in score.marks.items():
        if scene.table.mark(bearer(game, mark, side), mark):
            found = game.constants[constant]
            parts.append(Part(game.marks[mark].name.en, int(found.value), found.note.rule))
    return Figure(tuple([part for part in parts if part.value]), sum([part.value for part in parts]))


def _kept(scene: Scene, score: Score) -> Mapping[str, list[str]]:
    """The spaces that count for each side, in the order of the definition."""

    game, table, closed = scene.game, scene.table, scene.scenario.closed

    def holder(space: str) -> str:
        """Whose a space is for the score; nobody's without a counter that holds it."""
        standing = [game.counters.get(piece.counter) for piece in table.at(space)]
        held = any(counter is not None and counter.kind in score.held_by for counter in standing)
        return str(table.mark(space, score.mark)) if held else ""

    def find() -> dict[str, list[str]]:
        kept, key = scene.kept, f"score {score.id}"
        news, last = kept.news(key), kept.values.get(key)
        if news is None or last is None:
            some = [s.id for s in game.spaces.values() if s.kind == score.spaces and s.id not in closed]
            last = ({space: holder(space) for space in some}, None)
        elif other := {space: holder(space) for space in news if space in last[0]}:
            last = ({**last[0], **other}, None)
        holders, found = last
        if found is None:
            found = {side: [space for space, who in holders.items() if who == side] for side in set(holders.values())}
            kept.put(key, (holders, found), ())
        return found

    return scene.memo(("score", score.id), find)


def ranked(scene: Scene, ranking: Ranking) -> list[str]:
    """The sides of a ranking, the first first."""
    game, pieces = scene.game, scene.table.pieces
    score, ties = game.upkeep.scores[ranking.score], game.constants[ranking.ties].value
    found = []
    for counter in (c for c in game.counters.values() if c.kind == ranking.markers and c.side in score.sides):
        lying = [pieces[id] for id in counter.piece_ids if id in pieces]
        if any(p.place in ranking.boxes and counter.faces[p.face].id == ranking.face for p in lying):
            found.append(str(counter.side))
    sign = -1 if ranking.most_first else 1
    return sorted(found, key=lambda side: (sign * reckon(scene, score, side).sum, ties.index(side)))
