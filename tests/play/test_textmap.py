"""The map as text."""

from __future__ import annotations

from compiler.play.textmap import excerpt
from tests.play.table import begin, book


def test_the_whole_map_shows_every_hex_and_every_unit() -> None:
    table = begin("bridge").table
    text = excerpt(book(), table, ())
    assert all(hex in text for hex in book().land)
    assert "tNi2" in text  # two infantry of the North in the town
    assert len(text.splitlines()) == 40


def test_an_excerpt_shows_what_is_near() -> None:
    table = begin("bridge").table
    text = excerpt(book(), table, ("lord_hoshi",), reach=1)
    assert {word for word in text.split() if word.isdigit()} == {
        "0303",
        "0304",
        "0305",
        "0403",
        "0404",
        "0405",
        "0503",
        "0504",
        "0505",
    }
