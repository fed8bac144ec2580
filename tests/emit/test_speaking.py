"""Sentences of expressions and pages in another language."""

from __future__ import annotations

import pytest

from compiler.emit.chat import SMALL, player, said, with_rules
from compiler.emit.speaking import compared, page, spoken
from compiler.load.tongue import CHAT, MENU, tongue
from compiler.model.common import Note
from compiler.vassal import expression as ex

WORDS = tongue(
    [
        ("chat", "%1 puts %2 in %3", "In %3 stellt %1 %2"),
        ("chat", "%1 gives %2", "%1 ergibt %2"),
        ("chat", "%1 of %2", "%2%1"),
        ("", "hello there", "guten Tag"),
        ("menu", "Show %1", "%1 zeigen"),
        ("answer", "none of these", "nichts davon"),
        ("", "Tables & dice", "Tabellen & Würfel"),
    ],
    "xx",
)


def test_a_sentence_is_put_over_with_what_is_filled_in() -> None:
    english = said(player(), " puts <b>", ex.prop("pieceName"), "</b> in ", ex.prop("location"))
    told = spoken(ex.braced(english), WORDS)
    assert told.startswith('{"In " + location + " stellt <b><font color=')
    assert told.endswith(': PlayerSide) + "</font></b> <b>" + pieceName + "</b>"}')
    assert spoken("$PlayerName$ puts $pieceName$ in $place$", WORDS) == "In $place$ stellt $PlayerName$ $pieceName$"


def test_numbers_that_come_to_stand_first_are_not_added_up() -> None:
    assert spoken(ex.braced(said(ex.prop("A"), " of ", ex.prop("B"))), WORDS) == '{"" + B + A}'
    assert spoken(ex.braced(said(ex.prop("A"), " gives ", ex.prop("B"))), WORDS) == '{A + " ergibt " + B}'


def test_rules_stay_at_the_end() -> None:
    english = with_rules(said(ex.prop("A"), " gives ", ex.prop("B")), Note(rules=("7.4",)))
    assert spoken(ex.braced(english), WORDS) == ex.braced(
        said(ex.prop("A"), " ergibt ", ex.prop("B"), f" {SMALL}7.4</font>")
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{Moved == true ? "hello there" : "other"}', '{Moved == true ? "guten Tag" : "other"}'),
        ('{Alert("hello there")}', '{Alert("guten Tag")}'),
        ('{GetProperty("hello there")}', '{GetProperty("hello there")}'),
        ('{Word == "hello there"}', '{Word == "hello there"}'),
        ('{Word == "none of these" ? 1 : 0}', '{Word == "nichts davon" ? 1 : 0}'),
        ('{CountMap("{Word == \\"none of these\\"}")}', '{CountMap("{Word == \\"nichts davon\\"}")}'),
        ("{not an expression", "{not an expression"),
        ("<html><body style='width:1px'>hello there<br>Name</body></html>",
         "<html><body style='width:1px'>guten Tag<br>Name</body></html>"),
    ],
)  # fmt: skip
def test_only_what_is_read_is_put_over(text: str, told: str) -> None:
    assert spoken(text, WORDS, CHAT) == told


def test_what_is_only_compared_changes_in_its_answers_alone() -> None:
    assert (
        compared('{A == "none of these" && B == "hello there"}', WORDS) == '{A == "nichts davon" && B == "hello there"}'
    )
    assert compared("none of these", WORDS) == "none of these"


def test_menus_know_names_and_pages_do_not() -> None:
    assert spoken("Show range", WORDS, MENU) == "range zeigen"
    made = page(
        "<html><head></head><body><h2>Tables &amp; dice</h2><p>Show range [7.4]</p><p><b>hello there</b></p></body>",
        WORDS,
    )
    assert made.endswith("<h2>Tabellen &amp; Würfel</h2><p>Show range [7.4]</p><p><b>guten Tag</b></p></body>")
