"""Lint of a finished module against reading it: `python tests/bench/bench_lint.py FILE…` measures anybody's.

To read a module is to take its build file, and every setup in it, apart into parts and pieces.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from bench_emit import ours
from field import write_field
from measure import Row, ratio

from compiler.diagnostics import Failed
from compiler.vassal.archive import open_archive, read_archive
from compiler.vassal.lint import lint_module
from compiler.vassal.module import read_module
from compiler.vassal.save import read_save
from compiler.vassal.trait import decode_trait


def read(path: Path) -> None:
    decode_trait.cache_clear()  # as a program just started, and so for both
    with open_archive(path) as archive:
        module = read_module(archive)
        for setup in module.root.all("PredefinedSetup"):
            if setup.get("useFile") == "true" and setup.get("file") in archive:
                with suppress(Failed):  # lint tells a broken setup and goes on
                    read_save(read_archive(archive.read(setup.get("file")), "setup"))


def lint(path: Path) -> None:
    decode_trait.cache_clear()
    with open_archive(path) as archive:
        lint_module(archive)


def row(path: Path) -> Row:
    return Row(f"lint of {path.name} / reading it", ratio(lambda: lint(path), lambda: read(path), 3), 5.0)


def rows() -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as home:
        folder, out = write_field(Path(home, "field")), Path(home, "out")
        out.mkdir()
        ours(folder, out)
        yield row(next(out.glob("*.vmod")))


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print(row(Path(name)), flush=True)
