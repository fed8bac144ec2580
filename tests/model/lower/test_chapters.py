"""Chapters of a ledger are named by what ids begin with; a name nothing begins with is told at its place."""

from __future__ import annotations

from pathlib import Path

from compiler.diagnostics import Sink
from compiler.pipeline import read
from tests.faulty import copy, edit


def test_a_chapter_without_rows_is_told_at_its_key(tmp_path: Path) -> None:
    folder = copy("marsh_barons", tmp_path)
    edit(folder, [{"file": "ledger.yaml", "find": '  "7": Setting up', "replace": '  "70": Setting up'}])
    sink = Sink()
    read(folder, sink)
    (fault,) = [d for d in sink if d.code == "M001"]
    assert fault.message == "no rule begins with `70`"
    assert fault.span.file.endswith("ledger.yaml")
    assert fault.span.line == 12
