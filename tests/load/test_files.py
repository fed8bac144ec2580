"""Size, kind and encoding of files, judged before they are parsed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from compiler.diagnostics import Sink
from compiler.load.files import MAX_BYTES, read


def codes(path: Path) -> list[tuple[str, int, int]]:
    sink = Sink()
    assert read(path, "f.yaml", sink) is None
    return [(d.code, d.span.line, d.span.column) for d in sink if d.span]


def test_utf8_with_or_without_a_mark_is_read(tmp_path: Path) -> None:
    for content in ("name: 小谷\n".encode(), "\ufeffname: 小谷\n".encode()):
        (tmp_path / "f.yaml").write_bytes(content)
        document = read(tmp_path / "f.yaml", "f.yaml", Sink())
        assert document is not None
        assert document.value == {"name": "小谷"}
        assert document.at(("name",)).column == 7


@pytest.mark.parametrize(
    ("content", "place"),
    [
        ("a: 小谷\n".encode("utf-16"), ("L003", 1, 1)),
        ("a: 1\nb: 小谷\n".encode("shift-jis"), ("L003", 2, 4)),
        ("a: 小\nb: é".encode()[:-1], ("L003", 2, 4)),
    ],
)
def test_other_encodings_are_named_with_place(tmp_path: Path, content: bytes, place: tuple[str, int, int]) -> None:
    (tmp_path / "f.yaml").write_bytes(content)
    assert codes(tmp_path / "f.yaml") == [place]


def test_a_huge_file_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "f.yaml"
    with path.open("wb") as stream:
        stream.truncate(100 * 1024 * 1024)
    assert codes(path) == [("L002", 1, 1)]
    assert MAX_BYTES < 100 * 1024 * 1024


def test_folders_pipes_and_missing_files_are_unreadable(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    (tmp_path / "folder.yaml").mkdir()
    for name in ("pipe.yaml", "folder.yaml", "missing.yaml"):
        assert codes(tmp_path / name) == [("L001", 1, 1)]
