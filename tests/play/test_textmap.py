"""The map as text."""

from __future__ import annotations

from compiler.commands._game import read_game
from compiler.play.chance import Seeded
from compiler.play.session import Session
from compiler.play.textmap import excerpt, letters
from compiler.registry import rulebook_or_fail
from tests.play.table import begin, book


def test_the_whole_map_shows_every_hex_and_every_unit() -> None:
    table = begin("bridge").table
    text = excerpt(book(), table, ())
    assert all(hex in text for hex in book().land)
    assert "tNi2" in text  # two infantry of the North in the town
    *lines, legend = text.splitlines()
    assert len(lines) == 40
    assert legend.startswith("(N Northern army, S Southern army, i Infantry")


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


def test_a_wide_map_comes_in_strips_that_fit_a_terminal() -> None:
    wide = rulebook_or_fail(read_game("anegawa"))
    session = Session.begin(wide, next(iter(wide.game.scenarios)), Seeded(1))
    *lines, legend = excerpt(wide, session.table, ()).splitlines()
    assert max(map(len, lines)) <= 100
    assert all(space in "\n".join(lines) for space in wide.game.map.land)
    assert legend.startswith("(")


def test_sides_and_kinds_of_one_letter_are_told_apart() -> None:
    assert letters(("azai", "asakura", "oda")) == {"azai": "a", "asakura": "s", "oda": "o"}
    assert len(set(letters(("aa", "aaa", "a")).values())) == 3
