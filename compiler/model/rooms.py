"""How much room on the board what lies there takes, in mm."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.model.game import Game
from compiler.model.graph import Point
from compiler.model.piles import Pile, Track

Frame = tuple[float, float, float, float]  # left, top, right, bottom


def piece_size(game: Game, pile: Pile) -> Point:
    """The size of the largest piece of a pile; of any that could come to it where it begins empty."""
    sizes = [game.card_kinds[game.cards[p].kind].size for p in pile.pieces if p in game.cards]
    sizes += [game.counter_kinds[game.counters[p].kind].size for p in pile.pieces if p in game.counters]
    if not sizes:
        kinds = game.card_kinds if pile.holds == "cards" else game.counter_kinds
        sizes = [kind.size for kind in kinds.values()] or [(15.0, 15.0)]
    return max(w for w, _ in sizes), max(h for _, h in sizes)


def frame_of(game: Game, thing: Pile | Track) -> Frame | None:
    """What a pile or the boxes of a track cover that lie at a point of the main map."""
    if isinstance(thing, Pile):
        if not isinstance(thing.at, tuple):
            return None
        (x, y), (w, h) = thing.at, piece_size(game, thing)
        return x - w / 2, y - h / 2, x + w / 2, y + h / 2
    laid = thing.laid
    if not laid:
        return None
    right, bottom = max(x + w for x, _, w, _ in laid), max(y + h for _, y, _, h in laid)
    return min(x for x, _, _, _ in laid), min(y for _, y, _, _ in laid), right, bottom


def share(one: Frame, other: Frame, slack: float) -> bool:
    """Whether two frames have more in common than a line that runs over."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    return across > slack and min(one[3], other[3]) - max(one[1], other[1]) > slack


def box_frames(game: Game) -> Iterator[tuple[str, Frame]]:
    """The boxes printed on the main map."""
    for space in game.map.spaces.values():
        display = game.map.displays.get(space.display or "")
        if space.size is not None and (display is None or display.window != "own"):
            (x, y), (w, h) = space.at, space.size
            yield space.id, (x - w / 2, y - h / 2, x + w / 2, y + h / 2)
