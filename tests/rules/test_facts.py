"""Facts at the door: what rules look up in a definition is found when they are bound, or told; never in play."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import compiler.rules
from compiler import pipeline, resources
from compiler.diagnostics import Sink
from compiler.model.game import Game
from compiler.play.facts import Finder
from compiler.play.step import OFFERED, Binding
from compiler.registry import rulebook

HOME = Path(compiler.rules.__path__[0])
PACKAGES = sorted(path.parent.name for path in HOME.glob("*/__init__.py"))
HOLDERS = {
    "constant": "constants",
    "table": "tables",
    "track": "tracks",
    "dice": "dice",
    "option": "options",
    "mark": "marks",
    "seat": "seats",
    "side": "sides",
    "kind": "counter_kinds",
    "counter": "counters",
    "card": "cards",
    "pile": "piles",
}
LOOKED_UP = (
    "constants",
    "tables",
    "tracks",
    "pools",
    "checks",
    "contests",
    "modifiers",
    "incomes",
    "ladders",
    "counters",
    "regions",
    "dice",
    "options",
)


@cache
def the_game(slug: str) -> Game:
    found = pipeline.read(Path(str(resources.games())) / slug, Sink())
    assert found is not None
    return found.game


@cache
def asked(package: str) -> tuple[tuple[str, str], ...]:
    """Everything the package wants of its definition: what it is, its name."""
    assert rulebook(the_game(package), Sink()) is not None
    make = next(t for t in OFFERED if isinstance(t, Binding) and t.module.startswith(f"compiler.rules.{package}."))
    find = Finder(the_game(package), Sink())
    make.make(find)
    return tuple(find.asked)


def without(game: Game, what: str, id: str) -> dict[str, Any]:
    """What to change for a game to lack a thing."""
    if what in ("income", "ladder", "reset", "score", "ranking"):
        kept = {k: v for k, v in getattr(game.upkeep, f"{what}s").items() if k != id}
        return {"upkeep": replace(game.upkeep, **{f"{what}s": kept})}
    if what in ("modifier", "check", "pool", "contest", "volley"):
        kept = {k: v for k, v in getattr(game.rolls, f"{what}s").items() if k != id}
        return {"rolls": replace(game.rolls, **{f"{what}s": kept})}
    if what == "field":
        kinds = {
            k: replace(kind, fields={f: v for f, v in kind.fields.items() if f != id})
            for k, kind in game.counter_kinds.items()
        }
        return {"counter_kinds": kinds}
    if what == "region":
        maps = {m: replace(b, regions={k: v for k, v in b.regions.items() if k != id}) for m, b in game.maps.items()}
        return {"maps": maps}
    if what == "place":
        maps = {m: replace(b, spaces={k: v for k, v in b.spaces.items() if k != id}) for m, b in game.maps.items()}
        return {"maps": maps, "piles": {k: v for k, v in game.piles.items() if k != id}}
    holder = HOLDERS[what]
    return {holder: {k: v for k, v in getattr(game, holder).items() if k != id}}


@pytest.mark.parametrize("package", PACKAGES)
def test_a_definition_without_something_the_rules_use_is_told_and_not_bound(package: str) -> None:
    game = the_game(package)
    for what, id in asked(package):
        sink = Sink()
        assert rulebook(replace(game, **without(game, what, id)), sink) is None, (what, id)
        assert any(d.code == "P007" and f"`{id}`" in d.message and d.help for d in sink), (what, id)


def test_the_bonus_of_a_castle_is_a_fact_of_shogun() -> None:
    sink, game = Sink(), the_game("shogun")
    assert rulebook(replace(game, **without(game, "constant", "castle_bonus")), sink) is None
    assert [d.code for d in sink] == ["P007"]


def test_a_constant_of_the_wrong_form_is_told() -> None:
    game = the_game("shogun")
    for id, value in (("castle_bonus", 4), ("castle_bonus", {"unit": "spearman"}), ("revenge", "nine")):
        sink = Sink()
        changed = {**game.constants, id: replace(game.constants[id], value=value)}
        assert rulebook(replace(game, constants=changed), sink) is None
        assert any(d.code == "P007" and f"`{id}`" in d.message for d in sink)


# -- nothing is looked up by name in play ------------------------------------------------------------------------------
def chapters(package: str) -> Iterator[tuple[str, str]]:
    for path in sorted((HOME / package).glob("*.py")):
        if path.name != "facts.py":
            yield path.name, path.read_text(encoding="utf-8")


def looked_up(tree: ast.AST) -> Iterator[str]:
    """Lookups of the definition, or of the tracks on the table, by a name written in the file."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript) and isinstance(node.slice, (ast.Constant, ast.JoinedStr)):
            holder = getattr(node.value, "attr", "")
            if holder in LOOKED_UP:
                yield f"line {node.lineno}: .{holder}[…]"


def named(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """Marks and options that a file names: kind and name."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        said = [a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
        if name in ("option", "mark") and said:
            yield name, said[-1]
        if name == "Marked" and len(node.args) > 1 and isinstance(node.args[1], ast.Constant):
            yield "mark", str(node.args[1].value)


@pytest.mark.parametrize("package", PACKAGES)
def test_chapters_look_nothing_up_by_name(package: str) -> None:
    for name, text in chapters(package):
        assert not list(looked_up(ast.parse(text))), f"{name}: that belongs in facts.py"


@pytest.mark.parametrize("package", PACKAGES)
def test_every_mark_and_option_named_in_the_rules_is_asked_for(package: str) -> None:
    for name, text in chapters(package):
        for what, id in named(ast.parse(text)):
            assert (what, id) in asked(package), f"{name} names the {what} `{id}`: add it to facts.py"


@pytest.mark.parametrize("package", PACKAGES)
def test_rules_ask_by_decide_and_question_alone(package: str) -> None:
    for name, text in chapters(package):
        calls = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
        made = [node.lineno for node in calls if isinstance(node.func, ast.Name) and node.func.id == "Ask"]
        assert not made, f"{name}, lines {made}: ask with `decide`"
        assert "ask.prompt" not in text, f"{name} reads a prompt; ask for the topic"
