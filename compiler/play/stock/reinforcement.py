"""Reinforcements: which pieces are due."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from compiler.model.game import Game
from compiler.model.scenario import Reinforcement, Scenario
from compiler.model.table import Table


def waits(game: Game, table: Table, id: str, pool: str | None = None) -> bool:
    """Whether a piece has still to come: it is in the box, in its pool, or in a pile."""
    piece = table.pieces.get(id)
    return piece is None or piece.place == pool or piece.place in game.piles


def due(
    game: Game, scenario: Scenario, table: Table, groups: Sequence[Sequence[str]], *, late: bool = False
) -> Iterator[tuple[Reinforcement, str]]:
    """The pieces that come this turn and have not come yet; with `late` also those of earlier turns.

    `groups` are the pieces kept for each reinforcement of the scenario (`Rulebook.reserved`).
    """
    turn = game.turn_track
    now = table.tracks[turn.id] if turn is not None else None
    for group, pieces in zip(scenario.reinforcements, groups, strict=True):
        if group.turn == now or (late and is_past(game, group.turn, now)):
            for id in pieces:
                if waits(game, table, id):
                    yield group, id


def is_past(game: Game, turn: int | str, now: int | str | None) -> bool:
    """Whether a turn lies before another."""
    if isinstance(turn, int) and isinstance(now, int):
        return turn < now
    track = game.turn_track
    boxes = [box.value for box in track.boxes] if track is not None else []
    return turn in boxes and now in boxes and boxes.index(turn) < boxes.index(now)
