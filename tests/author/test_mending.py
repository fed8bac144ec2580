"""Mends that are certain, and new names for ids."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from compiler import resources
from compiler.author.index import Index, read_index
from compiler.author.mending import CannotRename, Edit, apply_edits, rename
from compiler.author.workspace import Workspace
from compiler.cli import liege
from compiler.diagnostics import Span


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    home = tmp_path / "first_battle"
    shutil.copytree(resources.games() / "first_battle", home)
    return home


def opened(folder: Path) -> tuple[Workspace, Index]:
    workspace = Workspace(folder)
    workspace.look()
    return workspace, read_index(workspace.documents())


def spoil(folder: Path, name: str, old: str, new: str) -> Path:
    path = folder / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


def test_edits_are_made_from_the_end_and_never_twice_in_one_place() -> None:
    edits = [Edit(Span("f", 2, 4, 3), "west"), Edit(Span("f", 1, 1, 1), "b"), Edit(Span("f", 2, 4, 3), "west")]
    assert apply_edits("a: 1\nb: old # old\n", edits) == "b: 1\nb: west # old\n"


def test_a_renamed_game_is_as_sound_as_before(folder: Path) -> None:
    workspace, index = opened(folder)
    (guard,) = index.defined["counter", "north_guard"]
    for name, edits in rename(workspace, index, guard, "household").items():
        path = folder / name
        path.write_text(apply_edits(path.read_text(encoding="utf-8"), edits), encoding="utf-8")
    assert "north_guard" not in "".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.yaml"))
    after, _ = opened(folder)
    look = after.look()
    assert look.found == ()
    assert after.rules(look) == ()


def test_a_name_that_is_taken_is_refused(folder: Path) -> None:
    workspace, index = opened(folder)
    (guard,) = index.defined["counter", "north_guard"]
    with pytest.raises(CannotRename, match="already a counter `south_guard`"):
        rename(workspace, index, guard, "south_guard")


def test_a_name_that_the_rules_look_up_is_kept(tmp_path: Path) -> None:
    home = tmp_path / "anegawa"
    shutil.copytree(resources.games() / "anegawa", home)
    workspace, index = opened(home)
    (mark,) = index.defined["mark", "momentum"]
    with pytest.raises(CannotRename, match=r"has a fault: .*momentum"):
        rename(workspace, index, mark, "impulse")


def test_fix_shows_what_it_would_change_and_changes_it_only_when_told(folder: Path) -> None:
    counters = spoil(folder, "counters.yaml", "kind: leader", "kind: leadr")
    scenario = spoil(folder, "scenarios/bridge.yaml", 'at: "0405"', "at: 1012")
    spoilt = counters.read_bytes()
    shown = CliRunner().invoke(liege, ["check", str(folder), "--fix", "--dry-run"])
    assert "-" in shown.output
    assert "kind: leader" in shown.output
    assert counters.read_bytes() == spoilt
    done = CliRunner().invoke(liege, ["check", str(folder), "--fix"])
    assert "kind: leadr" not in counters.read_text(encoding="utf-8")
    assert 'at: "1012"' in scenario.read_text(encoding="utf-8"), "a number where a text belongs is quoted"
    assert "2 files mended" in done.output


def test_fix_leaves_a_doubtful_case_to_the_author(folder: Path) -> None:
    path = spoil(folder, "counters.yaml", "kind: leader", "kind: xyzzy")
    spoilt = path.read_bytes()
    done = CliRunner().invoke(liege, ["check", str(folder), "--fix"])
    assert done.exit_code == 1
    assert path.read_bytes() == spoilt
    assert "M001" in done.output
