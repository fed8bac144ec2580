"""A world that one seat could be in for all it knows: what players that are no people think in.

What the seat does not see is made up, the same way whatever the truth is: hidden pieces change places with others of
their kind, answers given under seal are replaced by the first that was open.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from compiler.model.game import Game
from compiler.model.setup import fresh
from compiler.model.table import Piece, Table
from compiler.play.ask import CHANCE, Action, Answer
from compiler.play.book import Rulebook
from compiler.play.faults import EngineFault
from compiler.play.run import Run
from compiler.play.session import Session
from compiler.play.state import Choice, State
from compiler.play.view import sees, sees_mark, without_secrets

Names = Mapping[str, str]  # hidden piece → the one it is taken for


def imagined_table(book: Rulebook, table: Table, seat: str, scenario: str) -> Table:
    """The table as a seat may imagine it; the table itself if the seat sees all of it."""
    return _renamed(book, table, _names(book.game, (table,), seat), seat, scenario)


def imagined_state(session: Session, seat: str) -> State | None:
    """A state in which the seat is asked what it is asked; None if it cannot make one up."""
    state, book = session.state, session.book
    names = _names(book.game, (state.table, session.table), seat)
    entry = _renamed(book, state.table, names, seat, state.scenario)
    sealed = any(choice.seat not in (seat, CHANCE) for choice in session.under_seal)
    if entry is state.table and not sealed:
        return state
    start = State(state.scenario, entry, state.cursor, (), state.options, book=book)
    now = _renamed(book, session.table, names, seat, state.scenario)
    for made_up in (True, False) if sealed else (False,):  # answers that the table shows by now are taken as they are
        run = _run_again(start, state.choices, names, seat, made_up=made_up)
        if run is not None and run.table == now and _asks_the_same(run, session, seat):
            return run.state
    return None


def _run_again(start: State, choices: Sequence[Choice], names: Names, seat: str, *, made_up: bool) -> Run | None:
    """The step with the answers as the seat knows them; None where that world has no such question."""
    try:
        run = Run(start)
        for choice in choices:
            ask, answer = run.open[choice.seat], _taken_for(choice.answer, names)
            if made_up and run.sealed is not None and choice.seat != seat:
                answer = ask.listed[0]
            if answer not in ask.listed and ask.judge(answer) is not None:
                return None
            run.take(choice._replace(answer=answer))
    except (EngineFault, KeyError, IndexError):
        return None
    return run


def _asks_the_same(run: Run, session: Session, seat: str) -> bool:
    return seat in run.open and tuple(run.open[seat].listed) == tuple(session.asks[seat].listed)


# -- pieces ------------------------------------------------------------------------------------------------------------
def _names(game: Game, tables: tuple[Table, ...], seat: str) -> Names:
    """Who is taken for whom among the pieces a seat has not seen on any of the tables."""
    now = tables[-1]
    piles = game.piles
    unsure = (p for p in now.pieces.values() if p.seen_by is not None or p.place in piles)  # most lie open to all
    hidden = [piece for piece in unsure if not sees(game, piece, seat)]
    for table in tables[:-1]:
        hidden = [p for p in hidden if p.id not in table.pieces or not sees(game, table.pieces[p.id], seat)]
    if not hidden:
        return {}
    order = {id: (place, n) for place, ids in now.stacks.items() for n, id in enumerate(ids)}
    sorts: dict[tuple[str, str | None], list[Piece]] = {}
    for piece in hidden:
        sorts.setdefault((game.pieces[piece.id].kind, _side(game, piece)), []).append(piece)
    found: dict[str, str] = {}
    for pieces in sorts.values():
        places = sorted((piece.id for piece in pieces), key=order.__getitem__)
        found.update(zip(places, sorted(places), strict=True))
    return found


def _side(game: Game, piece: Piece) -> str | None:
    """The side that can be seen of a hidden piece: on the map alone."""
    return None if piece.place in game.piles else piece.side


def _renamed(book: Rulebook, table: Table, names: Names, seat: str, scenario: str) -> Table:
    secret = any(mark.secret for mark in book.game.marks.values())
    if not names and not secret:
        return table
    pieces, stacks, piles = dict(table.pieces), dict(table.stacks), book.game.piles
    for id, other in names.items():
        if id in table.pieces:
            old = table.pieces[id]
            made = fresh(book.game, other, old.place)._replace(seen_by=old.seen_by)
            pieces[other] = made if old.place in piles else made._replace(side=old.side)
    for place in {table.pieces[id].place for id in names if id in table.pieces}:
        stacks[place] = tuple(names.get(id, id) for id in stacks[place])
    if not secret:
        return Table(pieces, stacks, table.tracks, table.marks)
    for id in [id for id, piece in pieces.items() if piece.marks]:
        pieces[id] = without_secrets(book, pieces[id], seat, scenario)
    kinds = book.game.marks
    marks = {key: v for key, v in table.marks.items() if sees_mark(book, kinds[key[1]], key[0], seat, scenario)}
    return Table(pieces, stacks, table.tracks, marks)


def _taken_for(answer: Any, names: Names) -> Answer:
    """An answer that speaks of the pieces by the names they have in the made-up world."""
    if isinstance(answer, str):
        return names.get(answer, answer)
    if isinstance(answer, tuple):
        return tuple(_taken_for(part, names) for part in answer)
    if isinstance(answer, Action):
        return type(answer)(*(_taken_for(part, names) for part in answer.parts))
    number: Answer = answer
    return number
