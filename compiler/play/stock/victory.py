"""Scores and endings."""

from __future__ import annotations

from collections.abc import Mapping

from compiler.model.event import TrackSet
from compiler.model.game import Game
from compiler.model.piles import Track
from compiler.model.table import Table


def shifted(track: Track, value: int | str, by: int) -> int:
    """A track's value after a shift, stopped at its ends."""
    low, high = ends(track)
    return min(max(int(value) + by, low), high)


def ends(track: Track) -> tuple[int, int]:
    """The lowest and highest number of a track."""
    first, last = track.boxes[0].value, track.boxes[-1].value
    if isinstance(first, int) and isinstance(last, int):
        return min(first, last), max(first, last)
    raise TypeError(f"track `{track.id}` has no numbers")


def score(
    game: Game, table: Table, base: str, side: str, points: int, raised_by: str | None, rule: str | None
) -> TrackSet | None:
    """A side gains points: on its own track, or on a common one that one side raises and the others lower."""
    own = game.tracks.get(f"{base}.{side}")
    track = own or game.tracks[base]
    by = points if own is not None or side == raised_by else -points
    now = table.tracks[track.id]
    then = shifted(track, now, by)
    return None if then == now else TrackSet(track.id, then, rule)


def leaders(scores: Mapping[str, float]) -> tuple[str, ...]:
    """Whoever has the highest score, in the order given."""
    if not scores:
        return ()
    best = max(scores.values())
    return tuple(who for who, points in scores.items() if points == best)
