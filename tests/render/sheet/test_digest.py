"""The rules in short: every rule on some page, columns that do not run over, a bookmark for chapters."""

from __future__ import annotations

from compiler.render.colour import Palette
from compiler.render.drawing import Run
from compiler.render.sheet.digest import _FOOT, _TOP, Chapter, _pages, rules_pdf
from compiler.render.sheet.presets import PAPERS

A4 = PAPERS["a4"]
PALETTE = Palette("#A3262B", "#F4EBD6", "#2C2622")
LONG = Chapter(
    "Chapter 1: moves", tuple((f"1.{n}", "A unit moves as far as its number says. " * 3) for n in range(130))
)


def test_many_rules_fill_several_pages_and_stay_between_head_and_foot() -> None:
    pages = list(_pages("Battle", [LONG, Chapter("Chapter 2: fire", (("2.1", "A unit fires."),))], PALETTE, A4))
    assert len(pages) > 1
    for drawing, _ in pages:
        rows = [item.place.y for item in drawing.items if isinstance(item, Run)][1:]  # the first is the title
        assert min(rows) >= _TOP
        assert max(rows) <= A4.height - _FOOT


def test_the_same_rules_are_the_same_bytes() -> None:
    short = [Chapter("Chapter 1", (("1.1", "Roll a die."),))]
    assert rules_pdf("Battle", short, PALETTE, A4) == rules_pdf("Battle", short, PALETTE, A4)
