"""Every rule that the code quotes when it refuses an answer is quoted by a test that is refused."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.games.playable import ROOT, bound

GAMES = sorted(path.parent.name for path in (ROOT / "compiler" / "rules").glob("*/__init__.py"))


def refusals(slug: str) -> Iterator[str]:
    for path in sorted((ROOT / "compiler" / "rules" / slug).glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
            if isinstance(node, ast.Call) and name in ("Refusal", "restricts"):
                said = node.args[0 if name == "Refusal" else 1]
                yield from (c.value for c in ast.walk(said) if isinstance(c, ast.Constant) and isinstance(c.value, str))


def quoted(folder: Path) -> str:
    """The tests of a game without the rows they say they cover."""
    told = ""
    for path in sorted(folder.glob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                node.decorator_list = [d for d in node.decorator_list if "covers" not in ast.unparse(d)]
        told += ast.unparse(tree)
    return told


@pytest.mark.parametrize("slug", GAMES)
def test_every_refusal_is_asked_for_by_its_rule(slug: str) -> None:
    """A test is refused by each rule; the cases that are allowed stand beside them."""
    ledger, tests = bound(slug).game.ledger, quoted(ROOT / "tests" / "rules" / slug)
    assert ledger is not None
    rules = {rule for rule in refusals(slug) if rule in ledger.rows}
    assert len(rules) > 40
    assert sorted(rule for rule in rules if f"'{rule}'" not in tests) == []
