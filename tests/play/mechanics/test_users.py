"""Mechanics earn their place: each has two users, be it games, the stock steps or the players."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
MECHANICS = ROOT / "compiler" / "play" / "mechanics"
# The evaluator of rolls.yaml and upkeep.yaml: what a game declares there is its user.
EVALUATOR = ("modifiers", "reckoning", "volleys")
MODULES = sorted(path.stem for path in MECHANICS.glob("*.py") if path.stem not in ("__init__", *EVALUATOR))


def offered(module: str) -> list[str]:
    """The public names of a module; what one of its functions answers comes with that function."""
    tree = ast.parse((MECHANICS / f"{module}.py").read_text(encoding="utf-8"))
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    returned = [part for node in functions if node.returns for part in ast.walk(node.returns)]
    answers = {part.id for part in returned if isinstance(part, ast.Name)}
    named = [node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    named += [t.id for n in tree.body if isinstance(n, ast.Assign) for t in n.targets if isinstance(t, ast.Name)]
    return [name for name in named if not name.startswith("_") and name not in answers]


def household(path: Path) -> str:
    """Whose a file is: a game's, the stock steps', or that of the part of the house it lies in."""
    parts = path.relative_to(ROOT / "compiler").parts
    return parts[1] if parts[0] == "rules" else "/".join(parts[:2])


def used(path: Path) -> Iterator[tuple[str, str]]:
    """Module and name of every mechanic that a file uses."""
    tree, modules = ast.parse(path.read_text(encoding="utf-8")), {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "compiler.play.mechanics":
            modules.update({alias.asname or alias.name: alias.name for alias in node.names})
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("compiler.play.mechanics."):
            yield from ((str(node.module).rsplit(".", 1)[1], alias.name) for alias in node.names)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in modules:
            yield modules[node.value.id], node.attr


@cache
def users() -> dict[tuple[str, str], set[str]]:
    found: dict[tuple[str, str], set[str]] = {}
    for path in sorted((ROOT / "compiler").rglob("*.py")):
        if path.parent == MECHANICS or b"play.mechanics" not in path.read_bytes():
            continue
        for key in used(path):
            found.setdefault(key, set()).add(household(path))
    return found


@pytest.mark.parametrize("module", MODULES)
def test_each_mechanic_has_two_users(module: str) -> None:
    everybody = users()
    lonely = {name: sorted(everybody.get((module, name), ())) for name in offered(module)}
    assert {name: who for name, who in lonely.items() if len(who) < 2} == {}


def test_users_are_seen_however_they_import() -> None:
    found = users()
    assert {"anegawa", "play/stock"} <= found["zoc", "zones"]
    assert "play/stock" in found["movement", "reach"]
    assert MODULES
