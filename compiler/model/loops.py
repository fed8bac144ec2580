"""The loop of a game that goes through turns or rounds."""

from __future__ import annotations

from compiler.model.game import Game
from compiler.model.piles import Track
from compiler.model.sequence import SequenceNode


def main_loop(game: Game) -> SequenceNode | None:
    """The loop over the turn track, or over any other track where nothing goes through that."""
    loops = [node for node in game.steps() if node.kind == "each" and node.over in game.tracks]
    turns = [node for node in loops if game.turn_track is not None and node.over == game.turn_track.id]
    return next(iter((*turns, *loops)), None)


def counted(game: Game) -> Track | None:
    """The track the main loop counts."""
    loop = main_loop(game)
    return game.tracks[loop.over] if loop is not None and loop.over else None
