"""Gaps in what should be a series."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faulty import copy, found

LOCK = {"crane_foot": 1, "crane_lord": 2, "carp_lord": 3, "carp_foot": 4}


@pytest.mark.parametrize("lost", [*LOCK][:-1])
def test_any_row_deleted_from_the_lock_is_told(lost: str, tmp_path: Path) -> None:
    folder = copy("areas", tmp_path)
    rows = "".join(f"  {id}: {n}\n" for id, n in LOCK.items() if id != lost)
    (folder / "ids.lock.yaml").write_text(f"gpids:\n{rows}")
    told = [one.message for one in found(folder) if one.code == "C954"]
    assert told == [f"the lock of ids has no number {LOCK[lost]}"]
