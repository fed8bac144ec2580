"""`liege fuzz`: what it says of rows that no game brought to bear."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler import cli, trace
from compiler.model.game import Game


def told(capsys: pytest.CaptureFixture[str]) -> list[str]:
    with pytest.raises(SystemExit) as left:
        cli.main(("fuzz", "first_battle", "--games", "1", "--jobs", "1", "-q"))
    assert not left.value.code
    return capsys.readouterr().out.splitlines()


def test_rows_that_never_came_to_bear_are_matched_with_their_tests(capsys: pytest.CaptureFixture[str]) -> None:
    never = next(line for line in told(capsys) if line.startswith("rows that never did: "))
    assert never.count(",") > 1


def test_a_row_that_nothing_shows_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = told(capsys)
    directed = next(line for line in lines if line.startswith("of these with a test"))
    count = directed.rsplit(" ", 1)[1]
    assert directed.endswith(f": {count} of {count}")
    assert not lines[-1].startswith("with none: ")

    def empty(_: Game) -> Path:
        return tmp_path

    monkeypatch.setattr(trace, "tests_beside", empty)
    monkeypatch.setattr(trace, "PROVES", ("test",))  # its examples alone show every row
    assert told(capsys)[-1].startswith("with none: ")
