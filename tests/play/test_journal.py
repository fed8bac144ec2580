"""The journal of a game: what was played comes back, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from compiler.diagnostics import Failed
from compiler.play.chance import Seeded
from compiler.play.codec import state_digest
from compiler.play.journal import Journal, Written, read_journal
from compiler.play.players import RandomPlayer
from compiler.play.session import Session
from tests.games.playable import bound

SLUG = "first_battle"


def played(path: Path, answers: int, slug: str = SLUG) -> Session:
    """Some answers of random players, each written down; now and then one is taken back."""
    book = bound(slug)
    session = Session.begin(book, next(iter(book.game.scenarios)), Seeded(7))
    journal, luck = Journal.begin(path, session, "7", {"seats": "x"}), RandomPlayer(3)
    for n in range(answers):
        if not session.asks:
            break
        seat, since = next(iter(session.asks)), len(session.record)
        session.apply(luck.answer(session, seat), seat)
        journal.answer(session, since)
        if n % 5 == 4 and session.moments:
            session.undo()
            journal.undo(seat)
    journal.close()
    return session


def again(path: Path, slug: str = SLUG, **how: bool) -> Written:
    return read_journal(bound(slug), path.read_bytes(), path.name, **how)


@pytest.mark.parametrize("slug", [SLUG, "shogun", "amber_strait"])
def test_a_game_comes_back_to_the_letter(tmp_path: Path, slug: str) -> None:
    session = played(tmp_path / "a.journal", 40, slug)
    back = again(tmp_path / "a.journal", slug, whole=True)
    assert state_digest(back.session.state) == state_digest(session.state)
    assert back.session.script() == session.script()
    assert back.session.counts == session.counts
    assert len(back.session.moments) == len(session.moments)
    assert (back.seed, back.about) == ("7", {"seats": "x"})


def test_luck_goes_on_as_it_would_have(tmp_path: Path) -> None:
    session = played(tmp_path / "a.journal", 12)
    back = again(tmp_path / "a.journal").session
    back.chance = Seeded(7)
    one, two = RandomPlayer(9), RandomPlayer(9)
    for _ in range(30):
        for game, luck in ((session, one), (back, two)):
            seat = next(iter(game.asks))
            game.apply(luck.answer(game, seat), seat)
    assert state_digest(back.state) == state_digest(session.state)


def test_a_kill_at_any_byte_loses_no_finished_line(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    played(path, 6)
    data = path.read_bytes()
    first, last = data.index(b"\n") + 1, data.rindex(b"\n", 0, -1) + 1
    lines = len(data.splitlines())
    for cut in (last, last + 1, (last + len(data)) // 2, len(data) - 1):
        path.write_bytes(data[:cut])
        back = again(path)
        assert back.lines == lines - 1
        assert back.torn == cut - last
        journal = Journal.go_on(path, back)
        assert path.read_bytes() == data[:cut]  # a table that never opens changes nothing
        since = len(back.session.record)
        back.session.chance = Seeded(7)
        seat = next(iter(back.session.asks))
        back.session.apply(back.session.legal(seat)[0], seat)
        journal.answer(back.session, since)
        journal.close()
        assert again(path, whole=True).lines == lines
    path.write_bytes(data[: first - 2])
    with pytest.raises(Failed, match="not a journal"):
        again(path)


def test_a_changed_line_is_found_out(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    played(path, 6)
    lines = path.read_bytes().splitlines(keepends=True)
    for n in range(len(lines)):
        line = json.loads(lines[n])
        line["extra"] = 1
        path.write_bytes(b"".join([*lines[:n], json.dumps(line).encode() + b"\n", *lines[n + 1 :]]))
        with pytest.raises(Failed, match="has been changed"):
            again(path)
        if 0 < n < len(lines) - 1:
            path.write_bytes(b"".join([*lines[:n], *lines[n + 1 :]]))
            with pytest.raises(Failed, match="has been changed"):
                again(path)


@pytest.mark.parametrize("text", [b"", b"\n", b"[]\n", b"{}\n", b"[" * 100_000 + b"\n", b'{"is": 1}\n', b"\xff\xfe\n"])
def test_what_is_no_journal_is_told(text: bytes) -> None:
    with pytest.raises(Failed):
        read_journal(bound(SLUG), text, "x")


def test_one_that_exists_is_never_written_over(tmp_path: Path) -> None:
    played(tmp_path / "a.journal", 1)
    with pytest.raises(FileExistsError):
        played(tmp_path / "a.journal", 1)


def test_an_unfinished_line_is_told_to_whoever_verifies(tmp_path: Path) -> None:
    played(tmp_path / "a.journal", 2)
    with (tmp_path / "a.journal").open("ab") as file:
        file.write(b'{"do":')
    assert again(tmp_path / "a.journal").torn == 6
    with pytest.raises(Failed, match="not finished"):
        again(tmp_path / "a.journal", whole=True)
