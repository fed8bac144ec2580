"""Builds know the code that made them, that of somebody else's rules included."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from compiler import build_record, fingerprint, pipeline
from compiler.build_record import Record
from compiler.diagnostics import Sink
from tests.faulty import copy, edit, found

RULES = '''"""Rules of a stranger."""

from compiler.play.ask import Flow
from compiler.play.outcome import Outcome
from compiler.play.scene import Scene
from compiler.play.step import step


@step("10.1", "stock.score")
def score(scene: Scene) -> Flow[Outcome]:
    """Nobody scores."""
    yield from ()
    return None
'''


@pytest.fixture
def stranger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installed package that offers rules by an entry point."""
    about = tmp_path / "lib" / "strangers_rules-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: strangers-rules\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text("[compiler.rules]\nstrange = strangers_rules\n", encoding="utf-8")
    module = tmp_path / "lib" / "strangers_rules.py"
    module.write_text(RULES, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path / "lib")
    return module


def test_rules_of_another_package_play_a_game_and_count_for_its_build(tmp_path: Path, stranger: Path) -> None:
    folder = copy("first_battle", tmp_path)
    edit(folder, [{"file": "game.yaml", "find": "# No `rules:` here", "replace": "rules: strange\n# No `rules:` here"}])
    assert "P020" in {d.code for d in found(folder)}  # the examples of scoring no longer hold: its step is used
    before = build_record.code(folder)
    assert before != build_record.code(copy("first_battle", tmp_path / "plain"))
    stranger.write_text(RULES + "MORE = 1\n", encoding="utf-8")
    fingerprint.fingerprint.cache_clear()
    fingerprint._ours.cache_clear()
    assert build_record.code(folder) != before


def test_a_game_without_a_title_page_still_has_code(tmp_path: Path) -> None:
    assert build_record.code(tmp_path) == fingerprint.fingerprint(build_record.LINE)
    assert list(pipeline.build(tmp_path, tmp_path / "out", Sink())) == []


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[" * 200_000,
        "[]",
        "7",
        '{"artefacts": [1]}',
        '{"artefacts": {"x": 7}}',
        '{"artefacts": {"x": {"kind": "vmod"}}, "whole": 3}',
        '{"artefacts": {"a\\u0000b": {"kind": "vmod", "source": "", "sha256": "", "content": ""}}}',
    ],
)
def test_a_record_that_is_not_ours_is_none(text: str, tmp_path: Path) -> None:
    (tmp_path / "build.json").write_text(text, encoding="utf-8")
    record = Record(tmp_path)
    assert record.standing("vmod", "") == []
    assert record.unchanged("x", ["vmod"]) == []
    assert record.gone(complete=True) == []


def test_a_pipe_is_no_record(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "build.json")
    assert Record(tmp_path).gone(complete=True) == []
