"""Expected places against those VASSAL sees."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler.diagnostics import Failed
from compiler.vassal.probe.places import Mismatch, Piece, compare, read_places

ODA = Piece("1001", "oda", "0402")
LEVIES = (Piece("1002", "levy", "0105"), Piece("1003", "levy", "0311"))


def test_a_piece_is_found_by_name_and_by_id() -> None:
    assert list(compare({"oda": ("0402",), "#1001": ("0402",)}, [ODA])) == []


def test_a_piece_elsewhere_is_a_mismatch_with_both_places() -> None:
    assert list(compare({"oda": ("0403",)}, [ODA])) == [Mismatch("oda", ("0403",), ("0402",))]


def test_places_of_one_name_have_no_order() -> None:
    assert list(compare({"levy": ("0311", "0105")}, LEVIES)) == []


def test_one_place_twice_is_not_one_place_once() -> None:
    assert list(compare({"levy": ("0105", "0105")}, LEVIES)) == [Mismatch("levy", ("0105",), ("0311",))]


def test_a_piece_too_few_and_a_piece_too_many_are_mismatches() -> None:
    assert list(compare({"levy": ("0105", "0311", "0412")}, LEVIES)) == [Mismatch("levy", ("0412",), ())]
    assert list(compare({"levy": ("0105",)}, LEVIES)) == [Mismatch("levy", (), ("0311",))]


def test_pieces_that_are_not_listed_may_be_anywhere() -> None:
    assert list(compare({"oda": ("0402",)}, [ODA, *LEVIES])) == []


def test_one_place_and_a_list_of_one_read_the_same(tmp_path: Path) -> None:
    path = tmp_path / "places.json"
    path.write_text('{"Battle": {"oda": "0402", "levy": ["0402"]}}', encoding="utf-8")
    assert read_places(path) == {"Battle": {"oda": ("0402",), "levy": ("0402",)}}


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{", '{"Battle": ["0402"]}', '{"Battle": {"oda": 402}}', '{"Battle": {"oda": [null]}}', "[" * 100_000],
)
def test_any_other_form_is_a_fault_of_the_file(tmp_path: Path, text: str) -> None:
    path = tmp_path / "places.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(Failed) as failed:
        read_places(path)
    assert [d.code for d in failed.value.diagnostics] == ["E913"]
    assert "places.json" in failed.value.diagnostics[0].message
