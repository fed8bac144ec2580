"""The shipped games, each loaded once."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from compiler.diagnostics import Sink
from compiler.load.bundle import load_game
from compiler.model.game import Game
from compiler.model.lower.game import lower

GAMES = Path(__file__).parents[2] / "games"


@cache
def _load(slug: str) -> Game:
    sink = Sink()
    bundle = load_game(GAMES / slug, sink)
    game = lower(bundle, sink) if bundle is not None else None
    faults = [f"{fault.code} {fault.message}" for fault in sink]
    assert not faults
    assert game is not None
    return game


@pytest.fixture(scope="session")
def game_of() -> Callable[[str], Game]:
    """A shipped game by its slug, without a single diagnostic."""
    return _load
