"""`liege new`: every kind of start is tiny, passes, plays where it can, and becomes a module and sheets."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from compiler import pipeline
from compiler.cli import liege
from compiler.commands.new import KINDS
from compiler.diagnostics import Sink
from compiler.play.chance import Seeded
from compiler.play.session import Session
from compiler.registry import rulebook_or_fail

PLAYED = ("hex", "areas", "points", "cards")


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(liege, list(arguments))


@pytest.mark.parametrize("kind", KINDS)
def test_a_new_game_passes_and_is_tiny(kind: str) -> None:
    assert run("new", "my_game", f"--{kind}").exit_code == 0
    checked = run("check", "my_game")
    assert checked.output == "checked 1 game: no faults\n"
    files = sorted(Path("my_game").rglob("*.yaml"))
    assert all(len(path.read_text(encoding="utf-8").splitlines()) <= 50 for path in files)
    assert not (Path("my_game") / "ledger.yaml").exists()
    assert "title: My Game" in Path("my_game/game.yaml").read_text(encoding="utf-8")
    readme = Path("my_game/README.md").read_text(encoding="utf-8")
    assert all(f"`{path.relative_to('my_game').as_posix()}`" in readme for path in files)
    assert ("liege play" in readme) == (kind in PLAYED)


@pytest.mark.parametrize("kind", PLAYED)
def test_it_is_played_to_its_end(kind: str) -> None:
    run("new", "my_game", f"--{kind}")
    sink = Sink()
    checked = pipeline.check(Path("my_game"), sink)
    assert checked is not None
    session = Session.begin(rulebook_or_fail(checked.game), "first", Seeded(3))
    for n in range(2_000):
        if session.outcome is not None:
            break
        options = session.legal()
        session.apply(options[n * 7 % len(options)])
    assert session.outcome is not None


def test_a_worked_example_needs_no_ledger() -> None:
    run("new", "my_game")
    example = Path("my_game/examples/march.yaml")
    example.parent.mkdir()
    text = """\
title: A horse goes four hexes, and no further
given: {step: march, seat: blue, empty: true, pieces: {blue_horse#1: "0403", red_foot#1: "0806"}}
script:
  - {choose: blue_horse#1}
  - {choose: ["0404", "0405"]}
then:
  - {piece: blue_horse#1, at: "0405"}
"""
    example.write_text(text, encoding="utf-8")
    assert run("check", "my_game").output == "checked 1 game: no faults\n"
    example.write_text(text.replace('at: "0405"', 'at: "0404"'), encoding="utf-8")
    assert "P020" in run("check", "my_game").output


@pytest.mark.parametrize("kind", ["hex", "cards"])
def test_it_becomes_a_module(kind: str, tmp_path: Path) -> None:
    run("new", "my_game", f"--{kind}")
    built = run("build", "my_game", "-o", "out", "--only", "vmod,vsav")
    assert built.exit_code == 0, built.output
    assert built.output.count("warning") == 0, built.output
    assert Path("out/my_game/my_game.vmod").is_file()


def test_what_is_there_is_not_touched() -> None:
    Path("my_game").mkdir()
    refused = run("new", "my_game")
    assert refused.exit_code == 2
    assert "already a `my_game` here" in refused.output
    assert run("new", "My Game").exit_code == 2
