"""What the lints of tables say beyond their one fault each."""

from __future__ import annotations

from pathlib import Path

from tests.faulty import copy, edit, found


def test_odds_that_no_column_covers_are_told_with_all_ways_out(tmp_path: Path) -> None:
    folder = copy("areas", tmp_path)
    edit(folder, [{"file": "tables.yaml", "find": ', "3:1"], clamp: true}', "replace": ', "3:1"]}'}])
    (fault,) = found(folder)
    assert fault.code == "C502"
    assert fault.message.endswith("has no column for odds worse than 1:1")
    assert fault.help == "write `1:1-`, set `clamp: true`, or say with `min` which odds can occur"
