"""A file that is not there is told once, not by everything that would need it."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler import pipeline
from compiler.diagnostics import Sink
from tests.faulty import copy, found


@pytest.mark.parametrize("file", ["counters", "tracks", "sequence"])
def test_a_missing_file_is_told_once(file: str, tmp_path: Path) -> None:
    folder = copy("first_battle", tmp_path)
    (folder / f"{file}.yaml").unlink()
    (told,) = (one for one in found(folder) if one.severity.value == "error")
    assert told.code == "M017"
    assert f"`{file}.yaml`" in told.message
    assert told.help == f"add `{file}.yaml`"


def test_a_misspelt_name_is_still_told_where_the_file_is_there(tmp_path: Path) -> None:
    folder = copy("first_battle", tmp_path)
    path = folder / "scenarios" / "bridge.yaml"
    path.write_text(path.read_text().replace("north_guard", "north_gaurd", 1))
    assert [one.code for one in found(folder) if one.severity.value == "error"] == ["M001"]


def test_a_scenario_like_another_need_not_name_its_seats(tmp_path: Path) -> None:
    folder = copy("first_battle", tmp_path)
    path = folder / "scenarios" / "again.yaml"
    path.write_text("id: again\ntitle: Again\nlike: bridge\n")
    sink = Sink()
    read = pipeline.read(folder, sink)
    assert read is not None, [one.message for one in sink]
    assert read.game.scenarios["again"].seats == read.game.scenarios["bridge"].seats
    path.write_text("id: again\n")
    assert {(one.code, one.help) for one in found(folder)} == {("S002", "add `title`"), ("S002", "add `seats`")}
