"""Columns of a paper: headings stay with what follows, the last page is level, a band goes before the columns."""

from __future__ import annotations

from compiler.render.sheet.column import MARGIN, TOP, Column, Item, Leaf
from compiler.render.sheet.presets import PAPERS
from compiler.render.style import palette_of
from tests.render.games import game

A4 = PAPERS["a4"]
HIGH = A4.height - MARGIN - TOP


class Noted:
    """Things of given heights, and where each was drawn."""

    def __init__(self, columns: int = 2) -> None:
        one = game("first_battle")
        self.sheet = Column(one, palette_of(one), A4, "Title", columns)
        self.at: dict[int, tuple[float, float]] = {}

    def add(self, height: float, stays: bool = False) -> None:
        n = len(self.sheet.items)

        def draw(_: Leaf, x: float, y: float) -> None:
            self.at[n] = (x, y)

        self.sheet.add(Item(height, draw, 0.0, stays))

    def columns(self) -> list[list[int]]:
        xs = sorted({x for x, _ in self.at.values()})
        return [[n for n, (x, _) in self.at.items() if x == left] for left in xs]


def test_what_is_left_on_the_last_page_stands_in_columns_of_like_height() -> None:
    noted = Noted()
    for _ in range(6):
        noted.add(10)
    leaves, pages = noted.sheet.set(), noted.sheet.pages()
    assert len(leaves) == 1
    assert pages == [0] * 6
    assert noted.columns() == [[0, 1, 2], [3, 4, 5]]


def test_a_heading_goes_over_with_what_follows_it() -> None:
    noted = Noted()
    noted.add(HIGH - 10)
    noted.add(8, stays=True)
    noted.add(20)
    noted.add(HIGH - 30)
    noted.sheet.set()
    assert noted.columns()[0] == [0]
    assert noted.columns()[1][:2] == [1, 2]


def test_pages_are_filled_before_the_next_and_their_things_are_told() -> None:
    noted = Noted()
    for _ in range(5):
        noted.add(HIGH / 2)
    leaves, pages = noted.sheet.set(), noted.sheet.pages()
    assert len(leaves) == 2
    assert pages == [0, 0, 0, 0, 1]


def test_a_band_goes_over_the_whole_width_of_the_first_page() -> None:
    noted = Noted()
    seen: list[float] = []
    noted.sheet.band(Item(40, lambda _, x, y: seen.append(y)))
    noted.add(10)
    noted.sheet.set()
    assert seen == [TOP]
    assert noted.at[0][1] > TOP + 40


def test_what_is_higher_than_a_column_is_not_lost() -> None:
    noted = Noted()
    noted.add(HIGH + 50)
    noted.add(10)
    leaves, pages = noted.sheet.set(), noted.sheet.pages()
    assert pages == [0, 1]
    assert len(leaves) == 2
