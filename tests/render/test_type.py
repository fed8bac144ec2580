"""Text as outlines."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from compiler.render import type as t
from compiler.render.drawing import Drawing
from compiler.render.punctuation import punctuated


def test_kerning_pulls_a_pair_together() -> None:
    assert t.width("AV", 10, "serif") < t.width("A", 10, "serif") + t.width("V", 10, "serif")


def test_tracking_adds_its_ems_between_letters_only() -> None:
    plain, wide = t.shape("HH", "sans"), t.shape("HH", "sans", 0.5)
    assert round(wide.advance - plain.advance, 3) == 0.5


def test_kanji_fall_back_to_the_japanese_face() -> None:
    assert t.missing("Oda 織田", "serif") == ""
    assert len(t.shape("織田", "serif").glyphs) == 2


def test_a_missing_glyph_is_a_fault_of_the_drawing_and_never_tofu() -> None:
    drawing = Drawing(20, 10)
    drawing.text(1, 8, "a😀b", 4)
    assert [d.code for d in drawing.problems] == ["R101"]
    assert "U+1F600" in drawing.problems[0].message
    assert len(drawing.items[0].line.glyphs) == 3  # type: ignore[union-attr]


@given(st.text("abcdefg hij武田信玄、。", max_size=80), st.floats(8, 40))
def test_wrapping_loses_no_letter_and_keeps_the_measure(text: str, measure: float) -> None:
    lines = t.wrap(text, 3.0, measure)
    assert "".join("".join(lines).split()) == "".join(text.split())
    for line in lines:
        pieces = list(t._units(line))
        assert len(pieces) == 1 or t.width(line, 3.0) <= measure


def test_no_line_of_japanese_begins_with_a_comma() -> None:
    for measure in range(6, 30, 3):
        assert all(line[0] not in "、。" for line in t.wrap("武田、信玄。上洛、する。", 3.0, measure))


def test_no_line_begins_with_a_dot_between_two_things() -> None:
    for measure in range(10, 60, 2):
        lines = t.wrap("March one army · Declare first battles · One battle · Move", 3.0, measure)
        assert all(line[0] != "·" for line in lines)
        assert " ".join(lines) == "March one army · Declare first battles · One battle · Move"


def test_fitting_shrinks_to_the_measure_and_never_grows() -> None:
    assert t.fit("NOBUNAGA", 2.0, 100, "sans-bold") == 2.0
    assert t.width("NOBUNAGA", t.fit("NOBUNAGA", 9.0, 12, "sans-bold"), "sans-bold") <= 12.0001


def test_every_face_is_carried_by_an_installed_package() -> None:
    for name in t.FACES:
        assert t.shape("A1", name).glyphs


def test_marks_are_set_as_printers_set_them_and_found_as_typed() -> None:
    def same(typed: str, printed: str, face: str = "sans") -> bool:
        return t.shape(typed, face).glyphs == t.shape(printed, face).glyphs

    assert same("the attacker's two", "the attacker’s two")
    assert same('the line "wear check, disordered" of it', "the line “wear check, disordered” of it")
    assert same("read 'Minor Clan'.", "read ‘Minor Clan’.", "sans-italic")
    assert same("morale -1 (-2)", "morale −1 (−2)")
    assert same("4-2, Mill-8, -", "4-2, Mill-8, -")
    assert not same("-1", "‐1")
    assert t.shape("Oda's").text == "Oda's"  # what one types into a search
    assert punctuated("Oda's -1", "abc".__contains__) == "Oda's -1"  # an author's face may lack them
