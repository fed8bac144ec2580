"""Counters of a group: a block of their own with their name above it, cut in single cuts, little paper left over."""

from __future__ import annotations

from itertools import combinations

import pytest

from compiler.print.blocks import counter_faces
from compiler.render.drawing import Drawing, Mark, Run
from compiler.render.sheet import marks, presets
from compiler.render.sheet.faces import Art, Face, Layout
from compiler.render.sheet.imposition import Sheet, Slot, impose
from compiler.render.sheet.packing import HEAD, TICKS
from compiler.render.sheet.spreads import DoesNotFit
from compiler.render.style import palette_of
from tests.render.games import game

Box = tuple[float, float, float, float]


def clans(*counts: tuple[str, int], crest: str = "oda", size: float = 16.0) -> list[Face]:
    art = Art("f", size, size, lambda: Drawing(size, size), 1.0)
    return [Face(art, art, count, name, name, name.upper(), crest) for name, count in counts]


def blocks(sheet: Sheet) -> dict[str, list[Slot]]:
    found: dict[str, list[Slot]] = {}
    for slot in sheet.slots:
        found.setdefault(slot.label, []).append(slot)
    return found


def around(slots: list[Slot]) -> Box:
    return (
        min(slot.x for slot in slots),
        min(slot.y for slot in slots),
        max(slot.x + slot.art.width for slot in slots),
        max(slot.y + slot.art.height for slot in slots),
    )


def heads(sheet: Sheet) -> list[tuple[str, float, float]]:
    return [(item.line.text, item.place.x, item.place.y) for item in sheet.marks.items if isinstance(item, Run)]


def test_no_sheet_holds_a_single_card() -> None:
    """64 cards are eight sheets of eight rather than seven of nine and one of one."""
    card = Art("c", 63, 88, lambda: Drawing(63, 88), 3.0)
    sheets = impose([Face(card, None, 64, "card")], Layout(presets.A4, "none", 0.0, 7.0))
    assert [len(sheet.slots) for sheet in sheets] == [8] * 8


@pytest.mark.parametrize("paper", [presets.A4, presets.LETTER])
@pytest.mark.parametrize("flip", ["long", "short", "none"])
def test_every_group_lies_in_a_rectangle_of_its_own(paper: presets.Paper, flip: str) -> None:
    """With bleed and ticks around it no block reaches into another, and none off the paper."""
    mix = clans(("red", 38), ("blue", 10), ("a", 3), ("b", 4), ("large", 72), ("c", 2), ("d", 15), ("e", 14))
    for sheet in impose(mix, Layout(paper, flip, 0.0)):
        boxes = [around(slots) for slots in blocks(sheet).values()]
        for one, other in combinations(boxes, 2):
            apart = max(other[0] - one[2], one[0] - other[2], other[1] - one[3], one[1] - other[3])
            assert apart >= 2 * TICKS
        for x0, y0, x1, y1 in boxes:
            assert min(x0, y0, paper.width - x1, paper.height - y1) >= 4.0 + TICKS


@pytest.mark.parametrize("paper", [presets.A4, presets.LETTER])
@pytest.mark.parametrize("slug", ["anegawa", "shogun", "shingens_arrival", "a_most_dangerous_time", "road_to_honganji"])
def test_hardly_a_place_of_a_block_stays_empty(slug: str, paper: presets.Paper) -> None:
    """Less than one in sixteen: the last rows of clans used to have ten and more."""
    found = game(slug)
    faces = counter_faces(found, palette_of(found))
    cells = pieces = 0
    for sheet in impose(faces, Layout(paper, "none", 0.0)):
        pieces += len(sheet.slots)
        for slots in by_group(sheet, faces).values():
            x0, y0, x1, y1 = around(slots)
            cells += round((x1 - x0) / slots[0].art.width) * round((y1 - y0) / slots[0].art.height)
    assert pieces < cells < pieces * 17 / 16


def by_group(sheet: Sheet, faces: list[Face]) -> dict[str, list[Slot]]:
    groups = {face.front.key: face.group for face in faces}
    found: dict[str, list[Slot]] = {}
    for slot in sheet.slots:
        found.setdefault(groups[slot.art.key], []).append(slot)
    return found


@pytest.mark.parametrize("flip", ["long", "short", "fold"])
def test_a_head_above_each_block_says_whose_it_is(flip: str) -> None:
    """Close above its first piece, of which it takes the left edge; behind it, where pieces have backs, again."""
    for sheet in impose(clans(("red", 38), ("blue", 10), ("gold", 20)), Layout(presets.A4, flip, 0.0)):
        told = {text: (x, y) for text, x, y in heads(sheet) if text.isupper()}
        assert set(told) == {name.upper() for name in blocks(sheet)}
        for name, slots in blocks(sheet).items():
            x, y = told[name.upper()]
            fronts = [slot for slot in slots if flip != "fold" or slot.x < sheet.width / 2]
            x0, y0, x1, y1 = around(fronts)
            assert x0 <= x < x1
            assert y0 - TICKS - HEAD < y < y0 or (sheet.name.endswith("back") and flip == "short" and y > y1)


def test_what_is_of_no_side_is_one_block_and_no_two_heads_are_alike() -> None:
    """Anegawa had two blocks headed "Marker"."""
    found = game("anegawa")
    for sheet in impose(counter_faces(found, palette_of(found)), Layout(presets.A4, "long", 0.0)):
        names = [text for text, _, _ in heads(sheet)]
        assert len(names) == len(set(names))
        assert {"Oda", "Tokugawa", "Azai", "Asakura", "Markers"} <= set(names)


def test_a_block_too_large_for_a_sheet_is_parted_and_its_parts_are_counted() -> None:
    sheets = impose(clans(("red", 300)), Layout(presets.A4, "none", 0.0))
    assert [len(sheet.slots) for sheet in sheets] == [150, 150]
    told = [text for sheet in sheets for text, _, _ in heads(sheet) if text.startswith("RED")]
    assert told == ["RED, block 1 of 2", "RED, block 2 of 2"]


def test_markers_fill_the_ends_of_sheets_where_that_saves_one() -> None:
    """Two armies leave room below them; a crest forbids to part what stands under it."""
    armies = [*clans(("red", 110)), *clans(("blue", 110))]
    loose = clans(("marker", 88), crest="")
    parted = impose([*armies, *loose], Layout(presets.A4, "none", 0.0))
    whole = impose([*armies, *clans(("marker", 88))], Layout(presets.A4, "none", 0.0))
    assert (len(parted), len(whole)) == (2, 3)
    assert sum(len(sheet.slots) for sheet in parted) == 308


def test_one_cut_parts_two_pieces_and_ticks_stand_on_every_cut() -> None:
    (sheet,) = impose(clans(("red", 24)), Layout(presets.A4, "none", 0.0))
    x0, y0, x1, y1 = around(list(sheet.slots))
    columns, rows = round((x1 - x0) / 16), round((y1 - y0) / 16)
    assert (columns * rows, len(sheet.cuts)) == (24, columns + rows + 2)
    (ticks,) = [i for i in sheet.marks.items if isinstance(i, Mark) and i.stroke and i.stroke.colour == marks.GUIDE]
    ends = [value / 100 for value in ticks.path.pts]
    lines = list(zip(ends[::4], ends[1::4], ends[2::4], ends[3::4], strict=True))
    assert len(lines) == 2 * len(sheet.cuts)
    for ax, ay, bx, by in lines:  # no tick lies in the bleed
        inside = x0 - 1 < (ax + bx) / 2 < x1 + 1 and y0 - 1 < (ay + by) / 2 < y1 + 1
        assert not inside


def test_pieces_of_several_sizes_share_a_sheet() -> None:
    (sheet,) = impose([*clans(("red", 12)), *clans(("blue", 9), size=20.0)], Layout(presets.A4, "none", 0.0))
    assert {slot.art.width for slot in sheet.slots} == {16.0, 20.0}


def test_a_block_bleeds_wherever_paper_is_bare_beside_it() -> None:
    """The end of a short row and what stands over an empty place are cut as safely as the edge of the block."""
    (sheet,) = impose(clans(("red", 13)), Layout(presets.A4, "none", 0.0))
    red = list(sheet.slots)
    last, above = red[-1], red[-2]  # seven columns: six in the second row
    x0, y0, x1, y1 = last.window
    assert (x0, y0, x1, y1) == (last.x, last.y, last.x + 17.0, last.y + 17.0)
    assert above.window[2] == above.x + 16.0
    assert red[6].window[3] == red[6].y + 17.0  # nothing below it
    assert red[1].window[3] == red[1].y + 16.0


def test_a_piece_of_a_group_larger_than_the_paper_does_not_fit() -> None:
    with pytest.raises(DoesNotFit, match="400"):
        impose(clans(("red", 1), size=400.0), Layout(presets.A4, "none", 0.0))


def test_counters_of_every_game_are_cut_by_side() -> None:
    """A flag of the League lies in the League's block and nowhere else."""
    found = game("winter_line")
    faces = counter_faces(found, palette_of(found))
    flags = [face for face in faces if face.label == "Flag"]
    assert {face.group for face in flags} == {"league"}
    assert {face.block for face in flags} == {"The League"}
