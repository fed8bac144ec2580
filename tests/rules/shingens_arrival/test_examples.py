"""The worked examples of the rulebook are there; the ledger, row by row; every refusal by its rule."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import compiler.rules.shingens_arrival
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


def refusals() -> Iterator[str]:
    """Every rule that the code quotes when it refuses an answer."""
    for path in sorted(Path(compiler.rules.shingens_arrival.__file__).parent.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
            if isinstance(node, ast.Call) and name in ("Refusal", "restricts"):
                said = node.args[0 if name == "Refusal" else 1]
                yield from (c.value for c in ast.walk(said) if isinstance(c, ast.Constant) and isinstance(c.value, str))


def asked_for() -> str:
    """The tests of the chapters without the rows they say they cover."""
    told = ""
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                node.decorator_list = [d for d in node.decorator_list if "covers" not in ast.unparse(d)]
        told += "" if path == Path(__file__) else ast.unparse(tree)
    return told


def test_every_refusal_is_asked_for_by_its_rule() -> None:
    """A test is refused by each rule; the cases that are allowed stand beside them."""
    ledger, tests = the_game().ledger, asked_for()
    assert ledger is not None
    rules = {rule for rule in refusals() if rule in ledger.rows}
    assert len(rules) > 70
    assert sorted(rule for rule in rules if f"'{rule}'" not in tests) == []
