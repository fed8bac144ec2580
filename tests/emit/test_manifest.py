"""Numbers of pieces are kept for ever; the digest says what a build was made from."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pytest
import yaml

from compiler.diagnostics import Sink
from compiler.emit import manifest
from compiler.pipeline import Checked, build, check, read
from tests.faulty import copy, edit


def loaded(folder: Path) -> Checked:
    sink = Sink()
    found = read(folder, sink)
    assert found is not None, [d.message for d in sink]
    return found


def built(folder: Path) -> dict[str, int]:
    """The numbers after a build."""
    sink = Sink()
    build(folder, folder.parent / "out", sink, only=["vsav"], cache=False)
    assert not sink.failed, [d.message for d in sink]
    numbers: dict[str, int] = yaml.safe_load((folder / manifest.LOCK_FILE).read_text(encoding="utf-8"))["gpids"]
    return numbers


def test_a_build_gives_every_piece_a_number_and_keeps_it(tmp_path: Path) -> None:
    folder = copy("areas", tmp_path)
    first = built(folder)
    assert set(loaded(folder).game.counters) | set(loaded(folder).game.cards) <= set(first)
    assert len(set(first.values())) == len(first)
    assert built(folder) == first


def test_new_pieces_get_new_numbers_and_old_ones_stay(tmp_path: Path) -> None:
    folder = copy("areas", tmp_path)
    before = built(folder)
    path = folder / "counters.yaml"
    text = path.read_text(encoding="utf-8")
    kind = next(c.kind for c in loaded(folder).game.counters.values() if c.id == "turn_marker")
    new = f"  new_men: {{kind: {kind}, name: New men}}\n"
    path.write_text(text.replace("\ncounters:\n", f"\ncounters:\n{new}", 1), encoding="utf-8")
    after = built(folder)
    assert {id: number for id, number in after.items() if id in before} == before
    assert after["new_men"] == max(before.values()) + 1


def test_a_number_once_retired_is_never_given_again(tmp_path: Path) -> None:
    folder = copy("points", tmp_path)
    (folder / manifest.LOCK_FILE).write_text("retired:\n  old_men: 900\n", encoding="utf-8")
    assert min(built(folder).values()) == 901
    assert manifest.next_gpid(loaded(folder).game.lock) > 901


def test_the_lock_is_a_file_that_check_accepts(tmp_path: Path) -> None:
    folder = copy("areas", tmp_path)
    built(folder)
    sink = Sink()
    assert check(folder, sink) is not None
    assert not [d for d in sink if d.code.startswith(("C95", "S", "L"))]


def test_a_lock_that_cannot_be_written_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, out = copy("points", tmp_path), tmp_path / "out"
    made = tempfile.mkstemp

    def refuse(*args: Any, dir: Path, **named: Any) -> tuple[int, str]:
        if Path(dir) == folder:
            raise PermissionError(13, "Permission denied")
        return made(*args, dir=dir, **named)

    monkeypatch.setattr(tempfile, "mkstemp", refuse)
    sink = Sink()
    assert build(folder, out, sink) == []
    assert [d.code for d in sink if d.severity.value == "error"] == ["E001"]
    assert not (out / "points").exists()
    assert not (folder / manifest.LOCK_FILE).exists()


def test_the_digest_knows_the_definition_but_not_the_lock(tmp_path: Path) -> None:
    folder = copy("points", tmp_path)
    first = manifest.content_digest(loaded(folder).bundle)
    built(folder)
    assert manifest.content_digest(loaded(folder).bundle) == first
    assert manifest.content_digest(loaded(copy("points", tmp_path / "elsewhere")).bundle) == first
    edit(folder, [{"file": "map.yaml", "find": "name: Imahama", "replace": "name: Nagahama"}])
    assert manifest.content_digest(loaded(folder).bundle) != first


def test_the_lock_names_its_schema_where_the_other_files_do(tmp_path: Path) -> None:
    folder = copy("points", tmp_path)
    (folder / manifest.LOCK_FILE).unlink(missing_ok=True)
    assert b"$schema=../../schemas/lock.schema.json" in (manifest.grown_lock(loaded(folder).game) or b"")
    (folder / ".schemas").mkdir()
    assert b"$schema=.schemas/lock.schema.json" in (manifest.grown_lock(loaded(folder).game) or b"")
