"""Lints of setups against what other setups let players place."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.check.lint import WARNING, Found, lint
from compiler.model.game import Game
from compiler.model.scenario import Scenario

_MANY = 10  # so many alike make one that differs odd


@lint("C729", WARNING, "Where all others of a setup stand as another lets them be placed, one that does not is a slip.")
def strayed_unit(game: Game) -> Iterator[Found]:
    """A unit is set up where another setup would not let its player place it, and all others stand where they may."""
    for here in game.scenarios.values():
        for there in game.scenarios.values():
            allowed = _areas(there)
            placed = [one for one in here.placements if one.counter in allowed]
            stray = [one for one in placed if one.at not in allowed[one.counter]]
            if len(placed) > _MANY and len(stray) == 1:
                (one,) = stray
                message = f"`{one.counter}` stands in `{one.at}`, where `{there.id}` does not let it be placed"
                help = "see whether the space is right: all others stand where that setup lets them"
                yield Found(message, one.note.span, help)
                break


def _areas(scenario: Scenario) -> dict[str, set[str]]:
    """Where each unit that players place may go."""
    found: dict[str, set[str]] = {}
    for free in scenario.free:
        for id, _ in free.counters:
            found.setdefault(id, set()).update(free.spaces)
    return found
