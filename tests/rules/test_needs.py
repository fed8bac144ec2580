"""What rules look up by name is said beforehand, so that a definition without it is told and never breaks off."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import compiler.rules
from compiler import pipeline, resources
from compiler.diagnostics import Sink
from compiler.model.game import Game
from compiler.play.step import OFFERED, Needs
from compiler.registry import rulebook

PACKAGES = sorted(path.parent.name for path in Path(compiler.rules.__path__[0]).glob("*/__init__.py"))
HOLDERS = {
    "constant": "constants",
    "table": "tables",
    "dice": "dice",
    "option": "options",
    "mark": "marks",
    "seat": "seats",
    "kind": "counter_kinds",
}


def the_game(slug: str) -> Game:
    found = pipeline.read(Path(str(resources.games())) / slug, Sink())
    assert found is not None
    return found.game


def needed(package: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for need in OFFERED:
        if isinstance(need, Needs) and need.module.startswith(f"compiler.rules.{package}."):
            found[need.what].update(need.ids)
    return found


def without(game: Game, what: str, id: str) -> dict[str, Any] | None:
    """What to change for a game to lack a thing; None for places and tracks, which other parts hang on."""
    if what in ("check", "pool"):
        kept = {k: v for k, v in getattr(game.rolls, f"{what}s").items() if k != id}
        return {"rolls": replace(game.rolls, **{f"{what}s": kept})}
    holder = HOLDERS.get(what)
    return None if holder is None else {holder: {k: v for k, v in getattr(game, holder).items() if k != id}}


def words(call: ast.Call) -> list[str]:
    return [a.value for a in call.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]


def looked_up(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """What a file looks up by a name written in it: kind and name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
            holder = getattr(node.value, "attr", "")
            if holder in ("tables", "tracks", "constants", "pools", "checks"):
                yield holder[:-1], str(node.slice.value)
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        said = words(node)
        what = {"constant": "constant", "number": "constant", "option": "option", "mark": "mark"}.get(name)
        if what is not None and said:
            yield what, said[-1]
        if name == "Marked" and len(node.args) > 1 and isinstance(node.args[1], ast.Constant):
            yield "mark", str(node.args[1].value)


@pytest.mark.parametrize("package", PACKAGES)
def test_every_name_written_in_the_rules_is_said_to_be_needed(package: str) -> None:
    said = needed(package) or (rulebook(the_game(package), Sink()) and needed(package)) or {}
    for path in sorted(Path(compiler.rules.__path__[0], package).glob("*.py")):
        for what, id in looked_up(ast.parse(path.read_text(encoding="utf-8"))):
            assert id in said.get(what, set()), f"{path.name} looks up the {what} `{id}`: add it to `needs`"


@pytest.mark.parametrize("package", PACKAGES)
def test_a_definition_without_a_needed_name_is_told_and_not_bound(package: str) -> None:
    game = the_game(package)
    assert rulebook(game, Sink()) is not None
    for what, ids in needed(package).items():
        for id in sorted(ids):
            changes = without(game, what, id)
            if changes is None:
                continue
            sink = Sink()
            assert rulebook(replace(game, **changes), sink) is None, (what, id)
            assert any(d.code == "P007" and f"`{id}`" in d.message and d.help for d in sink), (what, id)
