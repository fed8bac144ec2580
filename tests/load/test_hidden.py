"""What nobody sees in a text: it would turn, break or double what players read, and is told where it stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler.diagnostics import Sink
from compiler.load import parse
from compiler.load.csv import parse_csv
from tests.faulty import copy, found

HIDDEN = ["\u202e", "\u2066", "\u200b", "\u2028", "\ufeff", "\x85", "\U000e0041"]


@pytest.mark.parametrize("char", HIDDEN, ids=ascii)
def test_an_invisible_character_is_told_as_written_and_as_an_escape(char: str) -> None:
    for written in (char, f"\\U{ord(char):08x}"):
        sink = Sink()
        assert parse(f'a: 1\nname: "North{written}acts"\n', "counters.yaml", sink) is None
        (told,) = sink
        assert told.code == "L004"
        assert told.span is not None
        assert told.span.line == 2
        assert f"U+{ord(char):04X}" in told.message


@pytest.mark.parametrize("char", ["\u200d", "\u0301", "兵", "é"], ids=ascii)
def test_letters_of_all_languages_are_none(char: str) -> None:
    sink = Sink()
    assert parse(f"name: North{char}acts\n", "counters.yaml", sink) is not None
    assert not list(sink)


@pytest.mark.parametrize("char", ["\x00", "\x01", "\x7f", *HIDDEN], ids=ascii)
def test_a_cell_of_a_spreadsheet_holds_none(char: str) -> None:
    sink = Sink()
    assert parse_csv(f'id,kind,name\r\na,chit,"A{char}B"\r\n', "units.csv", "counters", sink) is None
    (told,) = sink
    assert told.code == "L004"
    assert told.span is not None
    assert (told.span.line, told.span.column) == (2, 10)


@pytest.mark.parametrize("text", ["Nord\\tzug", "Nord\\nzug", "Nord\u202ezug", "Nord\x01zug"], ids=ascii)
def test_a_translation_holds_none_that_its_english_has_not(text: str, tmp_path: Path) -> None:
    """A tab in a translated name would give a piece that VASSAL cannot read."""
    folder = copy("points", tmp_path)
    (folder / "texts").mkdir()
    head = 'msgid ""\nmsgstr ""\n"X-Liege-Game: points\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n'
    (folder / "texts" / "de.po").write_text(f'{head}\nmsgid "North acts"\nmsgstr "{text}"\n', "utf-8")
    (told,) = found(folder)
    assert told.code == "L030"
    assert "North acts" in told.message
    assert told.span is not None
    assert told.span.line == 6
