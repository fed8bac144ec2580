"""The worked examples of the rulebook, played with their dice; and the ledger, row by row."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import compiler.rules.anegawa
from compiler.play.examples import check_example
from compiler.trace import faults, trace
from tests.rules.anegawa.battle import ROOT, the_book, the_game
from tests.rules.covering import covers

ROWS = ("5-2.EX", "5-3.EX", "6-1.EX", "11.0(3).EX", "11-2-1.EX", "15-2.EX", "15.0(2).EX", "16-4.EX")


@pytest.mark.parametrize("name", sorted(the_game().examples))
def test_the_example_comes_out_as_it_says(name: str) -> None:
    fault = check_example(the_book(), the_game().examples[name])
    assert fault is None, fault


@covers("anegawa", *ROWS)
def test_all_eight_examples_of_the_rulebook_are_here() -> None:
    told = {rule for document in the_game().examples.values() for rule in document.value["rules"]}
    assert set(ROWS) <= told


def test_every_row_of_the_ledger_is_carried_and_proved() -> None:
    matrix = trace(the_game(), the_book(), ROOT / "tests")
    assert [str(fault) for fault in faults(matrix)] == []
    assert not [row.row.id for row in matrix.rows.values() if row.status == "waived"]


def refusals() -> Iterator[str]:
    """Every rule that the code quotes when it refuses an answer."""
    for path in sorted(Path(compiler.rules.anegawa.__file__).parent.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
            if isinstance(node, ast.Call) and name in ("Refusal", "restricts"):
                said = node.args[0 if name == "Refusal" else 1]
                yield from (c.value for c in ast.walk(said) if isinstance(c, ast.Constant) and isinstance(c.value, str))


def test_every_refusal_is_asked_for_by_its_rule() -> None:
    """A test or an example is refused by each rule; the cases that are allowed stand beside them."""
    rules = set(refusals())
    assert len(rules) > 45
    tests = "".join(path.read_text(encoding="utf-8") for path in sorted(Path(__file__).parent.glob("test_*.py")))
    assert sorted(rule for rule in rules if f'== "{rule}"' not in tests) == []
