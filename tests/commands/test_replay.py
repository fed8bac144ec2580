"""`liege replay`: journals and replays played again; and `liege table` before it serves."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from compiler import cli
from compiler.commands.table import _kinds_of
from compiler.play.codec import digest
from compiler.play.saving import replay_text, save
from tests.play.test_journal import played


def run(*arguments: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as left:
        cli.main(arguments)
    told = capsys.readouterr()
    return int(left.value.code or 0), told.out, told.err


def test_a_whole_journal_is_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.journal"
    session = played(path, 12)
    answers = sum(not choice.forced for choice in session.record)
    code, out, _ = run("replay", "--verify", str(path), capsys=capsys)
    assert code == 0
    assert f"{answers} answers and rolls, all allowed" in out


def test_a_journal_and_a_replay_tell_the_same_story(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session = played(tmp_path / "a.journal", 12)
    (tmp_path / "a.replay").write_text(replay_text(session), encoding="utf-8")
    _, journal, _ = run("replay", str(tmp_path / "a.journal"), capsys=capsys)
    _, replay, _ = run("replay", str(tmp_path / "a.replay"), capsys=capsys)
    assert journal == replay
    assert len(journal.splitlines()) > 3


def test_a_changed_journal_and_a_stray_file_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.journal"
    played(path, 6)
    path.write_bytes(path.read_bytes().replace(b'"do":"answer"', b'"do":"undo"', 1))
    code, _, err = run("replay", "--verify", str(path), capsys=capsys)
    assert code == 1
    assert "P010" in err
    assert "has been changed" in err
    path.write_bytes(b"\x00\xff nothing of ours")
    code, _, err = run("replay", str(path), capsys=capsys)
    assert code == 1
    assert "neither a journal nor a replay" in err


def test_a_table_with_odd_seats_is_told_before_anything_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    code, _, err = run("table", "first_battle", "--seats", "human,robot", capsys=capsys)
    assert code == 1
    assert "`robot` is no kind of player" in err
    assert not list(tmp_path.iterdir())


def test_a_file_does_not_choose_what_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    evil = tmp_path / "evil"
    evil.mkdir()
    (evil / "game.yaml").write_text("SECRET LINE", encoding="utf-8")
    for text in (f'{{"what": "replay", "game": "{evil}"}}', f'{{"what": "journal", "liege": 1, "game": "{evil}"}}\n'):
        (tmp_path / "a.replay").write_text(text, encoding="utf-8")
        code, out, err = run("replay", "--verify", str(tmp_path / "a.replay"), capsys=capsys)
        assert code == 1
        assert "P010" in err
        assert "--game FOLDER" in err
        assert "SECRET" not in out + err


def test_what_a_replay_leaves_open_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session = played(tmp_path / "a.journal", 12)
    body = json.loads(replay_text(session))
    body |= {"start": json.loads(save(session))["state"], "script": [], "ends": None}
    body.pop("digest")
    (tmp_path / "a.replay").write_text(json.dumps({**body, "digest": digest(body)}), encoding="utf-8")
    code, out, _ = run("replay", "--verify", str(tmp_path / "a.replay"), capsys=capsys)
    assert code == 0
    assert "begins in the middle of a game, unproved, its end not on record" in out


def test_a_table_takes_up_no_seats_it_does_not_know(tmp_path: Path) -> None:
    given = {"north": "human", "south": "greedy"}
    for about in ("null", "5", '"x"', '{"seats": 5}', '{"seats": ["north"]}', '{"seats": {"north": "wizard"}}'):
        path = tmp_path / "a.journal"
        path.write_text(f'{{"what": "journal", "about": {about}}}\n', encoding="utf-8")
        assert _kinds_of(path, given, None) == given
    path.write_text('{"about": {"seats": {"north": "link", "south": "random"}}}\n', encoding="utf-8")
    assert _kinds_of(path, given, None) == {"north": "link", "south": "random"}
