"""`liege fuzz`: what it says of rows that no game brought to bear."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from compiler import cli, trace
from compiler.commands import fuzz
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


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_stopped_early_it_tells_of_the_games_it_has_played(
    sign: signal.Signals, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # A run in the background of a shell inherits an ignored SIGINT, and a stop nobody hears is another test's matter.
    inherited = signal.signal(signal.SIGINT, signal.default_int_handler)
    before = [signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)]

    def stopped(tasks: list[Any], _: int) -> Iterator[Any]:
        yield fuzz._one(tasks[0])
        os.kill(os.getpid(), sign)
        yield fuzz._one(tasks[1])

    monkeypatch.setattr(fuzz, "_played", stopped)
    try:
        with pytest.raises(SystemExit) as left:
            cli.main(("fuzz", "first_battle", "--games", "3", "-q"))
        assert [signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)] == before
    finally:
        signal.signal(signal.SIGINT, inherited)
    assert left.value.code == 1  # not what was asked for
    said = capsys.readouterr()
    assert "stopped after 1 of 3 games" in said.err
    assert said.out.startswith("1 games, ")
