"""Counters of a group: rows of their own, a name beside them, bleed towards bare paper."""

from __future__ import annotations

from compiler.render.drawing import Drawing, Run
from compiler.render.sheet import presets
from compiler.render.sheet.imposition import Art, Face, Layout, impose


def test_groups_begin_rows_and_no_sheet_holds_a_single_piece() -> None:
    """Clans lie together, and 64 cards are eight sheets of eight rather than seven of nine and one of one."""
    art = Art("f", 16, 16, lambda: Drawing(16, 16), 1.0)
    clans = [Face(art, None, 14, "oda", "oda"), Face(art, None, 14, "azai", "azai")]
    (sheet,) = impose(clans, Layout(presets.A4, "none", 0.0))
    first = next(slot for slot in sheet.slots if slot.label == "azai")
    assert first.x == min(slot.x for slot in sheet.slots)
    card = Art("c", 63, 88, lambda: Drawing(63, 88), 3.0)
    sheets = impose([Face(card, None, 64, "card")], Layout(presets.A4, "none", 0.0, 7.0))
    assert [len(sheet.slots) for sheet in sheets] == [8] * 8


def clans(*counts: tuple[str, int]) -> list[Face]:
    art = Art("f", 16, 16, lambda: Drawing(16, 16), 1.0)
    return [Face(art, None, count, name, name, name.upper()) for name, count in counts]


def test_a_group_shares_a_row_only_where_all_of_both_fit_in_it() -> None:
    """Eleven of one clan and eleven of another are two rows; three and four are one; the tail of a large one stays."""
    (sheet,) = impose(
        clans(("red", 10), ("blue", 10), ("a", 3), ("b", 4), ("large", 15), ("c", 2)), Layout(presets.A4, "none", 0.0)
    )
    rows: dict[float, set[str]] = {}
    for slot in sheet.slots:
        rows.setdefault(slot.y, set()).add(slot.label)
    assert list(rows.values()) == [{"red"}, {"blue"}, {"a", "b"}, {"large"}, {"large"}, {"c"}]
    names = [item.line.text for item in sheet.marks.items if isinstance(item, Run)]
    assert [name for name in names if name.isupper()] == ["RED", "BLUE", "A · B", "LARGE", "C"]


def test_rows_are_shared_before_a_sheet_is_begun_for_them() -> None:
    """Eight clans of a row and two pieces fill sixteen rows; eight pairs go behind them, not on a second sheet."""
    columns = 11
    pieces = clans(*((f"{n}{part}", size) for n in range(8) for part, size in (("l", columns + 2), ("s", 2))))
    sheets = impose(pieces, Layout(presets.A4, "none", 0.0))
    assert len(sheets) == 1
    assert len({slot.y for slot in sheets[0].slots}) == 16


def test_a_block_bleeds_wherever_paper_is_bare_beside_it() -> None:
    """The end of a short row and what stands over an empty place are cut as safely as the edge of the sheet."""
    (sheet,) = impose(clans(("red", 13), ("blue", 11)), Layout(presets.A4, "none", 0.0))
    red = [slot for slot in sheet.slots if slot.label == "red"]
    x0, y0, x1, y1 = red[12].window  # the second and last of the second row
    assert (x1, y1) == (red[12].x + 17.0, red[12].y + 16.0)  # into the empty place, not onto blue below
    assert (x0, y0) == (red[12].x, red[12].y)
    assert red[5].window[3] == red[5].y + 17.0  # nothing below it
    assert red[1].window[3] == red[1].y + 16.0
