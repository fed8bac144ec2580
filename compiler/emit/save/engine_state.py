"""The engine's own note in a save: what the table cannot show, so that a game is taken up where it was left.

It holds the place in the sequence, the answers since the step began, how the table has changed since then, and a
digest of the table it belongs to. Everybody can read it, so it tells nothing that some seat may not know: never an
answer given under seal, never a piece that lies hidden. Where one would be needed, the step is begun anew instead.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from compiler.emit.atlas import is_deck
from compiler.model.table import Table
from compiler.play.ask import CHANCE, Action
from compiler.play.book import Rulebook
from compiler.play.codec import (
    FORMAT,
    Unreadable,
    build_id,
    choice_from_json,
    choice_to_json,
    cursor_from_json,
    cursor_to_json,
    digest,
    options_from_json,
    piece_from_json,
    piece_to_json,
    settled_choices,
    table_to_json,
)
from compiler.play.foreign import parse
from compiler.play.run import Run
from compiler.play.session import Session
from compiler.play.state import Choice, Cursor, State
from compiler.play.view import sees


@dataclass(frozen=True, slots=True)
class EngineState:
    """The note, read: the state the game was in if the table is still the same, else only its place in the sequence."""

    scenario: str
    options: tuple[tuple[str, Any], ...]
    cursor: Cursor | None
    choices: tuple[Choice, ...]
    before: Mapping[str, Any]  # how the table was when the step began, where it was otherwise
    whole: bool  # whether the answers lead to the table
    build: str
    table: str  # digest
    withheld: tuple[str, ...] = ()  # seats that have answered under seal: theirs to answer again

    def at(self, book: Rulebook, table: Table) -> State:
        """The state on this table, the answers with it."""
        entry = _undone(book, table, self.before)
        return State(self.scenario, entry, self.cursor, self.choices, self.options, book=book)


def engine_note(session: Session, seen: Table) -> str:
    """The note of a game; `seen` is the table as whoever reads the save will find it."""
    state = session.state
    kept, whole = settled_choices(state), is_whole(session)
    return json.dumps(
        {
            "liege": FORMAT,
            "game": session.book.game.id,
            "build": build_id(session.book),
            "scenario": state.scenario,
            "options": dict(state.options),
            "cursor": cursor_to_json(state.cursor),
            "choices": [choice_to_json(choice) for choice in kept] if whole else [],
            "before": _difference(state.table, session.table) if whole else {},
            "whole": whole,
            "withheld": _withheld(session),
            "table": table_digest(session.book, state.scenario, seen),
        },
        ensure_ascii=False,
        separators=(",", ":"),
    )


def is_whole(session: Session) -> bool:
    """Whether the answers since the step began may be written and lead to the table as it is."""
    kept = settled_choices(session.state)
    return _leads_to(session.state, kept, session.table) and _is_open(session, kept)


def read_note(book: Rulebook, text: str) -> EngineState:
    """The note from its text; `Unreadable` if it is none, or of another game."""
    try:
        raw = _parsed(text)
        if raw["liege"] != FORMAT or raw["game"] != book.game.id or raw["scenario"] not in book.game.scenarios:
            raise Unreadable(f"its note is not of `{book.game.id}`")
        book = book.of(raw["scenario"])
        return EngineState(
            raw["scenario"],
            tuple(sorted(options_from_json(book.game, raw["options"]).items())),
            cursor_from_json(book, raw["scenario"], raw["cursor"]),
            tuple(choice_from_json(book, choice) for choice in raw["choices"]),
            raw["before"],
            raw["whole"] is True,
            raw["build"],
            raw["table"],
            tuple(seat for seat in raw.get("withheld", ()) if seat in book.game.seats),
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as fault:
        raise Unreadable(str(fault) if isinstance(fault, Unreadable) else "its note cannot be read") from fault


def _parsed(text: str) -> Any:
    try:
        return parse(text)
    except Unreadable as fault:
        raise Unreadable(f"its note cannot be read: {fault}") from fault


def table_digest(book: Rulebook, scenario: str, table: Table) -> str:
    """A fingerprint of a table as all seats see it; of hidden pieces only how many lie where.

    How pieces lie on each other counts in decks alone, for hands nudge stacks.
    """
    game, seats = book.game, book.game.scenarios[scenario].seats
    known = {id: p for id, p in table.pieces.items() if all(sees(game, p, seat) for seat in seats)}
    told = table_to_json(Table(known, {}, table.tracks, table.marks))
    secret = {mark.id for mark in game.marks.values() if mark.secret}
    for piece in told["pieces"].values():
        piece["marks"] = [mark for mark in piece.get("marks", ()) if mark[0] not in secret]
    told["marks"] = sorted((mark for mark in told["marks"] if mark[1] not in secret), key=str)
    decks = {pile.id for pile in game.piles.values() if is_deck(pile)}
    for place, ids in table.stacks.items():
        seen = [id for id in ids if id in known]
        told["stacks"][place] = [len(ids), *(seen if place in decks else ())]
    return digest(told)


# -- what may be written -----------------------------------------------------------------------------------------------
def _leads_to(state: State, kept: tuple[Choice, ...], table: Table) -> bool:
    """Whether the answers that may be written lead from the beginning of the step to the table as it is."""
    if state.cursor is None or kept == state.choices:
        return True
    return Run(State(state.scenario, state.table, state.cursor, kept, state.options, book=state.book)).table == table


def _is_open(session: Session, kept: tuple[Choice, ...]) -> bool:
    """Whether answers and changes of the table speak only of what all seats see."""
    then, now = session.state.table, session.table
    changed = {id for id in {**then.pieces, **now.pieces} if then.pieces.get(id) != now.pieces.get(id)}
    for place in {**then.stacks, **now.stacks}:
        if then.stacks.get(place) != now.stacks.get(place):
            changed |= {*then.stacks.get(place, ()), *now.stacks.get(place, ())}
    changed |= {word for choice in kept for word in _words(choice.answer)}
    game, seats = session.book.game, session.book.game.scenarios[session.state.scenario].seats
    if any(mark.secret for mark in game.marks.values()) and then.marks != now.marks:
        return False
    pieces = [table.pieces[id] for id in sorted(changed) for table in (then, now) if id in table.pieces]
    secret = {mark.id for mark in game.marks.values() if mark.secret}
    return all(sees(game, piece, seat) for piece in pieces for seat in seats) and not any(
        id in secret for piece in pieces for id, _ in piece.marks
    )


def _withheld(session: Session) -> list[str]:
    """The seats whose answers of this step are kept back; that they have answered, everybody sees."""
    sealed = (choice.seat for choice in session.under_seal if choice.seat != CHANCE and not choice.forced)
    return list(dict.fromkeys(sealed))


def _words(answer: Any) -> Iterator[str]:
    if isinstance(answer, str):
        yield answer
    for part in answer.parts if isinstance(answer, Action) else answer if isinstance(answer, tuple) else ():
        yield from _words(part)


# -- the table when the step began -------------------------------------------------------------------------------------
def _difference(then: Table, now: Table) -> dict[str, Any]:
    """How a table was, where it is otherwise now."""
    pieces = {id for id in {**then.pieces, **now.pieces} if then.pieces.get(id) != now.pieces.get(id)}
    places = {place for place in {**then.stacks, **now.stacks} if then.stacks.get(place) != now.stacks.get(place)}
    keys = {key for key in {**then.marks, **now.marks} if then.marks.get(key) != now.marks.get(key)}
    found = {
        "pieces": {id: piece_to_json(then.pieces[id]) if id in then.pieces else None for id in sorted(pieces)},
        "stacks": {place: list(then.stacks.get(place, ())) for place in sorted(places)},
        "tracks": {id: value for id, value in then.tracks.items() if now.tracks[id] != value},
        "marks": [[*key, then.marks.get(key)] for key in sorted(keys)],
    }
    return {name: part for name, part in found.items() if part}


def _undone(book: Rulebook, now: Table, before: Mapping[str, Any]) -> Table:
    """The table as it was."""
    try:
        pieces, stacks, marks = dict(now.pieces), dict(now.stacks), dict(now.marks)
        for id, raw in before.get("pieces", {}).items():
            pieces.pop(id, None)
            if raw is not None:
                pieces[id] = piece_from_json(book.game, id, raw)
        for place, ids in before.get("stacks", {}).items():
            stacks.pop(place, None)
            if ids:
                stacks[place] = tuple(ids)
        for target, mark, value in before.get("marks", ()):
            marks.pop((target, mark), None)
            if value is not None:
                marks[target, mark] = tuple(value) if isinstance(value, list) else value
        return Table(pieces, stacks, {**now.tracks, **before.get("tracks", {})}, marks)
    except Unreadable as fault:
        raise Unreadable(f"its note is damaged: {fault}") from fault
    except (KeyError, TypeError, ValueError, AttributeError) as fault:
        raise Unreadable("its note cannot be read") from fault
