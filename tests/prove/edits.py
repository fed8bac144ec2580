"""Breaks written by hand, and survivors accepted: `tests/prove/<slug>.yaml`."""

from __future__ import annotations

import ast
import gc
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import yaml

HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Edit:
    """A change in the text of the rules that breaks a row."""

    row: str
    find: str
    put: str
    where: str  # file of the rules in which `find` stands, once
    module: str

    @property
    def told(self) -> str:
        return f"`{_short(self.find)}` → `{_short(self.put)}`"


def _short(text: str) -> str:
    return " ".join(text.split())


@dataclass(frozen=True, slots=True)
class Written:
    """What a game's file says: breaks, and rows that may survive, each with its reason."""

    edits: tuple[Edit, ...]
    survivors: dict[str, str]
    stale: tuple[str, ...]  # breaks whose text stands nowhere, or more than once


def package_files(package: str) -> list[Any]:
    """The files of a package of rules, in order."""
    return sorted((e for e in files(package).iterdir() if e.name.endswith(".py")), key=lambda e: e.name)


@cache
def _texts(package: str) -> dict[str, str]:
    return {entry.name: entry.read_text(encoding="utf-8") for entry in package_files(package)}


def written(slug: str, package: str | None) -> Written:
    """The file of a game; nothing where there is none."""
    path = HERE / f"{slug}.yaml"
    said = (yaml.safe_load(path.read_text(encoding="utf-8")) or {}) if path.is_file() else {}
    edits: list[Edit] = []
    stale: list[str] = []
    for entry in said.get("breaks") or ():
        texts = _texts(package) if package is not None else {}
        named = [name for name in texts if name == entry.get("file", name)]
        homes = [name for name in named for _ in range(texts[name].count(entry["find"]))]
        rows = [entry["row"]] if "row" in entry else entry["rows"]
        if len(homes) != 1:
            stale.append(f"{', '.join(rows)}: `{_short(entry['find'])}` stands {len(homes)} times in the rules")
            continue
        module = f"{package}.{homes[0].removesuffix('.py')}"
        edits += [Edit(row, entry["find"], entry["put"], homes[0], module) for row in rows]
    return Written(tuple(edits), dict(said.get("survivors") or {}), tuple(stale))


def apply_edit(edit: Edit) -> None:
    """Put the changed functions and plain constants of a file in the place of its own."""
    package = edit.module.rsplit(".", 1)[0]
    text = _texts(package)[edit.where]
    changed = text.replace(edit.find, edit.put)
    module = sys.modules[edit.module]
    new = dict(_codes(compile(changed, str(module.__file__), "exec")))
    for function in [f for f in gc.get_objects() if type(f) is FunctionType and f.__module__ == edit.module]:
        code = new.get(function.__code__.co_qualname)
        if code is not None and "<" not in code.co_qualname and code.co_freevars == function.__code__.co_freevars:
            function.__code__ = code
    _constants(text, changed, module)


def _codes(code: CodeType) -> Iterator[tuple[str, CodeType]]:
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield part.co_qualname, part
            yield from _codes(part)


def _constants(text: str, changed: str, module: Any) -> None:
    """Constants of the file that read otherwise now, here and wherever they were imported."""
    before = {ast.unparse(node) for node in ast.parse(text).body}
    for node in ast.parse(changed).body:
        if isinstance(node, ast.Assign) and ast.unparse(node) not in before and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            value = eval(compile(ast.Expression(node.value), "<edit>", "eval"), vars(module))
            old = vars(module).get(name)
            for other in list(sys.modules.values()):
                if getattr(other, "__name__", "").startswith(("compiler.rules.", "tests.")):
                    held = vars(other)
                    if name in held and held[name] is old:
                        held[name] = value
