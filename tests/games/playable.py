"""The games that can be played: their rulebooks, and how much random play a test can afford for each."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from compiler import pipeline
from compiler.diagnostics import Sink
from compiler.play.book import Rulebook
from compiler.registry import rulebook

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "games"
SMALL = "first_battle"


@cache
def book_of(slug: str) -> Rulebook | None:
    """The rulebook of a shipped game, None while nobody has written its rules."""
    sink = Sink()
    read = pipeline.read(GAMES / slug, sink)
    assert read is not None, [d.message for d in sink]
    has_rules = read.game.rules is not None
    has_stock = any((node.step or "").startswith("stock.") for node in read.game.steps())
    return rulebook(read.game, sink) if has_rules or has_stock else None


@cache
def bound(slug: str) -> Rulebook:
    book = book_of(slug)
    assert book is not None
    return book


def _names(slug: str) -> bool:
    """Whether a game names rules of its own or stock steps, without reading all of it."""
    text = (GAMES / slug / "sequence.yaml").read_text(encoding="utf-8")
    return "stock." in text or "\nrules:" in (GAMES / slug / "game.yaml").read_text(encoding="utf-8")


_HOMES = sorted(home.name for home in GAMES.iterdir() if (home / "sequence.yaml").is_file())
PLAYABLE = tuple(slug for slug in _HOMES if _names(slug))


def scenarios(slug: str) -> tuple[str, ...]:
    return tuple(bound(slug).game.scenarios)


def affordable(slug: str, many: int, few: int = 1) -> int:
    """How many games a test plays: many of the small one, few of the large ones."""
    return many if slug == SMALL else few
