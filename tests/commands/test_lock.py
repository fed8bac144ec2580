"""Two branches that both added pieces."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from compiler.cli import liege, main
from compiler.commands.lock import merged

BASE = {"gpids": {"a": 1, "b": 2}}


def test_pieces_of_both_branches_have_numbers_of_their_own() -> None:
    ours = {"gpids": {"a": 1, "b": 2, "north": 3}}
    theirs = {"gpids": {"a": 1, "b": 2, "south": 3, "east": 4}}
    lock, moved = merged(BASE, ours, theirs)
    assert lock == {"gpids": {"a": 1, "b": 2, "north": 3, "south": 5, "east": 4}}
    assert moved == {"south": (3, 5)}
    assert merged(BASE, ours, ours) == (ours, {})


def test_what_either_retired_is_retired_and_no_number_is_used_again() -> None:
    ours = {"gpids": {"a": 1, "b": 2, "c": 3}}
    theirs = {"gpids": {"a": 1}, "retired": {"b": 2}}
    lock, moved = merged(BASE, ours, theirs)
    assert lock == {"gpids": {"a": 1, "c": 3}, "retired": {"b": 2}}
    assert moved == {}
    lock, _ = merged(BASE, theirs, ours)
    numbers = [number for group in lock.values() for number in group.values()]
    assert len(numbers) == len(set(numbers))
    assert lock["retired"] == {"b": 2}


def test_a_lock_that_is_none_stops_the_merge(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("base", "ours", "theirs")]
    for path, text in zip(paths, ("", "gpids: {a: 1}\n", "gpids: {a: one}\n"), strict=True):
        path.write_text(text, encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        main(["lock", "merge", *map(str, paths)])
    assert ended.value.code == 1
    assert paths[1].read_text(encoding="utf-8") == "gpids: {a: 1}\n"


def test_git_merges_two_branches_with_it(tmp_path: Path) -> None:
    def git(*words: str) -> None:
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *words], cwd=tmp_path, check=True)

    lock = tmp_path / "ids.lock.yaml"
    driver = f"{sys.executable} -m compiler lock merge %O %A %B"
    git("init", "-q", "-b", "main")
    git("config", "merge.liege-lock.driver", driver)
    (tmp_path / ".gitattributes").write_text("ids.lock.yaml merge=liege-lock\n", encoding="utf-8")
    lock.write_text("gpids:\n  a: 1\n", encoding="utf-8")
    git("add", "-A")
    git("commit", "-qm", "base")
    git("checkout", "-qb", "other")
    lock.write_text("gpids:\n  a: 1\n  south: 2\n", encoding="utf-8")
    git("commit", "-qam", "south")
    git("checkout", "-q", "main")
    lock.write_text("gpids:\n  a: 1\n  north: 2\n", encoding="utf-8")
    git("commit", "-qam", "north")
    git("merge", "-q", "-m", "both", "other")
    text = lock.read_text(encoding="utf-8")
    assert "north: 2" in text
    assert "south: 3" in text


def test_the_help_tells_what_it_is_for() -> None:
    assert "ids.lock.yaml" in CliRunner().invoke(liege, ["lock", "--help"]).output


def test_git_shows_a_changed_lock_by_pieces(tmp_path: Path) -> None:
    def git(*words: str) -> str:
        return subprocess.run(["git", *words], cwd=tmp_path, check=True, capture_output=True, text=True).stdout

    git("init", "-q")
    git("config", "diff.liege-lock.textconv", f"{sys.executable} -m compiler lock show")
    (tmp_path / ".gitattributes").write_text("ids.lock.yaml diff=liege-lock\n")
    lock = tmp_path / "ids.lock.yaml"
    lock.write_text("gpids:\n  a: 1\n  b: 2\n")
    git("add", ".")
    lock.write_text("gpids:\n  c: 3\n  a: 1\nretired:\n  b: 2\n")
    changed = [line for line in git("diff").splitlines() if line[:1] in "+-" and line[:3] not in ("+++", "---")]
    assert changed == ["-2 b", "+2 b (retired)", "+3 c"]
