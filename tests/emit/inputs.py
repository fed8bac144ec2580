"""Tables on which engine and module are compared: every unit, face, ground, mark, turn and option in turn.

All of them together are too many, so that layout after layout goes on through each list and chance, seeded, mixes them.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product

from compiler.model.common import Value
from compiler.model.counters import Counter
from compiler.model.game import Dice, Game
from compiler.model.loops import counted
from compiler.model.rolls import Chosen, Lent, Marked, Unmarked
from compiler.model.table import Piece, Table
from compiler.model.upkeep import Income, Ranking, Score, bearer
from compiler.play.book import SETUP, Rulebook
from compiler.play.scene import Scene
from compiler.play.state import Cursor, State

Options = tuple[tuple[str, bool], ...]
Marks = Mapping[tuple[str, str], Value]  # (space, seat or side; mark) → value
NO_MARKS: Marks = {}


def scene_of(
    book: Rulebook, pieces: Iterable[Piece], turn: Value = None, options: Options = (), marks: Marks = NO_MARKS
) -> Scene:
    """These pieces and no others, before the sequence begins."""
    laid = {piece.id: piece for piece in pieces}
    stacks: dict[str, tuple[str, ...]] = {}
    for piece in laid.values():
        stacks[piece.place] = (*stacks.get(piece.place, ()), piece.id)
    tracks = {id: track.start for id, track in book.game.tracks.items() if track.start is not None}
    track = counted(book.game)
    if track is not None and turn is not None:
        tracks[track.id] = turn
    table, cursor = Table(laid, stacks, tracks, marks), Cursor(SETUP)
    state = State(next(iter(book.game.scenarios)), table, cursor, options=options, book=book)
    return Scene(book, state, table, cursor)


def totals(dice: Dice) -> range:
    """What some dice can show together."""
    return range(dice.count, dice.count * dice.sides + 1)


def turns(game: Game) -> list[Value]:
    """Every turn; one that is none where the game has no turns."""
    track = counted(game)
    return [box.value for box in track.boxes] if track is not None else [None]


def options(game: Game) -> list[Options]:
    """Every way to choose the options that matter to a roll."""
    cases = [case for modifier in game.rolls.modifiers.values() for case in modifier.cases]
    names = list(dict.fromkeys(case.option for case in cases if isinstance(case, Chosen)))
    return [tuple(zip(names, chosen, strict=True)) for chosen in product((False, True), repeat=len(names))]


def rolling_counters(game: Game) -> list[Counter]:
    """The counters that roll in a check, or lend."""
    kinds = {kind for check in game.rolls.checks.values() for kind in check.kinds}
    lent = [m.source.number for m in game.rolls.modifiers.values() if isinstance(m.source, Lent)]
    return [c for c in game.counters.values() if c.kind in kinds or any(c.faces[0].values.get(n) for n in lent)]


class Layouts:
    """Layouts of all pieces that roll, close to each other."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game, self.chance = game, random.Random(seed)
        self.counters = rolling_counters(game)
        cases = [case for modifier in game.rolls.modifiers.values() for case in modifier.cases]
        self.marks = list(dict.fromkeys(case.mark for case in cases if isinstance(case, Marked | Unmarked)))
        self.boxes = [id for id, space in game.map.spaces.items() if space.display is not None]

    def pieces(self, nth: int) -> list[Piece]:
        """The pieces of one layout: faces in turn, marks and places by chance, a few off the map."""
        ids = [(counter, id) for counter in self.counters for id in counter.piece_ids]
        places = self._near(len(ids))
        found = []
        for n, ((counter, id), place) in enumerate(zip(ids, places, strict=False)):
            off = bool(self.boxes) and self.chance.random() < 0.05
            found.append(
                Piece(
                    id=id,
                    counter=counter.id,
                    place=self.chance.choice(self.boxes) if off else place,
                    face=(nth + n) % len(counter.faces),
                    side=counter.side,
                    marks=tuple(sorted(self._marks(counter))),
                )
            )
        return found

    def _marks(self, counter: Counter) -> Iterator[tuple[str, Value]]:
        for mark in self.marks:
            if mark in self.game.counter_kinds[counter.kind].marks and self.chance.random() < 0.6:
                yield mark, self.chance.choice(self.game.marks[mark].values)

    def _near(self, number: int) -> Sequence[str]:
        """About twice as many spaces as wanted around one, and of these so many."""
        board = self.game.map
        start = self.chance.choice(board.land)
        found, waiting = {start: None}, [start]
        while waiting and len(found) < 2 * number:
            for other in board.beside[waiting.pop(0)]:
                if other not in found and other in board.land:
                    found[other] = None
                    waiting.append(other)
        return self.chance.sample(list(found), min(number, len(found)))


def scoring(game: Game, score: Score, ranking: Ranking, chance: random.Random) -> tuple[list[Piece], Marks]:
    """Spaces marked for any side, some of them empty; marks of sides and seats; markers in and beside the boxes."""
    spaces = [space.id for space in game.spaces.values() if space.kind == score.spaces]
    marks: dict[tuple[str, str], Value] = {
        (s, score.mark): chance.choice(game.marks[score.mark].values) for s in spaces
    }
    for side, mark in product(score.sides, score.marks):
        if chance.random() < 0.3:
            marks[bearer(game, mark, side), mark] = chance.choice(game.marks[mark].values)
    holding = [(c, id) for c in game.counters.values() for id in c.piece_ids if c.kind in score.held_by]
    pieces = [
        Piece(id, counter.id, space, side=counter.side)
        for space, (counter, id) in zip(spaces, chance.sample(holding, len(spaces)), strict=True)
        if chance.random() < 0.8
    ]
    places = chance.sample([*ranking.boxes, spaces[0]], len(score.sides))
    for counter, place in zip((c for c in game.counters.values() if c.kind == ranking.markers), places, strict=True):
        face = chance.randrange(len(counter.faces))
        pieces.append(Piece(counter.piece_ids[0], counter.id, place, face=face, side=counter.side))
    return pieces, marks


def holding(game: Game, income: Income, chance: random.Random, spaces: list[str]) -> Iterator[Piece]:
    """A piece in each space, of one side mostly and of others; some marked, some of kinds that hold nothing."""
    kinds = (*income.held_by, *([income.needs] if income.needs is not None else []))
    among = [(c, id) for c in game.counters.values() for id in c.piece_ids if c.kind in kinds]
    others = [(c, id) for c in game.counters.values() for id in c.piece_ids if c.kind not in kinds]
    chance.shuffle(among)
    first = chance.choice(income.sides)
    for space, (counter, id) in zip(spaces, among, strict=False):
        side = first if chance.random() < 0.7 else chance.choice(income.sides)
        bears = income.without in game.counter_kinds[counter.kind].marks and chance.random() < 0.1
        yield Piece(id, counter.id, space, side=side, marks=((str(income.without), True),) if bears else ())
    for space in chance.sample(spaces, len(spaces) // 4):
        counter, id = others.pop(chance.randrange(len(others)))
        yield Piece(id, counter.id, space, side=counter.side)
