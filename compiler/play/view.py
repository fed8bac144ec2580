"""What one seat may see: the table with hidden things turned over, and the questions put to that seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from compiler.model.counters import Mark
from compiler.model.game import Game
from compiler.model.table import Piece, Table
from compiler.play.ask import Ask
from compiler.play.book import Rulebook
from compiler.play.codec import answer_to_json, cursor_to_json, table_to_json
from compiler.play.outcome import Victory
from compiler.play.session import Session
from compiler.play.state import Cursor, State

UNKNOWN = "?"


@dataclass(frozen=True, slots=True)
class View:
    """A seat's view. Pieces it does not know are nameless; piles it may not look into are just a number of pieces."""

    seat: str
    table: Table
    cursor: Cursor | None
    asks: Mapping[str, Ask]  # the seat's own
    waiting: tuple[str, ...]  # everybody the game waits for
    outcome: Victory | None

    def to_json(self) -> dict[str, Any]:
        """Everything the view shows, as plain values."""
        won = self.outcome
        return {
            "seat": self.seat,
            "table": table_to_json(self.table),
            "cursor": cursor_to_json(self.cursor),
            "asks": {
                seat: {"prompt": ask.prompt, "rule": ask.rule, "options": [answer_to_json(o) for o in ask.options]}
                for seat, ask in self.asks.items()
            },
            "waiting": list(self.waiting),
            "outcome": None if won is None else [list(won.winners), won.because, won.rule],
        }


def view(source: State | Session, seat: str) -> View:
    """What a seat sees of a state or of a game in play."""
    session = source if isinstance(source, Session) else Session(source)
    state = session.state
    book = session.book
    cursor = state.cursor
    if cursor is not None:
        cursor = Cursor(cursor.step, cursor.loops)
    own = {s: ask for s, ask in session.asks.items() if s == seat}
    hidden = redacted(book, session.table, seat, state.scenario)
    return View(seat, hidden, cursor, own, tuple(session.asks), session.outcome)


def redacted(book: Rulebook, table: Table, seat: str, scenario: str) -> Table:
    """The table as a seat sees it."""
    game = book.game
    seen: dict[str, Piece] = {}
    nameless: dict[str, Piece] = {}
    stacks: dict[str, tuple[str, ...]] = {}
    for place, ids in table.stacks.items():
        shown, is_open = [], place not in game.piles
        for id in ids:
            piece = table.pieces[id]
            if (is_open and piece.seen_by is None) or sees(game, piece, seat):
                seen[id] = without_secrets(book, piece, seat, scenario) if piece.marks else piece
                shown.append(id)
            else:
                piece = _nameless(game, piece, len(nameless) + 1)
                nameless[piece.id] = piece
                shown.append(piece.id)
        stacks[place] = tuple(shown)
    marks = {
        (target, mark): value
        for (target, mark), value in table.marks.items()
        if sees_mark(book, game.marks[mark], target, seat, scenario)
    }
    ranked = {id: seen[id] for id in table.pieces if id in seen}
    return Table(ranked | nameless, dict(sorted(stacks.items())), table.tracks, marks)


def sees(game: Game, piece: Piece, seat: str) -> bool:
    """Whether a seat knows what a piece is: by the pile it lies in, else by whom it was shown to."""
    pile = game.piles.get(piece.place)
    if pile is not None:
        if pile.face == "up":
            return True
        if pile.face == "down":
            return False
        return seat in pile.owners or (piece.seen_by is not None and seat in piece.seen_by)
    return piece.seen_by is None or seat in piece.seen_by


def has_secrets(game: Game, table: Table, seats: Sequence[str]) -> bool:
    """Whether seats may see different things: hands, marks known to their own, pieces shown to some."""
    if any(pile.face == "owner" for pile in game.piles.values()) or any(mark.secret for mark in game.marks.values()):
        return True
    return any(len({sees(game, piece, seat) for seat in seats}) > 1 for piece in table.pieces.values())


def _nameless(game: Game, piece: Piece, n: int) -> Piece:
    """An unknown piece: in a pile nothing of it is seen, on the map its side is."""
    side = None if piece.place in game.piles else piece.side
    return Piece(f"{UNKNOWN}{n}", UNKNOWN, piece.place, 0, 1, side, 0, ())


def sees_mark(book: Rulebook, mark: Mark, holder: str | None, seat: str, scenario: str) -> bool:
    """Whether a seat knows of a mark on a seat, a side or a piece of a side; a secret one is known to its own."""
    return not mark.secret or holder == seat or holder in book.sides_of(seat, book.game.scenarios[scenario])


def without_secrets(book: Rulebook, piece: Piece, seat: str, scenario: str) -> Piece:
    """A piece with the marks that a seat knows of."""
    kinds = book.game.marks
    marks = tuple(m for m in piece.marks if sees_mark(book, kinds[m[0]], piece.side, seat, scenario))
    return piece if len(marks) == len(piece.marks) else piece._replace(marks=marks)
