"""A few moments of `tests.kills`, and the journal that makes a build one set of files."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path

import pytest

from compiler import journal
from compiler.diagnostics import Failed
from compiler.publish import settle, staging, tidy
from compiler.unfinished import LONE, Lone, staged, sweep
from tests.kills import SLUG, Site, killed_at, leavings, moments, refused_at, tree, two_at_once


def test_a_build_killed_refused_or_doubled_is_one_version(tmp_path: Path) -> None:
    """Among the last changes are those that put files in place: lock, journal, files."""
    site = Site(tmp_path)
    total, rng = moments(site), random.Random(3)
    last = range(total - 60, total)
    killed_at(site, rng.sample(last, 2))
    refused_at(site, rng.sample(last, 2))
    two_at_once(site, 1, rng)
    assert site.outcomes.total() == 5
    with pytest.raises(AssertionError, match="not the old version"):
        site.holds(tmp_path / "good" / "new" / "out" / SLUG, "old")
    site.code = "of yesterday"
    with pytest.raises(RuntimeError, match="our own code was changed"):
        site.holds(tmp_path / "good" / "new" / "out" / SLUG, "old")


FILES = {"a": b"1", "sub/b": b"1", "c": b"1"}


def published(home: Path, files: dict[str, bytes], gone: tuple[str, ...] = ()) -> None:
    with staging(home) as stage:
        for name, content in files.items():
            stage.add(home / name, content)
        stage.publish(gone)


def seen(home: Path) -> dict[str, bytes]:
    return {name: (home / name).read_bytes() for name in tree(home)}


@pytest.mark.parametrize("nth", range(3))
def test_a_file_that_cannot_be_put_in_place_takes_the_others_back(
    nth: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, real = tmp_path / "x", os.replace
    published(home, FILES)

    def replace(source: Path, target: Path) -> None:
        if Path(target) == home / ("a", "sub/b", "new")[nth] and Path(source).read_bytes() == b"2":
            raise PermissionError(13, "Permission denied")
        real(source, target)

    monkeypatch.setattr(os, "replace", replace)
    with pytest.raises(Failed) as failed:
        published(home, {"a": b"2", "sub/b": b"2", "new": b"2"}, ("c",))
    assert failed.value.diagnostics[0].code == "E002"
    assert seen(home) == FILES
    assert leavings(home) == []


def test_a_file_that_cannot_be_taken_away_takes_the_others_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, real = tmp_path / "x", os.unlink
    published(home, FILES)

    def unlink(path: Path) -> None:
        if Path(path) == home / "sub" / "b":
            raise OSError(28, "No space left on device")
        real(path)

    monkeypatch.setattr(os, "unlink", unlink)
    with pytest.raises(Failed) as failed:
        published(home, {"a": b"2"}, ("c", "sub/b"))
    assert failed.value.diagnostics[0].code == "E002"
    assert seen(home) == FILES
    assert leavings(home) == []


def test_a_folder_where_a_file_was_to_be_taken_away_stays(tmp_path: Path) -> None:
    home = tmp_path / "x"
    published(home, FILES)
    (home / "c").unlink()
    (home / "c").mkdir()
    (home / "c" / "mine").touch()
    published(home, {"a": b"2"}, ("c", "long since"))
    assert seen(home) == {"a": b"2", "sub/b": b"1", "c/mine": b""}


def cut_off(home: Path) -> None:
    """What a build leaves that died with one of its two files in place."""
    published(home, FILES)
    files = [(staged(home / name, b"2"), home / name) for name in ("a", "d")]
    written = journal.Journal.draw_up(home, files, ("c",))
    written._write()
    os.replace(*files[0])


WHOLE = {"a": b"2", "sub/b": b"1", "d": b"2"}


def test_a_reader_completes_what_was_cut_off(tmp_path: Path) -> None:
    home = tmp_path / "x"
    cut_off(home)
    settle(home / "sub" / "b")
    assert seen(home) == WHOLE
    assert leavings(home) == []


def test_the_next_build_completes_what_was_cut_off_even_if_it_has_nothing_to_do(tmp_path: Path) -> None:
    home = tmp_path / "x"
    cut_off(home)
    tidy(home, tmp_path)
    assert seen(home) == WHOLE
    assert leavings(home) == []


def test_what_can_no_longer_be_completed_is_undone(tmp_path: Path) -> None:
    home = tmp_path / "x"
    cut_off(home)
    (home / "d").mkdir()
    (home / "d" / "mine").touch()
    settle(home / "a")
    assert seen(home) == {**FILES, "d/mine": b""}
    assert leavings(home) == []


@pytest.mark.parametrize(
    "changes",
    [
        {"changes": [["../treasure", ".liege-stage-1", None]]},
        {"changes": [["a", "../treasure", None]]},
        {"changes": [["a", "c", None]]},
        {"changes": [["a", ".liege-stage-1", "c"]]},
        {"changes": [["link/treasure", "link/.liege-stage-1", None]]},
        {"changes": [["a", ".liege-stage-\0", None]]},
        {"changes": [["a", 7, None]]},
        {"changes": [["a"]]},
        {"changes": 7},
        {"changes": [["../treasure", None, ".liege-stage-1"]]},
        {"changes": [["/etc/hostname", None, ".liege-stage-1"]]},
        {"changes": [["link/treasure", None, ".liege-stage-1"]]},
        {"changes": [["a", None, "c"]]},
        {"changes": [[[], None, ".liege-stage-1"]]},
        {"changes": [["a", None, ".liege-stage-1"]], "of": "0" * 64},
        [],
        None,
    ],
)
def test_a_journal_that_is_not_ours_changes_nothing(changes: object, tmp_path: Path) -> None:
    home = tmp_path / "x"
    published(home, FILES)
    (tmp_path / "treasure").write_text("dear")
    (home / "link").symlink_to(tmp_path)
    mark = journal._mark(home)
    text = {"of": mark, "undo": False, "changes": [], **changes} if isinstance(changes, dict) else changes
    (home / journal.NAME).write_text(json.dumps(text))
    (home / ".liege-stage-1").write_text("mine")
    with pytest.raises(Failed) as failed:
        settle(home / "a")
    assert failed.value.diagnostics[0].code == "E005"
    assert (tmp_path / "treasure").read_text() == "dear"
    assert {name: (home / name).read_bytes() for name in FILES} == FILES
    with pytest.raises(Failed):
        tidy(home, tmp_path)


def test_lone_files_are_cleared_only_when_their_writer_is_dead(tmp_path: Path) -> None:
    living = Lone(tmp_path, b"at work")
    (tmp_path / f"{LONE}dead").write_text("left")
    (tmp_path / f"{LONE}link").symlink_to("/etc/hostname")
    (tmp_path / f"{LONE}mine.txt").mkdir()
    sweep(tmp_path)
    assert living.path.exists()
    assert not (tmp_path / f"{LONE}dead").exists()
    living.put(tmp_path / "done")
    assert (tmp_path / "done").read_bytes() == b"at work"
    assert Path("/etc/hostname").exists()


def test_a_lock_that_somebody_wrote_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    lock, home = tmp_path / "ids.lock.yaml", tmp_path / "x"
    lock.write_text("before")
    with staging(home) as stage:
        stage.reserve(lock, b"after", "before")
        stage.add(home / "a", b"1")
        lock.write_text("another")
        with pytest.raises(Failed) as failed:
            stage.publish()
    assert failed.value.diagnostics[0].code == "E001"
    assert (lock.read_text(), home.exists()) == ("another", False)
    with staging(home) as stage:  # the same numbers by another build are as good
        stage.reserve(lock, b"another", "before")
        stage.add(home / "a", b"1")
        stage.publish()
    assert seen(home) == {"a": b"1"}


def test_a_lock_goes_back_when_the_files_cannot_be_published(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lock, home = tmp_path / "ids.lock.yaml", tmp_path / "x"
    lock.write_text("before")

    def refuse(_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(journal.Journal, "publish", refuse)
    with staging(home) as stage:
        stage.reserve(lock, b"after", "before")
        stage.add(home / "a", b"1")
        with pytest.raises(Failed):
            stage.publish()
    assert (lock.read_text(), home.exists(), leavings(tmp_path)) == ("before", False, [])


def test_a_folder_that_is_a_link_leads_nowhere(tmp_path: Path) -> None:
    home = tmp_path / "x"
    home.mkdir()
    (home / "sub").symlink_to(tmp_path)
    with pytest.raises(Failed) as failed:
        published(home, FILES)
    assert failed.value.diagnostics[0].code == "E002"
    assert not (tmp_path / "b").exists()
