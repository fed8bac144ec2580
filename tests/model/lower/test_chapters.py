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
    title, lead = [d for d in sink if d.code == "M001"]
    assert title.message == "no rule begins with `70`"
    assert lead.message == "`7` is not a known chapter"  # its lead has lost its title
    assert title.span.file.endswith("ledger.yaml")
    assert title.span.line == 12
