"""Building: whole files, digests, nothing stale."""

from __future__ import annotations

import io
import json
import sys
import types
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from compiler import pipeline, resources
from compiler.diagnostics import Sink, diagnose

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
