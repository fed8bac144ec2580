"""Import directions of the house plan, read from the source."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent / "compiler"

# Each part may import itself and the parts named here. Order is that of the line.
LINE = ("diagnostics", "load", "schema", "model", "check", "play", "render", "emit", "print")
BASE = {"resources", "version", "fingerprint"}
ALLOWED: dict[str, set[str]] = {
    "resources": set(),
    "version": set(),
    "diagnostics": set(),
    "fingerprint": {"resources"},
    "unfinished": set(),
    "journal": {"unfinished"},
    "cache": {"fingerprint", "unfinished"},
    "crash": {"version"},
    "publish": {"diagnostics", "journal", "unfinished"},
    "vassal": {"diagnostics"},
    **{stage: {*LINE[:rank], *BASE} for rank, stage in enumerate(LINE) if stage != "diagnostics"},
}
ALLOWED["render"] |= {"cache"}
ALLOWED["emit"] |= {"vassal", "cache"}
ALLOWED["print"] |= {"cache"}
ALLOWED["rules"] = {"diagnostics", "load", "model", "play"}
ALLOWED["registry"] = {*LINE[:6], "rules"}
ALLOWED["trace"] = {*LINE, *BASE, "registry"}
ALLOWED["referee"] = {*LINE[:6], *BASE, "emit", "vassal", "registry"}
ALLOWED["build_record"] = {"diagnostics", "load", "cache", "fingerprint"}
ALLOWED["pipeline"] = {*LINE, *BASE, "registry", "trace", "referee", "cache", "build_record", "publish", "vassal"}
ALLOWED["author"] = {*ALLOWED["pipeline"], "pipeline", "vassal"}
ALLOWED["web"] = {*ALLOWED["author"], "author", "unfinished"}
ALLOWED["commands"] = {*ALLOWED["web"], "web"}
ALLOWED["cli"] = {"pipeline", "commands", "diagnostics", "crash", "version"}
ALLOWED["__main__"] = {"cli"}
ALLOWED["api"] = {*ALLOWED["pipeline"], "pipeline"}
ALLOWED["__init__"] = set()

FILES = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*.py"))


def part_of(file: str) -> str:
    return file.removesuffix(".py").split("/")[0]


def imported(file: str) -> Iterator[tuple[str, int]]:
    """Parts of our package that a file imports, anywhere in it, with the line."""
    package = ["compiler", *file.split("/")[:-1]]
    for node in ast.walk(ast.parse((ROOT / file).read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            home = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            base = ".".join(filter(None, (home, node.module)))
            names = [f"{base}.{alias.name}" for alias in node.names] if base == "compiler" else [base]
        for name in names:
            if name.split(".")[0] == "compiler" and "." in name:
                yield name.split(".")[1], node.lineno


@pytest.mark.parametrize("file", FILES)
def test_imports_point_left(file: str) -> None:
    part = part_of(file)
    assert part in ALLOWED, f"{part} has no place in the line"
    wrong = [
        f"{file}:{line} imports {other}"
        for other, line in imported(file)
        if other != part and other not in ALLOWED[part]
    ]
    assert not wrong, "\n".join(wrong)


def test_only_the_registry_imports_rules() -> None:
    users = {part_of(file) for file in FILES for other, _ in imported(file) if other == "rules"}
    assert users <= {"rules", "registry"}


def test_one_game_never_imports_another() -> None:
    for file in FILES:
        if file.startswith("rules/") and file.count("/") > 1:
            slug = file.split("/")[1]
            tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
            for node in ast.walk(tree):
                module = (node.module or "") if isinstance(node, ast.ImportFrom) else ""
                assert not module.startswith("compiler.rules.") or module.split(".")[2] == slug, f"{file}: {module}"


def test_the_reader_of_imports_sees_them_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "x.py").write_text(
        "import compiler.play\nfrom compiler import emit\nfrom compiler.render.svg import y\n"
        "from ..check import z\nfrom . import own\ndef f():\n    import compiler.vassal.archive\n"
    )
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    assert {part for part, _ in imported("model/x.py")} == {"play", "emit", "render", "check", "model", "vassal"}
