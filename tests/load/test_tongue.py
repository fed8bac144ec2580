"""Our own words in other languages: sentences with names in them, where each may stand, and that none is forgotten."""

from __future__ import annotations

import re
from importlib.resources import files

import polib
import pytest

from compiler.load.tongue import ANSWER, CHAT, MENU, PAGE, PART, PRINT, languages, said, tongue, tongue_of

FILLED = chr(0xF400)
ROWS = [
    ("", "Zoom in", "Größer"),
    ("menu", "Shuffle %1", "%1 mischen"),
    ("menu", "%1: count %2 and tell who", "%2 zählen: %1"),
    ("chat", "%1 gives %2", "%1 ergibt %2"),
    ("chat", "%1, roll %2", "%1, Wurf %2"),
    ("part", "no more than %1 here", "höchstens %1 hier"),
    ("answer", "shift %1", "schieben %1"),
]


def entries(lang: str) -> polib.POFile:
    return polib.pofile(files("compiler.load.tongue").joinpath(f"{lang}.po").read_text(encoding="utf-8"))


def test_names_come_where_the_language_wants_them_and_blanks_stay() -> None:
    words = tongue(ROWS, "xx")
    assert words.said(" Zoom in ") == " Größer "
    assert words.said("Shuffle the deck") == "the deck mischen"
    assert words.said("Income: count towns and tell who") == "towns zählen: Income"
    assert words.said("Somebody else's words") == "Somebody else's words"
    assert words.said("12") == "12"


def test_a_sentence_stands_only_where_it_may() -> None:
    words = tongue(ROWS, "xx")
    rule = "The die gives the row"
    assert words.said(rule, CHAT) == rule  # nothing is filled in: it is the author's
    assert words.said(rule, PAGE) == rule
    assert words.said(f"A, roll {FILLED} gives B", CHAT) == f"A, Wurf {FILLED} ergibt B"
    assert words.said("Shuffle up", PAGE) == "Shuffle up"
    assert words.said("no more than 2 here", CHAT) == "höchstens 2 hier"
    assert words.parts is not None
    assert words.parts.said("no more than 2 here", PART) == "höchstens 2 hier"
    assert words.parts.said("Zoom in", PART) == "Zoom in"


def test_answers_are_put_over_one_by_one_and_alone() -> None:
    words = tongue(ROWS, "xx")
    assert words.answer("1:2, shift +1") == "1:2, schieben +1"
    assert words.answer("Zoom in") == "Zoom in"
    assert words.said("shift +1", MENU) == "shift +1"


@pytest.mark.parametrize("lang", languages())
def test_every_sentence_keeps_its_names(lang: str) -> None:
    found = entries(lang)
    assert len(found) > 300
    for entry in found:
        assert entry.msgstr, entry.msgid
        assert (entry.msgctxt or "") in (PAGE, MENU, CHAT, PART, ANSWER, PRINT)
        assert sorted(re.findall(r"%\d", entry.msgid)) == sorted(re.findall(r"%\d", entry.msgstr)), entry.msgid
        assert re.findall(r"%(\d)", entry.msgid) == [str(n) for n in range(1, 1 + len(re.findall(r"%\d", entry.msgid)))]


def test_every_language_has_the_same_sentences() -> None:
    assert languages() == ("de", "ja")
    one, two = ([(entry.msgctxt, entry.msgid) for entry in entries(lang)] for lang in languages())
    assert one == two
    assert len(one) == len(set(one))


def test_a_language_we_have_no_words_in_stays_english() -> None:
    assert tongue_of("xx") is None
    assert said("Zoom in", "xx") == "Zoom in" == said("Zoom in", "en")
    assert said("Zoom in", "de") == "Vergrößern"
