"""Rules by name: which installed package plays a game. Only names, never paths."""

from __future__ import annotations

import importlib
import importlib.util
from importlib.metadata import entry_points

import compiler.play.stock  # noqa: F401  (offers the stock steps)
from compiler.diagnostics import Failed, Sink, diagnose
from compiler.model.game import Game
from compiler.play.book import Rulebook, bind

HOME = "compiler.rules"
ENTRY_POINTS = "compiler.rules"


def package_of(name: str) -> str | None:
    """The module that holds the rules called `name`: one of ours, or one that an installed package offers."""
    if name.isidentifier() and importlib.util.find_spec(HOME) and importlib.util.find_spec(f"{HOME}.{name}"):
        return f"{HOME}.{name}"
    found = [point.value for point in entry_points(group=ENTRY_POINTS) if point.name == name]
    return found[0] if found else None


def rulebook(game: Game, sink: Sink) -> Rulebook | None:
    """A game with its rules bound; None, with diagnostics, when something it names is missing."""
    packages: list[str] = []
    if game.rules is not None:
        package = package_of(game.rules)
        if package is None:
            sink.add(
                diagnose(
                    "P006",
                    f"the rules package `{game.rules}` is not installed",
                    game.span,
                    help="install it, or take `rules` out of game.yaml to play with stock steps alone",
                )
            )
            return None
        importlib.import_module(package)
        packages.append(package)
    return bind(game, sink, packages)


def rulebook_or_fail(game: Game) -> Rulebook:
    """A game with its rules bound; raises `Failed` with the diagnostics."""
    sink = Sink()
    book = rulebook(game, sink)
    if book is None:
        raise Failed(*sink.sorted())
    return book
