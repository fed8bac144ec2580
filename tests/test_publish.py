"""Putting files in place: whole, together, by one writer at a time, whatever happens meanwhile."""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from compiler.diagnostics import Failed, Sink
from compiler.pipeline import build
from compiler.publish import staging, write_whole
from tests.faulty import copy, edit

# A build of six files, the last of which records what the others hold; again and again with other contents.
_BUILDER = """
import sys
from pathlib import Path
from compiler.publish import staging
home, rounds = Path(sys.argv[1]), int(sys.argv[2])
for n in range(rounds):
    with staging(home) as stage:
        for file in ("a", "b", "sub/c", "sub/d", "e"):
            stage.add(home / file, (f"{sys.argv[3]}{n} " * 20_000).encode())
        stage.add(home / "record", f"{sys.argv[3]}{n}".encode())
        stage.publish()
    print(n, flush=True)
"""


def builder(home: Path, rounds: int, name: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", _BUILDER, str(home), str(rounds), name], stdout=subprocess.PIPE, text=True
    )


def contents(home: Path) -> dict[str, str]:
    """What a reader sees: visible files, each of which must be whole, by the one word it repeats."""
    seen = {}
    for path in sorted(home.rglob("*")):
        if path.is_file() and not path.name.startswith("."):
            words = path.read_text().split()
            assert len(set(words)) == 1, path
            assert len(words) == (1 if path.name == "record" else 20_000), path
            seen[path.relative_to(home).as_posix()] = words[0]
    return seen


def test_fifty_kills_leave_whole_files_and_the_next_build_no_leavings(tmp_path: Path) -> None:
    home = tmp_path / "out" / "x"
    moments, cut = random.Random(50), 0
    for _ in range(50):
        process = builder(home, 1_000, "k")
        with process:
            assert process.stdout is not None
            process.stdout.readline()  # it is at work
            time.sleep(moments.uniform(0, 0.02))
            process.send_signal(signal.SIGKILL)
        seen = contents(home)
        assert set(seen) == {"a", "b", "sub/c", "sub/d", "e", "record"}
        cut += any(path.name.startswith(".liege-") for path in home.rglob("*"))
    assert cut, "no kill came in the middle of a build"
    with staging(home) as stage:
        stage.add(home / "a", b"x " * 20_000)
        stage.publish()
    assert not [path for path in home.rglob("*") if path.name.startswith(".")]


def test_two_writers_at_once_never_mix_their_files(tmp_path: Path) -> None:
    home = tmp_path / "out" / "x"
    writers = [builder(home, 40, name) for name in "pq"]
    for writer in writers:
        writer.communicate()
        assert writer.returncode == 0
    seen = contents(home)
    assert len(seen) == 6
    assert len(set(seen.values())) == 1  # all of one build


def test_two_builds_of_one_game_at_once_both_succeed(tmp_path: Path) -> None:
    folder, out = copy("points", tmp_path), tmp_path / "out"
    command = [sys.executable, "-m", "compiler", "build", str(folder), "-o", str(out), "--only", "vmod,vsav", "-q"]
    builds = [subprocess.Popen(command, stderr=subprocess.PIPE) for _ in range(2)]
    assert [(one.communicate()[1], one.returncode)[1] for one in builds] == [0, 0]
    record = json.loads((out / "points" / "build.json").read_text())
    assert all((out / "points" / name).is_file() for name in record["artefacts"])
    assert not list(folder.glob(".liege-*"))


def test_another_build_is_waited_for_and_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from compiler import publish

    monkeypatch.setattr(publish, "_SOON", 0.01)
    monkeypatch.setattr(publish, "PATIENCE", 0.01)
    home, said = tmp_path / "x", list[str]()
    with staging(home), pytest.raises(Failed) as failed, staging(home, said.append):
        pass
    assert failed.value.diagnostics[0].code == "E003"
    assert said == [f"another build is writing to `{home.as_posix()}`: waiting for it"]


def test_a_link_in_the_way_is_replaced_not_followed(tmp_path: Path) -> None:
    treasure, path = tmp_path / "treasure", tmp_path / "game.vmod"
    treasure.write_text("dear")
    path.symlink_to(treasure)
    (tmp_path / "game.vmod.part").symlink_to(treasure)
    write_whole(path, b"module")
    assert (path.read_bytes(), treasure.read_text(), path.is_symlink()) == (b"module", "dear", False)


def told(folder: Path, out: Path) -> list[str]:
    sink = Sink()
    assert build(folder, out, sink, only=["vsav"]) == []
    return [d.code for d in sink if d.severity.value == "error"]


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    folder, out = copy("points", tmp_path), tmp_path / "out"
    (tmp_path / "file").write_text("not a folder")
    assert told(folder, tmp_path / "file" / "below") == ["E002"]
    assert build(folder, out, Sink(), only=["vsav"])
    (setup,) = sorted((out / "points" / "setups").glob("*.vsav"))[:1]
    before = {path: path.read_bytes() for path in out.rglob("*.vsav")}
    setup.unlink()
    setup.mkdir()
    (setup / "mine").touch()
    edit(folder, [{"file": "map.yaml", "find": "name: Imahama", "replace": "name: Nagahama"}])
    assert told(folder, out) == ["E002"]
    assert all(path.read_bytes() == content for path, content in before.items() if path != setup)  # nothing published


@pytest.mark.parametrize("target", ["setups/march.vsav", "build.json"])
def test_an_empty_folder_where_a_file_goes_is_told_and_stays(target: str, tmp_path: Path) -> None:
    folder, out = copy("points", tmp_path), tmp_path / "out"
    (out / "points" / target).mkdir(parents=True)
    (out / "points" / "mine").mkdir()
    assert told(folder, out) == ["E002"]
    assert [path for path in out.rglob("*") if path.is_file() and ".cache" not in path.parts] == []
    assert (out / "points" / target).is_dir()
    assert (out / "points" / "mine").is_dir()


def test_folders_that_a_build_left_empty_are_gone(tmp_path: Path) -> None:
    home = tmp_path / "x"
    for files, gone in ((("a", "sub/deep/b"), ()), (("a",), ("sub/deep/b",))):
        with staging(home) as stage:
            for name in files:
                stage.add(home / name, b"1")
            stage.publish(gone)
    assert [path.name for path in home.iterdir()] == ["a"]
    with staging(home) as stage:
        stage.add(home / "sub" / "deep" / "b", b"1")  # and then it is not published
    assert [path.name for path in home.iterdir()] == ["a"]


def test_a_full_disk_is_told_and_leaves_nothing(tmp_path: Path) -> None:
    folder, out = copy("points", tmp_path), tmp_path / "out"

    def little_room() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (512, 512))

    command = [sys.executable, "-m", "compiler", "build", str(folder), "-o", str(out), "--only", "vsav"]
    done = subprocess.run(command, preexec_fn=little_room, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    assert "error[E00" in done.stderr
    assert not (out / "points").exists()
    assert not (folder / "ids.lock.yaml").exists()
    assert not [path for path in (*folder.rglob(".*"), *out.rglob("*")) if path.name.startswith(".liege-")]


def test_what_had_an_error_is_not_published(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A good module is never overwritten by one with holes."""
    from compiler.diagnostics import diagnose
    from compiler.emit.save import vsav

    folder, out = copy("points", tmp_path), tmp_path / "out"
    good = {path: path.read_bytes() for path in build(folder, out, Sink(), only=["vmod", "vsav"])}
    record = (out / "points" / "build.json").read_bytes()
    whole = vsav.artefacts

    def spoilt(game: object, bundle: object, sink: Sink, *rest: object) -> object:
        sink.add(diagnose("R201", "a picture cannot be read"))
        return whole(game, bundle, sink, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(vsav, "artefacts", spoilt)
    edit(folder, [{"file": "map.yaml", "find": "name: Imahama", "replace": "name: Nagahama"}])
    sink = Sink()
    assert build(folder, out, sink, only=["vmod", "vsav"]) == []
    assert sink.failed
    assert {path: path.read_bytes() for path in good} == good
    assert (out / "points" / "build.json").read_bytes() == record


def test_two_builds_after_the_lock_grew_have_one_record(tmp_path: Path) -> None:
    folder, out = copy("points", tmp_path), tmp_path / "out"
    assert not (folder / "ids.lock.yaml").exists()
    first = build(folder, out, Sink(), only=["vsav"])
    record = (out / "points" / "build.json").read_bytes()
    assert (folder / "ids.lock.yaml").exists()
    stamps = [path.stat().st_mtime_ns for path in first]
    assert build(folder, out, Sink(), only=["vsav"]) == first
    assert (out / "points" / "build.json").read_bytes() == record
    assert [path.stat().st_mtime_ns for path in first] == stamps  # not made again


def test_files_are_as_the_system_wants_new_files(tmp_path: Path) -> None:
    write_whole(tmp_path / "x", b"")
    plain = tmp_path / "y"
    plain.touch()
    assert os.stat(tmp_path / "x").st_mode == plain.stat().st_mode


def test_a_folder_may_be_named_from_where_we_stand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for content in (b"old", b"new"):
        with staging(Path("out") / "game") as stage:
            stage.add(Path("out") / "game" / "a" / "file.txt", content)
            stage.publish()
        assert Path("out/game/a/file.txt").read_bytes() == content
    assert [path.name for path in Path("out/game").iterdir()] == ["a"]
