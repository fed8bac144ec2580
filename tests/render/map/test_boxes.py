"""Boxes, displays and tracks: where the model puts them, with their names; displays with their own window."""

from __future__ import annotations

import pytest

from compiler.model.piles import TRACK_BOX, TRACK_HEADING
from compiler.render.colour import PAPER, contrast
from compiler.render.map.board import display
from compiler.render.map.plan import corner
from compiler.render.map.tracks import track_frames
from compiler.render.style import palette_of
from compiler.render.symbols import mon
from tests.render.games import SLUGS, game
from tests.render.maps import marks, plan, runs


@pytest.mark.parametrize("slug", SLUGS)
def test_every_box_of_the_board_has_its_name(slug: str) -> None:
    drawn = plan(slug)
    names = [text for text, _ in drawn.taken.names]
    for space in drawn.map.spaces.values():
        shown = drawn.map.displays.get(space.display or "")
        if space.size is None or (shown is not None and shown.window == "own"):
            continue
        first = (shown.name.en if shown is not None and len(shown.boxes) == 1 else space.name.en).split(" ")[0]
        assert any(space.id == text or first in text for text in names), space.id


@pytest.mark.parametrize("slug", SLUGS)
def test_every_display_with_its_own_window_is_drawn_without_a_fault(slug: str) -> None:
    one = game(slug)
    for board in one.maps.values():
        for shown in board.displays.values():
            if shown.window == "own":
                drawing = display(one, board.id, shown.id)
                assert (drawing.width, drawing.height) == shown.size
                assert [d.message for d in drawing.problems] == [], shown.id
                assert len(runs(drawing.items)) >= len(shown.boxes)


def test_a_mat_of_a_side_has_a_head_in_its_colour_that_is_read_across_the_table() -> None:
    one = game("shogun")
    for id in ("army_card.pink", "planning_tray.gray", "camps.purple"):
        shown = one.map.displays[id]
        drawing = display(one, one.map.id, id)
        look = palette_of(one).side(id.partition(".")[2])
        banners = [mark for mark in marks(drawing.items) if mark.fill == look.fill]
        x0, _, x1, y1 = max((mark.path.bounds for mark in banners), key=lambda b: b[2] - b[0])
        assert x1 - x0 > shown.size[0] * 0.95
        title = [run for run in runs(drawing.items) if run.line.text == shown.name.en][-1]  # a halo lies below
        assert title.place.scale >= 3.6
        assert contrast(title.fill, look.fill) >= 4.5
        assert title.place.y < y1
        assert mon(look.mon) in {mark.path for mark in marks(drawing.items)}


@pytest.mark.parametrize("slug", SLUGS)
def test_no_watermark_is_lost_on_paper(slug: str) -> None:
    """The crest of a side in pale gray was printed as white on white."""
    drawn = plan(slug)
    for id in drawn.game.sides:
        for share in (0.68, 0.72, 0.74, 0.78):
            assert contrast(drawn.faint(id, share), PAPER) >= 1.08, (id, share)


def test_boxes_of_a_track_lie_in_rows_below_its_heading() -> None:
    track = game("anegawa").tracks["turn"]
    assert track.at is not None
    assert track.columns == 5
    frames = dict(track_frames(track))
    x, y = track.at
    assert frames[1] == (x, y + TRACK_HEADING, *TRACK_BOX)
    assert frames[7] == (x + TRACK_BOX[0], y + TRACK_HEADING + TRACK_BOX[1], *TRACK_BOX)
    assert len(frames) == 25


@pytest.mark.parametrize("slug", SLUGS)
def test_tracks_lie_on_the_sheet_and_on_nothing_else(slug: str) -> None:
    one = game(slug)
    frames = [frame for track in one.tracks.values() for _, frame in track_frames(track)]
    own = {id for id, shown in one.map.displays.items() if shown.window == "own"}
    boxes = [space for space in one.map.spaces.values() if space.size is not None and space.display not in own]
    frames += [corner(space.at, space.size) for space in boxes if space.size is not None]
    for x, y, w, h in frames:
        assert x >= 0
        assert y >= 0
        assert x + w <= one.map.size[0]
        assert y + h <= one.map.size[1]
    for i, (ax, ay, aw, ah) in enumerate(frames):
        for bx, by, bw, bh in frames[i + 1 :]:
            assert min(ax + aw, bx + bw) - max(ax, bx) < 0.6 or min(ay + ah, by + bh) - max(ay, by) < 0.6


def test_a_box_tells_its_words_and_figures() -> None:
    def words(slug: str, shown: str) -> str:
        return " ".join(run.line.text for run in runs(display(game(slug), "main", shown).items))

    assert "Any Takeda castle in Mikawa." in words("shingens_arrival", "beside_the_map")
    names = [text for text, _ in plan("a_most_dangerous_time").taken.names]
    assert any(text.startswith("Oda 4 (8)") for text in names)
    assert not any(text.startswith("Ikko-Ikki 1") for text in names)


def test_heads_between_the_boxes_of_a_mat_lie_clear_of_them() -> None:
    """Each army of a card is headed; no head touches a box, another head or the edge of the mat."""
    one = game("shogun")
    shown = one.map.displays["army_card.pink"]
    assert [head.name.en.split(" (")[0] for head in shown.heads[:3]] == ["Army 1", "Army 2", "Army 3"]
    written = {run.line.text: run for run in runs(display(one, one.map.id, shown.id).items)}
    frames = [corner(one.spaces[id].at, one.spaces[id].size or (0, 0)) for id in shown.boxes]
    taken = []
    for head in shown.heads:
        run = written[head.name.en]
        wide, tall = run.line.advance * run.place.scale, run.place.scale
        x0, y0 = head.at[0] - wide / 2, run.place.y - tall * 0.75
        assert wide <= head.width
        for x, y, w, h in [*frames, *taken]:
            assert x0 + wide <= x or x + w <= x0 or y0 + tall <= y or y + h <= y0, head.name.en
        taken.append((x0, y0, wide, tall))
        assert 3 < x0 < x0 + wide < shown.size[0] - 3
    assert {run.place.scale for text, run in written.items() if text in ("Bowmen", "Koku", "Ninja")} == {3.2}
