"""What seats heard, kept up as a game goes on and back."""

from __future__ import annotations

from compiler.play.chance import Seeded
from compiler.play.hearing import Hearing, table_at
from compiler.play.players import RandomPlayer
from compiler.play.session import Session
from compiler.play.telling import Teller
from tests.games.playable import bound


def test_lines_are_those_of_the_teller_forwards_and_backwards() -> None:
    book = bound("shogun")
    scenario = next(iter(book.game.scenarios))
    session, luck = Session.begin(book, scenario, Seeded(5)), RandomPlayer(5)
    seats = ("", *book.game.scenarios[scenario].seats)
    hearing = Hearing(session, seats)
    for n in range(90):
        seat = next(iter(session.asks))
        session.apply(luck.answer(session, seat), seat)
        hearing.go_on()
        if n % 7 == 6:
            session.undo()
            hearing.go_on()
    for seat in seats:
        told = [h.words for h in Teller.of(session, seat).log(session) if h.words is not None]
        assert [line.words for line in hearing.lines[seat]] == told
    assert hearing.table == session.table == table_at(session, len(session.log))
    assert {line.by for line in hearing.lines[""]} - {None} <= set(seats)
    assert any(line.by for line in hearing.lines[""])
