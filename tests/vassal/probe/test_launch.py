"""Finding Java, VASSAL and a screen; what is not there is said in one sentence."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from compiler.vassal.probe.launch import SOURCES, Probe, Unavailable, class_path, find_java, probe, screen

posix = pytest.mark.skipif(sys.platform == "win32", reason="fake programs are shell scripts")


def program(path: Path, body: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


def kit(folder: Path, version: str = "javac 17.0.15", compiles: str = "exit 0") -> dict[str, str]:
    """An environment whose only programs are a fake `java` and `javac`."""
    program(folder / "bin" / "java", "exit 0")
    program(folder / "bin" / "javac", f'[ "$1" = -version ] && {{ echo "{version}"; exit 0; }}\n{compiles}')
    return {"PATH": str(folder / "bin"), "DISPLAY": ":0"}


@posix
def test_java_home_goes_before_the_path(tmp_path: Path) -> None:
    kit(tmp_path / "home")
    environment = {**kit(tmp_path / "path"), "JAVA_HOME": str(tmp_path / "home")}
    assert find_java(environment).javac == str(tmp_path / "home" / "bin" / "javac")


def test_no_java_is_said(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match="no Java development kit is here"):
        find_java({"PATH": str(tmp_path)})


@posix
@pytest.mark.parametrize(
    ("version", "told"),
    [
        ("javac 1.8.0_402", "is Java 8: the probe needs Java 11 or newer"),
        ("gibberish", "does not say which Java it is"),
    ],
)
def test_an_old_or_odd_java_is_said(tmp_path: Path, version: str, told: str) -> None:
    with pytest.raises(Unavailable, match=told):
        find_java(kit(tmp_path, version))


@posix
@pytest.mark.parametrize("version", ["javac 11.0.2", "javac 21", "javac 25-ea"])
def test_java_from_11_on_will_do(tmp_path: Path, version: str) -> None:
    assert find_java(kit(tmp_path, version)).java == str(tmp_path / "bin" / "java")


@pytest.mark.parametrize("place", ["lib/Vassal.jar", "Vassal.jar", "Contents/Resources/Java/Vassal.jar"])
def test_a_folder_gives_all_jars_beside_the_engine(tmp_path: Path, place: str) -> None:
    jar = tmp_path / place
    jar.parent.mkdir(parents=True, exist_ok=True)
    jar.touch()
    assert class_path(tmp_path) == str(jar.parent.resolve() / "*")


def test_a_jar_gives_itself(tmp_path: Path) -> None:
    (tmp_path / "Vassal.jar").touch()
    assert class_path(tmp_path / "Vassal.jar") == str((tmp_path / "Vassal.jar").resolve())


def test_a_class_path_file_gives_its_entries_from_where_it_lies(tmp_path: Path) -> None:
    for name in ("a.jar", "b.jar"):
        (tmp_path / name).touch()
    listing = tmp_path / "classpath.txt"
    listing.write_text(f"a.jar{os.pathsep}{tmp_path / 'b.jar'}\nlib/*\n", encoding="utf-8")
    entries = [str(tmp_path.resolve() / name) for name in ("a.jar", "b.jar", "lib/*")]
    assert class_path(listing).split(os.pathsep) == entries


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("", "has no `lib/Vassal.jar`"),
        ("none", "there is no VASSAL at"),
        ("empty.txt", "is empty"),
        ("lost.txt", "nowhere.jar`, which is not there"),
        ("binary", "neither VASSAL's folder"),
    ],
)
def test_what_is_no_vassal_is_said(tmp_path: Path, name: str, told: str) -> None:
    (tmp_path / "empty.txt").touch()
    (tmp_path / "lost.txt").write_text("nowhere.jar", encoding="utf-8")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(Unavailable, match=told):
        class_path(tmp_path / name)


@posix
def test_a_screen_is_used_where_there_is_one_and_made_where_there_is_none(tmp_path: Path) -> None:
    program(tmp_path / "xvfb-run", "exit 0")
    path = {"PATH": str(tmp_path)}
    assert screen({**path, "DISPLAY": ":0"}, "linux") == ()
    assert screen(path, "darwin") == screen(path, "win32") == ()
    assert screen(path, "linux")[:2] == (str(tmp_path / "xvfb-run"), "-a")
    with pytest.raises(Unavailable, match="there is no screen for VASSAL"):
        screen({"PATH": ""}, "linux")


@posix
def test_a_vassal_the_probe_does_not_fit_is_said_with_the_first_error(tmp_path: Path) -> None:
    (tmp_path / "Vassal.jar").touch()
    fails = 'echo "Game.java:9: error: cannot find symbol" >&2; exit 1'
    with (
        pytest.raises(Unavailable, match=r"is no VASSAL that the probe knows.*cannot find symbol"),
        probe(tmp_path, kit(tmp_path, compiles=fails)),
    ):
        pass


@posix
def test_the_whole_probe_is_compiled_into_a_folder_that_goes_away(tmp_path: Path) -> None:
    (tmp_path / "Vassal.jar").touch()
    words = tmp_path / "words"
    with probe(tmp_path, kit(tmp_path, compiles=f'echo "$@" > {words}')) as ready:
        assert ready.folder.is_dir()
        compiled = words.read_text(encoding="utf-8").split()
    assert not ready.folder.exists()
    assert {str(path) for path in SOURCES.glob("*.java")} <= set(compiled)
    assert ready.command[-1] == "probe.VassalProbe"


@posix
def test_a_vassal_that_does_not_start_is_said_with_its_last_words(tmp_path: Path) -> None:
    java = program(tmp_path / "java", "echo 'Could not find the main class' >&2; exit 1")
    with pytest.raises(Unavailable, match="could not be started: Could not find the main class"):
        Probe((str(java),), tmp_path).open(tmp_path / "m.vmod", "*")


@posix
def test_an_old_report_is_not_taken_for_a_new_one(tmp_path: Path) -> None:
    (tmp_path / "report.json").write_text('{"problems": []}', encoding="utf-8")
    with pytest.raises(Unavailable, match="exit code 3"):
        Probe((str(program(tmp_path / "java", "exit 3")),), tmp_path).open(tmp_path / "m.vmod", "*")


@posix
def test_what_never_ends_is_stopped_with_all_it_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("compiler.vassal.probe.launch._GRACE", 0)
    child = tmp_path / "child"
    java = program(tmp_path / "java", f"sleep 600 & echo $! > {child}; wait")
    with pytest.raises(Unavailable, match="did not end within 1 seconds"):
        Probe((str(java),), tmp_path).open(tmp_path / "m.vmod", "*", timeout=1)
    assert gone(int(child.read_text(encoding="utf-8")))


def gone(pid: int) -> bool:
    """Is there no such process any more? An orphan lingers a moment until somebody reaps it."""
    for _ in range(200):
        try:
            os.kill(pid, 0)
            if (Path("/proc") / str(pid) / "stat").read_text(encoding="utf-8").split()[2] == "Z":
                return True
        except (ProcessLookupError, FileNotFoundError):
            return True
        time.sleep(0.05)
    return False
