"""Shipped games, each read once."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from compiler.diagnostics import Sink
from compiler.model.game import Game
from compiler.pipeline import read

FOLDER = Path(__file__).parents[2] / "games"
SLUGS = sorted(path.name for path in FOLDER.iterdir() if (path / "art.yaml").is_file())


@cache
def game_in(folder: Path) -> Game:
    sink = Sink()
    checked = read(folder, sink)
    assert checked is not None, [d.message for d in sink]
    return checked.game


def game(slug: str) -> Game:
    return game_in(FOLDER / slug)
