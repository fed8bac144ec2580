"""One fingerprint of our code: it changes with what it stands for, and with nothing else."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from pathlib import Path

import pytest

import compiler
from compiler import fingerprint as fingerprints
from compiler import resources
from compiler.fingerprint import Sources, fingerprint_of, imported, library

HOUSE = Path(compiler.__file__).parent
SCREEN, SHEETS, LINE, PLAY = (
    "compiler.render.screen",
    "compiler.print.sheets",
    "compiler.pipeline",
    "compiler.play.session",
)
SHOGUN, READER = "compiler.rules.shogun", "compiler.model.lower.game"
MODULES = sorted(path.relative_to(HOUSE).as_posix() for path in HOUSE.rglob("*.py"))


def name_of(file: str) -> str:
    return ".".join(("compiler", *Path(file).with_suffix("").parts)).removesuffix(".__init__")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A house that may be changed."""
    ignore = shutil.ignore_patterns("__pycache__", "*.java", "*.md")
    shutil.copytree(resources.schemas(), tmp_path / "schemas")
    return Path(shutil.copytree(HOUSE, tmp_path / "compiler", ignore=ignore))


def prints(house: Path, *entries: str) -> dict[str, str]:
    """What the entries of a house are known by; read afresh."""
    sources = Sources(house, house.parent / "schemas")
    return {entry: fingerprint_of(sources, entry) for entry in entries}


def changed(house: Path, file: str, old: str, new: str, *entries: str) -> set[str]:
    """The entries that are known by another fingerprint once a file has been changed."""
    before, path = prints(house, *entries), house / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    after = prints(house, *entries)
    return {entry for entry in entries if before[entry] != after[entry]}


ENTRIES = (SCREEN, SHEETS, LINE, PLAY, SHOGUN, READER)


@pytest.mark.parametrize(
    ("file", "old", "new", "known"),
    [
        ("model/colour.py", "(br - ar) * t", "(br - ar) * t * 0.99", {SCREEN, SHEETS, LINE}),
        ("print/sheets.py", "PREVIEW = 4.0", "PREVIEW = 4.1", {SHEETS, LINE}),
        ("render/map/relief.py", "from __future__", "RELIEF = 1\nfrom __future__", {SCREEN, SHEETS, LINE}),
        ("model/symbols.svg", "<path", "<path ", {SCREEN, SHEETS, LINE}),
        ("../schemas/map.schema.json", "{", "{ ", {LINE}),
        ("model/table.py", "from __future__", "TABLE = 1\nfrom __future__", {PLAY, SHOGUN, SHEETS, LINE}),
        ("rules/shogun/ch04_6_ninja.py", "from __future__", "NINJA = 1\nfrom __future__", {SHOGUN, LINE}),
        ("check/maps.py", "from __future__", "MAPS = 1\nfrom __future__", {LINE}),
        ("model/lower/map.py", "from __future__", "MAPS = 1\nfrom __future__", {READER, LINE}),
        ("diagnostics/span.py", "from __future__", "SPAN = 1\nfrom __future__", set(ENTRIES)),
        ("commands/new.py", "from __future__", "NEW = 1\nfrom __future__", set()),
    ],
)  # fmt: skip
def test_a_change_shows_in_what_runs_it_and_nowhere_else(
    copy: Path, file: str, old: str, new: str, known: set[str]
) -> None:
    assert changed(copy, file, old, new, *ENTRIES) == known


def test_any_constant_inside_counts_and_none_outside(copy: Path) -> None:
    """Every ninth file of the house is nudged, one at a time."""
    inside = {entry: set(Sources(copy, copy.parent / "schemas").closure(entry)) for entry in (SCREEN, PLAY)}
    assert all(40 < len(names) < len(MODULES) - 40 for names in inside.values())
    before = prints(copy, SCREEN, PLAY)
    for file in MODULES[::9]:
        path = copy / file
        text = path.read_text(encoding="utf-8")
        path.write_text(f"{text}\nNUDGED = 1\n", encoding="utf-8")
        after = prints(copy, SCREEN, PLAY)
        path.write_text(text, encoding="utf-8")
        for entry, names in inside.items():
            assert (before[entry] != after[entry]) == (name_of(file) in names), f"{file} for {entry}"


def by_python(file: str) -> Iterator[str]:
    """What a file imports, as Python's own parser has it."""
    package = ["compiler", *file.split("/")[:-1]]
    for node in ast.walk(ast.parse((HOUSE / file).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            home = (
                ".".join(filter(None, (*package[: len(package) - node.level + 1], node.module))) if node.level else ""
            )
            yield home or node.module or ""
            yield from (f"{home or node.module}.{alias.name}" for alias in node.names)


def test_the_reader_of_imports_misses_none() -> None:
    for file in MODULES:
        package = ".".join(("compiler", *file.split("/")[:-1]))
        missed = set(by_python(file)) - set(imported((HOUSE / file).read_text(encoding="utf-8"), package))
        assert not missed, file


def test_every_way_to_write_an_import_is_read() -> None:
    text = (
        "import a.b as c, d  # e\nfrom f import (  # (g) h\n    i,  # )\n    j as k,\n)\nfrom .l import m\n"
        "from .. import n\ndef o() -> None:\n    from p.q import r\n    import s\n"
    )
    assert set(imported(text, "x.y")) == {
        "a.b", "d", "f", "f.i", "f.j", "x.y.l", "x.y.l.m", "x", "x.n", "p.q", "p.q.r", "s",
    }  # fmt: skip


@cache
def really_imported(entry: str) -> frozenset[str]:
    """The modules of ours that Python has loaded once an entry is."""
    code = f"import sys, {entry}; print(*(name for name in sys.modules if name.split('.')[0] == 'compiler'))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=HOUSE.parent)
    return frozenset(run.stdout.split())


@pytest.mark.parametrize("entry", [SCREEN, SHEETS, PLAY, SHOGUN, "compiler.registry", "compiler.emit.module.vmod"])
def test_whatever_python_loads_is_inside(entry: str) -> None:
    inside = Sources(HOUSE, resources.schemas()).closure(entry)
    assert len(really_imported(entry)) > 20
    assert really_imported(entry) <= set(inside)


def test_what_is_imported_by_name_counts() -> None:
    inside = Sources(HOUSE, resources.schemas()).closure(LINE)
    assert {"compiler.check.maps", "compiler.emit.module.vmod", "compiler.print.sheets", SHOGUN} <= set(inside)


def test_every_library_has_a_version_and_another_version_is_another_fingerprint(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    used = {name for source in Sources(HOUSE, resources.schemas()).closure(LINE).values() for name in source.libraries}
    assert {"font_source_sans_pro", "matplotlib_fontja", "PIL", "yaml", "cairocffi", "jsonschema_rs"} <= used
    assert all(re.search(r" \d", library(name)) for name in used)
    before = prints(HOUSE, SCREEN, READER)
    library.cache_clear()
    monkeypatch.setattr(fingerprints, "version", lambda name: "99" if name == "numpy" else version(name))
    after = prints(HOUSE, SCREEN, READER)
    library.cache_clear()
    assert before[SCREEN] != after[SCREEN]
    assert before[READER] == after[READER]  # reads no numpy


def test_a_package_of_somebody_else_counts_with_what_it_uses_of_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "theirs"
    folder.mkdir()
    (folder / "__init__.py").write_text("from theirs import rules\n", encoding="utf-8")
    (folder / "rules.py").write_text("import compiler.play.session\nDICE = 2\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    before = fingerprint_of(Sources(HOUSE, resources.schemas()), "theirs")
    assert {"theirs.rules", PLAY} <= set(Sources(HOUSE, resources.schemas()).closure("theirs"))
    (folder / "rules.py").write_text("import compiler.play.session\nDICE = 3\n", encoding="utf-8")
    assert fingerprint_of(Sources(HOUSE, resources.schemas()), "theirs") != before


def test_one_run_reads_each_source_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Path] = []
    whole = Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda path: read.append(path) or whole(path))
    sources = Sources(HOUSE, resources.schemas())
    fingerprint_of(sources, LINE)
    fingerprint_of(sources, SCREEN, PLAY)
    modules = [path for path in read if path.suffix == ".py"]
    assert len(modules) == len(set(modules)) > 200


def built(house: Path, game: Path, out: Path) -> dict[str, bytes]:
    """What the code of a house makes of a game, by name."""
    run = [sys.executable, "-m", "compiler", "build", str(game), "-o", str(out), "--only", "vmod,pnp", "-q"]
    environment = {**os.environ, "PYTHONPATH": str(house.parent), "PYTHONDONTWRITEBYTECODE": "1"}
    subprocess.run(run, check=True, cwd=house.parent, env=environment)
    files = sorted(path for path in (out / game.name).rglob("*") if path.suffix in (".png", ".pdf", ".vmod"))
    return {path.name: path.read_bytes() for path in files}


@pytest.mark.slow
def test_a_change_of_our_code_leaves_no_old_picture_or_sheet(copy: Path, tmp_path: Path) -> None:
    """Inks are mixed otherwise, previews are drawn finer: what is built again is what a first build would give."""
    (tmp_path / "pyproject.toml").touch()  # the copy is a checkout: its own schemas count
    game = Path(shutil.copytree(Path(__file__).parent / "minis" / "points", tmp_path / "points"))
    before = built(copy, game, tmp_path / "build")
    assert before == built(copy, game, tmp_path / "build")
    for file, old, new in (("model/colour.py", "(br - ar) * t", "(br - ar) * t * 0.9"),
                           ("print/sheets.py", "PREVIEW = 4.0", "PREVIEW = 4.5")):  # fmt: skip
        path = copy / file
        path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    after = built(copy, game, tmp_path / "build")
    assert {name for name in before if before[name] == after[name]} == set()
    assert after == built(copy, game, tmp_path / "fresh")
