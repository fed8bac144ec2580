"""Rules as players look them up."""

from __future__ import annotations

import pytest

from compiler.emit.names import rule_names
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
