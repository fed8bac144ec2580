"""Who is carried by whom: pieces that lie in boxes beside the map, and the piece on the map that stands for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from compiler.model.common import NO_NOTE, Name, Note

if TYPE_CHECKING:
    from compiler.model.counters import Counter
    from compiler.model.game import Game
    from compiler.model.graph import Space


@dataclass(frozen=True, slots=True)
class Carry:
    """Boxes of some kinds, each with the kinds of counters that lie there, and whose they are.

    Either the field `by` of a box names the counter, or a counter of the kind `carriers` has the boxes of its side
    whose field `same` is its own.
    """

    id: str
    name: Name  # of whoever carries: the commander
    boxes: Mapping[str, tuple[str, ...]]
    by: str | None = None
    carriers: str | None = None
    same: str | None = None
    note: Note = field(default=NO_NOTE, compare=False)


def boxes_by_carrier(game: Game, carry: Carry, kind: str) -> dict[str, list[Space]]:
    """The boxes in which counters of a kind are carried, by the counter that carries them, in order."""
    found: dict[str, list[Space]] = {}
    own = [space for space in game.spaces.values() if kind in carry.boxes.get(space.kind, ())]
    if carry.by is not None:
        for space in own:
            if space.values.get(carry.by):
                found.setdefault(str(space.values[carry.by]), []).append(space)
        return found
    for counter in game.counters.values():
        if counter.kind == carry.carriers:
            mine = [space for space in own if _fits(game, carry, counter, space)]
            found |= {counter.id: mine} if mine else {}
    return found


def _fits(game: Game, carry: Carry, counter: Counter, space: Space) -> bool:
    display = game.maps[space.board].displays.get(space.display or "")
    foreign = display is not None and display.side not in (None, counter.side)
    return not foreign and space.values.get(carry.same or "") == counter.values.get(carry.same or "")
