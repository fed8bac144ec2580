"""Shared by commands that play: a game with its rules bound, or the reasons why not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from compiler.commands._report import game_folders
from compiler.diagnostics import Failed, Sink, diagnose

if TYPE_CHECKING:
    from compiler.model.game import Game
    from compiler.pipeline import Checked
    from compiler.play.book import Rulebook


def read_checked(name: str) -> Checked:
    """A game by folder or name, with its files; its faults end the command."""
    from compiler import pipeline

    sink = Sink()
    read = pipeline.read(game_folders((name,))[0], sink)
    if read is None:
        raise Failed(*sink.sorted())
    return read


def read_game(name: str) -> Game:
    """A game by folder or name; its faults end the command."""
    return read_checked(name).game


def read_drawable(name: str) -> Game:
    """A game to be drawn; a picture that cannot be drawn ends the command too, and leaves no blank in its place."""
    from compiler.pipeline import pictures

    game, sink = read_game(name), Sink()
    pictures(game, sink)
    if sink.failed:
        raise Failed(*sink.sorted())
    return game


def bound(name: str) -> Rulebook:
    """A game with its rules, ready to play."""
    from compiler.registry import rulebook_or_fail

    return rulebook_or_fail(read_game(name))


def scenario_of(book: Rulebook, wanted: str | None) -> str:
    """A scenario by name, the game's first by default."""
    from compiler.model.ids import did_you_mean

    scenarios = book.game.scenarios
    if wanted is None and scenarios:
        return next(iter(scenarios))
    if wanted is None or wanted not in scenarios:
        raise Failed(
            diagnose(
                "P013",
                f"`{book.game.id}` has no scenario `{wanted}`",
                book.game.span,
                help=did_you_mean(wanted or "", scenarios, what="scenarios"),
            )
        )
    return wanted


def seat_kinds(book: Rulebook, scenario: str, text: str | None, known: Sequence[str]) -> dict[str, str]:
    """Who sits where, as `--seats` says: the last goes for all seats left; a person and a computer by default."""
    from compiler.model.ids import did_you_mean

    seats = book.game.scenarios[scenario].seats
    kinds = ["human", "greedy"][: len(seats)] if text is None else [kind.strip() for kind in text.split(",")]
    for kind in kinds:
        if kind not in known:
            raise Failed(diagnose("P013", f"`{kind}` is no kind of player", help=did_you_mean(kind, known)))
    if len(kinds) > len(seats):
        found = f"--seats names {len(kinds)} players, and `{scenario}` has {len(seats)} seats"
        raise Failed(diagnose("P013", found, help=f"its seats are {', '.join(f'`{seat}`' for seat in seats)}"))
    kinds += kinds[-1:] * (len(seats) - len(kinds))
    return dict(zip(seats, kinds, strict=True))
