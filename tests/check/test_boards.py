"""What lies off the board."""

from __future__ import annotations

from pathlib import Path

from tests.faulty import copy, edit, found


def test_a_track_whose_boxes_run_off_the_board_is_told_at_the_track(tmp_path: Path) -> None:
    folder = copy("first_battle", tmp_path)
    edit(folder, [{"file": "tracks.yaml", "find": "at: [10, 243]", "replace": "at: [120, 243]"}])
    told = [each for each in found(folder) if each.code == "C225"]
    assert [each.span.file.rpartition("/")[2] for each in told if each.span] == ["tracks.yaml"]
    assert "the boxes of `balance` reach" in told[0].message
