"""Every worked example of the rulebook comes out as it says, and none is left out."""

from __future__ import annotations

import pytest

from compiler.play.examples import check_example
from tests.rules.shogun.table import the_book, the_game

EXAMPLES = the_game().examples


@pytest.mark.parametrize("name", EXAMPLES)
def test_example(name: str) -> None:
    fault = check_example(the_book(), EXAMPLES[name])
    assert fault is None, fault.message


def test_every_example_row_of_the_ledger_is_played() -> None:
    ledger = the_game().ledger
    assert ledger is not None
    rows = {row.id for row in ledger.rows.values() if row.kind == "example"}
    assert len(rows) == 47
    assert rows <= {rule for example in EXAMPLES.values() for rule in example.value["rules"]}
