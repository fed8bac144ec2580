"""Building: whole files, digests, nothing stale."""

from __future__ import annotations

import io
import json
import shutil
import sys
import types
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from compiler import pipeline, resources
from compiler.diagnostics import Sink, diagnose
from tests.faulty import copy, edit

GAME = resources.games() / "first_battle"


@pytest.fixture
def emitted(monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
    """What two stand-ins for emitters give; tests change it."""
    files = {"a.vmod": b"module", "b.vsav": b"save"}

    def emitter(suffix: str) -> types.ModuleType:
        def artefacts(_: object, __: object, sink: Sink, *___: object) -> Iterator[tuple[str, bytes]]:
            if "fault" in files and suffix == ".vmod":
                sink.add(diagnose("E401", "a piece does not fit"))
            return ((name, content) for name, content in files.items() if name.endswith(suffix))

        module = types.ModuleType("emitter" + suffix.strip("."))
        module.artefacts = artefacts  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, module.__name__, module)
        return module

    table = {"vmod": emitter(".vmod").__name__, "vsav": emitter(".vsav").__name__}
    monkeypatch.setattr(pipeline, "ARTEFACTS", table)
    monkeypatch.setattr(pipeline, "own_faults", lambda *_: ())  # what stands in is no archive
    return files


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_artefacts_are_written_and_recorded(tmp_path: Path, emitted: dict[str, bytes]) -> None:
    sink = Sink()
    paths = list(pipeline.build(GAME, tmp_path, sink))
    home = tmp_path / "first_battle"
    assert not sink.failed
    assert paths == [home / "a.vmod", home / "b.vsav"]
    assert names(home) == {"a.vmod", "b.vsav", "build.json"}
    assert set(json.loads((home / "build.json").read_text())["artefacts"]) == {"a.vmod", "b.vsav"}


def test_what_is_no_longer_made_is_removed_by_a_whole_build_only(tmp_path: Path, emitted: dict[str, bytes]) -> None:
    home = tmp_path / "first_battle"
    list(pipeline.build(GAME, tmp_path, Sink()))
    del emitted["b.vsav"]
    list(pipeline.build(GAME, tmp_path, Sink(), only=["vmod"], cache=False))
    assert names(home) == {"a.vmod", "b.vsav", "build.json"}
    list(pipeline.build(GAME, tmp_path, Sink(), cache=False))
    assert names(home) == {"a.vmod", "build.json"}


def test_what_stands_is_not_made_again(tmp_path: Path, emitted: dict[str, bytes]) -> None:
    first = list(pipeline.build(GAME, tmp_path, Sink()))
    emitted["a.vmod"] = b"made anew"
    assert list(pipeline.build(GAME, tmp_path, Sink())) == first
    assert first[0].read_bytes() == b"module"
    first[0].write_bytes(b"spoilt")
    list(pipeline.build(GAME, tmp_path, Sink()))
    assert first[0].read_bytes() == b"made anew"


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A game that may be changed."""
    return Path(shutil.copytree(GAME, tmp_path / "games" / "first_battle"))


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The games that were checked."""
    found: list[Path] = []
    real = pipeline.check

    def check(folder: Path, sink: Sink, lang: str = "en") -> pipeline.Checked | None:
        found.append(folder)
        return real(folder, sink, lang=lang)

    monkeypatch.setattr(pipeline, "check", check)
    return found


def test_an_unchanged_game_is_left_as_it_stands(
    tmp_path: Path, copied: Path, emitted: dict[str, bytes], checks: list[Path]
) -> None:
    first = list(pipeline.build(copied, tmp_path / "out", Sink()))
    assert list(pipeline.build(copied, tmp_path / "out", Sink())) == first
    assert len(checks) == 1
    list(pipeline.build(copied, tmp_path / "out", Sink(), cache=False))
    assert len(checks) == 2


@pytest.mark.parametrize("change", ["edited", "added", "removed", "renamed", "asked otherwise", "less asked"])
def test_whatever_changes_is_checked_again(
    tmp_path: Path, copied: Path, emitted: dict[str, bytes], checks: list[Path], change: str
) -> None:
    art, settings, only = copied / "art", {"vmod": "thick"}, ["vmod", "vsav"]
    art.mkdir()
    (art / "notes.txt").write_text("a", encoding="utf-8")
    list(pipeline.build(copied, tmp_path / "out", Sink(), only=only, settings=settings))
    match change:
        case "edited":
            (art / "notes.txt").write_text("b", encoding="utf-8")
        case "added":
            (art / "more.txt").write_text("a", encoding="utf-8")
        case "removed":
            (art / "notes.txt").unlink()
        case "renamed":
            (art / "notes.txt").rename(art / "words.txt")
        case "asked otherwise":
            settings = {"vmod": "thin"}
        case _:
            only = ["vmod"]
    list(pipeline.build(copied, tmp_path / "out", Sink(), only=only, settings=settings))
    assert len(checks) == 2


@pytest.mark.parametrize("name", ["a.vmod", "b.vsav"])
@pytest.mark.parametrize("harm", ["spoilt", "gone"])
def test_an_unchanged_game_gets_back_what_it_lost(
    tmp_path: Path, emitted: dict[str, bytes], name: str, harm: str
) -> None:
    first = list(pipeline.build(GAME, tmp_path, Sink()))
    fresh = {path: path.read_bytes() for path in first}
    path = tmp_path / "first_battle" / name
    path.unlink() if harm == "gone" else path.write_bytes(b"spoilt")
    assert list(pipeline.build(GAME, tmp_path, Sink())) == first
    assert {path: path.read_bytes() for path in first} == fresh


def test_warnings_are_told_at_every_build(tmp_path: Path, copied: Path, emitted: dict[str, bytes]) -> None:
    art = copied / "art.yaml"
    idle = 'schemes:\n  eel: {fill: "#24508C", text: "#FFFDF6", band: wave, crest: mori}\n'
    art.write_text(art.read_text(encoding="utf-8").replace("schemes:\n", idle), encoding="utf-8")
    told = []
    for _ in range(3):
        sink = Sink()
        assert len(list(pipeline.build(copied, tmp_path / "out", sink))) == 2
        told.append([d.code for d in sink])
    assert told == [["C809"]] * 3


def test_a_link_out_of_the_game_is_no_standing_ground(tmp_path: Path, copied: Path, emitted: dict[str, bytes]) -> None:
    list(pipeline.build(copied, tmp_path / "out", Sink()))
    (copied / "art").mkdir()
    (copied / "art" / "far.png").symlink_to(tmp_path)
    sink = Sink()
    assert list(pipeline.build(copied, tmp_path / "out", sink)) == []
    assert [d.code for d in sink] == ["L022"]


def test_other_settings_make_it_again(tmp_path: Path, emitted: dict[str, bytes]) -> None:
    list(pipeline.build(GAME, tmp_path, Sink(), settings={"vmod": "thick"}))
    emitted["a.vmod"] = b"made anew"
    (path,) = pipeline.build(GAME, tmp_path, Sink(), only=["vmod"], settings={"vmod": "thin"})
    assert path.read_bytes() == b"made anew"


def test_what_had_faults_is_made_again_and_tells_them_again(tmp_path: Path, emitted: dict[str, bytes]) -> None:
    emitted["fault"] = b""
    sinks = [Sink(), Sink()]
    for sink in sinks:
        list(pipeline.build(GAME, tmp_path, sink))
    assert [[d.code for d in sink] for sink in sinks] == [["E401"], ["E401"]]


def test_a_record_nobody_can_read_is_none(tmp_path: Path, emitted: dict[str, bytes]) -> None:
    list(pipeline.build(GAME, tmp_path, Sink()))
    (tmp_path / "first_battle" / "build.json").write_text("{", encoding="utf-8")
    assert len(list(pipeline.build(GAME, tmp_path, Sink()))) == 2


def test_a_content_digest_does_not_see_compression() -> None:
    def archive(level: int, names: str) -> bytes:
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=level) as file:
            for name in names:
                file.writestr(zipfile.ZipInfo(name), name * 1000)
        return out.getvalue()

    assert pipeline.content_digest(archive(1, "ab")) == pipeline.content_digest(archive(9, "ba"))
    assert pipeline.content_digest(archive(1, "ab")) != pipeline.content_digest(archive(1, "ac"))
    assert pipeline.content_digest(b"x") != pipeline.content_digest(b"y")


def test_one_broken_game_does_not_fail_the_next(tmp_path: Path) -> None:
    sink = Sink()
    assert pipeline.check(tmp_path, sink) is None
    assert sink.failed
    assert pipeline.check(GAME, sink) is not None


def test_what_a_maker_says_is_told_once_and_has_a_place(tmp_path: Path) -> None:
    """No font has the sign in the title, which stands on many sheets."""
    folder = copy("fields", tmp_path)
    edit(folder, [{"file": "game.yaml", "find": "title: Two fields", "replace": "title: Two fields \U0001f3b2"}])
    sink = Sink()
    list(pipeline.build(folder, tmp_path / "out", sink))
    (fault,) = sink
    assert fault.code == "R101"
    assert fault.span is not None
    assert Path(fault.span.file) == folder / "game.yaml"
