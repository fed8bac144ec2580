"""Rules as players look them up."""

from __future__ import annotations

import pytest

from compiler.emit.names import rule_name, rule_names
from compiler.model.common import Note


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        (("5-3.x1",), "5-3"),
        (("5-3.1", "5-3.x1"), "5-3.1"),
        (("5-2.3", "5-3.x1", "5-3.x2"), "5-2.3, 5-3"),
        (("13-3-5.x1", "13-3.2"), "13-3.2, 13-3-5"),
        (("7.1", "Morale.2"), "7.1, Morale"),
        (("FAQ-Q7.1",), "FAQ Q7"),
    ],
)
def test_rows_that_the_rulebook_has_not_go_by_the_rule_they_stand_under(rules: tuple[str, ...], told: str) -> None:
    assert rule_names(Note(rules=rules)) == told


def test_one_rule_is_named_as_the_rulebook_numbers_it() -> None:
    """Rows of a section go by the section; where the book has chapters alone, its rows are numbered themselves."""
    rows = {"7-1.1": "7-1", "7.1": "7", "8-4-2-2.1": "8-4-2-2", "2.41.7": "2.41", "1.0.1": "1"}
    for row, section in rows.items():
        assert rule_name(Note((row, "9.9"), sectioned=True)) == section
    assert rule_name(Note(("4.2", "4.5"))) == "4.2"
    assert rule_name(Note(("FAQ-Q7.1",), sectioned=True)) == "FAQ Q7"
    assert rule_name(Note(("5-3.x1", "5-3.1"), sectioned=True)) == rule_name(Note(("5-3.x1",), sectioned=True)) == "5-3"
    assert rule_name(Note()) == ""
