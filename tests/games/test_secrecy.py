"""The secrecy walk: nothing is told to a seat, in the terminal, a save or a log, that its view does not show.

It walks 50 games of every game with secrets. `LIEGE_SECRECY=1000` walks so many answers of each instead of the first
few, and looks into a save and a log of every game instead of two.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from compiler import pipeline
from compiler.commands._terminal import Terminal
from compiler.diagnostics import Sink
from compiler.emit.module.pieces import Box
from compiler.emit.save.engine_state import engine_note, is_whole
from compiler.emit.save.played import log_of, make_game_box, save_of
from compiler.emit.save.vlog import last_table
from compiler.model.event import Drawn, Event, Marked, Moved, Placed, Removed, Revealed, Said, Shuffled, Turned
from compiler.model.game import Game
from compiler.model.setup import seen_by
from compiler.model.table import Table
from compiler.play.book import Rulebook
from compiler.play.chance import Seeded
from compiler.play.log import Entry
from compiler.play.players import RandomPlayer
from compiler.play.session import Session
from compiler.play.state import Choice
from compiler.play.telling import EVERYBODY, Heard, Teller
from compiler.play.view import redacted, sees
from compiler.vassal.archive import read_archive
from compiler.vassal.commands import AddPiece, Chat, flat
from compiler.vassal.piece import Piece as VassalPiece
from compiler.vassal.save import read_save
from compiler.vassal.traits import Mask
from tests.games.playable import GAMES, PLAYABLE, bound
from tests.games.test_random_play import disguised

WALKED = 50  # games
FULL = int(os.environ.get("LIEGE_SECRECY", "0"))
ANSWERS = FULL or 40
LONGER = 6  # every tenth game goes on for so many times as long
FILED = range(WALKED) if FULL else (1, 2)  # games that are saved and logged: reading files takes its time


def has_secrets(game: Game) -> bool:
    """Whether seats may know different things: hands and the like, secret marks, plans behind a screen."""
    hands = any(pile.face == "owner" for pile in game.piles.values())
    screens = any(seen_by(game, place) is not None for place in game.spaces)
    return hands or screens or any(mark.secret for mark in game.marks.values())


SECRETIVE = [slug for slug in PLAYABLE if has_secrets(bound(slug).game)]


@cache
def box(slug: str) -> Box:
    sink = Sink()
    read = pipeline.read(Path(GAMES / slug), sink)
    assert read is not None
    return make_game_box(read.game, read.bundle, sink)


def walks(slug: str, seeds: Iterable[int] = range(WALKED)) -> Iterator[tuple[int, Session]]:
    """Games of random players, the scenarios taken in turn; some are played longer than others."""
    book = bound(slug)
    names = list(book.game.scenarios)
    for seed in seeds:
        session, luck = Session.begin(book, names[seed % len(names)], Seeded(seed)), RandomPlayer(seed)
        while session.asks and len(session.moments) < ANSWERS * (LONGER if seed % 10 == 0 and not FULL else 1):
            seat = next(iter(session.asks))
            session.apply(luck.answer(session, seat), seat)
        yield seed, session


# -- what is told ------------------------------------------------------------------------------------------------------
def piece_of(event: Event) -> str | None:
    """The piece an event is about."""
    if isinstance(event, Placed):
        return event.piece.id
    if isinstance(event, Moved | Drawn | Removed | Revealed | Turned):
        return event.piece
    return event.target if isinstance(event, Marked) else None


def is_hidden(game: Game, id: str, seat: str, *tables: Table) -> bool:
    return not any(sees(game, table.pieces[id], seat) for table in tables if id in table.pieces)


def overheard(book: Rulebook, scenario: str, heard: Heard, teller: Teller) -> str | None:
    """What a teller gives away with one entry, or None. Everybody's teller must keep the secrets of every seat."""
    event, words = heard.entry.what, heard.words
    if words is None:
        return None
    seats = book.game.scenarios[scenario].seats if teller.audience is EVERYBODY else (teller.audience,)
    if isinstance(event, Choice):
        return None if all(event.seat in (seat, "chance") for seat in seats) else f"an answer: {words}"
    if isinstance(event, Said):
        return None if event.to is None or set(seats) <= set(event.to) else f"a whisper: {words}"
    if isinstance(event, Marked) and book.game.marks[event.mark].secret:
        piece = heard.before.pieces.get(event.target)
        holder = piece.side if piece is not None else event.target
        return None if all(holder in (s, *book.sides_of(s, book.game.scenarios[scenario])) for s in seats) else words
    id = piece_of(event)
    if id is None or (id not in heard.before.pieces and id not in heard.after.pieces):
        return None
    for seat in seats:
        if is_hidden(book.game, id, seat, heard.before, heard.after):
            twin = other(book.game, id, seat, heard.before)
            name = book.piece_name(heard.before.pieces.get(id) or heard.after.pieces[id])
            if name in words or id in words:
                return f"{name} to {seat}: {words}"
            if twin is not None and teller.tell(*swapped(heard, id, twin)) != words:
                return f"{id} rather than {twin} to {seat}: {words}"
    return None


def other(game: Game, id: str, seat: str, table: Table) -> str | None:
    """Another piece of the same sort that the seat does not know either: for all it knows, it may be that one."""
    kind = game.pieces[id].kind
    return next(
        (o for o in table.pieces if o != id and game.pieces[o].kind == kind and is_hidden(game, o, seat, table)), None
    )


def swapped(heard: Heard, one: str, two: str) -> tuple[Entry, Table, Table]:
    """The same entry in a world in which two pieces are each other."""
    names = {one: two, two: one}

    def table(old: Table) -> Table:
        pieces = {
            names.get(id, id): piece._replace(id=names[id], counter=old_counter(old, names[id], piece.counter))
            if id in names
            else piece
            for id, piece in old.pieces.items()
        }
        stacks = {place: tuple(names.get(id, id) for id in ids) for place, ids in old.stacks.items()}
        return Table(pieces, stacks, old.tracks, old.marks)

    event = heard.entry.what
    if isinstance(event, Placed):
        changed: Event = replace(event, piece=event.piece._replace(id=two))
    elif isinstance(event, Marked):
        changed = replace(event, target=two)
    else:
        assert isinstance(event, Moved | Drawn | Removed | Revealed | Turned)
        changed = replace(event, piece=two)
    return heard.entry._replace(what=changed), table(heard.before), table(heard.after)


def old_counter(table: Table, id: str, otherwise: str) -> str:
    return table.pieces[id].counter if id in table.pieces else otherwise


def leaks(session: Session) -> Iterator[str]:
    """Whatever any teller of a session gives away."""
    scenario = session.start.scenario
    audiences = (EVERYBODY, *session.book.game.scenarios[scenario].seats)
    tellers = [Teller.of(session, audience, loud=True) for audience in audiences]
    for each in tellers[0].log(session):
        for teller in tellers:
            heard = replace(each, words=teller.tell(each.entry, each.before, each.after))
            told = overheard(session.book, scenario, heard, teller)
            if told is not None:
                yield f"{heard.entry.step}: {told}"


@pytest.mark.parametrize("slug", SECRETIVE)
def test_no_seat_is_told_what_its_view_does_not_show(slug: str) -> None:
    hidden = 0
    for seed, session in walks(slug):
        assert list(leaks(session)) == [], f"seed {seed}"
        hidden += sum(isinstance(e.what, Drawn) and e.what.seen_by is not None for e in session.log)
        for seat in session.book.game.scenarios[session.start.scenario].seats[: None if FULL else 1]:
            said = Terminal(session, {}, lambda path: b"")._lines(seat)
            assert said == Teller.of(session, seat).lines(session)
    assert hidden > 2 * WALKED  # there was something to keep; some games draw few cards early


# -- saves and logs ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("slug", SECRETIVE)
def test_no_save_and_no_log_tells_a_secret(slug: str) -> None:
    for _, session in walks(slug, FILED):
        look_into_save(session, box(slug))
        look_into_log(session, box(slug))


def look_into_save(session: Session, box: Box) -> None:
    game, scenario = session.book.game, session.state.scenario
    commands = list(read_save(read_archive(save_of(session, box), "now.vsav")).commands)
    reading = last_table(box, commands)
    laid = session.table if is_whole(session) else session.state.table  # a hidden step is saved as it began
    bodies = {c.id: c.piece for c in commands if isinstance(c, AddPiece) and isinstance(c.piece, VassalPiece)}
    for seat in game.scenarios[scenario].seats:
        assert seen_parts(redacted(session.book, reading.table, seat, scenario)) == seen_parts(
            redacted(session.book, laid, seat, scenario)
        )
        for piece in laid.pieces.values():
            if not sees(game, piece, seat):
                assert piece.id not in reading.engine, f"{piece.id} is in the engine's note"
                if piece.place not in game.piles and seen_by(game, piece.place) is None:
                    mask = bodies[piece.id].first(Mask)
                    assert mask is not None
                    assert mask.masked
                    assert mask.owner != game.seats[seat].name.en
        twin = disguised(session, seat)
        if twin is not None:  # other answers under seal, dark piles in another order, the same note
            again = Session(twin)
            assert engine_note(again, again.table) == engine_note(session, session.table)


def seen_parts(table: Table) -> tuple[object, ...]:
    """What a view shows: known pieces one by one, unknown ones by their number in each place."""
    known = {id: piece for id, piece in table.pieces.items() if not id.startswith("?")}
    unknown = sorted((piece.place, piece.side or "") for id, piece in table.pieces.items() if id.startswith("?"))
    return known, unknown, dict(table.tracks), dict(table.marks)


def look_into_log(session: Session, box: Box) -> None:
    commands = list(read_save(read_archive(log_of(session, box), "game.vlog")).commands)
    chat = [c.text for c in flat(commands) if isinstance(c, Chat)]
    told = [heard.words for heard in Teller.of(session, EVERYBODY).log(session) if heard.words is not None]
    assert chat == [f"* {words}" for words in told]
    last = last_table(box, commands).table
    for seat in session.book.game.scenarios[session.state.scenario].seats:
        mine = [redacted(session.book, table, seat, session.state.scenario) for table in (last, session.table)]
        assert seen_parts(mine[0]) == seen_parts(mine[1])


# -- it can fail -------------------------------------------------------------------------------------------------------
def first(slug: str) -> Session:
    return next(walks(slug))[1]


def test_the_walk_finds_a_teller_that_names_hidden_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Teller, "_knows", lambda self, *pieces: True)
    assert any("deal_provinces" in leak for leak in leaks(first("shogun")))


def whispers(session: Session) -> bool:
    return any(isinstance(entry.what, Said) and entry.what.to is not None for entry in session.log)


def test_the_walk_finds_a_teller_that_repeats_whispers(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Teller._event
    monkeypatch.setattr(Teller, "_event", lambda self, e, b, a: e.text if isinstance(e, Said) else real(self, e, b, a))
    session = next(s for _, s in walks("shogun", range(0, WALKED, 10)) if whispers(s))
    assert any("whisper" in leak for leak in leaks(session))


def test_the_walk_finds_a_teller_that_gives_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    """No name, but a word that differs from card to card."""
    real = Teller._piece
    monkeypatch.setattr(Teller, "_piece", lambda self, e, b, a: f"{real(self, e, b, a)} {len(piece_of(e) or '')}")
    assert any("rather than" in leak for leak in leaks(first("shogun")))


def test_a_shuffle_tells_no_order() -> None:
    session = first("shogun")
    shuffles = [e.what for e in session.log if isinstance(e.what, Shuffled)]
    assert shuffles
    for seat in (EVERYBODY, "pink"):
        lines = Teller.of(session, seat, loud=True).lines(session)
        assert not [line for line in lines if "card_" in line]
