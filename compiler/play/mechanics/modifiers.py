"""Modifiers made ready for play: each source and case of the model as a function of the table.

`reckoning` asks these thousands of times a second: whatever follows from the definition is looked up beforehand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, assert_never

from compiler.model.common import FieldType, Value
from compiler.model.loops import counted
from compiler.model.rolls import (
    Asked,
    Box,
    Brought,
    Case,
    Chosen,
    Constant,
    Contest,
    Ground,
    Lead,
    Lent,
    Marked,
    Number,
    OnCard,
    RollModifier,
    Seats,
    Source,
    Turns,
    Unmarked,
    strongest,
)
from compiler.model.table import Piece
from compiler.play.book import Rulebook
from compiler.play.scene import Scene

Given = Mapping[str, Any]  # modifier → what only the rules know
Amount = Callable[[Scene, Any, Given], float]  # of the piece or seat the modifier is about
Holds = Callable[[Scene, Any], bool]


def ground(book: Rulebook, effect: str) -> Mapping[str, int]:
    """What the ground of every space of the map does, by one of its fields."""
    board = book.game.map
    return book.once(("ground", effect), lambda: {id: strongest(board, board.spaces[id], effect) for id in board.land})


def amount_for_piece(book: Rulebook, modifier: RollModifier) -> Amount:
    """What a modifier adds to a roll of a piece."""
    own = _of_piece(book, modifier, modifier.source)
    return _where(own, [_case(book, case, of_seat=False) for case in modifier.cases])


def amount_for_seat(book: Rulebook, contest: Contest, modifier: RollModifier) -> Amount:
    """What a modifier adds to the roll of a seat in a contest."""
    own = _of_seat(book, contest, modifier, modifier.source)
    return _where(own, [_case(book, case, of_seat=True) for case in modifier.cases])


def _where(own: Amount, cases: list[Holds]) -> Amount:
    """An amount that counts where all cases hold."""
    if not cases:
        return own
    if len(cases) == 1:
        only = cases[0]
        return lambda scene, who, given: own(scene, who, given) if only(scene, who) else 0

    def amount(scene: Scene, who: Any, given: Given) -> float:
        for holds in cases:
            if not holds(scene, who):
                return 0
        return own(scene, who, given)

    return amount


# -- sources -----------------------------------------------------------------------------------------------------------
def _of_piece(book: Rulebook, modifier: RollModifier, source: Source) -> Amount:
    match source:
        case Number(number):
            return lambda scene, piece, given: number
        case Constant(constant):
            value = book.game.constants[constant].value
            if isinstance(value, Mapping):
                return lambda scene, piece, given: value.get(piece.side, 0)
            return lambda scene, piece, given: value
        case Ground(effect):
            here = ground(book, effect)
            return lambda scene, piece, given: here.get(piece.place, 0)
        case Lent():
            lending = lending_of(book, modifier)
            return lambda scene, piece, given: lending.best(scene, piece)
        case Asked(choices):
            return lambda scene, piece, given: choices[given[modifier.id]]
        case Brought(table, name):
            results = book.game.tables[table].results.values()
            numbers = {result.code: result.values.get(name) or 0 for result in results}
            return lambda scene, piece, given: numbers.get(given.get(modifier.id, ""), 0)
        case OnCard():
            return lambda scene, piece, given: given.get(modifier.id, 0)
        case Box() | Lead():
            return lambda scene, piece, given: 0  # a piece has no seat's numbers (C523)
        case _:
            assert_never(source)


def _of_seat(book: Rulebook, contest: Contest, modifier: RollModifier, source: Source) -> Amount:
    match source:
        case Number() | Constant():
            return _of_piece(book, modifier, source)
        case Box(track):
            values = {box.value: box.values for box in book.game.tracks[track].boxes}
            return lambda scene, seat, given: float(values[scene.table.tracks[track]].get(seat) or 0)
        case Lead():

            def lead(scene: Scene, seat: str, given: Given) -> float:
                numbers: Mapping[str, float] = given[modifier.id]
                return max(0, numbers[seat] - numbers[contest.other(seat)])

            return lead
        case Ground() | Lent() | Asked() | Brought() | OnCard():
            return lambda scene, seat, given: 0  # a seat stands nowhere (C523)
        case _:
            assert_never(source)


# -- cases -------------------------------------------------------------------------------------------------------------
def _case(book: Rulebook, case: Case, *, of_seat: bool) -> Holds:
    match case:
        case Marked(mark, value):
            return lambda scene, piece: piece.mark(mark) == value
        case Unmarked(mark):
            return lambda scene, piece: piece.mark(mark) is None
        case Seats(seats):
            if of_seat:
                return lambda scene, seat: seat in seats
            return lambda scene, piece: book.seat_of(piece.side or "", scene.scenario) in seats
        case Turns(first, last):
            track = counted(book.game)
            if track is None:
                return lambda scene, who: False
            turn = track.id
            fits = {box.value for box in track.boxes if isinstance(box.value, int) and first <= box.value <= last}
            return lambda scene, who: scene.table.tracks[turn] in fits
        case Chosen(option):
            return lambda scene, who: scene.option(option) is True
        case _:
            assert_never(case)


# -- what others lend --------------------------------------------------------------------------------------------------
class _Offer(NamedTuple):
    """What a face of a counter has to lend."""

    reach: int
    number: int
    same: str | None
    foreign: str | None
    penalty: int


class _Lender(NamedTuple):
    """A piece on the map that has something to lend: where it stands, how far it reaches, to whom."""

    piece: Piece
    q: int
    r: int
    reach: int
    number: int
    same: str | None
    its_same: Value
    foreign: str | None  # only where the lender's own is filled
    its_foreign: Value
    penalty: int


class Lending:
    """A number that others lend, made ready."""

    def __init__(self, book: Rulebook, lent: Lent) -> None:
        self.book = book
        game = book.game
        self.axial = game.map.axial
        self.offers = {
            (counter.id, n): found
            for counter in game.counters.values()
            for n, face in enumerate(counter.faces)
            if face.id == lent.face and (found := self._offers(lent, face.values))
        }
        fields = [field for kind in game.counter_kinds.values() for field in kind.fields.values()]
        self.of_sides = frozenset(field.id for field in fields if field.type is FieldType.SIDE)

    def _offers(self, lent: Lent, values: Mapping[str, Value]) -> tuple[_Offer, ...]:
        if values.get(lent.number) is None:
            return ()
        constants = self.book.game.constants
        return tuple(
            _Offer(
                reach=int(values.get(lent.within) or 0),
                number=int(values[lent.number]),
                same=lender.same,
                foreign=lender.foreign,
                penalty=int(constants[lender.penalty].value) if lender.penalty is not None else 0,
            )
            for lender in lent.lenders
            if values.get(lender.field) == lender.value
        )

    def _own(self, piece: Piece, field: str | None) -> Value:
        """What lender and borrower compare; of a field of sides, none stands for its own side."""
        if field is None:
            return None
        value = self.book.game.counters[piece.counter].faces[piece.face].values.get(field)
        return piece.side if value is None and field in self.of_sides else value

    def _of_side(self, scene: Scene, side: str | None) -> list[_Lender]:
        """The pieces of a side on the map that have something to lend."""

        def make() -> list[_Lender]:
            found = []
            for piece in scene.table.pieces.values():
                at = self.axial.get(piece.place)
                if piece.side != side or at is None:
                    continue
                for reach, number, same, foreign, penalty in self.offers.get((piece.counter, piece.face), ()):
                    theirs = self._own(piece, foreign)
                    differs = foreign if theirs is not None else None
                    its = self._own(piece, same)
                    found.append(_Lender(piece, *at, reach, number, same, its, differs, theirs, penalty))
            return found

        return scene.memo((self, side), make, of="pieces")

    def _number(self, lender: _Lender, piece: Piece) -> int | None:
        """What a lender has for a piece, wherever it stands; None if nothing."""
        if lender.piece.id == piece.id:
            return None
        if lender.same is not None and self._own(piece, lender.same) != lender.its_same:
            return None
        if lender.foreign is not None and self._own(piece, lender.foreign) != lender.its_foreign:
            return max(0, lender.number + lender.penalty)
        return max(0, lender.number)

    def offered(self, scene: Scene, piece: Piece) -> Iterator[tuple[Piece, int, int]]:
        """Who would lend a piece something if it stood near enough: how far that is, and how much."""
        for lender in self._of_side(scene, piece.side):
            number = self._number(lender, piece)
            if number is not None:
                yield lender.piece, lender.reach, number

    def to(self, scene: Scene, piece: Piece) -> Iterator[tuple[Piece, int]]:
        """Who lends a piece something where it stands, and how much."""
        here = self.axial.get(piece.place)
        if here is None:
            return
        q, r = here
        for lender in self._of_side(scene, piece.side):
            dq, dr, reach = lender.q - q, lender.r - r, lender.reach
            if -reach <= dq <= reach and -reach <= dr <= reach and -reach <= dq + dr <= reach:
                number = self._number(lender, piece)
                if number is not None:
                    yield lender.piece, number

    def best(self, scene: Scene, piece: Piece) -> int:
        """The best of all; they do not add up."""
        known: dict[tuple[str, str, int], int] = scene.memo(self, dict, of="pieces")
        key = (piece.id, piece.place, piece.face)  # a piece may be asked about where it does not stand yet
        found = known.get(key)
        if found is None:
            found = known[key] = max([number for _, number in self.to(scene, piece)], default=0)
        return found


def lending_of(book: Rulebook, modifier: RollModifier) -> Lending:
    """A modifier whose number is lent, made ready once."""
    found: Lending | None = book.memory.get(("lending", modifier.id))
    if found is None:
        assert isinstance(modifier.source, Lent), f"{modifier.id} is not lent"
        found = book.memory["lending", modifier.id] = Lending(book, modifier.source)
    return found
