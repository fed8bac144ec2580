"""The small game with a page of steps.yaml and another sequence of play, for tests of the language of stock steps."""

from __future__ import annotations

import shutil
from pathlib import Path

from compiler import pipeline
from compiler.diagnostics import Diagnostic, Sink
from compiler.play.book import Rulebook
from compiler.registry import rulebook
from tests.play.table import GAMES


def spoken(
    folder: Path, sequence: str, steps: str = "", game: str = "first_battle"
) -> tuple[Rulebook | None, list[Diagnostic]]:
    """A copy of a game with these files instead of its own: its rulebook, and what is wrong with it."""
    home = folder / game
    shutil.copytree(GAMES / game, home, dirs_exist_ok=True, ignore=shutil.ignore_patterns("examples"))
    if sequence:
        (home / "sequence.yaml").write_text(sequence, encoding="utf-8")
        counters = (home / "counters.yaml").read_text(encoding="utf-8").replace("clears_at: orders", "stays: true")
        (home / "counters.yaml").write_text(counters, encoding="utf-8")
        piles = home / "piles.yaml"
        if piles.is_file():
            piles.write_text(piles.read_text(encoding="utf-8").replace("refill_at: turn_end\n", "\n"), encoding="utf-8")
    if steps:
        (home / "steps.yaml").write_text(steps, encoding="utf-8")
    sink = Sink()
    read = pipeline.read(home, sink)
    if read is None:
        return None, list(sink)
    book = rulebook(read.game, sink)
    return book, list(sink)
