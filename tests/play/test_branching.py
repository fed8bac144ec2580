"""Another game from a moment of one in play."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler.play.branching import branched
from compiler.play.chance import Seeded
from compiler.play.codec import state_digest
from compiler.play.journal import read_journal
from compiler.play.players import RandomPlayer
from compiler.play.session import Session
from tests.games.playable import bound


def played(slug: str, answers: int) -> tuple[Session, list[tuple[int, str]]]:
    """A game so many answers on, and the length of its log and the digest of its state before each of them."""
    book = bound(slug)
    session, luck = Session.begin(book, next(iter(book.game.scenarios)), Seeded(5)), RandomPlayer(5)
    moments = []
    for _ in range(answers):
        moments.append((len(session.log), state_digest(session.state)))
        seat = next(iter(session.asks))
        session.apply(luck.answer(session, seat), seat)
    return session, moments


@pytest.mark.parametrize("slug", ["first_battle", "shogun", "amber_strait"])
def test_a_branch_stands_where_the_game_stood_and_its_journal_leads_there(slug: str, tmp_path: Path) -> None:
    session, moments = played(slug, 24)
    for n in (0, 1, 11, 23):
        end, then = moments[n]
        path = tmp_path / f"{n}.journal"
        other, journal = branched(session, end, "new", path, {"seats": {}})
        assert state_digest(other.state) == then
        assert journal is not None
        journal.close()
        again = read_journal(session.book, path.read_bytes(), path.name, whole=True)
        assert state_digest(again.session.state) == then
        assert again.seed == "new"
    whole, _ = branched(session, len(session.log), "new")
    assert state_digest(whole.state) == state_digest(session.state)
    assert whole.log == session.log


def test_an_answer_that_was_not_done_by_then_is_asked_again() -> None:
    session, moments = played("first_battle", 24)
    n, (start, then) = next((n, m) for n, m in enumerate(moments[:-1]) if moments[n + 1][0] - m[0] > 2)
    other, _ = branched(session, start + 1, "new")
    assert state_digest(other.state) == then
    assert len(other.moments) == n
