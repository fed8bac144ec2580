"""The worked examples of the rulebook are there; the ledger, row by row."""

from __future__ import annotations

from compiler.trace import faults, trace
from tests.games.playable import ROOT
from tests.rules.covering import covers
from tests.rules.shingens_arrival.campaign import the_book, the_game

ROWS = ("13.EX1", "13.EX2", "14.EX")


@covers("shingens_arrival", *ROWS)
def test_all_examples_of_the_rulebook_with_dice_are_here() -> None:
    ledger = the_game().ledger
    assert ledger is not None
    assert {row.id for row in ledger.rows.values() if row.kind == "example" and row.scope == "engine"} == set(ROWS)
    told = {rule for document in the_game().examples.values() for rule in document.value["rules"]}
    assert set(ROWS) <= told


def test_every_row_of_the_ledger_is_carried_and_proved() -> None:
    matrix = trace(the_game(), the_book(), ROOT / "tests")
    assert [str(fault) for fault in faults(matrix)] == []
    assert not [row.row.id for row in matrix.rows.values() if row.status == "waived"]
