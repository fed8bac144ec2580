"""What lies off the board."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from compiler.check.boards import box_too_small
from tests.faulty import MINIS, copy, edit, found, merge_file
from tests.render.games import game_in


def test_a_track_whose_boxes_run_off_the_board_is_told_at_the_track(tmp_path: Path) -> None:
    folder = copy("first_battle", tmp_path)
    edit(folder, [{"file": "tracks.yaml", "find": "at: [10, 243]", "replace": "at: [120, 243]"}])
    told = [each for each in found(folder) if each.code == "C225"]
    assert [each.span.file.rpartition("/")[2] for each in told if each.span] == ["tracks.yaml"]
    assert "the boxes of `balance` reach" in told[0].message


def test_a_box_must_hold_the_cards_of_its_pile_and_the_marker_of_its_track(tmp_path: Path) -> None:
    folder = copy("areas", tmp_path)
    merge_file(folder, "map.yaml", "boxes: {cards: {name: Cards, at: [60, 60], size: [33, 45]}}")
    merge_file(folder, "piles.yaml", "piles: {deck: {at: cards}}")
    told = [one.message for one in found(folder) if one.code == "C220"]
    assert told == ["box `cards` is 33 x 45 mm, and the cards of `deck` are 63 x 88 mm"]


def test_a_marker_larger_than_the_boxes_of_its_track_is_told() -> None:
    game = game_in(MINIS / "areas")
    track = next(track for track in game.tracks.values() if track.marker and track.laid)
    size = game.counter_kinds[game.counters[track.marker or ""].kind].size
    for factor, codes in ((0.5, ["C220"]), (0.97, []), (1.2, [])):
        frames = tuple((n * size[0] * factor, 0.0, size[0] * factor, size[1]) for n in range(len(track.boxes)))
        changed = replace(game, tracks={track.id: replace(track, frames=frames)})
        assert ["C220" for one in box_too_small(changed) if f"`{track.id}`" in one.message] == codes


def test_a_pile_that_sticks_out_or_covers_a_box_is_told_at_the_pile(tmp_path: Path) -> None:
    folder = copy("areas", tmp_path)
    assert not [one for one in found(folder) if one.code in ("C225", "C232")]
    merge_file(folder, "piles.yaml", "piles: {discard: {at: [390, 60]}, provinces: {at: [214, 60]}}")
    told = [one for one in found(folder) if one.code in ("C225", "C232")]
    assert [one.code for one in told] == ["C225", "C232"]
    assert "the pieces of `discard` reach from 358, 16 to 422, 104 mm; the board is 400 x 260" in told[0].message
    assert "`provinces` and `lost` lie on each other" in told[1].message
    assert all(one.span is not None and one.span.file.endswith("piles.yaml") for one in told)
