"""House rules that tools enforce."""

from __future__ import annotations

import ast
import dataclasses
import importlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def banned(file: str, source: str) -> bool:
    ruff = [sys.executable, "-m", "ruff", "check", "--no-cache", "--select", "TID251", "--stdin-filename", file, "-"]
    done = subprocess.run(ruff, input=source, capture_output=True, text=True, cwd=ROOT, check=False)
    return "TID251" in done.stdout


@pytest.mark.parametrize("source", ["import random\n", "from time import sleep\n", "import datetime as d\n"])
def test_chance_and_clock_are_banned_where_games_are_played(source: str) -> None:
    assert banned("compiler/play/x.py", source)
    assert banned("compiler/play/mechanics/x.py", source)
    assert banned("compiler/rules/demo/ch01_x.py", source)
    assert not banned("compiler/emit/x.py", source)


def test_scripts_of_ours_are_sound_and_run_the_two_targets() -> None:
    for script in ("run", "setup"):
        subprocess.run(["bash", "-n", ROOT / ".ci" / script], check=True)
    text = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "set -euo pipefail" in text
    assert text.index("make lint") < text.index("make test")


# -- sizes -------------------------------------------------------------------------------------------------------------
FILE, CHAPTER, FUNCTION = 400, 310, 50  # lines; a reader finishes each in one sitting
SOURCES = sorted((ROOT / "compiler").rglob("*.py"))


def place(path: Path) -> str:
    return path.relative_to(ROOT / "compiler").as_posix()


def functions(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Name and length of every function, less its head and docstring."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            first = node.body[1] if ast.get_docstring(node) and len(node.body) > 1 else node.body[0]
            yield node.name, (node.end_lineno or 0) - first.lineno + 1


def test_a_file_is_read_in_one_sitting() -> None:
    most = {path: CHAPTER if place(path).startswith("rules/") else FILE for path in SOURCES}
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in SOURCES}
    assert {place(path): n for path, n in lengths.items() if n > most[path]} == {}


def test_a_function_is_seen_at_one_glance() -> None:
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in SOURCES}
    found = {f"{place(path)}: {name}": n for path, tree in trees.items() for name, n in functions(tree)}
    assert len(found) > 2000
    assert {name: n for name, n in found.items() if n > FUNCTION} == {}


def test_lengths_are_counted_without_head_and_docstring() -> None:
    source = 'def f(\n    a: int,\n) -> int:\n    """Says.\n\n    More.\n    """\n    a += 1\n    return a\n'
    assert list(functions(ast.parse(source))) == [("f", 2)]


# -- construction by keyword -------------------------------------------------------------------------------------------
def by_place(path: Path) -> Iterator[str]:
    """Objects of the model with more than three fields that a file makes by the order of their fields."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    homes = {
        alias.asname or alias.name: node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("compiler.model.")
        for alias in node.names
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args and node.func.id in homes:
            made = getattr(importlib.import_module(homes[node.func.id] or ""), node.func.id)
            if dataclasses.is_dataclass(made) and len(dataclasses.fields(made)) > 3:
                yield f"{path.name}:{node.lineno} {node.func.id}"


def test_the_model_is_made_by_keyword(tmp_path: Path) -> None:
    lowering = sorted((ROOT / "compiler" / "model" / "lower").glob("*.py"))
    assert len(lowering) > 8
    assert [fault for path in lowering for fault in by_place(path)] == []
    wrong = tmp_path / "x.py"
    wrong.write_text(
        "from compiler.model.game import Side, HelpPage\nSide('a', 'b')\nHelpPage('a', 'b')\n", encoding="utf-8"
    )
    assert list(by_place(wrong)) == ["x.py:2 Side"]
